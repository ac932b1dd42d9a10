"""Steps of monsters: their symbols, the contexts, what is learned of a kind."""

from __future__ import annotations

from collections import Counter
from math import fsum, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.breeding.genotypes import Dice
from rogomatic.predict.predictor import Predictor
from rogomatic.predict.step_predictor import (
    FEWEST_CASES,
    STAYS,
    SYMBOLS,
    ErrorRate,
    KindSteps,
    StepRow,
    contexts_of,
    last_of,
    octant,
    step_symbol,
)

vectors = st.tuples(st.integers(-22, 22), st.integers(-79, 79)).filter(lambda vector: vector != (0, 0))
rows = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=80)


def fresh() -> KindSteps:
    return KindSteps(ErrorRate(), {}, {})


def feed(row: StepRow, symbols: list[tuple[int, int]]) -> None:
    for expected, step in symbols:
        row.given(expected)
        row.observe(step)


@given(vectors, vectors)
def test_prd_72_turning_the_map_leaves_symbols_alone_and_mirroring_exchanges_them(
    line: tuple[int, int], step: tuple[int, int]
) -> None:
    symbol = step_symbol(line, step)
    turned = [(right, -down) for down, right in (line, step)]
    assert step_symbol(*turned) == symbol
    mirrored = [(down, -right) for down, right in (line, step)]
    assert step_symbol(*mirrored) == -symbol % 8
    assert step_symbol(line, (0, 0)) == STAYS


@given(vectors)
def test_prd_43_the_octant_is_the_nearest_direction(vector: tuple[int, int]) -> None:
    directions = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
    nearest = [
        (vector[0] * down + vector[1] * right) / (down * down + right * right) ** 0.5
        for down, right in directions
    ]
    assert octant(*vector) == nearest.index(max(nearest))


def test_prd_47_contexts_are_numbers_of_digits() -> None:
    assert contexts_of(3, 0) == [4]
    assert contexts_of(0, last_of(8, 2)) == [1, 31, 931]


@given(rows)
def test_prd_45_counts_are_those_of_a_scan(symbols: list[tuple[int, int]]) -> None:
    kind = fresh()
    feed(StepRow(kind), symbols)
    counts: Counter[tuple[int, int]] = Counter()
    for place, (expected, step) in enumerate(symbols):
        contexts = [expected + 1]
        if place:
            before_expected, before = symbols[place - 1]
            contexts.append((before + 1) * 10 + expected + 1)
            contexts.append((before_expected + 1) * 100 + (before + 1) * 10 + expected + 1)
        counts.update((context, step) for context in contexts)
    found = {
        (context, step): cases
        for context, row in kind.counts.items()
        for step, cases in enumerate(row)
        if cases
    }
    assert found == counts
    assert kind.counts == kind.own
    assert len(kind.counts) <= 9 + 81 + 729


@given(rows)
def test_prd_41_a_row_is_a_predictor(symbols: list[tuple[int, int]]) -> None:
    row: Predictor = StepRow(fresh())
    for expected, step in symbols:
        row.given(expected)
        chances = row.distribution()
        assert min(chances) > 0
        assert fsum(chances) == pytest.approx(1, abs=1e-9)
        assert chances[row.top()] == max(chances)
        assert 0 <= row.certainty() < 1
        row.observe(step)


def test_prd_45_without_any_case_the_rule_speaks() -> None:
    seen = fresh().forecast(3, 0)
    assert (seen.top, seen.cases, seen.certainty) == (3, 0, 0.0)
    assert seen.chances[3] == pytest.approx(0.95)


def test_prd_47_what_earlier_games_have_shown_is_known_at_once() -> None:
    old = fresh()
    feed(StepRow(old), [(0, 8)] * 40)
    steps, forecasts = old.own_tables()
    overall = ErrorRate()
    kind = KindSteps(overall, steps, forecasts)
    assert kind.counts == old.counts
    assert (overall.cases, overall.errors) == (40, 40)
    seen = kind.forecast(0, 0)
    assert (seen.top, seen.cases) == (8, 40)
    assert seen.certainty == old.forecast(0, 0).certainty > 0.8
    assert kind.own_tables() == ({}, {})
    feed(StepRow(kind), [(0, 8)])
    assert kind.own_tables()[0] == {1: (0,) * 8 + (1,)}


def test_prd_62_tables_that_mean_nothing_do_no_harm() -> None:
    kind = KindSteps(ErrorRate(), {0: (1,) * 9, -40: (2,) * 9, 12345: (3,) * 9}, {})
    assert kind.forecast(0, 0).top == 0


def simulated(others: float, steps: int, dice: Dice) -> float:
    """Return the bits a step of a kind that goes elsewhere with this chance for each of eight others."""
    kind, lost, last = fresh(), [], 0
    for _ in range(steps):
        lot = dice.below(1_000_000) / 1_000_000
        step = 1 + int(lot / others) if lot < 8 * others else 0
        lost.append(-log2(kind.distribution(0, last)[0][step]))
        kind.observe(0, last, step)
        last = last_of(0, step)
    return fsum(lost) / steps


@pytest.mark.slow
@pytest.mark.parametrize(
    ("others", "floor"),
    [(1 / 18, 2.324), (1 / 45, 1.209), (4 / 45, 3.00)],
    ids=["bat", "phantom", "confused"],
)
@pytest.mark.parametrize("steps", [4000, pytest.param(20_000, marks=pytest.mark.long)])
def test_prd_51_dice_cost_no_less_than_their_entropy_and_hardly_more(
    others: float, floor: float, steps: int
) -> None:
    entropy = -(1 - 8 * others) * log2(1 - 8 * others) - 8 * others * log2(others)
    assert entropy == pytest.approx(floor, abs=0.01)
    assert simulated(others, steps, Dice(51, steps)) == pytest.approx(
        floor, abs=0.05 if steps > 9000 else 0.09
    )


def test_prd_53_a_new_habit_is_learned_soon_and_believed_late() -> None:
    kind, row = fresh(), StepRow(fresh())
    row = StepRow(kind)
    for number in range(600):
        if number % 20 == 0:
            row.cut()
        row.given(0)
        row.observe(0)
    right, sure = 0, []
    for number in range(60):
        if number % 20 == 0:
            row.cut()
        row.given(0)
        top = row.top()
        right += top == 4
        sure.append(row.certainty() if top != 0 else 0.0)
        row.observe(4)
    assert right >= 54
    assert max(sure[:15]) < 0.8
    assert FEWEST_CASES < 16
    assert SYMBOLS == 9
