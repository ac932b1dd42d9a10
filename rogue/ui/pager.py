"""Lists or pictures on a screen, in a box, or line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogue.state.grid import COLS, ROWS
from rogue.state.world import ListStyle, Window
from rogue.ui.input_modes import COMMAND, Mode, Page, PageMode, PlainMode
from rogue.ui.keymap import ESCAPE, SPACE
from rogue.ui.ui_state import UiState

PAGE_ROWS: Final = ROWS - 1  # the last row holds the foot line
BOX_ROWS: Final = ROWS - 2  # a box with its foot line ends above the status line
BOX_RIGHT: Final = 78


def show_list(ui: UiState, lines: Sequence[str]) -> Mode:
    """Show lines in the player's list style.  Show a single line as a message.  Return the next mode."""
    style = _style(ui)
    if len(lines) == 1 or style == "Slow":
        for text in lines:
            if text:
                ui.emit(text, listed=len(lines) > 1)
        return COMMAND
    if style == "Clear":
        return show_pages(ui, lines)
    return _show_next(ui, _pages(lines, BOX_ROWS, boxed=True))


def show_pages(ui: UiState, lines: Sequence[str]) -> Mode:
    """Show lines on cleared screens, one after another.  Return the next mode."""
    return _show_next(ui, _pages(lines, PAGE_ROWS, boxed=False))


def _pages(lines: Sequence[str], rows: int, *, boxed: bool) -> tuple[Page, ...]:
    return tuple([Page(tuple(lines[at : at + rows]), boxed) for at in range(0, len(lines), rows)])


def _show_next(ui: UiState, pages: tuple[Page, ...]) -> Mode:
    """Show the first page.  The mode returned keeps the other pages for later."""
    ui.covered = True
    page = pages[0]
    if page.boxed:
        _draw_box(ui, page.lines)
    else:
        _draw_page(ui, page.lines)
    return PageMode(pages[1:])


def page_key(ui: UiState, mode: PageMode, key: int) -> Mode:
    """Handle a key on a list.  Space shows the next page or the map, and Escape ends the list."""
    if key == SPACE and mode.remaining:
        return _show_next(ui, mode.remaining)
    if key not in (SPACE, ESCAPE):
        return mode
    ui.line.pending = ""
    _uncover(ui)
    return COMMAND


def show_window(ui: UiState, window: Window) -> Mode:
    """Clear the screen, and show a window: its title at the top, and below it only its marks.

    Each mark is at its place on the map.  The cursor is on the player's square.
    """
    renderer = ui.renderer
    ui.covered = True
    renderer.clear()
    title = window.title + ui.words.more
    for spot, symbol in sorted(window.marks):
        renderer.write(spot, chr(symbol), bright=spot in window.bright)
    renderer.row(0, title)
    renderer.cursor(ui.world.player.spot)
    return PlainMode("window")


def window_key(ui: UiState, mode: PlainMode, key: int) -> Mode:
    """Handle a key on a picture.  Space returns to the map."""
    if key != SPACE:
        return mode
    ui.line.pending = ""
    ui.repaint()
    return COMMAND


def show_footer(ui: UiState) -> None:
    """Draw the foot line of a full screen."""
    ui.renderer.row(ROWS - 1, ui.words.foot)


def _draw_page(ui: UiState, lines: Sequence[str]) -> None:
    ui.renderer.clear()
    for row, text in enumerate(lines):
        if text:
            ui.renderer.row(row, text)
    show_footer(ui)


def _draw_box(ui: UiState, lines: Sequence[str]) -> None:
    """Draw lines over the right part of the map, with a blank column to their left."""
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
    """Return the player's list style.

    The option `inven` sets the style.  In editions that do not have `inven`, the option `step` sets it.
    """
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
