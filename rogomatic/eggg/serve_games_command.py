"""The command `eggg serve`, by which people play a game on the network."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final

from rogomatic.eggg import own_tables
from rogomatic.eggg.match_command import opponents_of, served_journal
from rogomatic.eggg.real_time_server import RealTimeRoom, RealTimeServer
from rogomatic.eggg.seated_room import NewJournal
from rogomatic.eggg.table_room import TableRoom
from rogue.shared.board_games import Described, Game
from rogue.shared.command_lines import MAX_SEED
from rogue.shared.errors import CommandError, reason_of
from rogue.wire.gatekeeper import Gatekeeper
from rogue.wire.lines import Line
from rogue.wire.ports import HERE, IN_THE_CLEAR, Ports, asked_addresses, log_troubles
from rogue.wire.room_server import GuestRoom, RoomServer
from rogue.wire.wire_limits import WireLimits

_DIGITS: Final = 32  # bytes of a seal
MAX_EDITED: Final = 512 << 10  # bytes of a description as JSON
Maker = Callable[[WireLimits, Callable[[], float]], RoomServer]
"""Makes a server from limits and a clock, which returns seconds."""


def serve(args: argparse.Namespace) -> int:
    """Serve a game until a signal comes.  Return the exit code.  Raises CommandError, LaunchError."""
    if args.edit:
        if args.public or args.bind:
            args.misused("--edit serves only this machine; omit --bind and --public")
        for name in ("players", "port", "raw_port", "web_host", "home"):
            if getattr(args, name):
                args.misused(f"--edit cannot be used with --{name.replace('_', '-')}")
        return asyncio.run(_edit(args))
    if not args.game:
        args.misused("the argument NAME|FILE is missing")
    addresses = asked_addresses(args.bind, public=args.public, misused=args.misused)
    if args.public and os.geteuid() == 0:
        raise CommandError("A public server must not run as root. Start it as an ordinary user.")
    if args.public:
        print(f"eggg: {IN_THE_CLEAR}", file=sys.stderr)
    game = own_tables.game_of(args.game)
    if args.home and not own_tables.is_world(game):
        args.misused(f"--home keeps text worlds only, and {args.game} is none")
    if args.players and own_tables.is_world(game):
        args.misused("--players is not for text worlds, whose description has the number of players")
    if args.port is None:
        args.port = (game.port if own_tables.is_world(game) else 0) or own_tables.PORT
    try:
        make = _server_of(args, game)
    except OSError as error:
        raise CommandError(f"{args.home}: {reason_of(error)}.") from error
    return asyncio.run(_run(args, make, addresses))


def _server_of(args: argparse.Namespace, game: Described) -> Maker:
    """Return a function that makes the server of a game.

    Raises CommandError, LaunchError, OSError.
    """
    draw_seed = partial(secrets.randbelow, MAX_SEED)
    if own_tables.is_in_real_time(game):
        shown = RealTimeRoom(game, draw_seed, served_journal)
        return lambda limits, now: RealTimeServer(shown, own_tables.keyboard, limits, now, _log)
    if own_tables.is_world(game):
        room = own_tables.world_room(game, draw_seed(), args.home)
    else:
        room = table_of(own_tables.load(args.game, args.players), args.clock, served_journal)
    return lambda limits, now: RoomServer(room, limits, now, _log)


def table_of(game: Game, choice_seconds: float, new_journal: NewJournal = lambda _head: None) -> GuestRoom:
    """Return the room of a turn-based game.

    choice_seconds  time for a simultaneous choice.  After this time, a random choice is made.
    """
    makers = cache(partial(opponents_of, game))
    return TableRoom(
        game, lambda player, level, seed: makers(level, seed)(player),
        partial(secrets.randbelow, MAX_SEED), partial(secrets.token_hex, _DIGITS), choice_seconds,
        new_journal,
    )  # fmt: skip


async def _run(args: argparse.Namespace, make: Maker, addresses: Sequence[str]) -> int:
    limits = _limits(args)
    server = make(limits, asyncio.get_running_loop().time)
    ports = Ports(server.gate, limits, server.lines)
    going = asyncio.create_task(server.keep_going())
    try:
        await _until_signal(args.game, ports, partial(_listen, args, server, ports, addresses))
    finally:
        await ports.close(server.stop)
        going.cancel()
        await server.close()
    return 0


async def _edit(args: argparse.Namespace) -> int:
    """Serve the page for writing a game.  Return the exit code.  Raises CommandError, LaunchError."""
    from rogue.wire.web_site import open_site

    lines: set[Line] = set()
    limits, now = _limits(args), asyncio.get_running_loop().time
    ports = Ports(Gatekeeper(Path(), limits, now), limits, lines)
    table = partial(table_of, choice_seconds=args.clock)

    async def listen() -> None:
        site = own_tables.edit_site(args.game, table, secrets.randbelow(MAX_SEED), now)
        web = own_tables.PORT if args.web is None else args.web
        ports.add("web", *await open_site(site, ports.take, limits, now, HERE, web, (), MAX_EDITED))

    def hang_up() -> None:
        for line in list(lines):
            line.close()

    try:
        await _until_signal(args.game or "a new game", ports, listen)
    finally:
        await ports.close(hang_up)
    return 0


def _limits(args: argparse.Namespace) -> WireLimits:
    return replace(WireLimits(), per_address=args.per_address, new_per_minute=10 * args.per_address)


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


async def _until_signal(game: str, ports: Ports, listen: Callable[[], Awaitable[None]]) -> None:
    """Open ports, print them, and wait for a signal.  Raises CommandError, LaunchError."""
    log_troubles(_log)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        await listen()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else reason_of(error)
        raise CommandError(f"A port or a file cannot be opened: {reason}.") from error
    print(f"eggg: serving {game} on {', '.join(ports.names)}", file=sys.stderr, flush=True)
    await stop.wait()


async def _listen(
    args: argparse.Namespace, server: RoomServer, ports: Ports, addresses: Sequence[str]
) -> None:
    """Open the requested ports.  Raises OSError, LaunchError."""
    await ports.listen("telnet", addresses, args.port, ports.telnet(server.serve))
    if args.raw_port is not None:
        await ports.listen("raw", addresses, args.raw_port, ports.raw(server.serve))
    if args.web is not None:
        from rogue.wire.web_site import open_site

        site, names = own_tables.room_site(server.serve), args.web_host or ()
        web = await open_site(site, ports.take, server.limits, server.now, addresses, args.web, names)
        ports.add("web", *web)
