"""The two predictors: votes of all lengths, and the length with the best record."""

from __future__ import annotations

from itertools import product
from math import fsum, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.roshambo.context_bots import BestContext, MarkovVotes, Predictor, ScoreBy, best_throw, votes_of
from rogue.shared.seeds import Dice

Turns = list[tuple[int, int]]  # observed, given
turns = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=60)


def feed(predictor: Predictor, row: Turns) -> None:
    for observed, known in row:
        predictor.observe(observed)
        predictor.given(known)


@pytest.mark.parametrize(
    ("counts", "vote"),
    [
        ((1, 0, 0), 0.5), ((2, 0, 0), 0.667), ((10, 0, 0), 0.909), ((1, 1, 0), 0.25), ((2, 1, 0), 0.333),
        ((10, 1, 0), 0.455), ((16, 5, 0), 0.157), ((50, 5, 0), 0.163), ((5, 5, 5), 0.023), ((0, 0, 0), 0.0),
    ],
)  # fmt: skip
def test_prd_8_votes_of_the_leading_symbol(counts: tuple[int, ...], vote: float) -> None:
    assert max(votes_of(counts)) == pytest.approx(vote, abs=5e-4)


@pytest.mark.slow
def test_prd_73_the_form_of_the_formula_and_that_of_the_program_agree() -> None:
    for counts in product(range(21), repeat=3):
        cases = sum(counts)
        spread = (counts[0] + 1) * (counts[1] + 1) * (counts[2] + 1)
        program = [count / (cases + 1) * ((cases + 1) / spread) for count in counts]
        formula = [count / max(cases, 1) * (cases / spread) for count in counts]
        for vote, first, second in zip(votes_of(counts), program, formula, strict=True):
            assert abs(vote - first) < 1e-12
            assert abs(vote - second) < 1e-12


@given(turns)
def test_prd_71_votes_are_those_of_a_scan_over_the_whole_list(row: Turns) -> None:
    longest = 4
    predictor = MarkovVotes(3, longest)
    feed(predictor, row)
    models = ([one for one, _ in row], [known for _, known in row])
    votes: list[list[float]] = [[], [], []]
    for symbols in models:
        for length in range(1, min(longest, len(row)) + 1):
            counts = [0, 0, 0]
            for place in range(length, len(row)):
                if symbols[place - length : place] == symbols[len(row) - length :]:
                    counts[row[place][0]] += 1
            for throw, vote in enumerate(votes_of(counts)):
                votes[throw].append(vote)
    assert predictor.votes() == pytest.approx([fsum(cast) for cast in votes], abs=1e-12)


@pytest.mark.parametrize("base", [0.5, 2.0])
def test_prd_9_longer_contexts_weigh_by_the_base(base: float) -> None:
    predictor = MarkovVotes(3, 2, base)
    feed(predictor, [(0, 0), (0, 0), (1, 0), (0, 0), (0, 0)])
    # Observed: 0 was followed by 0 twice and 1 once, 0 0 by 1;
    # given: 0 by 0 thrice and 1, 0 0 by 0 twice and 1.
    expected = [
        base * (2 / 6 + 3 / 8) + base**2 * (2 / 6),
        base * (1 / 6 + 1 / 8) + base**2 * (1 / 2 + 1 / 6),
    ]
    assert predictor.votes() == pytest.approx([*expected, 0.0])


@given(turns, st.integers(1, 6), st.sampled_from(["length", "node"]))
def test_prd_71_nothing_older_than_two_windows_shows(row: Turns, window: int, score_by: ScoreBy) -> None:
    longest = 4
    tail = [(number * number % 3, number // 2 % 3) for number in range(2 * window + longest)]
    answers = []
    for before in (row, row[::-1], []):
        predictor = BestContext(3, range(0, longest + 1, 2), window, score_by)
        feed(predictor, [*before, *tail])
        answers.append((predictor.distribution(), predictor.counts.contexts()))
    assert answers[0] == answers[1] == answers[2]


@given(turns, st.sampled_from([MarkovVotes(3), BestContext(3), BestContext(3, range(6), 0, "node")]))
def test_prd_41_distributions_are_positive_and_add_up_to_1(row: Turns, predictor: Predictor) -> None:
    feed(predictor, row)  # a predictor goes on from one example to the next
    chances = predictor.distribution()
    assert min(chances) > 0
    assert fsum(chances) == pytest.approx(1, abs=1e-9)


def test_prd_20_and_21_the_best_record_speaks_and_guesses_are_not_outdone() -> None:
    predictor = BestContext(3, (0, 2), 0)
    assert predictor.speaker() == -1
    feed(predictor, [(0, 0), (1, 0), (0, 0), (1, 0), (0, 0), (1, 0)])
    assert predictor.speaker() == predictor.counts.path()[2]  # knows what follows a 1
    assert max(predictor.distribution()) == predictor.distribution()[0]
    contrary = BestContext(3, (0,), 0)
    contrary.observe(0)
    while contrary.speaker() >= 0:  # its answer to what it expects is answered in turn
        contrary.observe((best_throw(contrary.distribution()) + 1) % 3)
    assert contrary.counts.total(0) < 10
    assert contrary.distribution() == [1 / 3] * 3


def test_prd_23_the_best_throw_need_not_answer_the_likeliest() -> None:
    assert best_throw([0.45, 0.15, 0.40]) == 0
    assert best_throw([1 / 3, 1 / 3, 1 / 3]) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("symbols", "weights", "entropy"),
    [(9, (1,) * 9, log2(9)), (9, (3, *(1,) * 8), None), (3, (2, 1, 1), 1.5)],
)
def test_prd_64_symbols_cost_entropy(symbols: int, weights: tuple[int, ...], entropy: float | None) -> None:
    whole = sum(weights)
    if entropy is None:
        entropy = fsum(one / whole * log2(whole / one) for one in weights)
    drawn = [symbol for symbol, weight in enumerate(weights) for _ in range(weight)]
    predictor, dice, lost = BestContext(symbols, (0,), 0), Dice(64, symbols), []
    for _ in range(4000):
        symbol = dice.one_of(drawn)
        lost.append(-log2(predictor.distribution()[symbol]))
        predictor.observe(symbol)
    assert fsum(lost) / len(lost) == pytest.approx(entropy, abs=0.06)
