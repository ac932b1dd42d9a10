"""The review of a game, with functions that turn reviews into JSON or JSON into reviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from rogomatic.review.findings import FuturePicture, JudgedMove, Kind, Prospect, accuracy

FORMAT: Final = 3
KINDS: Final[tuple[Kind, ...]] = ("blunder", "mistake", "inaccuracy", "brilliant")

_PLURALS: Final[dict[Kind, str]] = {
    "blunder": "blunders", "mistake": "mistakes", "inaccuracy": "inaccuracies", "brilliant": "brilliant",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameReview:
    """A review of a game, with all judged moves.

    who       the player, as the subject of a sentence
    ending    how the game ended, or "" if the game did not end
    commands  number of commands of the game
    turns     number of turns of the game
    basis     digest of everything that the review depends on
    moves     moves that mattered
    """

    title: str
    who: str
    ending: str
    commands: int
    turns: int
    basis: str
    moves: tuple[JudgedMove, ...]

    @property
    def accuracy(self) -> float:
        """Mean accuracy of the moves, in percent."""
        return accuracy(self.moves)

    @property
    def findings(self) -> tuple[JudgedMove, ...]:
        """The moves worth showing, in the order of the game."""
        return tuple(move for move in self.moves if move.is_finding)

    def counts(self) -> list[tuple[Kind, int]]:
        """Return (kind, number of moves) for each kind but "good", from the worst kind to the best."""
        found = Counter(move.kind for move in self.moves)
        return [(kind, found[kind]) for kind in KINDS]


def as_record(review: GameReview) -> dict[str, Any]:
    """Return a review as a record of JSON values, which `review_in` reads."""
    record = asdict(replace(review, moves=()))
    return record | {"format": FORMAT, "moves": [move_record(move) for move in review.moves]}


def move_record(move: JudgedMove) -> dict[str, Any]:
    """Return a move as a record of JSON values, which `move_in` reads."""
    record = asdict(move)
    for name in ("made", "rival"):
        if record[name] is not None:
            record[name] = _prospect_record(record[name])
    return record


def _prospect_record(prospect: Prospect) -> dict[str, Any]:
    return prospect._asdict() | {"future": [frame._asdict() for frame in prospect.future]}


def review_in(record: Mapping[str, Any]) -> GameReview:
    """Return the review in a record.

    Raises KeyError, TypeError, or ValueError if the record is not a review in this format.
    """
    fields = dict(record)
    if fields.pop("format") != FORMAT:
        raise ValueError("another format")
    moves = tuple(move_in(move) for move in fields.pop("moves"))
    return GameReview(**fields, moves=moves)


def move_in(record: Mapping[str, Any]) -> JudgedMove:
    """Return the move in a record.  Raises KeyError, TypeError, or ValueError if the record has no move."""
    rival = record["rival"]
    changes = {
        "made": _prospect_in(record["made"]),
        "rival": None if rival is None else _prospect_in(rival),
        "board": tuple(record["board"]),
    }
    return JudgedMove(**{**record, **changes})


def _prospect_in(record: Mapping[str, Any]) -> Prospect:
    frames: Sequence[Mapping[str, Any]] = record["future"]
    future = tuple(FuturePicture(tuple(frame["rows"]), frame["words"]) for frame in frames)
    return Prospect(**{**record, "future": future})


def summary(review: GameReview) -> dict[str, Any]:
    """Return what `review --json` prints: the accuracy, the moves that mattered, and each move's cost."""
    return {
        "title": review.title, "ending": review.ending, "accuracy": round(review.accuracy, 1),
        **{_PLURALS[kind]: count for kind, count in review.counts()},
        "moves": [_move_summary(move) for move in review.moves],
    }  # fmt: skip


def _move_summary(move: JudgedMove) -> dict[str, Any]:
    rival = move.rival if move.lost > 0 else None
    return {
        "command": move.number, "turn": move.turn, "level": move.depth, "hp": move.hp, "max_hp": move.max_hp,
        "keys": move.keys, "move": move.made.done, "kind": move.kind, "lost": round(move.lost, 1),
        "error": round(move.error, 1), "die": round(move.made.die_pct, 1), "gold": round(move.made.gold, 1),
        "better": None if rival is None else rival.doing,
        "better_die": None if rival is None else round(rival.die_pct, 1),
        "better_gold": None if rival is None else round(rival.gold, 1),
    }  # fmt: skip
