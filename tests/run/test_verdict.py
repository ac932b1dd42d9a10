"""The verdict on a death: whether it was a mistake or bad luck, and which decision mattered."""

from __future__ import annotations

import pytest

from rogomatic.agent.monster_manual import STRANGER
from rogomatic.run.story.fight_instants import UNSEEN_FOE, Deed, Instant, Swing, Unused, Way
from rogomatic.run.story.luck import FightDice
from rogomatic.run.story.verdict import ThinDescent, verdict
from rogomatic.run.story.weaknesses import BLIND, NO_ARMOR, NO_STAIRS

HERE, RUN = Way("fight here", 60.0, is_here=True), Way("run to the stairs", 4.0)
STAFF = Deed("zap", "a staff of polymorph", "polymorph", "troll")
KEPT = Unused(1, "staff of polymorph", "the foe might turn into a worse one", "polymorph")
BLOW = Deed("fight", foe="troll")
WAY = "a troll keeps up with the hero, who knew of no free way to the stairs."
NONE = f"It knew no way out from turn 9 on, when it first looked for one: {WAY}"
SAFEST = "Of the ways that it knew in this fight, it always took the safest."
SHUT = f"knew no better way than to fight: {WAY}"
STRIP = Deed("strip", "banded mail", "banded mail")


def at(
    turn: int, hp: int, percent: float, *ways: Way, deed: Deed = BLOW, foes: tuple[str, ...] = ("troll",),
    rung: str = "hit what is adjacent",
) -> Instant:  # fmt: skip
    return Instant(turn, hp, 60, (), (), foes, percent, rung, ways, deed=deed)


FOUGHT = [at(9, 60, 60, HERE)]
WAITED = [at(9, 60, 60, RUN, HERE, deed=Deed("search"), rung="let a foe come")]
LATE = [at(9, 53, 28, HERE)._replace(left=(KEPT,)), at(12, 15, 33, deed=STAFF, rung="zap a foe")]
BARE = [
    at(3, 60, 0, deed=STRIP, foes=("aquator",)), at(8, 60, 28, HERE)._replace(weak=(NO_ARMOR,)),
    at(9, 40, 40, HERE),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fight", "killer", "held", "said"),
    [
        (FOUGHT, "troll", "",
         "It knew no better choice: against a troll on turn 9, with 60 hit points, the hero saw 60% to die "
         f"and {SHUT}"),
        ([at(9, 60, 30, HERE, foes=(STRANGER.name,))._replace(blows=(UNSEEN_FOE,))], "troll", "",
         "went wrong: against an unknown monster on turn 9, with 60 hit points, the hero saw 30% to die and "
         f"{SHUT.replace('a troll', 'an unknown monster')}"),
        ([FOUGHT[0]._replace(weak=(NO_STAIRS,))], "troll", "",
         "knew no better way than to fight: a troll keeps up with the hero, who knew of no stairs."),
        ([FOUGHT[0]._replace(weak=(BLIND,))], "troll", "", "could not run: it was blind."),
        ([FOUGHT[0]._replace(foes=("venus flytrap",))], "venus flytrap", "",
         "no better way than to fight: it knew of no free way to the stairs."),
        ([at(7, 60, 16, HERE), at(9, 30, 36, HERE)], "troll", "",
         "A risk that went wrong: against a troll on turn 7, with 60 hit points, the hero saw 16% to die and "
         f"{SHUT}"),
        ([at(7, 60, 28, HERE, RUN._replace(percent=22)), at(9, 30, 36, HERE)], "troll", "",
         "safer choice was on turn 7: to run to the stairs (22% to die); it fought the troll (28%)."),

        ([at(9, 60, 60, RUN._replace(percent=55))._replace(still=("yeti",)),
          at(10, 40, 80, HERE, foes=("troll", "yeti"))._replace(blows=("yeti",))], "troll", "",
         "to run to the stairs, meant 55% to die, but the yeti beside the hero joined in."),

        ([at(9, 60, 90, RUN._replace(percent=77), HERE._replace(percent=90))], "troll", "",
         "No good choice was left: against a troll on turn 9, with 60 hit points, the best way that the hero "
         f"knew, to run to the stairs, meant 77% to die. {SAFEST}"),
        (WAITED, "troll", "",
         "A mistake: on turn 9, with 60 hit points, it waited for the troll to come (60% to die), though it "
         "could run to the stairs (4% to die)."),
        (LATE, "troll", "",
         "A mistake: it used a staff of polymorph only on turn 12 with 15 hit points left, not on turn 9 "
         "with 53 (its reason: the foe might turn into a worse one)."),
        (BARE, "troll", "",
         "A mistake: it met a troll on turn 8 without armor, which it had taken off on turn 3 because of an "
         "aquator, whose touch rusts armor."),
        ([*BARE, at(10, 9, 0, foes=())._replace(blows=(UNSEEN_FOE,))], "phantom", "",
         "Bad luck, too: it could not see the phantom that killed it, and left it out of its estimates."),
        ([at(9, 60, 3, HERE), at(10, 9, 30, HERE, foes=("troll", "troll"))], "troll", "",
         "Its estimate left out what came later: the fight with the troll began at 3% to die, but on turn "
         f"10 a second troll came. {NONE}"),
        ([at(9, 60, 99.9, RUN._replace(percent=99.7), HERE._replace(percent=99.9))], "troll", "",
         "the hero saw 100% to die and knew no better way (to run to the stairs: 100%). "
         f"{SAFEST}"),
        ([at(9, 60, 3, HERE)._replace(touching=("troll",)), at(10, 9, 30, HERE, foes=("troll", "troll"))],
         "troll", "", f"began at 3% to die, but on turn 10 a second troll came. {NONE}"),
        ([at(9, 60, 60, HERE, deed=STAFF)._replace(left=(KEPT,)), at(10, 40, 30, HERE, foes=("yeti",))],
         "yeti", "",
         "60% to die and zapped a staff of polymorph at the troll to turn it into something weaker."),
        ([at(9, 60, 3)], "troll", "asleep", "Bad luck: it could not act at its end: it was asleep."),
        ([at(9, 60, 0, deed=Deed("read", "an unknown scroll"), foes=())], "troll", "asleep",
         "Its own policy: on turn 9 it read an unknown scroll. It could not act at its end: it was asleep."),
    ],
    ids=["no choice", "false name", "no stairs", "bound", "rooted", "risk", "safer", "stood", "best way",
         "missed way", "late magic", "bare", "both", "joined",
         "same odds", "beside", "turned", "held", "read"],
)  # fmt: skip
def test_a_verdict_names_the_decision(fight: list[Instant], killer: str, held: str, said: str) -> None:
    assert verdict(fight, FightDice(fight, killer), None, held=held).text.endswith(said)


@pytest.mark.parametrize(
    ("armor", "verb", "foes", "is_told"),
    [(1, "down", (), True), (5, "down", (), False), (1, "walk", (), False), (1, "down", ("troll",), False)],
)
def test_a_descent_by_choice_in_thin_armor_is_a_risk(
    armor: int, verb: str, foes: tuple[str, ...], *, is_told: bool
) -> None:
    """A descent that is an escape is none."""
    descent, before = ThinDescent(), at(5, 20, 9, deed=Deed(verb), foes=foes)._replace(depth=7)
    for one in (before, at(6, 20, 0, foes=())._replace(depth=8)):
        descent.note(one, armor)
    policy = "on turn 6 it went down to level 8 with armor 1"
    assert descent.found == policy * is_told
    said = verdict(FOUGHT, FightDice(FOUGHT, "troll"), None, held="", policy=descent.found).text
    assert said.endswith(f"An earlier choice was risky: {policy}." if is_told else SHUT)


HIT = Swing("troll", 0.8, False, is_hit=True, harm=(0.2, *[0.0] * 9, 0.8), reckoned=8.0)
MISS = HIT._replace(is_hit=False)
OWN = Swing("troll", 0.5)
AS_USUAL = [HIT, MISS, OWN._replace(is_hit=True), OWN]


@pytest.mark.parametrize(
    ("percent", "blows", "said"),
    [
        (16, AS_USUAL, f"{SHUT} It was not the dice: 3 attacks of the troll (2 hits) took 20 "),
        (16, [one._replace(reckoned=5.0) for one in AS_USUAL],
         " Its estimate was too low: it underestimated the troll: 3 attacks of the troll (2 "
         "hits) took 20 hit points (24 are usual; its estimate was 15)."),
        (16, [HIT, *[OWN] * 4], "Bad luck, too: none of its 4 attacks against the troll hit "
         "(about 6% likely"),
        (3, AS_USUAL, "Its estimate was too low: the fight with the troll began at 3% to die, and it "
         "was not the dice: 3 attacks of the troll (2 hits) took 20 hit points"),
        (3, [one._replace(harm=(0.9, *[0.0] * 9, 0.1)) for one in (HIT, HIT)],
         "Bad luck: the fight with the troll began at 3% to die; 3 attacks of the troll (3 hits) took 20 "
         "hit points (3 expected; about 3% likely)."),
        (3, [HIT, HIT._replace(who="vampire")], "Bad luck: the fight with the troll began at 3% to die. "),
        (80, AS_USUAL, f"{SHUT}"),
    ],
    ids=["as usual", "stronger", "own misses", "too low", "bad dice", "drained", "lost anyway"],
)  # fmt: skip
def test_a_wrong_estimate_is_told_from_bad_luck(percent: float, blows: list[Swing], said: str) -> None:
    hits = tuple(one.who for one in blows if one.is_hit and not one.is_own)
    fight = [at(7, 20, percent, HERE), at(9, 10, percent, HERE)._replace(blows=hits, swings=tuple(blows))]
    dice = FightDice(
        fight, "troll", (HIT._replace(harm=blows[0].harm, reckoned=blows[0].reckoned),), ("troll",)
    )
    assert said in verdict(fight, dice, None, held="").text


def test_blows_that_do_no_harm_by_the_rules_have_no_figures() -> None:
    harmless = HIT._replace(harm=(1.0,), reckoned=0.0)
    fight = [at(7, 20, 3, HERE), at(9, 10, 3, HERE)]
    dice = FightDice(fight, "troll", (harmless,), ("troll",))
    assert "blow" not in verdict(fight, dice, None, held="").text


@pytest.mark.parametrize(("learned", "is_told"), [("light", True), ("drain life", False), ("", False)])
def test_hit_points_that_a_stick_may_have_taken_are_not_told_as_lost_to_blows(
    learned: str, *, is_told: bool
) -> None:
    zap = Deed("zap", "an unknown wand", foe="troll", noun="wand")
    fight = [at(7, 20, 16, HERE), at(9, 10, 16, HERE, deed=zap)._replace(blows=("troll",), swings=(HIT,))]
    dice = FightDice(fight, "troll", (HIT,), ("troll",), learned=learned)
    assert bool(dice.since(0).figures) == is_told
