"""One frame of the watcher's window: the live map, what is drawn over it, panels, overlay, top line.

Owns   what stands where in a frame.
Leaves panels (panels), the layout (window.layout), the terminal (window.terminal).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from rogomatic.rules import Choice
from rogomatic.run.show.panels.chart import digit, hidden_in, loops_in
from rogomatic.run.show.panels.lines import Line, Look, folded, line, text_of
from rogomatic.run.show.panels.plan import squares_of
from rogomatic.run.show.panels.reason import in_short
from rogomatic.run.show.panels.subject import Subject
from rogomatic.run.show.panels.table import PANELS
from rogomatic.run.show.window.canvas import Canvas
from rogomatic.run.show.window.layout import Place, places
from rogomatic.run.show.window.terminal import check_size
from rogomatic.screen import COLS, ROWS, SIZE, Screen

_TITLED: Final = 4  # rows from which a panel has a title
_WHOLE: Final = 10_000  # rows of a panel that is scrolled
_GOAL: Final = "X"  # drawn where a walk ends on a square that shows nothing
_STATUS_ROW: Final = ROWS - 1


class Pictured(Subject, Protocol):
    """An agent with the screen that it sees."""

    @property
    def screen(self) -> Screen: ...
    @property
    def done(self) -> bool: ...


@dataclass(slots=True)
class Showing:
    """What the watcher wants to see.

    path, hidden, loops   drawn over the live map
    overlay               the panel over the map, "" for none     scroll  its first row
    text                  lines over the map in place of a panel, with their title
    top                   the top line; in its place the game's own while it asks something
    notice                at the end of the top line: the pace, and who plays
    """

    path: bool = True
    hidden: bool = False
    loops: bool = False
    overlay: str = ""
    scroll: int = 0
    text: tuple[str, list[Line]] | None = None
    top: Line = ()
    notice: str = ""


def frame_of(agent: Pictured, choice: Choice | None, width: int, height: int, showing: Showing) -> Canvas:
    """Return the frame of a window; in one that is too small a sentence that says so."""
    canvas = Canvas(width, height)
    small = check_size((width, height))
    if small:
        _draw_sentence(canvas, small)
        return canvas
    _draw_map(canvas, agent, choice, showing)
    for place in places(width, height):
        _draw_panel(canvas, place, agent, choice)
    if showing.text is not None:
        _draw_overlay(canvas, showing, *showing.text)
    elif showing.overlay:
        entry = PANELS[showing.overlay]
        _draw_overlay(canvas, showing, entry.title, entry.show(agent, choice, COLS - 2, _height(showing)))
    _draw_top(canvas, agent, showing)
    return canvas


def bare_frame(screen: Screen, width: int, height: int, showing: Showing, sentence: str) -> Canvas:
    """Return the frame of a game without an agent: its screen; the sentence stands for the panels."""
    canvas = Canvas(width, height)
    small = check_size((width, height))
    if small:
        _draw_sentence(canvas, small)
        return canvas
    _draw_screen(canvas, screen)
    if height > ROWS:
        canvas.put(ROWS, 0, line((sentence, Look.DIM)), width)
    if showing.text is not None:
        _draw_overlay(canvas, showing, *showing.text)
    _draw_notice(canvas, showing.top if text_of(showing.top) else line(screen.text(0)), showing.notice)
    return canvas


def _draw_sentence(canvas: Canvas, sentence: str) -> None:
    """Draw a sentence in as many rows as it takes."""
    for row, one in enumerate(folded(sentence, canvas.width, indent=0)):
        canvas.put(row, 0, one, canvas.width)


def _draw_screen(canvas: Canvas, screen: Screen) -> None:
    """Draw the game's screen."""
    for row in range(ROWS):
        start, cells = row * canvas.width, screen.cells[row * COLS : (row + 1) * COLS]
        canvas.text[start : start + COLS] = cells
    for spot in screen.bright:
        canvas.mark(*divmod(spot, COLS), Look.BRIGHT)


def _draw_map(canvas: Canvas, agent: Pictured, choice: Choice | None, showing: Showing) -> None:
    """Draw the game's screen, and over its map what the watcher wants to see there."""
    b = agent.beliefs
    _draw_screen(canvas, agent.screen)
    if agent.done or b.waiting.kind != "command":
        return  # windows and pages cover the map
    for foe in b.foes.seen:
        canvas.mark(*divmod(foe, COLS), Look.FOE)
    for spot, symbol in b.level.things.items():
        if symbol == "*":
            canvas.mark(*divmod(spot, COLS), Look.GOLD)
    if showing.hidden:
        for spot, chance in hidden_in(b.level).items():
            canvas.mark(*divmod(spot, COLS), Look.HINT, digit(chance))
    if showing.loops:
        for spot in loops_in(b.level):
            canvas.mark(*divmod(spot, COLS), Look.STRONG)
    if showing.path:
        _draw_path(canvas, squares_of(agent, choice))
    if COLS <= b.me.spot < SIZE - COLS:
        canvas.mark(*divmod(b.me.spot, COLS), Look.HERO)


def _draw_path(canvas: Canvas, squares: tuple[int, ...]) -> None:
    """Draw a walk: its squares, and where it ends."""
    for spot in squares[:-1]:
        canvas.mark(*divmod(spot, COLS), Look.PATH)
    for spot in squares[-1:]:
        row, col = divmod(spot, COLS)
        blank = canvas.text[row * canvas.width + col] == ord(" ")
        canvas.mark(row, col, Look.GOAL, _GOAL if blank else "")


def _draw_panel(canvas: Canvas, place: Place, agent: Pictured, choice: Choice | None) -> None:
    panel, row, col, height, width = place
    entry = PANELS[panel]
    if height >= _TITLED:
        canvas.put(row, col, line((f" {entry.title} ".ljust(width), Look.TITLE)), width)
        row, height = row + 1, height - 1
    for number, one in enumerate(entry.show(agent, choice, width, height)):
        canvas.put(row + number, col, one, width)


def _height(showing: Showing) -> int:
    """Return the rows of an overlay's content: what fits, or all of it once it is scrolled."""
    return _WHOLE if showing.scroll else ROWS - 4


def _draw_overlay(canvas: Canvas, showing: Showing, title: str, lines: list[Line]) -> None:
    """Draw lines over the map, between the top line and the status line."""
    room = ROWS - 4
    showing.scroll = max(min(showing.scroll, len(lines) - room), 0)
    canvas.put(1, 0, line((f" {title} ".ljust(COLS), Look.TITLE)), COLS)
    for number in range(room):
        at = showing.scroll + number
        canvas.put(2 + number, 0, line(" ", *(lines[at] if at < len(lines) else ())), COLS)
    foot = " the same key closes it; up and down scroll "
    canvas.put(_STATUS_ROW - 1, 0, line((foot.ljust(COLS), Look.TITLE)), COLS)


def _draw_top(canvas: Canvas, agent: Pictured, showing: Showing) -> None:
    """Draw the top line and the notice at its end; while the game asks something, its own row stays."""
    top = showing.top
    if agent.beliefs.waiting.kind != "command" and not text_of(top):
        top = line(agent.screen.text(0))
    _draw_notice(canvas, top, showing.notice)


def _draw_notice(canvas: Canvas, top: Line, notice: str) -> None:
    room = COLS - len(notice) - bool(notice)
    canvas.put(0, 0, top, room)
    canvas.put(0, room, line(" ", (notice, Look.STRONG)), COLS - room)


def top_line(choice: Choice | None, message: str, says_why: bool) -> Line:
    """Return the game's message, or why the agent does what it does."""
    if choice is None or not says_why:
        return line(message)
    return line(("Why: ", Look.DIM), in_short(choice))
