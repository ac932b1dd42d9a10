"""Keyboard input: typed bytes become named keys, named keys become keys of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from rogue.ui.input_modes import going_on

if TYPE_CHECKING:
    from rogue.ui.input_modes import ModeName


ESCAPE: Final = "\x1b"
UNKNOWN: Final = "unknown"
NO_CHARACTER: Final = "\ufffd"
CLICK: Final = "click"
"""First word of a mouse click; row and column of the screen follow, from 0."""
FOCUS_OUT: Final = "focus out"
"""Report that the window has lost the focus, from a terminal that was asked for it."""

ESCAPE_SECONDS: Final = 0.1  # maximum wait for the rest of a key that starts with Escape
REST_SECONDS: Final = 1.0  # maximum wait for the rest of a sequence that no person could type
STRING_SECONDS: Final = 3.0  # maximum total time of a terminal's reply

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
_ARROWS: Final = {"a": "up", "b": "down", "c": "right", "d": "left"}  # rxvt, with a modifier
_ENDS: Final = {"$": "shift ", "^": "ctrl ", "@": "ctrl shift "}  # rxvt, after a number
_HELD: Final = ("", "shift ", "", "", "ctrl ", "ctrl shift ", "", "")
"""Modifiers by xterm's number minus one; combinations with Alt are unknown."""
_ALT: Final = 2
_PASTE: Final = "200"  # start of a bracketed paste, if an earlier program enabled it
_PASTE_END: Final = b"\x1b[201~"

# A one-byte control code arrives as that byte or as a UTF-8 character.  It is recognized only at the start of
# a character, because the bytes within a character can be equal.
_CSI: Final = rb"(?:\x1b\[|\xc2?\x9b)"
_SS3: Final = rb"(?:\x1bO|\xc2?\x8f)"
_CLICK: Final = re.compile(_CSI + rb"<0;(\d{1,4});(\d{1,4})M")  # first button, in SGR format
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
_LATE: Final = re.compile(  # the late rest of a sequence whose Escape was flushed alone
    rb"\x1b(?:[]PX^_][ -~]{3,}(?:\x07|\x1b\\)|\[[0-?]{0,256}[ -/]{0,16}[@-~])"
)
_STRAY_END: Final = b"\x1b\\"
_CONTROL: Final = re.compile(rb"\x1b|\xc2?[\x80-\x9f]")
_SPELT: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
     "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
)  # fmt: skip
_FRACTION_SLASH: Final = "\u2044"
_NO_LETTERS: Final = ("Mn", "Me", "Cc", "Cf")  # combining accents and control characters
_STEPS: Final = {
    "up": "k", "down": "j", "left": "h", "right": "l",
    "home": "y", "page up": "u", "end": "b", "page down": "n", "middle": ".",
}  # fmt: skip
_AIMED: Final = frozenset(("command", "direction", "symbol", "help", "aim"))
"""Modes in which an arrow acts as its direction key, which elsewhere might pick an item or answer yes."""
_TYPING: Final = frozenset(("text", "options"))
_WALKING: Final = {"down": b"\n", "up": b"\x15-"}
"""Keys on the option screen: next row; discard the typed text and go back a row."""
_RINGS: Final = {"left": b"l", "right": b"r"}


class Keyboard:
    """A parser of typed bytes that keeps incomplete sequences.

    Terminals differ from each other and from the terminal that TERM names, so all known sequences are
    understood everywhere.  An unknown sequence counts as one key without a meaning, so that its letters do
    not become commands.  A bracketed paste also counts as one key, and so does a terminal's reply to an
    earlier request.

    A person may by accident press the keys with which a reply begins.  So that later keys are not all taken
    for a part of the reply, a reply is given up at the first of these: a pause in the input, `STRING_SECONDS`
    since its start, or control-C, control-X, control-Z, or Escape.
    """

    __slots__ = ("_began", "_escape_seconds", "_last", "_long", "_rest", "_settled", "_since", "_within")

    def __init__(self, escape_seconds: float = ESCAPE_SECONDS) -> None:
        """Create a keyboard that waits `escape_seconds` seconds for the rest of a sequence after Escape."""
        self._escape_seconds = escape_seconds
        self._rest = b""
        self._within: Literal["", "string", "paste"] = ""
        self._began = b""  # start of the string
        self._long = False  # more than the start has arrived
        self._settled = b""  # an Escape that was flushed alone
        self._since = self._last = 0.0

    @property
    def deadline(self) -> float | None:
        """The time at which to call `flush`, measured like the parameter `now` of `feed`.

        None if no key is incomplete.
        """
        return None if (seconds := self.patience) is None else self._last + seconds

    @property
    def patience(self) -> float | None:
        """The seconds to wait for more input before calling `flush`, or None if no key is incomplete."""
        if not (self._within or self._rest):
            return None
        is_long = self._long if self._within else len(self._rest) > 2
        return REST_SECONDS if is_long else self._escape_seconds

    def feed(self, data: bytes, now: float = 0.0) -> list[str]:
        """Take bytes that arrived at time `now` in seconds, and return the names of the completed keys.

        The name of a character is the character itself.  If a character comes right after
        Escape, as for a key with Alt, only Escape is returned.  Characters are in UTF-8, and an invalid
        byte is returned as `NO_CHARACTER`.

        >>> Keyboard().feed(b"v\\x1b[A\\x1b[1;2D\\x1bOq\\x1b[99~")
        ['v', 'up', 'shift left', 'keypad 1', 'unknown']
        >>> Keyboard().feed(b"\\x1b]11;rgb:1e1e/1e1e/1e1e\\x07q")
        ['unknown', 'q']
        >>> Keyboard().feed(b"\\x1b[<0;11;3M\\x1b[<0;11;3m")  # pressed, then released
        ['click 2 10', 'unknown']
        >>> Keyboard().feed(b"\\x1b[O\\x1b[I")  # the window has lost the focus, and has it again
        ['focus out', 'unknown']
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
        """Return the names of incomplete keys, because no more input follows."""
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
        """Return a complete sequence whose start was already flushed, or b"" if there is none."""
        is_late = self._settled and len(data) > len(self._settled) and now - self._last < REST_SECONDS
        whole = self._settled + data
        return whole if is_late and _LATE.match(whole) else b""

    def _begin(self, within: Literal["string", "paste"], began: bytes, end: int, now: float) -> int:
        self._within, self._began, self._since = within, began, now
        self._long = within == "paste"
        return end

    def _key(self, data: bytes, at: int, strokes: list[str], now: float) -> int:
        """Take one key.  Return the next index."""
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
        """Skip to the end of a control string, such as a terminal's reply.  Return the next index."""
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
        elif data[at] >= 0x80:  # invalid UTF-8
            self._long = True
            return at + 1
        self._within = ""
        strokes.append(UNKNOWN)
        return at

    def _paste(self, data: bytes, at: int, strokes: list[str]) -> int:
        """Skip a bracketed paste.  Return the next index."""
        end = data.find(_PASTE_END, at)
        if end < 0:
            sizes = range(len(_PASTE_END) - 1, 0, -1)
            self._rest = next((data[-n:] for n in sizes if data[at:].endswith(_PASTE_END[:n])), b"")
            return len(data)
        self._within = ""
        strokes.append(UNKNOWN)
        return end + len(_PASTE_END)


def _alone(begun: bytes) -> str:
    """Return the key that the start of a sequence means if nothing follows."""
    return ESCAPE if begun[:1] == b"\x1b" else NO_CHARACTER


def _utf_8(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    return text if len(text) == 1 else NO_CHARACTER


def _broken(data: bytes, at: int, end: int, strokes: list[str]) -> int:
    """Skip invalid or incomplete bytes.  Return the next index."""
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
        if final == "O" and not numbers:
            return FOCUS_OUT
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
    """Return the names of the modifiers, or None for an unknown combination."""
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


def in_screen_letters(text: str) -> str:
    """Return a text without accents, and with "?" for each letter that the screen cannot show.

    The game itself drops non-ASCII characters, so that Zoë would become Zo.

    >>> in_screen_letters("Zoë Weiß"), in_screen_letters("李"), in_screen_letters("½")
    ('Zoe Weiss', '?', '1/2')
    """
    if text.isascii():
        return text
    from unicodedata import category, normalize

    plain = normalize("NFKD", text.translate(_SPELT)).replace(_FRACTION_SLASH, "/")
    return "".join([char if char.isascii() else "?" for char in plain if category(char) not in _NO_LETTERS])


def run_key(key: str) -> str:
    """Return the careful-run key for a step key.

    >>> run_key("h")
    '\\x08'
    """
    return chr(ord(key) & 0x1F)


def _moves() -> dict[str, str]:
    moves = dict(_STEPS)
    for name, key in _STEPS.items():
        if name != "middle":
            for held in ("shift", "ctrl", "ctrl shift"):
                moves[f"{held} {name}"] = run_key(key)
    return moves | {f"keypad {digit}": key for digit, key in enumerate("bjnh.lyku", 1)}


MOVES: Final = _moves()
"""Name of a key -> the game's key."""


def game_keys(
    stroke: str, mode: ModeName = "command", run_prefix: bytes = b"", *, escape_ends: bool = False
) -> bytes:
    """Return the keys that the game understands for a key named by `Keyboard`.

    Return b"" if the game has no such key.  In an edition with a run prefix, a run becomes this prefix
    followed by a direction key.  In other editions, a run becomes a single control key.

    escape_ends  whether Escape ends the list on the screen

    >>> game_keys("up"), game_keys("up", "item"), game_keys("\\r", "more")
    (b'k', b'', b' ')
    """
    if len(stroke) == 1:
        spelt = in_screen_letters(stroke) if mode in _TYPING else stroke
        typed = b"\n" if stroke == "\r" else spelt.encode("ascii", "ignore")
        return going_on(typed, mode, escape_ends=escape_ends)
    if stroke in MOVES and mode in _AIMED:
        key = MOVES[stroke]
        if key < " " and mode == "command" and run_prefix:
            return run_prefix + chr(ord(key) | 0x60).encode()
        return (chr(ord(key) | 0x40) if mode == "aim" and key < " " else key).encode()
    if stroke.startswith("keypad "):
        return stroke[-1:].encode()
    if stroke == "delete" and mode in _TYPING:
        return b"\x7f"
    if mode == "hand":
        return _RINGS.get(stroke, b"")
    return _WALKING.get(stroke, b"") if mode == "options" else b""


def spelt(typed: bytes) -> str:
    """Return typed bytes as text that the screen can show.

    >>> spelt("Zoë".encode()), spelt("Zoë".encode("latin-1")), spelt("李".encode())
    ('Zoe', 'Zo?', '?')
    """
    keyboard = Keyboard()
    strokes = keyboard.feed(typed) + keyboard.flush()
    return "".join([in_screen_letters(stroke) for stroke in strokes if len(stroke) == 1])
