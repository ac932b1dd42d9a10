"""Batches that are killed again and again, and what is left of them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rogomatic.run.storage.run_file import RunFileError, rows_of
from tests.run import fake_batch
from tests.support import forked_program


def start(seconds: float, *arguments: str, **how: Any) -> forked_program.Popen:
    """Start a batch, in a process group of its own, whose players take so long to get ready."""
    words = ["rogomatic", str(seconds), "batch", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return forked_program.Popen(words, os.environ, fake_batch.main, text=True, **pipes, **how)


@dataclass(frozen=True)
class Killed:
    """What a batch had printed when it was killed, and what its file held then."""

    printed: set[int]
    kept: set[int]


def killings(path: Path, games: int, times: int, dice_seed: int) -> Iterator[Killed]:
    """Work on a run and kill all of its processes at a random moment, so many times; then let it finish.

    Each time with another number of processes; every third time as it begins, else after its first row.
    Raises AssertionError when the last one fails.
    """
    dice = random.Random(dice_seed)
    for number in range(times):
        batch = start(0.02, *_arguments(path, games, jobs=1 + number % 2))
        assert batch.stdout is not None
        before = "".join(batch.stdout.readline() for _ in range(2)) if number % 3 else ""
        time.sleep(dice.uniform(0, 0.3 if before else 1.0))
        os.killpg(batch.pid, signal.SIGKILL)
        out, _ = batch.communicate()
        yield Killed(_seeds_in(before + out), {row.seed for row in _rows(path)})
    batch = start(0.0, *_arguments(path, games, jobs=2))
    _, errors = batch.communicate()
    assert batch.returncode == 0, errors


def _arguments(path: Path, games: int, jobs: int) -> list[str]:
    return ["--games", str(games), "--jobs", str(jobs), "--out", str(path), "--resume"]


def _seeds_in(printed: str) -> set[int]:
    """Return the seeds of the whole lines of a table of games."""
    whole = [line.split() for line in printed.rpartition("\n")[0].splitlines()]
    return {int(words[0]) for words in whole if words and words[0].isdigit() and "finished," not in words}


def _rows(path: Path) -> list:  # type: ignore[type-arg]
    try:
        return list(rows_of(path))
    except RunFileError:
        assert not path.exists() or path.stat().st_size == 0, "killed before the file was made"
        return []
