"""The lock of a file: taken, waited for, given up, and not there at all."""

from __future__ import annotations

import errno
import os
import threading
import time
from pathlib import Path

import pytest

from rogue.shared.files import locked_folder, take_lock
from rogue.storage.scorefile import add_score, read_scores
from rogue.ui.end_screens import ScoreRow

fcntl = pytest.importorskip("fcntl")


def test_a_lock_that_another_keeps_is_waited_for_and_given_up(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as held, (tmp_path / "lock").open() as wanted:
        assert take_lock(held.fileno())
        assert not take_lock(wanted.fileno())
        begun = time.monotonic()
        assert not take_lock(wanted.fileno(), 0.1)
        assert time.monotonic() - begun >= 0.1
        threading.Timer(0.05, held.close).start()
        assert take_lock(wanted.fileno(), 60), "the other has let it go"


def test_a_folder_is_ones_own_only_inside(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        with locked_folder(tmp_path):
            assert not take_lock(descriptor)
        assert take_lock(descriptor)
    finally:
        os.close(descriptor)


def test_a_score_is_kept_on_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    path = tmp_path / "scores.json"
    assert not add_score(path, ScoreRow(5, "Ann", "quit", "", 1)).trouble
    assert [row.score for row in read_scores(path)] == [5]
