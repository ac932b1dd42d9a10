"""`rogomatic merge`: several kept batches as one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.failure import Failure

HELP: Final = """Put the games of several kept batches into a new file, as if one batch had played all of
them. They must have been made in the same way: by shards of one batch, or from different first seeds.
`batch --resume --out` on the new file plays what is still missing."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "merge", "make one file of several kept batches", HELP, command)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN.db", help="files that batch --out made")
    parser.add_argument("--out", type=Path, required=True, metavar="ALL.db", help="the new file")


def command(args: argparse.Namespace) -> int:
    """Merge runs and say what came of it."""
    from rogomatic.run.files.merge import merge
    from rogomatic.run.files.runfile import RunFileError

    try:
        merged = merge(args.runs, args.out)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    twice = f", {merged.twice} of them in several files" if merged.twice else ""
    missing = f"; {merged.missing} are missing" if merged.missing else ""
    print(f"{merged.games} games in {args.out}{twice}{missing}")
    return 0
