"""What a batch prints while it runs and when it is over.

Owns   the table of games, progress, the summary's place, what an interrupt leaves, how trouble is shown.
Leaves the numbers (run.stats), the rows (run.game).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from rogomatic.run.game import BROKEN, TROUBLES, Row
from rogomatic.run.stats import lines_of, summary_of

HEADER: Final = f"{'seed':>10} {'score':>7} {'depth':>5} {'turns':>7}  killer"


def line_of(row: Row) -> str:
    """Return one line of the table: the killer, or in brackets how the game ended else."""
    end = row.how if row.finished else row.end_reason
    end = row.killer if end == "killed" else f"({end})"
    return f"{row.seed:>10} {row.score:>7} {row.depth:>5} {row.turns:>7}  {end}"


def print_batch(rows: Iterable[Row], asked: int, quiet: bool, as_json: bool) -> int:
    """Print rows as they come and their summary at the end; return the exit code.

    Data goes to standard output, progress and troubles to standard error.  When something ends
    the batch early, the summary of the rows so far is printed before the exception goes on.
    """
    kept: list[Row] = []
    table = not (quiet or as_json)
    try:
        with _progress(asked, shown=not quiet) as advance:
            for row in rows:
                if table and not kept:
                    print(HEADER)
                kept.append(row)
                if table:
                    print(line_of(row), flush=True)
                advance()
    except BaseException:
        if kept:
            _print_summary(kept, as_json)
        raise
    _print_summary(kept, as_json)
    return 1 if kept and all(row.end_reason in BROKEN for row in kept) else 0


def _print_summary(rows: list[Row], as_json: bool) -> None:
    summary = summary_of(rows)
    if as_json:
        print(json.dumps(summary))
    else:
        print(*lines_of(summary), sep="\n")
    for end in TROUBLES:
        troubled = [row for row in rows if row.end_reason == end]
        if troubled:
            print(f"Games that ended as {end}: {len(troubled)}; seed {troubled[0].seed}:", file=sys.stderr)
            print(troubled[0].error, file=sys.stderr)
    for warning in dict.fromkeys(row.warning for row in rows if row.warning):
        print(warning, file=sys.stderr)
    unknown = sum(row.unknown for row in rows)
    if unknown:
        print(f"Questions and pages that are not known: {unknown}", file=sys.stderr)


def print_trouble(rows: Iterable[Row]) -> None:
    """Print of each game with trouble why it ended, its last screens and its last decisions."""
    troubled = [row for row in rows if row.end_reason in TROUBLES]
    for row in troubled:
        print(f"seed {row.seed}: {row.end_reason} after {row.commands} commands, Rogue {row.version or '?'}")
        print(row.error)
        if row.trouble:
            print(row.trouble)
        print()
    print(f"{len(troubled)} game{'s' * (len(troubled) != 1)} with trouble")


@contextmanager
def _progress(total: int, shown: bool) -> Iterator[Callable[[], None]]:
    """Show how far the batch is, when a person looks at standard error."""
    if not (shown and sys.stderr.isatty()):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    # Rich must not take standard output over when that goes to a file, and must not start a
    # thread: games on a pseudo-terminal are forked from this process.
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    )
    with progress:
        task = progress.add_task("games", total=total)
        progress.refresh()

        def advance() -> None:
            progress.advance(task)
            progress.refresh()

        yield advance
