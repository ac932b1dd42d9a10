"""`rogomatic stats`: what kept batches amount to."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rogomatic.run.figures.stats import Summary

HELP: Final = """Sum up the games of kept batches: score with intervals that hold 95 per cent, depth, turns,
killers by depth, ends, rates. Several files stand side by side. With --trouble: why games ended that went
wrong, with their last screens and decisions."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "stats", "sum up kept batches", HELP, command)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN.db", help="files that batch --out made")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true",
        help="print exactly one JSON object; of several runs, an object with one per file")  # fmt: skip
    how.add_argument("--csv", action="store_true", help="print the figures as CSV, a line for each")
    how.add_argument("--rows", action="store_true", help="print the games as CSV, a line for each")
    how.add_argument("--trouble", action="store_true", help="show the games that went wrong")


def command(args: argparse.Namespace) -> int:
    """Say what kept runs amount to."""
    from rogomatic.run.files.runfile import RunFileError

    try:
        _print(args)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    return 0


def _print(args: argparse.Namespace) -> None:
    from rogomatic.run.figures.printing import print_trouble
    from rogomatic.run.figures.tables import side_by_side, write_figures, write_rows
    from rogomatic.run.files.runfile import manifest_of, rows_of

    for run in args.runs:
        manifest_of(run)  # whatever is no run is refused before anything is printed
    if args.trouble:
        for run in args.runs:
            print_trouble(rows_of(run))
        return
    if args.rows:
        write_rows({str(run): rows_of(run) for run in args.runs}, sys.stdout)
        return
    summaries = _summaries(args.runs)
    if args.csv:
        write_figures(summaries, sys.stdout)
    elif args.json:
        one, *more = summaries.values()
        print(json.dumps(summaries if more else one))
    elif len(args.runs) == 1:
        _print_one(args.runs[0], summaries[str(args.runs[0])])
    else:
        print(*side_by_side(summaries), sep="\n")


def _summaries(runs: Sequence[Path]) -> dict[str, Summary]:
    from rogomatic.run.figures.stats import summary_of
    from rogomatic.run.files.runfile import rows_of, sessions_of

    return {str(run): summary_of(rows_of(run), sessions_of(run)) for run in runs}


def _print_one(run: Path, summary: Summary) -> None:
    from rogomatic.run.figures.tables import killer_lines, lines_of
    from rogomatic.run.files.runfile import manifest_of, rows_digest, rows_of

    manifest = manifest_of(run)
    game = manifest.game or f"our own, edition {manifest.edition}"
    shard = f", shard {manifest.shard}" if manifest.shard else ""
    print(f"made {manifest.created} by version {manifest.version}, game: {game}")
    print(f"first seed {manifest.first_seed}, {manifest.games} games asked for{shard}")
    print(*lines_of(summary), sep="\n")
    print(f"digest    {rows_digest(rows_of(run))} (the same games have the same everywhere)")
    print(*killer_lines(summary), sep="\n")
