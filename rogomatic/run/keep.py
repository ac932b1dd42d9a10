"""Recordings in files: of one game, or of many games of which those worth a look are kept.

Owns   the file of a recording, a disk that refuses, which games are worth keeping and how they are called.
Leaves what is recorded (run.recording), the folder (run.places), options (cli).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rogomatic.run.cast import Header, Origin
from rogomatic.run.game import TROUBLES, Row
from rogomatic.run.link import Link
from rogomatic.run.recording import RecordedLink, by_the_clock

PART: Final = ".part"  # behind the name of a recording whose game goes on


class FileLink(RecordedLink):
    """A link whose recording goes to a file, line by line.

    trouble  why nothing is written any more, "" while all is well: a full disk does not end the game
    """

    def __init__(self, link: Link, path: Path, header: Header) -> None:
        """Begin the file, which must not be there.  Raises OSError."""
        self.trouble = ""
        self._file = path.open("x", encoding="ascii", buffering=1)
        super().__init__(link, self._put, header, by_the_clock())

    def _put(self, line: str) -> None:
        if self.trouble:
            return
        try:
            self._file.write(line)
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def close(self, over: bool) -> float:
        try:
            return super().close(over)
        finally:
            with contextlib.suppress(OSError):  # what it could not write it has told already
                self._file.close()


def header_of(origin: Origin, seed: int) -> Header:
    """Return the first line of the recording of a seed's game that begins now."""
    game = f"edition {origin.edition}" if origin.edition else "another program"
    title = f"rogomatic plays Rogue ({game}), seed {seed}"
    return Header(title, int(time.time()), origin=replace(origin, seed=seed))


@dataclass(frozen=True, slots=True)
class Keeper:
    """Records every game in a folder and keeps what is worth a look: good games, and odd ones.

    It stands for the links that it records, and survives pickling, so that workers of a batch record.

    origin      of all the games; the seed is filled in
    least_depth what makes a game a good one: the level it came to
    """

    links: Callable[[int], Link]
    folder: Path
    origin: Origin
    least_depth: int

    def __call__(self, seed: int) -> Link:
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self._part(seed)
        part.unlink(missing_ok=True)  # of a batch that was killed
        return FileLink(self.links(seed), part, header_of(self.origin, seed))

    def settle(self, row: Row) -> Path | None:
        """Keep or remove the recording of a game that is over; return where it is kept.  Raises OSError."""
        part = self._part(row.seed)
        why = self.worth(row)
        if not why or not part.exists():
            part.unlink(missing_ok=True)
            return None
        path = self.folder / f"{time.strftime('%Y%m%d-%H%M%S')}-seed-{row.seed}-{why}.cast"
        return part.replace(path)

    def worth(self, row: Row) -> str:
        """Say in a word why a game is worth a look, "" if it is not."""
        if row.end_reason in TROUBLES:
            return row.end_reason
        return f"level-{row.deepest}" if row.deepest >= self.least_depth else ""

    def settled(self, rows: Iterable[Row], tell: Callable[[Path], object]) -> Iterator[Row]:
        """Pass rows on, each after its recording was settled; `tell` hears of those that are kept."""
        for row in rows:
            if path := self.settle(row):
                tell(path)
            yield row

    def _part(self, seed: int) -> Path:
        return self.folder / f"seed-{seed}.cast{PART}"
