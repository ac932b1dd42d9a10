"""A watched game that is left, interrupted, hung up on or killed: what is kept of it, and what is said."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rogomatic.cli import own_game
from rogomatic.cli.replay_sources import last_watched
from rogomatic.run.recordings.recording_formats import read_asciicast
from rogomatic.run.recordings.recording_store import adopt, hold
from tests.run.watching import Person


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the program a data folder of its own."""
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    return tmp_path


def keys_of(path: Path) -> list[str]:
    return [event.text for event in read_asciicast(path.read_bytes()).events if event.kind == "i"]


def paused(seed: int) -> Person:
    """Return somebody who has seen the first command of a game and holds it up."""
    person = Person("--seed", str(seed), "--speed", "1", rows=24)
    person.type("z")  # any key ends the sentence at the beginning
    person.sees("Thump")
    person.type(" ")
    person.sees("paused")
    return person


def typing(keys: str) -> Callable[[Person], None]:
    return lambda person: person.type(keys)


def sending(number: signal.Signals) -> Callable[[Person], None]:
    return lambda person: os.kill(person.watcher(), number)


@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (typing("q"), 0),
        (typing("\x03"), 130),
        (sending(signal.SIGTERM), 128 + signal.SIGTERM),
        (sending(signal.SIGHUP), 128 + signal.SIGHUP),
        (sending(signal.SIGQUIT), 128 + signal.SIGQUIT),
    ],
    ids=["q", "ctrl-c", "term", "hup", "quit"],
)
def test_a_game_that_is_left_is_kept_and_told_of(leave: Callable[[Person], None], code: int) -> None:
    person = paused(34)
    leave(person)
    left, last = person.leave()
    assert left == code
    assert re.search(r"replay --last \d{8}-\d{6} --seed 34\r\n", last.partition("See it again: ")[2])
    kept = last_watched(34)
    assert kept is not None
    assert kept.name.endswith("-seed-34-stopped.cast")
    assert keys_of(kept)[:2] == ["v;", "l;"]
    assert not list(kept.parent.glob("*.part"))


@pytest.mark.parametrize("killed", [True, False], ids=["kill -9", "closed window"])
def test_what_a_killed_watcher_has_recorded_is_found_by_the_next_program(killed: bool) -> None:
    person = paused(39)
    watcher = person.watcher()
    if killed:
        os.kill(watcher, signal.SIGKILL)
    else:
        person.child.close(force=False)
    until = time.monotonic() + 120
    while Path(f"/proc/{watcher}").exists() and time.monotonic() < until:
        time.sleep(0.05)
        if killed:
            person.look(0.05)
    kept = last_watched(39)
    assert kept is not None
    assert kept.name.endswith("-seed-39-stopped.cast")
    assert "l;" in keys_of(kept)


def test_a_saved_game_is_the_one_that_the_last_line_names() -> None:
    person = Person("--seed", "7", "--speed", "50", player="")
    person.sees("Level: 1")
    person.type("S")
    person.sees("save the game and quit?")
    person.type("y")
    code, last = person.leave()
    assert code == 0
    said = [line for line in last.splitlines() if " --" in line or ".save" in line]
    assert "rogue-7.save" in said[0]
    assert said[-1].startswith("See it again: ")
    assert re.search(r"replay --last \d{8}-\d{6} --seed 7$", said[-1])
    assert last_watched(7) is not None


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
def test_a_game_of_a_person_is_saved_when_its_window_is_closed_or_its_coach_killed(
    home: Path, number: signal.Signals
) -> None:
    saved = home / "files" / "rogue-5.1.save"
    saved.parent.mkdir()
    (saved.parent / "rogue-5.save").write_text("another game")
    person = Person("--seed", "5", player="", command="coach")
    person.see(lambda rows: rows[23].startswith("Level: 1"))
    person.type("s")
    person.look(1)
    os.kill(person.watcher(), number)
    if number == signal.SIGHUP:
        code, last = person.leave()
        assert code == 128 + number
        assert f"coach {saved}" in last
        assert re.search(r"replay --last \d{8}-\d{6} --seed 5", last)
    until = time.monotonic() + 120
    while not saved.exists() and time.monotonic() < until:  # a killed coach does not wait for its game
        person.look(0.05)
    assert own_game.saved_game(saved).seed == 5
    assert sorted(path.name for path in saved.parent.iterdir()) == ["rogue-5.1.save", "rogue-5.save"]


def test_only_what_nobody_writes_and_has_keys_is_adopted(tmp_path: Path) -> None:
    line = '[1.0, "i", "l;"]\n'
    for name, text in (("1-seed-3.cast.part", line), ("2-seed-4.cast.part", "{}\n"), ("x.part", line)):
        (tmp_path / name).write_text(text)
    with (tmp_path / "1-seed-5.cast.part").open("x") as file:
        hold(file)
        file.write(line)
        file.flush()
        os.utime(tmp_path / "1-seed-3.cast.part", (1e9, 1e9))
        adopt(tmp_path)
        names = sorted(path.name for path in tmp_path.iterdir())
        kept = time.strftime("%Y%m%d-%H%M%S", time.localtime(1e9))
        assert names == [
            "1-seed-5.cast.part", "2-seed-4.cast.part", f"{kept}-seed-3-stopped.cast", "x.part",
        ]  # fmt: skip
    adopt(tmp_path)
    assert any(path.name.endswith("-seed-5-stopped.cast") for path in tmp_path.iterdir())
