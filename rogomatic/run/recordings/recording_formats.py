"""The files of recordings: asciicast v2, which asciinema shows, and ttyrec."""

from __future__ import annotations

import codecs
import json
import math
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from rogomatic.base_error import RogomaticError
from rogomatic.run.recordings.annotations import Captions, is_caption
from rogomatic.vt100 import COLS, ROWS, Screen

_HEAD: Final = struct.Struct("<III")
_MICROS: Final = 1_000_000
MAX_BYTES: Final = 1 << 24  # in one frame: more is no ttyrec


class TtyrecError(RogomaticError, ValueError):
    """Bytes that are not a ttyrec; the text names the place."""


class TtyrecFrame(NamedTuple):
    """What was drawn at a time: seconds since the recording began, or since 1970.

    A frame of a ttyrec is three numbers of 32 bits, little-endian (seconds, microseconds, size), and so many
    bytes of output.
    """

    seconds: float
    data: bytes


def frame_bytes(frame: TtyrecFrame) -> bytes:
    """Return one frame as it stands in a file.

    >>> frame_bytes(TtyrecFrame(1.5, b"hi"))
    b'\\x01\\x00\\x00\\x00 \\xa1\\x07\\x00\\x02\\x00\\x00\\x00hi'
    """
    seconds, micros = divmod(round(frame.seconds * _MICROS), _MICROS)
    return _HEAD.pack(seconds, micros, len(frame.data)) + frame.data


def read_ttyrec(data: bytes) -> tuple[list[TtyrecFrame], bool]:
    """Return the frames, and whether the last one is whole; one that was cut off is left out.

    Raises TtyrecError for bytes that cannot be frames.
    """
    frames: list[TtyrecFrame] = []
    at = 0
    while at + _HEAD.size <= len(data):
        seconds, micros, size = _HEAD.unpack_from(data, at)
        if micros >= _MICROS or size > MAX_BYTES:
            raise TtyrecError(f"byte {at}: no frame of a ttyrec begins there")
        start, end = at + _HEAD.size, at + _HEAD.size + size
        if end > len(data):
            break
        frames.append(TtyrecFrame((seconds * _MICROS + micros) / _MICROS, data[start:end]))
        at = end
    return frames, at == len(data)


VERSION: Final = 2
IDLE_SECONDS: Final = 2.0  # players cut longer pauses to this
OURS: Final = "rogomatic"  # the name in the header under which what only we read stands
_SHAPE: Final = "rogomatic-cells"
_CANCEL: Final = "\x18"

Kind = Literal["o", "i", "m"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)


class AsciicastError(RogomaticError, ValueError):
    """Bytes that are not an asciicast v2; the text is the reason, `line` its number from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class Event(NamedTuple):
    """What happened, and when: seconds since the recording began.

    An event of an asciicast is output of the game ("o"), keys sent to it ("i") or a marker ("m").  A game
    that draws bytes which are not UTF-8 is recorded so that every cell of its screen is as it was (see
    `as_text`).
    """

    seconds: float
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a recorded game comes from.

    game    the command of a foreign game, "" for our own
    knobs   those of the agent, as JSON; memory: what it knew, as compact text (memory.memory_format)
    """

    seed: int
    edition: str = ""
    game: str = ""
    version: str = ""
    knobs: str = ""
    memory: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line.  `timestamp`: seconds since 1970, 0 when not known; sizes in cells."""

    title: str = ""
    timestamp: int = 0
    width: int = COLS
    height: int = ROWS
    origin: Origin | None = None  # None: somebody else's recording


@dataclass(frozen=True, slots=True)
class Asciicast:
    """A recording.  `complete` is False when its last line was cut off, which is left out.

    The events are the game's own; in the file those who look at it get captions (captions), too.
    """

    header: Header
    events: tuple[Event, ...]
    complete: bool = True

    def lines(self) -> list[str]:
        """Return the file's lines, without their ends."""
        return [header_line(self.header), *map(event_line, _captioned(self.events))]

    def text(self) -> str:
        """Return the whole file."""
        return "".join([f"{line}\n" for line in self.lines()])


# -- to text


def _captioned(events: Iterable[Event]) -> Iterator[Event]:
    """Yield events with captions among them."""
    screen = Screen()
    captions = Captions(screen)
    for event in events:
        if event.kind == "i":
            captions.answered()
        if event.kind != "o":
            yield event
            continue
        data = event.text.encode()
        if lifted := captions.lift():
            yield event._replace(text=lifted)
        yield event
        screen.feed(data)
        if covered := captions.cover(data):
            yield event._replace(text=covered)


def header_line(header: Header) -> str:
    """Return the first line of a recording, without its end."""
    row: dict[str, Any] = {"version": VERSION, "width": header.width, "height": header.height}
    row["idle_time_limit"] = IDLE_SECONDS
    row["env"] = {"TERM": "vt100"}
    if header.timestamp:
        row["timestamp"] = header.timestamp
    if header.title:
        row["title"] = header.title
    if header.origin is not None:
        row[OURS] = asdict(header.origin)
    return json.dumps(row)


def event_line(event: Event) -> str:
    """Return an event as a line, without its end.

    >>> event_line(Event(1.5, "i", "l;"))
    '[1.5, "i", "l;"]'
    """
    return json.dumps([round(event.seconds, 6), event.kind, event.text])


class AsciicastWriter:
    """Writes a recording line by line, each as soon as it is known.

    `write` takes a line with its end.  Bytes may be cut anywhere: half a character waits for its rest.
    """

    def __init__(self, write: Callable[[str], object], header: Header) -> None:
        self._write = write
        self._decoder = codecs.getincrementaldecoder("utf-8")(_SHAPE)
        self._add_line(header_line(header))

    def output(self, seconds: float, data: bytes) -> None:
        """Note what the game has drawn."""
        if text := self._decoder.decode(data):
            self._add_line(event_line(Event(seconds, "o", text)))

    def caption(self, seconds: float, text: str) -> None:
        """Draw over what the game has drawn, or take that away; "" is nothing."""
        if text:
            self._add_line(event_line(Event(seconds, "o", text)))

    def keys(self, seconds: float, keys: bytes) -> None:
        """Note the keys that were sent."""
        self._add_line(event_line(Event(seconds, "i", as_text(keys))))

    def mark(self, seconds: float, label: str) -> None:
        """Set a marker, to which players can jump."""
        self._add_line(event_line(Event(seconds, "m", label)))

    def _add_line(self, line: str) -> None:
        self._write(line + "\n")


def as_text(data: bytes) -> str:
    """Return bytes as text, so that a terminal that reads UTF-8 shows in each cell what ours shows.

    What is no UTF-8 becomes one replacement character where the screen uses a cell, else a cancel, which
    takes none and ends an escape sequence, as the byte did.

    >>> as_text(b"caf\\xe9"), as_text(b"\\x80."), as_text("é".encode())
    ('caf�', '\\x18.', 'é')
    """
    return data.decode("utf-8", _SHAPE)


def _keep_cells(error: UnicodeError) -> tuple[str, int]:
    """Stand in for bytes that are no UTF-8: the screen gives a cell to those from 0xC0 on (vt100)."""
    assert isinstance(error, UnicodeDecodeError)
    wrong = error.object[error.start : error.end]
    return "".join("�" if byte >= 0xC0 else _CANCEL for byte in wrong), error.end


codecs.register_error(_SHAPE, _keep_cells)


# -- from text


def read_asciicast(data: bytes) -> Asciicast:
    """Read a recording.  Raises AsciicastError; a last line that was cut off is no damage.

    Markers, keys and output are kept; events of other kinds (a resize) are left out, and captions.
    """
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise AsciicastError(data.count(b"\n", 0, error.start) + 1, "it is no text") from None
    whole = lines.pop() == ""
    if not lines:
        raise AsciicastError(1, "it is empty or cut off")
    header = _read_header(lines[0])
    events = [_read_event(number, line) for number, line in enumerate(lines[1:], 2) if line]
    return Asciicast(header, tuple([event for event in events if _is_kept(event)]), whole)


def _is_kept(event: Event) -> bool:
    return event.kind in KINDS and not (event.kind == "o" and is_caption(event.text))


def _read_header(line: str) -> Header:
    row = _parsed(1, line)
    if not isinstance(row, dict) or "version" not in row:
        raise AsciicastError(1, "it is no asciicast")
    if row["version"] != VERSION:
        raise AsciicastError(1, f"it is asciicast version {row['version']}; version {VERSION} is read")
    width, height = row.get("width"), row.get("height")
    if type(width) is not int or type(height) is not int or not (0 < width < 10000 and 0 < height < 10000):
        raise AsciicastError(1, "it does not say how large its screen is")
    title, stamp = row.get("title", ""), row.get("timestamp", 0)
    return Header(
        title if isinstance(title, str) else "",
        stamp if type(stamp) is int else 0,
        width,
        height,
        _read_origin(row.get(OURS)),
    )


def _read_origin(row: object) -> Origin | None:
    """Return where a recording of ours comes from; None for one of another program."""
    if not isinstance(row, dict):
        return None
    names = {field.name for field in fields(Origin)}
    texts = [name for name in names if name != "seed"]
    if set(row) != names or type(row["seed"]) is not int or not _are_texts(row[name] for name in texts):
        raise AsciicastError(1, f"what it says under {OURS!r} is not of this version")
    return Origin(**row)


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _read_event(number: int, line: str) -> Event:
    row = _parsed(number, line)
    if not isinstance(row, list) or len(row) != 3 or not _are_texts(row[1:]):
        raise AsciicastError(number, "it is no event")
    seconds = row[0]
    if type(seconds) not in (int, float) or not (math.isfinite(seconds) and seconds >= 0):
        raise AsciicastError(number, "it does not say when")
    try:
        row[2].encode("utf-8")
    except UnicodeEncodeError:
        raise AsciicastError(number, "it holds half a character") from None
    return Event(float(seconds), cast(Kind, row[1]), row[2])


def _parsed(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise AsciicastError(number, "it is damaged or cut off") from None
