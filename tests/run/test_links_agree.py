"""The real agent plays the real game with the same keys on both links, and as any foreign program."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from argparse import Namespace

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.arguments import program
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner import pty, read_probe
from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.game_loop import Limits, Row, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.run.runner.pty import Program
from rogue.tables.edition_table import EDITIONS
from tests.run.fakes import in_pieces

SEEDS = range(1, 5)
FEW = range(101, 103)
SHORT = Limits(commands=60)  # a game over a terminal costs time


def program_of(edition: str | None = None, game: str | None = None) -> Program:
    return program(Namespace(game=game, edition=edition))


def comparable(rows: list[Row]) -> list[Row]:
    """Return rows without times and turns; of a foreign program only the agent counts the turns."""
    return [dataclasses.replace(row, cpu_seconds=0.0, seconds=0.0, waited=0.0, turns=0) for row in rows]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The rows of the seeds, played in memory, one after the other in this process."""
    return list(run_batch(SEEDS, InMemory(OwnGame()), default_players(), SHORT))


def test_the_games_were_played(rows: list[Row]) -> None:
    assert all(row.end_reason in ("finished", "commands") for row in rows), rows
    assert all(row.turns > 20 for row in rows)
    assert len({row.keys_digest for row in rows}) == len(SEEDS)
    assert {row.unknown for row in rows} == {0}
    assert {row.warning for row in rows} == {""}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_the_same_game_in_memory_and_as_a_foreign_program(edition: str) -> None:
    here = list(run_batch(FEW, InMemory(OwnGame(edition)), default_players(), SHORT))
    read_as = {"minds": "5.4"}.get(edition, edition)
    assert all(row.version.startswith(read_as) and row.turns > 20 for row in here), here
    words = (sys.executable, "-m", "rogue", "--plain", "--edition", edition, "--seed", "{seed}")
    there = [
        *run_batch(FEW[:1], program_of(None if edition == "5.4" else edition), default_players(), SHORT),
        *run_batch(FEW[1:], program_of(game=shlex.join(words)), default_players(), SHORT),
    ]
    assert comparable(there) == comparable(here)


def test_without_proofs_the_keys_are_the_same(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what only Linux has, silence ends an answer."""
    monkeypatch.setattr(read_probe, "_WAITS", {})
    monkeypatch.setattr(pty, "_prctl", None)
    monkeypatch.delattr("os.pidfd_open", raising=False)
    (there,) = run_batch(SEEDS[:1], program_of(), default_players(), SHORT)
    assert there.waited > 0.1
    assert there.keys_digest == rows[0].keys_digest


def test_bursts_are_the_same_when_the_screen_comes_in_pieces() -> None:
    bursts = []
    for cut in (None, 1, 7):
        played = Played(keep=True)
        link = MemoryLink(OwnGame()(1))
        play(link if cut is None else in_pieces(link, cut), default_players()(1), SHORT, played)
        bursts.append(played.bursts)
    assert bursts[1] == bursts[0]
    assert bursts[2] == bursts[0]
    assert len(bursts[0] or ()) > 50
