"""Keys as they came over a line, in the groups in which the game is fed."""

from __future__ import annotations

import re
from typing import Final

GROUP: Final = 32  # keys fed in one call at most (SRV-13)
_ESCAPE: Final = 0x1B
_ARROW: Final = re.compile(rb"\x1b[O\[]([ABCD])")
_SEQUENCE: Final = re.compile(rb"\x1b(?:O[ -~]|\[[0-?]*[ -/]*[@-~])")
_HALF: Final = re.compile(rb"\x1b(?:O|\[[0-?]*[ -/]*)?\Z")
_STEPS: Final = {b"A": b"k", b"B": b"j", b"C": b"l", b"D": b"h"}
MAX_WAITING: Final = 16  # bytes of a sequence that never ends


class KeyGroups:
    """The keys of one line that wait to be fed.

    is_person  whether arrow keys mean steps, and other keys behind an Escape are keys of their own; else the
               line is the plain wire, where an Escape and the byte behind it go together

    An Escape takes the byte with it that is fed in the same call; on a person's terminal it also begins the
    sequences of the arrow keys.  So an Escape at the end waits until its rest has come, or long enough.
    """

    def __init__(self, is_person: bool) -> None:
        self._is_person = is_person
        self._waiting = bytearray()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, keys: bytes) -> None:
        """Take keys from the line."""
        self._waiting += keys

    def drop(self) -> None:
        """Forget what waits."""
        self._waiting.clear()

    @property
    def waits_for_rest(self) -> bool:
        """Whether all that waits is an Escape whose rest may still come."""
        return self._unfinished() == 0

    def take(self, most: int = GROUP, *, late: bool = False) -> bytes:
        """Return the next group of at most `most` keys, b"" when nothing is to be fed now.

        late  the rest of an Escape has not come in time
        """
        waiting = self._waiting
        end = len(waiting) if late else self._unfinished()
        if not end:
            return b""
        if self._is_person:
            return self._take_of_person(end, most)
        end = min(end, most)
        if waiting[end - 1] == _ESCAPE and end < len(waiting) and not self._is_second(end - 1):
            end += 1
        group = bytes(waiting[:end])
        del waiting[:end]
        return group

    def _take_of_person(self, end: int, most: int) -> bytes:
        waiting = self._waiting
        if waiting[0] == _ESCAPE:
            found = _SEQUENCE.match(waiting, 0, end)
            size = found.end() if found else 1
            sequence = bytes(waiting[:size])
            del waiting[:size]
            arrow = _ARROW.fullmatch(sequence)
            if arrow:
                return _STEPS[arrow[1]]
            return sequence if size == 1 else self._take_next(most)
        escape = waiting.find(_ESCAPE, 0, end)
        size = min(most, end if escape < 0 else escape)
        group = bytes(waiting[:size])
        del waiting[:size]
        return group

    def _take_next(self, most: int) -> bytes:
        """Go on behind a sequence that means nothing."""
        return self.take(most)

    def _unfinished(self) -> int:
        """Return where an Escape begins that waits for its rest, the end if none does."""
        waiting = self._waiting
        if self._is_person:
            half = _HALF.search(waiting)
            return half.start() if half and len(waiting) - half.start() <= MAX_WAITING else len(waiting)
        last = len(waiting) - 1
        return last if last >= 0 and waiting[last] == _ESCAPE and not self._is_second(last) else last + 1

    def _is_second(self, at: int) -> bool:
        """Return whether the byte at a place is taken by an Escape before it."""
        escapes = 0
        while at - escapes > 0 and self._waiting[at - escapes - 1] == _ESCAPE:
            escapes += 1
        return escapes % 2 == 1
