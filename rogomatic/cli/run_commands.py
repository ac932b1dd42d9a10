"""Commands on saved batches: `stats`, `compare`, `merge`, `plot`, `report`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rogomatic.cli import replay_sources
from rogomatic.cli.export_replay import size_in_words
from rogomatic.cli.own_game import text_width, window_size
from rogomatic.run.reports.calibration import WANTED, calibration, calibration_text
from rogomatic.run.reports.comparison import compare
from rogomatic.run.reports.drawn_plots import calibration as drawing
from rogomatic.run.reports.notable_games import Notable, notable
from rogomatic.run.reports.packed_game import PlayableGame
from rogomatic.run.reports.picture_file import picture_bytes
from rogomatic.run.reports.plots import PICTURES
from rogomatic.run.reports.published_scores import beside_published
from rogomatic.run.reports.report_page import page
from rogomatic.run.reports.stats import Summary, summary_of
from rogomatic.run.reports.stats_output import (
    killer_lines,
    lines_of,
    lost_in_words,
    print_trouble,
    side_by_side,
    write_figures,
    write_rows,
)
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import (
    Manifest,
    manifest_of,
    merge,
    read_run,
    rows_digest,
    rows_of,
    sessions_of,
)
from rogomatic.run.storage.trace_file import not_a_trace, read_trace
from rogomatic.run.variant_names import name_and_digest
from rogue.shared.command_lines import Commands, add_command, file_name, positive, whole_number
from rogue.shared.errors import CommandError, RogomaticError, printable, printable_line
from rogue.shared.files import write_new
from rogue.shared.program_start import FAILED
from rogue.shared.wording import plural

STATS_HELP: Final = """Summarize saved batches: scores with 95 % intervals, deepest levels, turns, ends of
games, killers by depth, and rates. Several batches are shown side by side. --trouble shows why games
failed, with their last screens and decisions."""
COMPARE_HELP: Final = """Compare the scores of two saved batches: the difference with its interval, the
chance that the second batch does better, and a verdict. Games with the same seed are compared as pairs;
other games also count."""
MERGE_HELP: Final = """Merge the games of several saved batches into a new file, as if one batch had played
all of them. The batches must have the same settings, but can be shards or have different first seeds.
To play missing games, use `batch --resume --out` with the new file."""
CALIBRATION: Final = "calibration"
PICTURE_NAMES: Final = ("scores", "survival", "killers", "learning", "histogram", CALIBRATION)
PICTURE_FORMS: Final = (".png", ".svg")
PLOT_HELP: Final = """Draw a picture of saved batches: scores (as in the paper: a box per run from quartile
to quartile, a line at the median, whiskers at the 10th and 90th percentiles, an asterisk per game beyond
them), survival by depth, killers by depth, learning (score by game, with a rolling median), a histogram of
scores, or calibration (predicted odds of fights and their outcomes). Without --out, the picture is printed
as text. A PNG file needs Pillow (the extra `plot`); an SVG file does not."""
REPORT_HELP: Final = """Write a web page about a saved batch: its numbers, plots, and settings, and its best
and strangest games, which can be replayed on the page. The page loads nothing from the network."""
MAX_GAMES: Final = 50


def add_stats(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `stats` to `commands`."""
    parser = add_command(commands, "stats", brief, STATS_HELP, _stats)
    parser.add_argument(
        "runs", type=file_name, nargs="+", metavar="RUN.db", help="files written by `batch --out`"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true",
        help="print one JSON object; for several files, an object with one member per file")  # fmt: skip
    how.add_argument("--csv", action="store_true", help="print the figures as CSV, one per line")
    how.add_argument("--rows", action="store_true", help="print the games as CSV, one per line")
    how.add_argument("--trouble", action="store_true", help="show the games that failed")


def _stats(args: argparse.Namespace) -> int:
    for run in args.runs:
        manifest_of(run)  # reject a file that is not a run before printing anything
    if args.trouble:
        for run in args.runs:
            print_trouble(rows_of(run))
    elif args.rows:
        write_rows({str(run): rows_of(run) for run in args.runs}, sys.stdout)
    else:
        _print_figures(args, {str(run): summary_of(rows_of(run), sessions_of(run)) for run in args.runs})
    return 0


def _print_figures(args: argparse.Namespace, summaries: dict[str, Summary]) -> None:
    one, *more = summaries.values()
    if args.csv:
        write_figures(summaries, sys.stdout)
    elif args.json:
        print(json.dumps(summaries if more else one))
    elif more:
        print(*map(printable_line, side_by_side(summaries)), sep="\n")
    else:
        _print_one(args.runs[0], one)


def _print_one(run: Path, summary: Summary) -> None:
    manifest = manifest_of(run)
    game = manifest.game or f"our own, edition {manifest.edition}"
    shard = f", shard {manifest.shard}" if manifest.shard else ""
    print(f"made {manifest.created} by version {manifest.version}, game: {game}")
    print(f"first seed {manifest.first_seed}, {plural(manifest.games, 'game')} requested{shard}")
    print(*lines_of(summary), sep="\n")
    print(f"digest    {rows_digest(rows_of(run))} (the same games always give the same digest)")
    print(*killer_lines(summary), sep="\n")
    score, edition = summary["score"], manifest.edition or _edition_of_game(run)
    lines = beside_published(edition, summary["games"], score["median"], score["mean"])
    print("".join(f"{one}\n" for one in lines), end="")


def _edition_of_game(run: Path) -> str:
    """For a run that was played on another program, return the edition that this program displayed.

    Return "" if it displayed none.
    """
    return next((row.version[:3] for row in rows_of(run) if row.version), "")


def add_compare(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `compare` to `commands`."""
    parser = add_command(commands, "compare", brief, COMPARE_HELP, _compare)
    parser.add_argument("first", type=file_name, metavar="A.db", help="the first batch")
    parser.add_argument("second", type=file_name, metavar="B.db", help="the second batch")
    parser.add_argument("--across", action="store_true",
        help="also compare two variants, or a variant and an edition")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _compare(args: argparse.Namespace) -> int:
    made, made_again = manifest_of(args.first), manifest_of(args.second)
    comparison = compare(rows_of(args.first), rows_of(args.second))
    is_variant = any(name_and_digest(run.edition)[0] for run in (made, made_again))
    if made.edition != made_again.edition and is_variant and not args.across:
        raise CommandError(
            f"One run played {made.edition or made.game}, the other {made_again.edition or made_again.game}: "
            "use --across to compare games with different rules."
        )
    others = made.differs_in(made_again)
    if args.json:
        print(json.dumps({**asdict(comparison), "differs_in": others, "verdict": comparison.verdict()}))
        return FAILED if any(comparison.lost) else 0
    print(f"the runs differ in: {', '.join(others) or 'nothing but their games'}")
    print(*comparison.lines(), sep="\n")
    return FAILED if any(comparison.lost) else 0


def add_merge(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `merge` to `commands`."""
    parser = add_command(commands, "merge", brief, MERGE_HELP, _merge)
    parser.add_argument(
        "runs", type=file_name, nargs="+", metavar="RUN.db", help="files written by `batch --out`"
    )
    parser.add_argument("--out", type=file_name, required=True, metavar="ALL.db", help="the new file")


def _merge(args: argparse.Namespace) -> int:
    merged = merge(args.runs, args.out)
    twice = f", {merged.twice} of them in several files" if merged.twice else ""
    missing = f"; {merged.missing} are missing" if merged.missing else ""
    lost = f"; {merged.lost} lost to a crash" if merged.lost else ""
    print(printable(f"{plural(merged.games, 'game')} in {args.out}{twice}{missing}{lost}"))
    return 0


def add_plot(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `plot` to `commands`."""
    parser = add_command(commands, "plot", brief, PLOT_HELP, _plot)
    parser.add_argument("picture", choices=PICTURE_NAMES, help="the picture to draw")
    parser.add_argument("runs", nargs="+", metavar="[NAME=]RUN.db",
        help="saved batches, optionally with names; for calibration, files of `batch --trace`")  # fmt: skip
    parser.add_argument("--out", type=file_name, metavar="FILE", help="save it in this new SVG or PNG file")
    parser.add_argument("--window", type=positive, default=100, metavar="N",
        help="number of games in the rolling median (default 100)")  # fmt: skip


def _plot(args: argparse.Namespace) -> int:
    if args.out is not None and args.out.suffix.lower() not in PICTURE_FORMS:
        endings = " or ".join(PICTURE_FORMS)
        args.misused(f"--out: the file's name must end in {endings}, not {args.out.name!r}")
    if args.picture == CALIBRATION:
        return _plot_calibration(args)
    runs = dict(_named_run(name) for name in args.runs)
    if len(runs) < len(args.runs):
        raise CommandError(
            "Two runs have the same name in the picture; write NAME=RUN.db to tell them apart."
        )
    kind = PICTURES[args.picture]
    if args.out is None:
        print(*kind.text(runs, args.window, window_size(1)[0]), sep="\n")
        return 0
    return _write(args.out, picture_bytes(kind.drawing(runs, args.window), args.out.suffix))


def _plot_calibration(args: argparse.Namespace) -> int:
    """Print or plot the predicted odds of fights against their outcomes.

    The fights are read from files that `batch --trace` wrote.
    """
    figures = {}
    for text in args.runs:
        name, path = _name_and_file(text)
        try:
            figures[name] = calibration(read_trace(path, WANTED))
        except ValueError:
            raise not_a_trace(path) from None
        if not figures[name]:
            raise CommandError(f"{path} has no fights.")
    if args.out is None:
        print(*calibration_text(figures, text_width()), sep="\n")
        return 0
    return _write(args.out, picture_bytes(drawing(figures), args.out.suffix))


def _name_and_file(text: str) -> tuple[str, Path]:
    """Split a text [NAME=]FILE into the name and the file of a run.

    If the text has no NAME, the name is taken from the file's name.  The name is printable.
    """
    name, _, file = text.rpartition("=")
    path = Path(text if Path(text).exists() or not name else file)
    return printable_line(name if name and str(path) == file else path.stem), path


def _named_run(text: str) -> tuple[str, list[Row]]:
    """Return the name and the rows of a run from a text [NAME=]FILE.  Leave out rows with `is_lost`."""
    name, path = _name_and_file(text)
    rows = read_run(path)[1]
    counted = _counted(path, rows)
    if lost := len(rows) - len(counted):
        print(f"rogomatic: {printable(lost_in_words(lost, f' of {path}'))}", file=sys.stderr)
    return name, counted


def _counted(path: Path, rows: Sequence[Row]) -> list[Row]:
    """Return the rows without `is_lost`.  Raises CommandError if there is no such row."""
    if not rows:
        raise CommandError(f"{path} has no games yet.")
    counted = [row for row in rows if not row.is_lost]
    if not counted:
        raise CommandError(f"{path} has only {plural(len(rows), 'lost game')}.")
    return counted


def add_report(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `report` to `commands`."""
    parser = add_command(commands, "report", brief, REPORT_HELP, _report)
    parser.add_argument("run", type=file_name, metavar="RUN.db", help="a file written by `batch --out`")
    parser.add_argument("--out", type=file_name, required=True, metavar="FILE.html", help="the new page")
    parser.add_argument("--games", type=lambda text: whole_number(text, 0, MAX_GAMES), default=8,
        metavar="N", help="number of games to show (default 8, 0 for none)")  # fmt: skip


def _report(args: argparse.Namespace) -> int:
    if args.out.exists():
        raise CommandError(f"{args.out} already exists and is not overwritten.")
    manifest, rows = read_run(args.run)
    _counted(args.run, rows)
    games = notable(rows, args.games)
    playable, note = _playable(manifest, games)
    return _write(args.out, page(manifest, rows, games, playable, note).encode("utf-8"))


def _write(path: Path, content: bytes) -> int:
    """Write a new file, and print its name and size.  Return the exit code.  Raises CommandError."""
    write_new(path, [content])
    print(printable(f"{path}, {size_in_words(len(content))}: any browser opens it"))
    return 0


def _playable(manifest: Manifest, games: Sequence[Notable]) -> tuple[dict[int, PlayableGame], str]:
    """Replay the notable games, so that a page can play them.

    Return (a dictionary from seeds to these games, ""), or ({}, the reason) if any game cannot be replayed.
    """
    try:
        return {game.row.seed: replay_sources.playable(manifest, game.row) for game in games}, ""
    except RogomaticError as reason:
        return {}, f"The games cannot be replayed here: {reason}"
