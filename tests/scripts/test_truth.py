"""What the agent believes is what is so: a few games of each edition, compared at every command."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogomatic.agent.beliefs import terrain_map as ground
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.monster_manual import STRANGER
from rogomatic.agent.player import Player
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.ui.session import Session
from scripts.lib.belief_check import BOUNDS, Shown, Tally, disagreements, play_one

GAMES = 2
COMMANDS = 500


@pytest.mark.parametrize("edition", ["5.4", pytest.param("5.2", marks=pytest.mark.long), "3.6"])
def test_beliefs_agree_with_the_truth(edition: str) -> None:
    tally = Tally()
    for seed in range(2001, 2001 + GAMES):
        tally.add(play_one(seed, edition, COMMANDS))
    assert tally.turns["walls"] > GAMES * 100
    assert tally.turns["pack"] > GAMES * 100
    failed = tally.failed()
    assert not failed, [doubt for doubt in tally.doubts if doubt.category in failed]


def _forget_food(b: Beliefs) -> None:
    del b.pack["a"]


def _wall_away(b: Beliefs) -> None:
    b.level.put(b.level.code.index(ground.ACROSS), ground.FLOOR)


def _foe_from_nowhere(b: Beliefs) -> None:
    b.foes.follow([], [(b.me.spot + 1, "Z", STRANGER)], 1, 1, entered=True)


LIES: dict[str, Callable[[Beliefs], None]] = {
    "pack": _forget_food,
    "walls": _wall_away,
    "things": lambda b: b.level.things.update({b.level.code.index(ground.FLOOR): "!"}),
    "foes": _foe_from_nowhere,
    "position": lambda b: setattr(b.me, "spot", b.me.spot + 1),
    "numbers": lambda b: setattr(b.me, "hp", 99),
    "hunger": lambda b: setattr(b.me, "hunger", "Weak"),
    "blind": lambda b: setattr(b.me, "blind_until", 9999),
    "held": lambda b: setattr(b.me, "held", True),
    "hasted": lambda b: setattr(b.me, "hasted_until", 9999),
}


def noticed(lie: Callable[[Beliefs], None]) -> set[str]:
    """Return what disagrees after a lie, where nothing did before."""
    game, agent = Session(5, "5.4", GAME_OPTIONS), Player(default_memory(), DEFAULT, 5)
    drawn = game.feed(b"")
    for _ in range(12):
        drawn = game.feed(agent.feed(drawn))
    agent.feed(drawn)
    world, b = game.world, agent.beliefs
    shown = Shown(world, bytearray(game.cells))
    assert not list(disagreements(b, world, shown))
    lie(b)
    return {found for found, _ in disagreements(b, world, shown)}


def test_a_false_belief_is_noticed() -> None:
    assert [category for category, lie in LIES.items() if category not in noticed(lie)] == []


def test_every_bound_is_for_something_compared() -> None:
    tally = play_one(3, "5.4", 60)
    assert set(BOUNDS) <= set(tally.turns) | {"awake"}
