"""The last act of a hero: what it did, what it hoped for, and what came of it."""

from __future__ import annotations

from typing import Final

import pytest

from rogomatic.agent.beliefs.model import Action, Verb
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.run.recordings.deed_words import AWAITS, GUESSES
from rogomatic.run.recordings.fight_instants import EMPTY, MISSED, OWN_BOLT, Deed, Instant, Way
from rogomatic.run.recordings.last_act import Ending, deed_of, last_act
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, status

STRIKE = Deed("fight", "", "", "troll")
POTION = Deed("quaff", "an unknown potion")
SCROLL = Deed("read", "a scroll of teleportation", "teleportation")
HEAL = Deed("quaff", "a potion of healing", "healing")
WAND = Deed("zap", "a wand of slow monster", "slow monster", "troll")
COLD = Deed("zap", "a wand of cold", "cold", "troll")
RUN = Way("run to the stairs", 20.0, 6)


def at(
    turn: int, hp: int, deed: Deed, *blows: str, foes: tuple[str, ...] = ("troll",), learned: str = "",
    because: str = "", ways: tuple[Way, ...] = (), rung: str = "fight or flee", apart: int = 1,
) -> Instant:  # fmt: skip
    return Instant(
        turn, hp, 40, blows, (), foes, 60.0, rung, because, ways, deed=deed, apart=apart, learned=learned
    )


AT_9: Final = "act, on turn 9 with 5 hit points left, was to"
THEN: Final = "Its last act, on turn 10 with 5 hit points left, was to"
BLOW: Final = "strike at the troll (60% to die)."
ONCE: Final = "the troll hit it once more."


@pytest.mark.parametrize(
    ("fight", "learned", "said"),
    [
        ([at(9, 5, STRIKE)], "", [f"{AT_9} {BLOW}"]),
        ([at(9, 5, POTION, rung="gamble when dying")], "confusion",
         [f"{AT_9} drink an unknown potion, in the hope that it would heal; it was a potion of confusion, "
          f"and {ONCE}"]),
        ([at(9, 5, POTION, rung="gamble when dying")], "",
         [f"{AT_9} drink an unknown potion, in the hope that it would heal; its kind remained unknown, and "
          f"{ONCE}"]),
        ([at(9, 5, Deed("zap", "an unknown wand", "", "troll"), rung="try a stick")], "",
         [f"{AT_9} zap an unknown wand at the troll, in order to find out what it does; "]),
        ([at(9, 5, SCROLL), at(10, 5, STRIKE, apart=3)], "",
         [f"was to read a scroll of teleportation to get away; it came out 3 squares from the nearest foe, "
          f"and {ONCE}", f"{THEN} {BLOW}"]),
        ([at(9, 5, SCROLL), at(10, 5, Deed("rest"), foes=(), because="few hit points")], "",
         [f"; it came out with no foe in view, and {ONCE}", f"{THEN} rest: few hit points."]),
        ([at(9, 1, HEAL), at(10, 5, STRIKE, "troll")], "",
         [f"was to drink a potion of healing to heal; it had 5 hit points then, and {ONCE}",
          f"{THEN} {BLOW}"]),
        ([at(9, 5, HEAL, foes=("troll", "troll")), at(10, 5, STRIKE, "troll"),
          at(11, 2, STRIKE, "troll", "troll")], "",
         ["; it had 5 hit points then, and it took 3 more troll hits. Its last act, on turn 11"]),
        ([at(9, 5, HEAL), at(10, 5, STRIKE), at(11, 2, STRIKE, "unknown monster")], "",
         ["; it had 5 hit points then, and it was hit twice more. Its last act, on turn 11"]),
        ([at(9, 5, Deed("search"), because="the troll is coming", rung="let a foe come")], "",
         [f"{AT_9} wait: the troll is coming; {ONCE}"]),
        ([at(9, 5, WAND)], "", [f"{AT_9} zap a wand of slow monster at the troll to slow it; {ONCE}"]),
        ([at(9, 5, WAND), at(10, 5, STRIKE, foes=())], "",
         [f"; the troll was no longer in view, and {ONCE}", f"{THEN} strike at the troll."]),
        ([at(9, 5, Deed("zap", "a wand of polymorph", "polymorph", "ant"), foes=("ant",))], "",
         [f"{AT_9} zap a wand of polymorph at the ant to turn it into something weaker; the ant "
          "probably became a troll."]),
        ([at(9, 9, COLD), at(10, 5, STRIKE, OWN_BOLT)], "",
         [f"to wound it; the bolt bounced and hit it, and {ONCE}", f"{THEN} {BLOW}"]),
        ([at(9, 5, WAND), at(10, 5, STRIKE)], "",
         [f"to slow it; from then on the troll acted only every other turn, and {ONCE}"]),
        ([at(9, 5, WAND), at(10, 5, STRIKE)._replace(outcome=(EMPTY,))], "",
         [f"to slow it; nothing happened, as it was empty, and {ONCE}"]),
        ([at(9, 9, COLD), at(10, 5, STRIKE)._replace(outcome=(MISSED,))], "",
         [f"to wound it; the bolt missed, and {ONCE}"]),
        ([at(9, 5, Deed("shoot", "an arrow", "arrow", "troll"))], "",
         [f"{AT_9} shoot an arrow at the troll (60% to die)."]),
        ([at(9, 5, SCROLL), at(60, 5, STRIKE)], "",
         ["Its last act, on turn 60 with 5 hit points left, was to strike"]),
        ([at(9, 5, Deed("walk"), ways=(RUN,))], "", [f"{AT_9} run to the stairs (20% to die); {ONCE}"]),
        ([at(9, 5, STRIKE)._replace(is_own=False)], "", []),
        ([at(9, 5, Deed("stock"))], "", []),
    ],
    ids=["blow", "unknown", "still unknown", "tried", "teleported", "away", "healed", "several", "hidden",
         "waited", "zapped", "gone", "became the killer", "bounced", "slowed", "empty", "missed", "shot",
         "long before", "ran", "a person's", "free"],
)  # fmt: skip
def test_the_last_act_is_told_with_its_hope_and_its_result(
    fight: list[Instant], learned: str, said: list[str]
) -> None:
    told = last_act(fight, Ending("troll", learned, ("troll",)))
    assert len(told) == bool(said)
    assert all(part in told[0] for part in said)


@pytest.mark.parametrize(
    ("line", "verb", "deed"),
    [
        ("f) A scroll of teleportation", "read", SCROLL),
        ("f) A pink potion", "quaff", POTION),
        ("f) A steel wand", "zap", Deed("zap", "an unknown wand")),
    ],
)
def test_a_deed_names_what_it_used(line: str, verb: Verb, deed: Deed) -> None:
    b = foe_scene("K", status(), [*KIT, line])
    choice = Choice("gamble when dying", Act(b"", "", Action(verb, letter="f")))
    assert deed_of(b, choice) == deed


def test_magic_that_was_told_of_before_is_not_told_again() -> None:
    fight = [at(9, 5, WAND), at(10, 5, STRIKE)]
    assert last_act(fight, Ending("troll", "", ("troll",)), {9}) == [f"{THEN} {BLOW}"]


def test_hopes_stand_beside_rungs_of_the_ladder() -> None:
    assert {AWAITS, *[rung for rung, _verb in GUESSES]} <= {rung.name for rung in LADDER}
