"""A server for one room, whose guests type lines."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from unicodedata import normalize

from rogue.shared.errors import printable_line
from rogue.shared.wording import TAKEN, TEXT_COLUMNS, folded_name
from rogue.wire.dialogue import Dialogue, GoneError, wide
from rogue.wire.gatekeeper import AnotherError, Gatekeeper, RefusedError, new_key
from rogue.wire.lines import Line, TelnetLine, TypedKeys
from rogue.wire.wire_limits import Allowance, WireLimits

ALL_GUESTS: Final = -1
LOOK_SECONDS: Final = 0.5  # seconds between checks of the room's clock and of slow clients
_PICTURE: Final = b"\f"  # encloses a picture, which the page shows in a separate place
PROMPT: Final = "> "  # of telnet only
_CONTINUED: Final = "  | "  # begins the rest of a long row, and no other row of the server
_NARROWEST: Final = 20  # window in which rows are still folded
FAILED: Final = "The game failed because of a bug."
Found = TypeVar("Found")


class Told(NamedTuple):
    """A text for one guest, or for ALL_GUESTS.

    The text may be a picture of the game, which the web page shows in place of the previous picture.
    """

    guest: int
    text: str
    is_picture: bool = False


class GuestRoom(Protocol):
    """Protocol of a room.  The methods of a room never block.

    name     what is played in the room, such as "chess"
    guests   maps the name of each guest, present or away, to the guest's number; each name is as
             `folded_name` returns it
    digests  maps the number of each guest who can come back to the SHA-256 of the guest's key
    """

    @property
    def name(self) -> str: ...
    @property
    def guests(self) -> Mapping[str, int]: ...
    @property
    def digests(self) -> Mapping[int, str]: ...

    def check_name(self, name: str) -> None:
        """Raise AnotherError if a newcomer may not take this name."""

    def enter(self, name: str, digest: str) -> int:
        """Admit a new guest, whose key has this digest, and return the guest's number.

        Raises RefusedError, and AnotherError in the same cases as `check_name`.
        """

    def come_back(self, guest: int) -> None:
        """Admit a guest who has been here before."""

    def leave(self, guest: int) -> None:
        """Record that a guest is gone."""

    def hear(self, guest: int, text: str) -> bool:
        """Handle a line from a guest.  Return whether the guest stays."""

    def look_at_clock(self, now: float) -> None:
        """Do everything that is due at time `now`, in seconds."""

    def work(self) -> Callable[[], object] | None:
        """Return a function that the server must run in a thread, or None if there is nothing to run.

        The server calls no method of the room except `check_name` while the function runs.
        """

    def take_told(self) -> list[Told]:
        """Return the texts that are to be sent.  Each text is returned once."""

    def close(self) -> None:
        """Save what must be kept.  No other call follows."""


class RoomServer:
    """The server of a room, which holds the connections (lines) of all its guests.

    gate   decides who may connect
    lines  the open connections
    """

    def __init__(
        self, room: GuestRoom, limits: WireLimits, now: Callable[[], float], log: Callable[[str], object]
    ) -> None:
        """Prepare a server.  `log` records a line of text for the operator."""
        self.room, self.limits, self.now = room, limits, now
        self.gate = Gatekeeper(Path(), limits, now)
        self.lines: set[Line] = set()
        self._log = log
        self._talks: dict[int, Dialogue[Any]] = {}
        self._slow: dict[Line, float] = {}  # slow lines -> time since when they read nothing
        self._room_is_mine = asyncio.Lock()
        self._wake = asyncio.Event()

    async def serve(self, line: Line) -> None:
        """Serve a guest's connection until it ends."""
        if isinstance(line, TelnetLine) and line.takes_utf8:
            line.ask_binary()
        talk: Dialogue[Any] = Dialogue(
            line, TypedKeys(), _decoded, takes_utf8=line.takes_utf8, sends_lines=line.kind != "telnet"
        )
        try:
            try:
                try:
                    async with asyncio.timeout(self.limits.login_seconds):
                        guest = await talk.retried(partial(self._log_in, talk))
                except TimeoutError:
                    return
                line.is_in = True
                await self._attend(talk, guest)
            finally:
                for guest in [guest for guest, its in self._talks.items() if its is talk]:
                    await self._use(partial(self._leave, talk, guest))
        except RefusedError as refusal:
            talk.show(str(refusal))
        except GoneError:
            pass
        except Exception as error:  # a room that fails closes this line and no other
            self._log(f"trouble: {error!r}")
            talk.show(FAILED)

    async def _log_in(self, talk: Dialogue[Any]) -> int:
        """Ask a client for a name, and admit the guest.  Raises AnotherError, RefusedError, GoneError."""
        self.gate.check_closed(talk.line.address)
        talk.line.notify(asks="name", plays=self.room.name)
        name = normalize("NFKC", await talk.ask(f"This is {self.room.name}. Your name: "))
        guest = self.room.guests.get(folded_name(name))
        if guest is not None:
            return await self._admit_returning(talk, guest, name)
        return await self._admit_newcomer(talk, name)

    async def _admit_newcomer(self, talk: Dialogue[Any], name: str) -> int:
        """Admit a newcomer.  Raises RefusedError, AnotherError, GoneError."""
        self.room.check_name(name)
        key = new_key()
        talk.line.notify(asks="line", key=key)
        greeting = f"Your key, in case you want to come back: {key}"
        return await self._join(talk, lambda: self.room.enter(name, digest_of(key)), greeting)

    async def _admit_returning(self, talk: Dialogue[Any], guest: int, name: str) -> int:
        """Ask a returning guest for the key, and admit the guest.  Raises AnotherError, GoneError."""
        if guest not in self.room.digests:
            raise AnotherError(TAKEN)
        talk.show(
            f"{name} is taken. If that is you, type your key; otherwise press Enter and choose another name."
        )
        talk.line.notify(asks="key")
        key = await talk.ask("Your key: ", echo=False)
        if not key:
            raise AnotherError("Choose another name.")
        digest = digest_of(key)
        self._check_owner(guest, name)
        if not hmac.compare_digest(digest, self.room.digests[guest]):
            self.gate.refuse_key(talk.line.address)
        talk.line.notify(asks="line")
        return await self._join(talk, partial(self._readmit, guest, name, digest))

    def _check_owner(self, guest: int, name: str) -> None:
        """Raise AnotherError if the name now belongs to another guest, or if `guest` cannot come back."""
        if self.room.guests.get(folded_name(name)) != guest or guest not in self.room.digests:
            raise AnotherError(TAKEN)

    def _readmit(self, guest: int, name: str, digest: str) -> int:
        """Admit a guest again, close the guest's older line, and return `guest`.  Raises AnotherError."""
        self._check_owner(guest, name)
        if not hmac.compare_digest(digest, self.room.digests[guest]):
            raise AnotherError(TAKEN)
        before = self._talks.pop(guest, None)
        if before is not None:
            before.show("You have connected from elsewhere.")
            before.line.close()
        self.room.come_back(guest)
        return guest

    def _leave(self, talk: Dialogue[Any], guest: int) -> None:
        """Record that a guest is gone, unless the guest has come in on another line."""
        if self._talks.get(guest) is talk:
            del self._talks[guest]
            self.room.leave(guest)

    async def _join(self, talk: Dialogue[Any], call: Callable[[], int], greeting: str = "") -> int:
        """Call `call`, which admits a guest, and return the guest's number.

        From then on, the guest is sent the texts that the room has for the guest.
        """

        def join() -> int:
            guest = call()
            self._talks[guest] = talk
            if greeting:
                talk.show(greeting)
            return guest

        return await self._use(join)

    async def _attend(self, talk: Dialogue[Any], guest: int) -> None:
        """Handle each line of text that a guest types, until the guest leaves or a limit is reached.

        Raises GoneError.
        """
        line, limits = talk.line, self.limits
        allowance = Allowance(limits.keys_a_second, limits.keys_at_once, self.now())
        until, stays = self.now() + limits.longest_seconds, True
        while stays and not line.gone and self._talks.get(guest) is talk:
            rest = min(limits.idle_seconds, until - self.now())
            try:
                text = await asyncio.wait_for(talk.ask(PROMPT * (line.kind == "telnet")), rest)
            except TimeoutError:
                talk.show("Disconnected: you typed nothing for a long time, or have been here for hours.")
                return
            wanted = len(text) + 1
            while (wanted := wanted - allowance.take(wanted, self.now())) > 0:
                await asyncio.sleep(allowance.seconds_until_one(self.now()))
            while line.unsent > limits.unsent_bytes and not line.gone:
                await asyncio.sleep(LOOK_SECONDS / 10)
            stays = await self._use(partial(self.room.hear, guest, text))

    async def _use(self, call: Callable[[], Found]) -> Found:
        """Run `call` while nothing else uses the room, send the room's new texts, and return the result."""
        async with self._room_is_mine:
            found = call()
            self._tell()
        self._wake.set()
        return found

    async def close(self) -> None:
        """Close the room.  Call this after all lines have been closed."""
        async with self._room_is_mine:
            self.room.close()

    async def keep_going(self) -> None:
        """Keep calling the room's `look_at_clock` and the functions that `work` returns, until canceled."""
        while True:
            await self._rest()
            try:
                await self._go_on()
            except Exception as error:  # a room that fails keeps its guests
                self._log(f"trouble: {error!r}")
                self._say_to_all(FAILED)
                await asyncio.sleep(LOOK_SECONDS)
            self._cut_slow()

    async def _rest(self) -> None:
        """Wait until the room is used or LOOK_SECONDS have passed."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), LOOK_SECONDS)
        self._wake.clear()

    async def _go_on(self) -> None:
        async with self._room_is_mine:
            self.room.look_at_clock(self.now())
            self._tell()
            while (work := self.room.work()) is not None:
                await asyncio.to_thread(work)
                self._tell()

    def stop(self) -> None:
        """Tell the guests that the server stops, and hang up."""
        self._say_to_all("The server stops.")
        for line in list(self.lines):
            line.close()

    def _say_to_all(self, text: str) -> None:
        for talk in list(self._talks.values()):
            self._send(talk, Told(ALL_GUESTS, text))

    def _tell(self) -> None:
        for told in self.room.take_told():
            for guest, talk in self._talks.items():
                if told.guest in (guest, ALL_GUESTS):
                    self._send(talk, told)

    def _send(self, talk: Dialogue[Any], told: Told) -> None:
        """Send a text.  If the client has not read earlier texts, the text is lost."""
        line = talk.line
        if line.unsent > self.limits.unsent_bytes:
            return
        if line.kind == "web":
            line.write(for_page(told))
        else:
            talk.show(*_rows(told, line.size[1] - 1))

    def _cut_slow(self) -> None:
        """Close the lines whose clients have not read output for too long."""
        slow = [talk.line for talk in self._talks.values() if talk.line.unsent > self.limits.unsent_bytes]
        self._slow = {line: self._slow.get(line, self.now()) for line in slow}
        for line, since in self._slow.items():
            if self.now() - since > self.limits.unsent_seconds:
                line.abort()


def for_page(told: Told) -> bytes:
    """Return a text encoded for the web page of a room.  A picture is put between two form feeds."""
    rows = "".join([f"{printable_line(row)}\r\n" for row in _rows(told, TEXT_COLUMNS)]).encode()
    return _PICTURE + rows + _PICTURE if told.is_picture else rows


def _rows(told: Told, columns: int) -> list[str]:
    """Return a text as rows that fit a window.

    A row that is too long is split, and each part after the first begins with _CONTINUED.  Without this mark,
    a guest could type a long line whose second part looks like a row that the server wrote.
    """
    rows = told.text.split("\n")
    if told.is_picture:
        return rows
    width = min(max(columns, _NARROWEST), TEXT_COLUMNS)
    parts = [wrap(wide(row), width, subsequent_indent=_CONTINUED, drop_whitespace=False) for row in rows]
    return [part.replace("\0", "") for row in parts for part in row or [""]]


def digest_of(key: str) -> str:
    """Return the SHA-256 of a key, in hexadecimal.  The key is random, so a fast hash is safe."""
    return sha256(key.lower().replace("-", "").encode("utf-8", "replace")).hexdigest()


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\ufffd", "?")
