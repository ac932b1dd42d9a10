"""The error that all errors of the agent's half are."""

from __future__ import annotations


class RogomaticError(Exception):
    """What went wrong, as a sentence."""
