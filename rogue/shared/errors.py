"""Base classes of the exceptions that users see, with functions that word the messages of exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final
from unicodedata import category

from mypy_extensions import mypyc_attr

_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that show nothing
_MOST_MARKS: Final = 2  # on one letter
_ALIKE: Final = 0.6  # of difflib, for near misses
MAX_SENTENCE: Final = 600  # characters of a sentence


@mypyc_attr(allow_interpreted_subclasses=True)
class RogueError(Exception):
    """Base class of the game's own exceptions."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RogomaticError(Exception):
    """Base class of the agent's exceptions.  The text is a sentence."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CommandError(RogomaticError):
    """Exception for a failed command, with a sentence for the user and the exit code."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


@mypyc_attr(allow_interpreted_subclasses=True)
class LaunchError(RogueError):
    """Exception for a request that the game cannot carry out.  The exception holds the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code

    def sentences(self, program: str) -> tuple[str, ...]:
        """Return the lines to print, which begin with the name of the program."""
        return (f"{program}: {self}",)


def reason_of(error: Exception) -> str:
    """Return the text of an exception in plain words, without the number and file of an OSError."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def refusing(where: object) -> Iterator[None]:
    """Turn an OSError or ValueError raised in a with block into a LaunchError.

    The text of the LaunchError is "WHERE: REASON".  A ValueError is raised, for example, for a NUL in a path.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        raise LaunchError(f"{where}: {reason_of(error)}") from error


def printable(sentence: str) -> str:
    """Return a sentence without control characters, safe to print on a terminal.

    Line breaks are kept, other control characters become "?", and a long sentence is cut.

    >>> printable("no edition \\x1b[2J"), len(printable("x" * 5000))
    ('no edition ?[2J', 600)
    """
    plain = "\n".join(map(printable_line, sentence.split("\n")))
    return plain if len(plain) <= MAX_SENTENCE else f"{plain[: MAX_SENTENCE - 3]}..."


def printable_line(text: str) -> str:
    """Return a text as one line, with "?" in place of each control character.

    Invisible letters are removed.  Of the combining marks on a letter only the first two are kept, because
    more of them would reach into other lines.

    >>> printable_line("Ann\\x1b[2J\\n"), printable_line("a\\u3164b")
    ('Ann?[2J?', 'ab')
    """
    kept, marks = list[str](), 0
    for char in text:
        if char in _BLANKS:
            continue
        marks = marks + 1 if category(char) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(char if char.isprintable() else "?")
    return "".join(kept)


def meant(word: str, *choices: Iterable[str]) -> str:
    """Return "; did you mean ...?" with a word that resembles `word`, or "" if no word is near.

    The word comes from the first of the `choices` that has a near word, and is the nearest word there.

    >>> meant("amulet_dept", ["gold", "amulet_level"], ["amulet"])
    '; did you mean amulet_level?'
    """
    near = nearest(word, *choices)
    return f"; did you mean {near}?" if near else ""


def nearest(word: str, *choices: Iterable[str]) -> str:
    """Return a word that resembles `word`, or "" if no word is near.

    The word comes from the first of the `choices` that has a near word, and is the most similar word there.
    """
    from difflib import get_close_matches

    return next(
        (near for words in choices for near in get_close_matches(word[:64], list(words), 1, _ALIKE)), ""
    )
