"""The errors of the game: their base, the one that ends the program, and what a printed sentence is like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import mypyc_attr

_ALIKE: Final = 0.6  # of difflib, for near misses
MAX_SENTENCE: Final = 600  # characters of a sentence


@mypyc_attr(allow_interpreted_subclasses=True)
class RogueError(Exception):
    """Base of every exception of the game; ValueError and the like are not derived from it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LaunchError(RogueError):
    """The user's request cannot be carried out; the text is the reason, `code` the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is to be printed, each on a line of its own."""
        return (f"rogue: {self}",)


def printable(sentence: str) -> str:
    """Return a sentence as it may go to a terminal: it may quote a file that a stranger wrote.

    >>> printable("no edition \\x1b[2J"), len(printable("x" * 5000))
    ('no edition ?[2J', 600)
    """
    plain = "".join([char if char.isprintable() or char == "\n" else "?" for char in sentence])
    return plain if len(plain) <= MAX_SENTENCE else f"{plain[: MAX_SENTENCE - 3]}..."


def meant(word: str, *choices: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the nearest word of the first choices that have one, else "".

    >>> meant("amulet_dept", ["gold", "amulet_level"], ["amulet"])
    '; did you mean amulet_level?'
    """
    from difflib import get_close_matches

    for words in choices:
        near = get_close_matches(word[:64], list(words), 1, _ALIKE)
        if near:
            return f"; did you mean {near[0]}?"
    return ""
