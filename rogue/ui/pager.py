"""Lists and pictures: pack, discoveries, help, detections, each on a screen or box of its own or
line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from rogue.state.grid import COLS, ROWS
from rogue.state.options import ListStyle
from rogue.state.world import Window
from rogue.ui.keymap import ESCAPE, SPACE
from rogue.ui.ui_state import UiState

PAGE_ROWS: Final = ROWS - 1  # the last row is the foot line
BOX_ROWS: Final = ROWS - 2  # a box ends above the status line, foot included
BOX_RIGHT: Final = 78


def show_list(ui: UiState, lines: Sequence[str]) -> None:
    """Show lines in the player's style; one line alone is a plain message."""
    style = _style(ui)
    if len(lines) == 1 or style == "Slow":
        for text in lines:
            if text:
                ui.emit(text, listed=len(lines) > 1)
    elif style == "Clear":
        show_pages(ui, lines)
    else:
        for start in range(0, len(lines), BOX_ROWS):
            ui.turning.append(partial(_box, ui, lines[start : start + BOX_ROWS]))
        turn_page(ui)


def show_pages(ui: UiState, lines: Sequence[str]) -> None:
    """Show lines on cleared screens, one after the other."""
    for start in range(0, len(lines), PAGE_ROWS):
        ui.turning.append(partial(_page, ui, lines[start : start + PAGE_ROWS]))
    turn_page(ui)


def turn_page(ui: UiState) -> None:
    """Show the next page that waits."""
    ui.mode = "page"
    ui.covered = True
    ui.turning.popleft()()


def page_key(ui: UiState, key: int) -> None:
    """A list is on the screen: space shows the next page or the map, Escape ends the list."""
    if key == SPACE and ui.turning:
        turn_page(ui)
    elif key in (SPACE, ESCAPE):
        ui.turning.clear()
        ui.line.pending = ""
        ui.mode = "command"
        _uncover(ui)


def show_window(ui: UiState, window: Window) -> None:
    """Show marks on an empty map under a title; the cursor stands where the hero is."""
    renderer = ui.renderer
    ui.mode = "window"
    ui.covered = True
    renderer.clear()
    title = window.title + ui.words.more
    for spot, symbol in sorted(window.marks):
        renderer.write(spot, chr(symbol), bright=spot in window.bright)
    renderer.row(0, title)
    renderer.cursor(ui.world.player.spot)


def window_key(ui: UiState, key: int) -> None:
    """A picture is on the screen: space brings the map back."""
    if key == SPACE:
        ui.line.pending = ""
        ui.mode = "command"
        ui.repaint()


def show_footer(ui: UiState) -> None:
    """Write the foot line of a full screen."""
    ui.renderer.row(ROWS - 1, ui.words.foot)


def _page(ui: UiState, lines: Sequence[str]) -> None:
    ui.renderer.clear()
    for row, text in enumerate(lines):
        if text:
            ui.renderer.row(row, text)
    show_footer(ui)


def _box(ui: UiState, lines: Sequence[str]) -> None:
    """Write lines over the right part of the map; one blank column is kept at their left."""
    renderer, world = ui.renderer, ui.world
    if ui.stale:
        renderer.clear_row(0)
    renderer.restore(world.canvas, world.player.spot, range(1, BOX_ROWS + 1))
    rows = [*lines, ui.words.foot]
    left = max(0, BOX_RIGHT - max(len(text) for text in rows))
    width = BOX_RIGHT - left
    for row, text in enumerate(rows):
        start = row * COLS + left
        renderer.write(max(start - 1, row * COLS), (" " if left else "") + text.ljust(width))
    renderer.cursor((len(rows) - 1) * COLS + left + len(ui.words.foot))


def _style(ui: UiState) -> ListStyle:
    """Return how the player wants lists: by option inven, or in editions without it by step."""
    options = ui.world.options
    if ui.words.styles:
        return options.inven
    return "Slow" if options.step else "Clear"


def _uncover(ui: UiState) -> None:
    if _style(ui) == "Overwrite":
        ui.covered = False
        world = ui.world
        ui.renderer.restore(world.canvas, world.player.spot, range(ROWS - 1))
    else:
        ui.repaint()
