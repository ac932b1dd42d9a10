"""The agent's command line with the tiny game and the tiny player, for a process that a test forks.

The first argument says for how many seconds a player gets ready.
"""

from __future__ import annotations

import multiprocessing
import sys
from math import inf

from rogomatic import cli
from rogomatic.cli import agent_factory, own_game
from rogomatic.run.reports import progress
from tests.run.fakes import FakeGame, FakePlayers


def main() -> int:
    seconds, *arguments = sys.argv[1:]
    agent_factory.players_with = lambda _: FakePlayers(float(seconds))  # type: ignore[assignment, return-value]
    progress.QUICK_SECONDS = inf  # type: ignore[misc]  # no line that comes on a busy machine only
    forked = multiprocessing.get_context("fork")
    multiprocessing.get_context = lambda _=None: forked  # type: ignore[assignment]
    own_game.OwnGame = lambda edition: FakeGame  # type: ignore[assignment, misc]
    return cli.main(arguments)
