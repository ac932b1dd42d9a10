"""A trie over bytes that finds the sentence, of many with holes, that a text is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from rogomatic.sight.message_holes import HOLES, Field, Hole

_NONE: Final = 1 << 30  # the rank of no sentence
_END: Final = -1  # stands for the byte behind the last one
_LABEL: Final = 3  # bytes behind a hole that its end is looked for by


class Caught(NamedTuple):
    """A hole of a sentence, and which part of the text it holds."""

    field: Field
    start: int
    stop: int


@final
class Match:
    """The sentence that a text is.

    kind    what it says
    rank    its place among the sentences of the trie
    caught  its holes, the last one first
    """

    def __init__(self, rank: int) -> None:
        self.kind = ""
        self.rank = rank
        self.caught: list[Caught] = []


@final
class _Node:
    """A place within sentences.

    rank   of the sentence that ends here
    best   the lowest rank that ends here or below
    edges  the bytes that may follow, by the first of them; a path without branches is one edge
    gaps   what may follow instead
    """

    def __init__(self) -> None:
        self.rank = _NONE
        self.best = _NONE
        self.edges: dict[int, _Edge] = {}
        self.gaps: list[_Gap] = []


@final
class _Edge:
    """Bytes, and the place behind them.

    clue  bytes that are in every text which goes on by them; known behind holes
    """

    def __init__(self, label: bytes, node: _Node, clue: bytes = b"") -> None:
        self.label = label
        self.node = node
        self.clue = clue


@final
class _Gap:
    """A hole, and what may stand behind it.

    rank   of the sentence that ends with it
    best   the lowest rank of a sentence with it
    edges  the bytes by which its end is found
    """

    def __init__(self, hole: Hole) -> None:
        self.hole = hole
        self.may_begin = hole.may_begin
        self.rank = _NONE
        self.best = _NONE
        self.edges: list[_Edge] = []


@final
class MessageTrie:
    """Finds sentences.  Its letters are small, as those of the texts have to be.

    >>> trie = MessageTrie([("you-hit", "You hit {who}"), ("you-miss", "You miss")])
    >>> trie.find(b"you miss").kind, trie.find(b"you hit the bat").caught
    ('you-miss', [Caught(field='who', start=8, stop=15)])
    """

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        """Take kinds and patterns, written as in `message_table`; where two fit, the earlier one wins."""
        self._root = _Node()
        self._kinds = [kind for kind, _ in rows]
        for rank, (_, pattern) in enumerate(rows):
            _add(self._root, pattern, rank)

    def find(self, text: bytes) -> Match | None:
        """Return the first of the patterns that all of the text fits; a hole holds as little as it can."""
        found = _walk(self._root, text, 0, _NONE)
        if found is not None:
            found.kind = self._kinds[found.rank]
        return found


def _add(node: _Node, pattern: str, rank: int) -> None:
    """Add a pattern below the root, whose rank is higher than those that are there."""
    first, *pieces = pattern.split("{")
    names = [piece.partition("}")[0] for piece in pieces]
    letters = [piece.partition("}")[2].lower().encode() for piece in pieces]
    if b"" in letters[:-1]:
        raise ValueError(f"two holes touch in {pattern!r}: where would the first one end?")
    node.best = min(node.best, rank)
    node = _after_letters(node, first.lower().encode(), rank)
    for number, name in enumerate(names):
        gap = _gap(node, HOLES[name], rank)
        if not letters[number]:
            gap.rank = min(gap.rank, rank)
            return
        node = _after_gap(gap, letters[number:], rank)
    node.rank = min(node.rank, rank)


def _after_letters(node: _Node, letters: bytes, rank: int) -> _Node:
    """Return the node that letters lead to; edges are made, and split where letters leave them."""
    while letters:
        edge = node.edges.get(letters[0])
        if edge is None:
            edge = node.edges[letters[0]] = _Edge(letters, _Node())
        same = _common(edge.label, letters)
        if same < len(edge.label):
            middle = _Node()
            middle.best = edge.node.best
            middle.edges[edge.label[same]] = _Edge(edge.label[same:], edge.node)
            edge.label, edge.node = letters[:same], middle
        node = edge.node
        node.best = min(node.best, rank)
        letters = letters[same:]
    return node


def _common(first: bytes, second: bytes) -> int:
    """Return how many bytes two texts begin with alike."""
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    return same


def _gap(node: _Node, hole: Hole, rank: int) -> _Gap:
    """Return the gap behind a node that is such a hole, new or not."""
    for gap in node.gaps:
        if gap.hole is hole:
            break
    else:
        gap = _Gap(hole)
        node.gaps.append(gap)
    gap.best = min(gap.best, rank)
    return gap


def _after_gap(gap: _Gap, letters: list[bytes], rank: int) -> _Node:
    """Return the node that the first letters behind a gap lead to; more may follow behind other holes."""
    label = letters[0][:_LABEL]
    for edge in gap.edges:
        if edge.label == label:
            edge.clue = label
            break
    else:
        edge = _Edge(label, _Node(), clue=max(letters, key=len))
        gap.edges.append(edge)
    edge.node.best = min(edge.node.best, rank)
    return _after_letters(edge.node, letters[0][_LABEL:], rank)


def _walk(node: _Node, text: bytes, start: int, bound: int) -> Match | None:
    """Return the best sentence from here on that is the rest of a text, if its rank is below a bound."""
    found: Match | None = None
    letter = text[start] if start < len(text) else _END
    if letter == _END:
        if node.rank < bound:
            found = Match(node.rank)
            bound = node.rank
    else:
        edge = node.edges.get(letter)
        if edge is not None and edge.node.best < bound and text.startswith(edge.label, start):
            found = _walk(edge.node, text, start + len(edge.label), bound)
            if found is not None:
                bound = found.rank
    for gap in node.gaps:
        if gap.best < bound and (letter == _END or gap.may_begin[letter]):
            better = _fill(gap, text, start, bound)
            if better is not None:
                found = better
                bound = better.rank
    return found


def _fill(gap: _Gap, text: bytes, start: int, bound: int) -> Match | None:
    """Return the best sentence, as `_walk` does, with a gap here: it ends where an edge of it is found."""
    found: Match | None = None
    hole = gap.hole
    for edge in gap.edges:
        if edge.node.best >= bound or text.find(edge.clue, start) < 0:
            continue
        stop = text.find(edge.label, start)
        while stop >= 0 and edge.node.best < bound:
            if hole.fits(text, start, stop):
                better = _walk(edge.node, text, stop + len(edge.label), bound)
                if better is not None:
                    better.caught.append(Caught(hole.field, start, stop))
                    found = better
                    bound = better.rank
            stop = text.find(edge.label, stop + 1)
    if gap.rank < bound and hole.fits(text, start, len(text)):
        found = Match(gap.rank)
        found.caught.append(Caught(hole.field, start, len(text)))
    return found
