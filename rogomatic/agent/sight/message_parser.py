"""The message parser, which turns sentences of row 0 into facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, final

from rogomatic.agent.editions import CLONE
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.sight.message_table import HARMLESS, JOIN, TABLE
from rogomatic.agent.sight.status_parser import read_status

Field = Literal["who", "item", "n", "key", ""]
"""Field of a fact that a hole fills; "" if the text of the hole is not used."""


class MessageHole(NamedTuple):
    """Placeholder in a pattern.

    It has the name of the field that receives the text found there, and a regular expression for this text.
    """

    field: Field
    expression: str


_OTHER: Final = r"(?!\.  )."  # a character at which no new sentence begins
_ANYTHING: Final = f"(?:{_OTHER})*?"
_SOMETHING: Final = f"(?:{_OTHER})+?"

HOLES: Final[dict[str, MessageHole]] = {
    "who": MessageHole("who", r"(?!you(?![a-z0-9]))[a-z' -]+?"),
    # The word and the blank that begin a sentence about a monster; the hole may be the word alone.
    "Who": MessageHole("who", r"(?=the |it |something )[a-z' -]*?"),
    "item": MessageHole("item", _SOMETHING),
    "pack": MessageHole("item", r"[a-z]\) " + _SOMETHING),
    "got": MessageHole("item", _SOMETHING + r"\([a-z]\)"),
    "ring": MessageHole("item", _SOMETHING + r" \(on (?:left|right) hand\)"),
    "band": MessageHole(
        "item",
        rf"an? (?:[+-][0-9]+ )?(?:ring (?:of|called) {_SOMETHING}|(?!ring (?:of|called) )[a-z ]+? ring)",
    ),
    "n": MessageHole("n", r"-?[0-9]+?"),
    "color": MessageHole("", r"[a-z -]+?"),
    "missile": MessageHole("item", r"(?![a-z]+ (?:swings|barely))[a-z ()]+?"),
    "bolt": MessageHole("item", r"bolt|flame|ice"),
    "trap": MessageHole("item", r"an? (?:trapdoor|beartrap|[a-z]+ (?:(?:gas|dart) )?trap)"),
    "key": MessageHole("key", r".|\^."),
    "any": MessageHole("", _ANYTHING),
}


class MessageMatch(NamedTuple):
    """Match of a text: the pattern's number and kind, and the (start, end) of each field in the text."""

    number: int
    kind: str
    spans: dict[Field, tuple[int, int]]


@final
class _Row:
    """Pattern with its number, its kind, and the group of each field in its regular expression.

    start  literal text before the first hole
    clue   longest literal text after the first hole
    """

    __slots__ = ("clue", "expression", "groups", "kind", "number", "start")

    def __init__(self, number: int, kind: str, letters: Sequence[str], holes: Sequence[MessageHole]) -> None:
        self.number = number
        self.kind = kind
        self.start = letters[0]
        self.clue = max(letters[1:], key=len, default="")
        self.groups: dict[Field, int] = {}
        expression = re.escape(letters[0])
        for group, (hole, after) in enumerate(zip(holes, letters[1:], strict=True), start=1):
            self.groups.setdefault(hole.field, group)
            expression += f"({hole.expression}){re.escape(after)}"
        self.expression = re.compile(expression, re.DOTALL)


@final
class MessagePatterns:
    """Table of patterns with holes.  The first pattern that matches the whole text is used.

    >>> patterns = MessagePatterns([("you-hit", "You hit {who}"), ("you-miss", "You miss")])
    >>> patterns.match("you hit the bat")
    MessageMatch(number=0, kind='you-hit', spans={'who': (8, 15)})
    """

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        """Compile rows of (kind, pattern), written as in `message_table`.

        Raises ValueError if no text stands between two holes, because the first hole would have no clear end.
        """
        self._whole: dict[str, tuple[int, str]] = {}  # the patterns without holes
        self._open: list[_Row] = []  # patterns that begin with a hole
        self._by_letter: dict[str, list[_Row]] = {}  # first letter -> patterns that may match
        for number, (kind, pattern) in enumerate(rows):
            letters, holes = _split(pattern)
            if not holes:
                self._whole.setdefault(letters[0], (number, kind))
                continue
            row, first = _Row(number, kind, letters, holes), letters[0][:1]
            if first:
                self._by_letter.setdefault(first, self._open.copy()).append(row)
                continue
            self._open.append(row)
            for known in self._by_letter.values():
                known.append(row)

    def match(self, text: str) -> MessageMatch | None:
        """Match a lowercase text with the first pattern that fits.  Each hole is as short as possible."""
        whole = self._whole.get(text)
        likely = [row for row in self._by_letter.get(text[:1], self._open) if row.clue in text]
        for row in likely:
            if whole is not None and whole[0] < row.number:
                break
            if text.startswith(row.start):
                found = row.expression.fullmatch(text)
                if found is not None:
                    spans = {field: found.span(group) for field, group in row.groups.items()}
                    return MessageMatch(row.number, row.kind, spans)
        return None if whole is None else MessageMatch(whole[0], whole[1], {})


def _split(pattern: str) -> tuple[list[str], list[MessageHole]]:
    """Return the lowercase texts around the holes of a pattern, and the holes."""
    pieces = re.split(r"\{(\w+)\}", pattern)
    letters = [piece.lower() for piece in pieces[::2]]
    if "" in letters[1:-1]:
        raise ValueError(f"two holes touch in {pattern!r}: where would the first one end?")
    return letters, [HOLES[name] for name in pieces[1::2]]


__all__ = ["HARMLESS", "KINDS", "Fact", "read_message"]


class Fact(NamedTuple):
    """What a sentence of the game says.

    kind  kind of the sentence, or "unknown" with the sentence in `item`
    who   the monster in small letters without article; "" if the game calls the monster "it" or "something".
          If `kind` is "version", `who` is instead the author who signed the version ("chongo", "mctesq").
          If `kind` is "identify-answer", `item` is a key, and `who` is what that key means
    item  an item, a trap, or a key.  An item is in the words of the game, with its pack letter if the game
          shows one ("a mace (f)", "b) +1 ring mail [4]").  A trap has no article ("bear trap")
    n     number of gold pieces, experience level, or dungeon level, depending on the kind; 0 for other kinds
    """

    kind: str
    who: str = ""
    item: str = ""
    n: int = 0


_UNSEEN: Final = frozenset({"it", "something"})
_SIGNED: Final = " was here)"
_TRAPS: Final = {"beartrap": "bear trap", "dart trap": "poison dart trap"}  # older names
_DIRECTED: Final = "<dir>"  # follows a key that needs a direction, in help pages
_FOREIGN: Final = "\xff"  # stands for letters that occur in no sentence


def _ranked() -> list[tuple[str, str]]:
    """Return (kind, pattern) of all sentences.  Patterns with more literal letters come first."""
    rows = [(kind, text.rstrip(".")) for kind, texts in TABLE for text in texts]
    return sorted(rows, key=lambda row: (-_size(row[1]), "{" in row[1]))


def _size(pattern: str) -> int:
    """Return the number of letters in a pattern that are outside its holes.

    >>> _size("You hit {who}")
    8
    """
    letters, *pieces = pattern.split("{")
    return len(letters) + sum(len(piece) - piece.index("}") - 1 for piece in pieces)


_ROWS: Final = _ranked()
_PATTERNS: Final = MessagePatterns(_ROWS)
_JOINED: Final = MessagePatterns([row for row in _ROWS if JOIN in row[1]])  # sentences that look like two
KINDS: Final = frozenset(kind for kind, _ in TABLE) | {
    "unknown", "item-line", "identified", "picked-up", "status-as-message", "help-line",
}  # fmt: skip


@lru_cache(maxsize=8192)
def read_message(line: str) -> tuple[Fact, ...]:
    """Parse a line of row 0, with or without its --More--, into facts.  Return () for an empty line.

    >>> read_message("You hit.  Defeated the ice monster --More--")
    (Fact(kind='you-hit', who='', item='', n=0), Fact(kind='defeated', who='ice monster', item='', n=0))
    >>> read_message("You can't.  It appears to be cursed")
    (Fact(kind='cursed', who='', item='', n=0),)
    >>> read_message("What is this?")
    (Fact(kind='unknown', who='', item='What is this?', n=0),)
    """
    line = line.rstrip().removesuffix("--More--").rstrip()
    if not line:
        return ()
    parts = line.split(JOIN)
    facts: list[Fact] = []
    start = 0
    while start < len(parts):
        # the longest run of parts that is one sentence of the table
        for end in range(len(parts), start, -1):
            text = JOIN.join(parts[start:end])
            fact = _read_sentence(text)
            if fact is not None:
                break
        else:
            fact, end = Fact("unknown", item=text), start + 1
        facts.append(fact)
        start = end
    return tuple(facts)


def _read_sentence(text: str) -> Fact | None:
    """Match one sentence, with or without its full stop.  Return None if it is not understood."""
    bare = text.rstrip(". ") or text
    found = (_JOINED if JOIN in bare else _PATTERNS).match(_small(bare))
    if found is None:
        return _read_other(bare)
    if not found.spans:
        return Fact(found.kind)
    return _fact(found.kind, {field: bare[start:end] for field, (start, end) in found.spans.items()}, text)


def _small(text: str) -> str:
    """Return a text in lowercase, of the same length.  All non-ASCII letters become the same character."""
    if text.isascii():
        return text.lower()
    return "".join([letter.lower() if letter.isascii() else _FOREIGN for letter in text])


def _fact(kind: str, caught: dict[Field, str], text: str) -> Fact:
    who = caught.get("who", "").lower()
    while who.startswith("the "):
        who = who[4:]
    if who in _UNSEEN:
        who = ""
    item, key = caught.get("item", ""), caught.get("key", "")
    if kind == "version":
        who, item = _signature(text), item.split(" ")[0].rstrip(".")
        item = CLONE if text.startswith("rogue-clone") else item
    elif kind == "ring-on" and key:
        item = f"{item} ({key})"
    elif kind == "genocide-done":
        who = who.removesuffix("s")
    elif kind == "prompt":
        item = text
    elif kind in ("trap-found", "trap-asked"):
        name = item.lower().split(" ", 1)[1]
        item = _TRAPS.get(name, name)
    elif key and not item:
        item = key
    return Fact(kind, who, item, int(caught.get("n", "0")))


def _signature(text: str) -> str:
    """Return the author who signed the game's version.  Return "" if there is none.

    >>> _signature("Version 5.4.5 (mctesq was here)")
    'mctesq'
    """
    for before in text.split(_SIGNED)[:-1]:
        _, opened, name = before.rpartition("(")
        if opened and name.isalnum():
            return name
    return ""


def _read_other(bare: str) -> Fact | None:
    """Parse a pack line, a single item, the status row, or a line of help."""
    if bare[1:3] == ") ":
        return Fact("item-line", item=bare)
    letter = bare[-3:-2] == "(" and bare[-1] == ")"
    if letter and read_thing(bare[:-3].rstrip(" .")).kind != "?":
        return Fact("picked-up", item=bare)
    if read_thing(bare).kind != "?":
        return Fact("identified", item=bare)
    if bare.startswith("Level: ") and read_status(bare) is not None:
        return Fact("status-as-message", item=bare)
    if _is_help(bare):
        return Fact("help-line", item=bare)
    return None


def _is_help(bare: str) -> bool:
    """Return whether a line explains a key.  It consists of the key, two to seven blanks, and words."""
    widths = [1]
    if bare.startswith("^"):
        widths.append(2)
    if bare.startswith(_DIRECTED, 1) and bare[0] != " ":
        widths.append(1 + len(_DIRECTED))
    for width in widths:
        words = bare[width:].lstrip(" ")
        if words.strip() and 2 <= len(bare) - width - len(words) <= 7:
            return True
    return False
