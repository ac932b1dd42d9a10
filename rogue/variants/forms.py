"""Forms: what the value of a key may be, how that is said, and how a value that is not so is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

SHOWN: Final = 40  # characters of a wrong value
PRINTABLE: Final = re.compile(r"[ -~]*")


class Form(Protocol):
    """What a value may be."""

    def fits(self, value: Any) -> bool:
        """Return whether a value is of this form."""

    @property
    def words(self) -> str:
        """What it may be, as the end of "it may be ..."."""


def is_whole(value: Any, least: int, most: int) -> bool:
    """Return whether a value is a whole number within bounds; a truth is none."""
    return type(value) is int and least <= value <= most


def shown(value: Any) -> str:
    """Return a value as an error quotes it: short, and without anything that moves a cursor.

    >>> shown("a\\x1bb"), shown(True), shown([1, 2])
    ('"a?b"', 'true', '[1, 2]')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list) and any(isinstance(part, (dict, list)) for part in value):
        return "a list"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    plain = "".join([char if " " <= char <= "~" else "?" for char in text])
    return plain if len(plain) <= SHOWN else f"{plain[:SHOWN]}..."


def listing(words: Sequence[str], joint: str = "or") -> str:
    """Return words as a list in a sentence.

    >>> listing(["a"]), listing(["a", "b", "c"])
    ('a', 'a, b or c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a number."""
        return is_whole(value, self.least, self.most)

    @property
    def words(self) -> str:
        """The bounds."""
        return f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Span:
    """Two whole numbers [a, b] within bounds, the first not above the second."""

    least: int
    most: int

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a pair."""
        return (
            isinstance(value, list)
            and len(value) == 2
            and all(is_whole(part, self.least, self.most) for part in value)
            and value[0] <= value[1]
        )

    @property
    def words(self) -> str:
        """The bounds."""
        return f"two numbers [a, b] of {self.least} to {self.most}, a not above b"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two whole numbers [a, b] within bounds, each by itself."""

    least: int
    most: int

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a pair."""
        return (
            isinstance(value, list)
            and len(value) == 2
            and all(is_whole(part, self.least, self.most) for part in value)
        )

    @property
    def words(self) -> str:
        """The bounds."""
        return f"two numbers [a, b] of {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance [hits, of]."""

    def fits(self, value: Any) -> bool:
        """Return whether a value is a chance."""
        return Span(0, 1000).fits(value) and value[1] > 0

    @property
    def words(self) -> str:
        """The bounds."""
        return "a chance [hits, of] of numbers up to 1000, such as [1, 5]"


@dataclass(frozen=True, slots=True)
class Word:
    """One of some words."""

    choices: tuple[str, ...]

    def fits(self, value: Any) -> bool:
        """Return whether a value is one of them."""
        return isinstance(value, str) and value in self.choices

    @property
    def words(self) -> str:
        """The choices."""
        return listing([f'"{word}"' for word in self.choices])


@dataclass(frozen=True, slots=True)
class Truth:
    """Yes or no."""

    def fits(self, value: Any) -> bool:
        """Return whether a value is a truth."""
        return isinstance(value, bool)

    @property
    def words(self) -> str:
        """Both."""
        return "true or false"


@dataclass(frozen=True, slots=True)
class Text:
    """Printable text of the keyboard, of some length, that matches a pattern; `says` is that in words."""

    longest: int
    says: str = "printable characters of ASCII"
    pattern: str = r"[ -~]*"
    shortest: int = 0

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a text."""
        return (
            isinstance(value, str)
            and self.shortest <= len(value) <= self.longest
            and re.fullmatch(self.pattern, value) is not None
        )

    @property
    def words(self) -> str:
        """The length, and of what."""
        return f"a text of {self.shortest} to {self.longest} {self.says}"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one form."""

    form: Form
    least: int
    most: int

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a list."""
        return (
            isinstance(value, list)
            and self.least <= len(value) <= self.most
            and all(self.form.fits(part) for part in value)
        )

    @property
    def words(self) -> str:
        """How many of what."""
        return f"a list of {self.least} to {self.most}, each {self.form.words}"


@dataclass(frozen=True, slots=True)
class Either:
    """A value of one of two forms."""

    first: Form
    second: Form

    def fits(self, value: Any) -> bool:
        """Return whether a value is of one of them."""
        return self.first.fits(value) or self.second.fits(value)

    @property
    def words(self) -> str:
        """Both."""
        return f"{self.first.words}, or {self.second.words}"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with keys of its own, which are checked by themselves."""

    def fits(self, value: Any) -> bool:
        """Return whether a value is a table."""
        return isinstance(value, dict)

    @property
    def words(self) -> str:
        """What it is."""
        return "a table"


@dataclass(frozen=True, slots=True)
class Tables:
    """A list of tables, which are checked by themselves."""

    least: int
    most: int

    def fits(self, value: Any) -> bool:
        """Return whether a value is such a list."""
        return (
            isinstance(value, list)
            and self.least <= len(value) <= self.most
            and all(isinstance(part, dict) for part in value)
        )

    @property
    def words(self) -> str:
        """How many."""
        return f"a list of {self.least} to {self.most} tables"
