"""The command `rogue serve`: its arguments, its ports, its signals."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Protocol

from rogue.server.game_server import STOP_SECONDS, GameServer
from rogue.server.game_store import GameStore, StoreError
from rogue.server.gatekeeper import RefusedError
from rogue.server.lines import READ_BYTES, Line, RawLine, TelnetLine
from rogue.server.server_limits import ServerLimits
from rogue.server.watch_loop import serve_watcher
from rogue.shared.command_lines import ArgumentParser
from rogue.shared.errors import LaunchError

PORT: Final = 3636
HERE: Final = ("127.0.0.1", "::1")
BACKLOG: Final = 64
MAX_DELAY: Final = 60.0
_USUAL: Final = ServerLimits()
IN_THE_CLEAR: Final = (
    "rogue: telnet can be read on its way, keys of players included; "
    "ssh with a forwarded port hides it: ssh -L 3636:localhost:3636 HOST"
)
Serve = Callable[[Line], Awaitable[None]]


def serve_command(words: Sequence[str]) -> int:
    """Run a server until it is told to end; return the exit code.  Raises LaunchError."""
    args = _parser().parse_args(words)
    addresses = tuple(args.bind) if args.bind else HERE
    if not args.public and not all(_is_loopback(address) for address in addresses):
        raise LaunchError(
            "--bind with an address that others can reach needs --public, which says what it means"
        )
    if os.geteuid() == 0:
        raise LaunchError("a server does not run as root: start it as an ordinary user")
    if args.public:
        print(IN_THE_CLEAR, file=sys.stderr)
    limits = replace(
        _USUAL, players=args.players, watchers=args.watchers,
        per_address=args.per_address, new_per_minute=args.per_minute,
        connections=max(_USUAL.connections, args.players + args.watchers),
    )  # fmt: skip
    return asyncio.run(_run(args, addresses, limits))


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="rogue serve", allow_abbrev=False,
        description="Let people and programs play and watch over the network.",
    )  # fmt: skip
    add = parser.add_argument
    add("--home", type=Path, required=True, metavar="DIR", help="the only folder that is written to")
    add("--bind", action="append", metavar="ADDR", help="address to listen on (127.0.0.1 and ::1)")
    add("--public", action="store_true", help="allow addresses that others can reach")
    add("--port", type=_port, default=PORT, metavar="N", help=f"telnet, for people ({PORT})")
    add("--raw-port", type=_port, metavar="N", help="the plain wire, for programs")
    add("--watch-port", type=_port, metavar="N", help="telnet, to look on without a name")
    add("--web", type=_port, metavar="PORT", help="a page for browsers (needs the extra `web`)")
    add("--web-host", action="append", metavar="NAME", help="a name under which browsers reach the page")
    add("--players", type=_count, default=_USUAL.players, metavar="N", help="at once (%(default)s)")
    add("--watchers", type=_count, default=_USUAL.watchers, metavar="N", help="at once (%(default)s)")
    add("--per-address", type=_count, default=_USUAL.per_address, metavar="N",
        help="connections of one address at once (%(default)s)")  # fmt: skip
    add("--per-minute", type=_count, default=_USUAL.new_per_minute, metavar="N",
        help="new connections of one address in a minute (%(default)s)")  # fmt: skip
    add("--watch-delay", type=_delay, default=0.0, metavar="S", help="seconds that watchers see a game late")
    return parser


def _port(text: str) -> int:
    with suppress(ValueError):
        if 0 <= int(text) <= 65535:
            return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port")


def _count(text: str) -> int:
    with suppress(ValueError):
        if 1 <= int(text) <= 1_000_000:
            return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000000")


def _delay(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= MAX_DELAY:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {MAX_DELAY:g}")


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


async def _run(args: argparse.Namespace, addresses: Sequence[str], limits: ServerLimits) -> int:
    loop = asyncio.get_running_loop()
    try:
        store = GameStore(args.home, limits)
    except StoreError as error:
        raise LaunchError(str(error)) from error
    server = GameServer(store, limits, loop.time, args.watch_delay)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    loop.set_exception_handler(lambda _, what: _note_trouble(server, what))
    ports = Ports(server)
    try:
        await _listen(ports, args, addresses)
        going = asyncio.create_task(server.keep_going())
        print(f"rogue: serving {args.home} on {', '.join(ports.names)}", file=sys.stderr, flush=True)
        await stop.wait()
        going.cancel()
    finally:
        await ports.close()
        store.close()
        server.log.close()
    return 0


async def _listen(ports: Ports, args: argparse.Namespace, addresses: Sequence[str]) -> None:
    """Open every port that was asked for.  Raises LaunchError."""
    try:
        await ports.listen("telnet", addresses, args.port, ports.telnet(ports.server.serve_player))
        if args.raw_port is not None:
            await ports.listen("raw", addresses, args.raw_port, ports.raw)
        if args.watch_port is not None:
            watching = ports.telnet(lambda line: serve_watcher(ports.server, line))
            await ports.listen("watching", addresses, args.watch_port, watching)
        if args.web is not None:
            from rogue.server.web_server import open_web

            ports.add(
                "web", *await open_web(ports.server, ports.take, addresses, args.web, args.web_host or ())
            )
    except OSError as error:
        raise LaunchError(f"a port cannot be opened: {error.strerror or error}") from error


class Listening(Protocol):
    """A port that is open."""

    def close(self) -> None: ...


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Ports:
    """The open ports of a server, and the connections on them."""

    def __init__(self, server: GameServer) -> None:
        self.server = server
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}
        self._open: list[Listening] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self, name: str, addresses: Sequence[str], port: int, handler: Handler) -> None:
        """Listen for one kind of client; an address family that the machine lacks is left out."""
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
        self._open += opened
        self.names.append(f"{name} port {self.numbers[name]}")

    def add(self, name: str, opened: Sequence[Listening], number: int) -> None:
        """Note a port that was opened otherwise."""
        self._open += opened
        self.numbers[name] = number
        self.names.append(f"{name} port {number}")

    def telnet(self, serve: Serve) -> Handler:
        """Return what takes telnet clients."""

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = TelnetLine(reader, writer, self.server.limits)

            async def talk(_: Line) -> None:
                await line.open()
                await serve(line)

            await self.take(line, talk)

        return connected

    async def raw(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a program on the plain wire."""
        await self.take(RawLine(reader, writer), self.server.serve_player)

    async def take(self, line: Line, serve: Serve) -> None:
        """Let a connection in, or say why not; look after it to its end."""
        server = self.server
        try:
            server.gate.enter(line.address)
        except RefusedError as refusal:
            line.write(f"{refusal}\r\n".encode("ascii"))
            await line.part()
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        server.lines.add(line)
        try:
            await serve(line)
        finally:
            server.lines.discard(line)
            server.gate.leave(line.address)
            await line.part()
            self._tasks.discard(task)

    async def close(self) -> None:
        """Close the ports, keep the games, and let the connections end."""
        for one in self._open:
            one.close()
        self.server.stop()
        tasks = set(self._tasks)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=STOP_SECONDS)
            for line in list(self.server.lines):
                line.abort()
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _note_trouble(server: GameServer, what: dict[str, object]) -> None:
    """Note what no connection has caught; the server goes on."""
    server.log.note("", "", f"trouble: {what.get('message')} {what.get('exception')!r}")
