"""The list of the games that a person has watched, with the rank of each."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from rogomatic.run.runner.game_loop import Row, cause_in_words
from rogomatic.run.storage.agent_files import data_folder
from rogue.shared.errors import printable_line
from rogue.shared.files import open_to_append, read_all

NAME: Final = "watched.jsonl"
_ENDS: Final = ("killed", "quit", "won")
_MAX_BYTES: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """The result of one game.

    game  edition of our own Rogue, or command of another program
    how   how the game ended: "killed", "quit", or "won".  If the game was broken off, the reason, such as
          "stopped".
    """

    game: str
    seed: int
    score: int
    depth: int
    turns: int
    how: str
    killer: str

    @property
    def finished(self) -> bool:
        """Whether the game was finished, not broken off.  Only finished games have a rank."""
        return self.how in _ENDS


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of a game when the `count` games of the same Rogue are sorted by gold.

    `best` is the game with the most gold, which has place 1.
    """

    place: int
    count: int
    best: WatchedGame


def usual_file() -> Path:
    """Return the path of the list, which may not exist yet."""
    return data_folder() / NAME


def watched_game(row: Row, game: str) -> WatchedGame:
    """Return the result of the game that a row describes."""
    return WatchedGame(game, row.seed, row.score, row.depth, row.turns, row.end, row.killer)


def read_games(path: Path) -> list[WatchedGame]:
    """Return the games of a list, starting with the oldest.  Return [] if there is no file.

    Invalid lines are skipped.  Raises OSError if the file cannot be read.
    """
    try:
        lines = read_all(path, _MAX_BYTES).decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return []
    games = []
    for text in lines:
        try:
            games.append(WatchedGame(**json.loads(text)))
        except (ValueError, TypeError, RecursionError):
            continue
    return games


def game_lines(games: Sequence[tuple[str, WatchedGame]], kept: Container[int]) -> list[str]:
    """Return the lines of a table: a heading, and then a line for each game.

    games  pairs (name of a Rogue, game)
    kept   seeds of the games that have recordings

    >>> game_lines([("Rogue 5.4", WatchedGame("5.4", 61, 2709, 15, 8680, "killed", "phantom"))], {61})[1]
    'Rogue 5.4                61   2,709     15   8,680  yes   killed by a phantom'
    """
    width = max(9, *(len(name) for name, _ in games))
    lines = [f"{'game':<{width}}  {'seed':>16}{'gold':>8}{'level':>7}{'turns':>8}  kept  how"]
    for name, one in games:
        how = cause_in_words(one.how, one.killer) if one.killer else one.how
        is_kept = "yes" if one.seed in kept else ""
        figures = f"{one.seed:>16}{one.score:>8,}{one.depth:>7}{one.turns:>8,}"
        lines.append(printable_line(f"{name:<{width}}  {figures}  {is_kept:<4}  {how}"))
    return lines


def add_watched(path: Path, game: WatchedGame) -> Rank:
    """Add a finished game to a list, and return its rank in the list.  Raises OSError."""
    note_watched(path, game)
    return rank_of(read_games(path), game)


def note_watched(path: Path, game: WatchedGame) -> None:
    """Add a game to a list.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number = open_to_append(path)
    with open(number, "a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(game)) + "\n")


def rank_of(games: list[WatchedGame], game: WatchedGame) -> Rank:
    """Return the rank of a finished game among the games of the same Rogue.

    A dungeon that was played several times counts once.

    >>> low, high, again = (WatchedGame("5.4", seed, 2 + seed, 1, 9, "killed", "bat") for seed in (1, 5, 5))
    >>> ranks = [rank_of([low, high, again], game) for game in (low, again)]
    >>> [(rank.place, rank.count) for rank in ranks]
    [(2, 2), (1, 2)]
    """
    same = best_of_each([*(one for one in games if one.game == game.game), game])
    better = sum(one.score > game.score for one in same if one.seed != game.seed)
    return Rank(better + 1, len(same), same[0])


def best_of_each(games: Sequence[WatchedGame]) -> list[WatchedGame]:
    """Return the best finished game of each dungeon of each Rogue, sorted from the best to the worst."""
    found: dict[tuple[str, int], WatchedGame] = {}
    for one in sorted(filter(lambda game: game.finished, games), key=lambda game: -game.score):
        found.setdefault((one.game, one.seed), one)
    return list(found.values())
