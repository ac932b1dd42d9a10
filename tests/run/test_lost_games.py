"""A lost game is no score: it counts in no figure, is told of, and is played again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.cli import agent_factory, batch_commands, main, own_game
from rogomatic.run.reports import comparison
from rogomatic.run.reports.notable_games import notable
from rogomatic.run.reports.progress import Standing
from rogomatic.run.reports.stats import summary_of
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import RunWriter, merge, rows_of
from tests.run.command_line import rogomatic
from tests.run.fakes import FakeGame, FakePlayer, FakePlayers, kill_for_3
from tests.run.rows import MANIFEST, ROW

NOTHING = replace(
    ROW, score=0, depth=0, deepest=0, turns=0, commands=0, how="", killer="", version="", cpu_seconds=0.0,
    error="The game was lost: its process ended with exit code 1.",
)  # fmt: skip
LOST = {
    "worker": replace(NOTHING, end_reason="worker"),
    "late": replace(NOTHING, end_reason="time"),
    "crashed": replace(ROW, end_reason="crashed", how="", killer="", score=60),
    "died": replace(ROW, end_reason="died", how="", killer="", score=60),
    "never began": replace(NOTHING, end_reason="closed"),
    "silent from the start": replace(NOTHING, end_reason="stall"),
}
COUNTED = {
    end: replace(ROW, end_reason=end, how="", killer="")
    for end in ("turns", "commands", "cpu", "time", "stuck", "lost", "stall", "closed", "stopped")
}


def kept(path: Path, rows: Sequence[Row]) -> str:
    """Keep rows in a run; return its name."""
    with RunWriter(path, replace(MANIFEST, games=len(rows))) as file:
        for row in rows:
            file.add(row)
    return str(path)


def scores(first: int, values: Sequence[int]) -> list[Row]:
    return [replace(ROW, seed=first + place, score=score) for place, score in enumerate(values)]


@pytest.mark.parametrize("kind", LOST)
def test_a_lost_game_counts_in_no_figure(kind: str) -> None:
    rows = [*scores(1, [100, 300]), replace(LOST[kind], seed=9)]
    summary = summary_of(rows)
    assert (summary["games"], summary["finished"], summary["lost"]) == (3, 2, 1)
    assert (summary["score"]["mean"], summary["turns"]["mean"], summary["deepest"]["max"]) == (200, 500, 4)
    assert summary["end_reasons"][rows[-1].end_reason] == 1
    standing = Standing(3)
    for row in rows:
        standing.add(row)
    assert standing.median() == 200
    assert [game.why for game in notable(rows, 3) if game.row.seed == 9] in ([], ["a game that failed"])


@pytest.mark.parametrize("end", COUNTED)
def test_a_game_that_was_broken_off_counts_with_what_it_had(end: str) -> None:
    summary = summary_of([COUNTED[end]])
    assert (summary["lost"], summary["score"]["mean"]) == (0, 100)


@pytest.mark.parametrize("kind", LOST)
def test_lost_games_are_not_compared(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "RESAMPLES", 400)
    fine = kept(tmp_path / "fine.db", scores(1, [50, 60, 70]))
    some = kept(tmp_path / "some.db", [*scores(1, [50, 60, 70]), replace(LOST[kind], seed=4)])
    gone = kept(tmp_path / "gone.db", [replace(LOST[kind], seed=seed) for seed in (1, 2, 3)])
    out = rogomatic(["compare", fine, some], 1).out
    assert "No difference is shown: the runs score the same." in out
    assert "Left out: 1 lost game of the second run." in out
    assert json.loads(rogomatic(["compare", fine, some, "--json"], 1).out)["lost"] == [0, 1]
    assert (
        "The first run has no games, not counting 3 lost games." in rogomatic(["compare", gone, fine], 1).err
    )
    out, said = rogomatic(["plot", "scores", some])
    assert "60" in out.splitlines()[0]
    assert f"1 game of {some} was lost and is not counted." in said
    assert "has only 3 lost games" in rogomatic(["plot", "killers", gone], 1).err
    said = rogomatic(["stats", gone]).out
    assert "3 games, 0 finished, 0 did not finish, 3 lost\n3 games were lost" in said


@pytest.mark.parametrize("kind", LOST)
def test_a_lost_game_is_played_again(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    kept(path, [ROW, replace(LOST[kind], seed=2)])
    again = replace(ROW, seed=2, score=7)
    with RunWriter(path, replace(MANIFEST, games=2), resume=True) as file:
        assert file.seeds == {1}
        file.add(again)
    assert list(rows_of(path)) == [ROW, again]


def test_of_one_seed_the_game_that_was_not_lost_is_merged(tmp_path: Path) -> None:
    fine, gone = tmp_path / "fine.db", tmp_path / "gone.db"
    kept(fine, [ROW])
    kept(gone, [LOST["crashed"], replace(LOST["worker"], seed=2)])
    merged = merge([gone, fine], tmp_path / "all.db")
    assert (merged.games, merged.twice, merged.lost) == (2, 1, 1)
    assert next(iter(rows_of(tmp_path / "all.db"))) == ROW


def test_lost_games_of_the_edition_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    lost: set[int] = {160_001, 60_000}

    def played(_args: object, _edition: str, _agents: object, seeds: Sequence[int]) -> list[Row]:
        asked.append(list(seeds))
        worker = LOST["worker"]
        return [replace(worker if seed in lost else ROW, seed=seed) for seed in seeds]

    asked: list[list[int]] = []
    monkeypatch.setattr(batch_commands, "_played", played)
    words = ["variant", "coffee", "--games", "3", "--json"]
    told = json.loads(rogomatic(words, 1).out)
    assert [(told[side]["games"], told[side]["lost"]) for side in ("first", "second")] == [(2, 1), (2, 1)]
    assert told["first"]["mean_gold"] == told["second"]["mean_gold"] == 100
    assert "1 game of 5.4 was lost" in rogomatic(words[:-1], 1).out
    lost.clear()
    assert main(words[:-1]) == 0
    assert asked[1::2] == [[160_000, 160_001, 160_002], [160_001], [160_001]]
    lost.update(range(200_000))
    assert "has no games, not counting 3 lost games" in rogomatic([*words[:-1], "--first-seed", "1"], 1).err


class KilledForThree(FakePlayers):
    """Makes players; the process that makes one for seed 3 is killed."""

    def __call__(self, seed: int) -> FakePlayer:
        return kill_for_3(seed)


@pytest.mark.usefixtures("forked_workers")
def test_games_of_a_killed_worker_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_game, "OwnGame", lambda _edition: FakeGame)
    words = ["batch", "--games", "4", "--jobs", "2", "--out", str(tmp_path / "run.db")]
    monkeypatch.setattr(agent_factory, "players_with", lambda _: KilledForThree())
    assert "3 finished, 0 did not finish, 1 lost" in rogomatic(words, 1).out
    monkeypatch.setattr(agent_factory, "players_with", lambda _: FakePlayers())
    assert "run.db already has 3 games, 1 of 4 are left to play" in rogomatic([*words, "--resume"]).err
    assert [row.finished for row in rows_of(tmp_path / "run.db")] == [True] * 4
