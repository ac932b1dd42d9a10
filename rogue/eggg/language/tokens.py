"""Splitting the text of a description into tokens or statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple
from unicodedata import category

from rogue.shared.wording import TEXT_COLUMNS, plural_of

MAX_DESCRIPTION: Final = 64 << 10  # bytes
MAX_LINES: Final = 1000
MAX_STATEMENTS: Final = 400
MAX_TOKENS: Final = 400  # of one statement
IDLE: Final = frozenset({"a", "an", "the", "An", "The", "may", "can"})
"""Words that are ignored before another word."""
NUMBER_WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_SINGULAR: Final = {"men": "man", "dice": "die", "geese": "goose", "mice": "mouse", "halves": "half"}
_PLURALS: Final = {one: many for many, one in _SINGULAR.items()}
_NO_PLURAL: Final = ("ss", "us", "is")
_PLURAL_ES: Final = ("sses", "xes", "ches", "shes")
_MARKS: Final = "".join([chr(code) for code in range(0x300, 0x1D00) if category(chr(code)) in ("Mn", "Mc")])
_TOKEN: Final = re.compile(
    r"""
    (?P<string>["“”][^"“”\n]*["“”])
  | (?P<size>\d{1,30}\s*[x\u00d7X]\s*\d{1,30}(?!\w))
  | (?P<number>\d{1,30}(?:\.\d{1,30})?(?!\d))
  | (?P<word>[^\W\d_][LETTER]+(?:-[^\W\d_][LETTER]+)+|[^\W\d_][LETTER]*)
  | (?P<mark>\.\.|\+\+|--|!=|<=|>=|[][(),;:=<>+*/.-])
  | (?P<other>\d+|\S)
    """.replace("LETTER", r"\w'" + _MARKS),
    re.VERBOSE,
)
_NAMED: Final = ("word", "size")  # kinds of what an article may stand before
_COMMENT: Final = re.compile(r"""("[^"\n]*"|“[^”\n]*”|[^#"“]|["“])*""")


def words(text: str) -> frozenset[str]:
    """Split a text at its blanks, and return the set of its words."""
    return frozenset(text.split())


class Token(NamedTuple):
    """Word or mark.  `fold` is a word in lower case and singular, or a number in digits.

    kind  "word", "number", "size", "string", "mark", or "other"
    end   index in the text after the token
    """

    kind: str
    text: str
    fold: str
    end: int = 0

    @property
    def number(self) -> Fraction:
        """The value of a number token."""
        return Fraction(self.fold)


class Statement(NamedTuple):
    """Statement as it is written in a file.  `line` is its first line, counted from 1."""

    line: int
    text: str
    tokens: tuple[Token, ...]
    file: str = ""

    @property
    def folded(self) -> str:
        """Statement as one line in lower case and singular, without articles.  Strings are unchanged."""
        return " ".join([token.fold if token.kind != "string" else token.text for token in self.tokens])

    def words(self, at: int, end: int) -> str:
        """Return the words of tokens `at` to `end` - 1 as written, with their articles."""
        return self.text[self.tokens[at - 1].end if at else 0 : self.tokens[end - 1].end].strip()


def fold(word: str) -> str:
    """Return a word in lower case and in the singular.

    >>> [fold(word) for word in ("Pieces", "MEN", "boxes", "cross", "is", "bodies")]
    ['piece', 'man', 'box', 'cross', 'is', 'body']
    """
    small = word.lower()
    if small in _SINGULAR:
        return _SINGULAR[small]
    if len(small) < 4:
        return small
    if small.endswith("ies"):
        return small[:-3] + "y"
    if small.endswith(_PLURAL_ES):
        return small[:-2]
    return small[:-1] if small.endswith("s") and not small.endswith(_NO_PLURAL) else small


def several(name: str) -> str:
    """Return the plural of a name.

    >>> [several(name) for name in ("Peg", "Man", "Box")]
    ['Pegs', 'Men', 'Boxes']
    """
    many = _PLURALS.get(name.lower(), "")
    return f"{name[:1]}{many[1:]}" if many else plural_of(name)


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words and marks of a text, without articles and without the words "may" and "can".

    >>> [token.fold for token in tokens_of("the 8 x 8 grid, R-1 of two Tic-Tac-Toes")]
    ['8x8', 'grid', ',', 'r', '-', '1', 'of', '2', 'tic-tac-toe']
    """
    found = [_token(match) for match in _TOKEN.finditer(text)]
    nexts = [*found[1:], Token("mark", "", "")]
    return tuple(
        one for one, after in zip(found, nexts, strict=False)
        if not (one.kind == "word" and one.text in IDLE and after.kind in _NAMED)
    )  # fmt: skip


def _token(match: re.Match[str]) -> Token:
    kind, text, folded = match.lastgroup or "other", match[0], match[0]
    if kind == "word" and text.lower() in NUMBER_WORDS:
        kind, folded = "number", str(NUMBER_WORDS.index(text.lower()))
    elif kind == "word":
        folded = fold(text)
    elif kind == "size":
        folded = "x".join([str(int(number)) for number in re.findall(r"\d+", text)])
    elif kind == "string":
        folded = text[1:-1]
    return Token(kind, text, folded, match.end())


def statements_of(text: str, file: str) -> Iterator[Statement]:
    """Yield the statements of a description.  A line that begins with a blank continues the previous line."""
    begun: list[str] = []
    first = 0
    for number, line in enumerate(text.split("\n"), 1):
        kept = _COMMENT.match(line.rstrip("\r \t"))
        plain = kept[0].rstrip() if kept else ""
        if not plain:
            continue
        if plain[0] in " \t" and begun:
            begun.append(plain.strip())
            continue
        if begun:
            yield _statement(first, begun, file)
        begun, first = [plain.strip()], number
    if begun:
        yield _statement(first, begun, file)


def _statement(line: int, parts: list[str], file: str) -> Statement:
    text = " ".join(parts)
    return Statement(line, text, tokens_of(text), file)


_WORD: Final = re.compile(r'(?:["“][^"”]*["”]|["“”]|[^\s"“”])+')
_REMARK: Final = re.compile(r'(?:["“][^"”]*["”]|[^#"“])*#(.*)')


def formatted(text: str) -> str:
    """Return a description in the standard layout: one blank between words, and lines of at most 79 columns.

    Comments are kept.  Several empty lines become one.

    >>> formatted("game   is  x # the name\\n\\n\\n# more\\n2 players")
    '# the name\\ngame is x\\n\\n# more\\n2 players\\n'
    """
    starts = {statement.line: statement for statement in statements_of(text, "")}
    found: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if comment := _REMARK.match(line):
            found.append(f"# {comment[1].strip()}")
        if number in starts:
            found += _wrapped(starts[number].text)
        if found and found[-1] and not line.strip():
            found.append("")
    return "\n".join(found).rstrip("\n") + "\n"


def _wrapped(text: str) -> list[str]:
    """Return the lines of a statement.  A text in quotes is not divided."""
    lines = [""]
    for word in _WORD.findall(text):
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > TEXT_COLUMNS:
            lines.append("  " + word)
        else:
            lines[-1] += f"{' ' if lines[-1].strip() else ''}{word}"
    return lines
