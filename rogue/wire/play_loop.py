"""The loop that feeds keys from a line to a game, at a bounded rate (SRV-12, SRV-13)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Generic, Literal, Protocol, TypeVar

from rogue.wire.lines import Line, LineKeys, gather
from rogue.wire.telnet import DEFAULT_SIZE
from rogue.wire.wire_limits import Allowance, WireLimits

Left = Literal["over", "saved", "gone", "idle", "long", "stuck", "taken", "full", "broken"]
"""Why play ended: game over, `S`, connection lost, no key for too long, time limit, output not read, game
taken over by another line, journal full, game failed."""

SMALLEST: Final = DEFAULT_SIZE
TOO_SMALL: Final = b"\x1b[H\x1b[JThe window must have at least 24 rows and 80 columns."
LOOK_SECONDS: Final = 0.05  # seconds between checks of a client that reads nothing


class PlayedGame(Protocol):
    """A game with keys as input and terminal bytes as output.

    line      the line of the game's player, or None
    last_key  time of the latest key
    """

    line: Line | None
    last_key: float

    @property
    def closed(self) -> bool: ...
    @property
    def wants_to_leave(self) -> bool: ...
    @property
    def is_full(self) -> bool: ...
    def attach(self, line: Line) -> bytes:
        """Connect the game to the line of its player, and return the bytes to send on this line first."""

    def feed(self, keys: bytes) -> bytes:
        """Feed keys to the game, and return the bytes to draw.

        If the game raises an exception, it is passed on to the caller.
        """

    def snapshot(self) -> bytes:
        """Return the bytes that draw the screen."""


Game = TypeVar("Game", bound=PlayedGame)


class PlayLoop(Generic[Game]):
    """One sitting: a player on one line plays one game."""

    def __init__(
        self, line: Line, keys: LineKeys[Game], game: Game, limits: WireLimits, now: Callable[[], float]
    ) -> None:
        """Prepare a sitting.  `keys` may already contain keys."""
        self._line = line
        self._keys = keys
        self._game = game
        self._limits = limits
        self._now = now
        self._allowance = Allowance(limits.keys_a_second, limits.keys_at_once, now())
        self._size = line.size
        self._fits = fits(line.size)
        self.error: Exception | None = None  # exception of a game that failed

    async def run(self) -> Left:
        """Play until the sitting ends, and return why.  The line must be attached to the game already."""
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
        """Draw the game again after a change of window size, or say that the window is too small (SRV-5)."""
        size = self._line.size
        if size == self._size:
            return
        self._size = size
        self._fits = fits(size)
        self._line.write(self._game.snapshot() if self._fits else TOO_SMALL)

    async def _feed(self) -> Left | None:
        """Feed as many keys as the rate allows.  Return why the sitting ends, or None if it goes on."""
        game, line = self._game, self._line
        if not self._fits:
            self._keys.drop()
        while len(self._keys) and not line.gone:
            allowed = self._allowance.take(min(self._keys.most, len(self._keys)), self._now())
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
        return "full" if game.is_full else None

    async def _is_read(self) -> bool:
        """Wait for the client to read what it was sent.  Return whether the client did so in time."""
        until = self._now() + self._limits.unsent_seconds
        while self._line.unsent > self._limits.unsent_bytes:
            if self._now() >= until or self._line.gone:
                return False
            await asyncio.sleep(LOOK_SECONDS)
        return True


def first_bytes(line: Line, game: PlayedGame) -> bytes:
    """Attach a line to a game, and return the bytes to send first."""
    drawn = game.attach(line)
    return drawn if fits(line.size) else TOO_SMALL


def fits(size: tuple[int, int]) -> bool:
    """Return whether a window of (rows, columns) is large enough for the game."""
    return size[0] >= SMALLEST[0] and size[1] >= SMALLEST[1]
