"""Journals on disk: what a crash leaves, which are found, which are kept."""

from __future__ import annotations

import errno
import fcntl
import os
from datetime import date
from pathlib import Path

import pytest

from rogue.app.session_host import BROKEN, WHOLE, SessionHost
from rogue.shared.daily_seed import seed_of_day
from rogue.storage import kept_games
from rogue.storage.game_files import (
    JournalFile,
    claim,
    complete_lines,
    finished,
    is_in_use,
    is_over,
    latest,
    new_journal,
    unfinished,
)
from rogue.storage.kept_games import KEPT, remove_old
from rogue.storage.scorefile import add_score
from rogue.ui.end_screens import ScoreRow
from rogue.ui.input_modes import FROM_SHELL, Answer
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession


def a_journal(folder: Path, seed: int, *, end: bool, nonce: str = "") -> Path:
    file = new_journal(folder, seed)
    game = RecordingSession(Start(seed, nonce=nonce), file.write)
    game.feed(b"s")
    if end:
        game.end("quit")
    file.close()
    return file.path


def test_every_line_is_there_at_once(tmp_path: Path) -> None:
    file = new_journal(tmp_path / "new", 7)
    game = RecordingSession(Start(7), file.write)
    game.feed(b"s")
    assert file.path.read_text() == game.journal()
    assert file.path.stat().st_mode & 0o777 == 0o600
    file.close()


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    JournalFile(path).close()
    with pytest.raises(FileExistsError):
        JournalFile(path)


def test_games_of_one_moment_have_journals_of_their_own(tmp_path: Path) -> None:
    files = [new_journal(tmp_path, 7) for _ in range(3)]
    assert len({file.path for file in files}) == 3
    for file in files:
        file.close()


def test_only_games_that_never_ended_and_are_not_played_are_unfinished(tmp_path: Path) -> None:
    lost = a_journal(tmp_path, 1, end=False)
    ended = a_journal(tmp_path, 2, end=True)
    played = new_journal(tmp_path, 3)
    played.write('{"format": 1}\n{"keys": "s"}\n')
    begun = new_journal(tmp_path, 4)
    begun.write('{"format": 1}\n')
    begun.close()
    assert is_in_use(played.path)
    assert not is_in_use(lost)
    assert is_over(ended)
    assert is_over(begun.path), "nothing has happened in it"
    assert unfinished(tmp_path) == [lost]
    assert latest(tmp_path) is not None
    played.close()
    assert unfinished(tmp_path / "nowhere") == []


def test_a_game_that_was_cut_off_is_gone_on_with_once(tmp_path: Path) -> None:
    played = new_journal(tmp_path, 3)
    assert not claim(played.path)
    played.close()
    assert claim(played.path)
    assert not claim(played.path), "another program has it now"
    assert not claim(tmp_path / "nowhere"), "another program has gone on with it"


def test_on_a_disk_without_locks_no_game_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    path = a_journal(tmp_path, 1, end=False)
    monkeypatch.setattr(fcntl, "flock", refuse)
    assert not is_in_use(path)
    assert claim(path)


@pytest.mark.parametrize(("answer", "over"), [(Answer("done"), True), (Answer("done", FROM_SHELL), False)])
def test_a_game_is_over_when_saved_not_when_a_shell_ends(tmp_path: Path, answer: Answer, over: bool) -> None:
    file = new_journal(tmp_path, 1)
    recording = RecordingSession(Start(7, options="file=/g", able=("save", "shell")), file.write)
    recording.feed(b"ss")
    recording.feed(b"!" if answer.text else b"Sy")
    assert recording.session.request is not None
    recording.answer(answer)
    file.close()
    assert is_over(file.path) is over


@pytest.mark.slow
def test_a_journal_cut_at_any_byte_has_the_lines_before(tmp_path: Path) -> None:
    path = a_journal(tmp_path, 1, end=False)
    whole = path.read_bytes()
    wrong = []
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        if complete_lines(path) != whole[: whole.rfind(b"\n", 0, cut) + 1].decode().splitlines():
            wrong.append(cut)
    assert wrong == []
    path.write_bytes(whole + b'{"keys": "l", "tu')
    assert unfinished(tmp_path) == [path]


@pytest.mark.slow
def test_the_oldest_ended_games_are_removed_but_for_scored_and_daily_ones(tmp_path: Path) -> None:
    """The journals of the best games, and of the games of the day, are what proves them."""
    env = {"ROGUE_HOME": str(tmp_path)}
    day, scored, of_variant, named = seed_of_day(date(2026, 11, 26)), 2, 3, 4
    for name, seed in (("scores.json", scored), ("scores-coffee-12345678.json", of_variant), ("mine", named)):
        add_score(tmp_path / name, ScoreRow(9, "Ann", "quit", "", 1, seed=seed))
    folder = tmp_path / "journals"
    lost = a_journal(folder, 1, end=False)
    kept = [a_journal(folder, seed, end=True) for seed in (day, scored, of_variant, named)]
    kept.append(a_journal(folder, 5, end=True, nonce="ab"))
    gone = [a_journal(folder, seed, end=True) for seed in range(6, 9)]
    young = [a_journal(folder, seed, end=True) for seed in range(9, KEPT + 9)]
    for age, path in enumerate([lost, *kept, *gone, *young]):
        os.utime(path, (1000 + age, 1000 + age))
    remove_old(finished(folder), env, str(tmp_path / "mine"))
    there = [path.exists() for path in (lost, *kept, *gone, *young)]
    assert there == [True] * 6 + [False] * 3 + [True] * KEPT


@pytest.mark.parametrize("trouble", ["damaged list", "another name"])
def test_nothing_unclear_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    monkeypatch.setattr(kept_games, "KEPT", 2)
    folder = tmp_path / "journals"
    old = a_journal(folder, 6, end=True)
    if trouble == "damaged list":
        (tmp_path / "scores.json").write_text("{damaged")
    else:
        old = old.rename(folder / "win.jsonl")
    young = [a_journal(folder, seed, end=True) for seed in (9, 10)]
    for age, path in enumerate([old, *young]):
        os.utime(path, (1000 + age, 1000 + age))
    remove_old(finished(folder), {"ROGUE_HOME": str(tmp_path)})
    assert old.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_interrupts_the_journal_and_not_the_game(tmp_path: Path) -> None:
    file = new_journal(tmp_path, 1)
    host = SessionHost(Start(1), file)
    disk = os.dup(file._file)
    os.dup2(os.open("/dev/full", os.O_WRONLY), file._file)
    host.feed(b"s")
    assert file.trouble == "No space left on device"
    assert host.news() == BROKEN.format(file.trouble)
    host.feed(b"s")
    assert host.news() == "", "it is told once"
    os.dup2(disk, file._file)
    host.feed(b"s")
    assert (file.trouble, host.news()) == ("", WHOLE)
    assert file.path.read_text() == host.recording.journal()
    assert host.session.world.turns == 3
    file.close()
