"""Counts of what followed each of the last contexts."""

from __future__ import annotations

from collections import deque

ROOT = 0


class ContextCounts:
    """Counts of the symbols that followed each context, in a trie.

    symbols  number of symbols
    longest  length of the longest context
    window   events that are remembered; 0 for all

    The newest symbol of a context is next to the root, so that all contexts of a moment lie on one path.
    """

    def __init__(self, symbols: int, longest: int, window: int = 0) -> None:
        self.symbols = symbols
        self.longest = longest
        self.window = window
        self._history: list[int] = []
        self._counts = [0] * symbols
        self._links = [ROOT] * symbols  # the root is nobody's child and stands for none
        self._totals = [0]
        self._free: list[int] = []
        self._events: deque[tuple[int, int, int]] = deque()  # where in the history, longest context, symbol
        self._path: list[int] = []  # empty: to be found anew

    def push(self, symbol: int) -> None:
        """Append a symbol to the history without counting it."""
        self._history.append(symbol)
        self._path = []

    def path(self) -> list[int]:
        """Return the nodes of the present contexts by length, up to the longest that has counts."""
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
        """Return how often any symbol followed the context of a node."""
        return self._totals[node]

    def learn(self, symbol: int) -> list[int]:
        """Count a symbol after each present context, without appending it to the history.

        Return the nodes, by length, of the event that leaves the window; [] if none does.
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
        """Return the counts of every context, whose oldest symbol is first."""
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
        """Remove the oldest event from the counts, and free empty nodes."""
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
