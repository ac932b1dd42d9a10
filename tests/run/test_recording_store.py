"""Keeping recordings: which games are worth it, what lies in the folder, disks that refuse."""

from __future__ import annotations

import errno
import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import main
from rogomatic.run.recordings.recording_formats import Asciicast, Origin, read_asciicast
from rogomatic.run.recordings.recording_store import (
    FileLink,
    KeptLinks,
    OneFile,
    RecordingKeeper,
    header_of,
    record_game,
    usual_folder,
    worth,
)
from rogomatic.run.recordings.timeline import read_timeline
from rogomatic.run.runner.game_loop import TROUBLES, Limits, Row, play_game
from rogomatic.run.runner.link import Link, MemoryLink
from tests.run.command_line import rogomatic
from tests.run.fakes import BreakingPlayer, FakeGame, FakePlayer, StuckPlayer
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.run.rows import ROW
from tests.run.watching import Person

ORIGIN = Origin(0, "5.4", version="1.0")


def links(seed: int) -> Link:
    return MemoryLink(FakeGame(seed))


def played(keeper: RecordingKeeper, seed: int = 1, player: type[FakePlayer] = FakePlayer) -> Row:
    """Play a game that the keeper records, and let it settle."""
    row = play_game(seed, KeptLinks(links, keeper), player, Limits())
    keeper.finish(row)
    return row


@pytest.mark.parametrize(("deepest", "why"), [(6, ""), (7, "level-7"), (8, "level-8")])
def test_a_good_game_is_one_that_came_deep_enough(deepest: int, why: str) -> None:
    assert worth(replace(ROW, deepest=deepest, end_reason="finished"), 7) == why


@pytest.mark.parametrize("end", TROUBLES)
def test_an_odd_game_is_kept_from_any_level(end: str) -> None:
    assert worth(replace(ROW, deepest=1, end_reason=end), 7) == end  # type: ignore[arg-type]


def test_a_good_game_is_kept_whole_and_another_leaves_nothing(tmp_path: Path) -> None:
    for least, count in ((2, 1), (3, 0)):
        keeper = RecordingKeeper(tmp_path / str(least), ORIGIN, least, "7")
        keeper.folder.mkdir()
        row = played(keeper)
        assert row.finished
        assert len(keeper.kept) == count
        assert list(keeper.folder.iterdir()) == keeper.kept
        assert not keeper.troubles
    (kept,) = (tmp_path / "2").iterdir()
    assert kept.name.endswith("-seed-1-level-2.cast")
    recording = read_asciicast(kept.read_bytes())
    assert recording.complete
    assert recording.header.origin == replace(ORIGIN, seed=1)
    assert [event.text for event in recording.events if event.kind == "i"] == ["v;", *["l;"] * 4, "\r"]


@pytest.mark.parametrize(("player", "end"), [(StuckPlayer, "stuck"), (BreakingPlayer, "crashed")])
def test_odd_games_are_kept(tmp_path: Path, player: type[FakePlayer], end: str) -> None:
    keeper = RecordingKeeper(tmp_path, ORIGIN, 26, "7")
    assert played(keeper, player=player).end_reason == end
    assert [path.name.endswith(f"-seed-1-{end}.cast") for path in keeper.kept] == [True]


def test_a_keeper_goes_to_workers_and_settles_what_they_recorded(tmp_path: Path) -> None:
    keeper = RecordingKeeper(tmp_path, ORIGIN, 1, "7")
    theirs = pickle.loads(pickle.dumps(KeptLinks(links, keeper)))
    keeper.finish(play_game(1, theirs, FakePlayer, Limits()))
    assert len(keeper.kept) == 1


def test_what_was_broken_off_is_swept_away_and_nobody_elses(tmp_path: Path) -> None:
    mine, other = RecordingKeeper(tmp_path, ORIGIN, 1, "7"), RecordingKeeper(tmp_path, ORIGIN, 1, "77")
    mine.record(links(1), 1)
    other.record(links(1), 1)
    mine.sweep()
    assert [path.name for path in tmp_path.iterdir()] == ["77-seed-1.cast.part"]


def test_a_folder_that_takes_nothing_ends_no_game_and_is_told(tmp_path: Path) -> None:
    keeper = RecordingKeeper(tmp_path / "gone", ORIGIN, 1, "7")
    assert played(keeper).finished
    assert keeper.troubles == ["The game of seed 1 (level-2) could not be recorded."]


class FullDisk:
    """A file on a disk that takes so many lines."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.asked = 0

    def write(self, text: str) -> None:
        self.asked += 1
        if self.asked > self.lines:
            raise OSError(errno.ENOSPC, "No space left on device")

    def close(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_ends_the_recording_and_not_the_game() -> None:
    disk, told = FullDisk(5), list[str]()

    def recorded(seed: int) -> Link:
        return FileLink(links(seed), disk, header_of(ORIGIN, seed, 0), told.append)  # type: ignore[arg-type]

    row = play_game(1, recorded, FakePlayer, Limits())
    assert row.finished
    assert told == ["No space left on device"]
    assert disk.asked == 6


def test_a_full_disk_under_one_recording_is_told_in_a_sentence(tmp_path: Path) -> None:
    one = OneFile(tmp_path / "x.cast", ORIGIN)
    one._file = FullDisk(3)  # type: ignore[assignment]
    assert play_game(1, lambda seed: one.record(links(seed), seed), FakePlayer, Limits()).finished
    assert one.trouble == f"The recording {tmp_path}/x.cast breaks off: No space left on device."


def test_recordings_lie_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", "/home/ann/rog")
    assert usual_folder() == Path("/home/ann/rog/recordings")
    monkeypatch.delenv("ROGOMATIC_HOME")
    assert usual_folder().parts[-2:] == ("rogomatic", "recordings")


def test_a_batch_keeps_what_is_worth_it(tmp_path: Path) -> None:
    words = ["batch", "--games", "3", "-q", "--limit-commands", "40", "--keep-in", str(tmp_path / "kept")]
    said = rogomatic([*words, "--keep-from", "1"]).err
    files = sorted((tmp_path / "kept").iterdir())
    assert len(files) == 3
    assert all(f"kept: {path}\n" in said for path in files)
    assert main([*words, "--keep-from", "26"]) == 0
    assert sorted((tmp_path / "kept").iterdir()) == files


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["batch", "--keep-in", "x"], 2, "--keep-in is for --keep-from"),
        (["batch", "--keep-from", "0"], 2, "0 is less than 1"),
        (["batch", "--keep-from", "3", "--keep-in", "/dev/null/x"], 1, "Recordings cannot be kept in"),
        (["watch", "--record", "x", "--keep-from", "3"], 2, "--record is for one game"),
        (["watch", "--record", "/dev/null/x.cast"], 1, "cannot be written: Not a directory."),
        (["watch", "--attach", "x", "--record", "y"], 2, "--attach looks at games that a batch plays"),
        (["batch", "--engine", "ray", "--keep-from", "3"], 2, "not with --engine ray"),
        (["watch", "--record", sys.executable], 1, "is there already and is not overwritten."),
    ],
)
def test_refusals(words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        got = main(words)
    except SystemExit as leave:
        got = int(str(leave.code))
    assert got == code
    assert sentence in capsys.readouterr().err


def test_without_a_terminal_no_file_is_left(tmp_path: Path) -> None:
    said = rogomatic(["watch", "--seed", "1", "--record", str(tmp_path / "x.cast")], 1).err
    assert "must be a terminal" in said
    assert not list(tmp_path.iterdir())


def test_a_watched_game_is_recorded_as_it_was_played(tmp_path: Path) -> None:
    game = short_games(1, deepest=2)[0]
    agent = ("--memory", "shipped", "--frozen")
    words = ("--seed", str(game.seed), "--speed", "0", *agent, "--record", "live.cast")
    code, last = Person(*words, player="", folder=tmp_path).leave()
    assert code == 0
    assert "recorded: live.cast" in last
    live = read_asciicast((tmp_path / "live.cast").read_bytes())
    in_memory = record_game(game.seed, LINKS, PLAYERS)[0]
    assert live.header.timestamp > 1_700_000_000
    assert live.header.origin is not None
    assert live.header.origin.seed == game.seed
    assert marks_in(live) == marks_in(in_memory)
    timeline = read_timeline(live, lambda: PLAYERS(game.seed))
    assert timeline.parted == len(timeline) == game.commands + 1
    assert screens_in(live)[1:] == screens_in(in_memory)[1:]  # the first go before a whole screen


def marks_in(recording: Asciicast) -> list[str]:
    return [event.text for event in recording.events if event.kind == "m"]


def screens_in(recording: Asciicast) -> list[tuple[bytes, bytes]]:
    """Return the keys and the cells that a viewer sees whenever some are sent."""
    screen, seen = Screen(), []
    for event in recording.events:
        if event.kind == "o":
            screen.feed(event.text.encode())
        elif event.kind == "i":
            seen.append((event.text.encode(), bytes(screen.cells)))
    return seen
