"""Predictors by context: what followed the last symbols, used by best length or by a vote of all."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import fsum, log2
from typing import Final, Literal

from rogomatic.roshambo.predictor import TrackRecord, likeliest

# -- counts: what followed the last 0, 1, 2, ... symbols

ROOT = 0


class ContextCounts:
    """Counts per context.

    symbols  how many there are
    longest  length of the longest context
    window   events that are remembered; 0: all
    visits   nodes that were stepped on so far, as a measure of the work done

    A trie with the newest symbol of a context next to the root, so that all contexts of a moment lie on one
    path and every symbol costs a number of steps that grows with the longest context only.
    """

    def __init__(self, symbols: int, longest: int, window: int = 0) -> None:
        self.symbols = symbols
        self.longest = longest
        self.window = window
        self.visits = 0
        self._history: list[int] = []
        self._start = 0  # of the symbols that contexts may hold
        self._counts = [0] * symbols
        self._links = [ROOT] * symbols  # the root is nobody's child and stands for none
        self._totals = [0]
        self._free: list[int] = []
        self._events: deque[tuple[int, int, int]] = deque()  # where in the history, longest context, symbol
        self._path: list[int] = []  # empty: to be found anew

    def push(self, symbol: int) -> None:
        """Put a symbol at the end of the history, without counting it."""
        self._history.append(symbol)
        self._path = []

    def cut(self) -> None:
        """Begin anew: no context reaches back beyond this moment.  The counts stay."""
        self._start = len(self._history)
        self._path = []

    def path(self) -> list[int]:
        """Return the nodes of the present contexts by length, as far as something was counted there."""
        if not self._path:
            found, node, end = [ROOT], ROOT, len(self._history)
            for place in range(end - 1, max(end - self.longest, self._start) - 1, -1):
                node = self._links[node * self.symbols + self._history[place]]
                if node == ROOT:
                    break
                found.append(node)
            self.visits += len(found)
            self._path = found
        return self._path

    def counts(self, node: int) -> list[int]:
        """Return how often each symbol followed the context of a node."""
        first = node * self.symbols
        return self._counts[first : first + self.symbols]

    def total(self, node: int) -> int:
        """Return how often anything did."""
        return self._totals[node]

    def learn(self, symbol: int) -> list[int]:
        """Count a symbol after each of the present contexts; it does not become part of the history.

        Return the nodes, by length, of the event that leaves the window for it; [] if none does.
        """
        end = len(self._history)
        depth = min(self.longest, end - self._start)
        node = ROOT
        self._count(node, symbol)
        for place in range(end - 1, end - depth - 1, -1):
            link = node * self.symbols + self._history[place]
            node = self._links[link]
            if node == ROOT:
                node = self._links[link] = self._new_node()
            self._count(node, symbol)
        self._path = []
        self._events.append((end, depth, symbol))
        if self.window and len(self._events) > self.window:
            return self._forget()
        return []

    def contexts(self) -> dict[tuple[int, ...], list[int]]:
        """Return every context that has a node, oldest symbol first, with its counts."""
        found: dict[tuple[int, ...], list[int]] = {}
        waiting: list[tuple[tuple[int, ...], int]] = [((), ROOT)]
        while waiting:
            context, node = waiting.pop()
            found[context] = self.counts(node)
            for symbol in range(self.symbols):
                child = self._links[node * self.symbols + symbol]
                if child != ROOT:
                    waiting.append(((symbol, *context), child))
        return found

    def _count(self, node: int, symbol: int) -> None:
        self._counts[node * self.symbols + symbol] += 1
        self._totals[node] += 1
        self.visits += 1

    def _new_node(self) -> int:
        if self._free:
            return self._free.pop()
        self._counts.extend([0] * self.symbols)
        self._links.extend([ROOT] * self.symbols)
        self._totals.append(0)
        return len(self._totals) - 1

    def _forget(self) -> list[int]:
        """Take the oldest event out of the counts; free the nodes that held nothing else."""
        end, depth, symbol = self._events.popleft()
        nodes, links = [ROOT], [0]
        for place in range(end - 1, end - depth - 1, -1):
            links.append(nodes[-1] * self.symbols + self._history[place])
            nodes.append(self._links[links[-1]])
        for length in range(depth, -1, -1):
            node = nodes[length]
            self._counts[node * self.symbols + symbol] -= 1
            self._totals[node] -= 1
            if length and not self._totals[node]:
                self._links[links[length]] = ROOT
                self._free.append(node)
        self.visits += depth + 1
        return nodes


# -- the best length of context

LENGTHS: Final = tuple(range(0, 43, 2))  # whole turns of two players
WINDOW: Final = 200  # events
THROWS: Final = 3
_SILENT: Final = 1 << 40  # stands for the score of a context that could not speak
_THOUSANDTHS: Final = 1000

ScoreBy = Literal["length", "node"]


def best_throw(chances: Sequence[float]) -> int:
    """Return the throw that wins most, less what it loses, if the other throws so; the lowest among equals.

    Throw t loses to t + 1, counted round.  Differences below 1e-12 are none.

    >>> best_throw([0.45, 0.15, 0.40])
    0
    """
    gains = [chances[throw - 1] - chances[(throw + 1) % THROWS] for throw in range(THROWS)]
    best = max(gains)
    return next(throw for throw in range(THROWS) if gains[throw] >= best - 1e-12)


def score_of(counts: Sequence[int], symbol: int) -> int:
    """Return what a context with these counts would have earned when the symbol came.

    Of three symbols: 1 for a won throw, 0 for an even one, -1 for a lost one.  Else: thousandths of a bit
    saved against a guess that holds all symbols alike.

    >>> score_of([3, 0, 0], 0), score_of([3, 0, 0], 1), score_of([3, 0, 0, 0], 0)
    (1, 0, 1700)
    """
    symbols = len(counts)
    if symbols == THROWS:
        lead = (best_throw([float(count) for count in counts]) - symbol) % THROWS
        return 1 if lead == 1 else -lead // 2
    return round(_THOUSANDTHS * log2((symbols * counts[symbol] + 1) / (sum(counts) + 1)))


class BestContext:
    """A predictor that asks the context with the best record.

    symbols   how many there are
    lengths   of the contexts that may speak, rising
    window    events that are remembered; 0: all
    score_by  whether a record belongs to all contexts of a length, or to each context

    Contexts are of the last symbols, given and observed ones as they came; counts and scores are of a window
    of events.  After MegaHAL, a player of rock, paper and scissors.
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
        self._record = TrackRecord()

    def given(self, symbol: int) -> None:
        """Take in a symbol that is known and not to be predicted."""
        self.counts.push(symbol)

    def observe(self, symbol: int) -> None:
        """Take in the symbol that was to be predicted, and learn from it."""
        chances = self.distribution()
        top = likeliest(chances)
        self._record.note(chances[top], False, symbol == top)
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

    def cut(self) -> None:
        """Begin a new row of symbols; what was learned stays."""
        self.counts.cut()

    def speaker(self) -> int:
        """Return the node of the context that speaks: of the best mean score, the longest among equals.

        Return -1 when there is none that has earned as much as a guess would.
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
        """Return the speaker's counts with one case more, shared by all symbols; all alike without one."""
        node = self.speaker()
        if node < ROOT:
            return [1 / self.symbols] * self.symbols
        whole = (self.counts.total(node) + 1) * self.symbols
        return [(count * self.symbols + 1) / whole for count in self.counts.counts(node)]

    def top(self) -> int:
        """Return the likeliest symbol, the lowest among equals."""
        return likeliest(self.distribution())

    def certainty(self) -> float:
        """Return how far the likeliest symbol is to be trusted, 0 to 1."""
        return self._record.certainty(max(self.distribution()), False)

    def _add(self, key: int, score: int, times: int) -> None:
        self._times[key] = self._times.get(key, 0) + times
        self._points[key] = self._points.get(key, 0) + score
        if not self._times[key]:
            del self._times[key], self._points[key]


# -- a vote of contexts of every length

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
