"""The interface of an agent, as used by the game loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rogomatic.agent.player import Report


class Agent(Protocol):
    """Protocol of an agent that plays one game."""

    @property
    def done(self) -> bool:
        """Whether the agent considers the game over.  It then sends no more keys."""

    @property
    def moves(self) -> int:
        """Number of times the game was ready for a command."""

    @property
    def unanswered(self) -> int:
        """How many times in succession the game has sent nothing on a screen that the agent cannot answer."""

    def feed(self, data: bytes) -> bytes:
        """Take the game's output.  Return the keys to send.  They are b"" while the screen is incomplete."""

    def timeout(self) -> bytes:
        """Handle a silence of the game.  Return keys that may end the silence, or b"" to wait."""

    def eof(self) -> None:
        """Note that the game will send nothing more."""

    def report(self) -> Report:
        """Return a summary of the game so far."""

    def evidence(self) -> str:
        """Return the last screens and decisions as text."""

    def lessons(self) -> str:
        """Return the lessons of the game as text.  Return "" if the agent does not learn."""
