"""Errors that end a command, with a sentence for the user and an exit code."""

from __future__ import annotations

import os
import sys


def report_at_once(sentence: str) -> None:
    """Print a sentence on standard error at once, from a signal handler too."""
    start = b"\r\x1b[K" if sys.stderr.isatty() else b""
    os.write(sys.stderr.fileno(), start + f"rogomatic: {sentence}\n".encode())
