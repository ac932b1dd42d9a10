"""A memory as tables for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, get_args

from rogomatic.agent.editions import Edition
from rogomatic.agent.memory.long_term_memory import (
    COUNTS,
    DEPTH_COLUMNS,
    EFFECTS,
    Book,
    Count,
    Memory,
    MonsterRecord,
    Table,
)
from rogomatic.agent.memory.monster_estimates import Experience
from rogomatic.agent.monster_manual import KINDS, DamageDistribution, Kind
from rogue.shared.wording import plural

_HEAD: Final = (
    "monster", "met", "killed", "deaths", "hits", "damage", "most", "our hits", "to kill", "exp", "lost",
    "depths", "did",
)  # fmt: skip
_LEFT: Final = (0, 12)  # columns of words
_NONE: Final = "-"
_LEGEND: Final = """\
hits: its blows that hit; damage: mean and deviation of a hit; our hits: blows and shots that hit;
to kill: hits it took; exp: points for one; lost: hit points a fight; did: what it did to us, and how often"""
_HITS: Final[tuple[Count, ...]] = ("melee hits", "thrown hits", "shot hits")
_MISSES: Final[tuple[Count, ...]] = ("melee misses", "thrown misses", "shot misses")


def show_memory(memory: Memory) -> Iterator[str]:
    """Yield the lines of a memory: for each edition, a table of monsters and a table of depths.

    The newest edition comes first.
    """
    if not memory.books:
        yield "The memory is empty."
    for edition in sorted(memory.books, reverse=True):
        book = memory.books[edition]
        yield f"edition {edition}, {plural(book.games, 'game')}"
        yield ""
        rows = sorted(book.monsters.items(), key=lambda pair: (-pair[1]["met"], pair[0]))
        yield from _table((_HEAD, *(_monster_row(name, record) for name, record in rows)))
        yield ""
        yield _LEGEND
        yield ""
        yield from _table((("depth", *DEPTH_COLUMNS), *_depth_rows(book)))
        yield ""


def show_monster(memory: Memory, name: str) -> Iterator[str]:
    """Yield the lines about one monster, or no line if no edition knows the monster."""
    for edition in get_args(Edition):
        record = memory.of(edition).of(name)
        if not record.counts and not record.tables:
            continue
        yield f"{name}, edition {edition}, {plural(memory.of(edition).games, 'game')}"
        for count, meaning in COUNTS.items():
            if record[count]:
                number = record[count] - (count == "least")
                yield f"  {number:>7}  {meaning.removesuffix(', plus 1')}"
        yield f"  met at depth: {_cells(record.depths)}"
        yield f"  hit points lost to a hit: {_cells(record.table('wounds'))}"
        yield f"  its hits/misses by our armor (4 less when off guard): {_cells(record.table('blows'))}"
        yield f"  what the manual says: {_kind(KINDS[name])}" if name in KINDS else "  not in the manual"
        yield f"  what is expected now: {_kind(Experience(memory).kind(edition, name, 1))}"


def show_difference(old: Memory, new: Memory) -> Iterator[str]:
    """Yield lines that show how the memory `new` differs from `old`."""
    for edition in sorted(old.books.keys() | new.books.keys()):
        one, other = old.of(edition), new.of(edition)
        names = sorted(one.monsters.keys() | other.monsters.keys())
        changed = [name for name in names if one.of(name) != other.of(name)]
        if one == other:
            continue
        yield f"edition {edition}: {plural(one.games, 'game')}, then {plural(other.games, 'game')}"
        rows: list[Sequence[str]] = [_HEAD]
        for name in changed:
            if name in one.monsters:
                rows.append((f"< {name}", *_monster_row(name, one.of(name))[1:]))
            if name in other.monsters:
                rows.append((f"> {name}", *_monster_row(name, other.of(name))[1:]))
        if changed:
            yield from _table(rows)
        if one.depths != other.depths:
            yield "the counts per depth differ, too"


def _monster_row(name: str, record: MonsterRecord) -> tuple[str, ...]:
    felt, fights = record["felt"], record["fights"]
    mean = record["damage"] / felt if felt else 0.0
    spread = sqrt(max(record["squares"] / felt - mean * mean, 0.0)) if felt else 0.0
    return (
        name,
        str(record["met"]),
        str(record["killed"]),
        str(record["deaths"]),
        _share(record, ("hits",), ("misses",)),
        f"{mean:.1f}+-{spread:.1f}" if felt else _NONE,
        str(record["most"]) if felt else _NONE,
        _share(record, _HITS, _MISSES),
        f"{record['kill hits'] / record['killed']:.1f}" if record["killed"] else _NONE,
        f"{record['exp'] / record['killed']:.0f}" if record["killed"] else _NONE,
        f"{record['lost'] / fights:.1f}" if fights else _NONE,
        f"{min(record.depths)}-{max(record.depths)}" if record.depths else _NONE,
        ", ".join(f"{effect} {record[effect]}" for effect in EFFECTS if record[effect]),
    )


def _share(record: MonsterRecord, hits: tuple[Count, ...], misses: tuple[Count, ...]) -> str:
    """Return the share of blows that hit, with the number of blows, in words."""
    hit, missed = sum(record[one] for one in hits), sum(record[one] for one in misses)
    return f"{100 * hit / (hit + missed):.0f}% of {hit + missed}" if hit + missed else _NONE


def _depth_rows(book: Book) -> Iterator[Sequence[str]]:
    for depth, row in sorted(book.depths.items()):
        yield (str(depth), *map(str, row))


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, in which words are aligned to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place in _LEFT else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _cells(table: Table[int]) -> str:
    return " ".join(f"{key}:{'/'.join(map(str, row))}" for key, row in sorted(table.items())) or _NONE


def _kind(kind: Kind) -> str:
    attacks = []
    for attack in kind.attacks:
        if isinstance(attack, DamageDistribution):
            mean = sum(points * chance for points, chance in enumerate(attack.chances))
            attacks.append(f"{mean:.1f} on average")
        else:
            attacks.append(f"{attack[0]}d{attack[1]}")
    words = (
        f"hit points {kind.level}d8",
        f"hits like level {kind.level + kind.edge}",
        f"armor class {kind.armor}",
        f"damage {' '.join(attacks) or 'none'}",
        f"experience {kind.exp}",
        kind.special,
    )
    return ", ".join(filter(None, words))
