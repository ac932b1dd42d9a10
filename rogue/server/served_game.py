"""One served game: a session with its journal on disk, its referee, and those who look on (SRV-15)."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from rogue.proof.commitment import DIGEST_TURNS
from rogue.shared.files import PRIVATE
from rogue.ui.end_screens import Outcome
from rogue.ui.host_requests import Answer
from rogue.ui.input_modes import ModeName
from rogue.ui.journal import Event, RunningDigest, Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.session import Session

if TYPE_CHECKING:
    from rogue.server.lines import Line


# -- what watchers get: frames of a game's bytes, and a full picture for whoever has lost some

FRAME_SECONDS: Final = 0.05
BEHIND_BYTES: Final = 32 << 10  # unsent: frames are lost from here on
CAUGHT_UP_BYTES: Final = 1 << 10  # unsent: a full picture may go out


class Screen(Protocol):
    """Where a watcher sees the game."""

    @property
    def unsent(self) -> int: ...
    def write(self, data: bytes) -> None:
        """Put bytes behind what waits to be sent."""


class Frame(NamedTuple):
    """What was drawn in a while, and the whole screen behind it."""

    time: float
    drawn: bytes
    picture: bytes
    remark: str


class Watcher:
    """One who looks on: a stream of frames, never the session.

    written  bytes that were put behind what waits to be sent
    """

    __slots__ = ("lost", "remark", "screen", "written")

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.lost = True  # frames; the next one is a full picture
        self.remark = ""
        self.written = 0

    def show(self, frame: Frame) -> None:
        """Send a frame, unless this one or an earlier one is lost to a slow line."""
        self.remark = frame.remark or self.remark
        if self.screen.unsent > BEHIND_BYTES:
            self.lost = True
        if not self.lost:
            self._write(frame.drawn)

    def catch_up(self, picture: bytes) -> None:
        """Send the whole screen to one who has read what was sent before."""
        if self.screen.unsent <= CAUGHT_UP_BYTES:
            self._write(picture)
            self.lost = False

    def _write(self, data: bytes) -> None:
        self.screen.write(data)
        self.written += len(data)


class Broadcast:
    """The frames of one game.

    picture  gives its whole screen
    delay    seconds that watchers see the game late
    """

    def __init__(self, picture: Callable[[], bytes], delay: float = 0.0) -> None:
        self.watchers: list[Watcher] = []
        self._picture = picture
        self._delay = delay
        self._drawn = bytearray()
        self._remark = ""
        self._changed = True
        self._waiting: deque[Frame] = deque()  # not old enough to be shown
        self._last: Frame | None = None  # the latest that was shown, while there is a delay

    def add(self, drawn: bytes) -> None:
        """Note what the player was sent."""
        self._changed = True
        if self.watchers or self._delay:
            self._drawn += drawn

    def announce(self, remark: str) -> None:
        """Note something for watchers that is no part of the screen."""
        self._remark = remark
        self._changed = True

    def restart(self) -> None:
        """Have every watcher begin with a full picture: the game has another line."""
        self._changed = True
        for watcher in self.watchers:
            watcher.lost = True

    def join(self, watcher: Watcher) -> None:
        """Have one more look on, from the latest frame that may be shown."""
        watcher.lost = True
        self.watchers.append(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Have somebody look on no more."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)

    def flush(self, now: float) -> None:
        """Show what is due: everything up to `delay` seconds ago.  Called every FRAME_SECONDS."""
        if not self.watchers and not self._delay:
            self._drawn.clear()
            return
        if self._changed:
            self._changed = False  # first: what cannot be drawn is not tried again before it changes
            picture = self._picture() if self._delay else b""
            self._waiting.append(Frame(now, bytes(self._drawn), picture, self._remark))
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


# -- the game

WELCOME_BACK: Final = "Welcome back"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What a game is kept with, beside its journal.

    secret, text  what its dungeon came from; in digits of hex, and as the player gave it
    """

    number: int
    player: str
    edition: str
    commitment: str
    secret: str
    text: str
    begun: str
    is_private: bool = False


CLOSED: Final = -1  # in place of a descriptor


class ServedJournal:
    """The file of a journal: every line goes to the system at once, to the disk when it is saved."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        """Make a new file.  Raises OSError; FileExistsError for one that is there."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        self.path = path
        self.size = 0
        self.trouble = ""
        self._max_bytes = max_bytes
        self._file = os.open(path, flags, PRIVATE)

    @property
    def is_full(self) -> bool:
        """Whether the player has no room left."""
        return self.size >= self._max_bytes

    def write(self, text: str) -> None:
        """Append text.  A disk that takes no more is remembered as `trouble`."""
        data = text.encode("ascii")
        self.size += len(data)
        try:
            while data and not self.trouble:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def sync(self) -> None:
        """Have the disk keep what was written.  Raises OSError."""
        os.fsync(self._file)

    def close(self) -> None:
        """Have the disk keep what was written, and write nothing more; once is enough.  Raises OSError."""
        if self._file == CLOSED:
            return
        file, self._file = self._file, CLOSED
        try:
            os.fsync(file)
        finally:
            os.close(file)


class ServedGame:
    """A game on the server.

    line       the line that plays it, None while nobody does
    broadcast  what its watchers get
    is_over    whether it has ended, and its end is in the journal
    """

    def __init__(
        self,
        record: GameRecord,
        start: Start,
        journal: ServedJournal,
        past: Iterable[Event] = (),
        session: Session | None = None,
        watch_delay: float = 0.0,
    ) -> None:
        """Begin a game, or go on with `session`, to which `past` has happened."""
        self.record = record
        self.journal = journal
        self.line: Line | None = None
        self.is_over = False
        self._digest = RunningDigest(record.commitment)
        self._has_header = False
        self._recorded = RecordingSession(start, self._write, past, session)
        self.broadcast = Broadcast(self.snapshot, watch_delay)
        self._is_fresh = session is None
        self._digest_turn = self.turns
        self.last_key = 0.0  # when, by the clock of the server

    def _write(self, text: str) -> None:
        """Take lines of the journal; all but its header go into the running digest."""
        self.journal.write(text)
        lines = text.splitlines()
        for line in lines if self._has_header else lines[1:]:
            self._digest.add(line)
        self._has_header = True

    def attach(self, line: Line) -> bytes:
        """Have a line play the game; return what it must be sent first: the whole screen."""
        self.line = line
        if self.wants_to_leave:
            self._recorded.answer(Answer("failed", WELCOME_BACK))
        drawn = self.feed(b"")
        self.broadcast.restart()
        if self._is_fresh:
            self._is_fresh = False
            return drawn
        return self.snapshot()

    def feed(self, keys: bytes) -> bytes:
        """Feed keys; return what to draw.  Any exception of the game goes through, its keys are kept."""
        if self.is_over:
            return self._recorded.session.feed(keys)
        drawn = self._recorded.feed(keys)
        if drawn:
            self.broadcast.add(drawn)
        if self._recorded.session.outcome is not None:
            self._recorded.end(self._recorded.session.outcome.how)
            self.is_over = True
        elif self.turns >= self._digest_turn + DIGEST_TURNS:
            self._digest_turn = self.turns
            self.broadcast.announce(f"turn {self.turns}: {self.digest}")
        return drawn

    def snapshot(self) -> bytes:
        """Return the bytes that draw the screen as it stands on another terminal."""
        return self._recorded.session.snapshot()

    @property
    def digest(self) -> str:
        """The running digest of the journal's lines behind its header, in digits of hex (PRF-8)."""
        return self._digest.value

    @property
    def wants_to_leave(self) -> bool:
        """Whether the player has pressed `S`: the game is kept, and the line closed."""
        request = self._recorded.session.request
        return request is not None and request.what == "save"

    @property
    def closed(self) -> bool:
        """Whether the last page was answered."""
        return self._recorded.closed

    @property
    def mode(self) -> ModeName:
        """What the next key means."""
        return self._recorded.session.mode

    @property
    def run_prefix(self) -> bytes:
        """The key before the direction of a careful run, b"" where control is held instead."""
        return self._recorded.session.run_prefix

    @property
    def escape_ends(self) -> bool:
        """Whether Escape ends the list that stands there."""
        return self._recorded.session.escape_ends

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._recorded.session.outcome

    @property
    def start(self) -> Start:
        """How the game began."""
        return self._recorded.start

    @property
    def turns(self) -> int:
        """Turns of the game."""
        return self._recorded.session.world.turns

    @property
    def standing(self) -> str:
        """Where the game stands, in a few words that tell no secret."""
        world = self._recorded.session.world
        hero = world.player
        return f"level {world.depth}, {hero.purse} gold, {hero.hp}({hero.max_hp}) hp, turn {world.turns}"

    def save(self) -> None:
        """Have the disk keep the game.  Raises OSError."""
        self.journal.sync()
