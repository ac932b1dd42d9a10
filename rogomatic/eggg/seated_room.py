"""The seats of a served match, with the guests or machines in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from math import ceil, inf
from typing import Final

from rogomatic.eggg.match_journal import JournalHead, MatchJournal
from rogue.shared.board_games import NOBODY
from rogue.shared.wording import ROLES, folded_name, listed, name_refusal, plural
from rogue.wire.gatekeeper import AnotherError
from rogue.wire.room_server import ALL_GUESTS, Told

_FREE: Final = "free"  # of a seat
NewJournal = Callable[[JournalHead], MatchJournal | None]
"""Begins the journal of a match.  Returns its file, or None if no journal is kept."""


@dataclass(slots=True)
class Guest:
    """A person in the room.  `away` is the time when the guest left, or None if the guest is here."""

    name: str
    digest: str
    seat: int = NOBODY
    away: float | None = None


class SeatedRoom(ABC):
    """Base class of rooms that have a seat for each player of a game.

    levels  seat -> level of the machine in this seat
    """

    def __init__(self, players: tuple[str, ...], keeps_seconds: float, new_journal: NewJournal) -> None:
        """Open a room.  After `keeps_seconds`, a newcomer may take the seat of a guest who is away."""
        self.players, self.levels = players, dict[int, str]()
        self.people: dict[int, Guest] = {}
        self.now = 0.0
        self._keeps_seconds, self._new_journal = keeps_seconds, new_journal
        self._journal: MatchJournal | None = None
        self._count = 0
        self._told: list[Told] = []

    @abstractmethod
    def seated(self, seat: int) -> None:
        """Put a guest, or a machine whose level is in `levels`, into the match as the holder of a seat."""

    @abstractmethod
    def show(self, guest: int) -> None:
        """Show a guest the current state of the match."""

    @abstractmethod
    def go_on(self) -> None:
        """Continue the match, or begin a match if every seat has its player."""

    @property
    def guests(self) -> Mapping[str, int]:
        return {folded_name(one.name): number for number, one in self.people.items()}

    @property
    def digests(self) -> Mapping[int, str]:
        return {number: one.digest for number, one in self.people.items()}

    def begin_journal(self, head: JournalHead) -> Callable[[str], object]:
        """Begin the journal of a match.  Return a function that writes a line into it."""
        self.close()
        self._journal = self._new_journal(head)
        return len if self._journal is None else self._journal.write

    def close(self) -> None:
        """Close the journal of the match."""
        if self._journal is not None:
            self._journal.close()

    def take_told(self) -> list[Told]:
        told, self._told = self._told, []
        return told

    def say(self, guest: int, text: str, *, is_picture: bool = False) -> None:
        """Send a text to a guest, or to ALL_GUESTS."""
        if text:
            self._told.append(Told(guest, text, is_picture))

    def means(self, name: str) -> bool:
        """Return whether a name is reserved for a role or a player of the match."""
        return name.casefold() in {*ROLES, _FREE, *map(str.casefold, self.players)}

    def check_name(self, name: str) -> None:
        if refusal := name_refusal(name, self.means, self.guests):
            raise AnotherError(refusal)

    def enter(self, name: str, digest: str) -> int:
        """Let a new guest in, and return the guest's number.  `digest` is the digest of the guest's key.

        The guest gets a free seat, or else watches.  Raises AnotherError in the same cases as `check_name`.
        """
        self.check_name(name)
        number, self._count = self._count, self._count + 1
        self.people[number] = Guest(name, digest)
        self.sit(number, self.levels)
        if self.people[number].seat == NOBODY:
            self.say(number, f"All seats are taken; you are watching. {self.told_wait()}Type help.")
            self.show(number)
        return number

    def holder(self, seat: int) -> int | None:
        """Return the number of the guest in a seat.  Return None if the seat has no guest."""
        return next((number for number, one in self.people.items() if one.seat == seat), None)

    def unmanned(self) -> list[int]:
        """Return the seats for which neither a machine nor a guest in the room plays."""
        here = {one.seat for one in self.people.values() if one.away is None}
        return [seat for seat in range(len(self.players)) if seat not in here and seat not in self.levels]

    def told_wait(self) -> str:
        """Return a sentence that says which seat is free next, and when.  Return "" if no player is away."""
        away = [(one.away, one.seat) for one in self.people.values() if one.away is not None]
        if not away:
            return ""
        since, seat = min(away)
        minutes = ceil(max(since + self._keeps_seconds - self.now, 0.0) / 60)
        told = f"the seat is free in {plural(minutes, 'minute')}" if minutes else 'type "sit" to sit down'
        return f"{self.players[seat]} is away; {told}. "

    def sit(self, number: int, taken: Container[int] = ()) -> None:
        """Let a guest sit in the first seat that is free, or whose holder has been away for too long."""
        guest, holders = self.people[number], [one for one in self.people.values() if one.seat != NOBODY]
        if all(one.away is not None for one in holders):  # their seats are free until they come back
            for one in holders:
                one.away = -inf
        for seat in [one for one in range(len(self.players)) if one not in taken]:
            holder = self.holder(seat)
            away = None if holder is None else self.people[holder].away
            if holder is not None and (away is None or self.now - away < self._keeps_seconds):
                continue
            if holder is not None:
                del self.people[holder]
            guest.seat = seat
            self.levels.pop(seat, None)
            self.seated(seat)
            self.say(ALL_GUESTS, f"{guest.name} plays {self.players[seat]}.")
            self.go_on()
            return

    def come_back(self, guest: int) -> None:
        """Let a guest who was away come back to the seat that was kept for this guest."""
        person = self.people[guest]
        person.away = None
        if self.levels.pop(person.seat, ""):
            self.seated(person.seat)
        self.say(ALL_GUESTS, f"{person.name} is back.")
        self.show(guest)

    def leave(self, guest: int) -> None:
        """Record that a guest has left.  The guest's seat is kept."""
        person = self.people[guest]
        self.say(ALL_GUESTS, f"{person.name} leaves.")
        person.away = self.now
        if person.seat == NOBODY:
            del self.people[guest]

    def stand(self, guest: int) -> None:
        """Let a guest give up the seat."""
        person = self.people[guest]
        seat = self.players[person.seat]
        self.say(
            ALL_GUESTS, f'{person.name} gives up the seat of {seat}. Type "sit" to take it, or "machine".'
        )
        person.seat = NOBODY

    def seat_machines(self, level: str) -> None:
        """Let machines of a level play for all seats without a player."""
        for seat in self.unmanned():
            self.levels[seat] = level
            self.seated(seat)
            self.say(ALL_GUESTS, f"The machine plays {self.players[seat]}, {level}.")
        self.go_on()

    def told_seats(self) -> str:
        """Return a line that names the guest or machine in each seat."""
        names = {one.seat: one.name + ", away" * (one.away is not None) for one in self.people.values()}
        names |= {seat: f"the machine, {level}" for seat, level in self.levels.items()}
        return "   ".join([f"{name} is {names.get(seat, _FREE)}" for seat, name in enumerate(self.players)])

    def told_people(self) -> str:
        """Return a sentence with every guest and the guest's seat."""
        told = []
        for one in self.people.values():
            does = "watches" if one.seat == NOBODY else self.players[one.seat]
            told.append(f"{one.name} ({does}{'' if one.away is None else ', away'})")
        return f"Here: {listed(told)}."
