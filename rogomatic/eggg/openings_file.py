"""Text files of openings, one for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.eggg.openings import NONE, Line, MoveRecord, Openings
from rogue.shared.errors import CommandError
from rogue.shared.files import read_bounded, write_atomically

HEAD: Final = "openings of a game, form 1"
MAX_FILE: Final = 1 << 26  # bytes
_BETTER, _WORSE = "better", "worse"
_STEP: Final = " > "  # between moves


class OpeningsError(CommandError):
    """Exception for a file that holds no openings."""


class OpeningsFile(NamedTuple):
    """Content of a file.  Files are merged by their lines, in any order.

    text   the statements of the game, parents included
    """

    digest: str
    text: str
    lines: frozenset[Line]
    openings: Openings


def to_text(file: OpeningsFile) -> str:
    """Return a file as text."""
    said = [f"says\t{statement}" for statement in file.text.splitlines()]
    rows = [
        "\t".join([word, one.position, _STEP.join(one.path), one.move, *map(str, one[3:])])
        for word, one in _judged(file.openings)
    ]
    lines = [
        "\t".join(["match", str(line.seed), " ".join(f"{one:g}" for one in line.payoffs), *line.moves])
        for line in sorted(file.lines)
    ]
    return "\n".join([HEAD, f"digest\t{file.digest}", *said, *sorted(rows), *lines, ""])


def from_text(text: str) -> OpeningsFile:
    """Return the file of a text.  Raises OpeningsError."""
    head, _, rest = text.partition("\n")
    if head != HEAD:
        raise OpeningsError("it holds no openings")
    rows = [line.split("\t") for line in rest.splitlines()]
    try:
        lines = frozenset(_line(row) for row in rows if row[0] == "match")
        ((_, digest),) = (row for row in rows if row[0] == "digest")
        better, worse = (_records(rows, word) for word in (_BETTER, _WORSE))
    except ValueError:
        raise OpeningsError("its openings are damaged") from None
    said = "\n".join("\t".join(row[1:]) for row in rows if row[0] == "says")
    return OpeningsFile(digest, said, lines, Openings(better, worse))


def _line(row: list[str]) -> Line:
    return Line(int(row[1]), tuple(map(float, row[2].split())), tuple(row[3:]))


def _records(rows: Iterable[list[str]], word: str) -> dict[str, dict[str, MoveRecord]]:
    found: dict[str, dict[str, MoveRecord]] = {}
    for row in rows:
        if row[0] == word:
            _, position, path, move, *counts = row
            wins, draws, losses = map(int, counts)
            led = tuple(path.split(_STEP)) if path else ()
            found.setdefault(position, {})[move] = MoveRecord(position, led, move, wins, draws, losses)
    return found


def kept_file(folder: Path, digest: str) -> OpeningsFile:
    """Return the file of a game; one that is missing or damaged holds nothing."""
    try:
        return from_text(read_bounded(path_of(folder, digest), MAX_FILE).decode())
    except (OSError, ValueError, OpeningsError):
        return OpeningsFile(digest, "", frozenset(), NONE)


def write_openings(folder: Path, file: OpeningsFile) -> Path:
    """Write a file, and return its path.  Raises CommandError."""
    path = path_of(folder, file.digest)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, to_text(file).encode())
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None
    return path


def path_of(folder: Path, digest: str) -> Path:
    """Return the path of the file of a game."""
    return folder / f"{digest[:32]}.txt"


def told(openings: Openings) -> Iterator[str]:
    """Yield a line for each move that is known to be good or bad, the first moves first."""
    rows = [(len(one.path), one.path, word, one) for word, one in _judged(openings)]
    for _, path, word, one in sorted(rows, key=lambda row: (*row[:3], row[3].move)):
        behind = f"after {_STEP.join(path)}" if path else "at the start"
        yield f"  {one.move} {behind}: {word} than even, {100 * one.share:.0f} % of {one.games} matches"


def _judged(openings: Openings) -> Iterator[tuple[str, MoveRecord]]:
    """Yield each move that is better or worse than even, with that word."""
    for word, found in ((_BETTER, openings.better), (_WORSE, openings.worse)):
        for moves in found.values():
            yield from ((word, one) for one in moves.values())
