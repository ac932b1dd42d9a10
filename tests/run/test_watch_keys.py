"""Every key of the watcher on a real terminal, with the real agent at the real game, in three windows."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from rogomatic.run.viewer.controls import KEYS
from rogomatic.run.viewer.frame import PANELS
from tests.run.own_games import short_games
from tests.run.watching import Person

SIZES = [(24, 80), (30, 100), (60, 200)]
_COUNTS = re.compile(r"turn about (\d+), command (\d+)")
_MAP = slice(1, 23)
UP, DOWN = "\x1b[A", "\x1b[B"


CLOSES = " the same key, Escape, or space closes it"


def start(folder: Path, size: tuple[int, int], *options: str) -> Person:
    """Watch a game that is paused on its first level."""
    rows, columns = size
    options = ("--once", "--files-in", str(folder / "files"), *options)
    person = Person("--seed", "7", *options, rows=rows, columns=columns, player="", folder=folder)
    person.sees("Level: 1")
    person.type(" ")
    person.sees("paused")
    for _ in range(30):  # past the pages of the pack, where the game asks for a key in the top row
        if "--More--" not in person.screen.display[0]:
            break
        person.type("s")
        person.look(0.1)
    return person


def counts(person: Person) -> tuple[int, int]:
    """The turn and the command that the counters show, which must be open over the map."""
    rows = person.see(lambda rows: any(_COUNTS.search(row[:80]) for row in rows[_MAP]))
    found = next(filter(None, (_COUNTS.search(row[:80]) for row in rows[_MAP])))
    return int(found[1]), int(found[2])


def hero(person: Person) -> tuple[int, int]:
    """Row and column of the hero on the live map."""
    return next((row, line.index("@")) for row, line in enumerate(person.screen.display) if "@" in line[:80])


def underlined(person: Person) -> set[tuple[int, int]]:
    cells = person.screen.buffer
    return {(row, col) for row in range(1, 23) for col in range(80) if cells[row][col].underscore}


@pytest.mark.parametrize("size", [*SIZES[:2], pytest.param(SIZES[2], marks=pytest.mark.long)])
def test_every_key_does_what_the_help_says(size: tuple[int, int], tmp_path: Path) -> None:
    person = start(tmp_path, size)
    open_every_panel(person)
    read_help_and_scroll(person)
    step(person)
    change_speed(person)
    mark_the_map(person)
    write_a_file(person, tmp_path)
    person.type("q")
    code, last = person.leave()
    assert code == 0
    assert "seed 7 " in last
    assert " stopped " in last


def open_every_panel(person: Person) -> None:
    opened = [row for row in KEYS if row.does[0] == "panel"]
    assert {row.does[1] for row in opened} == set(PANELS)
    for row in opened:
        title = f" {PANELS[row.does[1]].title} "
        person.type(row.keys[0])
        if row.does[1] == "chart":  # it has the place of the whole map
            person.see(lambda rows, title=title: rows[0].startswith(title))  # type: ignore[misc]
            continue
        person.see(lambda rows, title=title: rows[1].startswith(title))  # type: ignore[misc]
        person.see(lambda rows: any(row.startswith(CLOSES) for row in rows[2:23]))
        person.see(lambda rows: rows[23].startswith("Level: 1"))
    person.type(opened[-1].keys[0])
    person.see(lambda rows: not any(row.startswith(" the same key") for row in rows))


def read_help_and_scroll(person: Person) -> None:
    person.type("?")
    rows = person.see(lambda rows: rows[1].startswith(" Keys "))
    assert any("Tab take over, or hand back" in row for row in rows)
    person.type("?l")
    first = person.see(lambda rows: rows[1].startswith(" The agent's rules, most urgent first "))[2]
    person.type(DOWN)  # every rung
    person.see(lambda rows: rows[2][:80] != first[:80] and "scroll" in rows[22])
    person.type(UP * 9)
    person.see(lambda rows: rows[2][:80] == first[:80])
    drawn = person.said.count("\x1b[2J")
    person.type("\x0c")
    person.see(lambda _: person.said.count("\x1b[2J") > drawn)
    person.type("l")


def step(person: Person) -> None:
    person.type("c")
    _, command = counts(person)
    person.type("s")
    person.see(lambda rows: f"command {command + 1}," in " ".join(rows[_MAP]))
    turn, _ = counts(person)
    person.type("t")
    person.see(lambda rows: "paused" in rows[0] and counts(person)[0] > turn)
    turn, command = counts(person)
    person.type("r")
    person.see(lambda rows: "paused" in rows[0] and counts(person)[1] > command)
    person.type("c")
    assert "paused" in person.screen.display[0]


def change_speed(person: Person) -> None:
    # At full speed the game would soon be over: from there two steps down are 100 a second, at once.
    for keys, notice in (" ++", "50 commands/s"), ("-", "25 commands/s"), ("0-- ", "paused, 100 commands/s"):
        person.type(keys)
        short = notice.replace(" commands", "")  # beside a long line on what the hero does
        ends = (f"  {notice}", f"  {short}")
        person.see(lambda rows, ends=ends: rows[0][:80].rstrip().endswith(ends))  # type: ignore[misc]


def mark_the_map(person: Person) -> None:
    for _ in range(60):  # until a walk is under way
        if underlined(person):
            break
        person.type("r")
        person.look(0.1)
        person.see(lambda rows: "paused" in rows[0])
    assert underlined(person)
    person.type("o")
    person.see(lambda _: not underlined(person))
    person.type("m")
    rows = person.see(lambda rows: rows[0].startswith(" The agent's map"))
    is_suspected = any(cell.isdigit() for row in rows[_MAP] for cell in row[:80])
    person.type("md")
    person.see(lambda rows: is_suspected == any(cell.isdigit() for row in rows[_MAP] for cell in row[:80]))
    person.type("da")


def write_a_file(person: Person, folder: Path) -> None:
    person.type("x")
    person.see(lambda rows: "written: " in rows[0])
    (path,) = (folder / "files").glob("rogomatic-7-*.txt")
    text = path.read_text("ascii")
    assert all(f"== {entry.title}\n" in text for entry in PANELS.values())
    assert "Level: 1" in text.splitlines()[23]


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[2], marks=pytest.mark.long)])
def test_a_person_takes_over_hands_back_and_saves(size: tuple[int, int], tmp_path: Path) -> None:
    person = start(tmp_path, size)
    person.type("\t")
    person.see(lambda rows: rows[0][:80].rstrip().endswith("you play (Tab)"))
    before = hero(person)
    for _ in range(4):  # somewhere there is room to go
        for arrow in "CDAB":
            person.type(f"\x1b[{arrow}")
            person.look(0.15)
            if hero(person) != before:
                break
    assert hero(person) != before
    person.type("q")
    person.see(lambda rows: rows[0].startswith("quaff which thing?"))
    person.type("*")
    person.see(lambda rows: rows[1].startswith(" Pack, with the worth of each thing "))
    person.type("\x1b")
    person.see(lambda rows: not rows[0].startswith("quaff"))
    person.type("`c")
    played = counts(person)[1]
    person.type("`c9s")
    person.type("!")
    person.see(lambda rows: rows[0].startswith("not while the agent watches"))
    person.type("\t")
    person.see(lambda rows: rows[0][:80].rstrip().endswith("slow start, 4 commands/s"))
    person.type("c")
    person.see(lambda _: counts(person)[1] > played + 2)
    person.type("S")
    person.sees("save the game and quit?")
    person.type("S")
    code, last = person.leave()
    assert code == 0
    assert " stopped " in last
    assert list((tmp_path / "files").glob("rogue-7.save"))
    assert re.search(r"To keep watching it .*: .*rogomatic coach .*rogue-7\.save", last)
    (command,) = re.findall(r"The game was saved; to continue it: (.*)", last)
    if size == SIZES[0]:
        done = subprocess.run(
            [*shlex.split(command), "--plain"],
            input="", env=person.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Level: 1" in done.stdout, done.stderr


def test_the_next_level_is_gone_to_at_any_speed(tmp_path: Path) -> None:
    seed = str(short_games(1, deepest=2)[0].seed)
    person = start(tmp_path, (24, 80), "--speed", "0", "--seed", seed)
    person.type("n")
    rows = person.see(lambda rows: "Level: 2" in rows[23])
    assert person.sees("paused")[23].startswith("Level: 2"), rows
    person.type("q")
    assert person.leave()[0] == 0
