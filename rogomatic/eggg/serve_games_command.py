"""The command `eggg serve`: a game for people on the network."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import MAX_SEED, Commands, add_command, positive, seconds, whole_number
from rogue.shared.errors import CommandError, reason_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rogomatic.eggg.seated_room import NewJournal
    from rogue.shared.board_games import Game
    from rogue.wire.lines import Line
    from rogue.wire.ports import Ports
    from rogue.wire.room_server import Room, RoomServer
    from rogue.wire.wire_limits import WireLimits

    Maker = Callable[[WireLimits, Callable[[], float]], RoomServer]
    """Makes a server of limits and a clock in seconds."""

HELP: Final = """Serve a game on the network: a text world, or a game in turns or in real time, with seats.
People connect with telnet, nc, or a browser, say their name, and type. The first ones sit down, others watch;
who comes back gives the key that was shown. The word machine fills empty seats. In real time keys count, as
at home: M seats the machine, Q leaves. --edit serves a page for this machine only:
a description on the left, with its errors as you type, and its game on the right."""
PORT: Final = 3638
_DIGITS: Final = 32  # bytes of a seal
MAX_EDITED: Final = 512 << 10  # bytes of a description as JSON
_port = partial(whole_number, least=0, most=65535)


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    option = add_command(
        commands, "serve", "let people play a game on the network", HELP, _serve
    ).add_argument
    option(
        "game",
        metavar="NAME|FILE",
        nargs="?",
        default="",
        help="a shipped game, or a description such as ./my.egg",
    )
    option("--edit", action="store_true", help="a page to write the game in, at --web PORT (needs `web`)")
    option("--players", type=positive, default=0, metavar="N", help="seats, where a game leaves it open")
    option("--port", type=_port, metavar="N", help=f"for telnet (default: of the description, else {PORT})")
    option("--raw-port", type=_port, metavar="N", help="for nc and programs")
    option("--web", type=_port, metavar="PORT", help="a page for browsers (needs the extra `web`)")
    option("--web-host", action="append", metavar="NAME", help="a name under which browsers reach the page")
    option("--bind", action="append", metavar="ADDR", help="address to listen on (127.0.0.1 and ::1)")
    option("--public", action="store_true", help="allow addresses that others can reach")
    option("--per-address", type=partial(whole_number, least=1, most=1000), default=8, metavar="N",
           help="connections of one address at once (default 8)")  # fmt: skip
    option("--home", type=Path, metavar="DIR", help="keep a text world in this folder")
    clock = "for a choice when turns are simultaneous; then the lot chooses (default 30)"
    option("--clock", type=seconds, default=30.0, metavar="S", help=clock)


def _serve(args: argparse.Namespace) -> int:
    """Serve a game until a signal comes.  Raises CommandError, LaunchError."""
    from rogue.wire.ports import HERE, IN_THE_CLEAR, is_loopback

    addresses = tuple(args.bind or HERE)
    if args.edit:
        if args.public or args.bind:
            args.misused("--edit is for this machine: it takes neither --bind nor --public")
        return asyncio.run(_edit(args))
    if not args.game:
        args.misused("the argument NAME|FILE is missing")
    if not args.public and not all(map(is_loopback, addresses)):
        args.misused("--bind with an address that others can reach needs --public")
    if args.public and os.geteuid() == 0:
        raise CommandError("A public server does not run as root: start it as an ordinary user.")
    if args.public:
        print(f"eggg: {IN_THE_CLEAR}", file=sys.stderr)
    form, asked = own_tables.kind_of(args.game)
    try:
        make = _server_of(args, form)
    except OSError as error:
        raise CommandError(f"{args.home}: {reason_of(error)}.") from error
    return asyncio.run(_run(args, make, asked or PORT, addresses))


def _server_of(args: argparse.Namespace, form: str) -> Maker:
    """Return what makes the server of a game.  Raises CommandError, LaunchError, OSError."""
    from rogomatic.eggg.match_command import served_journal
    from rogomatic.eggg.real_time_room import RealTimeRoom
    from rogomatic.eggg.real_time_server import RealTimeServer
    from rogue.wire.room_server import RoomServer

    draw_seed = partial(secrets.randbelow, MAX_SEED)
    log = partial(print, file=sys.stderr, flush=True)
    if form == "world":
        room = own_tables.world_room(args.game, draw_seed(), args.home)
    elif game := own_tables.in_real_time(args.game):
        shown = RealTimeRoom(game, draw_seed, served_journal)
        return lambda limits, now: RealTimeServer(shown, own_tables.keyboard, limits, now, log)
    else:
        room = _table(own_tables.load(args.game, args.players), args.clock, served_journal)
    return lambda limits, now: RoomServer(room, limits, now, log)


def _table(game: Game, choice_seconds: float, new_journal: NewJournal = lambda _head: None) -> Room:
    """Return the table of a game in turns."""
    from rogomatic.eggg.match_command import opponents_of
    from rogomatic.eggg.table_room import TableRoom

    makers = cache(partial(opponents_of, game))
    return TableRoom(
        game, lambda player, level, seed: makers(level, seed)(player),
        partial(secrets.randbelow, MAX_SEED), partial(secrets.token_hex, _DIGITS), choice_seconds,
        new_journal,
    )  # fmt: skip


async def _run(args: argparse.Namespace, make: Maker, port: int, addresses: Sequence[str]) -> int:
    from rogue.wire.ports import Ports

    limits = _limits(args)
    server = make(limits, asyncio.get_running_loop().time)
    ports = Ports(server.gate, limits, server.lines)
    going = asyncio.create_task(server.keep_going())
    try:
        await _until_signal(args.game, ports, partial(_listen, args, server, ports, port, addresses))
    finally:
        await ports.close(server.stop)
        going.cancel()
        await server.close()
    return 0


async def _edit(args: argparse.Namespace) -> int:
    """Serve the page to write in.  Raises CommandError, LaunchError."""
    from rogue.wire.gatekeeper import Gatekeeper
    from rogue.wire.ports import HERE, Ports
    from rogue.wire.web_site import open_site

    lines: set[Line] = set()
    limits, now = _limits(args), asyncio.get_running_loop().time
    ports = Ports(Gatekeeper(Path(), limits, now), limits, lines)
    table = partial(_table, choice_seconds=args.clock)

    async def listen() -> None:
        site = own_tables.edit_site(args.game, table, secrets.randbelow(MAX_SEED), now)
        web = PORT if args.web is None else args.web
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
    from rogue.wire.wire_limits import WireLimits

    return replace(WireLimits(), per_address=args.per_address, new_per_minute=10 * args.per_address)


async def _until_signal(game: str, ports: Ports, listen: Callable[[], Awaitable[None]]) -> None:
    """Open ports, say so, and wait for a signal.  Raises CommandError, LaunchError."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        await listen()
    except OSError as error:
        raise CommandError(f"A port or a file cannot be opened: {reason_of(error)}.") from error
    print(f"eggg: serving {game} on {', '.join(ports.names)}", file=sys.stderr, flush=True)
    await stop.wait()


async def _listen(
    args: argparse.Namespace,
    server: RoomServer,
    ports: Ports,
    port: int,
    addresses: Sequence[str],
) -> None:
    """Open the ports that are wanted.  Raises OSError, LaunchError."""
    await ports.listen(
        "telnet", addresses, port if args.port is None else args.port, ports.telnet(server.serve)
    )
    if args.raw_port is not None:
        await ports.listen("raw", addresses, args.raw_port, ports.raw(server.serve))
    if args.web is not None:
        from rogue.wire.web_site import open_site

        site, names = own_tables.room_site(server.serve), args.web_host or ()
        web = await open_site(site, ports.take, server.limits, server.now, addresses, args.web, names)
        ports.add("web", *web)
