"""The options, as text in ROGUEOPTS or on the screen of the `o` command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from rogue.state.grid import COLS, ROWS
from rogue.state.world import ListStyle, Options
from rogue.ui.input_modes import COMMAND, Mode, OptionsMode
from rogue.ui.keymap import ESCAPE, SPACE
from rogue.ui.pager import show_footer
from rogue.ui.prompts import RETURN, erased
from rogue.ui.ui_state import UiState

Flag = Literal["terse", "flush", "jump", "seefloor", "passgo", "tombstone", "step", "askme"]
Word = Literal["name", "fruit", "file", "score", "lock"]

FLAGS: Final[tuple[Flag, ...]] = (
    "terse", "flush", "jump", "seefloor", "passgo", "tombstone", "step", "askme",
)  # fmt: skip
WORDS: Final[tuple[Word, ...]] = ("name", "fruit", "file", "score", "lock")
STYLE: Final = "inven"
_NAMES_54: Final = (
    "terse", "flush", "jump", "seefloor", "passgo", "tombstone", "inven", "name", "fruit",
    "file", "score", "lock",
)  # fmt: skip
NAMES: Final = {
    "5.4": _NAMES_54,
    "minds": _NAMES_54,
    "5.2": ("terse", "flush", "jump", "step", "askme", "passgo", "name", "fruit", "file"),
    "3.6": ("terse", "flush", "jump", "step", "askme", "name", "fruit", "file"),
}  # fmt: skip
"""Edition -> its options in the order of the option screen, which is also the order of name matching."""
_ALL_NAMES: Final = tuple(dict.fromkeys(name for names in NAMES.values() for name in names))
STYLES: Final[tuple[ListStyle, ...]] = ("Overwrite", "Slow", "Clear")
VALUE_MAX: Final = 50
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
WITH_NAMES: Final = ("5.4", "minds")  # editions that show the options' names
FLAG_HINT: Final = (10, "(T or F)")
STYLE_HINT: Final = (15, "(O, S, or C)")
NOTE_ROW: Final = ROWS - 4
HINT: Final = "Return, down: next; -, up: back; t true, f false; type a text; Escape: done."
DONE: Final = "These are your options now; press space to return to the game."


def read_options(text: str, home: str = "", edition: str = "5.4") -> Options:
    """Return the default options, changed by a text such as `terse,nojump,name=Ann,inven=slow`.

    Never raises an exception.  As in the original game, if a name is unknown, only this word is skipped, and
    any word after it, even inside its value, is then read as the name of an option.  `home` replaces `~` at
    the start of a value.

    >>> read_options("terse,nojump,name=Ann").name
    'Ann'
    """
    options = Options(home=home)
    apply_options(options, text, edition)
    return options


def apply_options(options: Options, text: str, edition: str = "5.4") -> None:
    """Apply an options text to existing options.  An empty player name becomes the default name."""
    names = NAMES[edition]
    at = 0
    while at < len(text):
        end = _read_one(options, names, text, at, _end_of_word(text, at))
        while end < len(text) and not _is_letter(text[end]):
            end += 1
        at = end
    if not options.name:
        options.name = Options().name


def meaningless(text: str) -> list[str]:
    """Return the comma-separated parts of an options text that set no option in any edition.

    >>> meaningless("terse, nojump,frut=apple,inven=wide,terse=5,fruit,name=Ann")
    ['frut=apple', 'inven=wide', 'terse=5', 'fruit']
    """
    found = []
    for part in filter(None, map(str.strip, text.split(","))):
        at, is_right = 0, True
        while at < len(part) and is_right:
            end = _end_of_word(part, at)
            name, _ = _named(_ALL_NAMES, part[at:end])
            if name not in FLAGS:
                value = part[end + 1 :].lstrip("=")
                has_value = bool(value) or part[end:] == "="
                is_right = bool(name) and has_value and (name != STYLE or _style(value) is not None)
                break
            at = next((place for place in range(end, len(part)) if _is_letter(part[place])), len(part))
            is_right = "=" not in part[end:at]
        if not is_right:
            found.append(_printable(part))
    return found


def option_words(options: Options, names: Iterable[str]) -> str:
    """Return a text that sets the named options, in the given order.

    A value cannot contain a comma or begin with `=`, so these characters are removed.

    >>> option_words(Options(terse=True, name="Ann"), ("terse", "jump", "inven", "name"))
    'terse,nojump,inven=Clear,name=Ann'
    """
    return ",".join(_word(options, name) for name in names)


def _word(options: Options, name: str) -> str:
    value = getattr(options, name)
    if name in FLAGS:
        return name if value else f"no{name}"
    return f"{name}={value.replace(',', ' ').lstrip('=')}"


def _is_letter(char: str) -> bool:
    return char.isascii() and char.isalpha()


def _end_of_word(text: str, at: int) -> int:
    """Return the index after the letters that begin at index `at`."""
    while at < len(text) and _is_letter(text[at]):
        at += 1
    return at


def _named(names: tuple[str, ...], word: str) -> tuple[str, bool]:
    """Return the option that a word names, and whether the word turns the option on.

    The option is "" if the word names none.
    """
    for name in names if word else ():
        if name.startswith(word):
            return name, True
        if name in FLAGS and word.startswith("no") and name.startswith(word[2:]):
            return name, False
    return "", True


def _read_one(options: Options, names: tuple[str, ...], text: str, at: int, end: int) -> int:
    """Apply the option whose name is from index `at` to `end`.  Return the index after the name and value."""
    name, is_on = _named(names, text[at:end])
    if name in FLAGS:
        setattr(options, name, is_on)
    elif name:
        value, end = _value(text, end, options.home)
        set_value(options, name, value)
    return end


def _value(text: str, end: int, home: str) -> tuple[str, int]:
    start = end + 1
    stop = text.find(",", start)
    stop = len(text) if stop < 0 else stop
    value = _printable(text[start:stop]).lstrip("=")
    if value.startswith("~") and home:
        value = home.rstrip("/") + "/" + value[1:].lstrip("/")
    return value, stop


def clean(value: str) -> str:
    """Return the first 50 printable ASCII characters of a value."""
    return _printable(value)[:VALUE_MAX]


def _printable(value: str) -> str:
    return "".join(c for c in value if c.isascii() and c.isprintable())


def set_value(options: Options, name: str, value: str) -> None:
    """Set the value of a text option or of the list style.  An unknown style changes nothing."""
    if name != STYLE:
        setattr(options, name, clean(value))
        return
    style = _style(value)
    if style is not None:
        options.inven = style


def _style(value: str) -> ListStyle | None:
    """Return the list style whose name starts with `value`.  Return None if there is none."""
    wanted = value[:1].upper() + value[1:]
    return next((style for style in STYLES if wanted and style.startswith(wanted)), None)


def names_of(ui: UiState) -> tuple[str, ...]:
    """Return the options of the game's edition, row by row.  A served game has no options for paths."""
    names = NAMES[ui.world.rules.edition]
    return tuple(name for name in names if name not in PATHS) if "served" in ui.host.able else names


def label(name: str, edition: str = WITH_NAMES[0]) -> str:
    """Return the label before an option's value.

    >>> label("terse"), label("terse", "5.2")
    ('Terse output ("terse"): ', 'Terse output: ')
    """
    return f'{LABELS[name]} ("{name}"): ' if edition in WITH_NAMES else f"{LABELS[name]}: "


def value_text(ui: UiState, name: str) -> str:
    """Return an option's value as shown on the screen."""
    return str(getattr(ui.world.options, name))


def open_options(ui: UiState) -> Mode:
    """Show all options, with the cursor on the first value.

    If `ui.option_note` is set, the note and a line about the keys of the screen follow.
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
    """Handle a key on the option screen.

    The Return key goes to the next option, and `-` goes to the previous option.  Escape skips the remaining
    options.  Other keys set values.
    """
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
        if ui.option_note:
            ui.renderer.row(NOTE_ROW + 1, DONE)
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
    """Type over the value.  The first character erases the old value.  An initial `~` is the home folder."""
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
