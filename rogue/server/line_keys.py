"""The keys of one line that wait to be taken: a person's by stroke, a program's by byte (SRV-8, SRV-13)."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from rogue.server.lines import RAW_ESCAPE_SECONDS, TELNET_ESCAPE_SECONDS, WEB_ESCAPE_SECONDS, Line
from rogue.ui.input_modes import ModeName
from rogue.ui.keyboard import Keyboard
from rogue.ui.keystrokes import game_keys

GROUP: Final = 32  # keys fed in one call at most (SRV-13)
SHORTEST: Final = 0.001  # seconds: what has come already is read
_ESCAPE: Final = 0x1B
_RETURN, _NEWLINE = 0x0D, 0x0A


class KeyTaker(Protocol):
    """What is read of a game that takes keys."""

    @property
    def mode(self) -> ModeName: ...
    @property
    def run_prefix(self) -> bytes: ...
    @property
    def escape_ends(self) -> bool: ...


class LineKeys(Protocol):
    """Keys that have come and are not taken yet.

    most      keys that `take` may return in one group
    deadline  when the rest of what has begun is late, in the time of `add`; None when none has
    """

    most: int

    @property
    def deadline(self) -> float | None: ...
    def __len__(self) -> int: ...
    def add(self, data: bytes, now: float) -> None:
        """Take bytes from the line, at a time in seconds."""

    def settle(self) -> None:
        """Take what has begun as it is: its rest has not come in time."""

    def drop(self) -> None:
        """Forget what waits."""

    def pop(self) -> int | None:
        """Return the next byte of an answer to a question; None when none can be taken."""

    def take(self, most: int, game: KeyTaker) -> bytes:
        """Return the next keys for a game, at most `most`; b"" when none can be taken."""


class PersonKeys:
    """Strokes on the keyboard of a person, who has the keys of the local game."""

    most = 1  # what a stroke means depends on what those before it did

    def __init__(self, escape_seconds: float) -> None:
        self._keyboard = Keyboard(escape_seconds)
        self._strokes: deque[str] = deque()
        self._spelt = bytearray()  # what is left of a letter that is spelt with several

    def __len__(self) -> int:
        return len(self._strokes)

    @property
    def deadline(self) -> float | None:
        return None if self._strokes else self._keyboard.deadline

    def add(self, data: bytes, now: float) -> None:
        self._strokes += self._keyboard.feed(data, now)

    def settle(self) -> None:
        self._strokes += self._keyboard.flush()

    def drop(self) -> None:
        self._strokes.clear()

    def pop(self) -> int | None:
        while self._strokes and not self._spelt:
            self._spelt += game_keys(self._strokes.popleft(), "text")
        return self._spelt.pop(0) if self._spelt else None

    def take(self, most: int, game: KeyTaker) -> bytes:  # noqa: ARG002
        self._spelt.clear()
        while self._strokes:
            stroke = self._strokes.popleft()
            if keys := game_keys(stroke, game.mode, game.run_prefix, escape_ends=game.escape_ends):
                return keys
        return b""


class ProgramKeys:
    """Bytes of a program on the plain wire.

    An Escape takes the byte with it that is fed in the same call, so one at the end waits for that byte.
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

    def take(self, most: int, game: KeyTaker) -> bytes:  # noqa: ARG002
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


def keys_of(line: Line) -> LineKeys:
    """Return what gathers the keys of a line."""
    if line.kind == "raw":
        return ProgramKeys()
    return PersonKeys(WEB_ESCAPE_SECONDS if line.kind == "web" else TELNET_ESCAPE_SECONDS)


async def gather(line: Line, keys: LineKeys, seconds: float | None = None) -> bool:
    """Wait for what comes next on a line; settle what has begun when nothing does.

    Returns False when nothing has come in so many seconds, None for all time.
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
