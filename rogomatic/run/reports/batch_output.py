"""What a batch prints on standard output while it runs, and when it is over."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Final

from rogomatic.run.reports.stats import RunTally
from rogomatic.run.reports.stats_tables import lines_of
from rogomatic.run.runner.game_loop import BROKEN, TROUBLES, Row
from rogomatic.wording import plural

HEADER: Final = f"{'seed':>10} {'score':>7} {'depth':>5} {'turns':>7}  killer"


def line_of(row: Row) -> str:
    """Return one line of the table."""
    return f"{row.seed:>10} {row.score:>7} {row.depth:>5} {row.turns:>7}  {row.ending}"


def print_batch(rows: Iterable[Row], quiet: bool, as_json: bool) -> int:
    """Print rows as they come and their summary at the end; return the exit code.

    Data goes to standard output, troubles to standard error.  When something ends the batch early, the
    summary of the rows so far is printed before the exception goes on.  The rows are not kept.
    """
    tally, troubles = RunTally(), _Troubles()
    table = not (quiet or as_json)
    try:
        for row in rows:
            if table and not tally.games:
                print(HEADER)
            tally.add(row)
            troubles.add(row)
            if table:
                print(line_of(row), flush=True)
    except BaseException:
        if tally.games:
            _print_summary(tally, troubles, as_json)
        raise
    _print_summary(tally, troubles, as_json)
    return 1 if troubles.broken and troubles.broken == tally.games else 0


class _Troubles:
    """What went wrong in the games: how often, and the first of each kind."""

    def __init__(self) -> None:
        self.broken = 0
        self.unknown = 0
        self.warnings: dict[str, None] = {}
        self._counts: Counter[str] = Counter()
        self._first: dict[str, Row] = {}

    def add(self, row: Row) -> None:
        self.broken += row.end_reason in BROKEN
        self.unknown += row.unknown
        if row.warning:
            self.warnings[row.warning] = None
        if row.end_reason in TROUBLES:
            self._counts[row.end_reason] += 1
            self._first.setdefault(row.end_reason, row)

    def lines(self) -> Iterable[str]:
        for end in TROUBLES:
            if end in self._first:
                yield f"Games that ended as {end}: {self._counts[end]}; seed {self._first[end].seed}:"
                yield self._first[end].error
        yield from self.warnings
        if self.unknown:
            yield f"Questions and pages that are not known: {self.unknown}"


def _print_summary(tally: RunTally, troubles: _Troubles, as_json: bool) -> None:
    summary = tally.summary()
    if as_json:
        print(json.dumps(summary))
    else:
        print(*lines_of(summary), sep="\n")
    for line in troubles.lines():
        print(line, file=sys.stderr)


def print_trouble(rows: Iterable[Row]) -> None:
    """Print of each game with trouble why it ended, its last screens and its last decisions."""
    troubled = 0
    for row in rows:
        if row.end_reason not in TROUBLES:
            continue
        troubled += 1
        commands = plural(row.commands, "command")
        print(f"seed {row.seed}: {row.end_reason} after {commands}, Rogue {row.version or '?'}")
        print(row.error)
        if row.trouble:
            print(row.trouble)
        print()
    print(f"{plural(troubled, 'game')} with trouble")
