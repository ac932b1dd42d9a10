"""What is kept of watched games: the list with ranks, and the recordings of the last ones."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.cli import arguments, main, parser, replay_sources, watch_commands
from rogomatic.cli.agent_factory import AgentFactory
from rogomatic.run.recordings import recording_store
from rogomatic.run.recordings.recording_formats import Asciicast, Header, Origin
from rogomatic.run.recordings.recording_store import LastGames, kept_games, watched_folder
from rogomatic.run.recordings.timeline import read_timeline
from rogomatic.run.runner.game_loop import End, Limits, play_game
from rogomatic.run.runner.link import MemoryLink
from rogomatic.run.storage.agent_files import data_folder
from rogomatic.run.storage.watched_games import (
    add_watched,
    rank_of,
    read_games,
    usual_file,
    watched_game,
)
from rogue.cli import main as rogue_main
from rogue.shared.command_lines import command_for
from rogue.ui.session import Session
from tests.run.command_line import rogomatic
from tests.run.fakes import FakeGame
from tests.run.rows import ROW


def test_a_game_is_ranked_among_those_of_the_same_rogue(tmp_path: Path) -> None:
    file = tmp_path / "new" / "watched.jsonl"
    ranks = [
        add_watched(file, watched_game(replace(ROW, seed=seed, score=score), game))
        for seed, score, game in ((1, 50, "5.4"), (2, 90, "5.4"), (3, 999, "3.6"), (4, 70, "5.4"))
    ]
    assert [(rank.place, rank.count, rank.best.seed) for rank in ranks] == [
        (1, 1, 1), (1, 2, 2), (1, 1, 3), (2, 3, 2),
    ]  # fmt: skip


def test_a_line_that_was_cut_off_costs_that_game_only(tmp_path: Path) -> None:
    file = tmp_path / "watched.jsonl"
    game = watched_game(ROW, "5.4")
    add_watched(file, game)
    file.write_text(file.read_text() + '{"game": "5.\n[]\n')
    assert add_watched(file, game).count == 1, "the same dungeon"
    assert len(read_games(file)) == 2
    assert read_games(tmp_path / "none") == []
    assert rank_of([], game).count == 1


def test_the_last_games_are_kept_and_those_before_go(tmp_path: Path) -> None:
    keeper = LastGames(tmp_path / "watched", Origin(0, "5.4", "", "0", "{}", ""), "run")
    for seed in range(keeper.MAX_GAMES + 3):
        link = keeper.record(MemoryLink(FakeGame(seed)), seed)
        link.close(over=True)
        keeper.finish(replace(ROW, seed=seed))
        for age, path in enumerate(kept_games(tmp_path / "watched")):
            os.utime(path, (10_000 + seed - age,) * 2)
    link = keeper.record(MemoryLink(FakeGame(77)), 77)
    link.close(over=True)
    keeper.finish(replace(ROW, seed=77, end_reason="stopped", commands=0))
    keeper.sweep()
    assert [bool(keeper.stamp(seed)) for seed in (22, 77)] == [True, False]
    names = [path.name for path in kept_games(tmp_path / "watched")]
    assert len(names) == len(list((tmp_path / "watched").iterdir())) == keeper.MAX_GAMES
    assert all(f"-seed-{seed}-" in name for seed, name in zip(range(22, 2, -1), names, strict=True))
    assert keeper.troubles == []


def test_a_game_that_was_left_after_one_command_is_kept(tmp_path: Path) -> None:
    keeper = LastGames(tmp_path / "watched", Origin(0, "5.4", "", "0", "{}", ""), "run")
    keeper.record(MemoryLink(FakeGame(7)), 7).close(over=False)
    keeper.finish(replace(ROW, seed=7, end_reason="stopped", commands=1))
    assert [path.name[15:] for path in kept_games(tmp_path / "watched")] == ["-seed-7-stopped.cast"]


def test_a_kept_game_is_named_after_a_later_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    keepers = []
    ends: tuple[End, ...] = ("finished", "stopped")
    for second, end in enumerate(ends):
        monkeypatch.setattr(recording_store, "stamp_of", lambda _, at=second: f"20260101-00000{at}")
        keeper = LastGames(watched_folder(), Origin(0, "5.4", "", "0", "{}", ""), "run")
        keeper.record(MemoryLink(FakeGame(7)), 7).close(over=True)
        keeper.finish(replace(ROW, seed=7, end_reason=end, commands=9))
        keepers.append(keeper)
    commands = [shlex.split(watch_commands._again(replace(ROW, seed=7), keeper)) for keeper in keepers]
    named = [parser().parse_args(one[one.index("replay") :]) for one in commands]
    assert [replay_sources.find_watched(args).name for args in named] == [
        "20260101-000000-seed-7-level-4.cast", "20260101-000001-seed-7-stopped.cast",
    ]  # fmt: skip
    newest = parser().parse_args(["replay", "--last", "--seed", "7"])
    assert replay_sources.find_watched(newest).name.endswith("stopped.cast")


def test_a_command_is_one_that_works_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "checkout"
    for name in (".venv/bin/rogomatic", "scripts/rogue", "scripts/rogomatic"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    monkeypatch.setattr(sys, "argv", [str(root / ".venv/bin/rogomatic")])
    monkeypatch.chdir(root)
    assert command_for("rogue", "a b") == "scripts/rogue 'a b'"
    monkeypatch.chdir(tmp_path)
    assert command_for("rogomatic", "replay") == "checkout/scripts/rogomatic replay"
    monkeypatch.chdir(root / "scripts")
    assert command_for("rogomatic") == "./rogomatic"
    monkeypatch.chdir(root / ".venv")
    assert command_for("rogomatic") == str(root / "scripts/rogomatic")
    monkeypatch.setattr(sys, "argv", ["/somewhere/rogomatic/__main__.py"])
    assert command_for("rogue") == shlex.join([sys.executable, "-P", "-m", "rogue"])


def test_a_watched_game_is_told_of_at_its_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    (tmp_path / "watched").mkdir()
    assert replay_sources.last_watched(11) is None
    (tmp_path / "watched" / "20260101-000000-seed-11-level-3.cast").touch()
    (tmp_path / "watched" / "20260101-000000-seed-111-level-3.cast").touch()
    found = replay_sources.last_watched(11)
    assert found is not None
    assert "-seed-11-" in found.name
    timeline = read_timeline(Asciicast(Header(), ()), None)
    monkeypatch.setattr(replay_sources, "_played", lambda *_: (timeline, ROW))
    (note,) = replay_sources.find_timeline(parser().parse_args(["replay", "--seed", "11"])).notes
    assert "played this again with the shipped memory, quitting a hopeless game as batches do" in note
    assert note.endswith("replay --last --seed 11")
    (note,) = replay_sources.find_timeline(parser().parse_args(["explain", "--seed", "11"])).notes
    assert note.endswith("explain --last --seed 11")
    assert replay_sources.find_timeline(parser().parse_args(["replay", "--seed", "1"])).notes == ()


def test_watched_games_are_listed_and_the_best_come_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))

    def listed(option: str) -> list[str]:
        assert main(["watch", option]) == 0
        return capsys.readouterr().out.splitlines()

    assert listed("--list") == ["No game has been watched yet."]
    watch_commands._list_unfinished(
        [(replace(ROW, seed=9, end_reason="stopped", how=""), None), (ROW, None)], "5.4"
    )
    assert [line.split()[2:] for line in listed("--list")[1:]] == [["9", "100", "3", "500", "stopped"]]
    assert listed("--best") == ["No game has been watched to its end yet."]
    assert watch_commands._best_score("5.4")() == 0
    for seed, score in ((1, 50), (2, 90), (3, 70)):
        add_watched(usual_file(), watched_game(replace(ROW, seed=seed, score=score), "5.4"))
    kept = watched_folder()
    kept.mkdir(parents=True)
    (kept / "20260101-000000-seed-2-end.cast").touch()
    assert [line.split()[2] for line in listed("--list")[1:5]] == ["9", "1", "2", "3"]
    best = listed("--best")
    assert [line.split()[2] for line in best[1:4]] == ["2", "3", "1"]
    assert ["yes" in line.split() for line in best[1:4]] == [True, False, False]
    assert best[-1].startswith("To see a kept game again: ")


def test_a_watched_game_is_shown_again_with_its_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    unread = AgentFactory(Memory(), DEFAULT)  # what ships has another memory, and plays otherwise
    args = parser().parse_args(["watch"])
    keeper = LastGames(watched_folder(), arguments.origin_of_game(args, unread), "run")
    played = []

    def agents(seed: int) -> Player:
        played.append(unread(seed))
        return played[-1]

    row = play_game(44_503, lambda seed: keeper.record(MemoryLink(Session(seed)), seed), agents, Limits(200))
    keeper.finish(row)
    assert "not the agent's keys" not in rogomatic(["replay", "--last", "--to-turn", "50", "--print"]).out
    last = rogomatic(["replay", "--last", "--at", "end", "--print"]).out
    assert f"turn {played[0].beliefs.turn}" in last


def test_files_go_to_the_data_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    for command in ("watch", "coach", "replay"):
        assert arguments.files_folder(parser().parse_args([command])) == data_folder() / "files"
        told = parser().parse_args([command, "--files-in", "here"])
        assert arguments.files_folder(told) == Path("here")


def test_each_replay_names_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rogue_main(["replay", "--help"])
    assert "rogomatic replay FILE" in " ".join(capsys.readouterr().out.split())
    assert "rogue replay" in " ".join(rogomatic(["replay", "--help"]).out.split())
