"""The trace of a batch: a file of decisions with their outcomes."""

from __future__ import annotations

import csv
import io
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final, TextIO

from rogomatic.run.runner.game_loop import Row
from rogue.shared.errors import CommandError, reason_of
from rogue.shared.files import open_regular

CAME: Final[dict[str, type]] = {
    "hp_next": int, "died": int, "fight": int, "fight_died": int, "end": str, "score": int,
}  # fmt: skip
"""Column about the outcome of a decision -> type of the column.

hp_next     hit points at the next decision
died        whether the hero died before another decision
fight       number of the fight within the game
fight_died  whether the hero died in that fight
end, score  how the game ended, and the score of the game
"""
PARQUET: Final = ".parquet"
_KILLED: Final = "killed"
_MOST_HEAD: Final = 1 << 16  # maximum bytes of the header line
_GROUP: Final = 10_000  # rows of Parquet


def with_outcomes(rows: Sequence[dict[str, str]], end: str, score: int) -> Iterator[dict[str, str]]:
    """Yield the decisions of a game with their outcomes.

    A fight is a series of consecutive decisions on one level, each with a pursuer in view.
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
    """Return the number of the fight for each decision.  A decision outside fights has the number 0.

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

    During the batch, the rows of each game are in a separate file, which is called the part of the game.
    Lost games are left out.  A Parquet file is made at the end of the batch, from a CSV file beside it.

    is_whole  whether the file has the rows of all games that were added
    """

    def __init__(
        self,
        path: Path,
        columns: dict[str, type],
        seeds: Sequence[int],
        part: Callable[[int], Path],
        kept: Iterable[Row] | None = None,
    ) -> None:
        """Begin a new file, or continue an existing one.

        columns  columns of a part, with their types
        part     function that returns the path of the part for a seed
        kept     rows of the games that are already in the run file; None to begin a new file

        If the earlier batch was killed, the trace file may lack some rows of the games in `kept`.  These rows
        are added first, from the parts.  Raises CommandError if a file exists but `kept` is None, if the file
        cannot be continued or made, or if a library is missing.
        """
        self._path, self._columns, self._order, self._part = path, columns, iter(seeds), part
        self._due = next(self._order, None)
        self._waiting: dict[int, Row] = {}
        self.is_whole = True
        whole, table = columns | CAME, _table_of(path)
        is_there = path.exists() or table.exists()
        lacking: list[Row] = []
        with self._writing():
            if is_there and kept is None:
                there = path if path.exists() else table
                raise CommandError(f"{there} already exists and is not overwritten.")
            if is_there and kept is not None:
                lacking = _mended(path, list(whole), kept, part)
            self._file = (CsvTable if table == path else ParquetTable)(path, whole, is_new=not table.exists())
            for row in lacking:
                self._write(row)

    def add(self, row: Row) -> None:
        """Record the end of a game.

        Then write all finished games that no longer have to wait for a game with an earlier seed.  Raises
        CommandError.
        """
        self._waiting[row.seed] = row
        with self._writing():
            while self._due in self._waiting:
                self._write(self._waiting.pop(self._due))
                self._due = next(self._order, None)

    def _write(self, row: Row) -> None:
        """Add the rows of a game.  Rows of a lost game are dropped, because the game will be played again."""
        file = self._part(row.seed)
        if not row.is_lost and file.exists():
            with file.open(encoding="utf-8", newline="") as part:
                rows = list(csv.DictReader(part, list(self._columns)))
            self._file.write(list(with_outcomes(rows, row.end, row.score)))
        file.unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn an OSError into a CommandError, and set `is_whole` to False, so that no part is removed."""
        try:
            yield
        except OSError as error:
            self.is_whole = False
            raise CommandError(f"{self._path} cannot be written: {reason_of(error)}.") from None

    def close(self) -> None:
        """Write the finished games that still wait for games with earlier seeds, and close the file.

        They are written although the earlier games are missing.
        Raises CommandError.
        """
        with self._writing():
            with closing(self._file):
                if self.is_whole:
                    for seed in sorted(self._waiting):
                        self._write(self._waiting[seed])
            if self.is_whole:
                self._file.finish()


def _table_of(path: Path) -> Path:
    """Return the file for new rows.  A Parquet file cannot grow, so its new rows go to a CSV file."""
    return path.with_name(f"{path.name}.csv") if path.suffix.lower() == PARQUET else path


def _mended(path: Path, columns: list[str], kept: Iterable[Row], part: Callable[[int], Path]) -> list[Row]:
    """Remove a half-written game from a file, so that the file can be continued.  Return the missing games.

    A game's part is removed after the game was written.  So if the last game in the file still has a part,
    that game may be half-written.  Raises OSError.  Raises CommandError if the file cannot be continued, or
    if the decisions of a missing game are in no part.
    """
    table = _table_of(path)
    done = set(_games_in_parquet(path, columns) if table != path and path.exists() else ())
    starts, end, is_torn = _games_in(table, columns) if table.exists() else ({}, 0, False)
    if starts and starts.keys() <= done:  # they became Parquet just before the batch was killed
        table.unlink()
        starts = {}
    if starts and part(last := next(reversed(starts))).is_file():
        end, is_torn = starts.pop(last), True
    done.update(starts)
    lacking = [row for row in kept if row.commands and not row.is_lost and row.seed not in done]
    gone = next((row.seed for row in lacking if not part(row.seed).is_file()), None)
    if gone is not None:
        raise CommandError(
            f"{path} lacks the decisions of the game with seed {gone}; use a new file for --trace."
        )
    if is_torn:
        if not lacking:
            raise CommandError(f"{table} was cut off; use a new file for --trace.")
        os.truncate(table, end)
    return lacking


def _games_in(table: Path, columns: list[str]) -> tuple[dict[int, int], int, bool]:
    """Return where each seed's game begins, where the last complete line ends, and whether more bytes follow.

    The places are byte offsets.  The file may be empty.  Raises OSError, or CommandError if the file's
    columns are not `columns`.
    """
    with open_regular(table) as file:
        head = file.readline(_MOST_HEAD)
        if head and head.decode("utf-8", "replace").rstrip("\r\n").split(",") != columns:
            raise CommandError(
                f"{table} does not have the columns of this version; use a new file for --trace."
            )
        if not head.endswith(b"\n"):
            return {}, 0, bool(head)
        starts, end = dict[int, int](), len(head)
        for line in file:
            if not line.endswith(b"\n"):
                return starts, end, True
            seed = line.partition(b",")[0]
            if seed.isdigit():
                starts.setdefault(int(seed), end)
            end += len(line)
    return starts, end, False


def _games_in_parquet(path: Path, columns: list[str]) -> Iterator[int]:
    """Yield the seed of each row in a complete Parquet file.  Raises CommandError."""
    try:
        is_same = _arrow()[1].read_schema(path).names == columns
    except ValueError:
        raise not_a_trace(path) from None
    if not is_same:
        raise CommandError(f"{path} does not have the columns of this version; use a new file for --trace.")
    yield from (int(seed) for (seed,) in read_trace(path, ["seed"]))


class CsvTable:
    """A table in a CSV file, which is new or already contains rows."""

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
        """Close the file."""
        self._file.close()

    def finish(self) -> None:
        """Do nothing, because the CSV file is already complete."""


class ParquetTable(CsvTable):
    """A table that is first written as CSV.  `finish` adds the new rows to the Parquet file."""

    def __init__(self, path: Path, columns: dict[str, type], *, is_new: bool = True) -> None:
        self._arrow, self._parquet = _arrow()
        self._path, self._columns = path, columns
        super().__init__(_table_of(path), columns, is_new=is_new)

    def finish(self) -> None:
        """Make the Parquet file of all rows, and remove the CSV file beside it."""
        rows, new = _table_of(self._path), self._path.with_name(f"{self._path.name}.new")
        new.unlink(missing_ok=True)  # of a batch that was killed
        try:
            self._fill(new, rows)
            new.replace(self._path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        rows.unlink()

    def _fill(self, new: Path, rows: Path) -> None:
        """Write the rows of the old Parquet file, then those of a CSV file, to a new Parquet file."""
        kinds = {int: self._arrow.int64(), float: self._arrow.float64(), str: self._arrow.string()}
        schema = self._arrow.schema([(name, kinds[kind]) for name, kind in self._columns.items()])
        with new.open("xb") as stream, self._parquet.ParquetWriter(stream, schema) as table:
            if self._path.exists():
                with self._parquet.ParquetFile(self._path) as old:
                    for group in range(old.num_row_groups):
                        table.write_table(old.read_row_group(group))
            with rows.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                while some := list(islice(reader, _GROUP)):
                    found = {
                        name: [typed(row[name], kind) for row in some] for name, kind in self._columns.items()
                    }
                    table.write_table(self._arrow.Table.from_pydict(found, schema))


def typed(text: str, kind: type) -> str | int | float | None:
    """Return a field as a value of the type `kind`.  An empty number becomes None.

    >>> typed("7", int), typed("", float), typed("", str)
    (7, None, '')
    """
    value: str | int | float = text if kind is str else kind(text or 0)
    return value if text or kind is str else None


def _arrow() -> tuple[Any, Any]:
    """Return the module pyarrow and its Parquet module.  Raises CommandError."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CommandError(
            "A Parquet file needs the library pyarrow; to install it: "
            f"{shlex.quote(sys.executable)} -m pip install pyarrow.  A .csv file does not need it."
        ) from None
    return pyarrow, pyarrow.parquet


def read_trace(path: Path, wanted: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the wanted columns of each row as text.  Raises CommandError if the file is not a trace."""
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
