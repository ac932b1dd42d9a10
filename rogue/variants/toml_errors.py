"""What is wrong with a text that is no TOML, in words that help to mend it."""

from __future__ import annotations

import re
from typing import Final

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_QUOTES: Final = "a text is not closed: its quotation mark is missing"
_TWICE: Final = "this key or table is there already"
# How the complaint of the standard library begins -> what to say instead.  The first that fits is taken.
_WORDS: Final = (
    ("Illegal character '\\n'", _QUOTES),
    ("Unterminated string", _QUOTES),
    ('Expected "\'"', _QUOTES),
    ("Expected '\"", _QUOTES),
    ("Expected \"'''\"", _QUOTES),
    ("Illegal character", "a character stands there that is not allowed in a text"),
    ("Found invalid character", "a character stands there that is not allowed"),
    ("Expected ']]'", "]] is missing behind the name of a table"),
    ("Expected ']'", "] is missing behind the name of a table"),
    ("Expected '='", "= is missing behind a key"),
    ("Expected newline", "something stands behind the value; a text needs quotation marks"),
    ("Cannot overwrite", _TWICE),
    ("Cannot declare", _TWICE),
    ("Cannot mutate", _TWICE),
    ("Cannot redefine", _TWICE),
    ("Duplicate inline table key", _TWICE),
    ("Invalid initial character for a key part", "a key must stand there; what is in braces is on one line"),
    ("Invalid statement", "a line must begin with a key, or with [ and the name of a table"),
    ("Invalid value", "a value is missing behind =, or a text has no quotation marks"),
    ("Unclosed array", "] is missing behind a list"),
    ("Unclosed inline table", "} is missing behind a table"),
    ("Unescaped '\\'", "a backslash in a text is written twice"),
    ("Escaped character", "a backslash in a text is written twice"),
    ("Invalid hex value", "a backslash in a text is written twice"),
    ("Invalid date", "a date is wrong; a text needs quotation marks"),
)


def toml_error(reason: str, text: str) -> tuple[int, str]:
    """Return the line and what is wrong there, from the complaint of `tomllib` about a text.

    >>> toml_error("Invalid value (at line 2, column 5)", "a = 1\\nb = c")
    (2, 'a value is missing behind =, or a text has no quotation marks')
    """
    place = _PLACE.search(reason)
    last = text.rstrip().count("\n") + 1
    line = min(int(place[1]), last) if place and place[1] else last
    words = next((words for start, words in _WORDS if reason.startswith(start)), "this is no TOML")
    return line, words
