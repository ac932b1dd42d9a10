"""States of a text world, with the working copy that one event changes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from rogue.shared.seeds import drawn

MAX_STEPS: Final = 50_000  # names and loops that one event may evaluate
MAX_NUMBER: Final = 10**18
_FINEST: Final = 10**6  # of what fractions keep
MOST_KEPT: Final = 200  # characters of a text that a quantity keeps
MAX_TOLD: Final = 2_000  # characters of a text that is told
EVERYBODY: Final = -1
Key = tuple[str | int, ...]
"""Folded name of a quantity, then the player and the things to which the value belongs."""
EventKind = Literal["arrive", "line", "leave", "tick"]


class EventRefusedError(Exception):
    """Raised for an event that is not carried out.  The message says why."""


class SeatNumber(int):
    """Number of a player's seat, as a value."""


class WorldEvent(NamedTuple):
    """Event in a world.

    player  player who types, leaves, or comes back to a seat; EVERYBODY for newcomers and ticks
    text    typed line, or name of a newcomer
    """

    kind: EventKind
    player: int = EVERYBODY
    text: str = ""


class WorldState(NamedTuple):
    """State of a world, which is never changed in place.

    values  values of the quantities: whole numbers or texts
    names   names of the players by seat
    away    seats of players who are not here; the player who left first comes first
    last    folded name of the latest command, or "tick", "arrive", or "leave"
    events  number of events so far
    dice    how many random numbers, from the sequence that `seed` generates, have been used so far
    """

    values: Mapping[Key, int | str]
    names: tuple[str, ...] = ()
    away: tuple[int, ...] = ()
    last: str = ""
    events: int = 0
    dice: int = 0
    seed: int = 0

    @property
    def here(self) -> list[int]:
        """The seats of the players who are here."""
        return [seat for seat in range(len(self.names)) if seat not in self.away]


class WorldScene:
    """One event: a copy of the state, the values of names in the description, and texts told to players."""

    def __init__(self, state: WorldState, player: int) -> None:
        self.state = state
        self.values = dict(state.values)
        self.names = list(state.names)
        self.last = state.last
        self.mover = SeatNumber(player)
        self.bound: dict[str, Any] = {"player": self.mover}
        self.told: list[tuple[int, str]] = []
        self._dice = state.dice
        self._steps = 0

    def step(self) -> None:
        """Count a step.  Raises EventRefusedError if there are too many steps."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise EventRefusedError("That takes too long.")

    def draw(self, sides: int) -> int:
        """Return a random number below `sides`."""
        self._dice += 1
        return drawn(self.state.seed, self._dice, max(sides, 1))

    def tell(self, whom: int, value: Any) -> None:
        """Tell a value, as text, to one player or to all."""
        self.told.append((whom, self.shown(value)[:MAX_TOLD]))

    def shown(self, value: Any) -> str:
        """Return a value as text: 1,000,000, 2.50, or the name of a player."""
        if isinstance(value, SeatNumber):
            return self.names[value] if 0 <= value < len(self.names) else "nobody"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Fraction):
            return f"{float(value):,.2f}" if value.denominator > 1 else f"{value.numerator:,}"
        return f"{value:,}" if isinstance(value, int) else str(value)

    def after(self) -> WorldState:
        """Return the state as the event has changed it."""
        names = tuple(self.names)
        return self.state._replace(values=self.values, names=names, last=self.last, dice=self._dice)


def number_of(value: Any) -> int | Fraction:
    """Return a value as a number.  A text counts as 0."""
    return value if isinstance(value, (int, Fraction)) else 0


def bounded(value: Any) -> Any:
    """Limit a number to MAX_NUMBER, and round a fraction to millionths.  Return other values unchanged."""
    if isinstance(value, Fraction) and value.denominator > _FINEST:
        value = Fraction(round(value * _FINEST), _FINEST)
    is_number = isinstance(value, (int, Fraction)) and not isinstance(value, (bool, SeatNumber))
    return max(-MAX_NUMBER, min(value, MAX_NUMBER)) if is_number else value


def kept(value: Any) -> int | str:
    """Return a value in the form that quantities keep: a whole number (halves rounded up) or a short text.

    >>> kept(Fraction(5, 2)), kept(-(10**20)), kept("x" * 300) == "x" * 200
    (3, -1000000000000000000, True)
    """
    if isinstance(value, str):
        return value[:MOST_KEPT]
    return int(bounded((Fraction(number_of(value)) + Fraction(1, 2)).__floor__()))
