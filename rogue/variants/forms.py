"""Forms: what the value of a key may be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from rogue.shared.wording import listed

SHOWN: Final = 40  # characters of a wrong value


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a value.

    words    the end of "it may be ..."
    fits     tells whether a value has this form
    bounds   the least and the most number, or the shortest and the longest text, if there are any
    choices  the words that it may be, if it is one of some words
    """

    words: str
    fits: Callable[[Any], bool] = field(repr=False)
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()


def is_whole(value: Any, least: int, most: int) -> bool:
    """Return whether a value is a whole number, and no truth value, within bounds."""
    return type(value) is int and least <= value <= most


def shown(value: Any) -> str:
    """Return a value as an error quotes it: short and printable.

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


def whole(least: int, most: int) -> Form:
    """Return the form of a whole number within bounds."""
    return Form(f"{least} to {most}", lambda value: is_whole(value, least, most), (least, most))


def pair(least: int, most: int) -> Form:
    """Return the form of two whole numbers [a, b], each within bounds."""

    def fits(value: Any) -> bool:
        return _is_list(value, 2, 2) and all(is_whole(part, least, most) for part in value)

    return Form(f"two numbers [a, b] of {least} to {most}", fits, (least, most))


def span(least: int, most: int) -> Form:
    """Return the form of two whole numbers [a, b] within bounds, the first not above the second."""
    both = pair(least, most)
    return Form(
        f"{both.words}, a not above b",
        lambda value: both.fits(value) and value[0] <= value[1],
        (least, most),
    )


def chance() -> Form:
    """Return the form of a chance [hits, of]."""
    return Form(
        "a chance [hits, of] of numbers up to 1000, such as [1, 5]",
        lambda value: span(0, 1000).fits(value) and value[1] > 0,
    )


def word(*choices: str) -> Form:
    """Return the form of one of some words."""
    names = listed([f'"{choice}"' for choice in choices], "or")
    return Form(names, lambda value: isinstance(value, str) and value in choices, choices=choices)


def truth() -> Form:
    """Return the form of true and false."""
    return Form("true or false", lambda value: isinstance(value, bool))


def text(
    longest: int,
    says: str = "printable characters of ASCII",
    pattern: str = r"[ -~]*",
    shortest: int = 0,
) -> Form:
    """Return the form of a text that matches a pattern, which `says` describes."""

    def fits(value: Any) -> bool:
        is_text = isinstance(value, str) and shortest <= len(value) <= longest
        return is_text and re.fullmatch(pattern, value) is not None

    return Form(f"a text of {shortest} to {longest} {says}", fits, (shortest, longest))


def list_of(form: Form, least: int, most: int) -> Form:
    """Return the form of a list of values of one form."""
    return Form(
        f"a list of {least} to {most}, each {form.words}",
        lambda value: _is_list(value, least, most) and all(map(form.fits, value)),
    )


def either(first: Form, second: Form) -> Form:
    """Return the form of a value that has one of two forms."""
    return Form(f"{first.words}, or {second.words}", lambda value: first.fits(value) or second.fits(value))


def table() -> Form:
    """Return the form of a table, whose keys are checked by themselves."""
    return Form("a table", lambda value: isinstance(value, dict))


def tables(least: int, most: int) -> Form:
    """Return the form of a list of tables, which are checked by themselves."""
    return Form(
        f"a list of {least} to {most} tables",
        lambda value: _is_list(value, least, most) and all(isinstance(part, dict) for part in value),
    )


def _is_list(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most
