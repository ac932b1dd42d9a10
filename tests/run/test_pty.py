"""Games behind a real pseudo-terminal: whatever they do, a row comes out and nothing stays behind."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from rogomatic.run.game import End, Limits, Row, play, play_game
from rogomatic.run.link import MemoryLink, Played
from rogomatic.run.pty import COLS, ROWS, Program, PtyLink, environment
from tests.run.fakes import FakeGame, FakePlayer, fake_program

QUICK = Limits(stall_seconds=0.15)


class Kept:
    """Makes links and keeps them, to see what is left of them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.links: list[PtyLink] = []

    def __call__(self, seed: int) -> PtyLink:
        self.links.append(self.program(seed))
        return self.links[-1]

    def is_nothing_left(self) -> bool:
        (link,) = self.links
        return not Path(link._folder).exists() and _is_group_gone(link._group)


def _is_group_gone(group: int) -> bool:
    """Return whether no process of the group runs; the dead that nobody has buried do not count."""
    until = time.monotonic() + 2
    while time.monotonic() < until:
        line = ["ps", "-A", "-o", "pgid=,stat="]
        shown = subprocess.run(line, capture_output=True, text=True, check=True).stdout
        states = [row.split() for row in shown.splitlines()]
        if not any(of == str(group) and not state.startswith("Z") for of, state in states):
            return True
        time.sleep(0.01)
    return False


def played_on(mode: str, limits: Limits = QUICK, seed: int = 1) -> tuple[Row, Kept]:
    links = Kept(fake_program(mode))
    return play_game(seed, links, FakePlayer, limits), links


@pytest.mark.parametrize("seed", [1, 4])
def test_both_links_give_the_same_row(seed: int) -> None:
    here = play_game(seed, lambda number: MemoryLink(FakeGame(number)), FakePlayer, Limits())
    there, links = played_on("play", Limits(), seed)
    assert there.keys_digest == here.keys_digest
    assert there.end_reason == "finished"
    assert (there.score, there.turns, there.commands) == (here.score, here.turns, here.commands)
    assert links.is_nothing_left()


def test_both_links_give_the_same_bursts() -> None:
    here, there = Played(keep=True), Played(keep=True)
    play(MemoryLink(FakeGame(2)), FakePlayer(2), Limits(), here)
    link = fake_program()(2)
    play(link, FakePlayer(2), Limits(), there)
    link.close(over=True)
    assert there.bursts == here.bursts


@pytest.mark.parametrize(
    ("mode", "end"),
    [("silent", "stall"), ("chatter", "stall"), ("die", "died"), ("leave", "closed")],
)
def test_a_game_that_goes_wrong_is_a_row(mode: str, end: End) -> None:
    row, links = played_on(mode)
    assert row.end_reason == end
    assert links.is_nothing_left()


def test_a_game_that_does_not_leave_is_killed_with_its_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rogomatic.run.pty.GOODBYE_SECONDS", 0.1)
    monkeypatch.setattr("rogomatic.run.pty.HANGUP_SECONDS", 0.1)
    row, links = played_on("stubborn")
    assert row.end_reason == "finished"
    assert links.is_nothing_left()


def test_a_limit_ends_the_game_at_once() -> None:
    row, links = played_on("play", Limits(commands=2))
    assert (row.end_reason, row.commands) == ("commands", 2)
    assert links.is_nothing_left()


def test_a_program_that_is_not_there_is_a_row() -> None:
    row = play_game(1, Program(("/no/such/program",)), FakePlayer, QUICK)
    assert row.end_reason == "crashed"
    assert "/no/such/program" in row.error


def test_an_interrupt_leaves_nothing() -> None:
    links = Kept(fake_program())

    def interrupted(seed: int) -> FakePlayer:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(1, links, interrupted, QUICK)
    assert links.is_nothing_left()


def test_the_games_own_processor_time_counts() -> None:
    link = Program((sys.executable, "-S", "-c", "sum(range(3_000_000))"))(1)
    while not link.gone:
        link.receive(5.0)
    assert link.close(over=True) > 0.01


SHOWN: list[tuple[str, Callable[[str], bool]]] = [
    ("TERM", lambda value: value == "vt100"),
    ("SEED", lambda value: value == "77"),
    ("ROGOSEED", lambda value: value == "77"),
    ("HOME", lambda value: value.startswith("/tmp/rogo")),
    ("ROGUEOPTS", lambda value: value.startswith("terse,noflush,jump,seefloor,nopassgo,tombstone,")),
]


def test_the_game_finds_the_terminal_it_expects() -> None:
    code = "import os; print(os.get_terminal_size(), *(os.environ[n] for n in %r), sep='\\n')"
    link = Program((sys.executable, "-S", "-c", code % [name for name, _ in SHOWN]))(77)
    said = b""
    while not link.gone:
        said += link.receive(5.0)
    link.close(over=True)
    size, *values = said.decode().split("\r\n")[:-1]
    assert size == f"os.terminal_size(columns={COLS}, lines={ROWS})"
    for (name, fits), value in zip(SHOWN, values, strict=True):
        assert fits(value), name


def test_old_games_cut_no_path_short() -> None:
    """bot-handshake.md, section 1: option values end at 50 characters."""
    folder = "/tmp/rogo12345678"
    options = environment(folder, 1)["ROGUEOPTS"].split(",")
    paths = [text.split("=")[1] for text in options if text.startswith(("file=", "score=", "lock="))]
    assert len(paths) == 3
    assert all(path.startswith(folder) and len(path) < 50 for path in paths)


def test_nothing_waits_before_it_sends() -> None:
    link = fake_program()(1)
    try:
        assert isinstance(link._child, pexpect.spawn)
        assert link._child.delaybeforesend is None
    finally:
        link.close(over=False)
