"""What a person's terminal sends and is sent: bytes as keys by name, the game's plain bytes in colours."""

from __future__ import annotations

import re
from typing import Final

from rogue.tables import glyphs

# -- keys

ESCAPE: Final = "\x1b"
UNKNOWN: Final = "unknown"
CLICK: Final = "click"
"""The first word of a stroke of the mouse; row and column of the screen follow, from 0."""

_LETTERS: Final = {
    "A": "up", "B": "down", "C": "right", "D": "left", "E": "middle", "F": "end", "H": "home",
}  # fmt: skip
_NUMBERS: Final = {
    "1": "home", "7": "home", "4": "end", "8": "end", "5": "page up", "6": "page down", "3": "delete",
}  # fmt: skip
_KEYPAD: Final = {
    **{letter: f"keypad {digit}" for digit, letter in enumerate("pqrstuvwxy")},
    "M": "\r", "I": "\t", " ": " ", "j": "*", "k": "+", "l": ",", "m": "-", "n": ".", "o": "/",
    "X": "=",
}  # fmt: skip
_ARROWS: Final = {"a": "up", "b": "down", "c": "right", "d": "left"}  # rxvt, with a key held
_ENDS: Final = {"$": "shift ", "^": "ctrl ", "@": "ctrl shift "}  # rxvt, behind a number
_HELD: Final = ("", "shift ", "", "", "ctrl ", "ctrl shift ", "", "")
"""What is held, by the number that xterm sends for it, less one; with Alt nothing is known."""
_ALT: Final = 2

_CLICK: Final = re.compile(rb"\x1b\[<0;(\d{1,4});(\d{1,4})M")  # the first button, in the form SGR
_WHOLE: Final = re.compile(
    rb"\x1b(?:\[\[.|\[M...|\[(\d+)([$^@])|\[(?!M)([0-?]*)[ -/]*([@-Z\\-~])|O([0-9;]*)([ -/:<-~]))", re.DOTALL
)
_BEGUN: Final = re.compile(rb"\x1b(?:\[(?:\[|M.{0,2}|[0-?]*[ -/]*)?|O[0-9;]*)?", re.DOTALL)


class Keyboard:
    """What was typed and is not yet known to be whole.

    Terminals differ, and a terminal may be configured otherwise than its name implies, so all known forms are
    understood everywhere.  A sequence that is not known is one stroke without a meaning: its letters must not
    become commands.
    """

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = b""

    @property
    def waiting(self) -> bool:
        """Whether what came last may be the beginning of a longer key."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[str]:
        """Take bytes and return the strokes they complete, characters as themselves.

        A key held with Alt, or that comes with an Escape before it, is an Escape.  What is not
        ASCII is dropped.

        >>> Keyboard().feed(b"v\\x1b[A\\x1b[1;2D\\x1bOq\\x1b[99~")
        ['v', 'up', 'shift left', 'keypad 1', 'unknown']
        >>> Keyboard().feed(b"\x1b[<0;11;3M\x1b[<0;11;3m")  # pressed, and let go
        ['click 2 10', 'unknown']
        """
        data, self._rest = self._rest + data, b""
        strokes: list[str] = []
        at = 0
        while at < len(data):
            if data[at] != 0x1B:
                if data[at] < 0x80:
                    strokes.append(chr(data[at]))
                at += 1
                continue
            if click := _CLICK.match(data, at):
                col, row = (int(number) - 1 for number in click.groups())
                strokes.append(f"{CLICK} {max(row, 0)} {max(col, 0)}")
                at = click.end()
                continue
            if found := _WHOLE.match(data, at):
                strokes.append(_name(found))
                at = found.end()
                continue
            begun = _BEGUN.match(data, at)
            assert begun is not None
            if begun.end() == len(data):
                self._rest = data[at:]
                break
            at = _broken(data, at, begun.end(), strokes)
        return strokes

    def flush(self) -> list[str]:
        """Return the strokes that were begun, now that nothing more comes behind them."""
        rest, self._rest = self._rest, b""
        return [ESCAPE if len(rest) < 3 else UNKNOWN] if rest else []


def _broken(data: bytes, at: int, end: int, strokes: list[str]) -> int:
    """Take an Escape that begins no sequence, or one that breaks off; return where to go on."""
    if end > at + 1:
        strokes.append(UNKNOWN)
        return end
    strokes.append(ESCAPE)
    return at + 1 if data[at + 1] == 0x1B else at + 2


def _name(found: re.Match[bytes]) -> str:
    number, end, numbers, final, held, keypad = (
        part.decode("ascii") if part is not None else None for part in found.groups()
    )
    if end is not None and number is not None:
        return _known(_ENDS[end], _NUMBERS.get(number))
    if final is not None and numbers is not None:
        if final in _ARROWS and not numbers:
            return "shift " + _ARROWS[final]
        first, _, state = numbers.partition(";")
        key = _NUMBERS.get(first) if final == "~" else _LETTERS.get(final)
        return _known(_modifiers(state), key)
    if keypad is not None and held is not None:
        if keypad in _ARROWS and not held:
            return "ctrl " + _ARROWS[keypad]
        key = _LETTERS.get(keypad) or _KEYPAD.get(keypad)
        return _known(_modifiers(held.rpartition(";")[2]), key)
    return UNKNOWN


def _modifiers(state: str) -> str | None:
    """Return what is held, None if it is nothing that has a meaning."""
    if not state:
        return ""
    if not state.isdecimal() or len(state) > 2:
        return None
    bits = int(state) - 1
    return None if bits & _ALT or not 0 <= bits < len(_HELD) else _HELD[bits]


def _known(held: str | None, key: str | None) -> str:
    if held is None or key is None:
        return UNKNOWN
    return held + key if len(key) > 1 else key


# -- colours

Kind = str
"""A class of symbols that share a colour."""

KINDS: Final[dict[int, Kind]] = {
    **dict.fromkeys(range(ord("A"), ord("Z") + 1), "monster"),
    **dict.fromkeys((glyphs.WALL_H, glyphs.WALL_V, glyphs.DOOR, glyphs.PASSAGE), "wall"),
    **dict.fromkeys(
        (
            *(glyphs.POTION, glyphs.SCROLL, glyphs.FOOD, glyphs.WEAPON),
            *(glyphs.ARMOR, glyphs.RING, glyphs.STICK),
        ),
        "thing",
    ),
    glyphs.GOLD: "gold",
    glyphs.AMULET: "gold",
    glyphs.STAIRS: "stairs",
    glyphs.TRAP: "trap",
    glyphs.PLAYER: "hero",
}
"""Symbol -> what it is; floor and whatever is not named keep the terminal's own colour."""

EIGHT: Final[dict[Kind, bytes]] = {
    "hero": b"1", "monster": b"31", "gold": b"33", "stairs": b"32", "thing": b"36", "trap": b"35",
    "wall": b"2",
}  # fmt: skip
MANY: Final[dict[Kind, bytes]] = {
    "hero": b"1", "monster": b"38;5;160", "gold": b"38;5;136", "stairs": b"38;5;28",
    "thing": b"38;5;32", "trap": b"38;5;133", "wall": b"38;5;243",
}  # fmt: skip
"""Kind -> the sequence that chooses its colour, for terminals of 8 and of 256 colours."""

FIRST_ROW, LAST_ROW = 2, 23  # the map's, counted from 1 as terminals do
PLAIN: Final = b"\x1b[m"
_TOKEN: Final = re.compile(rb"\x1b\[(\d*)(?:;\d*)*([@-~])|[^\x1b]+|\x1b")


def sequences(colours: int) -> dict[Kind, bytes]:
    """Return the table for a terminal that has so many colours; an empty one if it has too few.

    >>> sequences(2), sequences(256) == MANY
    ({}, True)
    """
    return MANY if colours >= 256 else EIGHT if colours >= 8 else {}


class Colorizer:
    """The colours of one terminal, and where its cursor stands.

    The game knows nothing of it, and programs that play never see it.  Few things are coloured: what is
    dangerous, what is worth having, and the way down; walls step back.  The colours of the large table are
    neither light nor dark, so that they can be read on any background.
    """

    __slots__ = ("_codes", "_row", "_standout", "_table")

    def __init__(self, colours: int) -> None:
        table = sequences(colours)
        self._table = {symbol: table[kind] for symbol, kind in KINDS.items()} if table else {}
        self._codes = re.compile(
            b"|".join(
                b"[%s]+" % re.escape(bytes(s for s, code in self._table.items() if code == wanted))
                for wanted in sorted(set(self._table.values()))
            )
            or rb"(?!)"
        )
        self._row = 1
        self._standout = False

    def paint(self, data: bytes, *, covered: bool) -> bytes:
        """Return what the game sent with colours; `covered` when the map is not on the screen."""
        out = bytearray()
        for token in _TOKEN.finditer(data):
            text, final = token.group(), token.group(2)
            if final is not None:
                self._follow(token.group(1), final)
                out += text
            elif FIRST_ROW <= self._row <= LAST_ROW and not (covered or self._standout):
                out += self._codes.sub(self._coloured, text)
            else:
                out += text
        return bytes(out)

    def _follow(self, number: bytes, final: bytes) -> None:
        if final == b"H":
            self._row = int(number or 1)
        elif final == b"m":
            self._standout = number == b"7"

    def _coloured(self, found: re.Match[bytes]) -> bytes:
        run = found.group()
        return b"\x1b[" + self._table[run[0]] + b"m" + run + PLAIN
