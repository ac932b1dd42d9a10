"""What the loop of a game asks of an agent."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


class GameReport(Protocol):
    """An agent's report on a game, finished or not."""

    @property
    def score(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def how(self) -> str: ...
    @property
    def killer(self) -> str: ...
    @property
    def last_rung(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def unknown(self) -> int: ...
    @property
    def warning(self) -> str: ...


class Agent(Protocol):
    """The side of the player that a link needs."""

    @property
    def done(self) -> bool:
        """Whether the game is over as far as the agent sees, so that no more keys come."""

    @property
    def moves(self) -> int:
        """How often the game was ready for a command."""

    @property
    def unanswered(self) -> int:
        """Silences in a row behind which nothing was on the screen that it knows how to answer."""

    def feed(self, data: bytes) -> bytes:
        """Take the game's output and return keys, or b"" while the screen is not complete."""

    def timeout(self) -> bytes:
        """Take note of a silence and return keys that may end it, or b"" to wait."""

    def eof(self) -> None:
        """Note that nothing more will come from the game."""

    def report(self) -> GameReport:
        """Return what has come of the game so far."""

    def evidence(self) -> str:
        """Return the last screens and decisions as text."""


@runtime_checkable
class Learns(Protocol):
    """An agent that returns what a game has taught."""

    def lessons(self) -> str:
        """Return the lessons as text, "" if it was not to learn."""
