"""Prices: what heroes have on arrival is noted, and what it was worth is found again."""

from __future__ import annotations

from rogomatic.agent.memory.long_term_memory import default_memory
from scripts.lib.laboratory.prices import FIGURES, Arrival, fit_prices, in_bands, play_priced

SEED = 44  # a short game that goes deeper than level 2


def test_arrivals_are_noted_with_the_gold_after_them() -> None:
    game = play_priced(SEED, default_memory())
    found = game.arrivals
    assert game.deepest == 1 + len(found)
    assert max(one.gold for one in found) <= game.score
    assert [one.depth for one in found] == list(range(2, 2 + len(found)))
    assert found
    for one in found:
        assert len(one.figures) == len(FIGURES)
        assert one.figures[-1] == one.depth
        assert 0 < one.figures[0] <= 1


def test_a_price_is_found_where_there_is_one_and_none_where_there_is_none() -> None:
    rows = [Arrival(n, 8, 50 * (n % 5) + n % 2, (float(n % 5), float(n % 3))) for n in range(600)]
    (worth, sure), (nothing, _) = fit_prices(rows).prices
    assert abs(worth - 50) < 5
    assert sure < 1
    assert abs(nothing) < 1


def test_what_explains_nothing_foretells_nothing() -> None:
    rows = [Arrival(n, 8, 100 * (n * 7919 % 11), (float(n % 2),)) for n in range(600)]
    assert abs(fit_prices(rows).explained) < 0.05


def test_each_arrival_stands_in_one_band() -> None:
    rows = [Arrival(1, depth, 0, ()) for depth in range(2, 27)]
    assert sum(len(some) for _, some in in_bands(rows)) == len(rows)
