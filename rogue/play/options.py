"""Reading ROGUEOPTS.

Owns   the grammar of the option text and the order in which names are tried (OPT-1, screen.md 13).
Leaves the options themselves (state.options), the screen to set them (play.option_screen).
"""

from __future__ import annotations

from typing import Final, Literal

from rogue.state.options import ListStyle, Options

Flag = Literal["terse", "flush", "jump", "seefloor", "passgo", "tombstone"]
Word = Literal["name", "fruit", "file", "score", "lock"]

FLAGS: Final[tuple[Flag, ...]] = ("terse", "flush", "jump", "seefloor", "passgo", "tombstone")
WORDS: Final[tuple[Word, ...]] = ("name", "fruit", "file", "score", "lock")
STYLE: Final = "inven"
NAMES: Final = (*FLAGS, STYLE, *WORDS)
STYLES: Final[tuple[ListStyle, ...]] = ("Overwrite", "Slow", "Clear")
VALUE_MAX: Final = 50


def read_options(text: str, home: str = "") -> Options:
    """Return the options that a text such as `terse,nojump,name=Ann,inven=slow` sets over the
    defaults.

    Never raises: a name that is not known has its letters tried as names, as the game always did.
    `home` stands for `~` at the beginning of a value.

    >>> read_options("terse,nojump,name=Ann").name
    'Ann'
    """
    options = Options()
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and _is_letter(text[end]):
            end += 1
        end = _read_one(options, text, at, end, home)
        while end < len(text) and not _is_letter(text[end]):
            end += 1
        at = end
    if not options.name:
        options.name = Options().name
    return options


def _is_letter(char: str) -> bool:
    return char.isascii() and char.isalpha()


def _read_one(options: Options, text: str, at: int, end: int, home: str) -> int:
    """Take the option whose name stands at `at` up to `end`; return where what it used ends."""
    word = text[at:end]
    if not word:
        return end
    for name in NAMES:
        if name.startswith(word):
            if name in FLAGS:
                setattr(options, name, True)
                return end
            value, end = _value(text, end, home)
            set_value(options, name, value)
            return end
        if name in FLAGS and word.startswith("no") and name.startswith(word[2:]):
            setattr(options, name, False)
            return end
    return end


def _value(text: str, end: int, home: str) -> tuple[str, int]:
    start = end + 1
    while text[start : start + 1] == "=":
        start += 1
    stop = text.find(",", start)
    stop = len(text) if stop < 0 else stop
    value = text[start:stop]
    if value.startswith("~") and home:
        value = home.rstrip("/") + "/" + value[1:].lstrip("/")
    return value, stop


def clean(value: str) -> str:
    """Return a value without unprintable characters, cut at 50."""
    return "".join(c for c in value if c.isascii() and c.isprintable())[:VALUE_MAX]


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
