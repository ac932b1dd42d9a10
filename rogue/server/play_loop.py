"""Playing: keys from a line, in groups, into a game, at the pace that a server allows (SRV-12, SRV-13)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Final, Literal

from rogue.server.lines import RAW_ESCAPE_SECONDS, TELNET_ESCAPE_SECONDS, Line
from rogue.server.served_game import ServedGame
from rogue.server.server_limits import Allowance, ServerLimits
from rogue.ui.input_modes import WAITS_FOR_RETURN, WAITS_FOR_SPACE, going_on

# -- keys in groups

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


# -- the loop

Left = Literal["over", "saved", "gone", "idle", "long", "stuck", "taken", "full", "broken"]
"""Why a sitting ended: the game is over, `S`, the line broke, nothing was typed for long, it took too long,
the line takes nothing any more, another line has the game, the journal has no room, the game failed."""

SMALLEST: Final = (24, 80)
TOO_SMALL: Final = b"\x1b[H\x1b[JThe window must have at least 24 rows and 80 columns."
WAITS: Final = WAITS_FOR_SPACE | WAITS_FOR_RETURN  # modes in which the game takes one key only
LOOK_SECONDS: Final = 0.05  # between two looks at a line that takes nothing


class PlayLoop:
    """One sitting of a player at a game."""

    def __init__(self, line: Line, game: ServedGame, limits: ServerLimits, now: Callable[[], float]) -> None:
        self._line = line
        self._game = game
        self._limits = limits
        self._now = now
        self._is_person = line.kind != "raw"
        self._keys = KeyGroups(is_person=self._is_person)
        self._allowance = Allowance(limits.keys_a_second, limits.keys_at_once, now())
        self._size = line.size
        self._fits = fits(line.size)
        self.error: Exception | None = None  # of a game that failed

    async def run(self, typed: bytes = b"") -> Left:
        """Play until the sitting ends, `typed` first; return why it did.  The game is drawn by `attach`."""
        self._keys.add(typed)
        until = self._now() + self._limits.longest_seconds
        while True:
            if self._line.gone or self._game.line is not self._line:
                return "gone" if self._game.line is self._line else "taken"
            if self._now() >= until:
                return "long"
            late = False
            if not len(self._keys) or self._keys.waits_for_rest:
                waits = bool(len(self._keys))
                try:
                    self._keys.add(await asyncio.wait_for(self._line.read(), self._patience(waits)))
                except TimeoutError:
                    if not waits:
                        return "idle"
                    late = True
            self._look_at_size()
            if left := await self._feed(late):
                return left

    def _patience(self, waits_for_rest: bool) -> float:
        """Return how long to wait for the next byte."""
        if not waits_for_rest:
            return self._limits.idle_seconds
        return RAW_ESCAPE_SECONDS if self._line.kind == "raw" else TELNET_ESCAPE_SECONDS

    def _look_at_size(self) -> None:
        """Draw the game again when the window has another size, or say that it is too small (SRV-5)."""
        size = self._line.size
        if size == self._size:
            return
        self._size = size
        self._fits = fits(size)
        self._line.write(self._game.snapshot() if self._fits else TOO_SMALL)

    async def _feed(self, late: bool) -> Left | None:
        """Feed what may be fed; return why the sitting ends, None when it goes on."""
        game, line = self._game, self._line
        if not self._fits:
            self._keys.drop()
        while len(self._keys) and not line.gone:
            allowed = self._allowance.take(GROUP, self._now())
            if not allowed:
                await asyncio.sleep(self._allowance.seconds_until_one(self._now()))
                continue
            waits = self._is_person and game.mode in WAITS
            group = self._keys.take(1 if waits else allowed, late=late)
            if not group:
                break
            if waits:
                group = going_on(group, game.mode, escape_ends=game.escape_ends)
            if game.line is not line:
                return "taken"
            try:
                line.write(game.feed(group))
            except Exception as error:  # a game that fails closes its own line and no other
                self.error = error
                return "broken"
            game.last_key = self._now()
            if left := self._why_leave():
                return left
            await asyncio.sleep(0)
            if not await self._is_read():
                return "stuck"
        return None

    def _why_leave(self) -> Left | None:
        game = self._game
        if game.closed:
            return "over"
        if game.wants_to_leave:
            return "saved"
        return "full" if game.journal.is_full or game.journal.trouble else None

    async def _is_read(self) -> bool:
        """Wait until the line has taken enough of what was sent; return whether it has."""
        until = self._now() + self._limits.unsent_seconds
        while self._line.unsent > self._limits.unsent_bytes:
            if self._now() >= until or self._line.gone:
                return False
            await asyncio.sleep(LOOK_SECONDS)
        return True


def first_bytes(line: Line, game: ServedGame) -> bytes:
    """Attach a line to a game; return what it must be sent first."""
    drawn = game.attach(line)
    return drawn if fits(line.size) else TOO_SMALL


def fits(size: tuple[int, int]) -> bool:
    """Return whether a window of so many rows and columns is large enough."""
    return size[0] >= SMALLEST[0] and size[1] >= SMALLEST[1]
