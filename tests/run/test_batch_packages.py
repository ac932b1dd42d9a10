"""Worker processes of a batch that take their packages from a compiled copy once there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

import rogue
from rogomatic.run.runner.batch_engines import Local

pytestmark = pytest.mark.slow  # starts processes
ROOT = Path(__file__).resolve().parents[2]


def folder_of_packages(task: int) -> tuple[int, str]:
    """Return the task, and the folder from which this process imported the game."""
    return task, str(Path(rogue.__file__).parents[1])


def lost(task: int, why: str, _late: bool) -> tuple[int, str]:
    return task, why


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_process_is_replaced_when_the_copy_is_ready(jobs: int, tmp_path: Path) -> None:
    for package in ("rogue", "rogomatic"):
        (tmp_path / package).symlink_to(ROOT / package)
    ready: list[Path] = []
    engine = Local(jobs, None, lambda: ready[0] if ready else None)
    rows = []
    for row in engine(range(8), folder_of_packages, lost, lambda: False):
        rows.append(row)
        if len(rows) == 3:
            ready.append(tmp_path)
    assert sorted(task for task, _ in rows) == list(range(8))
    folders = [folder for _, folder in rows]
    assert folders[:3] == [str(ROOT)] * 3
    assert folders[-1] == str(tmp_path)
