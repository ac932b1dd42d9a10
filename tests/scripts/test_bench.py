"""The benchmark: its figures, keeping them, and setting them against kept ones."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from rogomatic.run.runner.game_loop import Limits
from scripts.lib.speed import clock, minds
from scripts.lib.speed.clock import Figure, NotComparableError, Sample, compare, save
from scripts.lib.speed.parts import paths
from tests.support.script_runs import run_script

ROOT = Path(__file__).resolve().parents[2]
ASKED = {"games": 1, "first_seed": 1, "limit_commands": 60}
LOOP = Figure("loop", "per CPU second", (Sample(100.0, 0.1), Sample(120.0, 0.1)))
START = Figure("start", "CPU ms", (Sample(10.0, 0.1), Sample(20.0, 0.1)))
WORKER = Figure("worker", "MB", (Sample(30.0, 0.1),))


SHORT = ("--games", "1", "--limit-commands", "60")


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script without the unit, which is measured before and behind every part."""
    with mock.patch.object(clock, "yardstick", return_value=0.1):
        return run_script("bench", *SHORT, *arguments)


def test_figures_are_kept_and_compared(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    first = bench("--save", kept, "--json")
    assert first.returncode == 0, first.stderr
    result = json.loads(first.stdout)
    assert {"loop", "game", "agent", "emulator", "turns", "games"} <= result.keys()
    assert result["game"] > result["loop"] > 0
    again = bench("--against", kept)
    assert again.returncode == 0, again.stderr
    line = next(line for line in again.stdout.splitlines() if line.startswith("loop"))
    assert " to " in line


@pytest.mark.parametrize(
    ("figure", "ratio"), [(LOOP, (1.0, 100 / 120, 1.2)), (START, (1.0, 0.5, 2.0)), (WORKER, (1.0, 1.0, 1.0))]
)
def test_more_than_one_is_better_always(tmp_path: Path, figure: Figure, ratio: tuple[float, ...]) -> None:
    save(tmp_path / "kept.json", [figure], ASKED)
    better = [2.0 if figure is LOOP else 0.5] * len(figure.samples)
    [same] = compare(tmp_path / "kept.json", [figure], ASKED)
    assert same[1:4] == pytest.approx(ratio)
    quicker = figure._replace(
        samples=tuple(
            Sample(one.value * factor, 0.1) for one, factor in zip(figure.samples, better, strict=True)
        )
    )
    assert compare(tmp_path / "kept.json", [quicker], ASKED)[0].middle == pytest.approx(2.0)


@pytest.mark.parametrize(("slower", "code"), [(10.0, 0), (0.1, 1)])
def test_a_check_fails_when_much_was_lost(tmp_path: Path, slower: float, code: int) -> None:
    kept = tmp_path / "kept.json"
    assert bench("--part", "paths", "--save", str(kept)).returncode == 0
    record = json.loads(kept.read_text())
    for figure in record["figures"]:
        figure["samples"] = [[slower * value, unit] for value, unit in figure["samples"]]
    kept.write_text(json.dumps(record))
    done = bench("--check", "--against", str(kept))
    assert done.returncode == code, done.stderr
    assert done.stdout.count("ways, ") == len(record["figures"])
    assert ("where 8 % are allowed" in done.stderr) is (code == 1)


def test_what_is_stored_anew_has_the_parts_and_repeats_of_what_was_stored(tmp_path: Path) -> None:
    stored = json.loads((ROOT / "scripts/lib/speed/stored-plain.json").read_text())
    done = bench("--store", "--save", str(tmp_path / "kept.json"))
    assert done.returncode == 0, done.stderr
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert kept["asked"] == {**stored["asked"], "games": 1, "limit_commands": 60}, "as named"
    assert [one["name"] for one in kept["figures"]] == [one["name"] for one in stored["figures"]]
    assert [len(one["samples"]) for one in kept["figures"]] == [5] * len(kept["figures"])


def test_the_error_of_a_figure_shrinks_with_repeats() -> None:
    few, many = (LOOP._replace(samples=LOOP.samples * times) for times in (1, 8))
    assert 0 < many.error < few.error < 0.5
    assert WORKER.error == 0


def test_other_games_are_not_compared(tmp_path: Path) -> None:
    save(tmp_path / "kept.json", [LOOP], ASKED)
    with pytest.raises(NotComparableError, match="other games"):
        compare(tmp_path / "kept.json", [LOOP], {**ASKED, "games": 2})


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"figures": [{"name": 1}], "asked": {}}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "kept.json").write_text(text)
    with pytest.raises(NotComparableError, match="no saved figures"):
        compare(tmp_path / "kept.json", [LOOP], ASKED)


@pytest.mark.parametrize("arguments", [("--against", "nowhere"), ("--from", "nowhere"), ("--repeats", "0")])
def test_misuse_gets_code_2_and_a_sentence(arguments: tuple[str, ...]) -> None:
    done = bench(*arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("bench: error: ")


def test_ways_are_measured_on_maps_that_grow_and_with_costs() -> None:
    found = paths()
    assert list(found)[:4] == [f"ways, {squares} squares" for squares in (160, 400, 880, 1760)]
    assert all(value > 0 for value, _ in found.values())


def test_batches_and_a_program_on_a_terminal_are_measured() -> None:
    game = f"{shlex.quote(sys.executable)} -m rogue --plain --seed {{seed}}"
    done = bench("--part", "batches", "--game", game, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["batch, 1 process"] > 0
    assert result["batch, 2 processes"] > 0
    assert result["program"] > result["program by the clock"] / 2 > 0


def test_a_program_that_fails_is_said() -> None:
    done = bench("--part", "paths", "--game", f"{shlex.quote(sys.executable)} -c 1")
    assert done.returncode == 1
    assert "bench: The game of seed 1 ended as closed" in done.stderr


@pytest.mark.slow
def test_the_game_of_monsters_that_think_is_measured_beside_5_4() -> None:
    found = minds.measure(range(1, 2), Limits(commands=40))
    assert {name.rpartition(", ")[2] for name in found} == {"5.4", "minds"}
    for edition in ("5.4", "minds"):
        mean, longest = found[f"turn, {edition}"][0], found[f"longest, {edition}"][0]
        assert 0 < mean <= longest
        assert found[f"1 in 1000, {edition}"][0] <= longest
