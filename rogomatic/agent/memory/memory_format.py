"""The human-readable text format of a memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rogomatic.agent.memory.long_term_memory import (
    COUNTS,
    DEPTH_COLUMNS,
    ENOUGH,
    Book,
    Count,
    Key,
    Memory,
    MonsterRecord,
    Table,
    TableName,
)
from rogue.shared.errors import RogomaticError

FORM: Final = 1  # increased when the meaning of the text changes
_TITLE: Final = "rogomatic memory, form"
_SUM: Final = "checksum"
_WIDTH: Final = 100


class MemoryFormatError(RogomaticError):
    """Raised for a text that is not a complete memory.  The message tells the user what is wrong."""


def write_memory(memory: Memory, remarks: Iterable[str] = ()) -> str:
    """Return a memory as text.  The remarks become lines that start with #, below the title.

    Each line starts with a name and is indented below its parent.  An entry of a table is
    `key:number/number`, with the columns of `long_term_memory`.  The last line is a checksum.  Memories with
    the same values give the same text.
    """
    body = [f"{_TITLE} {FORM}", *(f"# {remark}".rstrip() for remark in remarks), *lines_of(memory)]
    text = "\n".join(body) + "\n"
    return f"{text}{_SUM} {_digest(text)}\n"


def read_memory(text: str) -> Memory:
    """Return the memory that `write_memory` has written.

    Raises MemoryFormatError if the text is invalid or damaged, or if its form number is not FORM.
    """
    title = text.split("\n", 1)[0]
    if not title.startswith(_TITLE):
        raise MemoryFormatError("it is not a memory of rogomatic")
    form = title.removeprefix(_TITLE).strip()
    if form != str(FORM):
        raise MemoryFormatError(f"it has form {form}, and this version reads form {FORM}")
    if not text.replace("\n", "").isprintable():
        raise MemoryFormatError("it contains characters that cannot be printed")
    body, mark, digest = text.rpartition(f"\n{_SUM} ")
    if not mark or digest != _digest(body + "\n") + "\n":
        raise MemoryFormatError("its checksum is wrong: the file was cut off or changed")
    return parse(body.split("\n")[1:])


def digest_of(memory: Memory) -> str:
    """Return a hash of a memory's values, as hexadecimal digits."""
    return _digest("\n".join(lines_of(memory)))


def compact(memory: Memory) -> str:
    """Return a memory as text without title and checksum.  `expand` reads this text."""
    return "\n".join(lines_of(memory))


def expand(text: str) -> Memory:
    """Return the memory that `compact` has written.  Raise MemoryFormatError if the text is invalid."""
    return parse(text.split("\n"))


def lines_of(memory: Memory) -> Iterator[str]:
    """Yield the lines of a memory's text, without title and checksum."""
    for edition in sorted(memory.books):
        book = memory.books[edition]
        yield f"edition {edition}"
        yield f" games {book.games}"
        letters = {key.replace(" ", "=", 1): row for key, row in book.letters.items()}
        yield from _table_lines("letters", letters)
        yield from _table_lines("depths", book.depths)
        for name in sorted(book.monsters):
            yield f" monster {name}"
            yield from _record_lines(book.monsters[name])


def _record_lines(record: MonsterRecord) -> Iterator[str]:
    words = [f"{name.replace(' ', '_')}={record[name]}" for name in COUNTS if record[name]]
    yield from _wrapped("  counts", words)
    yield from _table_lines(" met_at", record.depths)
    for name in ENOUGH:
        if name != "signs":
            yield from _table_lines(f" {name}", record.table(name))
    yield from _table_lines(" signs", record.signs)


def _table_lines(name: str, table: Table[Key]) -> Iterator[str]:
    cells = (f"{key}:" + "/".join(map(str, table[key])) for key in sorted(table))
    return _wrapped(f" {name}", [cell.replace(" ", "_") for cell in cells])


def _wrapped(head: str, words: list[str]) -> Iterator[str]:
    """Yield the words in lines of at most _WIDTH characters, each beginning with `head`."""
    line = head
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH and line != head:
            yield line
            line = head
        line += f" {word}"
    if words:
        yield line


def parse(lines: Iterable[str]) -> Memory:
    """Return the memory whose lines were made by `lines_of`.  Raise MemoryFormatError for an invalid line."""
    reader = _Reader()
    for line in lines:
        if line and not line.startswith("#"):
            try:
                reader.take(line)
            except (ValueError, KeyError, AttributeError, IndexError):
                raise MemoryFormatError(f"it has a line that cannot be read: {line.strip()[:60]!r}") from None
    return Memory({edition: part.book() for edition, part in sorted(reader.parts.items())})


class _Entry(NamedTuple):
    counts: dict[Count, int]
    depths: dict[int, tuple[int, ...]]
    tables: dict[TableName, dict[int, tuple[int, ...]]]
    signs: dict[str, tuple[int, ...]]


@dataclass
class _Part:
    games: int = 0
    monsters: dict[str, _Entry] = field(default_factory=dict)
    depths: dict[int, tuple[int, ...]] = field(default_factory=dict)
    letters: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def book(self) -> Book:
        monsters = {name: MonsterRecord(*entry) for name, entry in self.monsters.items()}
        return Book(self.games, monsters, self.depths, self.letters)


class _Reader:
    """Reader of single lines.  `take` raises LookupError, ValueError, or AttributeError for invalid lines."""

    _part: _Part
    _entry: _Entry

    def __init__(self) -> None:
        self.parts: dict[str, _Part] = {}

    def take(self, line: str) -> None:
        name, _, rest = line.strip().partition(" ")
        depth = len(line) - len(line.lstrip(" "))
        if depth == 0 and name == "edition":
            self._part = self.parts.setdefault(_some(rest), _Part())
        elif depth == 1 and name == "monster":
            self._entry = self._part.monsters.setdefault(_some(rest), _Entry({}, {}, {}, {}))
        elif depth == 1 and name == "games":
            self._part.games = int(rest)
        elif depth == 1 and name == "letters":
            cells = _cells(rest, str, 1)
            self._part.letters.update({key.replace("=", " ", 1): row for key, row in cells.items()})
        elif depth == 1 and name == "depths":
            self._part.depths.update(_cells(rest, int, len(DEPTH_COLUMNS)))
        elif depth == 2:
            self._take_entry(name, rest)
        else:
            raise ValueError(line)

    def _take_entry(self, name: str, rest: str) -> None:
        entry = self._entry
        if name == "counts":
            for word in rest.split():
                count, _, number = word.partition("=")
                entry.counts[_COUNT[count]] = int(number)
        elif name == "met_at":
            entry.depths.update(_cells(rest, int, 1))
        elif name == "signs":
            entry.signs.update(_cells(rest, str, 1))
        elif name not in _RETIRED:
            columns = _COLUMNS.get(name, 1)
            entry.tables.setdefault(_TABLE[name], {}).update(_cells(rest, int, columns))


_COUNT: Final[dict[str, Count]] = {name.replace(" ", "_"): name for name in COUNTS}
_TABLE: Final[dict[str, TableName]] = {name: name for name in ENOUGH if name != "signs"}
_COLUMNS: Final = {"blows": 2, "aims": 2}
_RETIRED: Final = frozenset({"steps", "forecasts"})  # rows written by versions before 0.4


def _some(text: str) -> str:
    if not text:
        raise ValueError("a name is missing")
    return text


def _cells(text: str, kind: Callable[[str], Any], columns: int) -> dict[Any, tuple[int, ...]]:
    """Return key -> numbers.  Raise ValueError unless each key has `columns` numbers that are at least 0."""
    cells = {}
    for word in text.split():
        key, _, row = word.partition(":")
        numbers = tuple(map(int, row.split("/")))
        if min(numbers) < 0 or len(numbers) != columns:
            raise ValueError(word)
        cells[kind(key.replace("_", " "))] = numbers
    return cells


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
