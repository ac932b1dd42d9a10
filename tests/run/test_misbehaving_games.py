"""Games that go wrong in every way: each ends as what it is, in time, and nothing of it stays behind."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.game_loop import TROUBLES, End, Limits, Row, play_game
from rogomatic.run.runner.pty import Program
from tests.run.fakes import FakeGame, FakePlayer
from tests.run.kept_links import Kept

FOLDER: Final = Path(__file__).parent / "misbehaving"
STALL_SECONDS: Final = 0.8  # for games that stall in any case
HANG_SECONDS: Final = 120.0  # a game that waits so long is given up, however busy the machine
LIMITS: Final = Limits(commands=400, stall_seconds=STALL_SECONDS)
PATIENT: Final = Limits(commands=6000, stall_seconds=HANG_SECONDS)  # for what the agent itself gives up
UNHURRIED: Final = Limits(commands=400, stall_seconds=HANG_SECONDS)  # for what ends by itself
ENDLESS: Final = ("flood", "garbage", "deaf_more")  # to read all that they say takes a processor
STALLED: Final = "The game was not ready for a command (--stall "
COMPUTED: Final = "The game was computing instead of waiting for a key." if sys.platform == "linux" else ""


class Ill(NamedTuple):
    """How a script ends: the end reason, what the row says of it, strange questions and pages.

    unknown is None where it depends on how much comes before the time is up.
    """

    end: End
    says: str
    unknown: int | None = 0


ILLS: Final = {
    "silent": Ill("stall", STALLED),
    "falls_silent": Ill("stall", STALLED),
    "busy": Ill("stall", f"{STALLED}0.8). {COMPUTED}".rstrip()),
    "flood": Ill("stall", STALLED, None),
    "garbage": Ill("stall", STALLED, None),
    "half_escapes": Ill("stall", STALLED),
    "echo": Ill("stall", STALLED, 1),
    "endless_more": Ill("stuck", "Nothing that the agent tried made the game continue."),
    "deaf_more": Ill("stall", STALLED, None),
    "strange_question": Ill("stall", STALLED, 1),
    "friendly_question": Ill("commands", "", 2),
    "naps": Ill("commands", "", 0 if sys.platform == "linux" else None),  # elsewhere no nap can be seen
    "wrong_size": Ill("stall", STALLED),
    "dead_at_once": Ill("died", "The game exited with code 9."),
    "refuses": Ill("died", "exited with code 1; its last words: Sorry, the dungeon is closed on Sundays."),
    "dies": Ill("died", "exited with code 1; its last words: RuntimeError: the dungeon has caved in"),
    "killed": Ill("died", "The game was killed by SIGSEGV"),
    "leaves": Ill("closed", "The game exited with code 0"),
    "leaves_child": Ill("closed", "The game exited with code 0"),
    "closes": Ill("closed", "The game closed its terminal and kept running."),
    "stubborn": Ill("stall", STALLED),
}


def ill(name: str) -> Program:
    """Return one of the scripts as a program."""
    return Program((sys.executable, "-S", "-E", str(FOLDER / f"{name}.py")))


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rogomatic.run.runner.pty.GOODBYE_SECONDS", 0.2)
    monkeypatch.setattr("rogomatic.run.runner.pty.HANGUP_SECONDS", 0.1)


def played(name: str) -> tuple[Row, Kept]:
    links = Kept(ill(name))
    limits = {"stuck": PATIENT, "stall": LIMITS}.get(ILLS[name].end, UNHURRIED)
    if name in ENDLESS:
        limits = dataclasses.replace(limits, stall_seconds=0.3)
    return play_game(1, links, default_players(), limits), links


def test_every_script_is_in_the_table() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*ILLS, "room"}


@pytest.mark.parametrize("name", ILLS)
def test_an_ill_behaved_game_ends_as_what_it_is(name: str) -> None:
    row, links = played(name)
    assert links.is_nothing_left()
    assert row.end_reason == ILLS[name].end, row
    assert ILLS[name].unknown in (None, row.unknown), row
    assert ILLS[name].says in row.error
    assert bool(row.trouble) == (row.end_reason in TROUBLES or row.unknown > 0)


def test_the_row_keeps_the_last_screens_and_decisions() -> None:
    trouble = played("strange_question")[0].trouble
    assert trouble.count("Screen ") == 3
    assert " 0|Who will have your soul (me, us, them)?" in trouble
    assert "23|Level: 1  Gold: 0      Hp: 12(12)" in trouble
    head, _, decisions = trouble.partition("decisions:\n")
    assert head.endswith(f"The last {len(decisions.splitlines())} ")
    assert 4 < len(decisions.splitlines()) <= 20
    assert "leave the unknown: an unknown question: Who will have your soul" in decisions
    assert decisions.splitlines()[-1].endswith(": Return ;")  # escape, then no, then return


def test_a_game_of_another_size_is_said() -> None:
    assert played("wrong_size")[0].warning == "The game draws outside 24 rows and 80 columns."


def test_the_batch_goes_on() -> None:
    names = {2: "silent", 3: "refuses", 4: "flood"}

    def links(seed: int) -> object:
        return (ill(names[seed]) if seed in names else InMemory(FakeGame))(seed)

    limits = Limits(commands=400, stall_seconds=1.0)  # a program that refuses starts within it
    rows = list(run_batch(range(1, 6), links, FakePlayer, limits))  # type: ignore[arg-type]
    assert [row.end_reason for row in rows] == ["finished", "stall", "died", "stall", "finished"]


def homes_of(token: str) -> list[Path]:
    """Return the private folders of the running games that were given a token."""
    homes = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            if (process / "cmdline").read_bytes().endswith(f"\0{token}\0".encode()):  # the dead have none
                found = re.search(rb"(?:^|\0)HOME=(/tmp/rogo-\d+)", (process / "environ").read_bytes())
                homes += [Path(found[1].decode())] if found else []
    return homes


@pytest.mark.parametrize(
    ("how", "jobs"),
    [
        (signal.SIGKILL, "2"),
        (signal.SIGTERM, "1"),
        pytest.param(signal.SIGKILL, "1", marks=pytest.mark.long),
        pytest.param(signal.SIGINT, "2", marks=pytest.mark.long),
    ],
)
def test_no_game_outlives_its_runner(how: signal.Signals, jobs: str, root: Path) -> None:
    """Not even one that ignores that its terminal was closed."""
    token = f"token-{os.getpid()}-{time.monotonic_ns()}"
    game = shlex.join((sys.executable, "-S", "-E", str(FOLDER / "closes.py"), token))
    line = [sys.executable, "-m", "rogomatic", "batch", "--games", "4", "--jobs", jobs, "--game", game, "-q"]
    with subprocess.Popen(line, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as runner:
        until = time.monotonic() + 120
        while len(homes := homes_of(token)) < int(jobs) and time.monotonic() < until:
            time.sleep(0.05)
        assert len(homes) >= int(jobs)
        runner.send_signal(how)
        until = time.monotonic() + 120
        while homes_of(token) and time.monotonic() < until:
            time.sleep(0.05)
        assert homes_of(token) == []
        assert runner.wait(120) == {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}[how]
    if how == signal.SIGKILL:  # nobody was left to do it
        for home in homes:
            shutil.rmtree(home, ignore_errors=True)
    assert not [home for home in homes if home.exists()]
