"""Odds: compare a counted share or a mean with what the rules state."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

ERRORS: Final = 4.0
"""Standard errors a sample may be off; seeds are fixed, so a test that passes goes on passing."""


def assert_share(hits: int, tries: int, chance: float) -> None:
    """Assert that `hits` of `tries` fit a chance; 0 and 1 must be met exactly."""
    allowed = ERRORS * sqrt(chance * (1 - chance) / tries)
    assert abs(hits / tries - chance) <= allowed, f"{hits} of {tries}, expected {chance} +- {allowed:.3f}"


def assert_mean(values: Sequence[int], mean: float) -> None:
    """Assert that the mean of values fits, by the values' own spread."""
    count = len(values)
    found = sum(values) / count
    spread = sqrt(sum((value - found) ** 2 for value in values) / (count - 1))
    allowed = ERRORS * spread / sqrt(count)
    assert abs(found - mean) <= allowed, f"mean {found:.3f}, expected {mean} +- {allowed:.3f}"
