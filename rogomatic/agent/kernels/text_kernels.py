"""The reader of a terminal's stream byte by byte, with the results of plain_text."""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64

from rogomatic.agent.kernels.plain_text import StreamTarget

_TEXT: Final = -1  # a run of printable characters
_OTHER: Final = -2  # any other token
_CLEAR: Final = -3  # `ESC [ K`: the rest of the row is erased


def read_stream(terminal: StreamTarget, data: bytes, tokens: re.Pattern[bytes], rows: i64, cols: i64) -> None:
    """Have a terminal draw a stream without half a sequence at its end (plain_text)."""
    at: i64 = 0
    size: i64 = len(data)
    while at < size:
        end, row, col = _piece(data, at, rows, cols)
        if row == _TEXT:
            terminal.put(data[at:end])
        elif row == _CLEAR:
            terminal.clear_rest()
        elif row != _OTHER:
            terminal.go_to(row, col)
        else:
            found = tokens.match(data, at)
            assert found is not None  # whatever is not printable begins a token
            end = found.end()
            terminal.obey(found[0])
        at = end


def _piece(data: bytes, at: i64, rows: i64, cols: i64) -> tuple[i64, i64, i64]:
    """Return (end, row, column) of the run or token that begins at `at`.

    The row is _TEXT, _CLEAR, or _OTHER, for which the end is not known, unless the token moves the cursor
    (`ESC [ H` or `ESC [ row ; column H`).
    """
    size: i64 = len(data)
    end = at
    while end < size and 0x20 <= data[end] < 0x7F:
        end += 1
    if end > at:
        return end, _TEXT, 0
    numbers: tuple[i64, i64] = (0, 0)
    row: i64 = 0
    if size - at >= 3 and data[at] == 0x1B and data[at + 1] == 0x5B:
        if data[at + 2] == 0x4B:
            return at + 3, _CLEAR, 0
        if data[at + 2] == 0x48:
            return at + 3, 0, 0
    if size - at >= 6 and data[at] == 0x1B and data[at + 1] == 0x5B:
        end, row = _number(data, at + 2)
        if data[end] == 0x3B:
            numbers = _number(data, end + 1)
            end = numbers[0]
            if data[end] == 0x48 and 0 < row <= rows and 0 < numbers[1] <= cols:
                return end + 1, row - 1, numbers[1] - 1
    return at, _OTHER, 0


def _number(data: bytes, at: i64) -> tuple[i64, i64]:
    """Return where up to three digits end, before the last byte, and their number."""
    last: i64 = min(len(data) - 1, at + 3)
    number: i64 = 0
    while at < last and 0x30 <= data[at] <= 0x39:
        number = number * 10 + data[at] - 0x30
        at += 1
    return at, number
