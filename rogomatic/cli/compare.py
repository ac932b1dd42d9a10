"""`rogomatic compare`: whether one kept batch did better than another."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.failure import Failure

HELP: Final = """Compare the scores of two kept batches: the difference with its interval, the chance that
the second does better, and a verdict that respects the error. Games on the same seed are compared with each
other; games on seeds that only one of them played count, too."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "compare", "compare two kept batches", HELP, command)
    parser.add_argument("first", type=Path, metavar="A.db", help="the run before")
    parser.add_argument("second", type=Path, metavar="B.db", help="the run after")
    parser.add_argument("--json", action="store_true", help="print exactly one JSON object")


def command(args: argparse.Namespace) -> int:
    """Say whether the second run did better than the first."""
    from dataclasses import asdict

    from rogomatic.run.figures.compare import NothingToCompare, compare
    from rogomatic.run.files.runfile import RunFileError, manifest_of, rows_of

    try:
        made, made_again = manifest_of(args.first), manifest_of(args.second)
        comparison = compare(rows_of(args.first), rows_of(args.second))
    except (RunFileError, NothingToCompare) as refusal:
        raise Failure(str(refusal)) from None
    others = made.differs_in(made_again)
    if args.json:
        print(json.dumps({**asdict(comparison), "differs_in": others, "verdict": comparison.verdict()}))
        return 0
    print(f"the runs differ in: {', '.join(others) or 'nothing but their games'}")
    print(*comparison.lines(), sep="\n")
    return 0
