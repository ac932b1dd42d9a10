"""What a person's terminal sends, as keys by name: the one table of the game, the server and the replays."""

from __future__ import annotations

import re
from typing import Final, Literal

ESCAPE: Final = "\x1b"
UNKNOWN: Final = "unknown"
NO_CHARACTER: Final = "\ufffd"
CLICK: Final = "click"
"""The first word of a stroke of the mouse; row and column of the screen follow, from 0."""

ESCAPE_SECONDS: Final = 0.1  # how long an Escape may be the beginning of a longer key
REST_SECONDS: Final = 1.0  # how long the rest of a sequence may stay away once it can be no key of a person
STRING_SECONDS: Final = 3.0  # how long an answer of the terminal may take in all

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
_PASTE: Final = "200"  # begins what is pasted, where a program before this one has asked for brackets
_PASTE_END: Final = b"\x1b[201~"

# Control codes of one byte come as such, or as a character in UTF-8.  They are looked for only where a
# character begins, as the bytes within one are the same.
_CSI: Final = rb"(?:\x1b\[|\xc2?\x9b)"
_SS3: Final = rb"(?:\x1bO|\xc2?\x8f)"
_CLICK: Final = re.compile(_CSI + rb"<0;(\d{1,4});(\d{1,4})M")  # the first button, in the form SGR
_WHOLE: Final = re.compile(
    _CSI + rb"(?:\[.|M...|(\d{1,256})([$^@])|(?!M)([0-?]{0,256})[ -/]{0,16}([@-Z\\-~]))|"
    + _SS3 + rb"([0-9;]{0,256})([ -/:<-~])",
    re.DOTALL,
)  # fmt: skip
_STRING: Final = re.compile(rb"\x1b[]PX^_]|\xc2?[\x90\x98\x9d-\x9f]")  # OSC, DCS, SOS, PM, APC
_STRING_END: Final = re.compile(rb"\x07|\x1b\\|\xc2?\x9c")
_CHARACTER: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HALF_CHARACTER: Final = rb"[\xf0-\xf4][\x80-\xbf]{2}|[\xe0-\xf4][\x80-\xbf]|[\xc2-\xf4]"
_HALF: Final = re.compile(_HALF_CHARACTER)
_CONTENT: Final = re.compile(
    rb"(?:[^\x03\x07\x18\x1a\x1b\x9c\xc2-\xf4]|\xc2[\x80-\x9b\x9d-\xbf]|[\xc3-\xdf][\x80-\xbf]"
    rb"|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*"
)
_BEGUN: Final = re.compile(
    _CSI + rb"(?:\[|M.{0,2}|[0-?]{0,256}[ -/]{0,16})?|" + _SS3 + rb"[0-9;]{0,256}|"
    rb"\x1b(?:" + _HALF_CHARACTER + rb")?|" + _HALF_CHARACTER,
    re.DOTALL,
)  # fmt: skip
_LATE: Final = re.compile(  # the rest of what was taken for an Escape: nobody types it at one go
    rb"\x1b(?:[]PX^_][ -~]{3,}(?:\x07|\x1b\\)|\[[0-?]{0,256}[ -/]{0,16}[@-~])"
)
_STRAY_END: Final = b"\x1b\\"
_CONTROL: Final = re.compile(rb"\x1b|\xc2?[\x80-\x9f]")


class Keyboard:
    """What was typed and is not yet known to be whole.

    Terminals differ, and a terminal may be configured otherwise than its name implies, so all known forms are
    understood everywhere.  A sequence that is not known is one stroke without a meaning: its letters must not
    become commands.  So is a string (an answer that the terminal was asked for before), whether it is whole
    or not, and so is a paste in brackets.

    A person can press the keys that begin a string, so none lasts for ever: it is over after a silence, after
    `STRING_SECONDS` in all, and at control-C, control-X, control-Z and Escape.
    """

    __slots__ = ("_began", "_escape_seconds", "_last", "_long", "_rest", "_settled", "_since", "_within")

    def __init__(self, escape_seconds: float = ESCAPE_SECONDS) -> None:
        """`escape_seconds`: how long to wait for what may come behind an Escape."""
        self._escape_seconds = escape_seconds
        self._rest = b""
        self._within: Literal["", "string", "paste"] = ""
        self._began = b""  # how the string begins
        self._long = False  # something has come behind that
        self._settled = b""  # what was taken for an Escape, as nothing came behind it
        self._since = self._last = 0.0

    @property
    def deadline(self) -> float | None:
        """When to `flush` if nothing more comes, in the time of `feed`; None when nothing has been begun."""
        return None if (seconds := self.patience) is None else self._last + seconds

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more before `flush`; None when nothing has been begun."""
        if not (self._within or self._rest):
            return None
        is_long = self._long if self._within else len(self._rest) > 2
        return REST_SECONDS if is_long else self._escape_seconds

    def feed(self, data: bytes, now: float = 0.0) -> list[str]:
        """Take bytes at a time in seconds and return the strokes they complete, characters as themselves.

        A key held with Alt, or that comes with an Escape before it, is an Escape.  Characters are UTF-8; a
        byte that is part of none is `NO_CHARACTER`.

        >>> Keyboard().feed(b"v\\x1b[A\\x1b[1;2D\\x1bOq\\x1b[99~")
        ['v', 'up', 'shift left', 'keypad 1', 'unknown']
        >>> Keyboard().feed(b"\\x1b]11;rgb:1e1e/1e1e/1e1e\\x07q")
        ['unknown', 'q']
        >>> Keyboard().feed(b"\\x1b[<0;11;3M\\x1b[<0;11;3m")  # pressed, and let go
        ['click 2 10', 'unknown']
        """
        strokes: list[str] = []
        if self._within == "string" and now - self._since >= STRING_SECONDS:
            strokes += self.flush()
        data, self._rest = self._late(data, now) or self._rest + data, b""
        self._last, self._settled = now, b""
        at = 0
        while at < len(data):
            if self._within == "paste":
                at = self._paste(data, at, strokes)
            elif self._within:
                at = self._string(data, at, strokes)
            elif begins := _STRING.match(data, at):
                at = self._begin("string", begins.group(), begins.end(), now)
            else:
                at = self._key(data, at, strokes, now)
        return strokes

    def flush(self) -> list[str]:
        """Return the strokes that were begun, now that nothing more comes behind them."""
        rest, within = self._rest, self._within
        self._rest, self._within = b"", ""
        self._settled = b"" if self._long and within else self._began if within else rest
        if within == "paste":
            return [UNKNOWN]
        strokes = []
        if within:
            strokes.append(UNKNOWN if self._long else _alone(self._began))
        if rest[:1] == b"\x1b":
            strokes.append(_alone(rest) if len(rest) < 3 else UNKNOWN)
        elif rest and not within:
            strokes += [UNKNOWN] if _CONTROL.match(rest) else [NO_CHARACTER] * len(rest)
        return strokes

    def _late(self, data: bytes, now: float) -> bytes:
        """Return a sequence that comes whole behind a beginning that is settled already, b"" for none."""
        is_late = self._settled and len(data) > len(self._settled) and now - self._last < REST_SECONDS
        whole = self._settled + data
        return whole if is_late and _LATE.match(whole) else b""

    def _begin(self, within: Literal["string", "paste"], began: bytes, end: int, now: float) -> int:
        self._within, self._began, self._since = within, began, now
        self._long = within == "paste"
        return end

    def _key(self, data: bytes, at: int, strokes: list[str], now: float) -> int:
        """Take one key; return where to go on."""
        if data[at] < 0x80 and data[at] != 0x1B:
            strokes.append(chr(data[at]))
            return at + 1
        if click := _CLICK.match(data, at):
            col, row = (int(number) - 1 for number in click.groups())
            strokes.append(f"{CLICK} {max(row, 0)} {max(col, 0)}")
            return click.end()
        if found := _WHOLE.match(data, at):
            if found[3] is not None and found[3].decode("ascii") == _PASTE and found[4] == b"~":
                return self._begin("paste", b"", found.end(), now)
            strokes.append(_name(found))
            return found.end()
        begun = _BEGUN.match(data, at)
        if begun is not None and begun.end() == len(data):
            self._rest = data[at:]
            return len(data)
        if (character := _CHARACTER.match(data, at)) and not _CONTROL.match(data, at):
            strokes.append(_utf_8(character.group()))
            return character.end()
        return _broken(data, at, at + 1 if begun is None else begun.end(), strokes)

    def _string(self, data: bytes, at: int, strokes: list[str]) -> int:
        """Skip a string up to its end; return where to go on."""
        content = _CONTENT.match(data, at)
        assert content is not None
        self._long = self._long or content.end() > at
        at = content.end()
        if at == len(data):
            return at
        if end := _STRING_END.match(data, at):
            at = end.end()
        elif data[at:] == b"\x1b" or _HALF.fullmatch(data, at):
            self._rest = data[at:]
            return len(data)
        elif data[at] >= 0x80:  # no character of UTF-8
            self._long = True
            return at + 1
        self._within = ""
        strokes.append(UNKNOWN)
        return at

    def _paste(self, data: bytes, at: int, strokes: list[str]) -> int:
        """Skip what is pasted; return where to go on."""
        end = data.find(_PASTE_END, at)
        if end < 0:
            sizes = range(len(_PASTE_END) - 1, 0, -1)
            self._rest = next((data[-n:] for n in sizes if data[at:].endswith(_PASTE_END[:n])), b"")
            return len(data)
        self._within = ""
        strokes.append(UNKNOWN)
        return end + len(_PASTE_END)


def _alone(begun: bytes) -> str:
    """Return what the beginning of a sequence is when nothing comes behind it: a key held with Alt."""
    return ESCAPE if begun[:1] == b"\x1b" else NO_CHARACTER


def _utf_8(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    return text if len(text) == 1 else NO_CHARACTER


def _broken(data: bytes, at: int, end: int, strokes: list[str]) -> int:
    """Take what begins no sequence and no character, or breaks off; return where to go on."""
    if data[at] != 0x1B:
        is_sequence = _CONTROL.match(data, at) and end > at + 1
        strokes.append(UNKNOWN if is_sequence else NO_CHARACTER)
        return end if is_sequence else at + 1
    if data.startswith(_STRAY_END, at):
        strokes.append(UNKNOWN)
        return at + len(_STRAY_END)
    if end > at + 1 and data[at + 1] < 0x80:
        strokes.append(UNKNOWN)
        return end
    strokes.append(ESCAPE)
    if _CONTROL.match(data, at + 1):
        return at + 1
    character = _CHARACTER.match(data, at + 1)
    return character.end() if character else at + 2


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
