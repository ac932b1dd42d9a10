"""Sessions that write a journal or replay one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from rogue.shared.errors import RogueError
from rogue.state.checksum import checksum
from rogue.state.serialize import StateError
from rogue.ui.input_modes import Answer
from rogue.ui.journal import (
    CHECK_TURNS,
    Check,
    Died,
    End,
    Event,
    JournalError,
    Keys,
    Paths,
    Restored,
    RunningDigest,
    Start,
    event_line,
    header_line,
    read_event,
    read_header,
)
from rogue.ui.session import Session


class RecordingSession:
    """A `Session` that records its journal.

    Calls that change the game go through this class and are recorded.  For everything else, use the attribute
    `session`.
    """

    def __init__(
        self,
        start: Start,
        write: Callable[[str], object] | None = None,
        past: Iterable[Event] = (),
        session: Session | None = None,
    ) -> None:
        """Start a game, or continue `session` after the events `past`.

        `write` is called with every line, including its newline, as soon as the line is complete.
        """
        self.session: Final = start.session() if session is None else session
        self.start = start
        self.events: list[Event] = list(past)
        self._chain: RunningDigest | None = None  # of a game that is proven
        if start.nonce:
            self._chain = RunningDigest.of_header(header_line(start))
            for event in self.events:
                self._chain.add(event_line(event))
        self._write = write
        if write is not None:
            write(self.journal())

    def journal(self) -> str:
        """Return the journal so far, with newlines."""
        lines = [header_line(self.start), *map(event_line, self.events)]
        return "".join([f"{line}\n" for line in lines])

    def feed(self, keys: bytes) -> bytes:
        """Call `Session.feed`, and record the keys with a checksum per turn."""
        turns = self.session.world.turns
        turn_checksums = self.session.world.turn_checksums = []
        try:
            drawn = self.session.feed(keys)
        finally:  # record even keys that crash the game, for the report
            self.session.world.turn_checksums = None
            if keys or turn_checksums:
                self._note(Keys(keys, tuple(turn_checksums)))
        self._check(turns)
        return drawn

    def answer(self, answer: Answer) -> bytes:
        """Call `Session.answer`, and record the answer."""
        turns = self.session.world.turns
        drawn = self.session.answer(answer)
        self._note(answer)
        self._check(turns)
        return drawn

    @property
    def closed(self) -> bool:
        """Whether the session is closed."""
        return self.session.closed

    @property
    def turns(self) -> int:
        """The number of turns, as in `Session.turns`."""
        return self.session.turns

    def die(self, killer: str) -> None:
        """Call `Session.die`, and record the death."""
        self.session.die(killer)
        self._note(Died(killer))

    def hang_up(self) -> None:
        """Call `Session.hang_up`, and record a death by a signal."""
        self.session.hang_up()
        self._note(Died("signal"))

    def restore(self, state: object, event: Restored) -> None:
        """Call `Session.restore`, and record `event`.  If this raises StateError, nothing has changed."""
        host = replace(event.host, sealed=self.start.sealed)
        self.session.restore(state, event.options, host, helpers=event.helpers)
        self._note(event)

    def set_paths(self, file: str, score: str = "", lock: str = "") -> None:
        """Call `Session.set_paths`, and record the paths."""
        self.session.set_paths(file, score, lock)
        self._note(Paths(file, score, lock))

    def end(self, how: str) -> None:
        """Record the normal end of the program.

        `how` is "saved" if the game was saved; otherwise it tells how the game ended: "killed", "quit", or
        "won".
        """
        world = self.session.world
        self._note(Check(checksum(world), world.turns))
        self._note(_end_of(self.session, how))

    def _check(self, before: int) -> None:
        turns = self.session.world.turns
        if turns // CHECK_TURNS != before // CHECK_TURNS:
            self._note(Check(checksum(self.session.world), turns))

    def _note(self, event: Event) -> None:
        chain = self._chain
        if chain is not None and isinstance(event, (Check, End)):
            event = replace(event, chain=chain.value)
        self.events.append(event)
        if self._write is not None or chain is not None:
            line = event_line(event)
            if chain is not None:
                chain.add(line)
            if self._write is not None:
                self._write(line + "\n")


def _end_of(session: Session, how: str) -> End:
    """Return the event that records the end of a session: its game has finished, or the game is being saved.

    `how` is as in `RecordingSession.end`.
    """
    outcome, world = session.outcome, session.world
    return End(how, world.turns, world.depth, 0 if outcome is None else outcome.score)


class DivergenceError(RogueError):
    """Exception for a replay that differs from its journal from turn `turn` on."""

    def __init__(self, turn: int, line: int) -> None:
        super().__init__(f"the game differs at turn {turn:,} (line {line})")
        self.turn = turn
        self.line = line


class GameCrashError(RogueError):
    """Exception for a game that crashes when line `line` of its journal is replayed."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the game crashes (line {line})")
        self.line = line


class JournalPlayer:
    """A replay of a journal, one event at a time."""

    def __init__(self, lines: Iterable[str], probe: bytes = b"") -> None:
        """Read the first line, and start the game.  Raises JournalError.

        `probe` is a key that a program sends after each command to see whether the game waits for a key.  The
        game shows a complaint about this key.  The bytes that draw the complaint are held back until a later
        event erases it, and are then returned with the bytes that erase it.
        """
        self._probe = probe
        self._held = b""  # bytes drawn by the probe, put before the next output
        self._row: str | None = None  # row 0 before the probe, while it is shown
        self._cuts: tuple[int, ...] = ()
        self.pauses: tuple[int, ...] = ()  # offsets of pauses in the last step's bytes, see Session.pauses
        self._lines = iter(lines)
        self.line = 1
        self.start = read_header(next(self._lines, ""))
        self.session: Session = self.start.session()
        self.events: list[Event] = []  # events so far
        self.checks = 0  # number of matching full checks
        self.ended: End | None = None  # how the program ended; None for one that was cut off
        self.size = 0  # number of keys in the last step
        self._drawn = self.session.feed(b"")

    @property
    def end_trouble(self) -> str:
        """How the end of the replay differs from the end in the journal, or "" if both are the same."""
        outcome = self.session.outcome
        end = _end_of(self.session, "saved" if outcome is None else outcome.how)
        if self.ended is None or replace(self.ended, chain="") == end:
            return ""
        told = f"{end.how}, turn {end.turn:,}, {end.score:,} gold"
        return f"line {self.line}: the game ends differently: {told}"

    def opening(self) -> bytes:
        """Return the bytes of the first screen.  Unless this is called, the first `step` includes them."""
        drawn, self._drawn = self._drawn, b""
        return drawn

    def step(self) -> bytes | None:
        """Apply the next event.  Return the bytes that the event draws, or None after the last event.

        Raises JournalError, DivergenceError, GameCrashError.
        """
        drawn, self.pauses = self.opening(), ()
        line = next(self._lines, None)
        if line is None:
            return drawn or None
        self.line += 1
        event = read_event(self.line, line)
        self.events.append(event)
        self.size = len(event.keys) if isinstance(event, Keys) else 0
        if not isinstance(event, (Check, End)):
            drawn += self._held
            self._held, self._row, self._cuts = b"", None, ()
        try:
            shown = self._carry_out(event)
            self.pauses = tuple(len(drawn) + place for place in self._cuts)
            return drawn + shown
        except (ValueError, StateError) as error:  # an answer without a request, or an invalid state
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
        drawn = self._type(event.keys)
        world.turn_checksums = None
        if tuple(found) != event.turns:
            pairs = zip(found, event.turns, strict=False)
            same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(found), len(event.turns)))
            raise DivergenceError(before + same + 1, self.line)
        return drawn

    def _type(self, keys: bytes) -> bytes:
        """Feed keys.  Return the bytes drawn, without the game's complaint about a probe.

        Probes are usually fed in a call of their own.  But a probe right after an Escape is fed in the same
        call as the Escape, because the game reads an Escape together with the byte after it.
        """
        session, probe = self.session, self._probe
        typed = keys.removesuffix(probe)
        if not probe or typed in (b"", keys) or typed.endswith(b"\x1b"):
            drawn = session.feed(keys)
            self._cuts = session.pauses
            return drawn
        drawn = session.feed(typed)
        self._cuts = session.pauses
        if session.mode != "command":
            return drawn + session.feed(probe)
        self._row = session.screen[0].rstrip()
        self._held = session.feed(probe)
        return drawn

    @property
    def top(self) -> str:
        """The text of row 0 on the screen."""
        return self.session.screen[0].rstrip() if self._row is None else self._row

    def redraw(self) -> bytes:
        """Return the bytes that redraw the screen."""
        drawn = self.session.redraw()
        if self._row is None:
            return drawn
        row, col = self.session.cursor
        return drawn + f"\x1b[H{self._row}\x1b[K\x1b[{row + 1};{col + 1}H".encode()

    def _compare(self, event: Check) -> None:
        world = self.session.world
        if world.turns != event.turn or checksum(world) != event.value:
            raise DivergenceError(world.turns, self.line)
        self.checks += 1


def play_journal(lines: Iterable[str]) -> JournalPlayer:
    """Replay a whole journal, and return the replay.

    Raises JournalError, DivergenceError, GameCrashError.
    """
    run = JournalPlayer(lines)
    while run.step() is not None:
        pass
    return run


class ReplaySteps:
    """A replay that goes back and forth in steps.

    A step shows a whole event, or one part of an event in which the hero runs or something flies.
    """

    def __init__(self, reopen: Callable[[], JournalPlayer]) -> None:
        """Open the replay.  To step back, `reopen` is called again and the replay starts over."""
        self._reopen = reopen
        self.run = reopen()
        self._pieces: list[bytes] = []  # of the last event
        self._shown = 0  # of them
        self._before = b""  # bytes that draw the screen before the first piece
        self._turns = 0  # turns passed at that time

    @property
    def turn(self) -> int:
        """The number of turns at the step shown.

        If the step is in the middle of a run, this is an estimate.
        """
        turns = self.run.session.world.turns
        if self._shown == len(self._pieces):
            return turns
        return self._turns + (turns - self._turns) * self._shown // len(self._pieces)

    @property
    def size(self) -> float:
        """The number of keys in the step shown.

        If an event is shown in several steps, its keys are divided evenly among them, so this number may be a
        fraction.
        """
        return self.run.size / max(len(self._pieces), 1)

    def skip(self) -> bool:
        """Apply an event without drawing it.  Return whether there was an event."""
        self._pieces, self._shown = [], 0
        return self.run.step() is not None

    def forth(self) -> bytes | None:
        """Go one step forward.  Return the bytes that draw this step, or None at the end."""
        while self._shown == len(self._pieces):
            self._before, self._turns = self.run.redraw(), self.run.session.world.turns
            drawn = self.run.step()
            if drawn is None:
                return None
            places = [0, *self.run.pauses, len(drawn)]
            self._pieces = [drawn[start:end] for start, end in pairwise(places)]
            self._shown = 0
            if not drawn and isinstance(self.run.events[-1], Check):
                self._pieces = []  # nothing is shown
        self._shown += 1
        return self._pieces[self._shown - 1]

    def back(self) -> bytes:
        """Go one step back, unless the first step is shown.  Return the bytes that redraw the screen."""
        if self._shown > 1:
            self._shown -= 1
            return self.redraw()
        seen = [place for place, event in enumerate(self.run.events) if not isinstance(event, Check)]
        wanted = seen[-2] if len(seen) > 1 else 0
        self.run = self._reopen()
        self.run.opening()
        self._pieces, self._shown = [], 0
        while len(self.run.events) < wanted and self.skip():
            pass
        self.forth()
        self._shown = len(self._pieces) if len(seen) > 1 else min(len(self._pieces), 1)
        return self.redraw()

    def redraw(self) -> bytes:
        """Return the bytes that redraw the step shown."""
        if self._shown < len(self._pieces):
            return self._before + b"".join(self._pieces[: self._shown])
        return self.run.redraw()
