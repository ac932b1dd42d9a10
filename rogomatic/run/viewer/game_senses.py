"""What monsters that think perceive in a watched game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

Sense = Literal["", "sound", "scent"]
NEXT_SENSE: Final[dict[Sense, Sense]] = {"": "sound", "sound": "scent", "scent": ""}
"""What is drawn over the map -> what follows it."""


class GameSenses(Protocol):
    """A second copy of the game, played by the same keys, for the person who watches and never the agent."""

    def take(self, keys: bytes) -> None:
        """Take keys that the game was sent."""

    def is_same(self, cells: bytes | bytearray) -> bool:
        """Return whether the copy's screen has these cells, as it must when the game waits for a key."""

    def marks(self, sense: Sense) -> Sequence[tuple[int, int]]:
        """Return (square, digit) for the steps of the sound, or for the age of the scent in turns."""

    def reason(self) -> str:
        """Return what the nearest monster that is awake does, and why, or ""."""

    def found(self) -> tuple[str, ...]:
        """Return lines on how monsters found the hero, () before the end of the game."""
