"""The keys of who watches: as in the game, and no letter of an answer of the terminal is one."""

from __future__ import annotations

import io
import os
import pty
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from rogomatic.cli import own_game
from rogomatic.run.viewer import viewer_terminal
from rogomatic.run.viewer.canvas import Canvas, Style
from rogomatic.run.viewer.viewer_terminal import BLUR, ENDING, INTERRUPT, Terminal
from tests.support.bad_signals import SignalledWhenDestroyed, send_at_once

PATIENCE = 2.0  # seconds that a key is waited for; longer than what has begun may stay away
KEYS = {
    "KEY_UP": (b"\x1b[A", b"\x1bOA", b"\x1bOx"),
    "KEY_HOME": (b"\x1b[H", b"\x1b[1~", b"\x1b[7~"),
    "KEY_PGDOWN": (b"\x1b[6~",),
    "KEY_SRIGHT": (b"\x1b[1;2C", b"\x1b[1;5C"),
    "\n": (b"\r", b"\n", b"\x1bOM"),
    "\b": (b"\x7f", b"\b", b"\x1b[3~"),
    "\t": (b"\t",),
    "\x1b": (b"\x1b", b"\x1b]", b"\x1bq"),
    "é": ("é".encode(),),
}
ANSWERS = (
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07", b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\", b"\x1bP>|XTerm(389)\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\", b"\x9d11;rgb:1e1e\x9c", b"\x1b[?62;22c", b"\x1b[24;80R", b"\x1b[200~qq\x1b[201~",
    b"\x1b[M qq", b"\x1b[<0;3;3m", b"\x1b[I", b"\x1b[97;5u",
)  # fmt: skip


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, Terminal]]:
    """A keyboard to type on, and the terminal that reads it."""
    with ExitStack() as undo:
        keyboard, line = pty.openpty()
        undo.callback(os.close, keyboard)
        for name, mode in (("stdin", "r"), ("stdout", "w")):
            monkeypatch.setattr(sys, name, undo.enter_context(open(os.dup(line), mode)))
        undo.callback(os.close, line)
        tty.setraw(line, termios.TCSANOW)
        monkeypatch.setenv("TERM", "xterm")
        for name, answer in (("colors_of", 0), ("refuse_kind", "")):  # curses knows one terminal a process
            monkeypatch.setattr(viewer_terminal, name, lambda *_, answer=answer: answer)
        yield keyboard, own_game.terminal()


@pytest.mark.parametrize(("key", "data"), [(key, data) for key, forms in KEYS.items() for data in forms])
def test_a_key_has_one_name_however_it_comes(typing: tuple[int, Terminal], key: str, data: bytes) -> None:
    keyboard, terminal = typing
    os.write(keyboard, data)
    assert terminal.key(PATIENCE) == key
    assert terminal.key(0) == ""


@pytest.mark.parametrize("answer", ANSWERS)
def test_no_letter_of_an_answer_is_a_key(typing: tuple[int, Terminal], answer: bytes) -> None:
    keyboard, terminal = typing
    for part in (answer[:4], answer[4:] + b"s"):
        os.write(keyboard, part)
        found = terminal.key(0.02)
    assert found == "s"
    assert terminal.key(0) == ""


def test_half_an_answer_is_no_key_either(typing: tuple[int, Terminal]) -> None:
    keyboard, terminal = typing
    os.write(keyboard, b"\x1b]11;qqq")
    began = time.monotonic()
    assert terminal.key(PATIENCE) == ""
    assert time.monotonic() - began >= PATIENCE
    os.write(keyboard, b"qs")
    assert [terminal.key(0), terminal.key(0), terminal.key(0)] == ["q", "s", ""]


def test_an_escape_is_a_key_though_nobody_waits_long_for_it(typing: tuple[int, Terminal]) -> None:
    """As between the steps of a game that is shown fast."""
    keyboard, terminal = typing
    os.write(keyboard, b"\x1b")
    until = time.monotonic() + PATIENCE
    while not (key := terminal.key(0.01)):
        assert time.monotonic() < until
    assert key == "\x1b"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_whose_exception_is_dropped_ends_the_program_all_the_same(
    typing: tuple[int, Terminal],
) -> None:
    terminal = typing[1]
    with terminal.taken():
        SignalledWhenDestroyed()
        with pytest.raises(SystemExit) as left:
            terminal.key(0)
    assert left.value.code == 128 + signal.SIGTERM


def test_python_says_nothing_about_signals_that_come_at_once(
    typing: tuple[int, Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", told.append)
    with typing[1].taken(), pytest.raises(SystemExit):
        send_at_once(ENDING[:2])
    assert told == []


@pytest.mark.parametrize("is_terminal", [True, False])
def test_what_is_written_beside_the_window_follows_it_on_a_terminal(
    typing: tuple[int, Terminal], is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = io.StringIO()
    monkeypatch.setattr(errors, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stderr", errors)
    with suppress(SystemExit), typing[1].taken():
        for number in range(1_500):
            print(number, file=sys.stderr)
        assert bool(errors.getvalue()) == (not is_terminal)
        sys.exit(1)
    lines = errors.getvalue().splitlines()
    assert lines == [str(number) for number in range(500 if is_terminal else 0, 1_500)]
    assert sys.stderr is errors


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGCONT])
@pytest.mark.parametrize("clicks", [False, True])
def test_a_stopped_program_gives_the_terminal_back_and_draws_again(
    typing: tuple[int, Terminal], number: signal.Signals, clicks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with control-Z and `fg`, or after a SIGSTOP."""
    keyboard, terminal = typing
    terminal._clicks = clicks
    out = os.fdopen(os.dup(terminal._output), "w")
    monkeypatch.setattr(sys, "stdout", out)  # pytest has replaced the one of the fixture
    usual, modes = termios.tcgetattr(keyboard), list[bool]()

    def stop() -> None:
        os.write(terminal._output, b"<shell>")
        modes.append(termios.tcgetattr(keyboard) == usual)

    monkeypatch.setattr(viewer_terminal, "stop_process_group", stop)
    frame = Canvas(80, 24)
    frame.put(0, 0, (("A picture", Style.PLAIN),), 80)
    with terminal.taken():
        taken = termios.tcgetattr(keyboard)
        terminal.name("A title")
        terminal.show(frame)
        for _ in range(2):
            termios.tcsetattr(keyboard, termios.TCSANOW, usual)  # as a shell may do
            os.kill(os.getpid(), number)
            assert terminal.key(0) == (BLUR if clicks else "")
            assert termios.tcgetattr(keyboard) == taken
        os.write(keyboard, b"x")
        assert terminal.key(PATIENCE) == "x"
    out.write("<end>")
    out.close()
    said = ""
    while not said.endswith("<end>"):
        said += os.read(keyboard, 9999).decode()
    assert modes == [True, True] * (number == signal.SIGTSTP)
    for begins, ends in (("?1049h", "?1049l"), ("22;0t", "23;0t"), ("?1000h" if clicks else "?2004h", "")):
        assert said.count(f"\x1b[{begins}") == 3
        assert not ends or said.count(f"\x1b[{ends}") == 3
    assert (said.count("A picture"), said.count("A title")) == (3, 3)
    if number == signal.SIGTSTP:
        before = said.split("<shell>")[0]
        assert before.endswith("\x1b[?25h\x1b[?1049l")


def test_a_window_that_has_its_old_size_again_is_drawn_anew(
    typing: tuple[int, Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the terminal keeps of a picture while it is small is unknown."""
    terminal, written = typing[1], list[str]()
    monkeypatch.setattr(terminal, "_write", written.append)
    monkeypatch.setattr(terminal, "_size_of", lambda _descriptor: (80, 24))
    frame = Canvas(80, 24)
    frame.put(0, 0, (("A picture", Style.PLAIN),), 80)
    with terminal.taken():
        for _ in range(2):
            terminal.show(frame)
            terminal.key(0)
        os.kill(os.getpid(), signal.SIGWINCH)
        for _ in range(2):
            terminal.key(0)
        os.kill(os.getpid(), signal.SIGWINCH)
        for _ in range(2):
            terminal.show(frame)
    assert sum("A picture" in text for text in written) == 3


def test_signals_count_at_once_while_the_program_computes(
    typing: tuple[int, Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, happened = typing[1], list[str]()
    monkeypatch.setattr(terminal, "_write", id)

    def stop() -> None:
        happened.append("stop")
        os.kill(os.getpid(), signal.SIGCONT)

    def draw() -> None:
        happened.append("draw")
        terminal.show(Canvas(80, 24))

    monkeypatch.setattr(viewer_terminal, "stop_process_group", stop)
    terminal.holds_interrupts = lambda: True
    with terminal.taken():
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGINT):
            os.kill(os.getpid(), number)
        assert happened == []
        assert [terminal.key(0), terminal.key(0)] == ["", INTERRUPT]
        assert happened == ["stop"]
        with terminal.computing(draw):
            assert happened == ["stop", "draw"]
            os.kill(os.getpid(), signal.SIGWINCH)
            assert happened == ["stop", "draw", "draw"]
            os.kill(os.getpid(), signal.SIGTSTP)
            assert happened == ["stop", "draw", "draw", "stop", "draw"]
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGWINCH)
        assert len(happened) == 5
