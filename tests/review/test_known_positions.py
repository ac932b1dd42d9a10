"""Reviews of positions with known answers: constructed fights with exact odds, and quiet moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rogomatic.agent.engine.rule_engine import choose
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.cli.own_game import OwnWorlds
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.alternatives import options_of
from rogomatic.review.judge import Judge
from rogomatic.review.move_playouts import play_out
from rogomatic.review.unknowns import dice_of
from rogomatic.run.storage.agent_files import shipped_memory
from scripts.lib.review_positions import KnownPosition, beside_a_sleeper, blunders, moment_of, quiet

MEMORY = shipped_memory()


BLUNDERS = sorted({known.name for known in blunders()})
QUIET = sorted({known.name for known in quiet()})


def first_of(name: str, positions: Iterable[KnownPosition]) -> KnownPosition:
    """Return a new position of a family, as a moment is made by playing on in its world."""
    return next(known for known in positions if known.name == name)


def few(names: list[str], usual: str) -> list[Any]:
    """Return the names, all but one to be run with --long only."""
    return [pytest.param(name, marks=[pytest.mark.long] * (name != usual)) for name in names]


@pytest.mark.slow
def test_there_are_two_hundred_of_each() -> None:
    assert min(len(list(blunders())), len(list(quiet()))) >= 200


@pytest.mark.slow
@pytest.mark.parametrize("name", BLUNDERS)
def test_a_move_dies_as_often_as_the_fight_calculator_says(name: str) -> None:
    known = first_of(name, blunders())
    states, moment = AgentStates(MEMORY, DEFAULT), moment_of(known, MEMORY)
    deaths = 0
    for number in range(40):
        player = states.take(moment.agent)
        choice = choose(LADDER, player.beliefs)
        assert choice is not None
        made, *_ = options_of(player.beliefs, choice, moment.keys)
        world = OwnWorlds()(moment.position, dice_of(3, 1, number))
        deaths += not play_out(player, world, made, most=0).alive
    share = known.lost / 100
    assert deaths / 40 > share - 4 * (share * (1 - share) / 40) ** 0.5
    if known.typed != b"5s":  # several rounds
        assert deaths / 40 < share + 4 * (share * (1 - share) / 40) ** 0.5


@pytest.mark.long
@pytest.mark.parametrize("name", BLUNDERS)
def test_blunders_are_named(name: str) -> None:
    """One of a family of its own is in the next test, too."""
    known = first_of(name, blunders())
    move = Judge((moment_of(known, MEMORY),), OwnWorlds(), MEMORY, DEFAULT, 7, 20)(0)
    assert move.kind == "blunder"
    assert move.rival is not None
    assert move.made.future
    assert move.rival.future


@pytest.mark.slow
def test_a_rest_beside_a_sleeper_is_a_blunder_for_a_weak_hero_only() -> None:
    weak, strong = (
        Judge((moment_of(beside_a_sleeper(hp), MEMORY),), OwnWorlds(), MEMORY, DEFAULT, 7, 16)(0)
        for hp in (2, 12)
    )
    assert (weak.kind, strong.kind) == ("blunder", "good")
    assert weak.made.done == "rested for 200 turns"
    assert weak.made.die_pct > 15 > strong.made.die_pct
    assert weak.rival is not None
    assert weak.made.future
    assert weak.rival.future


@pytest.mark.slow
@pytest.mark.parametrize("name", few(QUIET, "walks"))
def test_quiet_moves_are_not(name: str) -> None:
    known = first_of(name, quiet())
    move = Judge((moment_of(known, MEMORY),), OwnWorlds(), MEMORY, DEFAULT, 7, 20)(0)
    assert move.kind in ("good", "brilliant")
