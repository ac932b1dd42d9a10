"""`rogomatic plot`: pictures of kept batches."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.arguments import Commands, add_command, positive
from rogomatic.cli.failure import Failure
from rogomatic.cli.newfile import write_new

if TYPE_CHECKING:
    from rogomatic.run.play.game import Row

NAMES: Final = ("scores", "survival", "killers", "learning", "histogram")
FORMS: Final = (".png", ".svg")
HELP: Final = """Draw a picture of kept batches: scores (the figure of the paper: a box per run from quartile
to quartile, a line at the median, whiskers at the 10th and 90th percentile, an asterisk per game beyond),
survival by depth, killers by depth, learning (score over the games with a rolling median) or a histogram of
the score. Without --out it is printed in plain text."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "plot", "draw pictures of kept batches", HELP, command)
    parser.add_argument("picture", choices=NAMES, help="which picture")
    parser.add_argument("runs", nargs="+", metavar="[NAME=]RUN.db",
        help="kept batches, each with a name if you like")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE", help="draw it in this new PNG or SVG file")
    parser.add_argument("--window", type=positive, default=100, metavar="N",
        help="games that a rolling median takes in (default 100)")  # fmt: skip


def command(args: argparse.Namespace) -> int:
    """Draw one picture."""
    from rogomatic.run.figures.pictures.draw import NoPicture, picture
    from rogomatic.run.figures.pictures.table import PICTURES

    if args.out is not None and args.out.suffix.lower() not in FORMS:
        args.misused(f"--out: a picture is a file that ends in {' or '.join(FORMS)}, not {args.out.name!r}")
    runs = dict(_read(name) for name in args.runs)
    if len(runs) < len(args.runs):
        raise Failure("Two runs have the same name in the picture; write NAME=RUN.db to tell them apart.")
    kind = PICTURES[args.picture]
    if args.out is None:
        print(*kind.text(runs, args.window, shutil.get_terminal_size().columns), sep="\n")
        return 0
    try:
        drawn = picture(kind.drawn(runs, args.window), args.out.suffix[1:].lower())
    except NoPicture as reason:
        raise Failure(f"{reason} Without --out the picture is plain text.") from None
    write_new(args.out, [drawn])
    return 0


def _read(text: str) -> tuple[str, list[Row]]:
    """Read a run, and the name before its file if there is one."""
    from rogomatic.run.files.record import RunFileError, read_run

    name, _, file = text.rpartition("=")
    path = Path(text if Path(text).exists() or not name else file)
    try:
        rows = read_run(path)[1]
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    if not rows:
        raise Failure(f"{path} holds no games yet.")
    return (name if name and str(path) == file else path.stem), rows
