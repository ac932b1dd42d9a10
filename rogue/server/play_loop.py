"""Playing: keys from a line, in groups, into a game, at the pace that a server allows (SRV-12, SRV-13)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Literal

from rogue.server.line_keys import LineKeys, gather
from rogue.server.lines import Line
from rogue.server.served_game import ServedGame
from rogue.server.server_limits import Allowance, ServerLimits

Left = Literal["over", "saved", "gone", "idle", "long", "stuck", "taken", "full", "broken"]
"""Why a sitting ended: the game is over, `S`, the line broke, nothing was typed for long, it took too long,
the line takes nothing any more, another line has the game, the journal has no room, the game failed."""

SMALLEST: Final = (24, 80)
TOO_SMALL: Final = b"\x1b[H\x1b[JThe window must have at least 24 rows and 80 columns."
LOOK_SECONDS: Final = 0.05  # between two looks at a line that takes nothing


class PlayLoop:
    """One sitting of a player at a game."""

    def __init__(
        self, line: Line, keys: LineKeys, game: ServedGame, limits: ServerLimits, now: Callable[[], float]
    ) -> None:
        """`keys`: where those of the line are gathered; some may wait there already."""
        self._line = line
        self._keys = keys
        self._game = game
        self._limits = limits
        self._now = now
        self._allowance = Allowance(limits.keys_a_second, limits.keys_at_once, now())
        self._size = line.size
        self._fits = fits(line.size)
        self.error: Exception | None = None  # of a game that failed

    async def run(self) -> Left:
        """Play until the sitting ends; return why it did.  The game is drawn by `attach`."""
        until = self._now() + self._limits.longest_seconds
        while True:
            if self._line.gone or self._game.line is not self._line:
                return "gone" if self._game.line is self._line else "taken"
            if self._now() >= until:
                return "long"
            waits = not len(self._keys) or self._keys.deadline is not None
            if waits and not await gather(self._line, self._keys, self._limits.idle_seconds):
                return "idle"
            self._look_at_size()
            if left := await self._feed():
                return left

    def _look_at_size(self) -> None:
        """Draw the game again when the window has another size, or say that it is too small (SRV-5)."""
        size = self._line.size
        if size == self._size:
            return
        self._size = size
        self._fits = fits(size)
        self._line.write(self._game.snapshot() if self._fits else TOO_SMALL)

    async def _feed(self) -> Left | None:
        """Feed what may be fed; return why the sitting ends, None when it goes on."""
        game, line = self._game, self._line
        if not self._fits:
            self._keys.drop()
        while len(self._keys) and not line.gone:
            allowed = self._allowance.take(self._keys.most, self._now())
            if not allowed:
                await asyncio.sleep(self._allowance.seconds_until_one(self._now()))
                continue
            group = self._keys.take(allowed, game)
            if not group:
                break
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
