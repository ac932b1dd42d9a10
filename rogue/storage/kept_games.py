"""Removal of old games' files."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rogue.shared.daily_seed import day_of_seed
from rogue.storage.places import scores_file
from rogue.storage.scorefile import ScoreFileError, read_scores

KEPT: Final = 200  # games
_LONGEST_HEADER: Final = 1 << 20  # bytes
_DUNGEON: Final = re.compile(r"(?:^\d{8}-\d{6}|-dungeon)-(\d+)")


def remove_old(newest_first: Sequence[Path], env: Mapping[str, str], score_list: str = "") -> None:
    """Remove the files of old games: all but the first `KEPT` in `newest_first`.

    These files are never removed: files of daily dungeons, files of dungeons that appear in a score list,
    journals of games with a commitment, and files whose names do not contain the number of a dungeon.  If a
    score list cannot be read, no file is removed.

    score_list  path of a score list that is checked in addition to the program's own; "" if there is none
    """
    old = newest_first[KEPT:]
    if not old:
        return
    try:
        kept = _scored_dungeons(env, score_list)
    except ScoreFileError:
        return
    for path in old:
        found = _DUNGEON.search(path.stem)
        seed = int(found[1]) if found else None
        if seed is not None and not (seed in kept or day_of_seed(seed) or _is_proven(path)):
            with suppress(OSError):
                path.unlink()


def _is_proven(path: Path) -> bool:
    """Return whether a file is a journal whose header contains the nonce of a commitment."""
    try:
        with path.open("rb") as file:
            return b'"nonce": "' in file.readline(_LONGEST_HEADER)
    except OSError:
        return False


def _scored_dungeons(env: Mapping[str, str], score_list: str) -> set[int]:
    """Return the seeds of all dungeons in the score lists.  Raises ScoreFileError."""
    own = scores_file(env)
    paths = [*own.parent.glob(f"{own.stem}*{own.suffix}")]
    if score_list:
        paths.append(Path(os.path.expanduser(score_list)))
    seeds: set[int] = set()
    for path in paths:
        seeds.update(row.seed for row in read_scores(path))
    return seeds
