"""Turn the frames of a replay window into files: asciicast, SVG, or GIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.recordings.game_frames import said_last
from rogomatic.run.recordings.recording_formats import Event, Header, event_line, header_line
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.run.viewer.animated_gif import animated_gif
from rogomatic.run.viewer.animated_svg import Look, Row, animated_svg
from rogomatic.run.viewer.canvas import Canvas, Line, Style, changes, line, palette_of, text_of
from rogomatic.run.viewer.controls import SPELL_SECONDS, Pace, caution
from rogomatic.run.viewer.frame import Showing
from rogomatic.run.viewer.replay import TourStop, moment_frame, place_of, top_line, why_line
from rogue.shared.errors import printable

_COLORS: Final = 256
_GREYS: Final = 232  # the first gray
_BEGIN: Final = "\x1b[?25l\x1b[m\x1b[H\x1b[2J"  # no cursor
_END: Final = "\x1b[?25h"
_TITLED: Final = 12  # moments at the start of a stop that show its title
LAST_SECONDS: Final = 3.0  # display time of the last frame


class ShownFrame(NamedTuple):
    """A frame of a recording.

    canvas   the picture
    seconds  time for which the picture is shown
    marks    labels of the marks that are set at the beginning of that time
    """

    canvas: Canvas
    seconds: float
    marks: tuple[str, ...]


def shown_frames(
    timeline: Timeline,
    moments: Sequence[int],
    size: tuple[int, int] | None,
    pace: Pace,
    tour: Sequence[TourStop] = (),
    *,
    every_turn: bool,
) -> Iterator[ShownFrame]:
    """Yield the frames of these moments at this pace.

    This moves `timeline`: after the last frame, it stands at the last of these moments.

    size        columns and rows of the window, at least 80 x 24, or None to show only the game's screen
    tour        parts of the game, each of which begins with its title
    every_turn  whether moments without news are shown, not left out

    A tour is shown more slowly when hit points are low.
    """
    marks: list[str] = []
    pace.is_tour = bool(tour)
    titles = {at: stop.title for stop in tour for at in range(stop.first, stop.first + _TITLED)}
    for number in moments:
        timeline.go(number)
        moment = timeline.moment
        marks += [mark.label for mark in moment.marks]
        if moment.still is not None and not every_turn and number < moments[-1]:
            continue
        extra = SPELL_SECONDS if moment.held else 0.0
        pace.take(moment.tempo, moment.percent, caution(moment.hp, moment.max_hp), extra)
        title = line((titles.get(number, ""), Style.STRONG))
        canvas = (
            _game(timeline, title)
            if size is None
            else _window(timeline, *size, title, hurries=not every_turn)
        )
        yield ShownFrame(canvas, pace.seconds, tuple(marks))
        marks.clear()


def window_cast(frames: Iterable[ShownFrame], header: Header) -> Iterator[bytes]:
    """Yield the lines of an asciicast of these frames, with markers.  The size is given in the header."""
    yield _line(header_line(header))
    shown: Canvas | None = None
    seconds = 0.0
    palette = palette_of(_COLORS)
    for canvas, lasts, marks in frames:
        yield from (_line(event_line(Event(seconds, "m", label))) for label in marks)
        text = changes(canvas, shown, palette)
        if text or shown is None:
            yield _line(event_line(Event(seconds, "o", text if shown is not None else _BEGIN + text)))
        shown = canvas
        seconds += lasts
    yield _line(event_line(Event(seconds + LAST_SECONDS, "o", _END)))


def window_svg(frames: Sequence[ShownFrame], title: str) -> Iterator[bytes]:
    """Yield frames (at least one) as an animated SVG."""
    cuts = (COLS,) if frames[0].canvas.width > COLS else ()  # beside the map are the panels
    rows = [rows_of(frame.canvas) for frame in frames]
    yield animated_svg(rows, _times(frames), printable(title), cuts, still=len(rows) // 2).encode()


def window_gif(frames: Sequence[ShownFrame]) -> Iterator[bytes]:
    """Yield frames (at least one) as an animated GIF.  Pillow must be installed."""
    yield animated_gif([rows_of(frame.canvas) for frame in frames], _times(frames))


def _times(frames: Sequence[ShownFrame]) -> list[float]:
    *seconds, last = (frame.seconds for frame in frames)
    return [*seconds, max(last, LAST_SECONDS)]


def rows_of(canvas: Canvas) -> list[Row]:
    """Return the cells of a canvas as the rows of a picture."""
    cells = list(zip(canvas.text.decode("ascii"), map(_LOOKS.__getitem__, canvas.looks), strict=True))
    return [tuple(cells[start : start + canvas.width]) for start in range(0, len(cells), canvas.width)]


def look_of(sequence: str) -> Look:
    """Return the look that a control sequence sets on a terminal with 256 colors.

    >>> look_of("\x1b[m\x1b[1;38;5;160m"), look_of("\x1b[7m").reverse
    (Look(color='#d70000', bold=True, underline=False, reverse=False), True)
    """
    codes, _, color = sequence.rpartition("\x1b[")[2].removesuffix("m").partition("38;5;")
    has = codes.split(";")
    return Look(_color(int(color)) if color else "", "1" in has, "4" in has, "7" in has)


def _color(number: int) -> str:
    """Return the color that a number of 16 or more stands for in a terminal with 256 colors."""
    if number >= _GREYS:
        return "#" + f"{8 + 10 * (number - _GREYS):02x}" * 3
    parts = ((number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6)
    return "#" + "".join(f"{55 + 40 * part if part else 0:02x}" for part in parts)


_LOOKS: Final = tuple(map(look_of, palette_of(_COLORS)))


def _window(timeline: Timeline, width: int, height: int, title: Line, *, hurries: bool) -> Canvas:
    """Return the window at a moment.  If `title` is not empty, show `title` instead of the message."""
    top = title if text_of(title) else top_line(timeline, hurries=hurries)
    showing = Showing(top=top, why=why_line(timeline, height), notice=place_of(timeline))
    return moment_frame(timeline, width, height, showing)


def _game(timeline: Timeline, title: Line) -> Canvas:
    """Return the game's own screen at a moment, in color.

    If `title` is not empty, show `title` instead of the message.
    """
    screen, moment = timeline.screen, timeline.moment
    message = line(said_last(moment)) if moment.ready else ()
    showing = Showing(path=False, top=title if text_of(title) else message)
    size = (COLS, ROWS) if timeline.player is not None else (max(screen.cols, COLS), max(screen.rows, ROWS))
    return moment_frame(timeline, *size, showing)


def _line(text: str) -> bytes:
    return f"{text}\n".encode()
