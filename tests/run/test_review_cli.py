"""`rogomatic review`: a game with a planted mistake, its files and forms, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.run.command_line import rogomatic
from tests.run.planted_games import planted

QUICK = ("--effort", "quick", "--plays", "40")
SEED = 50038


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    journal, turns = planted(SEED, 24)
    assert turns == [20]
    path = tmp_path_factory.mktemp("games") / "ann.jsonl"
    path.write_text(journal)
    return path


@pytest.mark.slow
def test_a_planted_mistake_is_named(game: Path) -> None:
    found = json.loads(rogomatic(["review", str(game), *QUICK, "--json", "--jobs", "1"]).out)
    blunders = [move for move in found["moves"] if move["kind"] == "blunder"]
    assert [(move["turn"], move["move"]) for move in blunders] == [(20, "rested for 9 turns")]
    assert blunders[0]["lost"] >= 10
    assert blunders[0]["better"]
    assert 0 < found["accuracy"] < 100
    kept = game.with_name("ann.jsonl.review.json")
    before = kept.stat().st_mtime_ns
    text = rogomatic(["review", str(game), *QUICK]).out
    assert kept.stat().st_mtime_ns == before, "a second look does not review again"
    assert "Blunder on turn 20, level 1" in text
    assert f"replay --to-turn 20 {game}" in text
    again = rogomatic(["review", str(game), *QUICK, "--json", "--jobs", "2", "--anew"]).out
    assert json.loads(again) == found, "two processes come to the same"


@pytest.mark.slow
def test_a_game_of_a_seed_is_played_and_reviewed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    found = json.loads(rogomatic(["review", "--seed", "50019", *QUICK, "--json", "--jobs", "1"]).out)
    assert found["title"] == "Seed 50019"
    assert [path.name for path in tmp_path.rglob("*.json")] == ["5.4-seed-50019.review.json"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--json", "--print"], 2, "not allowed with"),
        (["missing.jsonl"], 1, "missing.jsonl cannot be read: No such file or directory."),
        (["missing.jsonl", "--seed", "3"], 2, "missing.jsonl says which game it is"),
        (["--last", "--seed", "3"], 1, "No watched game of seed 3 is kept."),
        (["--plays", "0"], 2, "--plays"),
        (["--effort", "much"], 2, "--effort"),
    ],
)
def test_what_is_no_game_is_refused(
    words: list[str], code: int, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert sentence in rogomatic(["review", *words], code).err


def test_a_recording_of_another_program_is_refused(tmp_path: Path) -> None:
    cast = tmp_path / "other.cast"
    cast.write_text('{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "hello"]\n')
    assert "Only games of our own Rogue can be reviewed" in rogomatic(["review", str(cast)], 1).err
