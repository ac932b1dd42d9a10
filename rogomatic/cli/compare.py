"""`rogomatic compare`: whether one kept batch did better than another."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.failure import Failure

HELP: Final = """Compare the scores of two kept batches on the seeds that both played: the difference
with its interval, and a verdict that respects it."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "compare", "compare two kept batches", HELP, command)
    parser.add_argument("first", type=Path, metavar="A.db", help="the run before")
    parser.add_argument("second", type=Path, metavar="B.db", help="the run after")


def command(args: argparse.Namespace) -> int:
    """Say whether the second run did better than the first."""
    from rogomatic.run.compare import NothingToCompare, compare
    from rogomatic.run.record import RunFileError, read_run

    try:
        comparison = compare(read_run(args.first)[1], read_run(args.second)[1])
    except (RunFileError, NothingToCompare) as refusal:
        raise Failure(str(refusal)) from None
    for line in comparison.lines():
        print(line)
    return 0
