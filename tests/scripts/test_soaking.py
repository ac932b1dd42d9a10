"""Every part of scripts/soak in a small form: what was tried, and that nothing went wrong."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from scripts.lib.soaking import damage, files, games, places, signals
from scripts.lib.soaking.files import FORMATS, PLACES, try_damaged, try_place
from scripts.lib.soaking.keys import GAMES, soak_keys
from scripts.lib.soaking.limits import TooLong, cpu_seconds
from scripts.lib.soaking.streams import soak_streams


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=[pytest.mark.long] if first % 48 else [])
        for first in range(0, len(GAMES), 24)
    ],
)
def test_random_keys_break_no_game(first: int) -> None:
    done = [soak_keys(400, kind) for kind in range(first, first + 24, 4)]
    assert [wrong for _, wrong in done if wrong] == []
    assert [said for said, _ in done if not said.startswith("400 keys, ")] == []


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_damaged_streams_break_no_agent(seed: int) -> None:
    said, wrong = soak_streams(15_000, seed)
    assert wrong == []
    assert int(said.split()[0]) >= 15_000


@pytest.mark.parametrize(
    "number",
    [pytest.param(number, marks=[pytest.mark.long] if number % 6 else []) for number in range(len(FORMATS))],
)
def test_a_damaged_file_is_refused_or_read_and_stays(number: int) -> None:
    kind, counts = tuple(FORMATS)[number], Counter[str]()
    assert list(try_damaged(kind, 100 + number, counts, most=2)) == []
    assert counts["commands"] > 0


@pytest.mark.parametrize("place", [place for place in PLACES if place != "bomb"])
def test_what_is_no_file_is_refused(place: str) -> None:
    kinds = tuple(FORMATS)
    counts = Counter[str]()
    some = kinds[len(place) % 9 :: 9]
    assert [wrong for kind in some for wrong in try_place(kind, place, counts, most=1)] == []
    assert counts["code 1"] + counts["code 0"] == counts["commands"] > 0


def test_a_little_file_that_unpacks_to_very_much_is_refused() -> None:
    counts = Counter[str]()
    assert list(try_place("packed", "bomb", counts, most=1)) == []
    assert counts["code 1"] == 1


def test_a_traceback_a_hang_and_a_lost_file_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_words: object) -> int:
        raise RuntimeError("broken")

    def eats(words: object) -> int:
        Path(words[-1]).unlink()  # type: ignore[index]
        print("It is gone.", file=sys.stderr)
        return 1

    def draws(_words: object) -> int:
        print("\x1b[2J")
        return 0

    found = {}
    for command, complaint in ((breaks, "ended with 99"), (eats, "gone or changed"), (draws, "the cursor")):
        monkeypatch.setitem(files.PROGRAMS, "settings", command)
        found[complaint] = list(try_damaged("settings", 3, Counter(), most=1))
    assert {wanted: said for wanted, said in found.items() if len(said) != 1 or wanted not in said[0]} == {}


def _go_on() -> None:
    while True:
        pass


def test_what_goes_on_for_ever_is_ended() -> None:
    with pytest.raises(TooLong), cpu_seconds(0.05):
        _go_on()


def test_every_way_of_damage_changes_something_and_takes_anything() -> None:
    dice = random.Random(1)
    text = b'{"a": 1, "b": "x"}\nform = 7\n'
    assert [way for way in damage.TEXT if all(way(dice, text) == text for _ in range(20))] == []
    assert [way for way in damage.TEXT if not isinstance(way(dice, b""), bytes)] == []


def test_only_a_folder_that_stays_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_OTHERS_SECONDS", 0.3)
    stays, goes = tmp_path / "stays", tmp_path / "goes"
    for folder in (stays, goes):
        folder.mkdir()
        (folder / "save").touch()
    monkeypatch.setattr(
        "scripts.lib.soaking.games.time.sleep", lambda _: (goes / "save").unlink(missing_ok=True)
    )
    assert [games._stays(stays), games._stays(goes), games._stays(tmp_path / "gone")] == [True, False, False]


def test_the_script_prints_a_line_for_each_part_and_knows_them_by_name(root: Path) -> None:
    line = [sys.executable, str(root / "scripts/soak"), "keys", "streams", "--amount", "500"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert [row.split(":")[0] for row in done.stdout.splitlines()] == ["keys", "streams"]
    assert all(row.endswith("; 0 went wrong") for row in done.stdout.splitlines())
    wrong = subprocess.run([*line[:2], "socks"], capture_output=True, text=True, check=False, timeout=120)
    assert wrong.returncode == 2
    assert "there is no part 'socks'" in wrong.stderr


ODD: Final = (
    "no room",
    "pipe closed",
    "no output",
    "output full",
    "home odd",
    "ascii",
    "home a file",
    "no input",
)


@pytest.mark.parametrize("place", ODD)
def test_an_odd_place_gets_a_sentence_at_most(place: str) -> None:
    counts = Counter[str]()
    lines = ("rogomatic knobs show", "rogue --plain --seed 3")
    assert list(places.try_lines(place, lines, counts)) == []
    assert counts["code 0"] + counts["code 1"] == len(lines)


@pytest.mark.parametrize("name", ['named a "rogue"', "no interpreter", "not executable", "leaves a child"])
def test_a_foreign_game_with_an_odd_name_is_played_or_refused(name: str) -> None:
    counts = Counter[str]()
    assert list(games.try_game(name, 1, counts)) == []
    assert counts["played"] == (name == 'named a "rogue"')


@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.long) for number in (2, 5))])
def test_a_signal_at_any_moment_leaves_nothing(number: int) -> None:
    counts = Counter[str]()
    assert list(signals.try_signal(number, counts)) == []
    assert counts.total() == 1
