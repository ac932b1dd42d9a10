"""A predictor that lets contexts of every length vote."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

from rogomatic.roshambo.context_counts import ContextCounts

LONGEST: Final = 10
_FLOOR: Final = 0.01  # a vote for every symbol, so that none is impossible


def votes_of(counts: Sequence[int]) -> list[float]:
    """Return the votes of a context: each count divided by the product of (count + 1).

    >>> votes_of([1, 0, 0]), votes_of([1, 1, 0]), votes_of([0, 0, 0])
    ([0.5, 0.0, 0.0], [0.25, 0.25, 0.0], [0.0, 0.0, 0.0])
    """
    product = 1
    for count in counts:
        product *= count + 1
    return [count / product for count in counts]


class MarkovVotes:
    """A predictor that adds up votes of contexts, after the bot ROFLBOT.

    symbols  number of symbols
    longest  length of the longest context
    base     the votes of contexts of length k weigh base ** k

    Two models vote: one with contexts of observed symbols, one with contexts of given ones.
    """

    def __init__(self, symbols: int, longest: int = LONGEST, base: float = 1.0) -> None:
        self.symbols = symbols
        self._base = base
        self._observed = ContextCounts(symbols, longest)
        self._given = ContextCounts(symbols, longest)

    def given(self, symbol: int) -> None:
        """Add a symbol that is known and not to be predicted."""
        self._given.push(symbol)

    def observe(self, symbol: int) -> None:
        """Add the symbol that was to be predicted, and learn from it."""
        self._observed.learn(symbol)
        self._given.learn(symbol)
        self._observed.push(symbol)

    def votes(self) -> list[float]:
        """Return the votes for each symbol; the empty context has none."""
        cast: list[list[float]] = [[] for _ in range(self.symbols)]
        for model in (self._observed, self._given):
            weight = 1.0
            for node in model.path()[1:]:
                weight *= self._base
                for symbol, vote in enumerate(votes_of(model.counts(node))):
                    cast[symbol].append(weight * vote)
        return [fsum(votes) for votes in cast]

    def distribution(self) -> list[float]:
        """Return the share of the votes of each symbol, plus a small floor."""
        votes = self.votes()
        whole = fsum(votes) + _FLOOR * self.symbols
        return [(vote + _FLOOR) / whole for vote in votes]
