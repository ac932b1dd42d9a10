"""How a command ends early: a sentence for the user and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Final

FAILED: Final = 1
INTERRUPTED: Final = 130


class Failure(Exception):
    """What went wrong, as a sentence for the user."""


def say_at_once(sentence: str) -> None:
    """Say something in the midst of whatever is being printed, from a signal handler too."""
    start = b"\r\x1b[K" if sys.stderr.isatty() else b""
    os.write(sys.stderr.fileno(), start + f"rogomatic: {sentence}\n".encode())
