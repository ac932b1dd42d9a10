"""Worker processes of a batch that take their packages from a compiled copy once there is one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rogue
from rogomatic.run.runner.batch_engines import Local

pytestmark = pytest.mark.slow  # starts processes
ROOT = Path(__file__).resolve().parents[2]


def folder_of_packages(task: int) -> tuple[int, str, int]:
    """Return the task, the folder from which this process imported the game, and its niceness."""
    return task, str(Path(rogue.__file__).parents[1]), os.nice(0)


def lost(task: int, why: str, _late: bool) -> tuple[int, str, int]:
    return task, why, 0


@pytest.mark.parametrize(("jobs", "most_seconds", "niceness"), [(2, None, 19), (1, 100.0, os.nice(0))])
def test_a_ready_copy_is_used(jobs: int, most_seconds: float | None, niceness: int, tmp_path: Path) -> None:
    for package in ("rogue", "rogomatic"):
        (tmp_path / package).symlink_to(ROOT / package)
    ready: list[Path] = []
    engine = Local(jobs, most_seconds, lambda: ready[0] if ready else None)
    rows = []
    for row in engine(range(8), folder_of_packages, lost, lambda: False):
        rows.append(row)
        if len(rows) == 3:
            ready.append(tmp_path)
    assert sorted(task for task, _, _ in rows) == list(range(8))
    before, after = (str(ROOT), niceness), (str(tmp_path), os.nice(0))
    assert [row[1:] for row in rows[:3]] == [before] * 3
    assert rows[-1][1:] == after
