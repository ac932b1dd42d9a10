"""Broadcast of a game's screen to watchers, whose connections may be slow."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

FRAME_SECONDS: Final = 0.05
BEHIND_BYTES: Final = 32 << 10  # unsent bytes from which frames are dropped
CAUGHT_UP_BYTES: Final = 1 << 10  # unsent bytes below which a full screen is sent


class WatchedScreen(Protocol):
    """The line to a watcher.  Frames are written to this line."""

    @property
    def unsent(self) -> int: ...
    def write(self, data: bytes) -> None:
        """Queue bytes for sending."""


class DrawnInterval(NamedTuple):
    """A frame: the bytes drawn in an interval.

    `picture` is the full screen at the end of the interval; it is needed only if watchers see the game with a
    delay, and is b"" otherwise.
    """

    time: float
    drawn: bytes
    picture: bytes
    remark: str


class Watcher:
    """A connection that only receives frames.

    written  number of bytes queued for sending so far
    """

    __slots__ = ("lost", "remark", "screen", "written")

    def __init__(self, screen: WatchedScreen) -> None:
        self.screen = screen
        self.lost = True  # frames were dropped, so the next one is a full screen
        self.remark = ""
        self.written = 0

    def show(self, frame: DrawnInterval) -> None:
        """Send a frame.  If the line is slow, drop frames until `catch_up` has sent a full screen."""
        self.remark = frame.remark or self.remark
        if self.screen.unsent > BEHIND_BYTES:
            self.lost = True
        if not self.lost:
            self._write(frame.drawn)

    def catch_up(self, picture: bytes) -> None:
        """Send the full screen `picture` if nearly all earlier output has been sent."""
        if self.screen.unsent <= CAUGHT_UP_BYTES:
            self._write(picture)
            self.lost = False

    def _write(self, data: bytes) -> None:
        self.screen.write(data)
        self.written += len(data)


class Broadcast:
    """The frames of one game, for all watchers.

    picture  returns the bytes of the full screen
    delay    seconds by which watchers lag behind the game
    """

    def __init__(self, picture: Callable[[], bytes], delay: float = 0.0) -> None:
        self.watchers: list[Watcher] = []
        self._picture = picture
        self._delay = delay
        self._drawn = bytearray()
        self._remark = ""
        self._changed = True
        self._waiting: deque[DrawnInterval] = deque()  # frames not old enough to be shown
        self._last: DrawnInterval | None = None  # the latest that was shown, while there is a delay

    def add(self, drawn: bytes) -> None:
        """Put bytes that the player received into the next frame."""
        self._changed = True
        if self.watchers or self._delay:
            self._drawn += drawn

    def announce(self, remark: str) -> None:
        """Add a remark to the next frame.  Watchers see it outside the game's screen."""
        self._remark = remark
        self._changed = True

    def restart(self) -> None:
        """Send every watcher a full screen next, because the player has a new connection."""
        self._changed = True
        for watcher in self.watchers:
            watcher.lost = True

    def join(self, watcher: Watcher) -> None:
        """Add a watcher, and begin with a full screen."""
        watcher.lost = True
        self.watchers.append(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)

    def flush(self, now: float) -> None:
        """Send the frames that are at least `delay` seconds old.  Call this every FRAME_SECONDS seconds."""
        if not self.watchers and not self._delay:
            self._drawn.clear()
            return
        if self._changed:
            self._changed = False  # first, so that a failed drawing is retried only after a change
            picture = self._picture() if self._delay else b""
            self._waiting.append(DrawnInterval(now, bytes(self._drawn), picture, self._remark))
            self._drawn.clear()
            self._remark = ""
        while self._waiting and self._waiting[0].time <= now - self._delay:
            self._last = self._waiting.popleft()
            for watcher in self.watchers:
                watcher.show(self._last)
        for watcher in self.watchers:
            if watcher.lost and self._last is not None:
                picture = self._last.picture if self._delay else self._picture()
                watcher.catch_up(picture)
