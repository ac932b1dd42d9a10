"""scripts/foresight: the log of steps, and the measures, on made-up games whose truth is known."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rogomatic import cli
from rogomatic.predict.step_predictor import last_of
from scripts.lib.foresight.step_log import (
    GameSteps,
    LoggedStep,
    StepLogError,
    StepLogger,
    kept_games,
    read_log,
    write_log,
)
from scripts.lib.foresight.step_measures import (
    calibration,
    dissent,
    in_bits,
    in_shares,
    score,
    sure_share,
    worse_kinds,
)
from tests.support.script_runs import run_script

SEED = 42  # a short game


def game(number: int, steps: int = 30) -> GameSteps:
    """Return a game in which orcs stand still and snakes come, both against a rule that has them come."""
    made, last = [], 0
    for _ in range(steps):
        made.append(LoggedStep("orc", 0, last, 8, False))
        last = last_of(0, 8)
    made += [LoggedStep("snake", 0, 0, 0, False)] * steps
    return GameSteps(str(number), "5.4", tuple(made))


def test_a_habit_against_the_rule_is_found_and_costs_less() -> None:
    steps = score([game(number) for number in range(10)])
    all_of_them = in_bits(steps)
    assert all_of_them.steps == 600
    assert all_of_them.high < 0
    assert all_of_them.forecast < all_of_them.rule
    assert in_shares(steps).low > 0.3
    found = dissent(steps, 0.8)
    assert found.steps == found.right > 200
    assert found.rule_right == 0
    number, share = sure_share(steps)
    assert (number > 400, share) == (True, 1.0)
    assert worse_kinds(steps) == []
    assert calibration(steps)[-1].came > 0.95


def test_without_any_habit_nothing_is_shown() -> None:
    plain = GameSteps("1", "5.4", (LoggedStep("snake", 0, 0, 0, True),) * 50)
    figures = in_bits(score([plain, plain]))
    assert abs(figures.forecast - figures.rule) < 0.05
    assert in_bits([]).steps == 0


def test_what_is_frozen_learns_from_the_first_games_only() -> None:
    games = [game(number) for number in range(4)]
    steps = score(games, frozen=3)
    assert {one.game for one in steps} == {3}
    assert len({one.forecast for one in steps if one.name == "snake"}) == 1


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    games = [game(1, 2), game(2, 3)]
    assert write_log(games, path) == 10
    assert read_log(path) == games


@pytest.mark.parametrize("text", ["{", "[]", '{"game": 1, "edition": "5.4", "steps": [["orc", 9, 0, 0, 0]]}'])
def test_what_is_no_log_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_text(text)
    with pytest.raises(StepLogError, match="line 1"):
        read_log(path)


def test_the_steps_of_a_game_are_logged() -> None:
    logged = StepLogger("5.4")(SEED)
    assert (logged.game, logged.edition) == (str(SEED), "5.4")
    assert {"kestrel", "snake"} <= {step.name for step in logged.steps}
    assert any(step.near for step in logged.steps)


def test_the_games_of_a_kept_run_are_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kept.db"
    assert cli.main(["batch", "--games", "1", "--first-seed", str(SEED), "--out", str(path), "-q"]) == 0
    assert capsys.readouterr().out.startswith("1 game, 1 finished")
    logger, kept = kept_games(path)
    assert logger(SEED).digest == kept[SEED]


def test_the_script_measures_a_log_and_refuses_others(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    write_log([game(number) for number in range(6)], path)
    command = [sys.executable, str(root / "scripts/foresight"), "measure"]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "better than the rule: shown" in done.stdout
    failed = run_script("foresight", "measure", str(tmp_path / "no"))
    assert failed.returncode == 1
    assert "cannot be read" in failed.stderr
