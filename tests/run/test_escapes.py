"""Magic that a nymph stole, with the escape that it had made possible."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.escapes import Escapes
from rogomatic.run.story.fight_instants import EMPTY, OWN_BOLT, Deed, Instant, ReadFact
from tests.support.agent_scenes import Scene

ZAP = Deed("zap", "a staff of slow monster", "slow monster", "troll")
STOLEN = Fact("item-stolen", item="a staff of slow monster [3 charges]")
LOST = "On turn 90 a nymph stole the hero's staff of slow monster"


Game: TypeAlias = list[Instant]
NOTHING = Deed()


def at(turn: int, *foes: str, deed: Deed = NOTHING) -> Instant:
    return Instant(turn, 30, 40, (), (), foes, 0.0, "fight or flee", deed=deed)


@pytest.mark.parametrize(
    ("game", "stolen", "said"),
    [
        ([(at(50, "troll", deed=ZAP), ()), (at(52, "troll"), ()), (at(55), ())], STOLEN,
         f"{LOST}, with which the hero had got away from a troll on turn 50."),
        ([(at(50, "troll", deed=ZAP), ()), (at(52), (Fact("defeated", "troll"),))], STOLEN, f"{LOST}."),
        ([(at(50, "troll", deed=ZAP), ()), (at(70, "troll"), ()), (at(71), ())], STOLEN, f"{LOST}."),
        ([], STOLEN, f"{LOST}."),
        ([], Fact("item-stolen", item="a scroll of identify"), ""),
        ([], Fact("gold-stolen"), ""),
    ],
    ids=["escaped", "killed", "too late", "unused", "no help", "gold"],
)  # fmt: skip
def test_what_a_nymph_stole_is_told_with_what_it_was_good_for(
    game: list[tuple[Instant, tuple[Fact, ...]]], stolen: Fact, said: str
) -> None:
    b, escapes = Scene().b, Escapes()
    for one, facts in [*game, (at(90), (stolen,))]:
        escapes.note(b, one, [ReadFact(one.turn, fact) for fact in facts])
    assert [one.text for one in escapes.causes(200)] == ([said] if said else [])
    assert escapes.causes(9000) == [], "so long ago that it is no reason"


POLY = Deed("zap", "a wand of polymorph", "polymorph", "troll")
NEW = Deed("zap", "an unknown wand", "", "troll", "wand")
EMPTIED = "On turn 90 it zapped a troll with"


def zap(turn: int, percent: float, deed: Deed = POLY, *, after: float = 1.0, learned: str = "") -> Game:
    """Return a zap at a troll, and the command behind it."""
    return [
        at(turn, "troll", deed=deed)._replace(percent=percent),
        at(turn + 1, "bat")._replace(percent=after, learned=learned),
    ]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ([], f"{EMPTIED} a wand of polymorph; it was empty."),
        (zap(50, 80.0),
         f"{EMPTIED} the wand of polymorph that had saved the hero once, on turn 50; it was empty."),
        ([*zap(50, 80.0), *zap(60, 70.0)],
         f"{EMPTIED} the wand of polymorph that had saved the hero twice, last on turn 60; it was empty."),
        (zap(50, 80.0, NEW, learned="polymorph"),
         f"{EMPTIED} the wand of polymorph that had saved the hero once, on turn 50; it was empty."),
        (zap(50, 9.0), f"{EMPTIED} a wand of polymorph; it was empty."),
        ([*zap(50, 99.0), at(52, "dragon")._replace(percent=99.0)],
         f"{EMPTIED} a wand of polymorph; it was empty."),
        (zap(50, 99.0, after=80.0), f"{EMPTIED} a wand of polymorph; it was empty."),
        (zap(50, 80.0, after=85.0), f"{EMPTIED} a wand of polymorph; it was empty."),
    ],
    ids=["never", "once", "twice", "learned", "no danger", "worse at once", "no help", "worse foe"],
)  # fmt: skip
def test_an_empty_stick_is_told_with_what_it_had_been_good_for(game: Game, said: str) -> None:
    escapes = Escapes()
    last = at(90, "troll", deed=POLY)._replace(percent=90.0)
    for one in [*game, last, at(91, "troll")._replace(outcome=(EMPTY,))]:
        escapes.note(Scene().b, one, ())
    assert [one.text for one in escapes.causes(92)] == [said]
    assert escapes.causes(400) == []


def test_a_bolt_that_came_back_is_told_with_what_it_took() -> None:
    escapes, bolt = Escapes(), Deed("zap", "a staff of lightning", "lightning", "troll")
    after = at(91, "troll")._replace(hp=4, blows=(OWN_BOLT,))
    for one in (at(90, "troll", deed=bolt), after):
        escapes.note(Scene().b, one, ())
    assert [one.text for one in escapes.causes(92)] == [
        "On turn 90 its own bolt bounced and hit the hero: of 30 hit points 4 were left."
    ]
