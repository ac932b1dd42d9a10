"""`rogomatic explain`: one decision laid open."""

from __future__ import annotations

import argparse
from typing import Final

from rogomatic.cli import memories, own, players
from rogomatic.cli.arguments import Commands, add_command, seed
from rogomatic.cli.failure import Failure

HELP: Final = """Play the game of a seed in memory up to a moment and lay the agent's decision open:
the screen, the rule that fired, why those above it did not, the danger, the plan, the hero and the pack."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "explain", "explain one decision", HELP, command)
    parser.add_argument("--seed", type=seed, required=True, help="the dungeon's number")
    moment = parser.add_mutually_exclusive_group(required=True)
    moment.add_argument("--turn", type=seed, metavar="T",
        help="at the first command on or after this turn of the agent's clock")  # fmt: skip
    moment.add_argument("--command", type=seed, metavar="N", dest="at_command",
        help="at the first decision on or after this command of the agent")  # fmt: skip
    parser.add_argument("--edition", choices=own.EDITIONS, default=own.EDITION,
        help=f"(default {own.EDITION})")  # fmt: skip
    players.add_knobs(parser)
    memories.add_memory(parser, memories.SHIPPED, learns=None)


def command(args: argparse.Namespace) -> int:
    """Lay one decision open."""
    from rogomatic.run.play.link import MemoryLink
    from rogomatic.run.show.explain import GameOver, Halting, explain

    agents = players.with_knobs(players.players_with(memories.chosen_memory(args)), args.knobs)
    player = Halting(agents.memory, agents.knobs, args.seed, args.turn or 0, args.at_command or 0)
    try:
        lines = explain(MemoryLink(own.OwnGame(args.edition)(args.seed)), player)
    except GameOver as sentence:
        raise Failure(str(sentence)) from None
    print(*lines, sep="\n")
    return 0
