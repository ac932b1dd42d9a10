"""Journals of matches: a line for the game, then one for each turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.eggg.match import GameMatch
from rogue.shared.board_games import Move
from rogue.shared.errors import RogomaticError, printable_line

VERSION: Final = 1
SUFFIX: Final = ".match.jsonl"
MAX_JOURNAL: Final = 1 << 20  # bytes


class MatchJournalError(RogomaticError):
    """A journal that cannot be played, with the line and the reason."""


class JournalHead(NamedTuple):
    """The first line: what is played, and by whom.

    text     the statements of the game, without its parents
    level    of the machine            machines  the players that it plays
    """

    game: str
    digest: str
    text: str
    seed: int
    level: str
    machines: tuple[int, ...]


def head_line(head: JournalHead) -> str:
    """Return the first line, with its end."""
    return json.dumps({"eggg": VERSION, **head._asdict()}) + "\n"


def turn_line(match: GameMatch) -> str:
    """Return the line of the last turn, with its end."""
    return json.dumps({"moves": [match.game.text(move) for move in match.turns[-1]]}) + "\n"


def note_line(**note: int) -> str:
    """Return a line that is no turn: undo=turns, round=number, resigned=player."""
    return json.dumps(note) + "\n"


def read_head(text: str) -> JournalHead:
    """Return what the first line says.  Raises MatchJournalError."""
    row = _row(1, text.split("\n", 1)[0])
    types = {"game": str, "digest": str, "text": str, "seed": int, "level": str, "machines": list}
    if row.pop("eggg", None) != VERSION:
        raise MatchJournalError("line 1: this is no journal of a match")
    if {name: type(value) for name, value in row.items()} != types:
        raise MatchJournalError("line 1: it does not say what was played")
    if not all(type(player) is int for player in row["machines"]):
        raise MatchJournalError("line 1: it does not say who played")
    return JournalHead(**{**row, "machines": tuple(row["machines"])})


def play_again(match: GameMatch, text: str, seen: Callable[[], None] = lambda: None) -> None:
    """Play the turns of a journal; `seen` is called after each line.  Raises MatchJournalError.

    A last line that was cut off is left out.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines[1:-1], 2):
        _carry_out(match, number, _row(number, line))
        seen()


def _carry_out(match: GameMatch, number: int, row: dict[str, Any]) -> None:
    game = match.game
    if type(turns := row.get("undo")) is int:
        if not 0 < turns <= len(match.turns) or not match.can_undo:
            raise MatchJournalError(f"line {number}: nothing can be taken back here")
        match.take_back(turns)
    elif "round" in row:
        if not match.begin_round():
            raise MatchJournalError(f"line {number}: no round follows here")
    elif type(player := row.get("resigned")) is int and 0 <= player < len(game.players):
        match.gave_up = player
    else:
        match.play(_moves(match, number, row.get("moves")))


def _moves(match: GameMatch, number: int, texts: object) -> Iterable[Move]:
    """Return the moves of a line, one of each player to move."""
    game, state = match.game, match.state
    movers = () if match.outcome is not None else game.to_move(state)
    if not isinstance(texts, list) or len(texts) != len(movers) or not movers:
        raise MatchJournalError(f"line {number}: there is not one move of each player to move")
    for player, text in zip(movers, texts, strict=True):
        move = game.find(state, player, text) if isinstance(text, str) else None
        if move is None:
            raise MatchJournalError(f"line {number}: {printable_line(str(text))[:40]} is no legal move")
        yield move


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise MatchJournalError(f"line {number}: this is no journal of a match")
    return row


class JournalWriter:
    """Writer of a match as it goes, so that nothing is lost."""

    def __init__(self, path: Path, before: str) -> None:
        """Begin a new file with the lines before.  Raises OSError."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("x", encoding="utf-8")
        self.write(before)

    def write(self, lines: str) -> None:
        """Add lines.  Raises OSError."""
        self._file.write(lines)
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
