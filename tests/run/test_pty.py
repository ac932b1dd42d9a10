"""Games behind a real pseudo-terminal: whatever they do, a row comes out and nothing stays behind."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pexpect
import pytest

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.cli.arguments import program_of
from rogomatic.run.runner.game_loop import Limits, Row, play, play_game
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.run.runner.pty import Program, environment, make_folder
from rogue.state.world import Options
from rogue.ui.options import NAMES, read_options
from tests.run.fakes import FakeGame, FakePlayer, fake_program
from tests.run.kept_links import Kept

QUICK = Limits(stall_seconds=0.15)


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


def test_a_game_that_does_not_leave_is_killed_with_its_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rogomatic.run.runner.pty.GOODBYE_SECONDS", 0.1)
    monkeypatch.setattr("rogomatic.run.runner.pty.HANGUP_SECONDS", 0.1)
    row, links = played_on("stubborn", Limits())
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
    ("HOME", lambda value: value.startswith("/tmp/rogo-")),
    ("ROGUEOPTS", lambda value: value.startswith("terse,noflush,jump,seefloor,step,nopassgo,")),
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
    """HANDSHAKE.md, section 1: option values end at 50 characters."""
    folder = make_folder()
    Path(folder).rmdir()
    options = environment(folder, 1)["ROGUEOPTS"].split(",")
    paths = [text.split("=")[1] for text in options if text.startswith(("file=", "score=", "lock="))]
    assert len(paths) == 3
    assert all(path.startswith(folder) and len(path) < 50 for path in paths)


NAMED = {"name": "rogo-matic", "fruit": "apricot"}
ASKED: dict[str, object] = {"terse": True, "flush": False, "jump": True, **NAMED}
MORE_ASKED: dict[str, dict[str, object]] = {
    "5.4": {"seefloor": True, "passgo": False, "tombstone": True, "inven": "Slow"},
    "5.2": {"step": True, "askme": False, "passgo": False},
    "3.6": {"step": True, "askme": False},
}


@pytest.mark.parametrize("edition", MORE_ASKED)
def test_the_options_do_what_is_meant_and_nothing_else_in_every_edition(edition: str) -> None:
    """SCREEN.md 13: an unknown name does not end at its value, the rest is tried as names."""
    folder = make_folder()
    Path(folder).rmdir()
    files = {"file": f"{folder}/rogue.sav"}
    if edition == "5.4":
        files |= {"score": f"{folder}/rogue.scr", "lock": f"{folder}/rogue.lck"}
    wanted: dict[str, object] = {**asdict(Options()), **ASKED, **MORE_ASKED[edition], **files}
    assert asdict(read_options(environment(folder, 1)["ROGUEOPTS"], edition=edition)) == wanted


def test_no_letters_that_may_go_astray_begin_an_option() -> None:
    """SCREEN.md 13, for any folder: a run of letters is a name if one begins with it."""
    names = {name for edition in MORE_ASKED for name in NAMES[edition]}
    options = environment("/tmp/rogo-012345678", 1)["ROGUEOPTS"]
    astray = [*re.findall("[A-Za-z]+", options[options.index(",score=") :]), "slow"]
    for run in [run for run in astray if run not in ("score", "lock")]:
        assert not [name for name in names if name.startswith((run, run.removeprefix("no") or "-"))], run


def test_a_folder_is_named_by_digits_only() -> None:
    folder = Path(make_folder())
    folder.rmdir()
    assert re.fullmatch(r"/tmp/rogo-\d{9}", str(folder))


def test_the_seed_is_filled_into_the_command() -> None:
    link = Program((sys.executable, "-S", "-c", "print('dungeon', {seed})"))(4711)
    said = b""
    while not link.gone:
        said += link.receive(5.0)
    link.close(over=True)
    assert said == b"dungeon 4711\r\n"


def test_a_foreign_program_runs_where_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a person would start it: what is beside it is found, be it a module, a file or a folder."""
    monkeypatch.chdir(tmp_path)
    Path("game.py").write_text("import os, sys; print(os.getcwd(), os.environ['HOME'], *sys.argv[1:])")
    link = program_of(f"{shlex.quote(sys.executable)} -m game map.txt", "there is none")(1)
    said = b""
    while not link.gone:
        said += link.receive(5.0)
    link.close(over=True)
    assert said.decode().split() == [str(tmp_path), str(link.saved_file.parent), "map.txt"]


def test_a_game_keeps_away_from_the_files_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/home/me/data")
    monkeypatch.setenv("ROGUE_HOME", "/home/me/rogue")
    code = "import os; print(*(n for n in os.environ if n.startswith(('XDG', 'ROGUE_'))), '.')"
    link = Program((sys.executable, "-S", "-c", code))(1)
    said = b""
    while not link.gone:
        said += link.receive(5.0)
    link.close(over=True)
    assert said == b".\r\n"


def test_keys_that_nobody_takes_hold_nobody_up() -> None:
    link = Program((sys.executable, "-S", "-c", "import time; time.sleep(600)"))(1)
    link.send(b"k" * 100_000)
    assert not link.gone  # it sleeps on, and we came back
    link.close(over=False)


def test_nothing_waits_before_it_sends() -> None:
    link = fake_program()(1)
    try:
        assert isinstance(link._child, pexpect.spawn)
        assert link._child.delaybeforesend is None
    finally:
        link.close(over=False)
