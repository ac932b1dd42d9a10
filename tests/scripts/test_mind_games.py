"""Trials of games with monsters that think: what is played, kept, and compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.game_loop import Limits
from rogue.tables.ruleset import ROGUE_54, ROGUE_MINDS
from scripts.lib import mind_games
from scripts.lib.mind_games import MindGame
from tests.support.script_runs import run_script

GAME = MindGame(1, "minds", 500, 6, 1000, "orc", {"orc dart": 3, "troll mend": 1}, {"10": 30, "12": 10},
                {"hold the passage": 2})  # fmt: skip


def test_each_switch_is_a_rule_that_is_off() -> None:
    assert mind_games.rules_of("5.4") is ROGUE_54
    assert mind_games.rules_of("minds") is ROGUE_MINDS
    assert len(mind_games.SWITCHES) >= 10
    for name in mind_games.SWITCHES:
        minds = mind_games.rules_of(f"no {name}").minds
        assert minds is not None
        assert [switch for switch in mind_games.SWITCHES if not getattr(minds, switch)] == [name]


def test_games_are_compared_over_the_seeds_that_both_have() -> None:
    games = [replace(GAME, seed=seed, rules=rules, gold=gold) for seed, rules, gold in (
        (1, "5.4", 400), (2, "5.4", 600), (3, "5.4", 9999), (1, "minds", 300), (2, "minds", 600),
    )]  # fmt: skip
    line = mind_games.compared(games, "5.4", "minds")
    assert "2 pairs, gold -50 ± 98, ratio 0.900, depth 6.00 6.00, early 0.000 0.000" in line
    assert "0 pairs" in mind_games.compared(games, "5.4", "no acts")


def test_acts_and_rows_are_told_with_what_is_missing() -> None:
    lines = mind_games.act_lines([GAME, GAME], lambda: ("orc dart", "dragon flame"))
    assert lines == [
        "orc dart                      6", "troll mend                    2", "never: dragon flame",
        "4.00 acts per 1,000 turns, 2 games",
    ]  # fmt: skip
    assert mind_games.row_lines([GAME]) == ["row 10  75.0 %", "row 12  25.0 %"]
    assert "dragon flame" in mind_games.all_acts()
    assert mind_games.rung_lines([GAME, GAME]) == [
        "leave the line of fire: 0 times in 0 games", "hold the passage: 4 times in 2 games",
    ]  # fmt: skip


def test_a_game_is_kept_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert mind_games.kept(file) == []
    file.write_text(mind_games.as_line(GAME) * 2)
    assert mind_games.kept(file) == [GAME, GAME]


def test_a_game_may_begin_on_a_deep_level() -> None:
    game = mind_games.play_game(6_201_003, "minds", default_players()(6_201_003), Limits(commands=20), 20)
    assert game.deepest >= 20
    assert game.turns > 0


def test_what_monsters_do_is_counted_without_changing_the_game() -> None:
    found = []
    for _ in range(2):
        player = default_players()(6_201_003)
        found.append(mind_games.play_game(6_201_003, "minds", player, Limits(commands=150)))
    assert found[0] == found[1]
    assert sum(found[0].rows.values()) > 20


@pytest.mark.slow
def test_a_trial_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    words = ["pairs", "--first-seed", "6201000", "--limit-commands", "60", "--out", str(tmp_path / "games")]
    one = run_script("minds-trial", *words, "--games", "1")
    assert (one.returncode, one.stdout) == (0, "minds           1 pairs\n")
    before = (tmp_path / "games").read_text()
    two = run_script("minds-trial", *words, "--games", "2")
    assert "2 pairs" in two.stdout
    assert (tmp_path / "games").read_text().startswith(before)
