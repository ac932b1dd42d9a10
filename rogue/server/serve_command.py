"""The command `rogue serve`."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rogue.server.game_server import GameServer
from rogue.server.game_store import GameStore, ServerLimits, StoreError
from rogue.server.watch_loop import serve_watcher
from rogue.shared.command_lines import (
    ArgumentParser,
    decimal_number,
    folder_name,
    host_name,
    port,
    whole_number,
)
from rogue.shared.errors import LaunchError, reason_of
from rogue.wire.ports import IN_THE_CLEAR, Ports, asked_addresses, log_troubles

PORT: Final = 3636
MAX_DELAY: Final = 60.0
_USUAL: Final = ServerLimits()


def serve_command(words: Sequence[str]) -> int:
    """Run a server until it is stopped, and return the exit code.  Raises LaunchError."""
    parser = _parser()
    args = parser.parse_args(words)
    addresses = asked_addresses(args.bind, public=args.public, misused=parser.error)
    if os.geteuid() == 0:
        raise LaunchError("the server refuses to run as root; start it as an ordinary user")
    if args.public:
        print(f"rogue: {IN_THE_CLEAR}", file=sys.stderr)
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
    add("--home", type=folder_name, required=True, metavar="DIR", help="folder for all files of the server")
    add("--bind", action="append", metavar="ADDR", help="address to listen on (default: 127.0.0.1 and ::1)")
    add("--public", action="store_true", help="allow --bind with an address that other machines can reach")
    add("--port", type=port, default=PORT, metavar="N", help=f"telnet port for players (default: {PORT})")
    add("--raw-port", type=port, metavar="N", help="port for programs, which send and receive raw bytes")
    add("--watch-port", type=port, metavar="N", help="telnet port for watchers, who need no name")
    add("--web", type=port, metavar="PORT", help="port of a page for browsers (needs the extra `web`)")
    add("--web-host", action="append", type=host_name, metavar="NAME",
        help="host name of the page, with a port of its own as in NAME:8443")  # fmt: skip
    add("--players", type=_count, default=_USUAL.players, metavar="N",
        help="players at once (default: %(default)s)")  # fmt: skip
    add("--watchers", type=_count, default=_USUAL.watchers, metavar="N",
        help="watchers at once (default: %(default)s)")  # fmt: skip
    add("--per-address", type=_count, default=_USUAL.per_address, metavar="N",
        help="maximum connections from one address (default: %(default)s)")  # fmt: skip
    add("--per-minute", type=_count, default=_USUAL.new_per_minute, metavar="N",
        help="new connections from one address per minute (default: %(default)s)")  # fmt: skip
    add("--watch-delay", type=_delay, default=0.0, metavar="S",
        help=f"show watchers the game S seconds late (at most {MAX_DELAY:g})")  # fmt: skip
    return parser


_count = partial(whole_number, least=1, most=1_000_000)
_delay = partial(decimal_number, least=0, most=MAX_DELAY)


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
    log_troubles(partial(server.log.note, "", ""))
    ports = Ports(server.gate, limits, server.lines)
    try:
        await _listen(ports, server, args, addresses)
        going = asyncio.create_task(server.keep_going())
        print(f"rogue: serving {args.home} on {', '.join(ports.names)}", file=sys.stderr, flush=True)
        await stop.wait()
        going.cancel()
    finally:
        await ports.close(server.stop)
        store.close()
        server.log.close()
    return 0


async def _listen(
    ports: Ports, server: GameServer, args: argparse.Namespace, addresses: Sequence[str]
) -> None:
    """Open the requested ports.  Raises LaunchError."""
    try:
        await ports.listen("telnet", addresses, args.port, ports.telnet(server.serve_player, draws=True))
        if args.raw_port is not None:
            await ports.listen("raw", addresses, args.raw_port, ports.raw(server.serve_player))
        if args.watch_port is not None:
            watching = ports.telnet(lambda line: serve_watcher(server, line), draws=True)
            await ports.listen("watching", addresses, args.watch_port, watching)
        if args.web is not None:
            from rogue.server.web_server import open_web

            ports.add("web", *await open_web(server, ports.take, addresses, args.web, args.web_host or ()))
    except OSError as error:
        raise LaunchError(f"a port cannot be opened: {reason_of(error)}") from error
