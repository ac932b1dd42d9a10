"""Magic that a nymph stole, with the escape that it had made possible."""

from __future__ import annotations

import pytest

from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.recordings.escapes import Escapes
from rogomatic.run.recordings.fight_instants import Deed, Instant, ReadFact
from tests.support.agent_scenes import Scene

ZAP = Deed("zap", "a staff of slow monster", "slow monster", "troll")
STOLEN = Fact("item-stolen", item="a staff of slow monster [3 charges]")
LOST = "On turn 90 a nymph stole its staff of slow monster"


NOTHING = Deed()


def at(turn: int, *foes: str, deed: Deed = NOTHING) -> Instant:
    return Instant(turn, 30, 40, (), (), foes, 0.0, "fight or flee", "", deed=deed)


@pytest.mark.parametrize(
    ("game", "stolen", "said"),
    [
        ([(at(50, "troll", deed=ZAP), ()), (at(52, "troll"), ()), (at(55), ())], STOLEN,
         f"{LOST}, with which it had got away from a troll on turn 50."),
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
