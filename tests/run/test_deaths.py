"""How heroes end: records of a few games, their groups, and the script that prints them."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.game_loop import Limits, Row
from rogomatic.run.storage.run_file import RunWriter
from scripts.lib.deaths import Death, as_object, end_of, lines_of, tables
from tests.run.rows import MANIFEST
from tests.support.script_runs import run_script

SEEDS = range(334, 336)  # short games
ONE = Death(
    seed=1, how="killed", killer="orc", score=90, depth=3, turn=500, level=4, hp_before=20, max_hp=20,
    healing=0, teleport=0, potions=2, scrolls=0, sticks=0, arrows=6, near="orc", odds=40,
    rung="shoot", stairs=True, digest="",
)  # fmt: skip
MORE = [
    ONE,
    dataclasses.replace(ONE, seed=2, score=30, depth=5, hp_before=5, potions=0, arrows=5, stairs=False),
    dataclasses.replace(
        ONE, seed=3, score=60, killer="", how="quit", hp_before=18, healing=1, rung="give up"
    ),
]


@pytest.fixture(scope="module")
def ends() -> list[Death]:
    play = end_of(InMemory(OwnGame("5.4")), default_players(), Limits())
    return [play(seed) for seed in SEEDS]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return list(run_batch(list(SEEDS), InMemory(OwnGame("5.4")), default_players()))


def test_a_record_says_what_the_row_of_the_game_says(ends: list[Death], rows: list[Row]) -> None:
    for one, row in zip(ends, rows, strict=True):
        assert (one.seed, one.killer, one.score, one.depth) == (row.seed, row.killer, row.score, row.depth)
        assert (one.turn, one.rung, one.digest) == (row.turns, row.last_rung, row.keys_digest)
        assert 0 < one.hp_before <= one.max_hp
        assert 0 <= one.odds <= 100


def names(title: str) -> list[tuple[str, int]]:
    return [(group.what, group.games) for group in tables(MORE)[title]]


def test_groups_stand_in_order_of_their_size() -> None:
    assert names("by killer") == [("orc", 2), ("(quit, before: orc)", 1)]
    assert names("by depth") == [("level 3", 2), ("level 5", 1)]
    assert names("by hit points 10 turns before") == [
        ("60 to 90%", 1), ("over 90% of the most", 1), ("under 30%", 1),
    ]  # fmt: skip
    assert names("by the last rung") == [("shoot", 2), ("give up", 1)]
    assert names("by the stairs") == [("known", 2), ("not known", 1)]


def test_a_game_stands_with_everything_that_it_left_unused() -> None:
    assert names("by what lay unused in the pack") == [
        ("arrows, 6 or more", 2), ("unknown potions", 2), ("healing", 1), ("nothing of use", 1),
    ]  # fmt: skip


def test_the_table_shows_shares_scores_and_seeds() -> None:
    lines = lines_of(MORE)
    assert lines[0] == "3 games, mean score 60"
    assert lines[3].split() == ["orc", "2", "66.7%", "60", "1,", "2"]
    assert as_object(MORE)["games"] == 3
    assert lines_of([])[0] == "0 games, mean score 0"


def test_the_script_prints_the_groups(root: Path, ends: list[Death]) -> None:
    line = [sys.executable, str(root / "scripts/deaths"), "--jobs", "1", "--games", "2"]
    line += ["--first-seed", str(SEEDS[0])]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == lines_of(ends)


def test_the_script_plays_a_kept_run_again(tmp_path: Path, ends: list[Death], rows: list[Row]) -> None:
    path = tmp_path / "run.db"
    kept = dataclasses.replace(MANIFEST, game="", edition="5.4", knobs="{}")
    with RunWriter(path, kept) as record:
        for row in (rows[0], dataclasses.replace(rows[1], keys_digest="other")):
            record.add(row)
    done = run_script("deaths", "--jobs", "1", str(path), "--json")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        f"deaths: {path} was played with another memory, so games may differ",
        f"1 of 2 games went as they are kept in {path}",
    ]
    assert json.loads(done.stdout) == json.loads(json.dumps(as_object(ends)))


def test_what_cannot_be_played_again_is_refused(tmp_path: Path) -> None:
    foreign, changed = tmp_path / "foreign.db", tmp_path / "changed.db"
    other_game = dataclasses.replace(MANIFEST, game="rogue")
    other_knobs = dataclasses.replace(MANIFEST, game="", knobs='{"courage": 3}')
    for path, manifest in ((foreign, other_game), (changed, other_knobs)):
        with RunWriter(path, manifest):
            pass
    for path, why in (
        (foreign, "games of another program"),
        (changed, "other knobs"),
        (tmp_path / "no.db", "There is no file"),
    ):
        done = run_script("deaths", str(path))
        assert (done.returncode, done.stdout) == (1, "")
        assert why in done.stderr
    for arguments in (("--games", "0"), (str(foreign), "--games", "3")):
        assert run_script("deaths", *arguments).returncode == 2
