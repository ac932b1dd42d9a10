"""The acts of a fight: what the hero did, what it hoped for, and what came of it."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Action, Verb
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.run.story.deed_results import FightEnd, deed_of, result_of
from rogomatic.run.story.deed_words import GUESSES, deed_in_words
from rogomatic.run.story.fight_instants import EMPTY, MISSED, OWN_BOLT, Deed, Instant, Way
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, status

STRIKE = Deed("fight", "", "", "troll")
POTION = Deed("quaff", "an unknown potion", noun="potion")
SCROLL = Deed("read", "a scroll of teleportation", "teleportation", noun="scroll")
HEAL = Deed("quaff", "a potion of healing", "healing")
WAND = Deed("zap", "a wand of slow monster", "slow monster", "troll")
SHIFT = Deed("zap", "a wand of polymorph", "polymorph", "troll")
COLD = Deed("zap", "a wand of cold", "cold", "troll")
RUN = Way("run to the stairs", 20.0)


def at(
    turn: int, hp: int, deed: Deed, *blows: str, foes: tuple[str, ...] = ("troll",), learned: str = "",
    ways: tuple[Way, ...] = (), rung: str = "fight or flee", apart: int = 1,
) -> Instant:  # fmt: skip
    return Instant(turn, hp, 40, blows, (), foes, 60.0, rung, ways, deed=deed, apart=apart, learned=learned)


@pytest.mark.parametrize(
    ("fight", "learned", "did", "came"),
    [
        ([at(9, 5, STRIKE, rung="hit what is adjacent")], "", "fought the troll", ""),
        ([at(9, 5, POTION, rung="gamble when dying")], "confusion",
         "drank an unknown potion, hoping that it would heal", "it was a potion of confusion"),
        ([at(9, 5, POTION, rung="gamble when dying")], "",
         "drank an unknown potion, hoping that it would heal", "its kind remained unknown"),
        ([at(9, 5, Deed("zap", "an unknown wand", "", "troll", "wand"), rung="try a stick")], "light",
         "zapped an unknown wand at the troll, to find out what it does", "it was a wand of light"),
        ([at(9, 5, SCROLL), at(10, 5, STRIKE, apart=3)], "",
         "read a scroll of teleportation to get away", "it came out 3 squares from the nearest foe"),
        ([at(9, 5, SCROLL), at(10, 5, Deed("rest"), foes=())], "",
         "read a scroll of teleportation to get away", "it came out with no foe in view"),
        ([at(9, 1, HEAL), at(10, 5, STRIKE, "troll")], "",
         "drank a potion of healing to heal", "it had 5 hit points then"),
        ([at(9, 5, Deed("search"), rung="let a foe come")], "", "waited for the troll to come", ""),
        ([at(9, 5, WAND)], "", "zapped a wand of slow monster at the troll to slow it", ""),
        ([at(9, 5, WAND), at(10, 5, STRIKE, foes=())], "",
         "zapped a wand of slow monster at the troll to slow it", "the troll was no longer in view"),
        ([at(9, 5, SHIFT), at(10, 5, STRIKE, foes=("kestrel",))], "",
         "zapped a wand of polymorph at the troll to turn it into something weaker",
         "the troll became a kestrel"),
        ([at(9, 5, SHIFT._replace(foe="ant"), foes=("ant",))], "",
         "zapped a wand of polymorph at the ant to turn it into something weaker",
         "the ant probably became a troll"),
        ([at(9, 9, COLD), at(10, 5, STRIKE, OWN_BOLT)], "",
         "zapped a wand of cold at the troll to wound it", "the bolt bounced and hit the hero"),
        ([at(9, 5, WAND), at(10, 5, STRIKE)], "",
         "zapped a wand of slow monster at the troll to slow it",
         "from then on the troll acted only every other turn"),
        ([at(9, 5, WAND), at(10, 5, STRIKE)._replace(outcome=(EMPTY,))], "",
         "zapped a wand of slow monster at the troll to slow it", "nothing happened, as it was empty"),
        ([at(9, 9, COLD), at(10, 5, STRIKE)._replace(outcome=(MISSED,))], "",
         "zapped a wand of cold at the troll to wound it", "the bolt missed"),
        ([at(9, 5, Deed("shoot", "an arrow", "arrow", "troll"))], "", "shot an arrow at the troll", ""),
        ([at(9, 5, Deed("walk", goal="run to the stairs", ahead=9), ways=(RUN,))], "",
         "ran for the stairs", ""),
    ],
    ids=["blow", "unknown", "still unknown", "tried", "teleported", "away", "healed", "waited", "zapped",
         "gone", "changed", "became the killer", "bounced", "slowed", "empty", "missed", "shot", "ran"],
)  # fmt: skip
def test_an_act_has_its_hope_and_its_result(fight: list[Instant], learned: str, did: str, came: str) -> None:
    assert deed_in_words(fight[0]) == did
    assert result_of(fight, 0, FightEnd("troll", learned)) == came


@pytest.mark.parametrize(
    ("line", "verb", "deed"),
    [
        ("f) A scroll of teleportation", "read", SCROLL),
        ("f) A pink potion", "quaff", POTION),
        ("f) A steel wand", "zap", Deed("zap", "an unknown wand", noun="wand")),
    ],
)
def test_a_deed_names_what_it_used(line: str, verb: Verb, deed: Deed) -> None:
    b = foe_scene("K", status(), [*KIT, line])
    choice = Choice("gamble when dying", Act(b"", "", Action(verb, letter="f")))
    assert deed_of(b, choice) == deed


def test_hopes_stand_beside_rungs_of_the_ladder() -> None:
    assert {rung for rung, _verb in GUESSES} <= {rung.name for rung in LADDER}
