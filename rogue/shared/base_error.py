"""Base classes of the agent's exceptions."""

from __future__ import annotations


class RogomaticError(Exception):
    """Base class of the agent's exceptions; the text is a sentence."""


class CommandError(RogomaticError):
    """A command that cannot be carried out; the text is a sentence for the user, `code` the exit code."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code
