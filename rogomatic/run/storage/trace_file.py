"""The file of a batch's decisions with their outcomes."""

from __future__ import annotations

import csv
import io
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TextIO

from rogomatic.run.runner.game_loop import Row
from rogue.shared.errors import CommandError
from rogue.shared.files import open_regular

CAME: Final[dict[str, type]] = {
    "hp_next": int, "died": int, "fight": int, "fight_died": int, "end": str, "score": int,
}  # fmt: skip
"""Column -> type of what came of a decision.

hp_next  at the next decision             died        whether no other decision followed, and the hero died
fight    number of the fight in its game  fight_died  whether the hero died in it
end, score  of the game
"""
PARQUET: Final = ".parquet"
_KILLED: Final = "killed"
_MOST_HEAD: Final = 1 << 16  # maximum bytes of the header line


def with_outcomes(rows: Sequence[dict[str, str]], end: str, score: int) -> Iterator[dict[str, str]]:
    """Yield the decisions of a game with their outcomes.

    A fight is a series of consecutive decisions with a pursuer on one level.
    """
    numbers = fight_numbers(rows)
    last_fight = numbers[-1] if numbers else 0
    hit_points = [row["hp"] for row in rows[1:]] + [""]
    for at, (row, number) in enumerate(zip(rows, numbers, strict=True)):
        died = end == _KILLED and at == len(rows) - 1
        fight_died = "" if not number else str(int(end == _KILLED and number == last_fight))
        yield row | {
            "hp_next": "0" if died else hit_points[at], "died": str(int(died)),
            "fight": str(number) if number else "", "fight_died": fight_died,
            "end": end, "score": str(score),
        }  # fmt: skip


def fight_numbers(rows: Sequence[dict[str, str]]) -> list[int]:
    """Return the number of the fight of each decision, 0 for none.

    >>> rows = [{"die_pct": odds, "depth": "1"} for odds in ("", "2", "3", "", "5")]
    >>> fight_numbers(rows)
    [0, 1, 1, 0, 2]
    """
    numbers, last = [], 0
    for before, row in pairwise([{"die_pct": "", "depth": ""}, *rows]):
        fights = row["die_pct"] != ""
        last += fights and (before["die_pct"] == "" or before["depth"] != row["depth"])
        numbers.append(last if fights else 0)
    return numbers


class TraceWriter:
    """Writer of the decisions of a batch, in the order of its seeds.

    During the batch, each game's rows are in a separate file, its part.  Lost games are left out.
    """

    def __init__(
        self,
        path: Path,
        columns: dict[str, type],
        seeds: Sequence[int],
        part: Callable[[int], Path],
        kept: Iterable[Row] | None = None,
    ) -> None:
        """Begin a new file, or continue a CSV file with the games that a run has kept.

        columns  what a game's file has       part  returns the file of a game

        A batch that was killed may have kept games that are only in parts: these are added first.
        Raises CommandError if the file exists or cannot be continued, cannot be made, or needs a library.
        """
        self._columns, self._order, self._part = columns, iter(seeds), part
        self._due = next(self._order, None)
        self._waiting: dict[int, Row] = {}
        whole = columns | CAME
        goes_on = kept is not None and path.exists()
        try:
            lacking = _lacking(path, list(whole), kept, part) if kept is not None and goes_on else []
            self._file = _table(path, whole, is_new=not goes_on)
            for row in lacking:
                self._write(row)
        except FileExistsError:
            raise CommandError(f"{path} is there already and is not overwritten.") from None
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None

    def add(self, row: Row) -> None:
        """Note the end of a game, and write all games that are now due."""
        self._waiting[row.seed] = row
        while self._due in self._waiting:
            self._write(self._waiting.pop(self._due))
            self._due = next(self._order, None)

    def _write(self, row: Row) -> None:
        """Add the rows of a game; those of a lost game are dropped, because it will be played again."""
        file = self._part(row.seed)
        if not row.is_lost and file.exists():
            with file.open(encoding="utf-8", newline="") as part:
                rows = list(csv.DictReader(part, list(self._columns)))
            self._file.write(list(with_outcomes(rows, row.end, row.score)))
        file.unlink(missing_ok=True)

    def close(self) -> None:
        """Write the waiting games, despite missing ones before them, and close the file."""
        try:
            for seed in sorted(self._waiting):
                self._write(self._waiting[seed])
        finally:
            self._file.close()


def _lacking(path: Path, columns: list[str], kept: Iterable[Row], part: Callable[[int], Path]) -> list[Row]:
    """Return the kept games whose rows are missing in a file to be continued.

    Raises OSError, or CommandError if the file cannot be continued or a game's decisions are in no part.
    """
    _check_to_go_on(path, columns)
    there = {seed for (seed,) in read_trace(path, ["seed"])} if path.stat().st_size else set()
    played = (row for row in kept if row.commands and not row.is_lost)
    lacking = [row for row in played if str(row.seed) not in there]
    gone = next((row.seed for row in lacking if not part(row.seed).is_file()), None)
    if gone is not None:
        raise CommandError(
            f"{path} lacks the decisions of the kept game with seed {gone}; --trace needs a new name."
        )
    return lacking


def _table(path: Path, columns: dict[str, type], *, is_new: bool) -> CsvTable | ParquetTable:
    """Open a new table, or a CSV file to be continued.  Raises OSError or CommandError."""
    if path.suffix.lower() == PARQUET:
        return ParquetTable(path, columns)
    return CsvTable(path, columns, is_new=is_new)


def _check_to_go_on(path: Path, columns: list[str]) -> None:
    """Raise CommandError unless rows with these columns can be added to the file, which may be empty.

    A file with an incomplete last line lacks rows of a kept game.  Raises OSError.
    """
    if path.suffix.lower() == PARQUET:
        raise CommandError(f"{path} is a Parquet file, which cannot be continued; --trace needs a new name.")
    with open_regular(path) as file:
        head = file.readline(_MOST_HEAD).decode("utf-8", "replace")
        if not head:
            return
        if head.rstrip("\r\n").split(",") != columns:
            raise CommandError(f"{path} does not have the columns of this version; --trace needs a new name.")
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            raise CommandError(f"{path} was cut off; --trace needs a new name.")


class CsvTable:
    """A table as CSV, new or with rows already."""

    def __init__(self, path: Path, columns: dict[str, type], *, is_new: bool = True) -> None:
        self._file: TextIO = path.open("x" if is_new else "a", encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._file, list(columns), lineterminator="\n")
        if self._file.tell() == 0:
            self._writer.writeheader()
            self._file.flush()

    def write(self, rows: list[dict[str, str]]) -> None:
        """Add the rows of a game."""
        self._writer.writerows(rows)
        self._file.flush()

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class ParquetTable:
    """A new table as Parquet, with a type for each column."""

    def __init__(self, path: Path, columns: dict[str, type]) -> None:
        pyarrow, parquet = _arrow()
        kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
        self._columns = columns
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._table = pyarrow.Table
        self._stream = path.open("xb")
        self._file = parquet.ParquetWriter(self._stream, self._schema)

    def write(self, rows: list[dict[str, str]]) -> None:
        """Add rows."""
        if not rows:
            return
        found = {name: [typed(row[name], kind) for row in rows] for name, kind in self._columns.items()}
        self._file.write_table(self._table.from_pydict(found, self._schema))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()
        self._stream.close()


def typed(text: str, kind: type) -> str | int | float | None:
    """Return a field as its type; an empty number is None.

    >>> typed("7", int), typed("", float), typed("", str)
    (7, None, '')
    """
    value: str | int | float = text if kind is str else kind(text or 0)
    return value if text or kind is str else None


def _arrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet half.  Raises CommandError."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CommandError(
            "A Parquet file needs the library pyarrow; to install it: "
            f"{shlex.quote(sys.executable)} -m pip install pyarrow.  A name that ends in .csv needs none."
        ) from None
    return pyarrow, pyarrow.parquet


def read_trace(path: Path, wanted: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the wanted columns of each row as text.  Raises CommandError if it is not a trace."""
    try:
        yield from (_parquet_rows if path.suffix.lower() == PARQUET else _csv_rows)(path, wanted)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (KeyError, ValueError, csv.Error):
        raise not_a_trace(path) from None


def not_a_trace(path: Path) -> CommandError:
    """Return the error for a file that is not a trace."""
    return CommandError(f"{path} is not a file that `batch --trace` wrote.")


def _csv_rows(path: Path, wanted: Sequence[str]) -> Iterator[tuple[str, ...]]:
    with open_regular(path) as content, io.TextIOWrapper(content, "utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if not {*wanted} <= {*(reader.fieldnames or ())}:
            raise ValueError
        for row in reader:
            yield tuple(row[name] or "" for name in wanted)


def _parquet_rows(path: Path, wanted: Sequence[str]) -> Iterator[tuple[str, ...]]:
    _, parquet = _arrow()
    with open_regular(path) as content, parquet.ParquetFile(content) as file:
        for batch in file.iter_batches(columns=list(wanted)):
            columns = [batch.column(name).to_pylist() for name in wanted]
            yield from (
                tuple("" if one is None else str(one) for one in row) for row in zip(*columns, strict=True)
            )
