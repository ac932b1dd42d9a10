"""The history of a person's games: a file to which each game adds a line."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import median_low
from textwrap import wrap
from typing import Any, Final, NamedTuple

from rogue.shared.errors import printable_line, reason_of
from rogue.shared.files import LOCK_SECONDS, read_bounded, take_lock
from rogue.shared.wording import plural, with_article
from rogue.ui.end_screens import Outcome

HISTORY_VERSION: Final = 1
HEADINGS: Final = ("ended", "Rogue", "name", "score", "depth", "level", "turns", "how")
RIGHT: Final = frozenset(("score", "depth", "level", "turns"))
_NAME: Final = HEADINGS.index("name")
_HOW_COLUMNS: Final = 22  # minimum for the last cell, which wraps
NO_GAMES: Final = "No game has been finished yet."


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game."""

    ended: str  # ISO 8601, local time
    seed: int
    edition: str
    name: str
    score: int
    depth: int  # where it ended
    deepest: int
    level: int  # of experience
    turns: int
    how: str  # "killed", "quit" or "won"
    killer: str  # without article, "" when not killed
    marks: tuple[str, ...]  # "wizard", "helpers"
    version: str  # of the program

    @property
    def ending(self) -> str:
        """How the game ended, in words."""
        return f"killed by {with_article(self.killer)}" if self.how == "killed" else self.how

    def line(self) -> str:
        """Return the game as a line of the history file, without the newline."""
        return json.dumps({"v": HISTORY_VERSION, **asdict(self)})

    def cells(self) -> tuple[str, ...]:
        """Return the game as a table row, with one cell for each of `HEADINGS`."""
        how = ", ".join([self.ending, f"dungeon {self.seed}", *self.marks])
        depth = f"{self.depth}" if self.deepest == self.depth else f"{self.depth} of {self.deepest}"
        return (
            *(self.ended[:10], self.edition, self.name),
            *(f"{self.score:,}", depth, str(self.level), f"{self.turns:,}", how),
        )


class History(NamedTuple):
    """The content of a history file: the games, oldest first, and a sentence about each unreadable line."""

    games: list[FinishedGame]
    troubles: list[str]


def game_of(outcome: Outcome, ended: str, version: str) -> FinishedGame:
    """Return the history entry for a game's outcome.  `ended` is the time of the end in ISO 8601."""
    known = {field.name for field in fields(Outcome)} & {field.name for field in fields(FinishedGame)}
    return FinishedGame(ended=ended, version=version, **{name: getattr(outcome, name) for name in known})


def add_game(path: Path, game: FinishedGame) -> str:
    """Append a game to the history file.  Return an error message, or "" after a success.

    The line is appended in one write, and under a lock if the disk supports locks.  So two games that end at
    the same moment are both recorded.  If the last line of the file lacks its newline, the newline is added
    first.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+", buffering=0) as file:
            take_lock(file.fileno(), LOCK_SECONDS)  # the write is atomic even without the lock
            file.seek(0, os.SEEK_END)
            data = game.line().encode("ascii") + b"\n"
            if file.tell() and os.pread(file.fileno(), 1, file.tell() - 1) != b"\n":
                data = b"\n" + data
            file.write(data)
    except OSError as error:
        return f"The game could not be added to {path}: {reason_of(error)}"
    return ""


def read_games(path: Path) -> History:
    """Return the content of a history file.  A missing file counts as empty.  Raises OSError."""
    try:
        return games_of(read_bounded(path), str(path))
    except FileNotFoundError:
        return History([], [])


def games_of(data: bytes, name: str) -> History:
    """Return the content of a history file, parsed from its bytes.

    `name` is the file's name in error messages.
    """
    games: list[FinishedGame] = []
    troubles: list[str] = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            games.append(_game_of(json.loads(line)))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            reason = "it is cut off" if isinstance(error, json.JSONDecodeError) else str(error)
            troubles.append(f"{name}, line {number} was skipped: {reason}")
    return History(games, troubles)


def _game_of(data: Any) -> FinishedGame:
    if not isinstance(data, dict):
        raise TypeError("it is something else")
    version = data.pop("v", None)
    if version != HISTORY_VERSION:
        raise ValueError(f"it has version {version!r}, and this program reads {HISTORY_VERSION}")
    for field in fields(FinishedGame):
        wanted: type = {"int": int, "str": str}.get(str(field.type), list)
        if type(data.get(field.name)) is not wanted:
            raise TypeError(f"{field.name} is missing")
    if not all(isinstance(mark, str) for mark in data["marks"]):
        raise TypeError("marks is missing")
    return FinishedGame(**{**data, "marks": tuple(data["marks"])})


def totals(games: Sequence[FinishedGame]) -> dict[str, int]:
    """Return statistics about the games, such as the best score.  Each key is the name of a statistic."""
    scores = [game.score for game in games]
    return {
        "games": len(games),
        "won": sum(game.how == "won" for game in games),
        "killed": sum(game.how == "killed" for game in games),
        "quit": sum(game.how == "quit" for game in games),
        "best_score": max(scores, default=0),
        "median_score": median_low(scores) if scores else 0,
        "deepest": max((game.deepest for game in games), default=0),
        "turns": sum(game.turns for game in games),
    }


def history_lines(games: Sequence[FinishedGame], columns: int = 80) -> list[str]:
    """Return the lines of a table of games in the given order, followed by their totals."""
    if not games:
        return [NO_GAMES]
    rows = [HEADINGS, *(game.cells() for game in games)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADINGS) - 1)]
    room = columns - sum(widths) - 2 * len(widths)
    if room < _HOW_COLUMNS:  # a long name is cut
        widths[_NAME] = max(widths[_NAME] - (_HOW_COLUMNS - room), len("name"))
    table = [line for row in rows for line in _row_lines(row, widths, columns)]
    sums = totals(games)
    line = (
        f"Games: {sums['games']}; {sums['won']} won, {sums['killed']} killed, {sums['quit']} quit.  "
        f"Median score {sums['median_score']:,}, best score {sums['best_score']:,}; "
        f"deepest level {sums['deepest']}; {plural(sums['turns'], 'turn')}."
    )
    return [*map(printable_line, table), "", *wrap(line, columns)]


def _row_lines(row: Sequence[str], widths: Sequence[int], columns: int) -> list[str]:
    """Return the lines of a row.

    If the text of the last cell is too long for one line, it is continued below in the same column.
    """
    *cells, last = row
    start = "".join(
        f"{cell[:width]:>{width}}  " if heading in RIGHT else f"{cell[:width]:<{width}}  "
        for cell, width, heading in zip(cells, widths, HEADINGS, strict=False)
    )
    folded = wrap(last, max(columns - len(start), _HOW_COLUMNS))
    return [start + folded[0], *(" " * len(start) + more for more in folded[1:])]


def history_json(history: History) -> str:
    """Return the games and their totals as JSON text."""
    games = [asdict(game) for game in history.games]
    return json.dumps({"games": games, "totals": totals(history.games)}, indent=1)
