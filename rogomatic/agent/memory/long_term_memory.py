"""The long-term memory of monsters or depths, as immutable values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal, TypeVar

Count = Literal[
    "met", "fights", "turns", "lost", "killed", "kill hits", "kill turns", "exp", "deaths",
    "hits", "misses", "felt", "damage", "squares", "least", "most",
    "melee hits", "melee misses", "thrown hits", "thrown misses", "shot hits", "shot misses",
    "rust", "freeze", "hold", "steal", "steal gold", "weaken", "drain", "gaze", "fire",
]  # fmt: skip
TableName = Literal["blows", "wounds", "aims", "felled", "spared", "gains", "signs", "starts", "strides"]
Key = TypeVar("Key", int, str)
Table = Mapping[Key, tuple[int, ...]]
"""Key -> number of cases in each column."""

COUNTS: Final[Mapping[Count, str]] = MappingProxyType({
    "met": "how many were seen", "fights": "fights with it", "turns": "turns of fights with it",
    "lost": "hit points lost in fights with it", "killed": "how many were killed",
    "kill hits": "hits on it in fights that killed it",
    "kill turns": "turns of fights that killed it",
    "exp": "experience points for kills", "deaths": "heroes killed by it",
    "hits": "its blows that hit", "misses": "its blows that missed",
    "felt": "its hits whose damage is known", "damage": "total damage of these hits",
    "squares": "sum of the squared damages",
    "least": "least damage of a hit, plus 1", "most": "most damage of a hit",
    "melee hits": "blows that hit it", "melee misses": "blows that missed it",
    "thrown hits": "things thrown that hit it", "thrown misses": "things thrown that missed it",
    "shot hits": "missiles shot that hit it", "shot misses": "missiles shot that missed it",
    "rust": "times it rusted armor", "freeze": "times it froze a hero", "hold": "times it held a hero",
    "steal": "times it stole an item", "steal gold": "times it stole gold",
    "weaken": "times it weakened a hero", "drain": "times it drained a hero",
    "gaze": "times its gaze confused a hero", "fire": "times it breathed fire",
})  # fmt: skip
EFFECTS: Final[tuple[Count, ...]] = (
    "rust", "freeze", "hold", "steal", "steal gold", "weaken", "drain", "gaze", "fire",
)  # fmt: skip

# Table -> enough cases; with more, each of its numbers is halved.
ENOUGH: Final[Mapping[TableName, int]] = MappingProxyType({
    "blows": 400,    # our guard -> its hits, its misses
    "wounds": 240,   # damage of a hit -> hits
    "aims": 400,     # our aim -> our hits, our misses
    "felled": 120,   # our damage, halfway through the last blow -> kills
    "spared": 120,   # our damage survived at the end of a fight -> fights
    "gains": 60,     # experience for a kill -> kills
    "signs": 240,    # special effect of a hit, or "none" -> hits
    "starts": 100,   # 1 awake at first, 0 asleep -> monsters
    "strides": 100,  # squares per step toward us from afar -> steps
})  # fmt: skip
# Fights with and without a kill are evidence on the same question.  If their tables were halved separately,
# the rarer result would seem as frequent as the other.
_OF_ONE_KIND: Final[Mapping[TableName, tuple[TableName, ...]]] = {
    "felled": ("felled", "spared"),
    "spared": ("felled", "spared"),
}
ENOUGH_LETTERS: Final = 6
_MUCH: Final = 10  # times as many games

DEPTH_COLUMNS: Final = (
    "visits", "turns", "heaps seen", "heaps taken", "gold", "food", "hidden doors", "deaths",
)  # fmt: skip
"""Columns of the counts for each depth; "visits" are levels entered."""


@dataclass(frozen=True, slots=True)
class MonsterRecord:
    """Counts for one kind of monster.  Zero counts and empty tables are left out.

    depths  depth -> how many such monsters came into view at this depth in all games
    """

    counts: Mapping[Count, int] = field(default_factory=dict)
    depths: Table[int] = field(default_factory=dict)
    tables: Mapping[TableName, Mapping[int, tuple[int, ...]]] = field(default_factory=dict)
    signs: Table[str] = field(default_factory=dict)

    def __getitem__(self, count: Count) -> int:
        return self.counts.get(count, 0)

    def table(self, name: TableName) -> Table[int]:
        """Return a table of evidence, or {} if there is none.  For "signs", use the field `signs` instead."""
        return self.tables.get(name, {})


@dataclass(frozen=True, slots=True)
class Book:
    """What was learned in all games of one edition or variant.

    depths   depth -> row of counts, with the columns of DEPTH_COLUMNS
    letters  letter + " " + name -> number of messages which showed that the letter means this monster
    """

    games: int = 0
    monsters: Mapping[str, MonsterRecord] = field(default_factory=dict)
    depths: Table[int] = field(default_factory=dict)
    letters: Table[str] = field(default_factory=dict)

    def of(self, name: str) -> MonsterRecord:
        """Return the record of a monster.  If the monster was never met, return an empty record."""
        return self.monsters.get(name, _NOTHING)


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """Immutable memory of all games, with a book for each edition and variant.

    Two memories are equal only if they are the same object; to compare their values, compare their texts.
    `MonsterRecord.counts` cover all games.  The tables are evidence for estimates.  Once a table has enough
    cases, `absorb` halves its numbers.  Recent games then count more, so that the estimates adapt when a new
    version of a game changes its monsters.
    """

    books: Mapping[str, Book] = field(default_factory=dict)

    def of(self, edition: str) -> Book:
        """Return the book of an edition or variant.  If it was never played, return an empty book."""
        return self.books.get(edition, _EMPTY)


_NOTHING: Final = MonsterRecord()
_EMPTY: Final = Book()


def default_memory() -> Memory:
    """Return an empty memory, as before the first game."""
    return Memory()


def merge(a: Memory, b: Memory) -> Memory:
    """Return the sum of two memories.  The operation is commutative and associative."""
    names = a.books.keys() | b.books.keys()
    return Memory({name: _add_books(a.of(name), b.of(name)) for name in sorted(names)})


def contained(whole: Memory, part: Memory) -> list[str]:
    """Return the editions for which `whole` seems to include the games of `part`.

    For these editions, `merge` would count games twice.  `whole` seems to include the games if none of its
    counts is lower than the same count of `part`.  This sign proves nothing if `whole` has far more games of
    an edition than `part`: all its counts would then be higher anyway.  So leave out an edition if `whole`
    has over ten times as many games of it as `part`.
    """
    return [
        name
        for name, book in part.books.items()
        if book.games and whole.of(name).games <= _MUCH * book.games and _covers(whole.of(name), book)
    ]


def _covers(whole: Book, part: Book) -> bool:
    if whole.games < part.games or not _covers_table(whole.depths, part.depths):
        return False
    pairs = [(whole.of(name), record) for name, record in part.monsters.items()]
    return all(
        _covers_table(more.depths, less.depths)
        and all(more[name] >= number for name, number in less.counts.items() if name != "least")
        for more, less in pairs
    )


def _covers_table(whole: Table[int], part: Table[int]) -> bool:
    return all(
        key in whole and all(more >= less for more, less in zip(whole[key], row, strict=True))
        for key, row in part.items()
    )


def absorb(memory: Memory, lessons: Iterable[Memory]) -> Memory:
    """Return `memory` with `lessons` added in order.

    If a table then has too many cases, halve every number in that table.
    """
    for lesson in lessons:
        books = merge(memory, lesson).books
        memory = Memory({name: _fade_book(book) for name, book in books.items()})
    return memory


def memory_of_variant(memory: Memory, edition: str, name: str, enough: int) -> Memory:
    """Return a memory for playing the variant `name` of an edition.

    In the returned memory, the book filed under the edition is the sum of two books of `memory`: the
    edition's and the variant's.  So a new variant starts with the edition's knowledge.  If a monster of the
    variant has struck at the hero at least `enough` times, only the variant's record of this monster is used.
    """
    book, seen = memory.of(edition), names_seen(memory, name, enough)
    others = {one: record for one, record in book.monsters.items() if one not in seen}
    return Memory({**memory.books, edition: _add_books(replace(book, monsters=others), memory.of(name))})


def names_seen(memory: Memory, name: str, enough: int) -> frozenset[str]:
    """Return the monsters that struck at the hero at least `enough` times in games called `name`."""
    monsters = memory.of(name).monsters
    return frozenset(one for one, record in monsters.items() if total(record.table("blows")) >= enough)


def total(table: Table[Key]) -> int:
    """Return the sum of all numbers in a table."""
    return sum(map(sum, table.values()))


def _add_books(a: Book, b: Book) -> Book:
    monsters = {name: _add_records(a.of(name), b.of(name)) for name in sorted({*a.monsters, *b.monsters})}
    depths, letters = add_tables(a.depths, b.depths), add_tables(a.letters, b.letters)
    return Book(a.games + b.games, monsters, depths, letters)


def _add_records(a: MonsterRecord, b: MonsterRecord) -> MonsterRecord:
    counts: dict[Count, int] = {}
    for name in COUNTS:
        one, other = a[name], b[name]
        if name == "most":
            counts[name] = max(one, other)
        elif name == "least":
            counts[name] = min(one, other) if one and other else one or other
        else:
            counts[name] = one + other
    tables = {name: add_tables(a.table(name), b.table(name)) for name in ENOUGH if name != "signs"}
    return MonsterRecord(
        {name: number for name, number in counts.items() if number},
        add_tables(a.depths, b.depths),
        {name: table for name, table in tables.items() if table},
        add_tables(a.signs, b.signs),
    )


def add_tables(a: Table[Key], b: Table[Key]) -> dict[Key, tuple[int, ...]]:
    """Return the sum of two tables, cell by cell.

    >>> add_tables({1: (2, 0)}, {1: (1, 1), 5: (0, 7)})
    {1: (3, 1), 5: (0, 7)}
    """
    added: dict[Key, tuple[int, ...]] = {}
    for key in sorted(a.keys() | b.keys()):
        one, other = a.get(key), b.get(key)
        if one is None or other is None:
            added[key] = one or other or ()
        else:
            added[key] = tuple(x + y for x, y in zip(one, other, strict=True))
    return added


def fade(table: Table[Key], enough: int) -> Table[Key]:
    """Halve the numbers of a table until their sum is at most `enough`.  Return the result.

    In each column, half of an odd number is rounded down and up alternately.

    >>> fade({0: (5,), 1: (3,), 2: (1,)}, 8)
    {0: (2,), 1: (2,)}
    >>> fade({0: (5,)}, 5)
    {0: (5,)}
    """
    while total(table) > enough:
        table = _halve(table)
    return table


def _halve(table: Table[Key]) -> Table[Key]:
    left: dict[Key, tuple[int, ...]] = {}
    odd = [0] * max(map(len, table.values()), default=0)  # per column
    for key in sorted(table):
        cells = []
        for column, number in enumerate(table[key]):
            cells.append((number + odd[column]) // 2)
            odd[column] ^= number & 1
        if any(cells):
            left[key] = tuple(cells)
    return left


def _fade_book(book: Book) -> Book:
    faded = {name: _fade_record(record) for name, record in book.monsters.items()}
    return Book(book.games, faded, book.depths, _fade_letters(book.letters))


def _fade_record(record: MonsterRecord) -> MonsterRecord:
    times = {name: _halvings(record, name) for name in record.tables}
    if not any(times.values()) and total(record.signs) <= ENOUGH["signs"]:
        return record
    tables = dict(record.tables)
    for name, count in times.items():
        for _ in range(count):
            tables[name] = _halve(tables[name])
    return MonsterRecord(
        record.counts,
        record.depths,
        {name: table for name, table in tables.items() if table},
        fade(record.signs, ENOUGH["signs"]),
    )


def _halvings(record: MonsterRecord, name: TableName) -> int:
    """Return how many times to halve a table.  The cases of related tables are counted together."""
    cases = sum(total(record.table(one)) for one in _OF_ONE_KIND.get(name, (name,)))
    times = 0
    while cases > ENOUGH[name]:
        cases, times = (cases + 1) // 2, times + 1
    return times


def _fade_letters(letters: Table[str]) -> Table[str]:
    """Apply `fade` to the rows of each letter separately."""
    faded: dict[str, tuple[int, ...]] = {}
    for letter in sorted({key[0] for key in letters}):
        faded.update(fade({key: row for key, row in letters.items() if key[0] == letter}, ENOUGH_LETTERS))
    return faded
