"""The command `ghost`: the progress of the agent's game, for a person who plays the same dungeon."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final, TextIO

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.arguments import seed
from rogomatic.run.runner.game_loop import Limits, ending_in_words, play_game
from rogomatic.run.runner.link import MemoryLink
from rogue.shared.command_lines import Commands, add_command
from rogue.shared.errors import CommandError

HELP: Final = """Let the agent play a dungeon of our own Rogue with the shipped memory, and write its
progress: one JSON object per line, with turn, depth, gold, hp, and end. `rogue daily` shows it beside your
game."""
TURNS: Final = 25  # turns between two moments on one level


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `ghost` to `commands`."""
    parser = add_command(commands, "ghost", brief, HELP, _ghost)
    parser.add_argument("--seed", type=seed, required=True, metavar="N",
        help="number of the dungeon")  # fmt: skip
    parser.add_argument("--out", metavar="FILE", help="write to this new file (default: standard output)")


def _ghost(args: argparse.Namespace) -> int:
    """Play the game and write its moments.  Raises CommandError or OSError."""
    with ExitStack() as opened:
        out: TextIO = sys.stdout
        if args.out is not None:
            try:
                out = opened.enter_context(open(args.out, "x", encoding="ascii"))
            except OSError as error:
                raise CommandError(f"{args.out} cannot be written: {error.strerror or error}") from None

        failures: list[OSError] = []

        def write(moment: dict[str, Any]) -> None:
            if failures:
                return
            try:
                out.write(json.dumps(moment) + "\n")
                out.flush()
            except OSError as error:  # inside the game, it would look like a failure of the agent
                failures.append(error)

        game = own_game.OwnGame()(args.seed)
        players = MomentReporter(agent_factory.default_players(), lambda: game.turns, write)
        row = play_game(args.seed, lambda _seed: MemoryLink(game), players, Limits())
        if not row.finished and not failures:
            raise CommandError(row.error or ending_in_words(row))
        hp = max(game.world.player.hp, 0)
        write(_moment(game.turns, row.depth, row.score, hp, ending_in_words(row)))
        if failures:
            raise failures[0]
    return 0


def _moment(turn: int, depth: int, gold: int, hp: int, end: str = "") -> dict[str, Any]:
    return {"turn": turn, "depth": depth, "gold": gold, "hp": hp, "end": end}


class MomentReporter:
    """A callable that makes players who report their progress on each new level and every TURNS turns.

    These are turns of the game's clock, which the players do not see.
    """

    def __init__(
        self,
        agents: Callable[[int], Player],
        turn_now: Callable[[], int],
        tell: Callable[[dict[str, Any]], None],
    ) -> None:
        self._agents, self._turn_now, self._tell = agents, turn_now, tell

    def __call__(self, number: int) -> Player:
        """Return a player for the game with the seed `number`."""
        player = self._agents(number)
        last = (0, -TURNS)

        def look(choice: Choice) -> Choice:
            nonlocal last
            beliefs: Beliefs = player.beliefs
            depth, turn = beliefs.me.depth, self._turn_now()
            if depth != last[0] or turn >= last[1] + TURNS:
                last = depth, turn
                self._tell(_moment(turn, depth, beliefs.me.gold, beliefs.me.hp))
            return choice

        player.overrule = look
        return player
