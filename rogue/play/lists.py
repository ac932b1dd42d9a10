"""Lists and pictures: pack, discoveries, help, detections, each on a screen or box of its own or
line by line.

Owns   the three styles of lists (OPT-5, screen.md 7), their pages and foot lines, the windows of
       detection.
Leaves what is in a list (play.info, play.ask), the windows' contents (rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from rogue.play.keys import ESCAPE, SPACE
from rogue.play.stage import Stage
from rogue.state.grid import COLS, ROWS
from rogue.state.options import ListStyle
from rogue.state.world import Window

PAGE_ROWS: Final = ROWS - 1  # the last row is the foot line
BOX_ROWS: Final = ROWS - 2  # a box ends above the status line, foot included
BOX_RIGHT: Final = 78


def show_list(stage: Stage, lines: Sequence[str]) -> None:
    """Show lines in the player's style; one line alone is a plain message."""
    style = _style(stage)
    if len(lines) == 1 or style == "Slow":
        for text in lines:
            if text:
                stage.line.say(text, listed=len(lines) > 1)
    elif style == "Clear":
        show_pages(stage, lines)
    else:
        for start in range(0, len(lines), BOX_ROWS):
            stage.turning.append(partial(_box, stage, lines[start : start + BOX_ROWS]))
        turn_page(stage)


def show_pages(stage: Stage, lines: Sequence[str]) -> None:
    """Show lines on cleared screens, one after the other."""
    for start in range(0, len(lines), PAGE_ROWS):
        stage.turning.append(partial(_page, stage, lines[start : start + PAGE_ROWS]))
    turn_page(stage)


def turn_page(stage: Stage) -> None:
    """Show the next page that waits."""
    stage.mode = "page"
    stage.covered = True
    stage.turning.popleft()()


def page_key(stage: Stage, key: int) -> None:
    """A list is on the screen: space shows the next page or the map, Escape ends the list."""
    if key == SPACE and stage.turning:
        turn_page(stage)
    elif key in (SPACE, ESCAPE):
        stage.turning.clear()
        stage.line.pending = ""
        stage.mode = "command"
        _uncover(stage)


def show_window(stage: Stage, window: Window) -> None:
    """Show marks on an empty map under a title; the cursor stands where the hero is."""
    painter = stage.painter
    stage.mode = "window"
    stage.covered = True
    painter.clear()
    title = window.title + stage.words.more
    for spot, symbol in sorted(window.marks):
        painter.write(spot, chr(symbol), bright=spot in window.bright)
    painter.row(0, title)
    painter.cursor(stage.world.player.spot)


def window_key(stage: Stage, key: int) -> None:
    """A picture is on the screen: space brings the map back."""
    if key == SPACE:
        stage.line.pending = ""
        stage.mode = "command"
        stage.repaint()


def foot(stage: Stage) -> None:
    """Write the foot line of a full screen."""
    stage.painter.row(ROWS - 1, stage.words.foot)


def _page(stage: Stage, lines: Sequence[str]) -> None:
    stage.painter.clear()
    for row, text in enumerate(lines):
        if text:
            stage.painter.row(row, text)
    foot(stage)


def _box(stage: Stage, lines: Sequence[str]) -> None:
    """Write lines over the right part of the map; one blank column is kept at their left."""
    painter, world = stage.painter, stage.world
    if stage.stale:
        painter.clear_row(0)
    painter.restore(world.canvas, world.player.spot, range(1, BOX_ROWS + 1))
    rows = [*lines, stage.words.foot]
    left = max(0, BOX_RIGHT - max(len(text) for text in rows))
    width = BOX_RIGHT - left
    for row, text in enumerate(rows):
        start = row * COLS + left
        painter.write(max(start - 1, row * COLS), (" " if left else "") + text.ljust(width))
    painter.cursor((len(rows) - 1) * COLS + left + len(stage.words.foot))


def _style(stage: Stage) -> ListStyle:
    """Return how the player wants lists: by option inven, or in editions without it by step."""
    options = stage.world.options
    if stage.words.styles:
        return options.inven
    return "Slow" if options.step else "Clear"


def _uncover(stage: Stage) -> None:
    if _style(stage) == "Overwrite":
        stage.covered = False
        world = stage.world
        stage.painter.restore(world.canvas, world.player.spot, range(ROWS - 1))
    else:
        stage.repaint()
