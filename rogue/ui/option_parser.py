"""Options as text: reading ROGUEOPTS, and writing what it would read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from rogue.state.world import ListStyle, Options

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
"""Edition -> its options in the order of its option screen, in which names are tried, too."""
STYLES: Final[tuple[ListStyle, ...]] = ("Overwrite", "Slow", "Clear")
VALUE_MAX: Final = 50


def read_options(text: str, home: str = "", edition: str = "5.4") -> Options:
    """Return the options that a text such as `terse,nojump,name=Ann,inven=slow` sets over the
    defaults.

    Never raises: a name that is not known has its letters tried as names, as the game always did.
    `home` stands for `~` at the beginning of a value.

    >>> read_options("terse,nojump,name=Ann").name
    'Ann'
    """
    options = Options(home=home)
    apply_options(options, text, edition)
    return options


def apply_options(options: Options, text: str, edition: str = "5.4") -> None:
    """Set what a text sets over options that are there already; an empty name is the default one."""
    names = NAMES[edition]
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and _is_letter(text[end]):
            end += 1
        end = _read_one(options, names, text, at, end)
        while end < len(text) and not _is_letter(text[end]):
            end += 1
        at = end
    if not options.name:
        options.name = Options().name


def option_words(options: Options, names: Iterable[str]) -> str:
    """Return some options as a text that sets them, in the order given.

    No text can hold a comma in a value, nor a value that begins with `=`: they lose those.

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


def _read_one(options: Options, names: tuple[str, ...], text: str, at: int, end: int) -> int:
    """Take the option whose name stands at `at` up to `end`; return where what it used ends."""
    word = text[at:end]
    if not word:
        return end
    for name in names:
        if name.startswith(word):
            if name in FLAGS:
                setattr(options, name, True)
                return end
            value, end = _value(text, end, options.home)
            set_value(options, name, value)
            return end
        if name in FLAGS and word.startswith("no") and name.startswith(word[2:]):
            setattr(options, name, False)
            return end
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
    """Return a value without unprintable characters, cut at 50."""
    return _printable(value)[:VALUE_MAX]


def _printable(value: str) -> str:
    return "".join(c for c in value if c.isascii() and c.isprintable())


def set_value(options: Options, name: str, value: str) -> None:
    """Set an option that is a text or the style of lists; an unknown style changes nothing."""
    if name != STYLE:
        setattr(options, name, clean(value))
        return
    wanted = value[:1].upper() + value[1:]
    for style in STYLES:
        if wanted and style.startswith(wanted):
            options.inven = style
            return
