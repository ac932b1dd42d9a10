"""`batch --trace`: what a row of a decision says, and what came of it; the calibration of its odds."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from errno import ENOSPC
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.rule_engine import TIRED, No
from rogomatic.run.recordings.decision_trace import DECIDED, part_of_game, refusal_code
from rogomatic.run.reports.calibration import WANTED, calibration, calibration_text
from rogomatic.run.reports.published_scores import SCORES, beside_published
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import read_run
from rogomatic.run.storage.trace_file import (
    CAME,
    CsvTable,
    TraceWriter,
    fight_numbers,
    read_trace,
    with_outcomes,
)
from rogue.shared.errors import CommandError
from rogue.shared.files import lock_file
from tests.run.command_line import rogomatic
from tests.run.rows import CRASHED, ROW

COLUMNS: dict[str, type] = {"seed": int, "depth": int, "die_pct": float, "hp": int}
WITH_PARQUET = pytest.mark.skipif(find_spec("pyarrow") is None, reason="the extra `parquet` is not installed")
NAMES = ("t.csv", pytest.param("t.parquet", marks=WITH_PARQUET))
WORDS = ["batch", "--games", "2", "--first-seed", "40000", "--limit-turns", "600", "-q"]


def decisions(odds: str, depth: str = "1111111111") -> list[dict[str, str]]:
    """Return rows with one digit of odds each; a dot stands for no pursuer."""
    return [
        {"die_pct": "" if one == "." else one, "depth": level, "hp": str(9 - at)}
        for at, (one, level) in enumerate(zip(odds, depth, strict=False))
    ]


@pytest.mark.parametrize(
    ("odds", "depth", "numbers"),
    [
        (".12.3", "11111", [0, 1, 1, 0, 2]),
        ("1122", "1122", [1, 1, 2, 2]),
        ("...", "123", [0, 0, 0]),
        ("5", "1", [1]),
    ],
)
def test_a_fight_is_a_run_of_pursuit_on_one_level(odds: str, depth: str, numbers: list[int]) -> None:
    assert fight_numbers(decisions(odds, depth)) == numbers


@pytest.mark.parametrize(
    ("odds", "end", "died", "fight_died"),
    [
        (".12.34", "killed", "000001", [None, 0, 0, None, 1, 1]),
        (".12.34", "quit", "000000", [None, 0, 0, None, 0, 0]),
        ("12..", "killed", "0001", [0, 0, None, None]),
    ],
)
def test_only_the_last_fight_was_lost(odds: str, end: str, died: str, fight_died: list[int | None]) -> None:
    rows = list(with_outcomes(decisions(odds), end, 77))
    assert "".join(row["died"] for row in rows) == died
    assert [row["fight_died"] for row in rows] == ["" if one is None else str(one) for one in fight_died]
    assert [row["hp_next"] for row in rows[:-1]] == [row["hp"] for row in rows[1:]]
    assert rows[-1]["hp_next"] == ("0" if end == "killed" else "")
    assert {row["score"] for row in rows} == {"77"}


def test_every_refusal_has_its_own_code() -> None:
    answers = [one for one in vars(refusals).values() if isinstance(one, No)]
    codes = [refusal_code(one) for one in (*answers, TIRED)]
    assert len(set(codes)) == len(codes) > 90
    assert all(code.isascii() and " " not in code for code in codes)
    assert refusal_code(No("!?")) == "NO"


@pytest.mark.slow
@pytest.mark.usefixtures("forked_workers")
def test_a_batch_writes_the_same_rows_with_any_number_of_processes(tmp_path: Path) -> None:
    one, two, run = tmp_path / "one.csv", tmp_path / "two.csv", tmp_path / "run.db"
    rogomatic([*WORDS, "--trace", str(one)])
    rogomatic([*WORDS, "--jobs", "2", "--trace", str(two), "--out", str(run)])
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.glob("*.parts")) == []
    with one.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == [*DECIDED, *CAME]
    games = {row.seed: row for row in read_run(run)[1]}
    assert {int(row["seed"]) for row in rows} == set(games)
    for row in rows:
        assert row["score"] == str(games[int(row["seed"])].score)
        assert int(row["hp"]) <= int(row["max_hp"])
        assert (row["die_pct"] != "") == (int(row["pursuers"]) > 0) == (row["fight"] != "")
        assert row["second"] == "" or float(row["option_cost"]) <= float(row["second_cost"])
    assert any(row["option"] for row in rows)
    looked = next(row for row in rows if row["rule"] == "look around")
    assert looked["refusals"].split()[1] == "VERSION_KNOWN"


@pytest.mark.slow
def test_tracing_changes_no_game(tmp_path: Path) -> None:
    plain, traced = tmp_path / "plain.db", tmp_path / "traced.db"
    rogomatic([*WORDS, "--out", str(plain)])
    rogomatic([*WORDS, "--out", str(traced), "--trace", str(tmp_path / "t.csv")])
    runs = [[(row.score, row.turns, row.commands) for row in read_run(path)[1]] for path in (plain, traced)]
    assert runs[0] == runs[1]


@pytest.mark.slow
@WITH_PARQUET
def test_parquet_holds_the_same_as_csv(tmp_path: Path) -> None:
    table, text = tmp_path / "t.parquet", tmp_path / "t.csv"
    rogomatic([*WORDS, "--trace", str(table)])
    rogomatic([*WORDS, "--trace", str(text)])
    wanted = ("seed", "turn", "rule", "refusals", "fight", "end")
    assert list(read_trace(table, wanted)) == list(read_trace(text, wanted))


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_without_pyarrow_parquet_says_what_to_install(tmp_path: Path) -> None:
    done = rogomatic([*WORDS, "--trace", str(tmp_path / "t.parquet")], code=1)
    assert "A Parquet file needs the library pyarrow; to install it: " in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--trace", "{0}/t.txt"], 2, "--trace: the file's name must end in .csv or .parquet, not 't.txt'"),
        (["--trace", "{0}/t.csv", "--engine", "ray"], 2, "--trace writes on this machine"),
        (["--trace", "{0}/is-there.csv"], 1, "is-there.csv already exists and is not overwritten."),
        (["--trace", "{0}/no/t.csv"], 1, "t.csv cannot be written: No such file or directory."),
    ],
)
def test_an_unwritable_file_is_refused(tmp_path: Path, words: list[str], code: int, said: str) -> None:
    (tmp_path / "is-there.csv").touch()
    assert said in rogomatic([*WORDS, *[word.format(tmp_path) for word in words]], code).err


def trace_of(folder: Path, *fights: tuple[float, int]) -> Path:
    """Write a trace with a game of two decisions for each fight: its odds, and whether the hero died."""
    path = folder / "trace.csv"
    lines = [",".join(WANTED)]
    for seed, (odds, died) in enumerate(fights):
        lines += [f"{seed},,,", f"{seed},1,{odds},{died}", f"{seed},1,99.0,{died}"]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_the_odds_at_the_start_of_a_fight_are_counted(tmp_path: Path) -> None:
    path = trace_of(tmp_path, (10.0, 1), (12.0, 0), (14.0, 0), (100.0, 1), (0.0, 0))
    low, middle, high = calibration(read_trace(path, WANTED))
    assert (low.said, low.happened, low.fights) == (0.0, 0.0, 1)
    assert (middle.said, round(middle.happened, 1), middle.fights) == (12.0, 33.3, 3)
    assert (high.said, high.happened, high.high, high.fights) == (100.0, 100.0, 100.0, 1)
    assert middle.low < middle.happened < middle.high
    assert "   12.0      33.3  6.1 to 79.2          3" in list(calibration_text({"trace": [middle]}, 80))


def test_the_picture_is_printed_or_drawn(tmp_path: Path) -> None:
    path = trace_of(tmp_path, (10.0, 1), (50.0, 0))
    assert "trace: % to die" in rogomatic(["plot", "calibration", str(path)]).out
    assert "mine: % to die" in rogomatic(["plot", "calibration", f"mine={path}"]).out
    drawn = tmp_path / "c.svg"
    rogomatic(["plot", "calibration", str(path), "--out", str(drawn)])
    assert "said (percent)" in drawn.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "is not a file that `batch --trace` wrote."),
        (",".join(WANTED) + "\n1,1,much,0\n", "is not a file that `batch --trace` wrote."),
        (",".join(WANTED) + "\n", "has no fights."),
    ],
)
def test_what_is_no_trace_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text, "utf-8")
    assert said in rogomatic(["plot", "calibration", str(path)], code=1).err


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_pipe_is_refused_at_once(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    os.mkfifo(tmp_path / name)
    with pytest.raises(CommandError, match="cannot be read: it is not a regular file"):
        list(read_trace(tmp_path / name, WANTED))


def part_of(path: Path, seed: int) -> Path:
    """Return the part of a game, as `written` makes it."""
    return path.with_name(f"{seed}.part")


def written(
    path: Path, seeds: Sequence[int], kept: Sequence[Row] | None = None, ends: Sequence[Row] = ()
) -> None:
    """Write a trace of games with one decision each, which end with the given rows, if any."""
    for seed in seeds:
        if not part_of(path, seed).exists():
            part_of(path, seed).write_text(f"{seed},1,,9\n", "utf-8")
    with closing(TraceWriter(path, COLUMNS, seeds, partial(part_of, path), kept)) as trace:
        for row in ends or [replace(ROW, seed=seed) for seed in seeds]:
            trace.add(row)


def rows(*seeds: int) -> list[Row]:
    """Return games that a run has kept."""
    return [replace(ROW, seed=seed) for seed in seeds]


def test_the_rows_of_missing_games_are_added(tmp_path: Path) -> None:
    path, whole = tmp_path / "t.csv", tmp_path / "whole.csv"
    written(path, [1, 2], [])
    written(path, [3], rows(1, 2))
    written(whole, [1, 2, 3])
    assert path.read_bytes() == whole.read_bytes()
    assert path.read_bytes().count(b"\n") == 4


def test_kept_games_whose_rows_lie_in_parts_are_added_first(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    written(path, [1])
    part_of(path, 3).write_text("3,1,,9\n", "utf-8")
    at_once = replace(ROW, seed=4, commands=0)  # over before a decision
    written(path, [2], [*rows(1, 3), replace(CRASHED, seed=2), at_once])
    assert [seed for (seed,) in read_trace(path, ["seed"])] == ["1", "3", "2"]
    assert not list(tmp_path.glob("*.part"))


def test_a_kept_game_without_a_part_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    written(path, [1])
    before = path.read_bytes()
    part_of(path, 3).write_text("3,1,,9\n", "utf-8")
    with pytest.raises(CommandError, match="lacks the decisions of the game with seed 5; use a new"):
        TraceWriter(path, COLUMNS, [2], partial(part_of, path), rows(1, 3, 5))
    assert path.read_bytes() == before
    assert part_of(path, 3).exists()


def test_lost_games_have_no_rows_as_they_are_played_again(tmp_path: Path) -> None:
    path, lost = tmp_path / "t.csv", replace(CRASHED, seed=2)
    written(path, [1, 2], ends=[*rows(1), lost])
    for _ in range(2):
        written(path, [2], [*rows(1), lost], ends=[lost])
    assert [seed for (seed,) in read_trace(path, ["seed"])] == ["1"]
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("more", [0, 1, 4])
@pytest.mark.parametrize("lines", [0, 1, 2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_a_half_written_game_is_written_again(tmp_path: Path, name: str, lines: int, more: int) -> None:
    path, whole, text = tmp_path / name, tmp_path / f"whole-{name}", tmp_path / "whole.csv"
    decisions = "12,1,,9\n12,1,2.5,8\n12,2,3.5,7\n"
    part_of(path, 12).write_text(decisions, "utf-8")
    written(whole, [1, 12, 3])
    part_of(path, 12).write_text(decisions, "utf-8")
    written(text, [1, 12])
    every = text.read_text("utf-8").splitlines(keepends=True)
    cut = "".join(every[: 2 + lines]) + "".join(every[2 + lines :])[:more]
    (path if path.suffix == ".csv" else path.with_name(f"{name}.csv")).write_text(cut, "utf-8")
    part_of(path, 12).write_text(decisions, "utf-8")
    written(path, [3], rows(1, 12))
    assert list(read_trace(path, [*COLUMNS, *CAME])) == list(read_trace(whole, [*COLUMNS, *CAME]))
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("fit", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_a_file_without_room_keeps_its_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, fit: int
) -> None:
    write = CsvTable.write

    def full(table: CsvTable, decisions: list[dict[str, str]]) -> None:
        write(table, decisions[:fit])
        raise OSError(ENOSPC, "No space left on device")

    path, whole = tmp_path / name, tmp_path / f"whole-{name}"
    decisions = "1,1,,9\n1,1,2.5,8\n"
    part_of(path, 1).write_text(decisions, "utf-8")
    with monkeypatch.context() as patches:
        patches.setattr(CsvTable, "write", full)
        with pytest.raises(CommandError, match=f"{name} cannot be written: No space left on device."):
            written(path, [1, 2])
    assert part_of(path, 1).exists()
    part_of(path, 2).unlink()
    written(path, [2], rows(1))
    part_of(whole, 1).write_text(decisions, "utf-8")
    written(whole, [1, 2])
    assert list(read_trace(path, list(COLUMNS))) == list(read_trace(whole, list(COLUMNS)))


@WITH_PARQUET
def test_a_parquet_file_is_continued(tmp_path: Path) -> None:
    path, whole = tmp_path / "t.parquet", tmp_path / "whole.parquet"
    written(path, [1, 2], [])
    part_of(path, 3).write_text("3,1,,9\n", "utf-8")
    written(tmp_path / "t.parquet.csv", [1, 2])  # killed after these had become Parquet
    written(path, [4], rows(1, 2, 3))
    written(whole, [1, 2, 3, 4])
    assert list(read_trace(path, [*COLUMNS, *CAME])) == list(read_trace(whole, [*COLUMNS, *CAME]))
    assert {one.name for one in tmp_path.iterdir()} == {"t.parquet", "whole.parquet"}
    with pytest.raises(CommandError, match="does not have the columns of this version"):
        TraceWriter(path, {"seed": int}, [5], partial(part_of, path), rows(1))


@WITH_PARQUET
def test_rows_that_wait_to_become_parquet_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "t.parquet.csv").touch()
    with pytest.raises(CommandError, match=r"t\.parquet\.csv already exists and is not overwritten\."):
        written(tmp_path / "t.parquet", [1])


def test_a_new_file_has_its_columns_at_once(tmp_path: Path) -> None:
    new, bare = tmp_path / "new.csv", tmp_path / "bare.csv"
    bare.touch()
    for path, kept in ((new, None), (bare, ())):
        with closing(TraceWriter(path, COLUMNS, [1], partial(part_of, path), kept)):
            assert path.read_text("utf-8") == ",".join([*COLUMNS, *CAME]) + "\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.csv", "seed,depth\n", "does not have the columns of this version; use a new file for --trace."),
        ("t.csv", ",".join([*COLUMNS, *CAME]) + "\n1,", "was cut off; use a new file for --trace."),
        ("t.csv", ",".join([*COLUMNS, *CAME]), "was cut off; use a new file for --trace."),
        pytest.param("t.parquet", "", "is not a file that `batch --trace` wrote.", marks=WITH_PARQUET),
    ],
)  # fmt: skip
def test_a_trace_that_cannot_be_continued_says_why(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(CommandError, match=said):
        written(tmp_path / name, [3], [])
    assert (tmp_path / name).read_text("utf-8") == text


def test_two_batches_do_not_write_one_trace(tmp_path: Path) -> None:
    trace, run = tmp_path / "t.csv", tmp_path / "r.db"
    parts = tmp_path / "t.csv.parts"
    parts.mkdir()
    (parts / "40000.csv").touch()
    held = lock_file(parts)
    words = [*WORDS, "--out", str(run), "--trace", str(trace), "--resume"]
    assert rogomatic(words, code=1).err == f"rogomatic: {trace} is being written by another batch.\n"
    os.close(held)
    assert list(tmp_path.rglob("*")) == [parts, parts / "40000.csv"]


@pytest.mark.parametrize(
    ("there", "reason"), [("gone/t.csv", "No such file or directory"), ("file/t.csv", "Not a directory")]
)
def test_a_trace_needs_a_folder(tmp_path: Path, there: str, reason: str) -> None:
    (tmp_path / "file").touch()
    trace = tmp_path / there
    said = f"rogomatic: {trace} cannot be written: {reason}.\n"
    assert rogomatic([*WORDS, "--trace", str(trace)], code=1).err == said


@pytest.mark.slow
def test_a_refused_trace_leaves_the_parts(tmp_path: Path) -> None:
    trace, run = tmp_path / "t.csv", tmp_path / "r.db"
    words = [*WORDS, "--limit-commands", "9", "--out", str(run), "--trace", str(trace)]
    rogomatic(words)
    whole = trace.read_bytes()
    part = part_of_game(trace.with_name("t.csv.parts"), 40000)
    part.parent.mkdir()
    decisions = [line.rsplit(b",", len(CAME))[0] for line in whole.splitlines()[1:]]
    part.write_bytes(b"".join(line + b"\n" for line in decisions if line.startswith(b"40000,")))
    head = whole.splitlines(keepends=True)[0]
    trace.write_bytes(head)
    assert "seed 40001" in rogomatic([*words, "--resume"], code=1).err
    assert part.exists()
    trace.write_bytes(head + b"".join(x for x in whole.splitlines(keepends=True) if x.startswith(b"40001,")))
    rogomatic([*words, "--resume"])
    assert sorted(trace.read_bytes().splitlines()) == sorted(whole.splitlines())
    assert not part.parent.exists()


def test_the_words_below_a_table_are_wrapped() -> None:
    assert max(map(len, calibration_text({}, 80))) <= 80


def test_a_run_stands_beside_the_scores_of_its_edition() -> None:
    lines = list(beside_published("5.4", 200, 944.0, 1209.4))
    assert lines[0] == "compared with others in edition 5.4:"
    assert lines[2].split() == ["this", "run", "200", "944", "1,209"]
    assert [line.strip().split("  ")[0] for line in lines[3:]] == [
        "people, best medians", "Rog-O-Matic 14.2, in C",
    ]  # fmt: skip
    assert list(beside_published("minds", 200, 944.0, 1209.4)) == []
    assert all(one.source for one in SCORES)
