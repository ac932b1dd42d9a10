"""Problems of a description: what is wrong and where, in sentences that help to mend it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rogue.shared.errors import LaunchError, printable

# -- lines of keys

Path = tuple[str | int, ...]
"""Keys, and numbers of places in lists, from the top of the file down."""

DEEPEST: Final = 12  # parts of a path that is kept: what lies deeper is no key of a description
_BLANK: Final = re.compile(r"[ \t]*")
_SPACE: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]*")
_STRINGS: Final = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def lines_of_keys(text: str) -> dict[Path, int]:
    """Return the line, from 1, where each key of a valid text of TOML stands first.

    >>> lines_of_keys('a = 1\\n[b]\\nc.d = { e = [2] }\\n')[("b", "c", "d", "e")]
    3

    `tomllib` gives no places of what it has read, so this goes over the text once more.  It is only given
    text that `tomllib` takes, so it checks nothing: strings and brackets are what they seem.
    """
    return _Scan(text).lines()


class _Scan:
    """A place in the text, and what was found before it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._counted = 0  # up to here lines are counted
        self._found: dict[Path, int] = {}
        self._lists: dict[Path, int] = {}  # how many tables of [[name]] there are

    def lines(self) -> dict[Path, int]:
        base: Path = ()
        while self._skip(_SPACE) < len(self._text):
            before = self._at
            if self._peek("["):
                base = self._header()
            else:
                self._pair(base)
            if self._at == before:  # nothing that valid text has
                break
        return self._found

    def _skip(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self._text, self._at)
        self._at = self._at if found is None else found.end()
        return self._at

    def _peek(self, what: str) -> bool:
        return self._text.startswith(what, self._at)

    def _note(self, path: Path) -> None:
        if path not in self._found:
            self._line += self._text.count("\n", self._counted, self._at)
            self._counted = self._at
            self._found[path] = self._line

    def _header(self) -> Path:
        many = self._peek("[[")
        self._at += 2 if many else 1
        self._skip(_BLANK)
        path = self._key(())
        if many:
            number = self._lists.get(path, 0)
            self._lists[path] = number + 1
            path = (*path, number)
            self._note(path)
        self._skip(_BLANK)
        self._at += 2 if many else 1
        return path

    def _key(self, base: Path) -> Path:
        """Read a key, whose parts may be dotted, and note each part."""
        path = base
        while True:
            part = self._part()
            if len(path) < DEEPEST:
                path = (*path, part)
            self._skip(_BLANK)
            more = self._peek(".")
            if more and path in self._lists:  # below [[name]] the last of its tables is meant
                path = (*path, self._lists[path] - 1)
            else:
                self._note(path)
            if not more:
                return path
            self._at += 1
            self._skip(_BLANK)

    def _part(self) -> str:
        start = self._at
        for pattern in _STRINGS[2:]:
            if pattern.match(self._text, start):
                import tomllib

                quoted = self._text[start : self._skip(pattern)]
                value = tomllib.loads(f"key = {quoted}")["key"]
                assert isinstance(value, str)
                return value
        return self._text[start : self._skip(_BARE)]

    def _pair(self, base: Path) -> None:
        path = self._key(base)
        self._at += 1  # the equals sign
        self._skip(_BLANK)
        self._value(path)

    def _value(self, path: Path) -> None:
        for pattern in _STRINGS:
            if pattern.match(self._text, self._at):
                self._skip(pattern)
                return
        if self._peek("["):
            self._items(path)
        elif self._peek("{"):
            self._inline(path)
        else:
            self._skip(_SCALAR)

    def _items(self, path: Path) -> None:
        self._at += 1
        number = 0
        while self._skip(_SPACE) < len(self._text) and not self._peek("]"):
            if self._peek(","):
                self._at += 1
                number += 1
                continue
            before = self._at
            self._note((*path, number))
            self._value((*path, number))
            if self._at == before:
                return
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._skip(_SPACE) < len(self._text) and not self._peek("}"):
            if self._peek(","):
                self._at += 1
                continue
            before = self._at
            self._pair(path)
            if self._at == before:
                return
        self._at += 1


# -- errors

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


# -- problems

MAX_SHOWN: Final = 20


class Problem(NamedTuple):
    """Something wrong at a key; the path of the top is empty."""

    path: Path
    text: str


class VariantError(LaunchError):
    """A description that is no game; `lines` has a line for each problem.

    rules_differ  it is a game, but of other rules than when it was written down
    """

    def __init__(self, lines: Iterable[str], *, rules_differ: bool = False) -> None:
        self.rules_differ = rules_differ
        self.lines = tuple([printable(line).replace("\n", "?") for line in lines])
        super().__init__("\n".join(self.lines))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines: what says its file needs no name of a program before it."""
        return self.lines


class UnknownVariantError(VariantError):
    """A name that no description has; the line names no file."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The line behind the name of the program, as every other refusal has it."""
        return tuple([f"rogue: {line}" for line in self.lines])


def placed(problems: Iterable[Problem], lines: Mapping[Path, int], file: str) -> list[str]:
    """Return problems as lines of text in the order of the file, at most `MAX_SHOWN` of them."""
    found = sorted({(line_of(problem.path, lines), problem.text) for problem in problems})
    shown = [f"{file}:{line}: {text}" for line, text in found[:MAX_SHOWN]]
    if len(found) > MAX_SHOWN:
        shown.append(f"{file}: and {len(found) - MAX_SHOWN} more")
    return shown


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of a key, or of the nearest table around it that has one; 1 for the top."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def dotted(path: Path) -> str:
    """Return the name of a table as it stands in brackets.

    >>> dotted(("hero", "kit", 2)), dotted(())
    ('[hero.kit]', 'the file')
    """
    names = [str(part) for part in path if isinstance(part, str)]
    return f"[{'.'.join(names)}]" if names else "the file"
