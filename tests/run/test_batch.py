"""Many games: the same rows whatever the number of processes, and nothing that ends a batch."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest

from rogomatic.run.reports.stats_output import print_batch
from rogomatic.run.runner import batch, batch_engines
from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.game_loop import Agent, Limits, Row
from rogomatic.run.runner.link import keys_in
from tests.run.fakes import (
    BreakingPlayer,
    EndlessPlayer,
    FakeGame,
    FakePlayer,
    fake_program,
    kill_for_3,
    raise_for_3,
    sleep_for_3,
)
from tests.support import forked_program


def slow_first(seed: int) -> Agent:
    """Make players; the one for seed 1 takes its time."""
    time.sleep(0.3 if seed == 1 else 0)
    return FakePlayer(seed)


def without_time(rows: list[Row]) -> list[Row]:
    return [dataclasses.replace(row, cpu_seconds=0.0, seconds=0.0, waited=0.0) for row in rows]


def test_the_number_of_processes_changes_nothing() -> None:
    one = list(run_batch(range(1, 9), InMemory(FakeGame), slow_first, jobs=1))
    two = list(run_batch(range(1, 9), InMemory(FakeGame), slow_first, jobs=2))
    assert [row.seed for row in two] == list(range(1, 9))
    assert all(row.finished for row in two)
    assert without_time(two) == without_time(one)
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("forked_workers")
def test_a_terminal_in_worker_processes_gives_the_same_games() -> None:
    here = list(run_batch(range(1, 5), InMemory(FakeGame), FakePlayer))
    patient = Limits(stall_seconds=60)  # for a busy machine
    there = list(run_batch(range(1, 5), fake_program(), FakePlayer, patient, jobs=2))
    assert without_time(there) == without_time(here)


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_raises_is_a_row_among_others(jobs: int) -> None:
    rows = list(run_batch(range(1, 6), InMemory(FakeGame), raise_for_3, jobs=jobs))
    assert [row.end_reason for row in rows] == ["finished"] * 2 + ["crashed"] + ["finished"] * 2
    assert "no player for 3" in rows[2].error


@pytest.mark.usefixtures("forked_workers")
def test_a_process_that_is_killed_is_a_row_among_others() -> None:
    rows = list(run_batch(range(1, 6), InMemory(FakeGame), kill_for_3, jobs=2))
    assert [row.end_reason for row in rows] == ["finished"] * 2 + ["worker"] + ["finished"] * 2
    assert "its process was ended by SIGKILL (out of memory, or another program)" in rows[2].error
    assert rows[2].seed == 3


@pytest.mark.usefixtures("forked_workers")
def test_a_hung_process_is_killed_at_the_limit_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GRACE_SECONDS", 1.5)
    limits = Limits(seconds=0.5)
    rows = list(run_batch(range(1, 6), InMemory(FakeGame), sleep_for_3, limits, jobs=2))
    assert [row.end_reason for row in rows] == ["finished"] * 2 + ["time"] + ["finished"] * 2


def test_rows_are_handed_on_as_soon_as_their_games_are_over() -> None:
    def backwards(
        tasks: Sequence[int], do: Callable[[int], Row], lost: object, stopped: object
    ) -> Generator[Row, None, None]:
        yield from map(do, reversed(tasks))

    heard: list[int] = []
    rows = run_batch(
        range(1, 9), InMemory(FakeGame), FakePlayer,
        engine=backwards, done=lambda row: heard.append(row.seed),
    )  # fmt: skip
    assert [row.seed for row in rows] == list(range(1, 9))
    assert heard == list(range(8, 0, -1))


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize("jobs", [1, 2])
def test_who_wants_to_stop_gets_the_games_that_were_begun(jobs: int) -> None:
    heard: list[int] = []
    rows = run_batch(
        range(1, 50), InMemory(FakeGame), slow_first, jobs=jobs,
        done=lambda row: heard.append(row.seed), stopped=lambda: len(heard) >= 5,
    )  # fmt: skip
    seeds = [row.seed for row in rows]
    assert seeds == sorted(heard)
    assert 5 <= len(seeds) <= 5 + 2 * jobs
    assert multiprocessing.active_children() == []


def test_keys_are_kept_of_games_with_trouble_and_on_request() -> None:
    def journals(player: Callable[[int], Agent], keep: bool) -> list[bytes]:
        rows = run_batch(range(1, 4), InMemory(FakeGame), player, keep_keys=keep)
        return [keys_in(row.journal) for row in rows]

    assert journals(FakePlayer, keep=False) == [b""] * 3
    assert journals(FakePlayer, keep=True) == [b"v;" + b"l;" * (3 + seed) + b"\r" for seed in (1, 2, 3)]
    assert journals(BreakingPlayer, keep=False) == [b"v;l;l;l;"] * 3


@pytest.mark.usefixtures("forked_workers")
def test_a_batch_that_is_left_early_leaves_no_process() -> None:
    rows = run_batch(range(1, 50), InMemory(FakeGame), slow_first, jobs=2)
    assert next(rows).seed == 1
    rows.close()
    assert multiprocessing.active_children() == []


def test_no_games_are_no_rows() -> None:
    assert list(run_batch([], InMemory(FakeGame), FakePlayer, jobs=2)) == []


def endless_for_3(seed: int) -> Agent:
    return EndlessPlayer(seed) if seed == 3 else FakePlayer(seed)


def interrupted() -> int:
    """Play some games, of which one has no end, as a program."""
    rows = run_batch(range(1, 6), InMemory(FakeGame), endless_for_3, jobs=int(sys.argv[1]))
    try:
        return print_batch(rows, quiet=False, as_json=False)
    except KeyboardInterrupt:
        return 130


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_the_rows_so_far(jobs: str) -> None:
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with forked_program.Popen(["rogomatic", jobs], os.environ, interrupted, **pipes) as child:
        assert child.stdout is not None
        head = [child.stdout.readline() for _ in range(3)]  # the header and two games
        os.killpg(child.pid, signal.SIGINT)  # as the terminal does: every process gets it
        out, errors = child.communicate(timeout=120)
    assert child.returncode == 130
    assert "Traceback" not in errors
    seeds = [line.split()[0] for line in head[1:]]
    assert seeds == ["1", "2"]
    assert " finished, 0 did not finish" in out


def test_a_worker_whose_parent_was_killed_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name in ((os, "nice"), (signal, "signal"), (batch_engines, "_watch_parent")):
        monkeypatch.setattr(place, name, lambda *_: None)
    parent, worker = multiprocessing.Pipe()
    begun: list[int] = []

    def play(task: int) -> None:
        begun.append(task)
        parent.close()

    parent.send(7)
    batch_engines._work(worker, play, 0)
    assert begun == [7]
