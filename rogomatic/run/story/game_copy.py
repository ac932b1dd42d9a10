"""A second copy of a watched game, from which viewers learn what the agent cannot see."""

from __future__ import annotations

from typing import Protocol

from rogomatic.agent.beliefs.model import Beliefs, Hero


class GameCopy(Protocol):
    """A second copy of the game that takes the same keys.  It serves viewers, never the agent."""

    def take(self, keys: bytes) -> None:
        """Take keys that were sent to the game."""

    def turn_of(self, me: Hero) -> int | None:
        """Return the game's turn, or None if the copy's hero differs from the agent's hero `me`."""

    def end_turn(self) -> int | None:
        """Return the turn on which the game ended, or None if the game has not ended."""

    def sleepers(self) -> tuple[str, ...]:
        """Return the names of the monsters on the level that are not awake."""

    def beside(self) -> tuple[str, ...]:
        """Return the names of the awake monsters beside the hero."""


class ViewerClock:
    """The turns of a game for its viewers.  If there is no copy of the game, the agent counts the turns.

    is_exact  whether every turn so far was read from the copy
    """

    def __init__(self, copy: GameCopy | None, before: int = 0) -> None:
        """Begin before the first choice.

        copy    the second copy of the game, or None if there is no second copy
        before  number of turns that were played before the game was saved
        """
        self._copy = copy
        self._ahead, self._now = before, 0  # of the agent's count, and the last turn
        self.is_exact = copy is not None

    def turn_of(self, beliefs: Beliefs) -> int:
        """Return the turn of the choice that is made with these beliefs.  This is a hot path."""
        is_command = beliefs.waiting.kind == "command" and beliefs.me.max_hp > 0
        if self.is_exact and self._copy is not None and is_command:
            turn = self._copy.turn_of(beliefs.me)
            if turn is None:
                self.is_exact = False
            else:
                self._ahead = turn - beliefs.turn
        self._now = max(beliefs.turn + self._ahead, self._now)
        return self._now

    def end_turn(self) -> int:
        """Return the turn on which the game ended, or the last known turn if the end is unknown."""
        turn = self._copy.end_turn() if self.is_exact and self._copy is not None else None
        return self._now if turn is None else turn

    @property
    def witness(self) -> GameCopy | None:
        """The copy of the game, or None if there is no copy or if the copy has diverged."""
        return self._copy if self.is_exact else None
