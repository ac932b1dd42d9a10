"""The option screen of the `o` command."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import COLS, ROWS
from rogue.ui.input_modes import COMMAND, Mode, OptionsMode
from rogue.ui.keymap import ESCAPE, SPACE
from rogue.ui.option_parser import FLAGS, NAMES, STYLE, STYLES, VALUE_MAX, set_value
from rogue.ui.pager import show_footer
from rogue.ui.prompts import RETURN, erased
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
WITH_NAMES: Final = ("5.4", "minds")  # the editions that show the names of the options
FLAG_HINT: Final = (10, "(T or F)")
STYLE_HINT: Final = (15, "(O, S, or C)")
NOTE_ROW: Final = ROWS - 4
HINT: Final = "Return, down: next; -, up: back; t true, f false; type a text; Escape ends."


def names_of(ui: UiState) -> tuple[str, ...]:
    """Return the options of the game's edition, row by row; a served game has no paths."""
    names = NAMES[ui.world.rules.edition]
    return tuple(name for name in names if name not in PATHS) if "served" in ui.host.able else names


def label(name: str, edition: str = WITH_NAMES[0]) -> str:
    """Return what stands before the value of an option.

    >>> label("terse"), label("terse", "5.2")
    ('Terse output ("terse"): ', 'Terse output: ')
    """
    return f'{LABELS[name]} ("{name}"): ' if edition in WITH_NAMES else f"{LABELS[name]}: "


def value_text(ui: UiState, name: str) -> str:
    """Return the value of an option as the screen shows it."""
    return str(getattr(ui.world.options, name))


def open_options(ui: UiState) -> Mode:
    """Show all options, and below them for a person the note of the terminal and the keys.

    The cursor stands on the first value.
    """
    ui.covered = True
    ui.renderer.clear()
    for row, name in enumerate(names_of(ui)):
        ui.renderer.row(row, label(name, ui.world.rules.edition) + value_text(ui, name))
    if ui.option_note:
        ui.renderer.row(NOTE_ROW, ui.option_note)
        ui.renderer.row(NOTE_ROW + 1, HINT)
    return _go_to(ui, 0)


def options_key(ui: UiState, mode: OptionsMode, key: int) -> Mode:
    """The option screen is shown: return goes on, `-` back, Escape ends, the rest sets values."""
    names, row = names_of(ui), mode.row
    if row == len(names):
        return _close(ui) if key == SPACE else mode
    name = names[row]
    if key == ESCAPE:
        if mode.typed:
            _show_value(ui, row)
        return _go_to(ui, len(names))
    if key in RETURN:
        if mode.typed:
            set_value(ui.world.options, name, mode.typed)
        _show_value(ui, row)
        return _go_to(ui, row + 1)
    if key == ord("-") and not mode.typed:
        _show_value(ui, row)
        return _go_to(ui, max(0, row - 1))
    if name in FLAGS:
        return _set_flag(ui, mode, chr(key).lower())
    if name == STYLE:
        return _set_style(ui, mode, chr(key).upper())
    return _type(ui, mode, key)


def _close(ui: UiState) -> Mode:
    ui.line.pending = ""
    ui.repaint()
    return COMMAND


def _go_to(ui: UiState, row: int) -> Mode:
    if row == len(names_of(ui)):
        show_footer(ui)
    else:
        ui.renderer.cursor(_value_spot(ui, row))
    return OptionsMode(row)


def _value_column(ui: UiState, row: int) -> int:
    return len(label(names_of(ui)[row], ui.world.rules.edition))


def _value_spot(ui: UiState, row: int) -> int:
    return row * COLS + _value_column(ui, row)


def _show_value(ui: UiState, row: int) -> None:
    ui.renderer.row(row, value_text(ui, names_of(ui)[row]), _value_column(ui, row))


def _set_flag(ui: UiState, mode: OptionsMode, char: str) -> Mode:
    if char not in ("t", "f"):
        return _hint(ui, mode, *FLAG_HINT)
    setattr(ui.world.options, names_of(ui)[mode.row], char == "t")
    _show_value(ui, mode.row)
    return _go_to(ui, mode.row + 1)


def _set_style(ui: UiState, mode: OptionsMode, char: str) -> Mode:
    style = next((style for style in STYLES if style[0] == char), None)
    if style is None:
        return _hint(ui, mode, *STYLE_HINT)
    ui.world.options.inven = style
    _show_value(ui, mode.row)
    return _go_to(ui, mode.row + 1)


def _hint(ui: UiState, mode: OptionsMode, distance: int, text: str) -> Mode:
    spot = _value_spot(ui, mode.row)
    ui.renderer.write(spot + distance, text)
    ui.renderer.cursor(spot)
    return mode


def _type(ui: UiState, mode: OptionsMode, key: int) -> Mode:
    """Type over the value: the first character blanks the old one, a `~` as first is the home folder."""
    renderer, row, typed = ui.renderer, mode.row, mode.typed
    remaining = erased(ui, typed, key)
    if remaining is not None:
        return OptionsMode(row, remaining)
    if not 0x20 <= key < 0x7F:
        return mode
    column = _value_column(ui, row)
    text = ui.world.options.home if not typed and key == ord("~") else ""
    text = (text or chr(key))[: min(VALUE_MAX, COLS - 1 - column) - len(typed)]
    if not typed:
        renderer.row(row, "", column)
    renderer.write(renderer.at, text)
    return OptionsMode(row, typed + text)
