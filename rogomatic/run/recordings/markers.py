"""Moments of a game that somebody will want to jump to, told from its screen alone."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rogomatic.run.recordings.formatting import with_article
from rogomatic.sight.end_screen_parser import EndScreen, read_tombstone
from rogomatic.sight.status_parser import StatusLine, read_status
from rogomatic.vt100 import ROWS, Screen

NEAR_DEATH: Final = 5  # below one part in so many of the hit points
OUT_OF_IT: Final = 2.5  # the fight is survived when there is one part in so many again

Kind = Literal["level", "near death", "end"]


class Mark(NamedTuple):
    """A moment worth a look."""

    kind: Kind
    label: str


class Marker:
    """Looks at the screen of one game whenever it is complete: `screen` is fed by the owner."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._depth = 0
        self._dying = False
        self._over = False

    def look(self) -> list[Mark]:
        """Return the marks that the screen as it is now deserves and has not got yet."""
        status = read_status(self._screen.text(ROWS - 1))
        if status is not None:
            return [*self._level(status), *self._danger(status)]
        grave = None if self._over else read_tombstone(self._screen)
        if grave is None:
            return []
        self._over = True
        return [Mark("end", end_of(grave, self._depth))]

    def _level(self, status: StatusLine) -> list[Mark]:
        if status.depth == self._depth:
            return []
        self._depth = status.depth
        return [Mark("level", f"level {status.depth}")]

    def _danger(self, status: StatusLine) -> list[Mark]:
        """Mark a fall below a fifth of the hit points once, until most of the wounds have healed."""
        hp, most = status.hp, status.max_hp
        if self._dying:
            self._dying = hp * OUT_OF_IT < most
            return []
        self._dying = hp * NEAR_DEATH < most
        return [Mark("near death", f"near death: {hp} of {most} hit points")] if self._dying else []


def end_of(grave: EndScreen, depth: int) -> str:
    """Say how a game ended.

    >>> end_of(EndScreen("killed", "", 40, "bat", 0), 3)
    'killed by a bat on level 3 with 40 gold'
    """
    how = f"killed by {with_article(grave.killer)}" if grave.how == "killed" else grave.how
    return f"{how} on level {depth} with {grave.gold} gold"
