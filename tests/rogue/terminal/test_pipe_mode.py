"""Plain mode: bytes, signals and the end of input, on pipes and on a terminal (SCREEN.md 12.5, 15)."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rogue.storage.game_files import read_save
from rogue.terminal.pipe_mode import arrows
from tests.support import forked_program
from tests.support.c_bot_session import with_patience

ROOT = Path(__file__).resolve().parents[3]
BOT = "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-ann,fruit=apricot"


def environment(folder: Path, options: str = BOT, **more: str) -> dict[str, str]:
    score = f"{options},score={folder}/s" if len(str(folder)) < 45 else options
    env = {**os.environ, "TERM": "vt100", "ROGUEOPTS": score, "XDG_DATA_HOME": str(folder)}
    env["PYTHONPATH"] = str(ROOT)
    env["HOME"] = env["ROGUE_HOME"] = str(folder)
    env.pop("SEED", None)
    env.pop("ROGOSEED", None)
    return {**env, **more}


def run(keys: bytes, env: Mapping[str, str], *args: str) -> subprocess.CompletedProcess[bytes]:
    return forked_program.run(["rogue", *args], keys, env)


class Game:
    """A plain game on pipes that is still running."""

    def __init__(self, folder: Path, *args: str, before: Sequence[str] = ()) -> None:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
        self.process: subprocess.Popen[bytes]
        if before:
            line, env = [*before, sys.executable, "-m", "rogue", *args], environment(folder)
            self.process = subprocess.Popen(line, env=env, stderr=subprocess.DEVNULL, **pipes)
        else:
            words = ["rogue", *args]
            self.process = forked_program.Popen(
                words, environment(folder), stderr=subprocess.DEVNULL, **pipes
            )

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.__exit__(None, None, None)

    def type(self, keys: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(keys)

    def until(self, text: bytes) -> None:
        """Read until `text` has come; fails when the game ends before."""
        assert self.process.stdout is not None
        seen = b""
        while text not in seen:
            more = os.read(self.process.stdout.fileno(), 4096)
            assert more, seen
            seen += more

    def rest(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.read()


def test_the_end_of_input_ends_the_program_at_once(tmp_path: Path) -> None:
    done = run(b"v;", environment(tmp_path))
    assert done.returncode == 0
    assert done.stderr.endswith(b"rogue ~/.rogue.save` continues it.\n")
    assert b"Top 10" not in done.stdout


def until_read(pipe: int) -> None:
    """Wait until everything in a pipe has been read, at its writing end; fails after a while."""
    for _ in range(12_000):
        if not int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder):
            return
        time.sleep(0.01)
    raise AssertionError("nobody reads")


def test_an_escape_waits_for_the_key_that_it_takes_with_it(tmp_path: Path) -> None:
    (its_keys, keys), (shown, its_screen) = os.pipe(), os.pipe()
    patient = with_patience(3600)  # longer than a busy machine takes
    game = forked_program.fork(["rogue"], environment(tmp_path), (its_keys, its_screen, 2), main=patient)
    os.close(its_keys)
    os.close(its_screen)
    for piece in (b"w", b"\x1b", b";", b";", b"v"):
        os.write(keys, piece)
        until_read(keys)
    os.close(keys)
    with open(shown, "rb") as file:
        out = file.read()
    assert game.wait(120) == 0
    assert b"Wield what? (* for list): " in out
    assert out.count(b"Illegal command ';'") == 1


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rogue", "-S"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.read(10)
        game.stdout.close()
        game.stdin.write(b"v;v;v;")
        game.stdin.close()
        assert game.stderr.read() == b""
        assert game.wait(120) == 0


ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGUSR1)


@pytest.mark.parametrize("number", ENDS[:2])
def test_sav_2_a_signal_kills_the_player_with_capital_s(tmp_path: Path, number: int) -> None:
    with Game(tmp_path, "-S") as game:
        game.until(b"Level: 1")
        game.process.send_signal(number)
        game.until(b"[Press return to continue]")
        game.type(b"\n")
        assert b"Top 10 Scores:" in game.rest()
        assert game.process.wait(120) == 0
    assert not (tmp_path / ".rogue.save").exists()


@pytest.mark.parametrize("number", ENDS)
def test_sav_2_a_signal_saves_the_game_without_capital_s(tmp_path: Path, number: int) -> None:
    with Game(tmp_path) as game:
        game.until(b"Level: 1")
        game.process.send_signal(number)
        assert b"Top 10" not in game.rest()
        assert game.process.wait(120) == 0
    assert read_save(tmp_path / ".rogue.save").start.seed


@pytest.mark.parametrize("wait", [0.002, 0.01])
def test_a_second_signal_does_not_break_the_saving_of_the_game(tmp_path: Path, wait: float) -> None:
    with Game(tmp_path) as game:
        game.until(b"Level: 1")
        game.process.send_signal(signal.SIGTERM)
        time.sleep(wait)
        game.process.send_signal(signal.SIGUSR1)
        assert game.process.wait(120) == 0
    assert read_save(tmp_path / ".rogue.save").start.seed


def test_sigquit_leaves_with_a_word_and_20(tmp_path: Path) -> None:
    with Game(tmp_path) as game:
        game.until(b"Level: 1")
        game.process.send_signal(signal.SIGQUIT)
        assert b"\x1b[23;1HOkay, bye bye!" in game.rest()
        assert game.process.wait(120) == 20
    assert not (tmp_path / ".rogue.save").exists()


def test_a_game_that_cannot_be_saved_is_kept_as_a_journal(tmp_path: Path) -> None:
    env = environment(tmp_path, "name=rogo-ann,file=/not/there/save")
    done = run(b"sss", env, "--seed", "42")
    assert done.returncode == 1
    sentence = done.stderr.decode()
    assert sentence.startswith("rogue: The game could not be saved: No such file or directory. Its journal ")
    (journal,) = (tmp_path / "journals").iterdir()
    assert re.search(rf"{re.escape(str(journal))}; `.*rogue --recover` continues it\.\n$", sentence)
    assert b"Level: 1" in run(b"Qy\n", env, "--recover").stdout
    assert run(b"", env, "--recover").returncode == 1


def test_an_interrupt_asks_whether_to_quit(tmp_path: Path) -> None:
    with Game(tmp_path) as game:
        game.until(b"Level: 1")
        game.process.send_signal(signal.SIGINT)
        game.until(b"Really quit?")
        game.type(b"nv")
        game.until(b"ersion 5.4.5")


def test_signals_that_are_ignored_from_the_start_stay_so(tmp_path: Path) -> None:
    with Game(tmp_path, before=["nohup"]) as game:
        game.until(b"Level: 1")
        game.process.send_signal(signal.SIGHUP)
        game.type(b"v")
        game.until(b"ersion 5.4.5")


@pytest.mark.parametrize(
    ("keys", "meant"),
    [
        (b"\x1bOA\x1bOB\x1bOC\x1bOD", b"kjlh"),
        (b"\x1b[Aq\x1b[D", b"kqh"),
        (b"\x1b;", b"\x1b;"),
        (b"\x1b", b"\x1b"),
        (b"OA[B", b"OA[B"),
    ],
)
def test_the_arrow_keys_of_a_vt100_are_steps(keys: bytes, meant: bytes) -> None:
    assert arrows(keys) == meant


def test_pipes_have_no_arrow_keys(tmp_path: Path) -> None:
    out = run(b"/\x1bOA;", environment(tmp_path)).stdout
    assert b"Illegal command 'A'" in out
