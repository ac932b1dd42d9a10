"""A predictor that asks the length of context with the best record."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import log2
from typing import Final, Literal

from rogomatic.roshambo.context_counts import ROOT, ContextCounts

LENGTHS: Final = tuple(range(0, 43, 2))  # whole turns of two players
WINDOW: Final = 200  # events
THROWS: Final = 3
_SILENT: Final = 1 << 40  # stands for the score of a context that could not speak
_THOUSANDTHS: Final = 1000

ScoreBy = Literal["length", "node"]


def best_throw(chances: Sequence[float]) -> int:
    """Return the throw with the best expected score against these chances, the lowest of equals.

    Throw t loses to t + 1, modulo 3.  Scores that differ by less than 1e-12 are equal.

    >>> best_throw([0.45, 0.15, 0.40])
    0
    """
    gains = [chances[throw - 1] - chances[(throw + 1) % THROWS] for throw in range(THROWS)]
    best = max(gains)
    return next(throw for throw in range(THROWS) if gains[throw] >= best - 1e-12)


def score_of(counts: Sequence[int], symbol: int) -> int:
    """Return what a context with these counts would have earned with a symbol.

    With three symbols: 1 for a won throw, 0 for a tie, -1 for a lost one.  Otherwise: thousandths of a bit
    saved against a uniform guess.

    >>> score_of([3, 0, 0], 0), score_of([3, 0, 0], 1), score_of([3, 0, 0, 0], 0)
    (1, 0, 1700)
    """
    symbols = len(counts)
    if symbols == THROWS:
        lead = (best_throw([float(count) for count in counts]) - symbol) % THROWS
        return 1 if lead == 1 else -lead // 2
    return round(_THOUSANDTHS * log2((symbols * counts[symbol] + 1) / (sum(counts) + 1)))


class BestContext:
    """A predictor that asks the context with the best record, after the bot MegaHAL.

    symbols   number of symbols
    lengths   of the contexts that may speak, ascending
    window    events that counts and scores remember; 0 for all
    score_by  whether a record belongs to all contexts of a length, or to each context

    A context is a row of the last symbols, given and observed ones in their order.
    """

    def __init__(
        self,
        symbols: int,
        lengths: Sequence[int] = LENGTHS,
        window: int = WINDOW,
        score_by: ScoreBy = "length",
    ) -> None:
        self.symbols = symbols
        self.counts = ContextCounts(symbols, max(lengths), window)
        self._lengths = tuple(lengths)
        self._by_node = score_by == "node"
        # Record -> points and times; a record is the number of a length or of a node.
        self._points: dict[int, int] = {}
        self._times: dict[int, int] = {}
        self._entries: deque[list[int]] = deque()  # of the events of the window, a score for each length

    def given(self, symbol: int) -> None:
        """Add a symbol that is known and not to be predicted."""
        self.counts.push(symbol)

    def observe(self, symbol: int) -> None:
        """Add the symbol that was to be predicted, and learn from it."""
        path = self.counts.path()
        entry: list[int] = []
        for length in self._lengths:
            if length < len(path) and self.counts.total(path[length]):
                score = score_of(self.counts.counts(path[length]), symbol)
                self._add(path[length] if self._by_node else length, score, 1)
                entry.append(score)
            else:
                entry.append(_SILENT)
        self._entries.append(entry)
        gone = self.counts.learn(symbol)
        if gone:
            for length, score in zip(self._lengths, self._entries.popleft(), strict=True):
                if score != _SILENT:
                    self._add(gone[length] if self._by_node else length, -score, -1)
        self.counts.push(symbol)

    def speaker(self) -> int:
        """Return the node of the context with the best mean score, the longest of equals.

        Return -1 when no context has earned as much as a guess would.
        """
        path = self.counts.path()
        best, found = 0.0, -1
        for length in self._lengths:
            if length >= len(path) or not self.counts.total(path[length]):
                break
            key = path[length] if self._by_node else length
            times = self._times.get(key, 0)
            mean = self._points[key] / times if times else 0.0
            if mean >= best:
                best, found = mean, path[length]
        return found

    def distribution(self) -> list[float]:
        """Return the smoothed frequencies of the context that speaks, uniform without one."""
        node = self.speaker()
        if node < ROOT:
            return [1 / self.symbols] * self.symbols
        whole = (self.counts.total(node) + 1) * self.symbols
        return [(count * self.symbols + 1) / whole for count in self.counts.counts(node)]

    def _add(self, key: int, score: int, times: int) -> None:
        self._times[key] = self._times.get(key, 0) + times
        self._points[key] = self._points.get(key, 0) + score
        if not self._times[key]:
            del self._times[key], self._points[key]
