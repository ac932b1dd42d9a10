"""A session that keeps its journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from rogue.state.checksum import checksum
from rogue.state.options import Options
from rogue.state.world import World
from rogue.ui.end_screens import Outcome
from rogue.ui.host_requests import Ability, Answer, Request
from rogue.ui.journal import (
    CHECK_TURNS,
    Check,
    Died,
    End,
    Event,
    Keys,
    Paths,
    Restored,
    Start,
    event_line,
    header_line,
)
from rogue.ui.keymap import Mode
from rogue.ui.session import YEAR, Session


class RecordingSession:
    """A `Session` with its journal, which replays to the same game: `journal()` gives it at any time.

    What happens to the game goes through here and is noted; all that only looks is the session's.
    """

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
        if session is None:
            session = start.session()
        else:
            session.draw_anew()
        self.session: Final = session
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
        """`Session.feed`, noted with a check value for every turn."""
        turns = self.world.turns
        turn_checksums = self.world.turn_checksums = []
        try:
            drawn = self.session.feed(keys)
        finally:  # keys that break the game are what a report of it needs
            self.world.turn_checksums = None
            if keys or turn_checksums:
                self._note(Keys(keys, tuple(turn_checksums)))
        self._check(turns)
        return drawn

    def answer(self, answer: Answer) -> bytes:
        """`Session.answer`, noted."""
        turns = self.world.turns
        drawn = self.session.answer(answer)
        self._note(answer)
        self._check(turns)
        return drawn

    def die(self, killer: str) -> None:
        """`Session.die`, noted."""
        self.session.die(killer)
        self._note(Died(killer))

    def hang_up(self) -> None:
        """`Session.hang_up`, noted."""
        self.session.hang_up()
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
        """`Session.restore`, noted.  Raises StateError, and changes nothing then."""
        self.session.restore(state, options=options, year=year, home=home, able=able)
        self._note(Restored(options, year, home, tuple(able)))

    def set_paths(self, file: str, score: str = "", lock: str = "") -> None:
        """`Session.set_paths`, noted."""
        self.session.set_paths(file, score, lock)
        self._note(Paths(file, score, lock))

    def end(self, how: str) -> None:
        """Note that the program ends as it should; `how` is "saved" or how the game ended."""
        outcome, world = self.outcome, self.world
        self._note(Check(checksum(world), world.turns))
        self._note(End(how, world.turns, world.depth, 0 if outcome is None else outcome.score))

    def _check(self, before: int) -> None:
        turns = self.world.turns
        if turns // CHECK_TURNS != before // CHECK_TURNS:
            self._note(Check(checksum(self.world), turns))

    def _note(self, event: Event) -> None:
        self.events.append(event)
        if self._write is not None:
            self._write(event_line(event) + "\n")

    # -- what only looks, or draws

    @property
    def world(self) -> World:
        """`Session.world`."""
        return self.session.world

    @property
    def outcome(self) -> Outcome | None:
        """`Session.outcome`."""
        return self.session.outcome

    @property
    def options(self) -> Options:
        """`Session.options`."""
        return self.session.options

    @property
    def request(self) -> Request | None:
        """`Session.request`."""
        return self.session.request

    @property
    def mode(self) -> Mode:
        """`Session.mode`."""
        return self.session.mode

    @property
    def closed(self) -> bool:
        """`Session.closed`."""
        return self.session.closed

    @property
    def covered(self) -> bool:
        """`Session.covered`."""
        return self.session.covered

    @property
    def flushed(self) -> bool:
        """`Session.flushed`."""
        return self.session.flushed

    @property
    def pauses(self) -> tuple[int, ...]:
        """`Session.pauses`."""
        return self.session.pauses

    @property
    def run_prefix(self) -> bytes:
        """`Session.run_prefix`."""
        return self.session.run_prefix

    @property
    def screen(self) -> list[str]:
        """`Session.screen`."""
        return self.session.screen

    def state(self) -> dict[str, Any]:
        """`Session.state`."""
        return self.session.state()

    def redraw(self) -> bytes:
        """`Session.redraw`."""
        return self.session.redraw()

    def leave(self) -> bytes:
        """`Session.leave`; nothing is noted, as the game can be recovered."""
        return self.session.leave()
