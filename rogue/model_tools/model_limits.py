"""Limits for a program that plays, with their command-line options."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from typing import Final

from rogue.shared.command_lines import whole_number

MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class GameLimits:
    """Limits for a program that plays.

    games          maximum number of games open at the same time
    keys_per_call  maximum number of keys in one call
    keys_per_game  maximum number of keys in one game
    """

    games: int = 4
    keys_per_call: int = 100
    keys_per_game: int = 50_000


USUAL: Final = GameLimits()


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options for the limits of a server."""
    number = partial(whole_number, least=1, most=MOST)
    add = parser.add_argument
    add("--games", type=number, default=USUAL.games, metavar="N",
        help="maximum open games (default: %(default)s)")  # fmt: skip
    add("--keys-per-call", type=number, default=USUAL.keys_per_call, metavar="N",
        help="maximum keys in one call (default: %(default)s)")  # fmt: skip
    add("--keys-per-game", type=number, default=USUAL.keys_per_game, metavar="N",
        help="maximum keys in one game (default: %(default)s)")  # fmt: skip


def limits_of(args: argparse.Namespace) -> GameLimits:
    """Return the limits from the options that `add_limits` added."""
    return GameLimits(args.games, args.keys_per_call, args.keys_per_game)
