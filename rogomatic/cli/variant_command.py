"""`rogomatic variant`: many games of a variant beside as many of the game that it is like."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.arguments import Commands, add_command, positive, seed, whole_number
from rogomatic.cli.cli_errors import CommandError, printable

if TYPE_CHECKING:
    from rogomatic.run.runner.game_loop import Row

HELP: Final = """Play games of a variant and as many of the edition that it is like, and print what they came
to side by side. The games of the edition are kept in the data folder and not played again."""
GAMES: Final = 200
FIRST_SEED: Final = 60_000
MAX_GAMES: Final = 100_000
"""As many seeds stand between the games of a variant and those of its edition, however many are played."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "variant", "what a variant is like to play", HELP, command)
    parser.add_argument("variant", metavar="FILE", help="./FILE.toml, or the name of one")
    parser.add_argument("--games", type=partial(whole_number, least=1, most=MAX_GAMES), default=GAMES,
        metavar="N", help=f"of each (default {GAMES})")  # fmt: skip
    parser.add_argument(
        "--first-seed", type=seed, default=FIRST_SEED, metavar="S", help=f"(default {FIRST_SEED})"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print exactly one JSON object")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)


def command(args: argparse.Namespace) -> int:
    """Play and print; return the exit code."""
    from rogomatic.memory.memory_format import expand
    from rogomatic.run.reports.balance import balance

    variant = own_game.variant_called(args.variant)
    parent = own_game.parent_of(variant)
    chosen = agent_factory.chosen_memory(args)
    agents = agent_factory.with_knobs(agent_factory.players_with(chosen), args.knobs)
    teaching = replace(agents, learn=True)  # the lessons say whom it has met; no memory takes them
    rows = _played(args, variant, teaching, range(args.first_seed, args.first_seed + args.games))
    usual = _parents_rows(args, parent, agents)
    met: set[str] = set()
    for row in rows:
        for book in expand(row.lessons).books.values():
            met |= book.monsters.keys()
    result = balance(variant, parent, rows, usual, own_game.monsters_of(variant) - met)
    if args.json:
        print(json.dumps(result.as_data()))
    else:
        print("\n".join(map(printable, result.lines())))
    return 0


def _played(
    args: argparse.Namespace, edition: str, agents: agent_factory.AgentFactory, seeds: Sequence[int]
) -> list[Row]:
    from rogomatic.run.reports.progress import with_progress
    from rogomatic.run.runner.batch import InMemory, run_batch

    links = InMemory(own_game.OwnGame(edition))
    rows = with_progress(
        lambda done: run_batch(seeds, links, agents, jobs=args.jobs, done=done),
        len(seeds), lambda _row: None, shown=not (args.quiet or args.json),
    )  # fmt: skip
    with closing(rows) as played:
        found = list(played)
    if not found:
        raise CommandError("No game was played.")
    return found


def _parents_rows(args: argparse.Namespace, parent: str, agents: agent_factory.AgentFactory) -> list[Row]:
    """Return the rows of the edition's games, on seeds that depend on the first seed only; they are kept, and
    those that are missing are played.
    """
    from rogomatic.cli.batch_command import manifest_of_own
    from rogomatic.run.runner.game_loop import Limits
    from rogomatic.run.storage.agent_files import data_folder
    from rogomatic.run.storage.run_format import RunFileError, rows_of
    from rogomatic.run.storage.run_writer import RunWriter

    first = args.first_seed + MAX_GAMES
    path = data_folder() / "editions" / f"{parent}-{first}.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    manifest = manifest_of_own(parent, agents, Limits(), range(first, first + MAX_GAMES))
    for resume in (path.exists(), False):
        try:
            with RunWriter(path, manifest, resume, "local", args.jobs) as writer:
                seeds = [number for number in range(first, first + args.games) if number not in writer.seeds]
                for row in _played(args, parent, agents, seeds) if seeds else []:
                    writer.add(row)
            break
        except RunFileError:  # made by another version, memory or knobs: played anew
            path.unlink(missing_ok=True)
    wanted = range(first, first + args.games)
    return [row for row in rows_of(path) if row.seed in wanted]
