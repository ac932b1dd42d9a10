"""Markov votes: contexts of every length vote for what followed them, the clearer the louder."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

from rogomatic.predict.context_counts import ContextCounts
from rogomatic.predict.predictor import TrackRecord, likeliest

LONGEST: Final = 10
_FLOOR: Final = 0.01  # a vote for every symbol, so that none is impossible


def votes_of(counts: Sequence[int]) -> list[float]:
    """Return the votes of a context: each count, divided by the product of all counts raised by one.

    This is the share of the symbol times the context's certainty, in which the number of cases cancels.

    >>> votes_of([1, 0, 0]), votes_of([1, 1, 0]), votes_of([0, 0, 0])
    ([0.5, 0.0, 0.0], [0.25, 0.25, 0.0], [0.0, 0.0, 0.0])
    """
    product = 1
    for count in counts:
        product *= count + 1
    return [count / product for count in counts]


class MarkovVotes:
    """A predictor that counts votes of contexts.

    symbols  how many there are
    longest  length of the longest context
    base     the votes of contexts of length k weigh base ** k

    Two models vote: what followed the last observed symbols, and what followed the last given ones.  Nothing
    is forgotten.  After ROFLBOT, a player of rock, paper and scissors.
    """

    def __init__(self, symbols: int, longest: int = LONGEST, base: float = 1.0) -> None:
        self.symbols = symbols
        self._base = base
        self._observed = ContextCounts(symbols, longest)
        self._given = ContextCounts(symbols, longest)
        self._record = TrackRecord()

    def given(self, symbol: int) -> None:
        """Take in a symbol that is known and not to be predicted."""
        self._given.push(symbol)

    def observe(self, symbol: int) -> None:
        """Take in the symbol that was to be predicted, and learn from it."""
        chances = self.distribution()
        top = likeliest(chances)
        self._record.note(chances[top], False, symbol == top)
        self._observed.learn(symbol)
        self._given.learn(symbol)
        self._observed.push(symbol)

    def cut(self) -> None:
        """Begin a new row of symbols; what was learned stays."""
        self._observed.cut()
        self._given.cut()

    def votes(self) -> list[float]:
        """Return the votes for each symbol; contexts without a symbol have none."""
        cast: list[list[float]] = [[] for _ in range(self.symbols)]
        for model in (self._observed, self._given):
            weight = 1.0
            for node in model.path()[1:]:
                weight *= self._base
                for symbol, vote in enumerate(votes_of(model.counts(node))):
                    cast[symbol].append(weight * vote)
        return [fsum(votes) for votes in cast]

    def distribution(self) -> list[float]:
        """Return each symbol's share of the votes, of which every symbol has a few anyway."""
        votes = self.votes()
        whole = fsum(votes) + _FLOOR * self.symbols
        return [(vote + _FLOOR) / whole for vote in votes]

    def top(self) -> int:
        """Return the likeliest symbol, the lowest among equals."""
        return likeliest(self.distribution())

    def certainty(self) -> float:
        """Return how far the likeliest symbol is to be trusted, 0 to 1."""
        return self._record.certainty(max(self.distribution()), False)

    def counted(self) -> tuple[dict[tuple[int, ...], list[int]], dict[tuple[int, ...], list[int]]]:
        """Return what followed observed symbols and what followed given ones: context -> counts."""
        return self._observed.contexts(), self._given.contexts()
