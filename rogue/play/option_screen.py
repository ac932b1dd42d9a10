"""The option screen of the `o` command.

Owns   its rows, how each value is changed, and its keys (screen.md 9).
Leaves the options' meaning (state.options), the text form and which options there are
       (play.options), keeping them for the next game (files.settings).
"""

from __future__ import annotations

from typing import Final

from rogue.play.ask import RETURN, erase
from rogue.play.keys import ESCAPE, SPACE
from rogue.play.lists import foot
from rogue.play.options import FLAGS, NAMES, STYLE, STYLES, VALUE_MAX, set_value
from rogue.play.stage import Stage
from rogue.state.grid import COLS, ROWS

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
WITH_NAMES: Final = "5.4"  # the edition that shows the names of the options
FLAG_HINT: Final = (10, "(T or F)")
STYLE_HINT: Final = (15, "(O, S, or C)")
NOTE_ROW: Final = ROWS - 4


def names_of(stage: Stage) -> tuple[str, ...]:
    """Return the options of the game's edition, row by row."""
    return NAMES[stage.world.rules.edition]


def label(name: str, edition: str = WITH_NAMES) -> str:
    """Return what stands before the value of an option.

    >>> label("terse"), label("terse", "5.2")
    ('Terse output ("terse"): ', 'Terse output: ')
    """
    return f'{LABELS[name]} ("{name}"): ' if edition == WITH_NAMES else f"{LABELS[name]}: "


def value_text(stage: Stage, name: str) -> str:
    """Return the value of an option as the screen shows it."""
    return str(getattr(stage.world.options, name))


def open_options(stage: Stage) -> None:
    """Show all options, and what the terminal has to say about them; the cursor stands on the
    first value.
    """
    stage.mode = "options"
    stage.covered = True
    stage.painter.clear()
    for row, name in enumerate(names_of(stage)):
        stage.painter.row(row, label(name, stage.world.rules.edition) + value_text(stage, name))
    if stage.option_note:
        stage.painter.row(NOTE_ROW, stage.option_note)
    _go_to(stage, 0)


def options_key(stage: Stage, key: int) -> None:
    """The option screen is shown: return goes on, `-` back, Escape ends, the rest sets values."""
    names = names_of(stage)
    if stage.option == len(names):
        if key == SPACE:
            stage.mode = "command"
            stage.line.pending = ""
            stage.repaint()
        return
    name = names[stage.option]
    if key == ESCAPE:
        if stage.typed:
            _show_value(stage)
        _go_to(stage, len(names))
    elif key in RETURN:
        if stage.typed:
            set_value(stage.world.options, name, stage.typed)
        _show_value(stage)
        _go_to(stage, stage.option + 1)
    elif key == ord("-") and not stage.typed:
        _show_value(stage)
        _go_to(stage, max(0, stage.option - 1))
    elif name in FLAGS:
        _set_flag(stage, name, chr(key).lower())
    elif name == STYLE:
        _set_style(stage, chr(key).upper())
    else:
        _type(stage, key)


def _go_to(stage: Stage, option: int) -> None:
    stage.option = option
    stage.typed = ""
    if option == len(names_of(stage)):
        foot(stage)
    else:
        stage.painter.cursor(_value_spot(stage))


def _value_column(stage: Stage) -> int:
    return len(label(names_of(stage)[stage.option], stage.world.rules.edition))


def _value_spot(stage: Stage) -> int:
    return stage.option * COLS + _value_column(stage)


def _show_value(stage: Stage) -> None:
    name = names_of(stage)[stage.option]
    stage.painter.row(stage.option, value_text(stage, name), _value_column(stage))


def _set_flag(stage: Stage, name: str, char: str) -> None:
    if char in ("t", "f"):
        setattr(stage.world.options, name, char == "t")
        _show_value(stage)
        _go_to(stage, stage.option + 1)
    else:
        _hint(stage, *FLAG_HINT)


def _set_style(stage: Stage, char: str) -> None:
    style = next((style for style in STYLES if style[0] == char), None)
    if style is None:
        _hint(stage, *STYLE_HINT)
    else:
        stage.world.options.inven = style
        _show_value(stage)
        _go_to(stage, stage.option + 1)


def _hint(stage: Stage, distance: int, text: str) -> None:
    spot = _value_spot(stage)
    stage.painter.write(spot + distance, text)
    stage.painter.cursor(spot)


def _type(stage: Stage, key: int) -> None:
    """Type over the value: the first character blanks the old one, a `~` as first is the home folder."""
    painter = stage.painter
    if not erase(stage, key) and 0x20 <= key < 0x7F:
        first = not stage.typed
        text = stage.world.options.home if first and key == ord("~") else ""
        text = (text or chr(key))[: min(VALUE_MAX, _room(stage)) - len(stage.typed)]
        if first:
            painter.row(stage.option, "", _value_column(stage))
        stage.typed += text
        painter.write(painter.at, text)


def _room(stage: Stage) -> int:
    return COLS - 1 - _value_column(stage)
