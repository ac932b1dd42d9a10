"""The score list on disk: kept, shared, and left alone where it is something else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from rogue.storage.scorefile import ScoreFileError, add_score, read_scores
from rogue.ui.end_screens import ScoreRow, score_lines

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


def row(score: int, name: str = "Ann") -> ScoreRow:
    return ScoreRow(score, name, "killed", "bat", 3, seed=7, time="2026-08-03T12:00:00")


def test_scores_are_kept_and_read_back_best_first(tmp_path: Path) -> None:
    path = tmp_path / "new" / "scores.json"
    for score in (5, 900, 40):
        assert add_score(path, row(score)).trouble == ""
    assert [entry.score for entry in read_scores(path)] == [900, 40, 5]
    assert json.loads(path.read_text())["version"] == 1


def test_a_score_of_zero_is_not_entered(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    assert add_score(path, row(0)) == ([], "")
    assert read_scores(path) == []
    assert not path.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "ÿ\x00",
        '{"format": 1}',
        '{"format": "rogue scores", "version": 1, "rows": [{"score": "x"}]}',
        '{"format": "rogue scores", "version": 1, "rows": [3]}',
        "[" * 100000,
    ],
)
def test_a_damaged_file_is_reported_and_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scores.json"
    path.write_text(text, "latin-1")
    with pytest.raises(ScoreFileError):
        read_scores(path)
    rows, trouble = add_score(path, row(5))
    assert [entry.score for entry in rows] == [5]
    assert "scores.json.damaged-1" in trouble
    assert (tmp_path / "scores.json.damaged-1").read_text("latin-1") == text
    assert [entry.score for entry in read_scores(path)] == [5]


def folder_of(path: Path) -> None:
    path.mkdir()


def newer_list(path: Path) -> None:
    path.write_text('{"format": "rogue scores", "version": 2, "rows": []}')


@pytest.mark.parametrize("make", [folder_of, newer_list])
def test_what_cannot_be_read_is_left_alone(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "scores.json"
    make(path)
    rows, trouble = add_score(path, row(5))
    assert [entry.score for entry in rows] == [5]
    assert trouble.endswith("The file was not changed, and the score was not saved.")
    assert not list(tmp_path.glob("*damaged*"))
    with pytest.raises(ScoreFileError):
        read_scores(path)


def test_a_file_that_the_player_named_is_never_moved(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,")
    rows, trouble = add_score(path, row(5), named=True)
    assert [entry.score for entry in rows] == [5]
    assert "letter.txt is not a score list" in trouble
    assert path.read_text() == "Dear Ann,"


def test_a_shared_list_stays_shared(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    add_score(path, row(5))
    path.chmod(0o664)
    add_score(path, row(6))
    assert path.stat().st_mode & 0o777 == 0o664


def test_a_lock_that_somebody_else_made_need_not_be_writable(tmp_path: Path) -> None:
    path, lock = tmp_path / "scores.json", tmp_path / "lock"
    lock.touch(mode=0o444)
    opened: list[int] = []

    def note(path: Any, flags: int, mode: int = 0o777) -> int:
        opened.append(flags)
        return open_file(path, flags, mode)

    open_file = os.open
    with mock.patch.object(os, "open", note):
        assert add_score(path, row(5), lock).trouble == ""
    assert opened[0] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) == 0


def test_a_name_in_the_file_moves_no_cursor() -> None:
    lines = score_lines([row(5, "A\x1b[2J\ud800")])
    assert lines[3] == " 1     5 A?[2J?: killed on level 3 by a bat."


def test_a_place_that_cannot_be_written_is_reported_and_the_list_shown(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    rows, trouble = add_score(blocked / "scores.json", row(5))
    assert [entry.score for entry in rows] == [5]
    assert "could not be saved" in trouble


def test_a_kept_lock_does_not_hold_up_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr("rogue.storage.scorefile.LOCK_SECONDS", 0.1)
    path = tmp_path / "scores.json"
    with (tmp_path / "lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        rows, trouble = add_score(path, row(5), tmp_path / "lock")  # returns while the lock is held
    assert [entry.score for entry in rows] == [5]
    assert trouble


def test_many_games_at_once_lose_no_score(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    code = (
        "import sys\nfrom pathlib import Path\nfrom rogue.ui.end_screens import ScoreRow\n"
        "from rogue.storage.scorefile import add_score\n"
        "for n in range(3):\n"
        "    assert not add_score(Path(sys.argv[1]),"
        " ScoreRow(int(sys.argv[2]) * 3 + n + 1, 'Ann', 'quit', '', 1)).trouble\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    games = [subprocess.Popen([sys.executable, "-c", code, path, str(n)], env=env) for n in range(3)]
    assert [game.wait(120) for game in games] == [0, 0, 0]
    assert sorted(entry.score for entry in read_scores(path)) == list(range(1, 10))
    assert not list(tmp_path.glob("*.new"))
