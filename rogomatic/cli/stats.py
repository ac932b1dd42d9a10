"""`rogomatic stats`: what a kept batch amounts to."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.failure import Failure

HELP: Final = """Sum up the games of a kept batch: score, depth, turns, killers, ends. With --trouble:
why games ended that went wrong, with their last screens and decisions."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "stats", "sum up a kept batch", HELP, command)
    parser.add_argument("run", type=Path, metavar="RUN.db", help="a file that batch --out made")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print exactly one JSON object")
    how.add_argument("--trouble", action="store_true", help="show the games that went wrong")


def command(args: argparse.Namespace) -> int:
    """Say what a kept run amounts to."""
    from rogomatic.run.printing import print_trouble
    from rogomatic.run.record import RunFileError, read_run
    from rogomatic.run.stats import lines_of, summary_of

    try:
        manifest, rows = read_run(args.run)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    if args.trouble:
        print_trouble(rows)
        return 0
    summary = summary_of(rows)
    if args.json:
        print(json.dumps(summary))
        return 0
    game = manifest.game or f"our own, edition {manifest.edition}"
    print(f"made {manifest.created} by version {manifest.version}, game: {game}")
    print(f"first seed {manifest.first_seed}, {manifest.games} games asked for")
    for line in lines_of(summary):
        print(line)
    return 0
