"""Admission: who may connect and log in (SRV-9, SRV-14)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rogue.shared.errors import RogueError
from rogue.wire.accounts import Account, AccountError, fits, is_name, load_account, new_account, save_account
from rogue.wire.counters import Recent, household
from rogue.wire.wire_limits import WireLimits

_MINUTE: Final = 60.0
_HASHES_AT_ONCE: Final = 2


class RefusedError(RogueError):
    """A refused connection or login; the text says why."""


class Gatekeeper:
    """The door of a server.  The clock is the caller's."""

    def __init__(self, players: Path, limits: WireLimits, now: Callable[[], float]) -> None:
        self._players = players
        self._limits = limits
        self._now = now
        self._there: Counter[str] = Counter()
        self._new = Recent(_MINUTE)
        self._wrong = Recent(limits.wrong_seconds)
        self._hashing = asyncio.Semaphore(_HASHES_AT_ONCE)

    def enter(self, address: str) -> None:
        """Count a new connection.  Raises RefusedError, and counts it as an attempt only."""
        house, now = household(address), self._now()
        attempts = self._new.count(house, now)
        if self._there.total() >= self._limits.connections:
            raise RefusedError("The server is full; try again later.")
        if attempts >= self._limits.new_per_minute:
            raise RefusedError("Too many connections in a minute from your address; wait a little.")
        self._new.add(house, now)
        if self._there[house] >= self._limits.per_address:
            raise RefusedError("Too many connections from your address.")
        self._there[house] += 1

    def leave(self, address: str) -> None:
        """Count a connection that is over."""
        house = household(address)
        self._there[house] -= 1
        if self._there[house] <= 0:
            del self._there[house]

    def check_closed(self, address: str) -> None:
        """Raise RefusedError if an address has given too many wrong keys."""
        if self._wrong.count(household(address), self._now()) >= self._limits.wrong_keys:
            raise RefusedError("Too many wrong keys from your address; wait ten minutes.")

    def find(self, name: str) -> Account | None:
        """Return the player of a name, None for a free one.  Raises RefusedError for what is no name."""
        if not is_name(name):
            raise RefusedError("A name has 1 to 16 of the letters a-z, digits and -.")
        try:
            return load_account(self._players, name)
        except AccountError as error:
            raise RefusedError("This player's file cannot be read; ask who runs the server.") from error

    def known(self, name: str) -> Account:
        """Return the player of a name that has logged in.  Raises RefusedError when there is none."""
        account = self.find(name)
        if account is None:
            raise RefusedError("There is no player of this name.")
        return account

    async def make(self, name: str, key: str) -> Account:
        """Make a player whose name is free.  Raises RefusedError when it is not any more."""
        async with self._hashing:
            account = await asyncio.to_thread(new_account, name, key)
        if self.find(name) is not None:
            raise RefusedError("This name has just been taken.")
        save_account(self._players, account)
        return account

    async def check(self, account: Account, key: str, address: str) -> None:
        """Raise RefusedError for a wrong key, which counts."""
        self.check_closed(address)
        async with self._hashing:
            right = await asyncio.to_thread(fits, account, key)
        if not right:
            self._wrong.add(household(address), self._now())
            raise RefusedError("This is not the key of that name.")

    def save(self, account: Account) -> None:
        """Write a player's file.  Raises OSError."""
        save_account(self._players, account)
