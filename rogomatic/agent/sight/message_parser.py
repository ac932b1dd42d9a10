"""Sentences of row 0 as facts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.sight.message_patterns import JOIN, Field, MessagePatterns
from rogomatic.agent.sight.message_table import HARMLESS, TABLE
from rogomatic.agent.sight.status_parser import read_status
from rogomatic.agent.sight.version import CLONE

__all__ = ["HARMLESS", "KINDS", "Fact", "read_message"]


class Fact(NamedTuple):
    """One thing the game said.

    kind  what was said; "unknown" with the sentence in `item` if the table has no such sentence
    who   the monster, small letters, no article; "" when it was not seen ("it", "something").
          For "version" the signature ("chongo", "mctesq"), for "identify-answer" the meaning of
          the key in `item`
    item  the thing, in the words of the game and with its letter if it was given: "a mace (f)",
          "b) +1 ring mail [4]"; a trap without article ("bear trap"); a key
    n     gold pieces, experience level, dungeon number
    """

    kind: str
    who: str = ""
    item: str = ""
    n: int = 0


_JOIN: Final = JOIN.decode()
_UNSEEN: Final = frozenset({"it", "something"})
_SIGNED: Final = " was here)"
_TRAPS: Final = {"beartrap": "bear trap", "dart trap": "poison dart trap"}  # older names
_DIRECTED: Final = "<dir>"  # behind a key that wants a direction, in the pages of help
_FOREIGN: Final = 0xFF  # stands for letters that no sentence has


def _ranked() -> list[tuple[str, str]]:
    """Return kinds and patterns without their full stop: those with the most letters of their own first."""
    rows = [(kind, text.rstrip(".")) for kind, texts in TABLE for text in texts]
    return sorted(rows, key=lambda row: (-_size(row[1]), "{" in row[1]))


def _size(pattern: str) -> int:
    """Return how many letters of its own a pattern has.

    >>> _size("You hit {who}")
    8
    """
    letters, *pieces = pattern.split("{")
    return len(letters) + sum(len(piece) - piece.index("}") - 1 for piece in pieces)


_ROWS: Final = _ranked()
_PATTERNS: Final = MessagePatterns(_ROWS)
_JOINED: Final = MessagePatterns([row for row in _ROWS if _JOIN in row[1]])  # sentences that look like two
KINDS: Final = frozenset(kind for kind, _ in TABLE) | {
    "unknown", "item-line", "identified", "picked-up", "status-as-message", "help-line",
}  # fmt: skip


@lru_cache(maxsize=8192)
def read_message(line: str) -> tuple[Fact, ...]:
    """Read one line of row 0, with or without its --More--; () for an empty line.

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
    parts = line.split(_JOIN)
    facts: list[Fact] = []
    start = 0
    while start < len(parts):
        # the longest run of parts that is one sentence of the table
        for end in range(len(parts), start, -1):
            text = _JOIN.join(parts[start:end])
            fact = _read_sentence(text)
            if fact is not None:
                break
        else:
            fact, end = Fact("unknown", item=text), start + 1
        facts.append(fact)
        start = end
    return tuple(facts)


def _read_sentence(text: str) -> Fact | None:
    """Match one sentence, its full stop or not."""
    bare = text.rstrip(". ") or text
    found = (_JOINED if _JOIN in bare else _PATTERNS).match(_small(bare))
    if found is None:
        return _read_other(bare)
    if not found.spans:
        return Fact(found.kind)
    return _fact(found.kind, {field: bare[start:end] for field, (start, end) in found.spans.items()}, text)


def _small(text: str) -> bytes:
    """Return a byte for each letter, in small letters."""
    if text.isascii():
        return text.lower().encode()
    return bytes([min(ord(letter), _FOREIGN) for letter in text]).lower()


def _fact(kind: str, caught: dict[Field, str], text: str) -> Fact:
    """Fill a fact from what the holes of its sentence caught."""
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
    """Return who was here, as the answer about the version says it; "" if nobody.

    >>> _signature("Version 5.4.5 (mctesq was here)")
    'mctesq'
    """
    for before in text.split(_SIGNED)[:-1]:
        _, opened, name = before.rpartition("(")
        if opened and name.isalnum():
            return name
    return ""


def _read_other(bare: str) -> Fact | None:
    """Read what no table can list: pack lines, things alone, the status row."""
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
    """Return whether a line explains a key: the key, two to seven blanks, words."""
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
