"""Key lines: on which line of a text of TOML each key stands."""

from __future__ import annotations

import re
from typing import Final

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
