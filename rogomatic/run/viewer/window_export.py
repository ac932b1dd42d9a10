"""The window of a replay as an asciicast: the game with the panels and the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rogomatic.run.recordings.recording_formats import Event, Header, event_line, header_line
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.run.viewer.canvas import Canvas, changes, palette_of
from rogomatic.run.viewer.controls import Pace
from rogomatic.run.viewer.frame import Showing
from rogomatic.run.viewer.replay import moment_frame, place_of, top_line, why_line

_COLOURS: Final = 256
_BEGIN: Final = "\x1b[?25l\x1b[m\x1b[H\x1b[2J"  # no cursor
_END: Final = "\x1b[?25h"
_LAST_SECONDS: Final = 3.0  # for which the last frame is shown


def window_cast(
    timeline: Timeline, title: str, size: tuple[int, int], pace: Pace, *, every_turn: bool
) -> Iterator[bytes]:
    """Yield the asciicast line by line, with its markers.

    size  columns and rows, at least 80 x 24; pace  of the commands
    Moments without news are left out unless `every_turn`.  Leaves the timeline at its end.
    """
    width, height = size
    stamp = timeline.recording.header.timestamp
    yield _line(header_line(Header(title, stamp, width, height)))
    shown: Canvas | None = None
    seconds = 0.0
    palette = palette_of(_COLOURS)
    for number in range(len(timeline)):
        timeline.go(number)
        moment = timeline.moment
        yield from (_line(event_line(Event(seconds, "m", mark.label))) for mark in moment.marks)
        if moment.still is not None and not every_turn and number < len(timeline) - 1:
            continue
        canvas = _frame(timeline, width, height, hurries=not every_turn)
        text = changes(canvas, shown, palette)
        if text or shown is None:
            yield _line(event_line(Event(seconds, "o", text if shown is not None else _BEGIN + text)))
        shown = canvas
        pace.tempo = moment.tempo
        seconds += pace.seconds
    yield _line(event_line(Event(seconds + _LAST_SECONDS, "o", _END)))


def _frame(timeline: Timeline, width: int, height: int, *, hurries: bool) -> Canvas:
    """Return the frame of a moment."""
    showing = Showing(
        top=top_line(timeline, hurries=hurries), why=why_line(timeline, height), notice=place_of(timeline)
    )
    return moment_frame(timeline, width, height, showing)


def _line(text: str) -> bytes:
    return f"{text}\n".encode()
