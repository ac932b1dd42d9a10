"""Damage at random: what disks, lines, editors and enemies do to bytes."""

from __future__ import annotations

import contextlib
import random
import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rogomatic.run.storage.databases import open_database

Damage = Callable[[random.Random, bytes], bytes]

HUGE: Final = (b"-1", b"0", b"1e999", b"NaN", b"9" * 30, b"9" * 5000, b"true", b"null", b'"x"', b"[]", b"{}")
SIGNS: Final = (
    b"\0",
    b"\xff\xfe",
    b"\x1b[2J",
    b"\n",
    b"\r\n",
    b'"',
    b"\\",
    "\u202e".encode(),
    b"\xed\xa0\x80",
)
DEEP: Final = 100_000
_NUMBER: Final = re.compile(rb"-?\d+(?:\.\d+)?")
_TEXT: Final = re.compile(rb'"[^"\\\n]*"')
_NAME: Final = re.compile(rb'(?m)"?(\w+)"?\s*[:=]')


def flip(dice: random.Random, data: bytes) -> bytes:
    """Turn a few bits."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 8, 64)) if data else 0):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def truncate(dice: random.Random, data: bytes) -> bytes:
    """Cut the end off, at the end of a line as often as not."""
    cut = data[: dice.randrange(len(data) + 1)]
    return cut[: cut.rfind(b"\n") + 1] if dice.random() < 0.5 else cut


def behead(dice: random.Random, data: bytes) -> bytes:
    """Cut the beginning off."""
    return data[dice.randrange(len(data) + 1) :]


def empty(_dice: random.Random, _data: bytes) -> bytes:
    """Leave nothing."""
    return b""


def repeat(dice: random.Random, data: bytes) -> bytes:
    """Have a piece twice, or very often."""
    start, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    times = dice.choice((2, 2, 2, 50))
    return data[:start] + data[start:end][:4096] * times + data[end:]


def swap(dice: random.Random, data: bytes) -> bytes:
    """Exchange two lines."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def drop(dice: random.Random, data: bytes) -> bytes:
    """Lose a line."""
    lines = data.splitlines(keepends=True)
    if lines:
        del lines[dice.randrange(len(lines))]
    return b"".join(lines)


def insert(dice: random.Random, data: bytes) -> bytes:
    """Put signs somewhere that are no text, or mean something."""
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.choice(SIGNS) * dice.choice((1, 1, 3, 2000)) + data[at:]


def noise(dice: random.Random, data: bytes) -> bytes:
    """Write random bytes over a piece, or in place of all."""
    if dice.random() < 0.3:
        return dice.randbytes(dice.randrange(5000))
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.randbytes(dice.randrange(1, 200)) + data[at + 100 :]


def exchange(dice: random.Random, data: bytes) -> bytes:
    """Put something of another kind or size in place of a number or a text."""
    found = list((_NUMBER if dice.random() < 0.7 else _TEXT).finditer(data))
    if not found:
        return data
    one = dice.choice(found)
    return data[: one.start()] + dice.choice(HUGE) + data[one.end() :]


def rename(dice: random.Random, data: bytes) -> bytes:
    """Give something another name, or that of something else."""
    found = list(_NAME.finditer(data))
    if not found:
        return data
    one, other = dice.choice(found), dice.choice((b"other", dice.choice(found)[1], b"__class__"))
    return data[: one.start(1)] + other + data[one.end(1) :]


def nest(dice: random.Random, data: bytes) -> bytes:
    """Nest brackets deeper than any reader can go, in place of a number or of all."""
    deep = dice.choice((b"[", b'{"a":', b"((")) * DEEP
    found = list(_NUMBER.finditer(data))
    if not found or dice.random() < 0.2:
        return deep
    one = dice.choice(found)
    return data[: one.start()] + deep + data[one.end() :]


ANY: Final[tuple[Damage, ...]] = (flip, truncate, behead, empty, repeat, swap, drop, insert, noise)
TEXT: Final[tuple[Damage, ...]] = (*ANY, exchange, exchange, exchange, rename, rename, nest)


VALUES: Final = (
    "'x'",
    "-1",
    "9223372036854775807",
    "1e300",
    "x'00ff'",
    "''",
    "'[1'",
    "zeroblob(3000000)",
    "NULL",
)


def tamper(dice: random.Random, path: Path) -> str:
    """Change a database as somebody could who knows SQL; return what was done."""
    with contextlib.closing(open_database(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if not tables:
            return "nothing"
        table = dice.choice(tables)
        columns = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
        one = dice.choice(columns)
        if dice.random() < 0.3:
            return _damage_text(dice, db, table, one)
        line = dice.choice(_changes(table, one, dice.choice(VALUES), columns))
        with contextlib.suppress(sqlite3.Error):
            db.executescript(line)
            db.commit()
        return line


def _damage_text(dice: random.Random, db: sqlite3.Connection, table: str, column: str) -> str:
    """Damage what stands in one column of all rows, as text."""
    done = dice.choice(TEXT)
    changed = [
        (done(dice, str(value).encode()).decode("utf-8", "replace")[:100_000], row)
        for row, value in db.execute(f'SELECT rowid, "{column}" FROM "{table}"').fetchall()
    ]
    with contextlib.suppress(sqlite3.Error):
        db.executemany(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', changed)
        db.commit()
    return f"{done.__name__} {table}.{column}"


def _changes(table: str, column: str, value: str, columns: Sequence[str]) -> tuple[str, ...]:
    names = ", ".join(f'"{name}"' for name in columns)
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
    fields = ", ".join(f'n AS "{name}"' for name in columns)
    update = f'UPDATE "{table}" SET "{column}" = {value}'
    return (
        update, update, update, update,
        f'DELETE FROM "{table}"',
        f'DROP TABLE "{table}"',
        f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO other',
        f'ALTER TABLE "{table}" DROP COLUMN "{column}"',
        f'ALTER TABLE "{table}" ADD COLUMN other TEXT',
        f'CREATE TABLE loose AS SELECT {names} FROM "{table}"; DROP TABLE "{table}";'
        f'ALTER TABLE loose RENAME TO "{table}"; UPDATE "{table}" SET "{column}" = {value}',
        f'DROP TABLE "{table}"; CREATE VIEW "{table}" AS {endless} SELECT {fields} FROM r',
        f'CREATE TRIGGER t BEFORE INSERT ON "{table}" BEGIN DELETE FROM "{table}"; END',
        "PRAGMA user_version = 99", "PRAGMA user_version = 0", "PRAGMA application_id = 7",
    )  # fmt: skip
