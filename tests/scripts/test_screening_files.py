"""The games that screening keeps say with which lots they were played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.lib.learning.arrivals import FIGURES, Arrival
from scripts.lib.learning.screening import ScreenedGame
from tests.support.script_runs import module_of

GAME = ScreenedGame(3, 812, {1: Arrival(70, 2, 40, tuple(float(n) for n in range(len(FIGURES))))})


def test_kept_games_are_read_back(tmp_path: Path) -> None:
    screening = module_of("screening")
    made = screening._made_with("3.6")
    path = tmp_path / "games.jsonl"
    path.write_text(f"{made}\n{json.dumps(GAME)}\n")
    assert list(screening.load(path, made)) == [GAME]
    path.write_text("")
    assert list(screening.load(path, made)) == []


def test_games_of_other_lots_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screening = module_of("screening")
    path = tmp_path / "games.jsonl"
    path.write_text(f"{screening._made_with('5.4')}\n{json.dumps(GAME)}\n")
    monkeypatch.setattr(screening, "LEVELS", {**screening.LEVELS, "rest_pct": (21, 46)})
    with pytest.raises(SystemExit, match="have other levels, knobs or memory; choose another folder"):
        list(screening.load(path, screening._made_with("5.4")))
    path.write_text(f"{json.dumps(GAME)}\n")  # kept before there was such a line
    with pytest.raises(SystemExit, match="choose another folder"):
        list(screening.load(path, screening._made_with("5.4")))
