"""How a command ends early: a sentence for the user and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Final

from rogue.shared.base_error import CommandError

__all__ = ("FAILED", "INTERRUPTED", "CommandError", "printable", "report_at_once")

FAILED: Final = 1
INTERRUPTED: Final = 130


LONGEST: Final = 600  # characters of a sentence


def printable(sentence: str) -> str:
    """Return a sentence as it may go to a terminal: it may quote what stands in somebody else's file.

    >>> printable("no knob \\x1b[2J"), len(printable("x" * 5000))
    ('no knob ?[2J', 600)
    """
    plain = "".join([char if char.isprintable() or char == "\n" else "?" for char in sentence])
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 3]}..."


def report_at_once(sentence: str) -> None:
    """Print a sentence on standard error at once, from a signal handler too."""
    start = b"\r\x1b[K" if sys.stderr.isatty() else b""
    os.write(sys.stderr.fileno(), start + f"rogomatic: {sentence}\n".encode())
