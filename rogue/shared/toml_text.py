"""Parsing of TOML that a person wrote, with the line of a mistake."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

MAX_DIGITS: Final = 1000  # Python reads endless numbers in hexadecimal, but does not print them
_ENDLESS: Final = re.compile(
    rf"""^[^\#"'\n]*?(?<![\w.])(?:0[xob][\da-fA-F_]|[\d_])[\da-fA-F_]{{{MAX_DIGITS},}}""", re.MULTILINE
)
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class TomlError(ValueError):
    """Exception for text that is not TOML, with the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML.  Raises TomlError, also for endless numbers and brackets.

    >>> parse_toml("a = 1\\nb = c")
    Traceback (most recent call last):
    rogue.shared.toml_text.TomlError: line 2: Invalid value
    """
    if endless := _ENDLESS.search(text):
        line = text.count("\n", 0, endless.end()) + 1
        raise TomlError(line, f"a number has more than {MAX_DIGITS} digits")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError(1, "the file is nested too deep") from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        last = text.rstrip().count("\n") + 1
        line = min(int(place[1]), last) if place and place[1] else last
        raise TomlError(line, _PLACE.sub("", str(error))) from None
