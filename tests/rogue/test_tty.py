"""The game on a pseudo-terminal: plain mode for bots, a person's terminal (CMD-2, CMD-20)."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyte
import pytest

from rogue.play.mode import Mode
from rogue.play.scores import ScoreRow
from rogue.scorefile import add_score, read_scores
from rogue.tty import KEY_NAMES, game_keys, run_key

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).resolve().parents[2]
WAIT = 8.0
GOLD_SEED = "2"  # here gold lies two steps to the left of the first square
GOLD_KEYS = b"hh"


class Line:
    """A game on a pseudo-terminal, with an emulator on the other side."""

    def __init__(
        self, folder: Path, term: str, *args: str, size: tuple[int, int] = (24, 80)
    ) -> None:
        env = {**os.environ, "TERM": term, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder)}
        env["ROGUEOPTS"] = "name=rogo-ann"
        env["ROGOSEED"] = "3"
        program, arguments = self.command(*args)
        self.child: Any = pexpect.spawn(
            program, arguments, env=env, dimensions=size, timeout=WAIT
        )
        self.child.delaybeforesend = None
        self.screen = pyte.Screen(size[1], size[0])
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""

    @staticmethod
    def command(*args: str) -> tuple[str, list[str]]:
        return sys.executable, ["-m", "rogue", *args]

    def until(self, text: str) -> None:
        """Read until the emulator shows `text`; fails after a while."""
        end = time.monotonic() + WAIT
        while text not in "\n".join(self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            try:
                self._take(self.child.read_nonblocking(4096, 0.1))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
        assert text in "\n".join(self.screen.display)

    def until_sent(self, data: bytes) -> None:
        """Read until `data` has been sent; fails after a while."""
        end = time.monotonic() + WAIT
        while data not in self.raw:
            assert time.monotonic() < end, self.raw
            with suppress(pexpect.TIMEOUT):
                self._take(self.child.read_nonblocking(4096, 0.1))

    def gone(self) -> int | None:
        """Read to the end; return the exit code, or minus the signal."""
        try:
            while True:
                self._take(self.child.read_nonblocking(4096, WAIT))
        except pexpect.EOF:
            pass
        self.child.close()
        code: int | None = self.child.exitstatus
        return -int(self.child.signalstatus) if code is None else code

    def _take(self, data: bytes) -> None:
        self.raw += data
        self._stream.feed(data)

    def type(self, keys: bytes) -> None:
        self.child.send(keys)

    def cooked(self) -> bool:
        """Tell whether the terminal echoes and takes whole lines, as a shell leaves it."""
        mode = termios.tcgetattr(self.child.child_fd)[3]
        return bool(mode & termios.ICANON) and bool(mode & termios.ECHO)


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Any]:
    made: list[Line] = []

    def make(term: str, *args: str, size: tuple[int, int] = (24, 80)) -> Line:
        made.append(Line(tmp_path, term, *args, size=size))
        return made[-1]

    yield make
    for line in made:
        line.child.close(force=True)


# -- plain mode on a terminal


def test_a_bot_finds_the_plain_mode_under_vt100(lines: Any) -> None:
    line = lines("vt100")
    line.type(b"v")
    line.until("(chongo was here)")
    line.type(b"\x12;")
    line.until("Illegal command ';'")
    assert b"Hello rogo-ann, just a moment while I dig the dungeon #3...\x1b(B\x1b)0" in line.raw
    assert b"\x1b[?1049h" not in line.raw
    row, col = line.screen.cursor.y, line.screen.cursor.x
    assert line.screen.buffer[row][col].data == "@"
    line.type(b"Qy\r")
    assert line.gone() == 0
    assert b"Top 10 Scores:\r\n   Score Name\r\n" in line.raw


def test_plain_mode_takes_every_byte_at_once_and_gives_the_terminal_back(lines: Any) -> None:
    line = lines("xterm", "--plain")
    line.until("Level: 1")
    assert not line.cooked()
    line.type(b"\x03")
    line.until("Really quit?")
    line.type(b"y")
    line.until("[Press return to continue]")
    line.type(b"\n")
    line.until("Top 10 Scores")
    assert line.gone() == 0


def test_a_signal_in_plain_mode_gives_the_terminal_back(lines: Any) -> None:
    line = lines("vt100")
    line.until("Level: 1")
    line.child.kill(signal.SIGTERM)
    assert line.gone() == 0
    assert line.raw.endswith(b"\x1b[?1l\x1b>\r\r\n")


def test_the_arrows_of_a_vt100_step_in_plain_mode(lines: Any) -> None:
    line = lines("vt100")
    line.until("Level: 1")
    line.type(b"/\x1bOA")
    line.until("'k': unknown character")


# -- a person's terminal


def test_a_person_has_a_screen_of_its_own_arrow_keys_and_a_clean_exit(lines: Any) -> None:
    line = lines("xterm-256color")
    line.until("Level: 1")
    assert line.raw.startswith(b"\x1b[?1049h")
    assert not line.cooked()
    line.type(b"t")
    line.until("Which direction?")
    line.type(b"\x1b[D")
    line.until("Which object do you want to throw?")
    line.type(b"\x1b")
    time.sleep(0.3)
    line.type(b"/\x1b[D")
    line.until("'h': unknown character")
    line.type(b"Qy")
    line.until("[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"Top 10 Scores:")


def test_control_c_asks_like_q(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"e\x03")
    line.until("Really quit?")
    line.type(b"n")
    line.until("Which object do you want to eat?")


@pytest.mark.parametrize("term", ["vt100", "xterm"])
def test_a_window_too_small_at_the_start_is_refused(lines: Any, term: str) -> None:
    line = lines(term, size=(20, 70))
    assert line.gone() == 1
    assert b"rogue: the window is 20 lines of 70 columns; Rogue needs 24 of 80\r\n" in line.raw
    assert b"Traceback" not in line.raw


def test_a_window_that_shrinks_waits_and_one_that_grows_is_drawn_again(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"i")
    line.until("a) Some food")
    line.child.setwinsize(10, 60)
    line.until("Rogue needs a window of 24 lines of 80 columns.  Make this")
    line.until("one larger to go on.")
    line.type(b" ")  # dropped: nobody can see what it would do
    time.sleep(0.3)
    line.child.setwinsize(30, 100)
    line.until("c) A +1,+1 mace")
    line.type(b" ")
    line.until("Level: 1")


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1]
)
def test_a_signal_leaves_the_terminal_as_it_was(lines: Any, number: int) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.child.kill(number)
    assert line.gone() == 128 + number
    assert line.raw.rstrip().endswith(b"\x1b[?1049l")
    assert b"Traceback" not in line.raw


def test_control_z_comes_back_with_the_screen(lines: Any) -> None:
    """Where no shell could wake it again the system does not stop it: it comes back at once."""
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"v")
    line.until("chongo")
    line.raw = b""
    line.type(b"\x1a")
    line.until_sent(b"\x1b[?1049h")
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"\x1b[?1049h")
    line.until("chongo")


def test_a_program_that_goes_on_takes_the_terminal_anew(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.raw = b""
    line.child.kill(signal.SIGCONT)
    line.until_sent(b"\x1b[?1049h")
    line.until("Level: 1")
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"\x1b[?1049h")
    assert not line.cooked()


class Shell(Line):
    """A shell with job control, in which a game is started."""

    @staticmethod
    def command(*_args: str) -> tuple[str, list[str]]:
        return "bash", ["--norc", "-i"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("stop", ["key", "signal"])
def test_a_game_sent_to_the_background_waits_there_and_comes_back(
    tmp_path: Path, stop: str
) -> None:
    line = Shell(tmp_path, "xterm")
    try:
        line.type(b"echo rea''dy\n")
        line.until("ready")
        line.type(f"{shlex.quote(sys.executable)} -m rogue\n".encode())
        line.until("Level: 1")
        if stop == "key":
            line.type(b"\x1a")
        else:
            os.kill(os.tcgetpgrp(line.child.child_fd), signal.SIGSTOP)
        line.until("Stopped")
        line.type(b"bg\n")
        time.sleep(0.3)
        line.type(b"jobs; echo go''ing on\n")
        line.until("going on")
        line.raw = b""
        line.type(b"fg\n")
        line.until_sent(b"Level: 1")
        line.type(b"v")
        line.until("chongo")
        line.type(b"Qy")
        line.until("[Press return to continue]")
        line.type(b"\r")
        line.until("Top 10 Scores:")
        assert b"Traceback" not in line.raw
    finally:
        line.child.close(force=True)


def test_an_interrupt_from_elsewhere_is_control_c(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.child.kill(signal.SIGINT)
    line.until("Really quit?")
    line.type(b"nv")
    line.until("chongo")


def test_a_person_is_told_the_key_for_help_and_a_program_is_not(lines: Any) -> None:
    hello = "Hello rogo-ann, welcome to the Dungeons of Doom.  Press ? for help"
    line = lines("xterm")
    line.until(hello)
    line.type(b"l/")
    line.until("What do you want identified?")
    bot = lines("xterm", "--plain")
    bot.until("Level: 1")
    assert hello not in "\n".join(bot.screen.display)


# -- the end


def test_the_score_of_a_person_is_marked_in_the_list(lines: Any, tmp_path: Path) -> None:
    path = tmp_path / "rogue" / "scores.json"
    add_score(path, ScoreRow(9, "Old", "quit", "", 1))
    line = lines("xterm", "--seed", GOLD_SEED)
    line.until("Level: 1")
    line.type(GOLD_KEYS)
    line.until("gold pieces")
    line.type(b"  Qy")
    line.until("[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    rows = read_scores(path)
    assert [row.name for row in rows] == ["rogo-ann", "Old"]
    marked = f"\x1b[7m 1 {rows[0].score:5d} rogo-ann: quit on level 1.\x1b[m\r\n"
    assert marked.encode() in line.raw


def test_a_window_closed_over_the_last_screen_keeps_the_score(lines: Any, tmp_path: Path) -> None:
    line = lines("xterm", "--seed", GOLD_SEED)
    line.until("Level: 1")
    line.type(GOLD_KEYS)
    line.until("gold pieces")
    line.type(b"  Qy")
    line.until("[Press return to continue]")
    line.child.kill(signal.SIGHUP)
    assert line.gone() == 128 + signal.SIGHUP
    assert [row.how for row in read_scores(tmp_path / "rogue" / "scores.json")] == ["quit"]


# -- keys


@pytest.mark.parametrize(
    ("text", "name", "keys"),
    [
        ("\x1b[A", "KEY_UP", b"k"),
        ("\x1b[H", "KEY_HOME", b"y"),
        ("\x1b[5~", "KEY_PGUP", b"u"),
        ("\x1b[F", "KEY_END", b"b"),
        ("\x1b[6~", "KEY_PGDOWN", b"n"),
        ("\x1b[1;2D", "KEY_SHIFT_LEFT", b"\x08"),
        ("\x1b[1;5C", "KEY_CTRL_RIGHT", b"\x0c"),
        ("\x1b[1;2D", "KEY_SLEFT", b"\x08"),
        ("\x1bOq", "KEY_KP_1", b"b"),
        ("\r", "KEY_ENTER", b"\n"),
        ("\x7f", "KEY_BACKSPACE", b"\x7f"),
        ("\x1b", "KEY_ESCAPE", b"\x1b"),
        ("q", None, b"q"),
        ("\xe9", None, b""),
        ("\x1bh", "KEY_ALT_H", b"\x1b"),
        ("\x1b[15~", "KEY_F5", b""),
    ],
)
def test_keystrokes_as_the_game_reads_them(text: str, name: str | None, keys: bytes) -> None:
    assert game_keys(text, name) == keys


@pytest.mark.parametrize(
    ("mode", "name", "keys"),
    [
        ("command", "KEY_ENTER", b"\n"),
        ("more", "KEY_ENTER", b" "),
        ("page", "KEY_ENTER", b" "),
        ("text", "KEY_ENTER", b"\n"),
        ("direction", "KEY_LEFT", b"h"),
        ("text", "KEY_LEFT", b""),
        ("text", "KEY_SHIFT_LEFT", b""),
        ("options", "KEY_DOWN", b"\n"),
        ("options", "KEY_UP", b"\x15-"),
        ("options", "KEY_HOME", b""),
    ],
)
def test_what_a_key_means_depends_on_what_is_asked(mode: Mode, name: str, keys: bytes) -> None:
    assert game_keys("\x1b[x", name, mode) == keys


def test_the_options_are_walked_with_the_arrow_keys(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"o")
    line.until("Lock file")
    line.type(b"\x1b[B" * 7 + b"Bo\x1b[Aop\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B")
    line.until(" --More--")
    rows = [row.rstrip() for row in line.screen.display]
    assert rows[6:9] == [
        'Inventory style ("inven"): Overwrite',
        'Name ("name"): p',
        'Fruit ("fruit"): slime-mold',
    ]


def test_every_arrow_runs_with_shift_and_control() -> None:
    for name in ("UP", "DOWN", "LEFT", "RIGHT", "HOME", "END", "PGUP", "PGDOWN"):
        step = KEY_NAMES[f"KEY_{name}"]
        assert KEY_NAMES[f"KEY_SHIFT_{name}"] == KEY_NAMES[f"KEY_CTRL_{name}"] == run_key(step)
