"""What the holes of a sentence may hold, as rules over bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

JOIN: Final = b".  "  # between two sentences of one line

Field = Literal["who", "item", "n", "key", ""]
"""What a hole stands for; "" if nobody asks for it."""


class Hole(NamedTuple):
    """A kind of hole.

    field      what it stands for
    fits       whether the text from one place up to another can be in it; letters are small
    may_begin  whether it can begin with each byte
    """

    field: Field
    fits: Callable[[bytes, int, int], bool]
    may_begin: bytes


_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyz"
_NAME: Final = _LETTERS + b"' -"
_COLOR: Final = _LETTERS + b" -"
_MISSILE: Final = _LETTERS + b" ()"
_MONSTERS: Final = (b"the ", b"it ", b"something ")  # how a sentence about one begins
_ARTICLES: Final = (b"a", b"an")
_HANDS: Final = (b" (on left hand)", b" (on right hand)")
_RING_NAMES: Final = (b"ring of ", b"ring called ")
_BOLTS: Final = (b"bolt", b"flame", b"ice")
_CARET: Final = ord("^")
_OPENED: Final = ord("(")
_CLOSED: Final = ord(")")


def _is_anything(text: bytes, start: int, stop: int) -> bool:
    """Return whether no sentence ends within."""
    return text.find(JOIN, start, stop + 2) < 0


def _is_something(text: bytes, start: int, stop: int) -> bool:
    return start < stop and text.find(JOIN, start, stop + 2) < 0


def _is_monster(text: bytes, start: int, stop: int) -> bool:
    if start >= stop:
        return False
    if text.startswith(b"you", start) and not text[start + 3 : start + 4].isalnum():
        return False
    return not text[start:stop].strip(_NAME)


def _is_monster_first(text: bytes, start: int, stop: int) -> bool:
    return text.startswith(_MONSTERS, start) and not text[start:stop].strip(_NAME)


def _is_pack_line(text: bytes, start: int, stop: int) -> bool:
    """Return whether it is like "a) mace"."""
    if not text[start : start + 1].isalpha() or not text.startswith(b") ", start + 1):
        return False
    return _is_something(text, start + len("a) "), stop)


def _is_picked_up(text: bytes, start: int, stop: int) -> bool:
    """Return whether it is like "mace (a)"."""
    if stop - start < len("x(a)") or text[stop - 3] != _OPENED or text[stop - 1] != _CLOSED:
        return False
    return text[stop - 2 : stop - 1].isalpha() and _is_anything(text, start, stop)


def _is_worn_ring(text: bytes, start: int, stop: int) -> bool:
    """Return whether it is like "ring of searching (on left hand)"."""
    return text.endswith(_HANDS, start + 1, stop) and _is_anything(text, start, stop)


def _is_ring(text: bytes, start: int, stop: int) -> bool:
    """Return whether it is like "a +1 ring of protection" or "an agate ring"."""
    article, _, rest = text[start:stop].partition(b" ")
    if article not in _ARTICLES or not _is_anything(text, start, stop):
        return False
    bonus, _, name = rest.partition(b" ")
    if bonus[:1] in (b"+", b"-") and bonus[1:].isdigit():
        rest = name
    for known in _RING_NAMES:
        if rest.startswith(known):
            return len(rest) > len(known)
    return rest.endswith(b" ring") and len(rest) > len(" ring") and not rest.strip(_LETTERS + b" ")


def _is_number(text: bytes, start: int, stop: int) -> bool:
    return text[start:stop].removeprefix(b"-").isdigit()


def _is_color(text: bytes, start: int, stop: int) -> bool:
    return start < stop and not text[start:stop].strip(_COLOR)


def _is_missile(text: bytes, start: int, stop: int) -> bool:
    """Return whether it is a name, and nothing that swings or barely misses."""
    if start >= stop or text[start:stop].strip(_MISSILE):
        return False
    word, _, rest = text[start:].partition(b" ")
    return not (word.isalpha() and rest.startswith((b"swings", b"barely")))


def _is_bolt(text: bytes, start: int, stop: int) -> bool:
    return text[start:stop] in _BOLTS


def _is_trap(text: bytes, start: int, stop: int) -> bool:
    """Return whether it is like "a trapdoor", "a rust trap" or "a sleeping gas trap"."""
    words = text[start:stop].split(b" ")
    if words[0] not in _ARTICLES:
        return False
    if len(words) == 2:
        return words[1] in (b"trapdoor", b"beartrap")
    if len(words) == 4 and words[2] not in (b"gas", b"dart"):
        return False
    return len(words) in (3, 4) and words[-1] == b"trap" and words[1].isalpha()


def _is_key(text: bytes, start: int, stop: int) -> bool:
    return stop - start == 1 or (stop - start == 2 and text[start] == _CARET)


def _first(letters: bytes) -> bytes:
    return bytes([letter in letters for letter in range(256)])


_ANY: Final = bytes([True]) * 256
_NAME_FIRST: Final = _first(_NAME)

HOLES: Final[dict[str, Hole]] = {
    "who": Hole("who", _is_monster, _NAME_FIRST),
    "Who": Hole("who", _is_monster_first, _first(b"tis")),
    "item": Hole("item", _is_something, _ANY),
    "pack": Hole("item", _is_pack_line, _NAME_FIRST),
    "got": Hole("item", _is_picked_up, _ANY),
    "ring": Hole("item", _is_worn_ring, _ANY),
    "band": Hole("item", _is_ring, _first(b"a")),
    "n": Hole("n", _is_number, _first(b"-0123456789")),
    "color": Hole("", _is_color, _NAME_FIRST),
    "missile": Hole("item", _is_missile, _first(_MISSILE)),
    "bolt": Hole("item", _is_bolt, _first(b"bfi")),
    "trap": Hole("item", _is_trap, _first(b"a")),
    "key": Hole("key", _is_key, _ANY),
    "any": Hole("", _is_anything, _ANY),
}
