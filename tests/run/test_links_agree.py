"""The real agent plays the real game: the same keys on both links and with any number of workers."""

from __future__ import annotations

import dataclasses
from argparse import Namespace

import pytest

from rogomatic import cli
from rogomatic.run.batch import InMemory, run_batch
from rogomatic.run.game import Limits, Row, play
from rogomatic.run.link import MemoryLink, Played
from tests.run.fakes import in_pieces

SEEDS = range(1, 21)
SHORT = Limits(commands=150)  # a game over a terminal costs time


def own_program() -> cli.Program:
    return cli._program(Namespace(game=None))


def without_time(rows: list[Row]) -> list[Row]:
    return [dataclasses.replace(row, cpu_seconds=0.0) for row in rows]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The rows of the seeds, played in memory, one after the other in this process."""
    return list(run_batch(SEEDS, InMemory(cli.OwnGame()), cli.default_players(), SHORT))


def test_the_games_were_played(rows: list[Row]) -> None:
    assert all(row.end_reason in ("finished", "commands") for row in rows), rows
    assert all(row.turns > 20 for row in rows)
    assert len({row.keys_digest for row in rows}) == len(SEEDS)


def test_a_terminal_carries_the_same_keys(rows: list[Row]) -> None:
    there = list(run_batch(SEEDS, own_program(), cli.default_players(), SHORT))
    assert without_time(there) == without_time(rows)


def test_two_workers_play_the_same_games(rows: list[Row]) -> None:
    there = list(run_batch(SEEDS, InMemory(cli.OwnGame()), cli.default_players(), SHORT, jobs=2))
    assert without_time(there) == without_time(rows)


def test_bursts_are_the_same_when_the_screen_comes_in_pieces() -> None:
    bursts = []
    for cut in (None, 1, 7):
        played = Played(keep=True)
        link = MemoryLink(cli.OwnGame()(1))
        play(link if cut is None else in_pieces(link, cut), cli.default_players()(1), SHORT, played)
        bursts.append(played.bursts)
    assert bursts[1] == bursts[0]
    assert bursts[2] == bursts[0]
    assert len(bursts[0] or ()) > 50
