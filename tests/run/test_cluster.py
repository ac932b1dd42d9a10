"""A batch on a Ray cluster of two nodes, one of which is lost; skipped where Ray is not installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.batch_engines import ClusterError, OnRay
from rogomatic.run.storage.run_file import RunWriter, rows_digest, rows_of
from tests.run.command_line import rogomatic
from tests.run.fakes import FakeGame, FakePlayer, FakePlayers, kill_for_3
from tests.run.rows import MANIFEST

ROOT = Path(__file__).resolve().parents[2]
ENGINE = OnRay(packages=(ROOT / "rogomatic", ROOT / "rogue", ROOT / "tests"))
SEEDS = range(1, 31)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A real cluster of two nodes with one processor each, on this machine."""
    utils = pytest.importorskip("ray.cluster_utils", reason="Ray is not installed (the extra `cluster`)")
    made = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    before = os.environ.get("RAY_ADDRESS")
    os.environ["RAY_ADDRESS"] = made.address
    yield made
    os.environ.pop("RAY_ADDRESS")
    if before is not None:
        os.environ["RAY_ADDRESS"] = before
    made.shutdown()


def test_a_cluster_that_loses_a_node_gives_the_rows_of_one_process(cluster: Any, tmp_path: Path) -> None:
    node = cluster.add_node(num_cpus=1)
    heard: list[int] = []
    with RunWriter(tmp_path / "run.db", MANIFEST, engine="ray", jobs=0) as record:

        def done(row: Any) -> None:
            record.add(row)
            heard.append(row.seed)
            if len(heard) == 6:
                cluster.remove_node(node, allow_graceful=False)

        links, players = InMemory(FakeGame), FakePlayers(0.2)
        rows = list(run_batch(SEEDS, links, players, engine=ENGINE, done=done))
    assert [row.seed for row in rows] == list(SEEDS)
    assert len(cluster.list_all_nodes()) == 1
    here = list(run_batch(SEEDS, InMemory(FakeGame), FakePlayer))
    assert rows_digest(rows) == rows_digest(here)
    assert rows_digest(rows_of(tmp_path / "run.db")) == rows_digest(here)


def test_a_game_that_kills_its_process_every_time_costs_its_own_row_only(cluster: Any) -> None:
    rows = list(run_batch(range(1, 6), InMemory(FakeGame), kill_for_3, engine=ENGINE))
    assert [row.end_reason for row in rows] == ["finished"] * 2 + ["worker"] + ["finished"] * 2
    assert rows[2].error.startswith("The game was lost: ")


def test_who_wants_to_stop_gets_the_games_that_were_begun(cluster: Any) -> None:
    heard: list[int] = []
    rows = run_batch(
        range(1, 100), InMemory(FakeGame), FakePlayers(0.05), engine=ENGINE,
        done=lambda row: heard.append(row.seed), stopped=lambda: len(heard) >= 3,
    )  # fmt: skip
    assert 3 <= len(list(rows)) <= 10


def test_an_address_where_nobody_is_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="Ray is not installed (the extra `cluster`)")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(ClusterError, match=r"127\.0\.0\.1:1 .* cannot be used: Connection refused"):
        list(run_batch(range(1, 3), InMemory(FakeGame), FakePlayer, engine=ENGINE))


def test_without_ray_the_engine_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    (sentence,) = rogomatic(
        ["batch", "--engine", "ray", "--out", str(tmp_path / "run.db")], 1
    ).err.splitlines()
    assert sentence.startswith("rogomatic: Ray is not installed; to install it: ")
    assert list(tmp_path.iterdir()) == []
