"""Replaying a journal: every event is applied to a new session, every check value is compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rogue.errors import RogueError
from rogue.state.checksum import checksum
from rogue.state.serialize_fields import StateError
from rogue.ui.host_requests import Answer
from rogue.ui.journal import (
    Check,
    Died,
    End,
    Event,
    JournalError,
    Keys,
    Paths,
    Restored,
    read_event,
    read_header,
)
from rogue.ui.session import Session


class DivergenceError(RogueError):
    """The replayed game differs from the journal, from `turn` on; `line` is the line of the journal."""

    def __init__(self, turn: int, line: int) -> None:
        super().__init__(f"the game goes another way at turn {turn} (line {line})")
        self.turn = turn
        self.line = line


class GameCrashError(RogueError):
    """The game raises an exception at the event of `line`; it is the cause."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the game breaks (line {line})")
        self.line = line


class JournalPlayer:
    """A journal that is applied to a session, one event at a time."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Read the first line and begin the game.  Raises JournalError."""
        self._lines = iter(lines)
        self.line = 1
        self.start = read_header(next(self._lines, ""))
        self.session: Session = self.start.session()
        self.events: list[Event] = []  # what has happened so far
        self.checks = 0  # how many check values over everything were right
        self.ended: End | None = None  # how the program ended; None for one that was cut off
        self.size = 0  # how many keys the last step took
        self._drawn = self.session.feed(b"")

    def opening(self) -> bytes:
        """Return the bytes of the first screen, once; the first step returns them if this was not called."""
        drawn, self._drawn = self._drawn, b""
        return drawn

    def step(self) -> bytes | None:
        """Apply the next event and return the bytes it draws; None after the last.

        Raises JournalError, DivergenceError, GameCrashError.
        """
        drawn = self.opening()
        line = next(self._lines, None)
        if line is None:
            return drawn or None
        self.line += 1
        event = read_event(self.line, line)
        self.events.append(event)
        self.size = len(event.keys) if isinstance(event, Keys) else 0
        try:
            return drawn + self._carry_out(event)
        except (ValueError, StateError) as error:  # an answer to no request, a state that cannot be kept
            raise JournalError(self.line, f"it does not fit the game: {error}") from error
        except DivergenceError:
            raise
        except Exception as error:
            raise GameCrashError(self.line) from error

    def _carry_out(self, event: Event) -> bytes:
        session = self.session
        if isinstance(event, Keys):
            return self._feed(event)
        if isinstance(event, Check):
            self._compare(event)
        elif isinstance(event, Answer):
            return session.answer(event)
        elif isinstance(event, Died):
            session.die(event.killer)
            return session.feed(b"")
        elif isinstance(event, Restored):
            host = replace(event.host, sealed=self.start.sealed)
            session.restore(session.state(), event.options, host, helpers=event.helpers)
            return session.redraw()
        elif isinstance(event, Paths):
            session.set_paths(event.file, event.score, event.lock)
            return session.feed(b"")
        else:
            self.ended = event
        return b""

    def _feed(self, event: Keys) -> bytes:
        world = self.session.world
        before = world.turns
        found = world.turn_checksums = []
        drawn = self.session.feed(event.keys)
        world.turn_checksums = None
        if tuple(found) != event.turns:
            pairs = zip(found, event.turns, strict=False)
            same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(found), len(event.turns)))
            raise DivergenceError(before + same + 1, self.line)
        return drawn

    def _compare(self, event: Check) -> None:
        world = self.session.world
        if world.turns != event.turn or checksum(world) != event.value:
            raise DivergenceError(world.turns, self.line)
        self.checks += 1


def play_journal(lines: Iterable[str]) -> JournalPlayer:
    """Replay a whole journal.  Raises JournalError, DivergenceError, GameCrashError."""
    run = JournalPlayer(lines)
    while run.step() is not None:
        pass
    return run
