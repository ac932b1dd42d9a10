"""Looking into a running batch: nothing is told unless somebody asks, and what is told is shown."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import cast

import pytest

from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogomatic.run.runner.seldom_hook import SeldomHook
from rogomatic.run.viewer.batch_view import (
    FRESH_SECONDS,
    REQUEST,
    PartialView,
    Published,
    ask,
    asking,
    batch_frame,
    folder_of,
    glimpses,
    grid,
    is_asked,
    read,
    request_in,
    request_of,
    write,
)
from rogomatic.run.viewer.canvas import Canvas
from rogue.ui.session import Session
from tests.run.command_line import rogomatic
from tests.run.fakes import FakePlayer
from tests.run.watching import Person
from tests.support import forked_program

GAME = PartialView(7, 120, 3, 44, 9, 12, 5 * 80 + 70, "rest: 9 of 12", ("", *["." * 80] * 22, "Level: 3"))


def play_some(folder: Path, commands: int = 200) -> Played:
    """Play a game that can be looked into."""
    made = Published(lambda seed: Player(default_memory(), DEFAULT, seed), folder)(7)
    played = Played()
    play(MemoryLink(Session(7, "5.4", GAME_OPTIONS)), made, Limits(commands=commands), played)
    return played


def test_nothing_is_written_when_nobody_asks(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "run.db")
    play_some(folder)
    assert not list(tmp_path.iterdir())


def test_a_game_tells_of_itself_when_somebody_asks_and_plays_the_same(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "run.db")
    unseen = play_some(folder)
    with asking(folder):
        (folder / REQUEST).touch()
        seen = play_some(folder)
        (game,) = glimpses(folder)
        assert game.seed == 7
        assert game.rows[23].startswith("Level: ")
        assert not any("Illegal command" in row for row in game.rows)
        assert game.why.partition(": ")[0]
    assert seen.digest() == unseen.digest()
    assert not folder.exists()


def test_a_hook_looks_at_the_first_choice_and_then_at_every_third_one() -> None:
    looked: list[Choice] = []
    hook = SeldomHook(looked.append, 3)
    choices = [Choice(f"rung {number}", Act(b"s", "")) for number in range(8)]
    assert [hook.handle(choice) for choice in choices] == choices
    assert looked == choices[::3]


def test_a_request_that_was_left_behind_asks_nobody(tmp_path: Path) -> None:
    request = tmp_path / REQUEST
    request.touch()
    assert is_asked(tmp_path)
    old = time.time() - FRESH_SECONDS - 1
    os.utime(request, (old, old))
    assert not is_asked(tmp_path)
    assert not is_asked(tmp_path / "nowhere")


def test_what_is_written_is_read_until_it_is_old(tmp_path: Path) -> None:
    write(tmp_path, GAME)
    (path,) = tmp_path.iterdir()
    assert read(path) == GAME
    old = time.time() - FRESH_SECONDS - 1
    os.utime(path, (old, old))
    assert read(path) is None
    path.unlink()
    assert read(path) is None


def test_a_folder_that_has_gone_does_not_end_a_game(tmp_path: Path) -> None:
    write(tmp_path / "gone", GAME)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (200, 60), (70, 20), (30, 8)])
@pytest.mark.parametrize("count", [1, 2, 4, 16])
def test_small_screens_stand_side_by_side_in_any_window(count: int, width: int, height: int) -> None:
    across, tall, wide = grid(count, width, height - 1)
    assert across * (wide + 1) <= width + 1
    assert tall <= height - 1
    frame = batch_frame([GAME] * count, 0, False, width, height, "run.db")
    assert frame.rows()[0].startswith(" seed 7  level 3")
    assert frame.rows()[-1].startswith(f"run.db: {count} game{'s' * (count > 1)} now"[:width])


def test_a_small_screen_shows_the_part_around_the_hero() -> None:
    rows = ["", *[" " * 80] * 22, "Level: 3"]
    rows[5] = f"{'@':>71}"
    frame = batch_frame([replace(GAME, rows=tuple(rows))], 0, False, 40, 12, "run.db")
    assert any("@" in row for row in frame.rows())


def test_one_game_fills_the_window() -> None:
    shown = batch_frame([GAME, GAME], 1, True, 80, 30, "run.db").rows()
    assert shown[24].rstrip() == "Level: 3"
    assert shown[25] == "rest: 9 of 12"
    long = replace(GAME, why=f"rest: {'x' * 60} {'y' * 60}")
    assert batch_frame([long], 0, True, 80, 30, "run.db").rows()[25] == f"rest: {'x' * 60} ..."


def test_when_nobody_plays_it_says_so() -> None:
    frame: Canvas = batch_frame([], 0, False, 80, 24, "run.db")
    assert frame.rows()[0] == "No game of run.db is being played now; waiting.  q quits."


def test_fakes_can_be_looked_into_too(tmp_path: Path) -> None:
    fakes = cast(Callable[[int], Player], FakePlayer)
    assert Published(fakes, tmp_path)(3).overrule is not None


def test_a_run_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    os.mkfifo(tmp_path / "pipe.db")
    for name, wrong in (("empty.db", "is not a run of rogomatic."), ("pipe.db", "is not a regular file.")):
        path = tmp_path / name
        assert rogomatic(["watch", "--attach", str(path)], 1).err == f"rogomatic: {path} {wrong}\n"
    said = rogomatic(["watch", "--attach", str(tmp_path / "none.db")], 1).err
    assert said.startswith("rogomatic: There is no file ")


def test_a_running_batch_is_looked_into(tmp_path: Path) -> None:
    run = tmp_path / "run.db"
    words = ["rogomatic", "batch", "--games", "400", "-q", "--out", str(run)]
    none = subprocess.DEVNULL
    batch = forked_program.Popen(words, os.environ, stdout=none, stderr=none)
    try:
        while not run.exists():
            assert batch.poll() is None
            time.sleep(0.05)
        person = Person("--attach", str(run), rows=30, columns=100, player="", folder=tmp_path)
        person.sees(" seed ")
        rows = person.sees("Level: ")
        assert rows[29].startswith("run.db: 1 game now")
        person.type("q")
        assert person.leave()[0] == 0
        assert not folder_of(run).exists()
        assert batch.poll() is None
    finally:
        batch.kill()
        batch.wait()


@pytest.mark.parametrize(
    "change",
    [
        {"turn": "x"}, {"turn": 1.5}, {"hp": True}, {"spot": 1920}, {"spot": -1}, {"rows": 5}, {"rows": [7]},
        {"rows": ["."] * 25}, {"rows": ["\x1b[2J"]}, {"why": "\n"}, {"why": "x" * 1001}, {"other": 1},
        {"window": ["ab"]}, {"window": ["ab"], "looks": ["0"]}, {"window": ["ab"], "looks": ["0z"]},
        {"window": ["\x1b"], "looks": ["0"]},
    ],
)  # fmt: skip
def test_what_a_worker_would_not_say_is_not_shown(tmp_path: Path, change: dict[str, object]) -> None:
    own = tmp_path / "1.json"
    own.write_text(json.dumps(asdict(GAME)))
    assert read(own) == GAME
    own.write_text(json.dumps({**asdict(GAME), **change}))
    assert read(own) is None


def test_one_game_is_shown_with_the_panels_of_watching(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "run.db")
    with asking(folder):
        ask(folder, None)
        play_some(folder)
        small = glimpses(folder)
        request = request_of(small, 0, False, 150, 46)
        assert request is not None
        ask(folder, request)
        play_some(folder)
        games = glimpses(folder)
    assert small[0].window == ()
    frame = batch_frame(games, 0, False, 150, 46, "run.db")
    shown = "\n".join(frame.rows())
    assert all(
        f" {title}" in shown
        for title in ("Why", "Danger", "The agent's rules", "Hero", "Where the hero goes")
    )
    assert shown.splitlines()[45].startswith("run.db: 1 game now")
    assert len(set(frame.looks)) > 3, "it is colored"


def test_several_games_or_a_small_window_ask_for_no_panels() -> None:
    assert request_of([GAME, GAME], 0, False, 150, 46) is None
    assert request_of([GAME, GAME], 1, True, 150, 46) == (7, 150, 45)
    assert request_of([GAME], 0, True, 80, 24) is None
    assert request_of([], 0, True, 150, 46) is None


@pytest.mark.parametrize("text", ["", "7", "7 x 9", "7 20 20", "7 9999 9999", "7 150 45 1", "\u00e9"])
def test_a_request_that_makes_no_sense_asks_for_no_window(tmp_path: Path, text: str) -> None:
    (tmp_path / REQUEST).write_text(text)
    assert request_in(tmp_path) is None


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"[" * 60_000, b" " * 70_000 + b"{}"])
def test_what_is_no_glimpse_is_not_shown(tmp_path: Path, data: bytes) -> None:
    own = tmp_path / "1.json"
    own.write_bytes(data)
    assert read(own) is None


def test_a_link_in_the_place_of_a_glimpse_is_not_followed(tmp_path: Path) -> None:
    prey = tmp_path / "prey"
    prey.write_text("mine")
    (tmp_path / f"{os.getpid()}.new").symlink_to(prey)
    write(tmp_path, GAME)
    assert prey.read_text() == "mine"
    assert glimpses(tmp_path) == [GAME]
