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
    from rogue.wire.ports import Ports
    from rogue.wire.room_server import Room, RoomServer

HELP: Final = """Serve a game on the network: a text world, or a game in turns with a seat for each player.
People connect with telnet, nc, or a browser, say their name, and type. The first ones sit down, others watch;
who comes back gives the key that was shown. The word machine fills empty seats."""
PORT: Final = 3638
_DIGITS: Final = 32  # bytes of a seal
_port = partial(whole_number, least=0, most=65535)


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    option = add_command(
        commands, "serve", "let people play a game on the network", HELP, _serve
    ).add_argument
    option("game", metavar="NAME|FILE", help="a shipped game, or a description such as ./my.egg")
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
    from rogue.wire.ports import HERE, is_loopback

    addresses = tuple(args.bind or HERE)
    if not args.public and not all(map(is_loopback, addresses)):
        args.misused("--bind with an address that others can reach needs --public")
    if args.public and os.geteuid() == 0:
        raise CommandError("A public server does not run as root: start it as an ordinary user.")
    form, asked = own_tables.kind_of(args.game)
    try:
        room = _room(args, form)
    except OSError as error:
        raise CommandError(f"{args.home}: {reason_of(error)}.") from error
    return asyncio.run(_run(args, room, asked or PORT, addresses))


def _room(args: argparse.Namespace, form: str) -> Room:
    """Return the room of a game.  Raises CommandError, LaunchError, OSError."""
    if form == "world":
        return own_tables.world_room(args.game, secrets.randbelow(MAX_SEED), args.home)
    if form != "turns":
        raise CommandError(f"{args.game} is neither a text world nor played in turns.")
    from rogomatic.eggg.match_command import opponents_of
    from rogomatic.eggg.table_room import TableRoom

    game = own_tables.load(args.game, args.players)
    makers = cache(partial(opponents_of, game))
    return TableRoom(
        game, lambda player, level, seed: makers(level, seed)(player),
        partial(secrets.randbelow, MAX_SEED), partial(secrets.token_hex, _DIGITS), args.clock,
    )  # fmt: skip


async def _run(args: argparse.Namespace, room: Room, port: int, addresses: Sequence[str]) -> int:
    from rogue.wire.ports import Ports
    from rogue.wire.room_server import RoomServer
    from rogue.wire.wire_limits import WireLimits

    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    limits = replace(WireLimits(), per_address=args.per_address, new_per_minute=10 * args.per_address)
    server = RoomServer(room, limits, loop.time, partial(print, file=sys.stderr, flush=True))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    ports = Ports(server.gate, limits, server.lines)
    going = asyncio.create_task(server.keep_going())
    try:
        await _listen(args, server, ports, port, addresses)
        print(f"eggg: serving {args.game} on {', '.join(ports.names)}", file=sys.stderr, flush=True)
        await stop.wait()
    except OSError as error:
        raise CommandError(f"A port cannot be opened: {reason_of(error)}.") from error
    finally:
        await ports.close(server.stop)
        going.cancel()
    return 0


async def _listen(
    args: argparse.Namespace, server: RoomServer, ports: Ports, port: int, addresses: Sequence[str]
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
