"""The agent's command line with the tiny game and the tiny player: python fake_batch.py SECONDS batch ...

SECONDS is how long a player takes to get ready.
"""

from __future__ import annotations

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
    own_game.OwnGame = lambda edition: FakeGame  # type: ignore[assignment, misc]
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
