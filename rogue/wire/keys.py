"""Keys that arrive on a line (SRV-8, SRV-13)."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol, TypeVar

from rogue.wire.lines import RAW_ESCAPE_SECONDS, Line

GROUP: Final = 32  # keys fed in one call at most (SRV-13)
SHORTEST: Final = 0.001  # seconds: what has come already is read
_ESCAPE: Final = 0x1B
_RETURN, _NEWLINE = 0x0D, 0x0A
Taker_contra = TypeVar("Taker_contra", contravariant=True)


class LineKeys(Protocol[Taker_contra]):
    """Keys that have arrived on a line and are not taken yet.

    most      keys that `take` may return in one group
    deadline  when an unfinished key counts as it is, in the time of `add`; None without one
    """

    most: int

    @property
    def deadline(self) -> float | None: ...
    def __len__(self) -> int: ...
    def add(self, data: bytes, now: float) -> None:
        """Add bytes from the line, at a time in seconds."""

    def settle(self) -> None:
        """Accept an unfinished key unchanged, since its rest is late."""

    def drop(self) -> None:
        """Drop all waiting keys."""

    def pop(self) -> int | None:
        """Return the next byte of an answer to a question; None without one."""

    def take(self, most: int, taker: Taker_contra) -> bytes:
        """Return at most `most` keys, as they mean something to their taker; b"" when there are none."""


class ProgramKeys:
    """Keys of a program on the plain wire: each byte is one.

    An Escape needs the byte behind it in the same group, so an Escape at the end waits for one.
    """

    most = GROUP

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._last = 0.0
        self._is_late = False
        self._after_return = False

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def deadline(self) -> float | None:
        return self._last + RAW_ESCAPE_SECONDS if self._waiting and not self._end() else None

    def add(self, data: bytes, now: float) -> None:
        self._waiting += data
        self._last = now

    def settle(self) -> None:
        self._is_late = True

    def drop(self) -> None:
        self._waiting.clear()
        self._is_late = False

    def pop(self) -> int | None:
        self._skip_newline()
        if not self._waiting:
            return None
        key = self._waiting.pop(0)
        self._after_return = key == _RETURN
        return key

    def take(self, most: int, taker: object) -> bytes:  # noqa: ARG002
        self._skip_newline()
        waiting, end = self._waiting, min(self._end(), most)
        self._is_late = False
        if end and waiting[end - 1] == _ESCAPE and end < len(waiting) and not self._is_second(end - 1):
            end += 1
        group = bytes(waiting[:end])
        del waiting[:end]
        return group

    def _skip_newline(self) -> None:
        """Skip the second byte of a return that comes as two."""
        if self._after_return and self._waiting:
            self._after_return = False
            if self._waiting[0] == _NEWLINE:
                del self._waiting[0]

    def _end(self) -> int:
        """Return where an Escape begins that waits for its byte, the end if none does."""
        last = len(self._waiting) - 1
        waits = last >= 0 and self._waiting[last] == _ESCAPE and not self._is_second(last)
        return last if waits and not self._is_late else last + 1

    def _is_second(self, at: int) -> bool:
        """Return whether the byte at a place is taken by an Escape before it."""
        escapes = 0
        while at - escapes > 0 and self._waiting[at - escapes - 1] == _ESCAPE:
            escapes += 1
        return escapes % 2 == 1


async def gather(line: Line, keys: LineKeys[Any], seconds: float | None = None) -> bool:
    """Wait for the next bytes of a line and add them to its keys; return whether any key came.

    seconds  the longest wait; None for no limit
    """
    now = asyncio.get_running_loop().time
    rest = None if keys.deadline is None else max(keys.deadline - now(), SHORTEST)
    begins = rest is not None and (seconds is None or rest < seconds)
    try:
        data = await asyncio.wait_for(line.read(), rest if begins else seconds)
    except TimeoutError:
        if begins:
            keys.settle()
        return begins
    keys.add(data, now())
    return True
