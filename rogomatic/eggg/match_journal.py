"""Journals of matches, with a line for the game, then a line for each turn or other event."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.eggg.opponents import likeness
from rogue.shared.board_games import Described
from rogue.shared.errors import CommandError, RogomaticError, reason_of
from rogue.shared.files import PRIVATE, take_lock, write_waiting

VERSION: Final = 1
SUFFIX: Final = ".match.jsonl"
MAX_JOURNAL: Final = 1 << 20  # bytes


class MatchJournalError(RogomaticError):
    """Exception for a journal that cannot be played.  Its text names the line and the reason."""


class JournalHead(NamedTuple):
    """The first line of a journal, which names the game and the players.

    text      statements of the game and of its parents
    level     level of the machines
    machines  players that are machines
    secret    sealed text, or "" if no deck was cut.  The seed comes from it and from `cut`, a person's text.
    """

    game: str
    digest: str
    text: str
    seed: int
    level: str
    machines: tuple[int, ...]
    secret: str = ""
    cut: str = ""


def head_of(game: Described, seed: int, level: str, machines: Iterable[int]) -> JournalHead:
    """Return the head of the journal of a new match."""
    told = game.described()
    text = "\n".join([*told["statements"], *likeness(told["like"])])
    return JournalHead(game.name, game.digest, text, seed, level, tuple(sorted(machines)))


def head_line(head: JournalHead) -> str:
    """Return the first line of a journal, with its newline."""
    return row_line(eggg=VERSION, **head._asdict())


def row_line(**row: Any) -> str:
    """Return the arguments as a line of a journal, with its newline.

    In turn-based games, a line has one of these: moves=texts, undo=turns, round=number, resigned=player.
    In real-time games, a line has step=number and one of these: keys={player: names}, digest=text.
    """
    return json.dumps(row) + "\n"


def read_head(text: str) -> JournalHead:
    """Return the content of a journal's first line.  Raises MatchJournalError."""
    row = _row(1, text.split("\n", 1)[0])
    row = {"secret": "", "cut": "", **row}
    types = {"game": str, "digest": str, "text": str, "seed": int, "level": str, "machines": list,
             "secret": str, "cut": str}  # fmt: skip
    if row.pop("eggg", None) != VERSION:
        raise MatchJournalError("line 1: this is not a journal of a match")
    if {name: type(value) for name, value in row.items()} != types:
        raise MatchJournalError("line 1: the game is missing or damaged")
    if not all(type(player) is int for player in row["machines"]):
        raise MatchJournalError("line 1: the players are missing or damaged")
    return JournalHead(**{**row, "machines": tuple(row["machines"])})


def rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number and the content of each line after the first.  Raises MatchJournalError.

    A last line without a newline is left out, because it is incomplete.
    """
    for number, line in enumerate(text.split("\n")[1:-1], 2):
        yield number, _row(number, line)


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise MatchJournalError(f"line {number}: this is not a journal of a match")
    return row


def continued(play_again: Callable[[str], object], path: Path, before: str) -> MatchJournal:
    """Replay the lines in `before`.  Return a new journal that begins with them.  Raises CommandError."""
    try:
        play_again(before)
    except MatchJournalError as error:
        raise CommandError(f"The journal cannot be replayed: {error}.") from None
    return MatchJournal(path, before)


class MatchJournal:
    """The file of a journal, which is written line by line.

    trouble  why the file is missing or incomplete, or "" if it is complete

    Lines that cannot be written, for example because the disk is full, are kept for the next call of `write`.
    """

    def __init__(self, path: Path, before: str) -> None:
        """Create a file that begins with `before`."""
        self.path, self.trouble = path, ""
        self._unwritten = bytearray()
        self._file = -1
        self.write(before)

    def write(self, text: str) -> None:
        """Append text."""
        self._unwritten += text.encode()
        try:
            if self._file < 0:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
            write_waiting(self._file, self._unwritten)
        except OSError as error:
            self.trouble = reason_of(error)
        else:
            self.trouble = ""

    def lock(self) -> None:
        """Lock the file until it is closed."""
        if self._file >= 0:
            take_lock(self._file)

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
