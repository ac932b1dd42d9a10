"""What the control sequences of a terminal look like, and how their numbers are read."""

from __future__ import annotations

import re
from typing import Final

# All but runs of printable characters.  A broken sequence is a token; the bounds keep none back for ever.
TOKENS: Final = re.compile(
    rb"(\x1b\[[\x20-\x3f]{0,31}[\x40-\x7e]?"  # ESC [ numbers final
    rb"|\x1b\]R|\x1b[]PX^_][^\x07\x1b]{0,255}\x07?"  # palette reset; strings, as window titles
    rb"|\x1b[\x20-\x2f]{0,3}[\x30-\x7e]?"  # ESC x, ESC ( x
    rb"|\x08+|[\x00-\x1f\x7f-\xff])"
)
HALF: Final = re.compile(
    rb"\x1b(?:\[[\x20-\x3f]{0,31}|(?:\](?!R)|[PX^_])[^\x07\x1b]{0,255}|[\x20-\x2f]{0,3})?\Z"
)
CSI: Final = re.compile(rb"\x1b\[(\??)([0-9;]*)([\x40-\x7e])")
QUIET: Final = re.compile(  # known, and without effect here
    rb"\x1b[()*+].|\x1b[=>\\]|\x1b\]R|\x1b\][^\x07]*\x07?|[\0\x07\x0e\x0f\x7f-\xbf]", re.DOTALL
)
NOT_ZERO: Final = re.compile(rb"[^\0]")


def index_of(number: int, size: int) -> int:
    """Return the row or column for a number of a sequence, which counts from 1 and may lie outside."""
    return min(max(number, 1), size) - 1


def reverse_of(numbers: list[int]) -> bool | None:
    """Return what attributes say about reverse, the last word counting; None if they say nothing of it.

    What follows 38 or 48 is a colour.
    """
    reverse: bool | None = None
    for number in numbers:
        if number in (38, 48):
            break
        if number in (0, 7, 27):
            reverse = number == 7
    return reverse
