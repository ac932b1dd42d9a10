"""Patterns with holes as one regular expression, in which the first pattern that fits wins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, final

JOIN: Final = b".  "  # between two sentences of one line

Field = Literal["who", "item", "n", "key", ""]
"""What a hole stands for; "" if its text is not used."""


class Hole(NamedTuple):
    """A kind of hole: the field it fills, and a regular expression for lowercase text that may fill it."""

    field: Field
    expression: bytes


_OTHER: Final = rb"(?!\.  )."  # a byte at which no next sentence begins
_ANYTHING: Final = rb"(?:%b)*?" % _OTHER
_SOMETHING: Final = rb"(?:%b)+?" % _OTHER

HOLES: Final[dict[str, Hole]] = {
    "who": Hole("who", rb"(?!you(?![a-z0-9]))[a-z' -]+?"),
    # The word and the blank that begin a sentence about a monster; the hole may be the word alone.
    "Who": Hole("who", rb"(?=the |it |something )[a-z' -]*?"),
    "item": Hole("item", _SOMETHING),
    "pack": Hole("item", rb"[a-z]\) " + _SOMETHING),
    "got": Hole("item", _SOMETHING + rb"\([a-z]\)"),
    "ring": Hole("item", _SOMETHING + rb" \(on (?:left|right) hand\)"),
    "band": Hole(
        "item",
        rb"an? (?:[+-][0-9]+ )?(?:ring (?:of|called) %b|(?!ring (?:of|called) )[a-z ]+? ring)" % _SOMETHING,
    ),
    "n": Hole("n", rb"-?[0-9]+?"),
    "color": Hole("", rb"[a-z -]+?"),
    "missile": Hole("item", rb"(?![a-z]+ (?:swings|barely))[a-z ()]+?"),
    "bolt": Hole("item", rb"bolt|flame|ice"),
    "trap": Hole("item", rb"an? (?:trapdoor|beartrap|[a-z]+ (?:(?:gas|dart) )?trap)"),
    "key": Hole("key", rb".|\^."),
    "any": Hole("", _ANYTHING),
}


class Match(NamedTuple):
    """A pattern that fits a text: its number, its kind, and (start, end) of what fills each field."""

    number: int
    kind: str
    spans: dict[Field, tuple[int, int]]


class _Row(NamedTuple):
    """A pattern within the expression: its number, its kind, and the group of each field."""

    number: int
    kind: str
    groups: dict[Field, int]


@final
class MessagePatterns:
    """A table of patterns with holes, in which the first one that fits a whole text wins.

    >>> patterns = MessagePatterns([("you-hit", "You hit {who}"), ("you-miss", "You miss")])
    >>> patterns.match(b"you hit the bat")
    Match(number=0, kind='you-hit', spans={'who': (8, 15)})
    """

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        """Compile kinds and patterns, written as in `message_table`.

        Raises ValueError for two holes without a letter between them: the end of the first would be unknown.
        """
        self._rows: dict[int, _Row] = {}  # by the group that encloses the pattern
        expressions: list[bytes] = []
        group = 1
        for number, (kind, pattern) in enumerate(rows):
            letters, holes = _split(pattern)
            fields: dict[Field, int] = {}
            expression = re.escape(letters[0]) + _clue(letters[1:])
            for place, (hole, after) in enumerate(zip(holes, letters[1:], strict=True), start=1):
                fields.setdefault(hole.field, group + place)
                expression += b"(%b)" % hole.expression + re.escape(after)
            expressions.append(b"(%b)" % expression)
            self._rows[group] = _Row(number, kind, fields)
            group += 1 + len(holes)
        self._expression = re.compile(b"|".join(expressions), re.DOTALL)

    def match(self, text: bytes) -> Match | None:
        """Return the first pattern that all of a lowercase text fits; each hole holds as little as it can."""
        found = self._expression.fullmatch(text)
        if found is None or found.lastindex is None:
            return None
        row = self._rows[found.lastindex]
        return Match(row.number, row.kind, {field: found.span(group) for field, group in row.groups.items()})


def _clue(letters: Sequence[bytes]) -> bytes:
    """Return a lookahead for the longest letters behind the holes, so that most texts fail at once.

    Without it a text of n letters takes n * n steps in a pattern of two holes.
    """
    longest = max(letters, key=len, default=b"")
    return rb"(?=.*%b)" % re.escape(longest) if longest else b""


def _split(pattern: str) -> tuple[list[bytes], list[Hole]]:
    """Return the lowercase letters before, between, and behind the holes of a pattern, and its holes."""
    pieces = re.split(r"\{(\w+)\}", pattern)
    letters = [piece.lower().encode() for piece in pieces[::2]]
    if b"" in letters[1:-1]:
        raise ValueError(f"two holes touch in {pattern!r}: where would the first one end?")
    return letters, [HOLES[name] for name in pieces[1::2]]
