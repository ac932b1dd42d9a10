"""The game on a pseudo-terminal: plain mode for bots, a person's terminal (CMD-2, CMD-20)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pytest

from rogue.app.session_host import SessionHost
from rogue.storage.game_files import read_save
from rogue.storage.scorefile import add_score, read_scores
from rogue.terminal.interactive_terminal import _GameScreen
from rogue.terminal.raw_terminal import RawTerminal
from rogue.terminal.signals import END_SIGNALS, handling_signals, leave_once
from rogue.terminal.window import Colorizer
from rogue.ui.end_screens import ScoreRow
from rogue.ui.input_modes import ModeName
from rogue.ui.journal import Start
from rogue.ui.keyboard import MOVES, game_keys, run_key
from rogue.ui.session import Session
from tests.support import forked_program
from tests.support.bad_signals import SignalledWhenDestroyed, send_at_once
from tests.support.emulated_terminal import ROOT, WAIT, Line

GOLD_SEED = "2"  # here gold lies two steps to the left of the first square
GOLD_KEYS = b"hh"
SAVED = r"rogue: The game is saved; `.*rogue ~/\.rogue\.save` continues it\.\n"
LEFT = r"Okay, bye bye!\nrogue: The game was not saved; `.*rogue --recover` continues it\.\n"


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Any]:
    made: list[Line] = []

    def make(term: str, *args: str, size: tuple[int, int] = (24, 80)) -> Line:
        made.append(Line(tmp_path, term, *args, size=size))
        return made[-1]

    yield make
    for line in made:
        line.child.close(force=True)


def test_a_bot_finds_the_plain_mode_under_vt100(lines: Any) -> None:
    line = lines("vt100")
    line.until("Level: 1")  # before, the terminal would show what is typed
    line.type(b"v", "(chongo was here)")
    line.type(b"\x12;", "Illegal command ';'")
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
    line.type(b"\x03", "Really quit?")
    line.type(b"y", "[Press return to continue]")
    line.type(b"\n", "Top 10 Scores")
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
    line.type(b"/\x1bOA", "'k': unknown character")


def test_a_person_has_a_screen_of_its_own_arrow_keys_and_a_clean_exit(lines: Any) -> None:
    line = lines("xterm-256color")
    line.until("Level: 1")
    assert line.raw.startswith(b"\x1b[?1049h")
    assert not line.cooked()
    line.type(b"t", "Which direction?")
    line.type(b"\x1b[D", "Which object do you want to throw?")
    line.type(b"\x1b")
    line.until_gone("Which object do you want to throw?")
    line.type(b"/\x1b[D", "'h': unknown character")
    line.type(b"Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"Top 10 Scores:")


def test_control_c_asks_like_q(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"e\x03", "Really quit?")
    line.type(b"n", "Which object do you want to eat?")


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_moves_no_cursor_is_refused_except_in_plain_mode(lines: Any, term: str) -> None:
    line = lines(term)
    assert line.gone() == 1
    assert line.raw.startswith(f"rogue: A terminal of type '{term}' cannot show a game.".encode())
    assert b"\x1b" not in line.raw
    lines(term, "--plain").until("Level: 1")


def test_a_bot_in_a_window_too_small_at_the_start_is_refused(lines: Any) -> None:
    line = lines("vt100", size=(20, 70))
    assert line.gone() == 7
    assert b"20 lines and 70 columns" in line.raw


def test_a_window_that_shrinks_waits_and_one_that_grows_is_drawn_again(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"i", "a) Some food")
    line.child.setwinsize(10, 60)
    line.until("Rogue needs a window of 24 lines and 80 columns.  Enlarge")
    line.until("this one to continue.")
    line.raw = b""
    line.type(b" \x1a")  # the space is dropped: nobody can see what it would do
    line.until_sent(b"\x1b[?1049h")  # control-Z, which comes back at once, says that it was read
    line.child.setwinsize(30, 100)
    line.until("c) A +1,+1 mace")
    line.type(b" ", "Level: 1")


@pytest.mark.parametrize(
    ("number", "code", "told"),
    [
        (signal.SIGTERM, 0, SAVED),
        (signal.SIGHUP, 0, SAVED),
        (signal.SIGUSR1, 0, SAVED),
        (signal.SIGQUIT, 20, LEFT),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was(lines: Any, number: int, code: int, told: str) -> None:
    """A game whose player has gone is saved; only SIGQUIT gives it up (SCREEN.md 12.5)."""
    line = lines("xterm")
    line.until("Level: 1")
    line.child.kill(number)
    assert line.gone() == code
    said = line.raw.decode().replace("\r", "").partition("\x1b[?2004l\x1b[m\x1b>\x1b[24;1H\n\x1b[?1049l")[2]
    assert re.fullmatch(told, said)


class Dropped(Line):
    """A game that gets a signal with each key, in a destructor."""

    @staticmethod
    def main() -> int:
        def feed(session: SessionHost, keys: bytes) -> bytes:
            if keys:
                SignalledWhenDestroyed()
            return usual(session, keys)

        usual = SessionHost.feed
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SessionHost, "feed", feed)
            return forked_program.program("rogue")() or 0


def test_python_says_nothing_about_signals_that_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", told.append)
    before = {number: signal.getsignal(number) for number in END_SIGNALS}
    try:
        with handling_signals(dict.fromkeys(END_SIGNALS, leave_once)):
            with pytest.raises(SystemExit):
                send_at_once(END_SIGNALS[:2])
            signal.raise_signal(signal.SIGTERM)
        assert {signal.getsignal(number) for number in END_SIGNALS} == {signal.SIG_IGN}
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert told == []


def test_a_signal_whose_exception_is_dropped_saves_the_game_all_the_same(tmp_path: Path) -> None:
    line = Dropped(tmp_path, "xterm")
    line.until("Level: 1")
    line.type(b"s")
    assert line.gone() == 0
    assert read_save(tmp_path / ".rogue.save").start.seed == 3
    line.child.close(force=True)


@pytest.mark.parametrize("term", ["xterm", "vt100"])
def test_sav_2_a_closed_window_saves_the_game_in_any_order(lines: Any, tmp_path: Path, term: str) -> None:
    """The terminal goes, and with it come signals: from the system, from the shell, from both."""
    line = lines(term)
    line.until("Level: 1")
    line.child.ptyproc.fileobj.close()
    for _ in range(100):
        with suppress(ProcessLookupError):
            os.kill(line.child.pid, signal.SIGHUP)
        time.sleep(0.002)
    assert line.child.ptyproc.wait() == 0
    assert read_save(tmp_path / ".rogue.save").start.seed == 3


def test_control_z_comes_back_with_the_screen(lines: Any) -> None:
    """Where no shell could wake it again the system does not stop it: it comes back at once."""
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"i", "a) Some food")
    line.raw = b""
    line.type(b"\x1a")
    line.until_sent(b"\x1b[?1049h")
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"\x1b[?1049h")
    line.until_sent(b"e) ")


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_control_z_stops_the_program_in_every_edition(lines: Any, edition: str) -> None:
    line = lines("xterm", "--edition", edition)
    line.until("Level: 1")
    line.raw = b""
    line.type(b"\x1a")
    line.until_sent(b"\x1b[?1049h")
    line.press_until(b"v", "ersion")
    assert "Illegal" not in line.raw.decode("ascii", "replace")


def test_a_program_that_goes_on_takes_the_terminal_anew(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.raw = b""
    line.child.kill(signal.SIGCONT)
    line.until_sent(b"\x1b[?1049h")
    line.until("Level: 1")
    assert line.raw.index(b"\x1b[?1049l") < line.raw.index(b"\x1b[?1049h")
    assert not line.cooked()


def test_sav_2_a_window_that_is_closed_over_a_shell_saves_the_game(lines: Any, tmp_path: Path) -> None:
    line = lines("xterm", "--allow-shell")
    line.until("Level: 1")
    line.type(b"ss!")
    line.until_sent(b"\x1b[?1049l")
    line.type(b"echo he''re\n", "here")
    line.child.kill(signal.SIGHUP)
    assert line.child.ptyproc.wait() == 0
    saved = read_save(tmp_path / ".rogue.save")
    assert saved.state["world"]["turns"] == 2
    again = lines("xterm", str(tmp_path / ".rogue.save"))
    again.until("Level: 1")
    again.press_until(b"v", "chongo")  # no request is left that keys would wait for


def test_an_interrupt_from_elsewhere_is_control_c(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.child.kill(signal.SIGINT)
    line.until("Really quit?")
    line.type(b"nv", "chongo")


def test_a_person_is_told_the_key_for_help_and_a_program_is_not(lines: Any) -> None:
    hello = "Hello rogo-ann, welcome to the Dungeons of Doom.  Press ? for help"
    line = lines("xterm")
    line.until(hello)
    line.type(b"l/", "What do you want identified?")
    bot = lines("xterm", "--plain")
    bot.until("Level: 1")
    assert hello not in "\n".join(bot.screen.display)


def test_the_score_of_a_person_is_marked_in_the_list(lines: Any, tmp_path: Path) -> None:
    path = tmp_path / "rogue" / "scores.json"
    add_score(path, ScoreRow(9, "Old", "quit", "", 1))
    line = lines("xterm", "--seed", GOLD_SEED)
    line.until("Level: 1")
    line.type(GOLD_KEYS, "gold pieces")
    line.type(b"  Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == 0
    rows = read_scores(path)
    assert [row.name for row in rows] == ["rogo-ann", "Old"]
    marked = f"\x1b[7m 1 {rows[0].score:5d} rogo-ann: quit on level 1.  (dungeon {GOLD_SEED})\x1b[m\r\n"
    assert marked.encode() in line.raw


@pytest.mark.parametrize(("keys", "code"), [(GOLD_KEYS, 1), (b"s", 0)])
def test_a_score_that_cannot_be_kept_is_not_listed_or_missed(tmp_path: Path, keys: bytes, code: int) -> None:
    line = Line(tmp_path, "xterm", "--seed", GOLD_SEED, ROGUEOPTS="name=Ann,score=/proc/none/list")
    line.until("Level: 1")
    line.type(keys + b"   Qy", "[Press return to continue]")
    line.type(b"\r")
    assert line.gone() == code
    told = line.raw.decode().partition("Top 10 Scores:")[2]
    assert ("The score could not be saved in /proc/none/list" in told) == (code == 1)
    assert ("No game has scored yet." in told, "Ann: quit" in told) == (True, False)


def test_a_window_closed_over_the_last_screen_keeps_the_score(lines: Any, tmp_path: Path) -> None:
    line = lines("xterm", "--seed", GOLD_SEED)
    line.until("Level: 1")
    line.type(GOLD_KEYS, "gold pieces")
    line.type(b"  Qy", "[Press return to continue]")
    line.child.kill(signal.SIGHUP)
    assert line.gone() == 0
    assert [row.how for row in read_scores(tmp_path / "rogue" / "scores.json")] == ["quit"]


@pytest.mark.parametrize(
    ("stroke", "keys"),
    [
        ("up", b"k"),
        ("home", b"y"),
        ("page up", b"u"),
        ("end", b"b"),
        ("page down", b"n"),
        ("middle", b"."),
        ("shift left", b"\x08"),
        ("ctrl right", b"\x0c"),
        ("ctrl shift page down", b"\x0e"),
        ("keypad 1", b"b"),
        ("keypad 5", b"."),
        ("keypad 0", b"0"),
        ("\r", b"\n"),
        ("\x7f", b"\x7f"),
        ("\x1b", b"\x1b"),
        ("q", b"q"),
        ("unknown", b""),
        ("delete", b""),
    ],
)
def test_cmd_2_strokes_as_the_game_reads_them(stroke: str, keys: bytes) -> None:
    assert game_keys(stroke) == keys


@pytest.mark.parametrize(("edition", "keys"), [("5.4", b"\x08"), ("5.2", b"fh"), ("3.6", b"fh")])
def test_shift_and_an_arrow_run_carefully_in_every_edition(edition: str, keys: bytes) -> None:
    """SCREEN.md 8.1, 8.2: where control does not run, f and a direction do."""
    session = Session(3, edition)
    session.feed(b"")
    assert game_keys("shift left", session.mode, session.run_prefix) == keys
    before = session.world.player.spot
    session.feed(keys)
    assert "Illegal" not in session.screen[0]
    assert session.world.player.spot < before
    assert game_keys("shift left", "text", session.run_prefix) == b""


@pytest.mark.parametrize(
    ("mode", "stroke", "keys"),
    [
        ("command", "\r", b"\n"),
        ("more", "\r", b" "),
        ("page", "\r", b" "),
        ("text", "\r", b"\n"),
        ("direction", "left", b"h"),
        ("direction", "keypad 4", b"h"),
        ("aim", "left", b"h"),
        ("aim", "shift down", b"J"),  # control-J would go
        ("item", "up", b""),  # not the thing with letter k
        ("quit", "home", b""),  # not y for yes
        ("hand", "left", b"l"),
        ("hand", "right", b"r"),
        ("text", "left", b""),
        ("text", "shift left", b""),
        ("text", "keypad 4", b"4"),
        ("text", "delete", b"\x7f"),
        ("text", "é", b"e"),
        ("options", "ß", b"ss"),
        ("text", "李", b"?"),
        ("command", "é", b""),
        ("options", "down", b"\n"),
        ("options", "up", b"\x15-"),
        ("options", "home", b""),
    ],
)
def test_what_a_key_means_depends_on_what_is_asked(mode: ModeName, stroke: str, keys: bytes) -> None:
    assert game_keys(stroke, mode) == keys


def test_the_options_are_walked_with_the_arrow_keys(lines: Any) -> None:
    line = lines("xterm")
    line.until("Level: 1")
    line.type(b"o", "Lock file")
    line.type(b"\x1b[B" * 7 + b"Bo\x1b[Aop\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B", " --More--")
    rows = [row.rstrip() for row in line.screen.display]
    assert rows[6:9] == [
        'Inventory style ("inven"): Overwrite',
        'Name ("name"): p',
        'Fruit ("fruit"): slime-mold',
    ]


def test_every_arrow_runs_with_shift_and_control() -> None:
    for name in ("up", "down", "left", "right", "home", "end", "page up", "page down"):
        assert MOVES[f"shift {name}"] == MOVES[f"ctrl {name}"] == run_key(MOVES[name])


def test_pieces_of_a_session_are_written_with_a_pause_between(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bytes] = []
    monkeypatch.setattr(RawTerminal, "write", staticmethod(done.append))
    monkeypatch.setattr(RawTerminal, "pause", lambda _raw, _seconds: done.append(b"wait"))
    game = SessionHost(Start(3, options="nojump"))
    game.feed(b"")
    data = game.feed(b"L")
    places = game.session.pauses
    assert len(places) >= 2
    screen = _GameScreen(RawTerminal(), Colorizer(0), lambda: None)
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
        if game.expect_exact(["Inpack = ", pexpect.TIMEOUT], timeout=1) == 0:
            break
    game.expect(rb"(\d+)")
    assert int(game.match[1]) == 5, "no Amulet yet"
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
    game.expect_exact("not added to the score list")
    assert b"quit on level" not in game.before
    assert not list(tmp_path.rglob("scores.json"))


def test_a_wizard_in_plain_mode_is_greeted_with_the_number_of_the_dungeon(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "ROGUE_HOME": str(tmp_path)}
    line = [sys.executable, "-m", "rogue", "--plain", "--wizard", "--seed", "5", "--name", "Ann"]
    done = subprocess.run(line, input=b"C*5000\nQy\n", capture_output=True, env=env, timeout=WAIT, check=True)
    assert done.stdout.startswith(b"Hello Ann, welcome to dungeon #5\x1b")
    assert b"You quit with 5000 gold pieces" in done.stdout
    assert b"quit on level" not in done.stdout
