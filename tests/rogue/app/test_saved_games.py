"""A person who saves is told how to go on, and who begins anew that a saved game waits."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from rogue.app import game_loader
from rogue.app.config import LaunchOptions
from rogue.shared.command_lines import short_path
from rogue.storage.game_files import save_text
from rogue.storage.variant_files import load_variant
from rogue.ui.journal import Restored, Start, event_line, read_event
from rogue.ui.journal_sessions import RecordingSession, play_journal
from tests.support.emulated_terminal import Line


def saved(lines: Any, **more: str) -> Line:
    line: Line = lines(**more)
    line.until("Level: 1")
    line.type(b"sSy")
    assert line.gone() == 0
    return line


def test_a_person_is_told_the_file_and_the_command(lines: Any, tmp_path: Path) -> None:
    line = saved(lines)
    assert (tmp_path / ".rogue.save").is_file()
    told = line.raw.decode().replace("\r\n", "\n")
    command = f"{shlex.quote(sys.executable)} -P -m rogue ~/.rogue.save"
    assert told.endswith(f"The game is saved in ~/.rogue.save; to continue it:\n    {command}\n")


def test_a_program_is_told_nothing(lines: Any) -> None:
    line = lines("--plain")
    line.until("Level: 1")
    line.type(b"Sy")
    assert line.gone() == 0
    assert b"saved in" not in line.raw


@pytest.mark.parametrize("options", ["name=rogo-ann", "name=rogo-ann,file=~/my"])
def test_who_begins_anew_is_told_that_a_saved_game_waits(lines: Any, options: str) -> None:
    saved(lines, ROGUEOPTS=options)
    line = lines(ROGUEOPTS=options)
    line.until("You saved a game")
    line.until("--More--")
    assert len(line.screen.display[0].rstrip()) <= 80
    line.type(b" ", "Hello rogo-ann")


def test_nothing_waits_when_the_game_has_been_gone_on_with(lines: Any, tmp_path: Path) -> None:
    saved(lines)
    line = lines(str(tmp_path / ".rogue.save"))
    line.until("Level: 1")
    line.type(b"Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    line = lines()
    line.until("Hello rogo-ann")
    assert b"You saved a game" not in line.raw


def test_a_path_is_as_short_as_a_person_types_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert short_path("/home/ann/x y") == "~/'x y'"
    assert short_path("/home/anna/x") == "/home/anna/x"
    monkeypatch.setenv("HOME", "/")
    assert short_path("/x") == "/x"


def test_a_saved_game_may_get_helpers_and_keeps_its_rules(tmp_path: Path) -> None:
    env = {"ROGUE_HOME": str(tmp_path)}
    game = RecordingSession(Start(seed=44520, variant=load_variant("kennel", env), able=("save",)))
    game.feed(b"s")
    file = tmp_path / "game"
    file.write_bytes(save_text(game))
    host, _ = game_loader.restored_game(LaunchOptions(savefile=str(file), helpers=True), True, env)
    assert host.session.world.rules.variant == "kennel"
    assert not file.exists()
    host.recording.feed(b"sQy")
    outcome = host.session.outcome
    assert outcome is not None
    assert outcome.marks == ("helpers",)
    journal = play_journal(host.recording.journal().splitlines())
    assert journal.session.outcome == outcome
    host.close("quit")


def test_a_restored_game_of_an_older_journal_was_not_helped() -> None:
    line = event_line(Restored())
    assert "helpers" not in line
    assert read_event(2, line) == Restored()
    assert read_event(2, event_line(Restored(helpers=True))) == Restored(helpers=True)
