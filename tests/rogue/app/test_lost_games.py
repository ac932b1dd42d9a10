"""Games that were cut off: told of in the next game, listed, discarded."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rogue.app.config import LaunchOptions
from rogue.app.game_loader import new_game
from rogue.cli import main
from rogue.storage.game_files import new_journal, unfinished
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of journals in a new place for files."""
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "journals"


def lost(folder: Path, seed: int, turns: int) -> Path:
    """A game that was cut off after some turns."""
    file = new_journal(folder, seed)
    RecordingSession(Start(seed, options="name=Ann"), file.write).feed(b"s" * turns)
    file.close()
    os.utime(file.path, (1_000_000 + seed, 1_000_000 + seed))
    return file.path


def test_lost_games_are_listed_latest_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older, newer = lost(folder, 7, 3), lost(folder, 8, 1)
    assert main(["--recover", "--list"]) == 0
    first, second, blank, hint = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{newer.name}  1970-01-1")
    assert first.endswith("  5.4, dungeon 8, Ann, 1 turn")
    assert second.startswith(older.name)
    assert second.endswith("dungeon 7, Ann, 3 turns")
    assert (blank, hint.count("--recover NAME")) == ("", 2)


def test_a_lost_game_is_discarded_by_its_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older, newer = lost(folder, 7, 3), lost(folder, 8, 1)
    assert main(["--recover", newer.name, "--discard"]) == 0
    assert capsys.readouterr().out.startswith(f"Discarded: {newer.name}  ")
    assert unfinished(folder) == [older]
    assert main(["--recover", newer.name, "--discard"]) == 1
    assert main(["--recover", str(older), "--discard"]) == 0
    assert main(["--recover", "--list"]) == 0
    assert capsys.readouterr().out.endswith("There is no interrupted game to recover.\n")


@pytest.mark.parametrize("text", ["a\nb\n", '{"format": "rogue-save", "version": 1}\nb\n', ""])
def test_only_journals_are_discarded(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    other = folder.parent / "notes.jsonl"
    other.write_text(text)
    assert main(["--recover", str(other), "--discard"]) == 1
    assert other.read_text() == text
    assert capsys.readouterr().out == ""


def test_a_damaged_journal_in_its_folder_is_discarded(folder: Path) -> None:
    path = lost(folder, 7, 3)
    path.write_text("a\nb\n")
    assert main(["--recover", path.name, "--discard"]) == 0
    assert not path.exists()


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, []),
        (1, ["A game was interrupted; `rogue --recover` continues it."]),
        (3, ["3 games were interrupted; `rogue --recover --list` lists them."]),
    ],
)
def test_lost_games_are_told_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch, count: int, told: list[str]
) -> None:
    """The command is shortened where it would not fit."""
    monkeypatch.setattr("sys.argv", [f"/a/long/{'way' * 20}/rogue.pyz"])
    for seed in range(count):
        lost(folder, seed + 1, 1)
    loaded = new_game(Start(3, greeted=True), LaunchOptions(), os.environ)
    assert list(loaded.session.recording.start.notices) == told
