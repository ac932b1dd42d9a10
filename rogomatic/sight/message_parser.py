"""Sentences of row 0 as facts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, final

from rogomatic.sight.item_parser import read_thing
from rogomatic.sight.message_table import HARMLESS, TABLE
from rogomatic.sight.status_parser import read_status
from rogomatic.sight.version import CLONE

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


_JOIN: Final = ".  "
_WHO: Final = r"(?P<who>(?!you\b)[a-z' -]+?)"
_NOT_JOINED: Final = r"(?:(?!\.  ).)"  # a wildcard never runs over the end of a sentence
_HOLES: Final = {
    "who": _WHO,
    "item": rf"(?P<item>{_NOT_JOINED}+?)",
    "pack": rf"(?P<item>[a-z]\) {_NOT_JOINED}+?)",
    "got": rf"(?P<item>{_NOT_JOINED}+ ?\([a-z]\))",
    "ring": rf"(?P<item>{_NOT_JOINED}+ \(on (?:left|right) hand\))",
    "band": r"(?P<item>an? (?:[+-]\d+ )?(?:ring (?:of|called) .+|[a-z ]+ ring))",
    "n": r"(?P<n>-?\d+)",
    "color": r"[a-z -]+?",
    "missile": r"(?P<item>(?!\w+ (?:swings|barely))[a-z() ]+?)",
    "bolt": r"(?P<item>bolt|flame|ice)",
    "trap": r"(?P<item>an? (?:trapdoor|bear ?trap|[a-z]+ (?:gas |dart )?trap))",
    "key": r"(?P<key>\^?.)",
    "any": rf"{_NOT_JOINED}*?",
}
_HOLE: Final = re.compile(r"\{(\w+)\}")
_UNSEEN: Final = frozenset({"it", "something"})
_SIGNATURE: Final = re.compile(r"\((\w+) was here\)")
_TRAPS: Final = {"beartrap": "bear trap", "dart trap": "poison dart trap"}  # older names
_HELP: Final = re.compile(r"(?:\^?.|[^ ]<dir>) {2,7}\S.*")
_FIRST_WORDS: Final = {"who": ("the", "it", "something")}
_ANYWHERE: Final = ""  # the drawer for patterns whose first word varies


@final
class _Pattern:
    """A sentence with holes; its expression is made when a text is first compared with it.

    kind    what it says     needle  words that every such sentence has, in small letters
    """

    __slots__ = ("_found", "_source", "kind", "needle")

    def __init__(self, kind: str, source: str, needle: str) -> None:
        self.kind = kind
        self.needle = needle
        self._source = source
        self._found: re.Pattern[str] | None = None

    def holes(self, text: str) -> dict[str, str | None] | None:
        """Return what the holes hold if the text is such a sentence."""
        if self._found is None:
            self._found = re.compile(self._source, re.IGNORECASE)
        found = self._found.fullmatch(text)
        return found.groupdict() if found else None


def _build() -> tuple[dict[str, str], dict[str, tuple[_Pattern, ...]]]:
    """Sort the table: sentences without holes by their text, the others by their first word."""
    fixed: dict[str, str] = {}
    drawers: dict[str, list[tuple[int, _Pattern]]] = {}
    for kind, texts in TABLE:
        for text in texts:
            holes = _HOLE.findall(text)
            if not holes:
                fixed.setdefault(text.rstrip(".").lower(), kind)
                continue
            literals = _HOLE.split(text.rstrip("."))[::2]
            source = "".join(
                re.escape(literal) + (_HOLES[hole] if hole else "")
                for literal, hole in zip(literals, [*holes, ""], strict=True)
            )
            pattern = _Pattern(kind, source, max(literals, key=len).lower())
            size = sum(map(len, literals))
            for word in _first_words(text):
                drawers.setdefault(word, []).append((size, pattern))
    loose = drawers.pop(_ANYWHERE)
    ordered: dict[str, tuple[_Pattern, ...]] = {_ANYWHERE: _longest_first(loose)}
    for word, drawer in drawers.items():
        ordered[word] = _longest_first(drawer + loose)
    return fixed, ordered


def _first_words(text: str) -> tuple[str, ...]:
    """Return the drawers a pattern belongs to."""
    word = text.split(" ", 1)[0].lower()
    found = _HOLE.search(word)
    if not found:
        return (word,)
    return _FIRST_WORDS.get(found[1], (_ANYWHERE,)) if found.start() == 0 else (_ANYWHERE,)


def _longest_first(drawer: list[tuple[int, _Pattern]]) -> tuple[_Pattern, ...]:
    return tuple(pattern for _, pattern in sorted(drawer, key=lambda entry: -entry[0]))


_FIXED, _DRAWERS = _build()
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
    kind = _FIXED.get(bare.lower())
    if kind is not None:
        return Fact(kind)
    drawer = _DRAWERS.get(bare.split(" ", 1)[0].lower(), _DRAWERS[_ANYWHERE])
    small = bare.lower() if bare.isascii() else ""  # other letters have more than one small form
    for pattern in drawer:
        if small and pattern.needle not in small:
            continue
        holes = pattern.holes(bare)
        if holes is not None:
            return _fact(pattern.kind, holes, text)
    return _read_other(bare)


def _fact(kind: str, groups: dict[str, str | None], text: str) -> Fact:
    """Fill a fact from what the holes of its pattern caught."""
    who = (groups.get("who") or "").lower()
    while who.startswith("the "):
        who = who[4:]
    if who in _UNSEEN:
        who = ""
    item, key = groups.get("item") or "", groups.get("key") or ""
    if kind == "version":
        signature = _SIGNATURE.search(text)
        who, item = signature[1] if signature else "", item.split(" ")[0].rstrip(".")
        item = CLONE if text.startswith("rogue-clone") else item
    elif kind == "ring-on" and key:
        item = f"{item} ({key})"
    elif kind == "genocide-done":
        who = who.removesuffix("s")
    elif kind == "prompt":
        item = text
    elif kind in ("trap-found", "trap-asked"):
        item = _TRAPS.get(item.lower().split(" ", 1)[1], item.lower().split(" ", 1)[1])
    elif key and not item:
        item = key
    return Fact(kind, who, item, int(groups.get("n") or 0))


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
    if _HELP.fullmatch(bare):
        return Fact("help-line", item=bare)
    return None
