"""Prices of what heroes have: found where there is one, and none where there is none."""

from __future__ import annotations

from scripts.lib.learning.arrivals import Arrival, gold_foretold, solve_prices


def test_a_price_is_found_where_there_is_one_and_none_where_there_is_none() -> None:
    rows = [Arrival(n, 8, 50 * (n % 5) + n % 2, (float(n % 5), float(n % 3))) for n in range(600)]
    found = solve_prices(rows)
    _, worth, nothing = found
    assert abs(worth - 50) < 5
    assert abs(nothing) < 1
    assert abs(gold_foretold(found, (3.0, 1.0)) - 150) < 10
