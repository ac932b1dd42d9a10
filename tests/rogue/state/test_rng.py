"""Dice: ranges, fairness and sameness (RND-1 to RND-5)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.state.checksum import fields_of
from rogue.state.rng import Rng, drawn_below, split


def test_rnd_1_small_limits_draw_nothing() -> None:
    rng = Rng(1)
    assert [rng.rnd(n) for n in (-3, 0, 1)] == [0, 0, 0]
    assert rng.drawn == 0
    assert rng.rnd(2) in (0, 1)
    assert rng.drawn == 1


@pytest.mark.parametrize("n", [2, 3, 10, 100, 2**32])
def test_rnd_1_stays_below_its_limit(n: int) -> None:
    rng = Rng(n)
    drawn = [rng.rnd(n) for _ in range(500)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    assert max(drawn) >= n // 2 > min(drawn)


@pytest.mark.parametrize("n", [2, 6, 100])
def test_rnd_1_is_uniform(n: int) -> None:
    rng = Rng(42)
    draws = 200 * n
    counts = Counter(rng.rnd(n) for _ in range(draws))
    chi_square = sum((counts[face] - 200) ** 2 / 200 for face in range(n))
    assert abs(chi_square - (n - 1)) < 4 * (2 * (n - 1)) ** 0.5


def test_first_draws_never_change() -> None:
    """Journals and saves depend on these very numbers."""
    rng = Rng(0)
    assert [rng.rnd(2**64) for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("n", [2, 3, 7, 20, 100, 999, 2**30 - 1])
def test_halves_of_32_bits_draw_what_whole_numbers_draw(n: int) -> None:
    rng = Rng(n * 0x1234_5678_9ABC_DEF1)
    for _ in range(300):
        drawn = rng.rnd(n)
        assert drawn_below(rng.state >> 32, rng.state & 0xFFFF_FFFF, n) == drawn


def test_rnd_2_rolls() -> None:
    rng = Rng(3)
    assert rng.roll(0, 6) == 0
    assert rng.roll(3, 0) == 0
    assert rng.roll(3, 1) == 3
    rolls = {rng.roll(2, 6) for _ in range(500)}
    assert rolls == set(range(2, 13))


def test_rnd_5_chances_at_their_ends() -> None:
    rng = Rng(5)
    assert not any(rng.percent(0) for _ in range(200))
    assert all(rng.percent(100) for _ in range(200))
    assert all(rng.one_in(1) for _ in range(10))
    assert {rng.between(3, 5) for _ in range(100)} == {3, 4, 5}


def test_rnd_4_pick_takes_every_one() -> None:
    rng = Rng(6)
    assert {rng.pick("abc") for _ in range(100)} == set("abc")


def test_same_seed_same_dice_and_two_streams() -> None:
    play, deco = split(7)
    again, _ = split(7)
    first = [play.rnd(1000) for _ in range(20)]
    assert first == [again.rnd(1000) for _ in range(20)]
    assert first != [deco.rnd(1000) for _ in range(20)]


def test_a_state_goes_on_where_it_was() -> None:
    rng = Rng(11)
    rng.rnd(10)
    copy = Rng(rng.state)
    assert [rng.rnd(99) for _ in range(9)] == [copy.rnd(99) for _ in range(9)]


@pytest.mark.parametrize("state", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_dice_go_on_from_their_state_which_is_what_a_saved_game_keeps(state: int) -> None:
    rng, other = Rng(state), Rng(7)
    other.rnd(6)
    other.state = state
    assert (rng.state, other.state) == (state, state)
    assert [rng.rnd(6) for _ in range(9)] == [other.rnd(6) for _ in range(9)]
    assert rng.state == other.state != state
    assert fields_of(Rng) == ("drawn", "state")
