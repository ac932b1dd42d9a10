"""Several files of runs into one, as if one batch had played all of the games."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rogomatic.run.runner.game_loop import BY_MACHINE, Row
from rogomatic.run.storage.run_format import (
    Manifest,
    RunFileError,
    manifest_of,
    rows_digest,
    rows_of,
    sessions_of,
)
from rogomatic.run.storage.run_writer import write_run


class Merged(NamedTuple):
    """What came of a merge: games in the new file, those that several runs had, those that none had."""

    games: int
    twice: int
    missing: int


class _Of(NamedTuple):
    """A row and the run that it comes from."""

    run: Path
    row: Row


def merge(runs: Sequence[Path], out: Path) -> Merged:
    """Write the games of all runs to a new file; any order of `runs` gives the same.

    Raises RunFileError when they were made in different ways, when a seed has two different games, or when
    a file cannot be read or written; there is no new file then.
    """
    manifest = _common([(run, manifest_of(run)) for run in runs])
    sessions = sorted({session for run in runs for session in sessions_of(run)}, key=repr)
    counts = {"games": 0, "read": 0}
    games = heapq.merge(*map(_with_run, runs), key=lambda of: of.row.seed)

    def rows() -> Iterator[Row]:
        for _, alike in groupby(games, key=lambda of: of.row.seed):
            several = list(alike)
            counts["games"] += 1
            counts["read"] += len(several)
            yield _one_of(several)

    write_run(out, manifest, rows(), sessions)
    return Merged(counts["games"], counts["read"] - counts["games"], manifest.games - counts["games"])


def _with_run(run: Path) -> Iterator[_Of]:
    return (_Of(run, row) for row in rows_of(run))


def _common(made: Sequence[tuple[Path, Manifest]]) -> Manifest:
    """Return how the whole was made, from the first seed of all to the last."""
    first_run, first = made[0]
    for run, other in made[1:]:
        if others := first.differs_in(other):
            names = " and a different ".join(others)
            raise RunFileError(f"{run} was made with a different {names} than {first_run}.")
    begin = min(one.first_seed for _, one in made)
    end = max(one.first_seed + one.games for _, one in made)
    created = min(one.created for _, one in made)
    return replace(first, first_seed=begin, games=end - begin, created=created, shard="")


def _one_of(several: Sequence[_Of]) -> Row:
    """Return the row of a seed: one that no machine has ended, if there is one; there must be no two such."""
    own = [of for of in several if of.row.end_reason not in BY_MACHINE]
    for of in own[1:]:
        if rows_digest([of.row]) != rows_digest([own[0].row]):
            raise RunFileError(f"The game of seed {of.row.seed} is another in {of.run} than in {own[0].run}.")
    return min((of.row for of in own or several), key=lambda row: (row.cpu_seconds, repr(row)))
