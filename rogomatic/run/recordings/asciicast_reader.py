"""Reads asciicast, versions 1 to 3."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, cast

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.recordings.annotations import is_caption
from rogomatic.run.recordings.recording_formats import (
    KINDS,
    MAX_COLS,
    MAX_ROWS,
    OURS,
    Asciicast,
    AsciicastError,
    Event,
    Header,
    Kind,
    Origin,
)

_RELATIVE: Final = 3  # from this version on, times are since the event before
_VERSIONS: Final = (1, 2, 3)
_BROKEN: Final = "it is damaged or cut off"
_SIZE: Final = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
_FIRST: Final = re.compile(r'\s*\{\s*"version"\s*:\s*1\s*[,}]')
_PLACES: Final = 6  # of seconds


def read_asciicast(data: bytes) -> Asciicast:
    """Read a recording.  Raises AsciicastError; a last line that was cut off is no damage.

    Output, keys, markers and sizes of the window are kept; events of other kinds are left out, and captions.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AsciicastError(data.count(b"\n", 0, error.start) + 1, "it is no text") from None
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
    """Return what a file of version 1 holds, None for another file.  Raises AsciicastError."""
    starts = _FIRST.match(text) is not None
    if not starts and lines and _is_json(lines[0]):
        row = json.loads(lines[0])
        starts = isinstance(row, dict) and row.get("version") == 1
    if not starts:
        return None
    return _row_of_header(_parsed(1, text))


def _read_first_version(row: dict[str, Any]) -> Asciicast:
    """Read version 1: a list of pauses, in seconds, and what was drawn behind each."""
    header, remarks = _read_header(row)
    drawn = row.get("stdout")
    if not isinstance(drawn, list):
        raise AsciicastError(1, "it does not say what was drawn")
    events: list[Event] = []
    seconds = 0.0
    for one in drawn:
        if not isinstance(one, list) or len(one) != 2 or not isinstance(one[1], str):
            raise AsciicastError(1, f"event {len(events) + 1} is none")
        seconds = round(seconds + _seconds(1, one[0]), _PLACES)
        events.append(Event(seconds, "o", _whole_text(1, one[1])))
    return Asciicast(header, tuple(events), True, remarks)


def _row_of_header(row: object) -> dict[str, Any]:
    if not isinstance(row, dict) or "version" not in row:
        raise AsciicastError(1, "it is no asciicast")
    if row["version"] not in _VERSIONS or isinstance(row["version"], bool):
        known = "versions 1, 2 and 3 are read"
        raise AsciicastError(1, f"it is asciicast version {row['version']}; {known}")
    return row


def _read_header(row: dict[str, Any]) -> tuple[Header, tuple[str, ...]]:
    """Return the header, and remarks on a size that is cut."""
    of_terminal = row.get("term", {}) if row["version"] >= _RELATIVE else None
    if of_terminal is None:
        width, height = row.get("width"), row.get("height")
    elif isinstance(of_terminal, dict):
        width, height = of_terminal.get("cols"), of_terminal.get("rows")
    else:
        raise AsciicastError(1, "it does not say how large its screen is")
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
    """Return the columns or rows of a window; of one that did not tell them, `unknown`."""
    if value is None or value == 0:
        return unknown
    if type(value) is not int or value < 0:
        raise AsciicastError(1, "it does not say how large its screen is")
    return value


def _shown_size(cols: int, rows: int) -> tuple[int, int, tuple[str, ...]]:
    """Return the columns and rows to show, with a remark if the recording has more."""
    shown = min(cols, MAX_COLS), min(rows, MAX_ROWS)
    remark = f"The recording has {cols} x {rows}; at most {MAX_COLS} x {MAX_ROWS} are shown."
    return *shown, () if shown == (cols, rows) else (remark,)


def _read_origin(row: object) -> Origin | None:
    """Return the origin of one of our recordings, or None for another program's."""
    if not isinstance(row, dict):
        return None
    names = {field.name for field in fields(Origin)}
    texts = [name for name in names if name != "seed"]
    if set(row) != names or type(row["seed"]) is not int or not _are_texts(row[name] for name in texts):
        raise AsciicastError(1, f"what it says under {OURS!r} is not of this version")
    return Origin(**row)


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _read_events(lines: Sequence[str], version: int) -> Iterator[Event]:
    """Yield the events that are kept; in version 3, a line that begins with # is a comment."""
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
    if not isinstance(row, list) or len(row) != 3 or not _are_texts(row[1:]):
        raise AsciicastError(number, "it is no event")
    seconds, kind, text = _seconds(number, row[0]), row[1], _whole_text(number, row[2])
    if kind == "r" and not _SIZE.fullmatch(text):
        raise AsciicastError(number, "it does not say how large the window is")
    return Event(seconds, cast(Kind, kind), text)


def _sized(events: Iterable[Event]) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Return events with sizes that can be shown, and remarks about others; a size of 0 is no news."""
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
        raise AsciicastError(number, "it does not say when")
    try:
        found = float(cast(float, seconds))
    except OverflowError:
        found = math.inf
    if not (math.isfinite(found) and found >= 0):
        raise AsciicastError(number, "it does not say when")
    return found


def _whole_text(number: int, text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise AsciicastError(number, "it holds half a character") from None
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
