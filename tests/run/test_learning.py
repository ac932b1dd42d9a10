"""A batch that learns: blocks, the order of games, going on, the command line."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import (
    Book,
    Count,
    Memory,
    MonsterRecord,
    contained,
    default_memory,
)
from rogomatic.agent.memory.memory_format import compact, digest_of
from rogomatic.cli import main
from rogomatic.cli.agent_factory import AgentFactory
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.batch import BLOCK, InMemory, LearningBatch, run_batch
from rogomatic.run.runner.game_loop import Limits, Row
from rogomatic.run.storage.agent_files import load_memory, save_memory
from tests.run.command_line import rogomatic
from tests.run.rows import ROW

SHORT = Limits(commands=120)


def lesson(seed: int) -> str:
    return compact(Memory({"5.4": Book(1, {"bat": MonsterRecord({"met": 1}, {seed: (1,)})})}))


def fake_play(calls: list[tuple[int, int]], least: int = 10**6) -> object:
    """Play without games; note the games of each call and how many the memory knew."""

    def play(seeds: Sequence[int], memory: Memory) -> Iterator[Row]:
        calls.append((len(seeds), memory.of("5.4").games))
        for seed in seeds:
            if seed >= least:
                return
            yield replace(ROW, seed=seed, lessons=lesson(seed))

    return play


def test_a_block_is_played_with_the_memory_of_its_beginning() -> None:
    calls: list[tuple[int, int]] = []
    batch = LearningBatch(range(60), default_memory())
    rows = list(batch.rows(fake_play(calls)))  # type: ignore[arg-type]
    assert [row.seed for row in rows] == list(range(60))
    assert calls == [(BLOCK, 0), (BLOCK, BLOCK), (60 - 2 * BLOCK, 2 * BLOCK)]
    assert batch.memory.of("5.4").games == len(batch.lessons) == 60
    assert batch.is_complete


def test_going_on_gives_the_same_memory_as_one_go() -> None:
    whole, first = LearningBatch(range(60), default_memory()), LearningBatch(range(60), default_memory())
    list(whole.rows(fake_play([])))  # type: ignore[arg-type]
    kept = {row.seed: row.lessons for row in first.rows(fake_play([], least=37))}  # type: ignore[arg-type]
    assert (len(kept), first.is_complete, len(first.lessons)) == (37, False, 37)
    calls: list[tuple[int, int]] = []
    again = LearningBatch(range(60), default_memory(), kept)
    rows = list(again.rows(fake_play(calls)))  # type: ignore[arg-type]
    assert [row.seed for row in rows] == list(range(37, 60))
    assert calls == [(2 * BLOCK - 37, BLOCK), (60 - 2 * BLOCK, 2 * BLOCK)]
    assert digest_of(again.memory) == digest_of(whole.memory)


def test_what_was_played_is_learned_when_it_is_left_early() -> None:
    batch = LearningBatch(range(60), default_memory())
    rows = batch.rows(fake_play([]))  # type: ignore[arg-type]
    for _ in range(30):
        next(rows)
    rows.close()  # type: ignore[attr-defined]
    assert batch.memory.of("5.4").games == 30


@pytest.mark.usefixtures("forked_workers")
def test_the_number_of_processes_changes_neither_rows_nor_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rogomatic.run.runner.batch.BLOCK", 2)
    digests, played = set(), []
    for jobs in (1, 2):
        players = AgentFactory(default_memory(), DEFAULT, learn=True)
        play = partial(run_batch, links=InMemory(OwnGame()), limits=SHORT, jobs=jobs)
        batch = LearningBatch(range(4), default_memory())
        rows = list(batch.rows(lambda seeds, memory: play(seeds, players=replace(players, memory=memory))))  # noqa: B023
        digests.add(digest_of(batch.memory))
        played.append([replace(row, cpu_seconds=0.0, seconds=0.0, waited=0.0) for row in rows])
    assert len(digests) == 1
    assert played[0] == played[1]
    assert all(row.lessons.startswith("edition 5.4\n games 1\n") for row in played[0])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROGOMATIC_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


BATCH = ["batch", "--first-seed", "3", "-q", "--limit-commands", "60"]


def test_batch_learns_into_the_file_that_it_is_told(home: Path) -> None:
    said = rogomatic([*BATCH, "--games", "2", "--memory", "new.txt", "--learn"]).err
    assert "new.txt has learned from 2 games." in said
    assert load_memory(home / "new.txt").of("5.4").games == 2
    text = (home / "new.txt").read_text()
    assert main([*BATCH, "--games", "1", "--memory", "new.txt", "--frozen"]) == 0
    assert main([*BATCH, "--games", "1", "--memory", "new.txt"]) == 0
    assert (home / "new.txt").read_text() == text
    assert not (home / "home").exists()


def test_a_memory_of_another_program_names_it_but_not_where_it_lies(home: Path) -> None:
    game = ["--game", f"{shlex.quote(sys.executable)} -m rogue --seed {{seed}}", "--out", "run.db"]
    assert main([*BATCH, "--games", "1", "--memory", "m.txt", "--learn", *game]) == 0
    assert main(["memory", "export", "m.txt", "--run", "run.db", "--out", "shipped.txt"]) == 0
    first = (home / "shipped.txt").read_text().split("\n")[1]
    name = Path(sys.executable).name
    made = f"--games 1 --first-seed 3 --game {name} --limit-commands 60"
    assert first == f"# Learned by: rogomatic batch {made} --memory FILE --learn"


def test_a_memory_that_has_seen_less_than_a_run_has_not_learned_from_it(home: Path) -> None:
    assert main([*BATCH, "--games", "1", "--memory", "m.txt", "--learn"]) == 0
    learned = [
        *BATCH,
        "--games",
        "2",
        "--memory",
        "other.txt",
        "--learn",
        "--shard",
        "1/1",
        "--out",
        "run.db",
    ]
    assert main(learned) == 0
    assert main([*BATCH, "--games", "2", "--memory", "none", "--out", "plain.db"]) == 0
    reasons = {
        "run.db": "run.db taught 2 games, but this memory has seen only 1.",
        "plain.db": "plain.db was played without --learn: no memory has learned from it.",
    }
    for run, reason in reasons.items():
        assert reason in rogomatic(["memory", "export", "m.txt", "--run", run, "--out", "shipped.txt"], 1).err
    assert not (home / "shipped.txt").exists()
    said = rogomatic(["memory", "export", "other.txt", "--run", "run.db", "--out", "-"]).out
    assert "--edition 5.4 --shard 1/1 --limit-commands 60 --memory FILE" in said


def test_a_learned_batch_that_is_whole_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*BATCH, "--memory", "m.txt", "--learn", "--out", "run.db", "--games"]
    assert main([*words, "2"]) == 0
    learned = (home / "m.txt").read_text()
    capsys.readouterr()
    assert main([*words, "2", "--resume"]) == 0
    said = "run.db already has all 2 games; m.txt is not the memory with which it began, and learns nothing"
    assert said in capsys.readouterr().err
    assert json.loads(rogomatic([*words, "2", "--resume", "--json"]).out)["games"] == 2
    assert (home / "m.txt").read_text() == learned
    assert "was made with a different memory" in rogomatic([*words, "3", "--resume"], 1).err


def test_an_interrupted_batch_learns_when_it_is_whole(home: Path) -> None:
    run = ["--memory", "m.txt", "--learn", "--out", "run.db"]
    one = ["--memory", "one.txt", "--learn"]
    assert main([*BATCH, "--games", "2", *run]) == 0
    (home / "m.txt").unlink()  # as if it had ended between its last game and the memory
    assert main([*BATCH, "--games", "3", *run, "--resume"]) == 0
    assert main([*BATCH, "--games", "3", *one]) == 0
    assert (home / "m.txt").read_text() == (home / "one.txt").read_text()
    assert main(["memory", "export", "m.txt", "--run", "run.db", "--out", "shipped.txt"]) == 0
    remarks = [line for line in (home / "shipped.txt").read_text().split("\n") if line.startswith("#")]
    made = "--games 3 --first-seed 3 --edition 5.4 --limit-commands 60"
    assert remarks[0] == f"# Learned by: rogomatic batch {made} --memory FILE --learn"
    assert remarks[-1].startswith("#   games 1 to 3: ")
    assert load_memory(home / "shipped.txt").books == load_memory(home / "m.txt").books
    assert "memory" in rogomatic([*BATCH, "--games", "4", *run, "--resume"], 1).err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--learn"], 2, "--learn needs a memory that can change"),
        (["--memory", "none", "--learn"], 2, "--learn needs a memory that can change"),
        (["--memory", "own", "--learn", "--frozen"], 2, "not allowed with"),
        (["--memory", "absent.txt"], 1, "There is no file absent.txt."),
        (["--memory", "bad.txt"], 1, "bad.txt cannot be used as a memory: it is not a memory of rogomatic"),
        (["--memory", "bad.txt", "--learn"], 1, "bad.txt cannot be used as a memory"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], code: int, said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "bad.txt").write_text("bad\n")
    line = [*BATCH, "--games", "1", *words]
    if code == 2:
        with pytest.raises(SystemExit, match="2"):
            main(line)
    else:
        assert main(line) == code
    assert said in capsys.readouterr().err
    assert (home / "bad.txt").read_text() == "bad\n"


def test_a_damaged_memory_of_ones_own_is_set_aside(home: Path) -> None:
    own = home / "home" / "memory.txt"
    own.parent.mkdir()
    own.write_text("bad\n")
    assert (
        "kept as memory.txt.damaged1" in rogomatic([*BATCH, "--games", "1", "--memory", "own", "--learn"]).err
    )
    assert (own.parent / "memory.txt.damaged1").read_text() == "bad\n"
    assert load_memory(own).of("5.4").games > 0


@pytest.mark.parametrize("own", [False, True])
def test_a_memory_that_cannot_be_written_is_refused_before_the_first_game(
    home: Path, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    (home / "file").touch()
    monkeypatch.setenv("ROGOMATIC_HOME", str(home / "file"))
    where = "own" if own else "file/new.txt"
    out, said = rogomatic([*BATCH, "--games", "2", "--memory", where, "--learn", "--out", "run.db"], 1)
    name = f"{home}/file/memory.txt" if own else where
    assert (out, said) == ("", f"rogomatic: {name} cannot be written: its folder is a file.\n")
    assert not (home / "run.db").exists()


def bats(games: int, **counts: int) -> Book:
    """Return what some games taught about bats."""
    return Book(games, {"bat": MonsterRecord(cast(dict[Count, int], counts))})


@pytest.mark.parametrize(
    ("whole", "part", "editions"),
    [
        (bats(9, met=5, least=2), bats(7, met=5), ["5.4"]),
        (bats(9, met=4), bats(7, met=5), []),
        (Book(9), bats(7, met=1), []),
        (Book(9, depths={3: (1, 2)}), Book(7, depths={3: (1, 3)}), []),
        (Book(9), Book(7, {"bat": MonsterRecord(depths={2: (1,)})}), []),
        (Book(6), Book(7), []),
        (Book(70), Book(7), ["5.4"]),
        (Book(71), Book(7), []),
        (Book(9), Book(0), []),
    ],
)  # fmt: skip
def test_a_memory_contains_one_with_fewer_counts(whole: Book, part: Book, editions: list[str]) -> None:
    assert contained(Memory({"5.4": whole}), Memory({"5.4": part})) == editions


def test_a_merge_says_what_it_counts_twice(home: Path) -> None:
    said = rogomatic(["memory", "merge", "shipped", "own", "none", "--out", "m.txt"]).err
    same = "the same games of 3.6, 5.2 and 5.4"
    assert said == f"rogomatic: shipped and own seem to contain {same}; m.txt counts these games twice.\n"
    assert rogomatic(["memory", "merge", "shipped", "--out", "n.txt", "none"]).err == ""


def test_memory_commands(home: Path) -> None:
    """Show, diff, merge, export, reset."""
    one = Memory({"5.4": Book(1, {"bat": MonsterRecord({"met": 3, "hits": 1, "misses": 1}, {2: (3,)})})})
    save_memory(home / "a.txt", one)
    assert main(["memory", "merge", "a.txt", "a.txt", "none", "--out", "b.txt"]) == 0
    assert "b.txt already exists" in rogomatic(["memory", "merge", "a.txt", "--out", "b.txt"], 1).err
    shown = rogomatic(["memory", "show", "b.txt"]).out
    assert "edition 5.4, 2 games" in shown
    assert shown.split("\n")[3].split()[:7] == ["bat", "6", "0", "0", "50%", "of", "4"]
    assert "      6  how many were seen" in rogomatic(["memory", "show", "b.txt", "--monster", "Bat"]).out
    assert main(["memory", "show", "b.txt", "--monster", "grue"]) == 1
    assert "edition 5.4: 1 game, then 2 games" in rogomatic(["memory", "diff", "a.txt", "b.txt"]).out
    assert rogomatic(["memory", "diff", "a.txt", "a.txt"]).out == "The memories are the same.\n"
    assert rogomatic(["memory", "export", "a.txt", "--out", "-"]).out == (home / "a.txt").read_text()
    said = rogomatic(["memory", "export", "a.txt", "--out", "c.txt", "--run", "absent.db"], 1).err
    assert "There is no file absent.db." in said
    assert rogomatic(["memory", "show", "none"]).out == "The memory is empty.\n"


def test_reset_keeps_the_old_one(home: Path) -> None:
    assert "no memory of your own" in rogomatic(["memory", "reset"]).err
    save_memory(home / "home" / "memory.txt", default_memory())
    assert "memory.txt.old1" in rogomatic(["memory", "reset"]).err
    assert sorted(path.name for path in (home / "home").glob("*")) == [".memory.txt.lock", "memory.txt.old1"]
