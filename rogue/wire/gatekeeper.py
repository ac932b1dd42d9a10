"""Admission to a server: limits for each address, accounts of players (SRV-9, SRV-14)."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import scrypt
from pathlib import Path
from typing import Any, Final, NoReturn

from rogue.shared.errors import RogueError, reason_of
from rogue.shared.files import PRIVATE, write_atomically
from rogue.wire.wire_limits import Recent, WireLimits, household

NAME: Final = re.compile(r"[a-z0-9-]{1,16}")
KEY_BYTES: Final = 10  # 80 random bits
_SALT_BYTES: Final = 16
_COST: Final = {"n": 1 << 14, "r": 8, "p": 1, "maxmem": 64 << 20}
MAX_FILE: Final = 4096
MINUTE: Final = 60.0
_HASHES_AT_ONCE: Final = 2


class AccountError(RogueError):
    """Exception for an unreadable player file.  The text is the reason."""


@dataclass(slots=True)
class Account:
    """A player's account.  `game` is the number of the player's running game; 0 means that none runs."""

    name: str
    salt: str
    key_hash: str
    game: int = 0
    is_private: bool = False


def is_name(text: str) -> bool:
    """Return whether a text is a player's name: 1 to 16 characters from a-z, 0-9, and -.

    >>> is_name("ann-2"), is_name("../x"), is_name("Ann"), is_name("a" * 17)
    (True, False, False, False)
    """
    return NAME.fullmatch(text) is not None


def new_key() -> str:
    """Return a new key of 80 random bits, as 16 letters and digits in four groups."""
    text = base64.b32encode(os.urandom(KEY_BYTES)).decode().lower()
    return "-".join([text[at : at + 4] for at in range(0, len(text), 4)])


def new_account(name: str, key: str) -> Account:
    """Return a new account that stores a salted hash of `key`.  Takes 50 ms of CPU time."""
    salt = os.urandom(_SALT_BYTES)
    return Account(name, salt.hex(), _hash(key, salt))


def fits(account: Account, key: str) -> bool:
    """Return whether a key belongs to an account.  Takes 50 ms of CPU time."""
    return hmac.compare_digest(_hash(key, bytes.fromhex(account.salt)), account.key_hash)


def _hash(key: str, salt: bytes) -> str:
    plain = key.lower().replace("-", "").replace(" ", "").encode("utf-8", "replace")
    return scrypt(plain, salt=salt, **_COST, dklen=32).hex()


def load_account(folder: Path, name: str) -> Account | None:
    """Return the account of the player `name`, or None if there is no such player.

    Raises AccountError for an unreadable file, and ValueError for an invalid name.
    """
    path = account_path(folder, name)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AccountError(f"{path}: {reason_of(error)}") from error
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(MAX_FILE)
    try:
        row: dict[str, Any] = json.loads(data)
        account = Account(**row)
    except (ValueError, TypeError, RecursionError) as error:
        raise AccountError(f"{path} is damaged") from error
    if account.name != name or type(account.game) is not int or account.game < 0:
        raise AccountError(f"{path} is damaged")
    return account


def save_account(folder: Path, account: Account) -> None:
    """Write a player's file atomically.  Raises OSError."""
    data = json.dumps(asdict(account)).encode("ascii") + b"\n"
    write_atomically(account_path(folder, account.name), data, PRIVATE)


def account_path(folder: Path, name: str) -> Path:
    """Return the path of a player's file.  Raises ValueError for an invalid name."""
    if not is_name(name):
        raise ValueError("no name")
    return folder / f"{name}.json"


class RefusedError(RogueError):
    """Exception for a refused connection or login.  The text is the reason."""


class AnotherError(RefusedError):
    """Exception for a refused answer, after which the client may give another answer."""


class Gatekeeper:
    """Admission to a server.  `now` returns the time in seconds."""

    def __init__(self, players: Path, limits: WireLimits, now: Callable[[], float]) -> None:
        self._players = players
        self._limits = limits
        self._now = now
        self._there: Counter[str] = Counter()
        self._new = Recent(MINUTE)
        self._wrong = Recent(limits.wrong_seconds)
        self._hashing = asyncio.Semaphore(_HASHES_AT_ONCE)

    def enter(self, address: str) -> None:
        """Admit and count a new connection from an address.  Raises RefusedError if a limit is reached."""
        house, now = household(address), self._now()
        attempts = self._new.count(house, now)
        if self._there.total() >= self._limits.connections:
            raise RefusedError("The server is full; try again later.")
        if attempts >= self._limits.new_per_minute:
            raise RefusedError("Too many new connections from your address; wait a minute.")
        self._new.add(house, now)
        if self._there[house] >= self._limits.per_address:
            raise RefusedError("Too many connections from your address.")
        self._there[house] += 1

    def leave(self, address: str) -> None:
        """Record that a connection from an address has been closed."""
        house = household(address)
        self._there[house] -= 1
        if self._there[house] <= 0:
            del self._there[house]

    def check_closed(self, address: str) -> None:
        """Raise RefusedError if an address has given too many wrong keys."""
        if self._wrong.count(household(address), self._now()) >= self._limits.wrong_keys:
            raise RefusedError("Too many wrong keys from your address; wait ten minutes.")

    def find(self, name: str) -> Account | None:
        """Return the account of the player `name`, or None if no player has this name.

        Raises AnotherError for an invalid name, and RefusedError for a damaged file.
        """
        if not is_name(name):
            raise AnotherError("A name has 1 to 16 of the characters a-z, 0-9, and -.")
        try:
            return load_account(self._players, name)
        except AccountError as error:
            raise RefusedError(
                "This player's file cannot be read; ask the person who runs the server."
            ) from error

    def known(self, name: str) -> Account:
        """Return the account of the player `name`.  Raises RefusedError if there is no such player."""
        account = self.find(name)
        if account is None:
            raise RefusedError("There is no player with this name.")
        return account

    async def make(self, name: str, key: str) -> Account:
        """Create an account with a free name.  Raises RefusedError if the name was taken in the meantime."""
        async with self._hashing:
            account = await asyncio.to_thread(new_account, name, key)
        if self.find(name) is not None:
            raise RefusedError("This name has just been taken.")
        save_account(self._players, account)
        return account

    async def check(self, account: Account, key: str, address: str) -> None:
        """Raise AnotherError if a key does not fit the account, or RefusedError after too many wrong keys."""
        self.check_closed(address)
        async with self._hashing:
            right = await asyncio.to_thread(fits, account, key)
        if not right:
            self.refuse_key(address)

    def refuse_key(self, address: str) -> NoReturn:
        """Count a wrong key from an address.  Raises AnotherError."""
        self._wrong.add(household(address), self._now())
        raise AnotherError("This key is wrong for that name.")

    def save(self, account: Account) -> None:
        """Write a player's file.  Raises OSError."""
        save_account(self._players, account)
