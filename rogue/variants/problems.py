"""Problems of a description, each with its line in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from rogue.shared.command_lines import WRONG_USAGE
from rogue.shared.errors import LaunchError, printable_line

Path = tuple[str | int, ...]
"""Keys, and numbers of places in lists, from the top of the file down."""

DEEPEST: Final = 12  # longest path noted; descriptions have no deeper keys
_TOKEN: Final = re.compile(
    r'''(?P<space>(?:[ \t\r]|\#[^\n]*)+)
    |(?P<text>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')
    |(?P<mark>[][{}=,.\n])
    |(?P<bare>[^][{}=,.\s#"\']+)''',
    re.DOTALL | re.VERBOSE,
)
MAX_SHOWN: Final = 100


def lines_of_keys(text: str) -> dict[Path, int]:
    """Return the line number of the first occurrence of each key in valid TOML.  The first line is line 1.

    `tomllib` does not report lines, so this function reads the text again.  `tomllib` must accept the text.

    >>> lines_of_keys('a = 1\\n[b]\\nc.d = { e = [2] }\\n')[("b", "c", "d", "e")]
    3
    """
    return _Reader(text).lines()


class _Reader:
    """A reader of tokens that records the line of each key.

    word  the current token, or "" at the end
    """

    def __init__(self, text: str) -> None:
        self._tokens = self._tokens_of(text)
        self._line = 1
        self._found: dict[Path, int] = {}
        self._lists: dict[Path, int] = {}  # number of tables of each [[name]]
        self.word = ""
        self._next()

    def _tokens_of(self, text: str) -> Iterator[str]:
        line = 1
        for token in _TOKEN.finditer(text):
            if token.lastgroup != "space":
                self._line = line
                yield token[0]
            line += token[0].count("\n")

    def _next(self) -> str:
        """Return the current token, and advance to the next token."""
        word, self.word = self.word, next(self._tokens, "")
        return word

    def lines(self) -> dict[Path, int]:
        base: Path = ()
        while self.word:
            if self.word == "\n":
                self._next()
            elif self.word == "[":
                base = self._header()
            else:
                self._pair(base)
        return self._found

    def _header(self) -> Path:
        self._next()
        if self.word != "[":
            path = self._key(())
        else:
            self._next()
            path = self._key(())
            number = self._lists.get(path, 0)
            self._lists[path] = number + 1
            path = (*path, number)
            self._found.setdefault(path, self._line)
            self._next()
        self._next()
        return path

    def _key(self, path: Path) -> Path:
        """Read a key, which may be dotted, and record the line of each part."""
        while True:
            line, part = self._line, _unquoted(self._next())
            path = (*path, part) if len(path) < DEEPEST else path
            is_dotted = self.word == "."
            if is_dotted and path in self._lists:  # a key below [[name]] belongs to its last table
                path = (*path, self._lists[path] - 1)
            else:
                self._found.setdefault(path, line)
            if not is_dotted:
                return path
            self._next()

    def _pair(self, base: Path) -> None:
        path = self._key(base)
        self._next()  # the equals sign
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self.word
        if opening not in ("[", "{"):
            while self.word not in ("", ",", "]", "}", "\n"):
                self._next()
            return
        closing = "]" if opening == "[" else "}"
        number = 0
        self._next()
        while self.word not in ("", closing):
            if self.word in (",", "\n"):
                number += self.word == ","
                self._next()
            elif opening == "{":
                self._pair(path)
            else:
                self._found.setdefault((*path, number), self._line)
                self._value((*path, number))
        self._next()


def _unquoted(word: str) -> str:
    """Return a part of a key without its quotation marks."""
    if word[:1] not in ("'", '"'):
        return word
    import tomllib

    return str(tomllib.loads(f"key = {word}")["key"])


class Diagnostic(NamedTuple):
    """An error at a key.  `path` leads from the top of the description to the key."""

    path: Path
    text: str


class VariantError(LaunchError):
    """Raised for an invalid description, with one line of text for each problem.

    rules_differ  True if the description is valid, but the rules made from it differ from those recorded when
                  a game with this variant was started
    """

    def __init__(self, lines: Iterable[str], *, rules_differ: bool = False) -> None:
        self.rules_differ = rules_differ
        self.lines = tuple([printable_line(line) for line in lines])
        super().__init__("\n".join(self.lines))

    def sentences(self, _program: str) -> tuple[str, ...]:
        """Return the lines to print for this error, one for each problem.

        Other errors begin each line with the name of the program; these do not, because they begin with the
        name of the file.
        """
        return self.lines


class UnreadableVariantError(VariantError):
    """Raised for a description that cannot be read."""

    def sentences(self, program: str) -> tuple[str, ...]:
        """Return the lines to print for this error.

        As in most errors, and unlike in VariantError, each line begins with the name of the program.
        """
        return tuple([f"{program}: {line}" for line in self.lines])


class UnknownVariantError(UnreadableVariantError):
    """Raised if no variant has the given name.

    The program then exits with the same code as after a mistake in its command line.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines)
        self.code = WRONG_USAGE


def placed(problems: Iterable[Diagnostic], lines: Mapping[Path, int], file: str) -> list[str]:
    """Return up to `MAX_SHOWN` problems as lines of text, in the order of the file."""
    found = sorted({(line_of(problem.path, lines), problem.text) for problem in problems})
    shown = [f"{file}:{line}: {text}" for line, text in found[:MAX_SHOWN]]
    if len(found) > MAX_SHOWN:
        shown.append(f"{file}: and {len(found) - MAX_SHOWN} more")
    return shown


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of a key.  If this line is not known, return the line of the nearest enclosing table.

    Return 1 if no such line is known.
    """
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def dotted(path: Path) -> str:
    """Return the name of the table at a path, in brackets, or "the file" for an empty path.

    >>> dotted(("hero", "kit", 2)), dotted(())
    ('[hero.kit]', 'the file')
    """
    names = [str(part) for part in path if isinstance(part, str)]
    return f"[{'.'.join(names)}]" if names else "the file"
