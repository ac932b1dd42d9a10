"""The score list as text.

Owns   what a row of the list holds, its order and its words (END-5, screen.md 12.3).
Leaves the file (rogue.scorefile), when the list is printed (rogue.cli).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rogue.play.tombstone import with_article

SHOWN: Final = 10
TITLE: Final = "Top 10 Scores:"
COLUMNS: Final = "   Score Name"
NAME_MAX: Final = 32


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One game in the list."""

    score: int
    name: str
    how: str  # "killed", "quit" or "won"
    killer: str  # without article, "" when not killed
    level: int  # the deepest for a winner, else where the game ended
    amulet: bool = False  # carried at the end
    seed: int = 0
    time: str = ""  # when it ended, ISO 8601

    def text(self) -> str:
        """Return how and where the game ended."""
        if self.how == "killed":
            reason = "killed with Amulet" if self.amulet else "killed"
            return f"{self.name}: {reason} on level {self.level} by {with_article(self.killer)}."
        reason = "A total winner" if self.how == "won" else "quit"
        return f"{self.name}: {reason} on level {self.level}."


def insert_row(rows: Sequence[ScoreRow], new: ScoreRow) -> list[ScoreRow]:
    """Return the list with a row in its place: highest first, behind equal ones (END-5)."""
    at = sum(row.score >= new.score for row in rows)
    return [*rows[:at], new, *rows[at:]]


def score_lines(rows: Sequence[ScoreRow]) -> list[str]:
    """Return the list as printed: header and the best ten above zero, between empty lines."""
    shown = [row for row in rows if row.score > 0][:SHOWN]
    lines = [f"{rank:2d} {row.score:5d} {row.text()}" for rank, row in enumerate(shown, 1)]
    return ["", TITLE, COLUMNS, *lines, ""]
