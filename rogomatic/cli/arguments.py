"""Arguments that several commands share.

Owns   numbers that are read and checked, the game to play, files of kept runs.
Leaves what a command does with them.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
from typing import TYPE_CHECKING, Final

from rogomatic.cli.failure import Failure
from rogomatic.cli.own import EDITION, EDITIONS, own_program

if TYPE_CHECKING:
    from collections.abc import Callable

    from rogomatic.run.play.pty import Program

MOST_SEED: Final = 2**63 - 1
GAME_HELP: Final = """play this Rogue program, not our own, on a terminal of 24 x 80 with a folder of its own;
{seed} in it stands for the seed"""

Commands = argparse._SubParsersAction
"""Where a command adds its parser."""


def add_command(
    commands: Commands[argparse.ArgumentParser],
    name: str,
    brief: str,
    description: str,
    command: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """Add a command and return its parser."""
    parser = commands.add_parser(name, help=brief, description=description)
    parser.set_defaults(command=command, misused=parser.error)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add which Rogue is played."""
    parser.add_argument("--game", metavar="CMD", help=GAME_HELP)
    parser.add_argument("--edition", choices=EDITIONS, help=f"of our own game (default {EDITION})")
    parser.add_argument("--stall", type=seconds, default=10.0, metavar="SECONDS",
        help="a game that is not ready for a command for so long has stalled (default 10)")  # fmt: skip


def program(args: argparse.Namespace) -> Program:
    """Return the program to play on a terminal: the one that was named, or our own."""
    if args.game is None:
        return own_program(args.edition or EDITION)
    if args.edition is not None:
        args.misused("--edition is for our own game; another is asked which Rogue it is")
    return program_of(args.game, f"There is no program for --game {args.game!r}")


def program_of(command: str, missing: str) -> Program:
    """Return the program of a command.  Raises Failure if there is none, which `missing` says."""
    from rogomatic.run.play.pty import Program

    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise Failure(f"The command {command!r} cannot be read: {error}.") from None
    found = shutil.which(argv[0]) if argv else None
    if found is None:
        raise Failure(f"{missing}.")
    return Program((found, *argv[1:]))


def whole(text: str, least: int, most: int = MOST_SEED) -> int:
    """Read a whole number between two bounds."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
    return number


def seed(text: str) -> int:
    """Read the number of a dungeon."""
    return whole(text, 0)


def positive(text: str) -> int:
    """Read a number of things."""
    return whole(text, 1)


def shard(text: str) -> tuple[int, int]:
    """Read which part of a batch is meant: "2/5" is the second of five."""
    part, slash, parts = text.partition("/")
    if not slash:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 2/5")
    of = positive(parts)
    return whole(part, 1, of), of


def seconds(text: str) -> float:
    """Read a time."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return number


def speed(text: str) -> float:
    """Read a number of commands per second; 0 is as fast as possible."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a speed")
    return number
