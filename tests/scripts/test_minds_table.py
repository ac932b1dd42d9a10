"""The table of both editions, 5.4 and the one whose monsters think."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.lib.minds_table import Ended, line_of, play_one, read_kept, table_of


def ended(edition: str, seed: int, score: int, killer: str = "emu", beside: int = 1) -> Ended:
    return Ended(edition, seed, True, "killed", killer, score, 3 if score < 100 else 6, 6, beside)


GAMES = [
    ended("5.4", 1, 50), ended("minds", 1, 30, "kestrel", 2),
    ended("5.4", 2, 1000, "troll"), ended("minds", 2, 1200, "troll", 3),
    ended("5.4", 3, 700), ended("minds", 3, 700),
    ended("5.4", 4, 9999),  # its twin is still to be played
]  # fmt: skip


def test_the_table_counts_pairs_only() -> None:
    lines = table_of(GAMES)
    assert lines[0] == "| 3 games each, seeds 1 to 3 | 5.4 | minds |"
    assert lines[2] == "| finished | 3 | 3 |"
    assert lines[3].startswith("| median, mean of the score | 700, 583 +- ")
    assert "| ended on levels 1 to 3 | 0.333 | 0.333 |" in lines
    assert "| killed with two foes or more beside | 0 of 3 | 2 of 3 |" in lines
    assert "| killed by: emu | 2 | 1 |" in lines
    assert lines[-1].startswith("Paired, minds is +60 +- ")
    assert lines[-1].endswith("better on 1 seeds, worse on 1.")
    assert table_of(GAMES[:1]) == ["No seed was played in both editions."]


def test_games_are_kept_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert read_kept(path) == []
    path.write_text("".join(map(line_of, GAMES)) + '{"edition": "mi')  # stopped in the middle of a line
    assert read_kept(path) == GAMES


@pytest.mark.slow
def test_a_game_is_played_with_the_memory_that_ships() -> None:
    one = play_one("minds", 41_030)
    assert one.finished
    assert (one.edition, one.seed) == ("minds", 41_030)
    assert one.deepest >= one.depth >= 1
