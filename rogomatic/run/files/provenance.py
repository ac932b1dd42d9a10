"""Where a memory comes from: a batch that learned, told in remarks.

Owns   the remarks of a shipped memory: command, version, commit, seeds and the learning curve.
Leaves the text they stand in (learn.text), the run's file (runfile).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rogomatic.learn.errors import mean_and_error
from rogomatic.run.files.runfile import read_run

_GAMES: Final = 100  # per point of the learning curve


def remarks_of(path: Path) -> Iterator[str]:
    """Yield remarks on the batch in a run's file.  Raises RunFileError when it is none."""
    manifest, rows = read_run(path)
    yield (
        f"Learned by: rogomatic batch --games {manifest.games} --first-seed {manifest.first_seed} "
        f"--edition {manifest.edition} --memory FILE --learn"
    )
    yield f"Version {manifest.version}, commit {manifest.commit or 'unknown'}, {manifest.created}"
    yield f"Memory before: {manifest.memory_digest}"
    yield f"Mean score of each {_GAMES} games in their order, with its standard error:"
    for start in range(0, len(rows), _GAMES):
        scores = [row.score for row in rows[start : start + _GAMES]]
        mean, error = mean_and_error(scores)
        yield f"  games {start + 1} to {start + len(scores)}: {mean:.0f} +- {error:.0f}"
