"""One game that the server runs for a player (SRV-15)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from rogue.proof import DIGEST_TURNS
from rogue.storage.game_files import JournalFile
from rogue.ui.end_screens import Outcome
from rogue.ui.input_modes import Answer, ModeName
from rogue.ui.journal import Event, RunningDigest, Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.keyboard import Keyboard, game_keys
from rogue.ui.session import Session
from rogue.wire.broadcast import Broadcast
from rogue.wire.lines import TELNET_ESCAPE_SECONDS, WEB_ESCAPE_SECONDS, Line, LineKeys, ProgramKeys

if TYPE_CHECKING:
    from rogue.wire.lines import Line


WELCOME_BACK: Final = "Welcome back"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record stored with a game's journal.

    secret  the server's secret, in hexadecimal digits
    text    the player's text

    The dungeon is derived from `secret` and `text`.
    """

    number: int
    player: str
    edition: str
    commitment: str
    secret: str
    text: str
    begun: str
    is_private: bool = False


class ServedJournal(JournalFile):
    """A journal file with a size limit.  It is synchronized to disk only by `sync` and `close`."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        """Create the file.

        Raises FileExistsError if the file already exists, and another OSError if it cannot be created.
        """
        super().__init__(path, sync_seconds=math.inf)
        self.size = 0
        self._max_bytes = max_bytes
        self._is_closed = False

    @property
    def is_full(self) -> bool:
        """Whether the file has reached its size limit."""
        return self.size >= self._max_bytes

    def write(self, text: str) -> None:
        """Append text.  An error such as a full disk is kept in `trouble`."""
        self.size += len(text)
        super().write(text)

    def close(self) -> None:
        """Synchronize the file to disk, and close it.  A second call does nothing.  Raises OSError."""
        if not self._is_closed:
            self._is_closed = True
            try:
                self.sync()
            finally:
                super().close()


class ServedGame:
    """A game on the server.

    line       the connection of the game's player, or None
    broadcast  the frames for the game's watchers
    is_over    whether the game has ended and the journal contains its end
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
        """Start a game, or continue the one in `session`.

        In that game, the events in `past` have already happened.  `watch_delay` is in seconds.
        """
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
        self.last_key = 0.0  # time by the server's clock

    def _write(self, text: str) -> None:
        """Write lines of the journal, and add all but the header to the running digest."""
        self.journal.write(text)
        lines = text.splitlines()
        for line in lines if self._has_header else lines[1:]:
            self._digest.add(line)
        self._has_header = True

    def attach(self, line: Line) -> bytes:
        """Connect a line to the game.  Return the bytes that draw the first screen on the line."""
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
        """Feed keys, and return the bytes to draw.  If the game fails, its exception is raised."""
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
        """Return the bytes that draw the present screen on any terminal."""
        return self._recorded.session.snapshot()

    @property
    def digest(self) -> str:
        """The running digest of the journal's lines after its header, in hexadecimal (PRF-8)."""
        return self._digest.value

    @property
    def wants_to_leave(self) -> bool:
        """Whether the player has pressed `S`, which saves the game and closes the line."""
        request = self._recorded.session.request
        return request is not None and request.what == "save"

    @property
    def is_full(self) -> bool:
        """Whether the journal is full or cannot be written."""
        return self.journal.is_full or bool(self.journal.trouble)

    @property
    def closed(self) -> bool:
        """Whether the game is over, and its final screen, if it has one, has been dismissed with a key."""
        return self._recorded.closed

    @property
    def mode(self) -> ModeName:
        """The name of the input mode that reads the next key."""
        return self._recorded.session.mode

    @property
    def run_prefix(self) -> bytes:
        """The key that a player presses before a direction key to make a careful run.

        It is b"" in editions in which a careful run is made with a control key instead.
        """
        return self._recorded.session.run_prefix

    @property
    def escape_ends(self) -> bool:
        """Whether Escape closes the list that the screen shows."""
        return self._recorded.session.escape_ends

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while the game runs."""
        return self._recorded.session.outcome

    @property
    def start(self) -> Start:
        """The values with which the game was started."""
        return self._recorded.start

    @property
    def turns(self) -> int:
        """The number of turns that have passed."""
        return self._recorded.session.world.turns

    @property
    def standing(self) -> str:
        """A short description of the game's progress, without anything that the player does not see."""
        world = self._recorded.session.world
        hero = world.player
        return f"level {world.depth}, {hero.purse:,} gold, {hero.hp}({hero.max_hp}) hp, turn {world.turns:,}"

    def save(self) -> None:
        """Synchronize the game to disk.  Raises OSError."""
        self.journal.sync()


class KeyTaker(Protocol):
    """The part of a game's state that decides what a key means."""

    @property
    def mode(self) -> ModeName: ...
    @property
    def run_prefix(self) -> bytes: ...
    @property
    def escape_ends(self) -> bool: ...


class PersonKeys:
    """Keys of a person, with the same meaning as in a local game."""

    most = 1  # a stroke's meaning depends on the effects of earlier ones

    def __init__(self, escape_seconds: float) -> None:
        self._keyboard = Keyboard(escape_seconds)
        self._strokes: deque[str] = deque()
        self._spelt = bytearray()  # remaining keys of a letter typed as several

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

    def take(self, most: int, taker: KeyTaker) -> bytes:  # noqa: ARG002
        self._spelt.clear()
        while self._strokes:
            stroke = self._strokes.popleft()
            if keys := game_keys(stroke, taker.mode, taker.run_prefix, escape_ends=taker.escape_ends):
                return keys
        return b""


def keys_of(line: Line) -> LineKeys[KeyTaker]:
    """Return the decoder of the keys that a line sends."""
    if line.kind == "raw":
        return ProgramKeys()
    return PersonKeys(WEB_ESCAPE_SECONDS if line.kind == "web" else TELNET_ESCAPE_SECONDS)
