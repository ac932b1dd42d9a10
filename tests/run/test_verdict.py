"""The verdict on a death: whether it was a mistake or bad luck, and which decision mattered."""

from __future__ import annotations

import pytest

from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, Deed, Instant, Unused, Way
from rogomatic.run.recordings.verdict import ThinDescent, verdict
from rogomatic.run.recordings.weaknesses import NO_ARMOR

HERE, RUN = Way("fight here", 60.0), Way("run to the stairs", 4.0)
STAFF = Deed("zap", "a staff of polymorph", "polymorph", "troll")
KEPT = Unused(1, "staff of polymorph", "the foe might turn into a worse one")
BLOW = Deed("fight", foe="troll")
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
         "Nothing better was known: against a troll on turn 9, with 60 hit points, it saw 60% to die and "
         "weighed fighting on the spot only."),
        ([at(7, 60, 16, HERE), at(9, 30, 36, HERE)], "troll", "",
         "A risk that went wrong: against a troll on turn 7, with 60 hit points, it saw 16% to die and "
         "weighed fighting on the spot only."),
        ([at(9, 60, 60, RUN._replace(percent=55))._replace(still=("yeti",)),
          at(10, 40, 80, HERE, foes=("troll", "yeti"))], "troll", "",
         "to run to the stairs, was 55% to die, but the yeti beside it joined in."),
        ([at(9, 60, 90, RUN._replace(percent=77), HERE._replace(percent=90))], "troll", "",
         "No good choice was left: against a troll on turn 9, with 60 hit points, the best way that it knew, "
         "to run to the stairs, was 77% to die."),
        (WAITED, "troll", "",
         "A mistake: on turn 9, with 60 hit points, it waited for the troll to come (60% to die), though it "
         "could run to the stairs (4% to die)."),
        (LATE, "troll", "",
         "A mistake: it used a staff of polymorph only on turn 12 with 15 hit points left, not on turn 9 "
         "with 53 (its reason: the foe might turn into a worse one)."),
        (BARE, "troll", "",
         "A mistake: it met a troll on turn 8 without armor, which it had taken off on turn 3 because of an "
         "aquator, whose touch rusts it."),
        ([*BARE, at(10, 9, 0, foes=())._replace(blows=(UNSEEN_FOE,))], "phantom", "",
         "aquator, whose touch rusts it. Bad luck, too: it could not see the phantom that killed it."),
        ([at(9, 60, 3, HERE), at(10, 9, 30, HERE, foes=("troll", "troll"))], "troll", "",
         "Bad luck: the fight with the troll began at 3% to die, but then another troll came, too."),
        ([at(9, 60, 3)], "troll", "asleep", "Bad luck: it could not act at its end: it was asleep."),
        ([at(9, 60, 0, deed=Deed("read", "an unknown scroll"), foes=())], "troll", "asleep",
         "Its own policy: on turn 9 it read an unknown scroll. It could not act at its end: it was asleep."),
    ],
    ids=["no choice", "risk", "stood", "best way", "missed way", "late magic", "bare", "both", "joined",
         "held", "read"],
)  # fmt: skip
def test_a_verdict_names_the_decision_that_mattered(
    fight: list[Instant], killer: str, held: str, said: str
) -> None:
    assert verdict(fight, killer, None, "", held=held).endswith(said)


@pytest.mark.parametrize(
    ("armor", "verb", "is_told"), [(1, "down", True), (5, "down", False), (1, "walk", False)]
)
def test_a_descent_by_choice_with_thin_armor_is_the_heros_own_policy(
    armor: int, verb: str, *, is_told: bool
) -> None:
    descent, before = ThinDescent(), at(5, 20, 9, deed=Deed(verb))._replace(depth=7)
    for one in (before, at(6, 20, 0, foes=())._replace(depth=8)):
        descent.note(one, armor)
    policy = "on turn 6 it went down to level 8 with armor 1 to get away from a troll"
    assert descent.found == policy * is_told
    said = verdict(FOUGHT, "troll", None, "", held="", policy=descent.found)
    assert said.endswith(f"Its own policy led there: {policy}." if is_told else "on the spot only.")
