"""Lines: connections over telnet or raw TCP, with the keys that arrive on them (SRV-3 to SRV-13)."""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress
from typing import Any, Final, Literal, Protocol, TypeVar

from rogue.wire.telnet import A_SECOND, AT_LOGIN, DEFAULT_SIZE, NOP, OFFERS, TelnetParser
from rogue.wire.wire_limits import WireLimits

READ_BYTES: Final = 2048
PART_SECONDS: Final = 0.3  # time for a client to read the last output
_ALTERNATE: Final = ("xterm", "screen", "tmux", "rxvt", "linux-16color", "alacritty", "foot", "kitty")
_WITHOUT_ANSI: Final = ("dumb", "vt52")  # terminals whose cursor our control sequences do not move
_ONLY_ASCII: Final = ("vt", "ansi", "dumb", "ibm", "syncterm")  # terminals older than UTF-8
LineKind = Literal["telnet", "raw", "web"]
TELNET_ESCAPE_SECONDS: Final = 0.3
RAW_ESCAPE_SECONDS: Final = 1.0
WEB_ESCAPE_SECONDS: Final = 0.05  # the page sends every key as a whole
GROUP: Final = 32  # keys fed in one call at most (SRV-13)
SHORTEST: Final = 0.001  # seconds, to read only what has arrived
_ESC: Final = 0x1B
_SEQUENCE: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])", re.DOTALL)
_LONGEST_SEQUENCE: Final = 32  # bytes


class Line(Protocol):
    """A connection to a client.

    gone   whether no more input will come
    is_in  whether the player has logged in; fewer telnet commands are allowed after the login
    size   rows and columns of the client's window
    """

    kind: LineKind
    address: str
    gone: bool
    is_in: bool

    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def has_alternate_screen(self) -> bool:
        """Whether the terminal has an alternate screen."""

    @property
    def takes_utf8(self) -> bool:
        """Whether texts may contain characters beyond ASCII."""

    @property
    def unsent(self) -> int: ...
    async def read(self) -> bytes:
        """Return the next bytes, or b"" if there are none or the input has ended (see `gone`)."""

    def write(self, data: bytes) -> None:
        """Queue bytes for sending, without waiting."""

    def notify(self, **what: str) -> None:
        """Send the given texts to the script of a web page, each with its keyword as its name.

        If the client of this line is not a web page, do nothing.
        """

    def close(self) -> None:
        """Let the connection close when the queued bytes have been sent.  Return at once."""

    async def part(self) -> None:
        """Wait until the queued bytes have been sent, then close the connection."""

    def abort(self) -> None:
        """Close the connection at once, and drop the queued bytes."""


class RawLine:
    """A raw TCP connection: each byte received is a key, and drawn bytes are sent unchanged."""

    kind: LineKind = "raw"

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.gone = False
        self.is_in = False
        self._reader = reader
        self._writer = writer
        peer = writer.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "?"
        sock: socket.socket | None = writer.get_extra_info("socket")
        if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)

    @property
    def size(self) -> tuple[int, int]:
        return DEFAULT_SIZE

    @property
    def has_alternate_screen(self) -> bool:
        return False

    @property
    def takes_utf8(self) -> bool:
        return True

    @property
    def unsent(self) -> int:
        return self._writer.transport.get_write_buffer_size()

    async def read(self) -> bytes:
        try:
            data = await self._reader.read(READ_BYTES)
        except (OSError, asyncio.IncompleteReadError):
            data = b""
        self.gone = self.gone or not data
        return data

    def write(self, data: bytes) -> None:
        if data and not self._writer.is_closing():
            self._writer.write(data)

    def notify(self, **what: str) -> None:
        """Do nothing, because only a web page can show named texts."""

    def close(self) -> None:
        self.gone = True
        if not self._writer.is_closing():
            self._writer.close()

    async def part(self) -> None:
        """End the output, discard input for at most PART_SECONDS seconds, then close the connection."""
        if not self._writer.is_closing():
            with suppress(OSError, TimeoutError):
                self._writer.write_eof()
                async with asyncio.timeout(PART_SECONDS):
                    while await self._reader.read(READ_BYTES):
                        pass
        self.close()

    def abort(self) -> None:
        self.gone = True
        self._writer.transport.abort()


class TelnetLine(RawLine):
    """A telnet connection.  It handles telnet commands, and knows the client's window and terminal."""

    kind: LineKind = "telnet"

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, limits: WireLimits
    ) -> None:
        super().__init__(reader, writer)
        self.telnet = TelnetParser()
        self._limits = limits
        self._typed = b""  # keys that arrived during the opening
        self._counted = (0.0, 0)  # start of the count of commands, and the number at that time

    @property
    def size(self) -> tuple[int, int]:
        return self.telnet.size

    @property
    def has_alternate_screen(self) -> bool:
        return self.telnet.terminal.lower().startswith(_ALTERNATE)

    @property
    def can_draw(self) -> bool:
        """Whether the terminal can show a picture."""
        return not self.telnet.terminal.lower().startswith(_WITHOUT_ANSI)

    @property
    def takes_utf8(self) -> bool:
        return not self.telnet.terminal.lower().startswith(_ONLY_ASCII)

    async def open(self) -> None:
        """Offer the telnet options that the game needs, and wait briefly for the answers."""
        self._writer.write(OFFERS)
        loop = asyncio.get_running_loop()
        until = loop.time() + self._limits.opening_seconds
        while not (self.telnet.settled or self.gone):
            left = until - loop.time()
            if left <= 0:
                return
            try:
                self._typed += await asyncio.wait_for(self._from_net(), left)
            except TimeoutError:
                return

    async def read(self) -> bytes:
        if self._typed:
            typed, self._typed = self._typed, b""
            return typed
        while True:
            try:
                return await asyncio.wait_for(self._from_net(), self._limits.nop_seconds)
            except TimeoutError:
                self.write(NOP)  # detects a dead line

    def ask_binary(self) -> None:
        """Ask the client to send all eight bits of each byte."""
        self.telnet.ask_binary()
        self.write(self.telnet.take_answers())

    async def _from_net(self) -> bytes:
        data = await super().read()
        keys = self.telnet.feed(data)
        self.write(self.telnet.take_answers())
        if self.telnet.ended or self._asks_too_often():
            self.close()
        return keys

    def _asks_too_often(self) -> bool:
        """Return whether a client has sent too many telnet commands (SRV-8)."""
        commands, now = self.telnet.commands, asyncio.get_running_loop().time()
        if not self.is_in:
            self._counted = (now, commands)
            return commands > AT_LOGIN
        since, before = self._counted
        if now - since >= 1:
            self._counted = (now, commands)
            return False
        return commands - before > A_SECOND


_RETURN, _NEWLINE = 0x0D, 0x0A
Taker_contra = TypeVar("Taker_contra", contravariant=True)


class LineKeys(Protocol[Taker_contra]):
    """Keys that have arrived on a line and wait for the game.

    most      maximum number of keys that `take` may return in one group
    deadline  time at which `settle` must be called, measured by the same clock as the `now` of `add`; None if
              no key is incomplete
    """

    most: int

    @property
    def deadline(self) -> float | None: ...
    def __len__(self) -> int: ...
    def add(self, data: bytes, now: float) -> None:
        """Add bytes that arrived on the line at time `now` in seconds."""

    def settle(self) -> None:
        """Let an incomplete key count as complete, because its last bytes have not arrived in time."""

    def drop(self) -> None:
        """Drop all waiting keys."""

    def pop(self) -> int | None:
        """Remove and return the next byte of an answer to a question, or return None if there is none."""

    def take(self, most: int, taker: Taker_contra) -> bytes:
        """Remove and return at most `most` keys for the game `taker`, or return b"" if there are none.

        If `most` is 1, the group may be an Escape with the byte that belongs to it.
        """


class ProgramKeys:
    """Keys of a program that plays over raw TCP, where each byte is a key.

    The game must receive an Escape together with the byte that follows it.  So if the last byte that has
    arrived is an Escape, it is held back until another byte arrives or `settle` is called.
    """

    most = GROUP

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._last = 0.0
        self._is_late = False
        self._after_return = False

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def deadline(self) -> float | None:
        return self._last + RAW_ESCAPE_SECONDS if self._waiting and not self._end() else None

    def add(self, data: bytes, now: float) -> None:
        self._waiting += data
        self._last = now

    def settle(self) -> None:
        self._is_late = True

    def drop(self) -> None:
        self._waiting.clear()
        self._is_late = False

    def pop(self) -> int | None:
        self._skip_newline()
        if not self._waiting:
            return None
        key = self._waiting.pop(0)
        self._after_return = key == _RETURN
        return key

    def take(self, most: int, taker: object) -> bytes:  # noqa: ARG002
        self._skip_newline()
        waiting, end = self._waiting, min(self._end(), most)
        self._is_late = False
        if end and waiting[end - 1] == _ESC and end < len(waiting) and not self._is_second(end - 1):
            end = end - 1 or 2
        group = bytes(waiting[:end])
        del waiting[:end]
        return group

    def _skip_newline(self) -> None:
        if self._after_return and self._waiting:
            self._after_return = False
            if self._waiting[0] == _NEWLINE:
                del self._waiting[0]

    def _end(self) -> int:
        """Return the number of bytes that can be taken: all but an Escape that waits for its second byte."""
        last = len(self._waiting) - 1
        waits = last >= 0 and self._waiting[last] == _ESC and not self._is_second(last)
        return last if waits and not self._is_late else last + 1

    def _is_second(self, at: int) -> bool:
        """Return whether the byte at index `at` is the second byte of a pair that begins with Escape."""
        escapes = 0
        while at - escapes > 0 and self._waiting[at - escapes - 1] == _ESC:
            escapes += 1
        return escapes % 2 == 1


class TypedKeys(ProgramKeys):
    """Keys of a person who types lines.  The bytes of arrow keys and similar keys are dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._rest = b""

    def add(self, data: bytes, now: float) -> None:
        data = _SEQUENCE.sub(b"", self._rest + data)
        at = data.find(b"\x1b")
        end = len(data) if at < 0 or len(data) - at > _LONGEST_SEQUENCE else at
        self._rest = data[end:]
        super().add(data[:end].replace(b"\x1b", b""), now)


async def gather(line: Line, keys: LineKeys[Any], seconds: float | None = None) -> bool:
    """Wait for bytes on a line, and add them to `keys`.  Return False if no bytes arrive within `seconds`.

    Return True, too, if the input ends, or if an incomplete key has waited long enough to count as complete.
    If `seconds` is None, wait without a limit.
    """
    now = asyncio.get_running_loop().time
    rest = None if keys.deadline is None else max(keys.deadline - now(), SHORTEST)
    begins = rest is not None and (seconds is None or rest < seconds)
    try:
        data = await asyncio.wait_for(line.read(), rest if begins else seconds)
    except TimeoutError:
        if begins:
            keys.settle()
        return begins
    keys.add(data, now())
    return True
