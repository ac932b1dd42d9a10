"""Variants on the agent's command line: chosen, kept with their digest, compared, weighed."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.cli import batch_commands, main, own_game
from rogomatic.run.reports.stats_output import CAUTION, DEPTHS, balance, variant_figures
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import manifest_of
from rogomatic.run.variant_names import arguments_of
from rogue.shared.errors import CommandError
from tests.run.command_line import rogomatic
from tests.run.rows import ROW


def test_a_batch_of_a_variant_is_kept_with_a_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    few = ["--games", "2", "--first-seed", "60200", "--limit-commands", "60", "-q"]
    assert main(["batch", *few, "--variant", "kennel", "--out", "kennel.db"]) == 0
    assert main(["batch", *few, "--variant", "candle", "--out", "candle.db"]) == 0
    name, _, digest = manifest_of(Path("kennel.db")).edition.partition("@")
    assert (name, len(digest)) == ("kennel", 8)
    said = rogomatic(["compare", "kennel.db", "candle.db"], 1).err
    assert "use --across to compare games with different rules" in said
    assert main(["compare", "kennel.db", "candle.db", "--across"]) == 0
    assert main(["compare", "kennel.db", "kennel.db"]) == 0


def test_a_description_that_is_wrong_is_told_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text('like = "5.4"\n[hero]\nhit_points = 0\n')
    said = rogomatic(["batch", "--games", "1", "--variant", "./bad.toml"], 1).err
    assert "bad.toml:3: hit_points is 0; it must be 1 to 99" in said
    with pytest.raises(SystemExit):
        main(["batch", "--games", "1", "--variant", "coffee", "--edition", "5.2"])


def test_a_variant_whose_rules_have_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('like = "5.2"\n')
    called = own_game.variant_called(str(path))
    assert own_game.parent_of(called) == "5.2"
    assert arguments_of(called) == ["--variant", str(path)]
    assert own_game.rules_of("5.2") == "5.2"
    own_game.rules_of.cache_clear()
    path.write_text('like = "5.2"\n[hero]\nstrength = 10\n')
    with pytest.raises(CommandError, match="have changed: digest"):
        own_game.rules_of(called)


def test_the_balance_names_numbers_and_no_grades() -> None:
    rows = [replace(ROW, seed=seed, score=100 * seed, depth=seed, deepest=seed, killer="bat", how="killed")
            for seed in range(1, 11)]  # fmt: skip
    rows[9] = replace(rows[9], how="won", killer="")
    usual = [replace(row, seed=row.seed + 50) for row in rows[:9]]
    result = balance("mine@12345678", "5.4", rows, usual, {"troll"})
    assert not result.is_told_apart
    lines = result.lines()
    assert any(line.startswith("won") and "1 of 10" in line and "0 of 9" in line for line in lines)
    assert any(line.startswith("mean gold does not clearly differ: +") for line in lines)
    assert lines[-2:] == ["never met: troll", CAUTION]
    assert json.loads(json.dumps(result.as_data()))["told_apart"] is False


def test_games_far_apart_are_told_apart() -> None:
    rows = [replace(ROW, seed=seed, score=1000 + seed) for seed in range(30)]
    usual = [replace(ROW, seed=seed + 100, score=seed) for seed in range(30)]
    assert balance("a", "5.4", rows, usual, ()).is_told_apart
    assert sum(variant_figures(rows).ended_on) == 30
    assert len(DEPTHS) == len(variant_figures(rows).killers)


def test_the_games_of_the_edition_are_the_same_however_many_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    played: list[tuple[str, list[int]]] = []

    def play(_args: object, edition: str, _agents: object, seeds: Sequence[int]) -> list[Row]:
        played.append((edition.partition("@")[0], list(seeds)))
        return [replace(ROW, seed=seed, score=seed) for seed in seeds]

    monkeypatch.setattr(batch_commands, "_played", play)
    for games in (2, 3):
        assert main(["variant", "coffee", "--games", str(games), "--first-seed", "60003", "--json"]) == 0
    shown = [json.loads(line)["second"]["games"] for line in capsys.readouterr().out.splitlines()]
    assert shown == [2, 3]
    assert played == [
        ("coffee", [60003, 60004]), ("5.4", [160003, 160004]),
        ("coffee", [60003, 60004, 60005]), ("5.4", [160005]),
    ]  # fmt: skip


def test_the_kept_games_are_replaced_only_where_they_were_played_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))

    def play(_args: object, _edition: str, _agents: object, seeds: Sequence[int]) -> list[Row]:
        return [replace(ROW, seed=seed, score=seed) for seed in seeds]

    monkeypatch.setattr(batch_commands, "_played", play)
    words = ["variant", "coffee", "--games", "2", "--first-seed", "60003", "--json"]
    assert main(words) == 0
    (kept,) = (tmp_path / "editions").glob("*.db")
    before = kept.read_bytes()
    with kept.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert main(words) == 1
    assert "is being written by another batch" in capsys.readouterr().err
    assert kept.read_bytes() == before

    knobs = tmp_path / "knobs.toml"
    knobs.write_text("form = 1\n[knobs]\nflee_pct = 31\n")
    assert main([*words, "--knobs", str(knobs)]) == 0
    assert json.loads(manifest_of(kept).knobs)["flee_pct"] == 31

    kept.write_bytes(b"no run at all")
    assert "cannot be used as a run" in rogomatic(words, 1).err
    assert kept.read_bytes() == b"no run at all"


def test_the_help_says_that_the_edition_has_other_seeds() -> None:
    said = " ".join(rogomatic(["variant", "--help"]).out.split())
    assert "the edition's first seed is 100000 higher (default 60000)" in said


@pytest.mark.long
def test_the_games_of_the_edition_are_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path))
    words = ["variant", "coffee", "--games", "2", "--first-seed", "60003", "--json"]
    first = json.loads(rogomatic(words).out)
    (kept,) = (tmp_path / "editions").glob("*.db")
    changed = kept.stat().st_mtime_ns, manifest_of(kept).created
    again = json.loads(rogomatic(words).out)
    assert again == first
    assert (first["variant"].partition("@")[0], first["parent"]) == ("coffee", "5.4")
    assert manifest_of(kept).created == changed[1]
