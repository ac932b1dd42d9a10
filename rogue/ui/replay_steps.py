"""A replay in steps, back and forth: a step is a key, or one turn of a key that walks on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from rogue.ui.journal import Check
from rogue.ui.journal_sessions import JournalPlayer


class ReplaySteps:
    """A journal as pictures, each in the bytes that make it of the one before."""

    def __init__(self, reopen: Callable[[], JournalPlayer]) -> None:
        """`reopen` begins the replay anew: that is how it goes back."""
        self._reopen = reopen
        self.run = reopen()
        self._pieces: list[bytes] = []  # of the last event
        self._shown = 0  # of them
        self._before = b""  # draws what was there before the first
        self._turns = 0  # that had passed then

    @property
    def turn(self) -> int:
        """The turn shown."""
        turns = self.run.session.world.turns
        if self._shown == len(self._pieces):
            return turns
        return self._turns + (turns - self._turns) * self._shown // len(self._pieces)

    @property
    def size(self) -> float:
        """How many keys the last step stands for, a part of one in the middle of a walk."""
        return self.run.size / max(len(self._pieces), 1)

    def skip(self) -> bool:
        """Take a whole event without a picture; return whether there was one."""
        self._pieces, self._shown = [], 0
        return self.run.step() is not None

    def forth(self) -> bytes | None:
        """Go one step on and return the bytes that show it; None at the end."""
        while self._shown == len(self._pieces):
            self._before, self._turns = self.run.redraw(), self.run.session.world.turns
            drawn = self.run.step()
            if drawn is None:
                return None
            places = [0, *self.run.pauses, len(drawn)]
            self._pieces = [drawn[start:end] for start, end in pairwise(places)]
            self._shown = 0
            if not drawn and isinstance(self.run.events[-1], Check):
                self._pieces = []  # nothing to see
        self._shown += 1
        return self._pieces[self._shown - 1]

    def back(self) -> bytes:
        """Go one step back, at most to the first, and return the bytes that draw all of it."""
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
