"""The reader of a terminal's stream in plain Python."""

from __future__ import annotations

import re
from typing import Final

_CLEAR_REST: Final = b"\x1b[K"


class StreamTarget:
    """Terminal that a stream is drawn on."""

    __slots__ = ()

    def put(self, text: bytes) -> None:
        """Write printable characters at the cursor."""
        raise NotImplementedError

    def clear_rest(self) -> None:
        """Erase the row from the cursor on."""
        raise NotImplementedError

    def go_to(self, row: int, col: int) -> None:
        """Move the cursor to a place on the screen."""
        raise NotImplementedError

    def obey(self, token: bytes) -> None:
        """Do what a control sequence says."""
        raise NotImplementedError


def read_stream(
    terminal: StreamTarget,
    data: bytes,
    tokens: re.Pattern[bytes],
    rows: int,  # noqa: ARG001
    cols: int,  # noqa: ARG001
) -> None:
    """Have a terminal draw a stream without half a sequence at its end.

    tokens  matches all that is no run of printable characters
    """
    parts = [*tokens.split(data), b""]
    for text, token in zip(parts[::2], parts[1::2], strict=True):
        if text:
            terminal.put(text)
        if token == _CLEAR_REST:
            terminal.clear_rest()
        elif token:
            terminal.obey(token)
