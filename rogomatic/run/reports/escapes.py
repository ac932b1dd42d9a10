"""The closest escape of a game: the fewest hit points that the hero came back from."""

from __future__ import annotations

from typing import NamedTuple

from rogomatic.run.recordings.annotations import NEAR_DEATH
from rogomatic.run.recordings.game_frames import Frame


class Escape(NamedTuple):
    """A moment near death that the hero survived.  `frame` is its number in the game, `threat` a sentence."""

    frame: int
    turn: int
    depth: int
    hp: int
    max_hp: int
    threat: str

    @property
    def words(self) -> str:
        """The hit points left, and against what."""
        return f"{self.hp} of {self.max_hp} hit points left, {self.threat}"

    @property
    def share(self) -> float:
        """The share of hit points that was left."""
        return self.hp / self.max_hp


class EscapeFinder:
    """Looks through the frames of one game for its closest escape."""

    def __init__(self) -> None:
        self.closest: Escape | None = None
        self._pending: Escape | None = None  # not survived yet

    def note(self, number: int, frame: Frame) -> None:
        """Take the next frame."""
        is_known = frame.is_command and frame.max_hp > 0
        if is_known and frame.danger.percent and NEAR_DEATH * frame.hp < frame.max_hp:
            threat = frame.danger.words.partition(";")[0]
            here = Escape(number, frame.turn, frame.depth, frame.hp, frame.max_hp, threat)
            self._pending = here if self._pending is None else min(self._pending, here, key=_closeness)
        elif self._pending is not None and is_known and 2 * frame.hp >= frame.max_hp:
            found = [self._pending, *([self.closest] if self.closest else [])]
            self.closest, self._pending = min(found, key=_closeness), None


def _closeness(escape: Escape) -> tuple[float, int]:
    return escape.share, escape.frame
