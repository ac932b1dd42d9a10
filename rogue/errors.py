"""The errors of the game: their base, the one that ends the program, and the form of a printed sentence."""

from __future__ import annotations

from typing import Final

MAX_SENTENCE: Final = 600  # characters of a sentence


class RogueError(Exception):
    """What every error of the game itself is; ValueError and the like stay what Python says they are."""


class LaunchError(RogueError):
    """What the user asked for cannot be done; the text says why, `code` is the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is to be printed, each on a line of its own."""
        return (f"rogue: {self}",)


def printable(sentence: str) -> str:
    """Return a sentence as it may go to a terminal: it may quote what stands in somebody else's file.

    >>> printable("no edition \\x1b[2J"), len(printable("x" * 5000))
    ('no edition ?[2J', 600)
    """
    plain = "".join([char if char.isprintable() or char == "\n" else "?" for char in sentence])
    return plain if len(plain) <= MAX_SENTENCE else f"{plain[: MAX_SENTENCE - 3]}..."
