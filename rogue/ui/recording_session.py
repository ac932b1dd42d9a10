"""A session that keeps its journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from rogue.state.checksum import checksum
from rogue.ui.host_requests import Answer
from rogue.ui.journal import (
    CHECK_TURNS,
    Check,
    Died,
    End,
    Event,
    Keys,
    Paths,
    Restored,
    RunningDigest,
    Start,
    event_line,
    header_line,
)
from rogue.ui.session import Session


class RecordingSession:
    """A `Session` with its journal, which replays to the same game: `journal()` gives it at any time.

    What changes the game goes through here and is noted; all that only looks or draws is asked of
    `session`.
    """

    def __init__(
        self,
        start: Start,
        write: Callable[[str], object] | None = None,
        past: Iterable[Event] = (),
        session: Session | None = None,
    ) -> None:
        """Begin a game, or go on with `session`, in which `past` has happened so far.

        `write` gets every line, with its end, as soon as it is known.
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
        """Return the journal so far, every line with its end."""
        lines = [header_line(self.start), *map(event_line, self.events)]
        return "".join([f"{line}\n" for line in lines])

    def feed(self, keys: bytes) -> bytes:
        """`Session.feed`, noted with a check value for every turn."""
        turns = self.session.world.turns
        turn_checksums = self.session.world.turn_checksums = []
        try:
            drawn = self.session.feed(keys)
        finally:  # keys that break the game are what a report of it needs
            self.session.world.turn_checksums = None
            if keys or turn_checksums:
                self._note(Keys(keys, tuple(turn_checksums)))
        self._check(turns)
        return drawn

    def answer(self, answer: Answer) -> bytes:
        """`Session.answer`, noted."""
        turns = self.session.world.turns
        drawn = self.session.answer(answer)
        self._note(answer)
        self._check(turns)
        return drawn

    @property
    def closed(self) -> bool:
        """`Session.closed`."""
        return self.session.closed

    def die(self, killer: str) -> None:
        """`Session.die`, noted."""
        self.session.die(killer)
        self._note(Died(killer))

    def hang_up(self) -> None:
        """`Session.hang_up`, noted."""
        self.session.hang_up()
        self._note(Died("signal"))

    def restore(self, state: object, event: Restored) -> None:
        """`Session.restore`, noted as `event`.  Raises StateError, and changes nothing then."""
        host = replace(event.host, sealed=self.start.sealed)
        self.session.restore(state, event.options, host, helpers=event.helpers)
        self._note(event)

    def set_paths(self, file: str, score: str = "", lock: str = "") -> None:
        """`Session.set_paths`, noted."""
        self.session.set_paths(file, score, lock)
        self._note(Paths(file, score, lock))

    def end(self, how: str) -> None:
        """Note that the program ends as it should; `how` is "saved" or how the game ended."""
        outcome, world = self.session.outcome, self.session.world
        self._note(Check(checksum(world), world.turns))
        self._note(End(how, world.turns, world.depth, 0 if outcome is None else outcome.score))

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
