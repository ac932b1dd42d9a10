"""A session that keeps its journal.

Owns   noting what happens to a session, line by line, as it happens.
Leaves the form of the lines (play.journal), where they are written (files.journalfile).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rogue.play.journal import (
    CHECK_TURNS,
    Check,
    Died,
    End,
    Event,
    Keys,
    Restored,
    Start,
    event_line,
    header_line,
)
from rogue.play.request import Ability, Answer
from rogue.play.session import YEAR, Session
from rogue.state.fingerprint import fingerprint


class RecordedSession(Session):
    """A `Session` whose whole game can be replayed: `journal()` gives it as text at any time."""

    def __init__(
        self,
        start: Start,
        write: Callable[[str], object] | None = None,
        past: Iterable[Event] = (),
        session: Session | None = None,
    ) -> None:
        """Begin a game; `write` gets every line, with its end, as soon as it is known.

        `past` is what happened before: in `session`, which is gone on with, or in a game that
        `restore` will bring back.
        """
        super().__init__(
            start.seed,
            start.edition,
            start.options,
            year=start.year,
            home=start.home,
            helpers=start.helpers,
            wizard=start.wizard,
            able=start.able,
        )
        if session is not None:
            self._take_over(session)
        elif start.greeted:
            self.greet(*start.notices)
        self.start = start
        self.events: list[Event] = list(past)
        self._write = write
        if write is not None:
            write(self.journal())

    def journal(self) -> str:
        """Return the journal so far, every line with its end."""
        lines = [header_line(self.start), *map(event_line, self.events)]
        return "".join([f"{line}\n" for line in lines])

    def feed(self, keys: bytes) -> bytes:
        turns = self.world.turns
        trail = self.world.trail = []
        try:
            drawn = super().feed(keys)
        finally:  # keys that break the game are what a report of it needs
            self.world.trail = None
            if keys or trail:
                self._note(Keys(keys, tuple(trail)))
        self._check(turns)
        return drawn

    def answer(self, answer: Answer) -> bytes:
        turns = self.world.turns
        drawn = super().answer(answer)
        self._note(answer)
        self._check(turns)
        return drawn

    def die(self, killer: str) -> None:
        super().die(killer)
        self._note(Died(killer))

    def hang_up(self) -> None:
        super().hang_up()
        self._note(Died("signal"))

    def restore(
        self,
        state: object,
        *,
        options: str = "",
        year: int = YEAR,
        home: str = "",
        able: Collection[Ability] = (),
    ) -> None:
        super().restore(state, options=options, year=year, home=home, able=able)
        self._note(Restored(options, year, home, tuple(able)))

    def end(self, how: str) -> None:
        """Note that the program ends as it should; `how` is "saved" or how the game ended."""
        outcome, world = self.outcome, self.world
        self._note(Check(fingerprint(world), world.turns))
        self._note(End(how, world.turns, world.depth, 0 if outcome is None else outcome.score))

    def _check(self, before: int) -> None:
        turns = self.world.turns
        if turns // CHECK_TURNS != before // CHECK_TURNS:
            self._note(Check(fingerprint(self.world), turns))

    def _note(self, event: Event) -> None:
        self.events.append(event)
        if self._write is not None:
            self._write(event_line(event) + "\n")
