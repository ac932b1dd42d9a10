"""The formats of recordings: asciicast 1 to 3, ttyrec."""

from __future__ import annotations

import codecs
import json
import math
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen
from rogomatic.run.story.annotations import Captions, is_caption
from rogue.shared.errors import RogomaticError

_HEAD: Final = struct.Struct("<III")
_CHANNEL_HEAD: Final = struct.Struct("<IIIB")
_CHANNELS: Final = 3  # output, keys, rewards
_MICROS: Final = 1_000_000
MAX_FRAME_BYTES: Final = 1 << 24  # in one frame: more is no ttyrec

MAX_COLS: Final = 1000  # of a window that is shown
MAX_ROWS: Final = 500
VERSION: Final = 2  # of written files
IDLE_SECONDS: Final = 2.0  # players cut longer pauses to this
OURS: Final = "rogomatic"  # the key in the header of what only this program reads
_SHAPE: Final = "rogomatic-cells"
_CANCEL: Final = "\x18"
_ASKS_SIZE: Final = re.compile(rb"\x1b\[8;([0-9]{1,4});([0-9]{1,4})t")
_BEGINNING: Final = 256  # bytes in which a recorder says how large the window is
_RELATIVE: Final = 3  # from this version on, times are since the event before
_VERSIONS: Final = (1, 2, 3)
_BROKEN: Final = "it is damaged or cut off"
_SIZE: Final = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
_FIRST: Final = re.compile(r'\s*\{\s*"version"\s*:\s*1\s*[,}]')
_PLACES: Final = 6  # of seconds


class TtyrecError(RogomaticError, ValueError):
    """Exception for bytes that are not a ttyrec.  Its text begins with the index of the first wrong byte."""


class TtyrecFrame(NamedTuple):
    """Data with its time, in seconds since the recording began or since 1970.

    In a file, three little-endian numbers of 32 bits (seconds, microseconds, size) stand before the data.
    The NetHack Learning Environment (ttyrec3) adds one byte for the channel: 0 output, 1 keys, 2 rewards.
    """

    seconds: float
    data: bytes
    channel: int = 0


def frame_bytes(frame: TtyrecFrame) -> bytes:
    """Return a frame as bytes of a ttyrec file, without the channel.

    >>> frame_bytes(TtyrecFrame(1.5, b"hi"))
    b'\\x01\\x00\\x00\\x00 \\xa1\\x07\\x00\\x02\\x00\\x00\\x00hi'
    """
    seconds, micros = divmod(round(frame.seconds * _MICROS), _MICROS)
    return _HEAD.pack(seconds, micros, len(frame.data)) + frame.data


def read_ttyrec(data: bytes) -> tuple[list[TtyrecFrame], bool]:
    """Return the complete frames of a ttyrec, and a flag.

    The flag is True if the file ends with the last of these frames, False if other bytes follow it.

    Raises TtyrecError for bytes that cannot be frames.
    """
    plain, end, trouble = _frames(data, _HEAD)
    if end == len(data):
        return plain, True
    channeled, further, _ = _frames(data, _CHANNEL_HEAD)
    # One frame, or an empty one, may be found in plain frames that were cut off, too.
    if len(channeled) > 1 and all(frame.data for frame in channeled) and further > end:
        return channeled, further == len(data)
    if trouble:
        raise TtyrecError(f"byte {end}: no ttyrec frame begins there")
    return plain, False


def _frames(data: bytes, head: struct.Struct) -> tuple[list[TtyrecFrame], int, bool]:
    """Return three values: the complete frames; the index of the first byte after them; and a flag.

    The flag is True if the bytes from that index on are not even the start of a frame, and False if the data
    just ends there or within a frame.
    """
    frames: list[TtyrecFrame] = []
    at = 0
    while at + head.size <= len(data):
        seconds, micros, size, *channels = head.unpack_from(data, at)
        channel = channels[0] if channels else 0
        if micros >= _MICROS or size > MAX_FRAME_BYTES or channel >= _CHANNELS:
            return frames, at, True
        start, end = at + head.size, at + head.size + size
        if end > len(data):
            break
        frames.append(TtyrecFrame((seconds * _MICROS + micros) / _MICROS, data[start:end], channel))
        at = end
    return frames, at, False


EventKind = Literal["o", "i", "m", "r"]
KINDS: Final[tuple[str, ...]] = get_args(EventKind)


class AsciicastError(RogomaticError, ValueError):
    """Exception for an invalid asciicast.  Its text names the line and the reason; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class Event(NamedTuple):
    """An event with its time, in seconds since the recording began.

    An event of an asciicast is output of the game ("o"), keys sent to the game ("i"), a marker ("m"), or a
    new size of the window ("r", columns and rows as in 120x40).  Output that is not UTF-8 is replaced by
    text that fills the same cells of the screen (see `as_text`).
    """

    seconds: float
    kind: EventKind
    text: str


@dataclass(frozen=True, slots=True)
class Origin:
    """The program, agent, and seed of a recorded game.

    game     command that starts the game, if the game is a separate program; "" for the game that belongs to
             this project
    knobs    the agent's knobs, as JSON
    memory   the agent's memory, as compact text (see `memory.memory_format`)
    resigns  whether the agent quits to keep gold
    rules    name and digest of a file with rules that a person wrote
    without  names of the ladder's rules that were left out
    turns_before  turns played before the recording began, if the game was continued from a saved game
    """

    seed: int
    edition: str = ""
    game: str = ""
    version: str = ""
    knobs: str = ""
    memory: str = ""
    resigns: bool = True
    rules: str = ""
    without: str = ""
    turns_before: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a recording.

    timestamp      seconds since 1970; 0 if unknown
    width, height  columns and rows of the window
    """

    title: str = ""
    timestamp: int = 0
    width: int = COLS
    height: int = ROWS
    origin: Origin | None = None  # None: recorded by another program


@dataclass(frozen=True, slots=True)
class Asciicast:
    """A recording.

    events    the game's events, without the captions that were added to the file for viewers
    complete  whether the last line was complete; an incomplete line is left out
    remarks   sentences about differences between the file and what is shown
    """

    header: Header
    events: tuple[Event, ...]
    complete: bool = True
    remarks: tuple[str, ...] = ()

    def lines(self, idle_seconds: float = IDLE_SECONDS) -> list[str]:
        """Return the file's lines, each with its newline.

        A program that plays the file shortens every pause to at most `idle_seconds`.
        """
        lines: list[str] = []
        writer = AsciicastWriter(lines.append, self.header, idle_seconds)
        for event in self.events:
            writer.add(event)
        return lines

    def text(self) -> str:
        """Return the text of the whole file."""
        return "".join(self.lines())


def header_line(header: Header, idle_seconds: float = IDLE_SECONDS) -> str:
    """Return the first line of a recording without its newline.

    A program that plays the file shortens every pause to at most `idle_seconds`.
    """
    row: dict[str, Any] = {"version": VERSION, "width": header.width, "height": header.height}
    row["idle_time_limit"] = idle_seconds
    row["env"] = {"TERM": "vt100"}
    if header.timestamp:
        row["timestamp"] = header.timestamp
    if header.title:
        row["title"] = header.title
    if header.origin is not None:
        row[OURS] = asdict(header.origin)
    return json.dumps(row)


def event_line(event: Event) -> str:
    """Return an event as a line without its newline.

    >>> event_line(Event(1.5, "i", "l;"))
    '[1.5, "i", "l;"]'
    """
    return json.dumps([round(event.seconds, 6), event.kind, event.text])


class AsciicastWriter:
    """Writer of a recording, line by line.  It adds captions for viewers between the game's events.

    screen  the game's screen after the events so far

    `write` takes a line with its newline.  If bytes passed to `output` end within a character, the character
    is written when its last byte arrives.
    """

    def __init__(
        self, write: Callable[[str], object], header: Header, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._write = write
        self._decoder = codecs.getincrementaldecoder("utf-8")(_SHAPE)
        self.screen = Screen()
        self._captions = Captions(self.screen)
        self._write(header_line(header, idle_seconds) + "\n")

    def add(self, event: Event) -> None:
        """Record an event."""
        if event.kind == "i":
            self._captions.answered()
        if event.kind != "o":
            self._write(event_line(event) + "\n")
            return
        data, lifted = event.text.encode(), self._captions.lift()
        self.screen.feed(data)
        covered = self._captions.cover(data)
        for text in (*filter(None, [lifted]), event.text, *filter(None, [covered])):
            self._write(event_line(event._replace(text=text)) + "\n")

    def output(self, seconds: float, data: bytes) -> None:
        """Record the game's output."""
        if text := self._decoder.decode(data):
            self.add(Event(seconds, "o", text))

    def keys(self, seconds: float, keys: bytes) -> None:
        """Record keys that were sent."""
        self.add(Event(seconds, "i", as_text(keys)))

    def mark(self, seconds: float, label: str) -> None:
        """Record a marker, to which viewers can jump."""
        self.add(Event(seconds, "m", label))


def as_text(data: bytes) -> str:
    """Return bytes as text that draws the same cells on a UTF-8 terminal.

    A byte that is not UTF-8 becomes a replacement character if it fills a cell of the screen.  Otherwise it
    becomes a cancel character, which fills no cell and also ends an escape sequence.

    >>> as_text(b"caf\\xe9"), as_text(b"\\x80."), as_text("é".encode())
    ('caf�', '\\x18.', 'é')
    """
    return data.decode("utf-8", _SHAPE)


def _keep_cells(error: UnicodeError) -> tuple[str, int]:
    """Handle a decoding error: replace bytes that are not UTF-8.

    A byte of 0xC0 or more fills a cell on the agent's screen, so it becomes a replacement character, which
    also fills one.  A lower byte fills no cell, so it becomes a cancel character.
    """
    assert isinstance(error, UnicodeDecodeError)
    wrong = error.object[error.start : error.end]
    return "".join("�" if byte >= 0xC0 else _CANCEL for byte in wrong), error.end


codecs.register_error(_SHAPE, _keep_cells)


def frames_recording(frames: Sequence[TtyrecFrame], title: str, complete: bool) -> Asciicast:
    """Return the frames of a ttyrec as a recording.

    A ttyrec does not contain the window's size, but some recorders begin with a sequence that sets the size.
    """
    begun = frames[0].seconds if frames else 0.0
    decoder = codecs.getincrementaldecoder("utf-8")(_SHAPE)  # characters may go on in the next frame
    events: list[Event] = []
    for frame in frames:
        seconds = max(frame.seconds - begun, 0.0)
        if frame.channel == 0:
            events.append(Event(seconds, "o", decoder.decode(frame.data)))
        elif frame.channel == 1:
            events.append(Event(seconds, "i", as_text(frame.data)))
    header = Header(title)
    if frames and (found := _ASKS_SIZE.search(frames[0].data[:_BEGINNING])):
        rows, cols = min(int(found[1]), MAX_ROWS), min(int(found[2]), MAX_COLS)
        header = Header(title, width=cols or COLS, height=rows or ROWS)
    return Asciicast(header, tuple(events), complete)


def read_asciicast(data: bytes) -> Asciicast:
    """Parse a recording.  A last line that is cut off is left out.  Raises AsciicastError for other damage.

    Output, keys, markers, and window sizes are kept; captions and other events are left out.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AsciicastError(data.count(b"\n", 0, error.start) + 1, "it is not UTF-8 text") from None
    lines = text.split("\n")
    whole = not lines[-1].strip() or _is_json(lines[-1])
    if not whole or not lines[-1]:
        lines.pop()
    if (first := _as_first_version(text, lines)) is not None:
        return _read_first_version(first)
    if not lines:
        raise AsciicastError(1, "it is empty or cut off")
    row = _row_of_header(_parsed(1, lines[0]))
    header, remarks = _read_header(row)
    events, more = _sized(_read_events(lines[1:], row["version"]))
    return Asciicast(header, events, whole, tuple(dict.fromkeys((*remarks, *more))))


def _as_first_version(text: str, lines: Sequence[str]) -> dict[str, Any] | None:
    """Return the JSON object of a version 1 file, or None.  Raises AsciicastError if the JSON is invalid."""
    starts = _FIRST.match(text) is not None
    if not starts and lines and _is_json(lines[0]):
        row = json.loads(lines[0])
        starts = isinstance(row, dict) and row.get("version") == 1
    if not starts:
        return None
    return _row_of_header(_parsed(1, text))


def _read_first_version(row: dict[str, Any]) -> Asciicast:
    """Parse a file of version 1.

    Its events are a list of pairs.  Each pair is a pause in seconds and the output that follows the pause.
    """
    header, remarks = _read_header(row)
    drawn = row.get("stdout")
    if not isinstance(drawn, list):
        raise AsciicastError(1, 'it has no list "stdout"')
    events: list[Event] = []
    seconds = 0.0
    for one in drawn:
        if not isinstance(one, list) or len(one) != 2 or not isinstance(one[1], str):
            raise AsciicastError(1, f"event {len(events) + 1} is invalid")
        seconds = round(seconds + _seconds(1, one[0]), _PLACES)
        events.append(Event(seconds, "o", _whole_text(1, one[1])))
    return Asciicast(header, tuple(events), True, remarks)


def _row_of_header(row: object) -> dict[str, Any]:
    if not isinstance(row, dict) or "version" not in row:
        raise AsciicastError(1, "it is not an asciicast")
    if row["version"] not in _VERSIONS or isinstance(row["version"], bool):
        known = "only versions 1, 2, and 3 can be read"
        raise AsciicastError(1, f"it is asciicast version {row['version']}; {known}")
    return row


def _read_header(row: dict[str, Any]) -> tuple[Header, tuple[str, ...]]:
    """Return the header, and a remark if the size had to be reduced."""
    of_terminal = row.get("term", {}) if row["version"] >= _RELATIVE else None
    if of_terminal is None:
        width, height = row.get("width"), row.get("height")
    elif isinstance(of_terminal, dict):
        width, height = of_terminal.get("cols"), of_terminal.get("rows")
    else:
        raise AsciicastError(1, "its window size is invalid")
    cols, rows, remarks = _shown_size(_number(width, COLS), _number(height, ROWS))
    title, stamp = row.get("title", ""), row.get("timestamp", 0)
    header = Header(
        title if isinstance(title, str) else "",
        stamp if type(stamp) is int else 0,
        cols,
        rows,
        _read_origin(row.get(OURS)),
    )
    return header, remarks


def _number(value: object, unknown: int) -> int:
    """Return the columns or rows of a window, or `unknown` if the value is missing."""
    if value is None or value == 0:
        return unknown
    if type(value) is not int or value < 0:
        raise AsciicastError(1, "its window size is invalid")
    return value


def _shown_size(cols: int, rows: int) -> tuple[int, int, tuple[str, ...]]:
    """Return the columns and rows to show, and a remark if the recording has more columns or rows."""
    shown = min(cols, MAX_COLS), min(rows, MAX_ROWS)
    remark = f"The recording is {cols} x {rows}; only {MAX_COLS} x {MAX_ROWS} are shown."
    return *shown, () if shown == (cols, rows) else (remark,)


def _read_origin(row: object) -> Origin | None:
    """Return the origin of a recording.  Return None if another program made the recording."""
    if not isinstance(row, dict):
        return None
    row = {
        "resigns": True,
        "rules": "",
        "without": "",
        "turns_before": 0,
        **row,
    }  # which older ones do not tell
    others = {"seed": int, "resigns": bool, "turns_before": int}
    types = {field.name: others.get(field.name, str) for field in fields(Origin)}
    if {name: type(value) for name, value in row.items()} != types:
        raise AsciicastError(1, f"its data under {OURS!r} is not of this version")
    return Origin(**row)


def _read_events(lines: Sequence[str], version: int) -> Iterator[Event]:
    """Yield the events to keep.  In version 3, a line that begins with # is a comment."""
    now = 0.0
    for number, line in enumerate(lines, 2):
        if not line.strip() or (version >= _RELATIVE and line.startswith("#")):
            continue
        event = _read_event(number, line)
        if version >= _RELATIVE:
            now = round(now + event.seconds, _PLACES)
            event = event._replace(seconds=now)
        if event.kind in KINDS and not (event.kind == "o" and is_caption(event.text)):
            yield event


def _read_event(number: int, line: str) -> Event:
    row = _parsed(number, line)
    if not isinstance(row, list) or len(row) != 3 or not all(isinstance(text, str) for text in row[1:]):
        raise AsciicastError(number, "it is not an event")
    seconds, kind, text = _seconds(number, row[0]), row[1], _whole_text(number, row[2])
    if kind == "r" and not _SIZE.fullmatch(text):
        raise AsciicastError(number, "the new window size is invalid")
    return Event(seconds, cast(EventKind, kind), text)


def _sized(events: Iterable[Event]) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Limit the window sizes in events.  Return the events, and remarks about the reduced sizes."""
    found: list[Event] = []
    remarks: list[str] = []
    for event in events:
        if event.kind == "r":
            cols, rows = map(int, event.text.split("x"))
            if not (cols and rows):
                continue
            cols, rows, more = _shown_size(cols, rows)
            event = event._replace(text=f"{cols}x{rows}")
            remarks += more
        found.append(event)
    return tuple(found), tuple(remarks)


def _seconds(number: int, seconds: object) -> float:
    if type(seconds) not in (int, float):
        raise AsciicastError(number, "its time is invalid")
    try:
        found = float(cast(float, seconds))
    except OverflowError:
        found = math.inf
    if not (math.isfinite(found) and found >= 0):
        raise AsciicastError(number, "its time is invalid")
    return found


def _whole_text(number: int, text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise AsciicastError(number, "it contains half a character") from None
    return text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _parsed(number: int, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise AsciicastError(number, _BROKEN) from None
