"""A second copy of a watched game, from which viewers learn what the agent cannot see."""

from __future__ import annotations

from typing import Protocol

from rogomatic.agent.beliefs.model import Beliefs, Hero


class GameCopy(Protocol):
    """A second copy of the game, played by the same keys, for the person who watches and never the agent."""

    def take(self, keys: bytes) -> None:
        """Take keys that the game was sent."""

    def turn_of(self, me: Hero) -> int | None:
        """Return the game's turn, None if its hero has other figures: the copy went another way."""

    def end_turn(self) -> int | None:
        """Return the turn on which the game ended, None before that."""

    def sleepers(self) -> tuple[str, ...]:
        """Return the names of the monsters of the level that are not awake."""

    def beside(self) -> tuple[str, ...]:
        """Return the names of the monsters beside the hero that are awake."""


class ViewerClock:
    """The turns of a game for its viewers: the game's own, or the agent's count where those are unknown.

    is_exact  whether every turn so far was the game's own
    """

    def __init__(self, copy: GameCopy | None, before: int = 0) -> None:
        """Begin before the first choice.

        copy    of the game, None if there can be none
        before  turns that were played before the game was saved
        """
        self._copy = copy
        self._ahead, self._now = before, 0  # of the agent's count, and the last turn
        self.is_exact = copy is not None

    def turn_of(self, beliefs: Beliefs) -> int:
        """Return the turn of a choice.  Hot: for every command."""
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
        """Return the turn on which the game ended, or the last known one."""
        turn = self._copy.end_turn() if self.is_exact and self._copy is not None else None
        return self._now if turn is None else turn

    @property
    def witness(self) -> GameCopy | None:
        """The copy, None if there is none or it went another way."""
        return self._copy if self.is_exact else None
