"""The option screen of the `o` command."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import COLS, ROWS
from rogue.ui.keymap import ESCAPE, SPACE
from rogue.ui.option_parser import FLAGS, NAMES, STYLE, STYLES, VALUE_MAX, set_value
from rogue.ui.pager import show_footer
from rogue.ui.prompts import RETURN, erase
from rogue.ui.ui_state import UiState

LABELS: Final = {
    "terse": "Terse output",
    "flush": "Flush typeahead during battle",
    "jump": "Show position only at end of run",
    "seefloor": "Show the lamp-illuminated floor",
    "passgo": "Follow turnings in passageways",
    "tombstone": "Print out tombstone when killed",
    "step": "List things one line at a time",
    "askme": "Ask for names of unknown things",
    "inven": "Inventory style",
    "name": "Name",
    "fruit": "Fruit",
    "file": "Save file",
    "score": "Score file",
    "lock": "Lock file",
}
PATHS: Final = ("file", "score", "lock")
WITH_NAMES: Final = "5.4"  # the edition that shows the names of the options
FLAG_HINT: Final = (10, "(T or F)")
STYLE_HINT: Final = (15, "(O, S, or C)")
NOTE_ROW: Final = ROWS - 4


def names_of(ui: UiState) -> tuple[str, ...]:
    """Return the options of the game's edition, row by row; a served game has no paths."""
    names = NAMES[ui.world.rules.edition]
    return tuple(name for name in names if name not in PATHS) if "served" in ui.able else names


def label(name: str, edition: str = WITH_NAMES) -> str:
    """Return what stands before the value of an option.

    >>> label("terse"), label("terse", "5.2")
    ('Terse output ("terse"): ', 'Terse output: ')
    """
    return f'{LABELS[name]} ("{name}"): ' if edition == WITH_NAMES else f"{LABELS[name]}: "


def value_text(ui: UiState, name: str) -> str:
    """Return the value of an option as the screen shows it."""
    return str(getattr(ui.world.options, name))


def open_options(ui: UiState) -> None:
    """Show all options, and what the terminal has to say about them; the cursor stands on the
    first value.
    """
    ui.mode = "options"
    ui.covered = True
    ui.renderer.clear()
    for row, name in enumerate(names_of(ui)):
        ui.renderer.row(row, label(name, ui.world.rules.edition) + value_text(ui, name))
    if ui.option_note:
        ui.renderer.row(NOTE_ROW, ui.option_note)
    _go_to(ui, 0)


def options_key(ui: UiState, key: int) -> None:
    """The option screen is shown: return goes on, `-` back, Escape ends, the rest sets values."""
    names = names_of(ui)
    if ui.option == len(names):
        if key == SPACE:
            ui.mode = "command"
            ui.line.pending = ""
            ui.repaint()
        return
    name = names[ui.option]
    if key == ESCAPE:
        if ui.typed:
            _show_value(ui)
        _go_to(ui, len(names))
    elif key in RETURN:
        if ui.typed:
            set_value(ui.world.options, name, ui.typed)
        _show_value(ui)
        _go_to(ui, ui.option + 1)
    elif key == ord("-") and not ui.typed:
        _show_value(ui)
        _go_to(ui, max(0, ui.option - 1))
    elif name in FLAGS:
        _set_flag(ui, name, chr(key).lower())
    elif name == STYLE:
        _set_style(ui, chr(key).upper())
    else:
        _type(ui, key)


def _go_to(ui: UiState, option: int) -> None:
    ui.option = option
    ui.typed = ""
    if option == len(names_of(ui)):
        show_footer(ui)
    else:
        ui.renderer.cursor(_value_spot(ui))


def _value_column(ui: UiState) -> int:
    return len(label(names_of(ui)[ui.option], ui.world.rules.edition))


def _value_spot(ui: UiState) -> int:
    return ui.option * COLS + _value_column(ui)


def _show_value(ui: UiState) -> None:
    name = names_of(ui)[ui.option]
    ui.renderer.row(ui.option, value_text(ui, name), _value_column(ui))


def _set_flag(ui: UiState, name: str, char: str) -> None:
    if char in ("t", "f"):
        setattr(ui.world.options, name, char == "t")
        _show_value(ui)
        _go_to(ui, ui.option + 1)
    else:
        _hint(ui, *FLAG_HINT)


def _set_style(ui: UiState, char: str) -> None:
    style = next((style for style in STYLES if style[0] == char), None)
    if style is None:
        _hint(ui, *STYLE_HINT)
    else:
        ui.world.options.inven = style
        _show_value(ui)
        _go_to(ui, ui.option + 1)


def _hint(ui: UiState, distance: int, text: str) -> None:
    spot = _value_spot(ui)
    ui.renderer.write(spot + distance, text)
    ui.renderer.cursor(spot)


def _type(ui: UiState, key: int) -> None:
    """Type over the value: the first character blanks the old one, a `~` as first is the home folder."""
    renderer = ui.renderer
    if not erase(ui, key) and 0x20 <= key < 0x7F:
        first = not ui.typed
        text = ui.world.options.home if first and key == ord("~") else ""
        text = (text or chr(key))[: min(VALUE_MAX, _room(ui)) - len(ui.typed)]
        if first:
            renderer.row(ui.option, "", _value_column(ui))
        ui.typed += text
        renderer.write(renderer.at, text)


def _room(ui: UiState) -> int:
    return COLS - 1 - _value_column(ui)
