"""Open ports with their connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address
from typing import Final, Protocol

from rogue.wire.gatekeeper import Gatekeeper, RefusedError
from rogue.wire.lines import READ_BYTES, Line, RawLine, TelnetLine
from rogue.wire.wire_limits import WireLimits

BACKLOG: Final = 64  # connections that wait to be accepted
STOP_SECONDS: Final = 8.0
CANNOT_DRAW: Final = (
    b"Your terminal cannot show a game.  Set TERM to its type, such as xterm, and connect again.\r\n"
)
Serve = Callable[[Line], Awaitable[None]]
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


HERE: Final = ("127.0.0.1", "::1")
IN_THE_CLEAR: Final = (
    "others can read telnet traffic, including players' keys; "
    "to encrypt it, forward the port with ssh: ssh -L 3636:localhost:3636 HOST"
)


def is_loopback(address: str) -> bool:
    """Return whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def asked_addresses(
    bound: Sequence[str] | None, *, public: bool, misused: Callable[[str], object]
) -> tuple[str, ...]:
    """Return the addresses to listen on.  Call `misused` if --bind and --public contradict each other."""
    addresses = tuple(bound or HERE)
    if public and not bound:
        misused("--public requires --bind ADDR: by default, only this machine can reach the server")
    if not public and not all(map(is_loopback, addresses)):
        misused("--bind with an address that other machines can reach requires --public")
    return addresses


def page_address(addresses: Sequence[str], port: int, names: Sequence[str] = ()) -> str:
    """Return the URL of a page on this port, for a browser.

    names  names under which browsers on other machines reach the page

    >>> page_address(HERE, 8036), page_address(["fd00::1"], 8036)
    ('http://localhost:8036/', 'http://[fd00::1]:8036/')
    >>> page_address(["10.0.0.7"], 80, ["rogue.example.org"]), page_address(["0.0.0.0"], 8036)
    ('http://rogue.example.org:80/', 'http://localhost:8036/')
    """
    first = addresses[0]
    is_here = is_loopback(first) or first in ("0.0.0.0", "::")
    host = "localhost" if is_here else (*names, bracketed(first))[0]
    return f"http://{host}:{port}/"


def bracketed(address: str) -> str:
    """Return an address in the form that precedes a port, with brackets for IPv6."""
    return f"[{address}]" if ":" in address else address


def log_troubles(log: Callable[[str], object]) -> None:
    """Log exceptions of the running loop that no connection has caught, without a traceback."""
    asyncio.get_running_loop().set_exception_handler(
        lambda _, what: log(f"trouble: {what.get('message')} {what.get('exception')!r}")
    )


class Listening(Protocol):
    """An open port."""

    def close(self) -> None: ...


class Ports:
    """The open ports of a server, and the connections on these ports.

    numbers  the port number for each kind of client
    names    a text for the operator about each port: its page's address if it has a page, otherwise its name
             and number
    """

    def __init__(self, gate: Gatekeeper, limits: WireLimits, lines: set[Line]) -> None:
        """Prepare ports, but open none.  The set `lines` will always hold the open lines."""
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}
        self._gate = gate
        self._limits = limits
        self._lines = lines
        self._open: list[Listening] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self, name: str, addresses: Sequence[str], port: int, handler: Handler) -> None:
        """Open a port called `name` on every address, for one kind of client.

        If "::1" cannot be opened and an earlier address was opened, "::1" is left out.  Raises OSError for
        any other failure.
        """
        opened: list[asyncio.Server] = []
        for address in addresses:
            try:
                one = await asyncio.start_server(
                    handler, address, self.numbers.get(name, port), backlog=BACKLOG, limit=READ_BYTES
                )
            except OSError:
                if address != "::1" or not opened:
                    raise
                continue
            self.numbers.setdefault(name, one.sockets[0].getsockname()[1])
            opened.append(one)
        self.add(name, opened, self.numbers[name])

    def add(self, name: str, opened: Sequence[Listening], number: int, address: str = "") -> None:
        """Add a port that is already open.  `address` is the URL of its page, or "" if it has none."""
        self._open += opened
        self.numbers[name] = number
        self.names.append(f"page {address}" if address else f"{name} port {number}")

    def telnet(self, serve: Serve, *, draws: bool = False) -> Handler:
        """Return a handler that serves telnet clients.

        draws  whether `serve` draws pictures; clients whose terminals cannot show them are refused
        """

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = TelnetLine(reader, writer, self._limits)

            async def talk(_: Line) -> None:
                await line.open()
                if draws and not line.can_draw:
                    line.write(CANNOT_DRAW)
                else:
                    await serve(line)

            await self.take(line, talk)

        return connected

    def raw(self, serve: Serve) -> Handler:
        """Return a handler that serves programs that connect over raw TCP."""

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self.take(RawLine(reader, writer), serve)

        return connected

    async def take(self, line: Line, serve: Serve) -> None:
        """Admit and serve a connection, or tell the client why it is refused."""
        try:
            self._gate.enter(line.address)
        except RefusedError as refusal:
            line.write(f"{refusal}\r\n".encode("ascii"))
            await line.part()
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._lines.add(line)
        try:
            await serve(line)
        finally:
            self._lines.discard(line)
            self._gate.leave(line.address)
            await line.part()
            self._tasks.discard(task)

    async def close(self, stop: Callable[[], object]) -> None:
        """Close the ports, and call `stop`.  Abort connections that have not ended after STOP_SECONDS."""
        for one in self._open:
            one.close()
        stop()
        tasks = set(self._tasks)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=STOP_SECONDS)
            for line in list(self._lines):
                line.abort()
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
