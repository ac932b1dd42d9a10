"""`rogomatic report`: a kept batch as one page for a browser."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.arguments import Commands, add_command, whole
from rogomatic.cli.failure import Failure
from rogomatic.cli.newfile import write_new

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rogomatic.run.figures.report.notable import Notable
    from rogomatic.run.files.record import Manifest

HELP: Final = """Write one page for a browser: the numbers and pictures of a kept batch, how it was made,
and its best and strangest games, which can be played in the page. It holds all that it needs; nothing is
fetched from anywhere."""
MOST_GAMES: Final = 50


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "report", "a page for a browser on a kept batch", HELP, command)
    parser.add_argument("run", type=Path, metavar="RUN.db", help="a file that batch --out made")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.html", help="the new page")
    parser.add_argument("--games", type=lambda text: whole(text, 0, MOST_GAMES), default=8, metavar="N",
        help="how many games are shown (default 8, 0 for none)")  # fmt: skip


def command(args: argparse.Namespace) -> int:
    """Write the page."""
    from rogomatic.run.figures.pictures.draw import NoPicture
    from rogomatic.run.figures.report.notable import notable
    from rogomatic.run.figures.report.page import page
    from rogomatic.run.figures.report.writing import report_of
    from rogomatic.run.files.record import RunFileError, read_run

    if args.out.exists():
        raise Failure(f"{args.out} is there already and is not overwritten.")
    try:
        manifest, rows = read_run(args.run)
        if not rows:
            raise Failure(f"{args.run} holds no games yet.")
        games = notable(rows, args.games)
        casts, note = _casts(manifest, games)
        made = page(report_of(manifest, rows, games, casts, note))
    except (RunFileError, NoPicture) as refusal:
        raise Failure(str(refusal)) from None
    write_new(args.out, [made.encode("utf-8")])
    return 0


def _casts(manifest: Manifest, games: Sequence[Notable]) -> tuple[dict[int, str], str]:
    """Return recordings by seed; none, and a sentence that says why, when games cannot be played again."""
    from rogomatic.cli.again import NotAgain, again

    try:
        return {game.row.seed: again(manifest, game.row).text() for game in games}, ""
    except NotAgain as reason:
        return {}, f"The games cannot be played here: {reason}"
