"""A person's terminal in the middle of a command: moments that are seen, keys that are void, control-Z."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from blessed import Terminal

from rogue.app.session_host import SessionHost
from rogue.terminal.interactive_terminal import _OpenTerminal
from rogue.terminal.terminal_codes import Colorizer
from rogue.ui.journal import Start
from tests.support import forked_program

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).resolve().parents[3]
WAIT = 120.0


def test_pieces_of_a_session_are_written_with_a_pause_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[bytes] = []
    monkeypatch.setattr(_OpenTerminal, "_write", staticmethod(done.append))
    monkeypatch.setattr(_OpenTerminal, "_pause", lambda _open_terminal: done.append(b"wait"))
    game = SessionHost(Start(3, options="nojump"))
    game.feed(b"")
    data = game.feed(b"L")
    places = game.session.pauses
    assert len(places) >= 2
    screen = _OpenTerminal(Terminal(force_styling=None), Colorizer(0), lambda: None)
    screen._draw(game, data)
    assert done[1::2] == [b"wait"] * len(places)
    assert b"".join(done[::2]) == data
    assert [len(piece) for piece in done[:-2:2]] == [
        end - start for start, end in zip((0, *places), places, strict=False)
    ]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Any]:
    env = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    env |= {"ROGUE_HOME": str(tmp_path), "ROGUEOPTS": "nojump", "SEED": "3"}
    child = forked_program.OnTerminal(["rogue", "--wizard"], env)
    child.expect_exact("Level: 1")
    yield child
    child.close(force=True)


def test_keys_typed_ahead_of_a_teleport_are_void_and_those_behind_it_count(game: Any) -> None:
    game.send(b"\x14C,")  # a teleport; making an Amulet comes too late
    for _ in range(int(WAIT)):  # what comes before the game has dropped what was typed is void, too
        game.send(b"$")
        if game.expect_exact(["Inpack = 5", pexpect.TIMEOUT], timeout=1) == 0:
            break
    game.send(b"C,")
    game.expect_exact("Amulet of Yendor (f)")


def test_keys_typed_ahead_of_an_ordinary_step_count(game: Any) -> None:
    game.send(b"sC,")
    game.expect_exact("Amulet of Yendor (f)")


def test_key_43_control_z_uses_a_turn_before_it_stops(game: Any) -> None:
    """Where no shell could wake it again the system does not stop it: it comes back at once."""
    game.send(b"\x05")
    game.expect(rb"Food left: (\d+)")
    before = int(game.match[1])
    game.send(b"\x1a")
    game.expect_exact("\x1b[?1049l")
    game.expect_exact("\x1b[?1049h")
    game.expect_exact("Level: 1")
    game.send(b"\x05")
    game.expect(rb"Food left: (\d+)")
    assert int(game.match[1]) == before - 1


def test_end_6_a_wizards_game_is_not_entered_in_the_score_list(game: Any, tmp_path: Path) -> None:
    game.send(b"C*5000\rQy\r")
    game.expect_exact("Top 10 Scores")
    game.expect_exact("not entered in the list of scores")
    assert b"quit on level" not in game.before
    assert not list(tmp_path.rglob("scores.json"))


def test_a_wizard_in_plain_mode_is_greeted_with_the_number_of_the_dungeon(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "ROGUE_HOME": str(tmp_path)}
    line = [sys.executable, "-m", "rogue", "--plain", "--wizard", "--seed", "5", "--name", "Ann"]
    done = subprocess.run(line, input=b"C*5000\nQy\n", capture_output=True, env=env, timeout=WAIT, check=True)
    assert done.stdout.startswith(b"Hello Ann, welcome to dungeon #5\x1b")
    assert b"You quit with 5000 gold pieces" in done.stdout
    assert b"quit on level" not in done.stdout
