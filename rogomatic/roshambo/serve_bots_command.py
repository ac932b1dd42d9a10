"""The command `roshambo serve`: bots on the network play each other."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from functools import partial
from typing import Final

from rogue.shared.command_lines import Commands, add_command, port, positive, seconds
from rogue.shared.errors import CommandError, reason_of

HELP: Final = """Let bots on the network play each other. A bot connects to the raw port, sends its name as
one line, then reads a line for each turn and answers with a line, like a --bot program. Two bots play a
match, and both are told the winner. With the first line NAME OPPONENT, a bot plays a built-in bot."""
PORT: Final = 3637


def add(actions: Commands[argparse.ArgumentParser]) -> None:
    """Add the action `serve`."""
    serve = add_command(actions, "serve", "let bots on the network play each other", HELP, _serve)
    option = serve.add_argument
    option("--raw-port", type=port, default=PORT, metavar="N", help=f"port for bots (default {PORT})")
    option(
        "--bind", action="append", metavar="ADDR", help="address to listen on (default: 127.0.0.1 and ::1)"
    )
    option("--public", action="store_true", help="allow --bind with an address that other machines can reach")
    option("--turns", type=positive, default=1000, metavar="N", help="turns per match (default 1000)")
    option(
        "--seconds", type=seconds, default=1.0, metavar="S", help="seconds allowed for a throw (default 1)"
    )
    option("--matches", type=positive, metavar="N", help="stop after N matches (default: at control-C)")


def _serve(args: argparse.Namespace) -> int:
    """Serve bots until the matches are over or a signal comes.  Return the exit code."""
    from rogue.wire.ports import asked_addresses

    addresses = asked_addresses(args.bind, public=args.public, misused=args.misused)
    return asyncio.run(_run(args, addresses))


async def _run(args: argparse.Namespace, addresses: Sequence[str]) -> int:
    from rogomatic.roshambo.bot_server import LIMITS, BotServer
    from rogue.wire.ports import Ports, log_troubles

    server = BotServer(args.turns, args.seconds, LIMITS, partial(print, flush=True), args.matches)
    log_troubles(partial(print, file=sys.stderr, flush=True))
    ports = Ports(server.gate, LIMITS, server.lines)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, server.done.set)
    try:
        await ports.listen("raw", addresses, args.raw_port, ports.raw(server.serve))
        print(f"rogomatic: bots log in on {ports.names[0]}", file=sys.stderr, flush=True)
        await server.done.wait()
    except OSError as error:
        raise CommandError(f"The port cannot be opened: {reason_of(error)}.") from error
    finally:
        await ports.close(server.hang_up)
    return 0
