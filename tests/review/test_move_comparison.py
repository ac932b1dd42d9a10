"""Moves compared by playouts: the winner is named without the luck that made it win."""

from __future__ import annotations

from hashlib import blake2b
from math import log

import pytest

from rogomatic.agent.engine.rule_engine import Act
from rogomatic.review.alternatives import MoveOption
from rogomatic.review.move_comparison import SCREEN_PLAYS, MoveComparison, compare_moves
from rogomatic.review.move_playouts import PlayoutResult
from rogomatic.review.move_words import MoveWords
from rogomatic.review.unknowns import FRESH


def option(name: str) -> MoveOption:
    return MoveOption(MoveWords(name, name), (Act(name.encode(), ""),))


def compared(chances: list[float], game: int = 0, plays: int = 100) -> tuple[MoveComparison, set[int]]:
    """Compare moves with these chances to live; also return the worlds that were used."""
    options, worlds = [option(str(number)) for number in range(len(chances))], set[int]()

    def play(one: MoveOption, world: int) -> PlayoutResult:
        worlds.add(world)
        number = int(one.words.done)
        dice = blake2b(b"%d %d %d" % (game, number, world), digest_size=4).digest()
        return PlayoutResult(int.from_bytes(dice, "big") < chances[number] * 2**32, number)

    return compare_moves(options, play, plays), worlds


@pytest.mark.slow
def test_the_best_move_is_found_with_its_gain() -> None:
    games = [compared([0.6, 0.5, 0.95, 0.7, 0.4, 0.5], game)[0] for game in range(40)]
    lost = [found.lost for found in games if found.rival is not None and found.rival.words.done == "2"]
    assert len(lost) >= 38
    assert abs(sum(lost) / len(lost) - 35) < 4 * 5.3 / len(lost) ** 0.5


@pytest.mark.slow
def test_a_winner_among_equals_gains_nothing_by_its_luck() -> None:
    lost = [compared([0.7] * 12, game)[0].lost for game in range(150)]
    assert abs(sum(lost) / 150) < 2.0


@pytest.mark.slow
def test_moves_said_to_cost_ten_points_cost_ten() -> None:
    costs = [-8 * log(1 - (game + 0.5) / 400) for game in range(400)]  # small ones are common
    games = [(compared([0.6 - cost / 100, 0.6], game, 200)[0], cost) for game, cost in enumerate(costs)]
    about = [(one.lost, cost) for one, cost in games if 0 < 2 * one.error <= one.lost <= 18]
    assert len(about) >= 30
    assert abs(sum(said - cost for said, cost in about) / len(about)) < 1.5


@pytest.mark.parametrize(("is_close", "plays"), [(False, 12), (True, SCREEN_PLAYS)])
def test_a_move_after_which_nobody_dies_is_compared_with_none(is_close: bool, plays: int) -> None:
    worlds = list[int]()

    def play(one: MoveOption, world: int) -> PlayoutResult:
        worlds.append(world)
        return PlayoutResult(one.words.done != "2", 0, is_close)

    found = compare_moves([option(name) for name in "012"], play)
    assert (found.rival, found.lost, found.played.plays) == (None, 0.0, plays)
    assert worlds == list(range(plays))


def test_a_move_as_good_as_the_best_of_the_others_has_no_rival() -> None:
    found, worlds = compared([0.7, 0.7])
    assert (found.rival, found.lost) == (None, 0.0)
    assert max(worlds) < FRESH


def test_a_plain_blunder_needs_few_fresh_worlds() -> None:
    found, _ = compared([0.05, 1.0], plays=200)
    assert found.played.plays == 50
    assert found.lost > 80


def test_estimates_come_from_fresh_worlds_only() -> None:
    found, worlds = compared([0.5, 0.9])
    assert found.played.plays == found.other.plays == 100  # type: ignore[union-attr]
    assert {world for world in worlds if world >= FRESH} == set(range(FRESH, FRESH + 100))
    assert found.example >= FRESH


@pytest.mark.parametrize(("chances", "sign"), [([0.5, 0.9], 1), ([0.9, 0.5], -1)])
def test_what_is_lost_is_paired_and_has_a_sign(chances: list[float], sign: int) -> None:
    found, _ = compared(chances)
    assert sign * found.lost > 4 * found.error > 0
