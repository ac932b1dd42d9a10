"""Bots that look in the past for the latest throws, to predict the next throw from what followed there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import fsum, log2
from typing import Final, Literal, Protocol

from rogomatic.roshambo.throws import THROWS, Past, points
from rogue.shared.seeds import Dice

ROOT = 0


LONGEST: Final = 10
_FLOOR: Final = 0.01  # a vote for every symbol, so that none is impossible
LENGTHS: Final = tuple(range(0, 43, 2))  # whole turns of two players
WINDOW: Final = 200  # events
_SILENT: Final = 1 << 40  # stands for the score of a context that could not speak
_THOUSANDTHS: Final = 1000
_ALIKE: Final = 1e-12
_DECAY: Final = 0.98  # decay per turn of a rotation's score


class ContextCounts:
    """Counts of the symbols that followed each context, in a trie.

    symbols  number of different symbols
    longest  length of the longest context
    window   number of latest events that are counted; 0: all events are counted

    A context is said to "end now" if its symbols are the latest symbols of the history.  The trie stores each
    context backward, from its newest symbol (next to the root) to its oldest.  Therefore all contexts that
    end now lie on one path from the root.
    """

    def __init__(self, symbols: int, longest: int, window: int = 0) -> None:
        self.symbols = symbols
        self.longest = longest
        self.window = window
        self._history: list[int] = []
        self._counts = [0] * symbols
        self._links = [ROOT] * symbols  # ROOT is no node's child, so it means none
        self._totals = [0]
        self._free: list[int] = []
        self._events: deque[tuple[int, int, int]] = deque()  # (place in the history, longest context, symbol)
        self._path: list[int] = []  # empty: must be recomputed

    def push(self, symbol: int) -> None:
        """Append a symbol to the history without counting it."""
        self._history.append(symbol)
        self._path = []

    def path(self) -> list[int]:
        """Return the nodes of the contexts that end now and have counts, shortest context first."""
        if not self._path:
            found, node, end = [ROOT], ROOT, len(self._history)
            for place in range(end - 1, max(end - self.longest, 0) - 1, -1):
                node = self._links[node * self.symbols + self._history[place]]
                if node == ROOT:
                    break
                found.append(node)
            self._path = found
        return self._path

    def counts(self, node: int) -> list[int]:
        """Return how often each symbol followed the context of a node."""
        first = node * self.symbols
        return self._counts[first : first + self.symbols]

    def total(self, node: int) -> int:
        """Return how many symbols followed the context of a node."""
        return self._totals[node]

    def learn(self, symbol: int) -> list[int]:
        """For each context that ends now, count that `symbol` followed it.

        Do not append the symbol to the history.  If counting makes the oldest counted event drop out of the
        window, return the nodes of the contexts of that event, shortest context first.  If not, return [].
        """
        end = len(self._history)
        depth = min(self.longest, end)
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
        """Return the counts of every context.  A context is a tuple of symbols, oldest first."""
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

    def _new_node(self) -> int:
        if self._free:
            return self._free.pop()
        self._counts.extend([0] * self.symbols)
        self._links.extend([ROOT] * self.symbols)
        self._totals.append(0)
        return len(self._totals) - 1

    def _forget(self) -> list[int]:
        """Remove the oldest event from the counts, and free empty nodes.  Return all nodes of the event."""
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
        return nodes


def votes_of(counts: Sequence[int]) -> list[float]:
    """Return the votes that a context gives to each symbol.

    A symbol gets its count, divided by the product of (count + 1) over all symbols.

    >>> votes_of([1, 0, 0]), votes_of([1, 1, 0]), votes_of([0, 0, 0])
    ([0.5, 0.0, 0.0], [0.25, 0.25, 0.0], [0.0, 0.0, 0.0])
    """
    product = 1
    for count in counts:
        product *= count + 1
    return [count / product for count in counts]


class MarkovVotes:
    """A predictor that adds up the votes of contexts, like the bot ROFLBOT.

    symbols  number of different symbols
    longest  length of the longest context
    base     a vote of a context of length k has the weight base^k

    Two sets of contexts vote: those made of symbols passed to `observe`, and those made of symbols passed to
    `given`.
    """

    def __init__(self, symbols: int, longest: int = LONGEST, base: float = 1.0) -> None:
        self.symbols = symbols
        self._base = base
        self._observed = ContextCounts(symbols, longest)
        self._given = ContextCounts(symbols, longest)

    def given(self, symbol: int) -> None:
        """Add a symbol that need not be predicted."""
        self._given.push(symbol)

    def observe(self, symbol: int) -> None:
        """Add a symbol that was to be predicted, and learn from it."""
        self._observed.learn(symbol)
        self._given.learn(symbol)
        self._observed.push(symbol)

    def votes(self) -> list[float]:
        """Return the votes for each symbol.  The empty context has no votes."""
        cast: list[list[float]] = [[] for _ in range(self.symbols)]
        for model in (self._observed, self._given):
            weight = 1.0
            for node in model.path()[1:]:
                weight *= self._base
                for symbol, vote in enumerate(votes_of(model.counts(node))):
                    cast[symbol].append(weight * vote)
        return [fsum(votes) for votes in cast]

    def distribution(self) -> list[float]:
        """Return each symbol's share of the votes.  A small floor keeps all shares above 0."""
        votes = self.votes()
        whole = fsum(votes) + _FLOOR * self.symbols
        return [(vote + _FLOOR) / whole for vote in votes]


ScoreBy = Literal["length", "node"]


def best_throw(chances: Sequence[float]) -> int:
    """Return the throw with the best expected score.  `chances` holds the chances of the other side's throws.

    Throw t loses to throw t + 1, modulo 3.  If several throws are within 1e-12 of the best score, return the
    lowest.

    >>> best_throw([0.45, 0.15, 0.40])
    0
    """
    gains = [chances[throw - 1] - chances[(throw + 1) % THROWS] for throw in range(THROWS)]
    best = max(gains)
    return next(throw for throw in range(THROWS) if gains[throw] >= best - 1e-12)


def score_of(counts: Sequence[int], symbol: int) -> int:
    """Return the score of a context with these counts if the next symbol is `symbol`.

    With three symbols, the score is 1 if the best throw against the counts beats `symbol`, 0 if it ties, and
    -1 if it loses.  With any other number of symbols, the score says how many fewer bits are needed to encode
    `symbol` with the counts than with uniform chances, in thousandths of a bit.

    >>> score_of([3, 0, 0], 0), score_of([3, 0, 0], 1), score_of([3, 0, 0, 0], 0)
    (1, 0, 1700)
    """
    symbols = len(counts)
    if symbols == THROWS:
        lead = (best_throw([float(count) for count in counts]) - symbol) % THROWS
        return 1 if lead == 1 else -lead // 2
    return round(_THOUSANDTHS * log2((symbols * counts[symbol] + 1) / (sum(counts) + 1)))


class BestContext:
    """A predictor that uses only the context with the best record, like the bot MegaHAL.

    symbols   number of different symbols
    lengths   lengths of the contexts that may be used, ascending
    window    number of latest events that are counted and scored; 0: all events are counted and scored
    score_by  "length": all contexts of a length share a record; "node": each context has its own record

    A context consists of the latest symbols, both given and observed, in their order.
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
        self._entries: deque[list[int]] = deque()  # per event of the window, a score for each length

    def given(self, symbol: int) -> None:
        """Add a symbol that need not be predicted."""
        self.counts.push(symbol)

    def observe(self, symbol: int) -> None:
        """Add a symbol that was to be predicted, and learn from it."""
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
        """Return the node of the context with the best mean score.

        If several are equally good, return the longest.  If all mean scores are negative, return -1, because
        a context with a negative score is worse than guessing.
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
        """Return the smoothed frequencies of the best context.  If there is none, all chances are equal."""
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


class Predictor(Protocol):
    """A deterministic predictor of the next symbol of a sequence.

    The symbols are 0, 1, 2, ...  Some symbols of the sequence must be predicted.  The others are given.
    """

    def given(self, symbol: int) -> None:
        """Add a symbol that need not be predicted."""

    def observe(self, symbol: int) -> None:
        """Add a symbol that was to be predicted, and learn from it."""

    def distribution(self) -> list[float]:
        """Return the probability of each symbol.  All probabilities are above 0."""


class PredictorBot:
    """A bot that asks a predictor for the next throw, and chooses a throw against it.

    by_value  True: choose the throw with the greatest expected gain; False: choose the throw that beats the
              likeliest throw
    swapped   whether the predictor predicts the throws of the bot's own side instead of the opponent's
    """

    def __init__(self, predictor: Predictor, by_value: bool, swapped: bool = False) -> None:
        self._predictor = predictor
        self._by_value = by_value
        self._swapped = swapped
        self._turns = 0

    def choose(self, past: Past, dice: Dice) -> int:
        """Learn from the last turn.  Return the best throw, or a random throw if all are equally likely."""
        if len(past.own) > self._turns:
            self._turns = len(past.own)
            own, other = past.own[-1], past.other[-1]
            self._predictor.observe(own if self._swapped else other)
            self._predictor.given(other if self._swapped else own)
        chances = self._predictor.distribution()
        best = max(chances)
        likeliest = [throw for throw, chance in enumerate(chances) if chance >= best - _ALIKE]
        if len(likeliest) == THROWS:
            return dice.below(THROWS)
        return best_throw(chances) if self._by_value else (dice.one_of(likeliest) + 1) % THROWS


class Meta:
    """A bot that plays the best of six rotations of another bot.

    One copy of the other bot chooses throws for our side.  A second copy chooses throws for the opponent's
    side, because the opponent may reason in the same way.  Each copy's throw is rotated by 0, 1, and 2,
    because either side may foresee the other's throw and choose the throw that beats it.

    make  function that makes a copy; its argument says whether the copy plays the opponent's side
    """

    def __init__(self, make: Callable[[bool], PredictorBot]) -> None:
        self._copies = (make(False), make(True))
        self._scores = [0.0] * (2 * THROWS)
        self._throws: list[int] = []

    def choose(self, past: Past, dice: Dice) -> int:
        """Update the scores of the six rotations after a turn, and return the throw of the best rotation."""
        if self._throws:
            for number, throw in enumerate(self._throws):
                self._scores[number] = self._scores[number] * _DECAY + points(throw, past.other[-1])
        ours, theirs = (copy.choose(past, dice) for copy in self._copies)
        # The throw that beats theirs comes first among the rotations.
        self._throws = [(ours + turn) % THROWS for turn in (0, 2, 1)]
        self._throws += [(theirs + turn) % THROWS for turn in (1, 0, 2)]
        return self._throws[self._scores.index(max(self._scores))]
