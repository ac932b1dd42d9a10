"""The ladder and its rungs: order, names, purity."""

from __future__ import annotations

import copy

import pytest
from scenes import KIT, ROOM, Scene, status

from rogomatic.beliefs.model import Beliefs
from rogomatic.ladder import ANSWERS, LADDER
from rogomatic.rules import Act, No, Rung, choose
from rogomatic.sight.prompts import Waiting

FIGHT = """
  ----------
  |..H...!.|
  |.?.H....+##
  |...@.%..|
  |.B....K.|
  ----------
"""
RICH = [
    *KIT,
    "f) 2 grey potions",
    "g) A scroll titled 'xyz'",
    "h) A teak staff",
    "i) A ring of searching(ruby)",
]


def scenes() -> list[Beliefs]:
    """Return beliefs in very different straits."""
    calm = Scene(ROOM).b
    fight = Scene(FIGHT, status(depth=4, hp=5, most=30, level=4), RICH).awake("H")
    hungry = Scene(ROOM, status(hunger="Weak"), RICH).b
    blind = Scene(ROOM, pack=RICH).b
    blind.me.blind_until = blind.me.confused_until = 900
    ask = Scene(ROOM).b
    ask.waiting = Waiting("call", ";", sure=True)
    lost = Beliefs()
    return [calm, fight, hungry, blind, ask, lost]


@pytest.mark.parametrize("rung", [*LADDER, *ANSWERS], ids=lambda rung: rung.name)
def test_no_rung_changes_what_it_reads(rung: Rung) -> None:
    for b in scenes():
        b.level.settle()
        for spot in range(80, 1840):
            b.level.link(spot)  # a cache of the terrain, filled when asked
        before = copy.deepcopy(
            (b.me, b.foes, b.pack, b.lore, b.facts, b.deed, b.plan, b.watch, b.turn, b.threat)
        )
        terrain = bytes(b.level.code), bytes(b.level.avoid), set(b.level.frontier), dict(b.level.things)
        answer = rung.rule(b)
        assert isinstance(answer, Act | No)
        after = (b.me, b.foes, b.pack, b.lore, b.facts, b.deed, b.plan, b.watch, b.turn, b.threat)
        assert before == after
        assert terrain == (bytes(b.level.code), bytes(b.level.avoid), b.level.frontier, b.level.things)
        reason = answer.because if isinstance(answer, Act) else answer.why_not
        assert reason


@pytest.mark.parametrize("ladder", [LADDER, ANSWERS])
def test_names_are_unique_and_what_must_come_before_does(ladder: tuple[Rung, ...]) -> None:
    names = [rung.name for rung in ladder]
    assert len(set(names)) == len(names)
    for rung in ladder:
        assert all(names.index(other) < names.index(rung.name) for other in rung.after)


def test_the_last_rung_always_acts() -> None:
    assert all(isinstance(LADDER[-1].rule(b), Act) for b in scenes())


def test_the_first_act_wins_and_the_refusals_above_are_kept() -> None:
    ladder = (
        Rung("one", lambda b: No("not now")),
        Rung("two", lambda b: Act(b"s", "why not")),
        Rung("three", lambda b: Act(b"i", "never asked")),
    )
    choice = choose(ladder, Beliefs())
    assert choice is not None
    assert (choice.rung, choice.act.keys, choice.passed) == ("two", b"s", (("one", "not now"),))
    assert choose(ladder[:1], Beliefs()) is None
