"""`rogomatic watch`: show one game."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from rogomatic.cli import players
from rogomatic.cli.arguments import Commands, add_command, add_game, program, seed, speed
from rogomatic.cli.failure import FAILED, INTERRUPTED, Failure

HELP: Final = """Watch the agent play one game in this window. Its line below the map says which
rule chose the keys and why. Keys: q quits, space pauses, + and - change the speed."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "watch", "watch one game", HELP, command)
    parser.add_argument("--seed", type=seed, help="the dungeon's number; chosen when not given")
    parser.add_argument(
        "--speed", type=speed, default=15.0,
        help="commands per second, 0 for as fast as possible (default 15)",
    )  # fmt: skip
    players.add_knobs(parser)
    add_game(parser)


def command(args: argparse.Namespace) -> int:
    """Show one game."""
    import secrets

    from rogomatic.run.game import BROKEN, Limits
    from rogomatic.run.watch import NoTerminal, line_of, watch

    number = secrets.randbelow(10**9) if args.seed is None else args.seed
    agents = players.with_knobs(players.default_players(), args.knobs)
    limits = Limits(stall_seconds=args.stall)
    try:
        row = watch(number, program(args), agents, limits, args.speed)
    except NoTerminal as reason:
        raise Failure(str(reason)) from None
    except KeyboardInterrupt:
        print(f"rogomatic: interrupted; the seed was {number}", file=sys.stderr)
        return INTERRUPTED
    print(line_of(row))
    for sentence in filter(None, (row.error, row.warning)):
        print(sentence, file=sys.stderr)
    return FAILED if row.end_reason in BROKEN else 0
