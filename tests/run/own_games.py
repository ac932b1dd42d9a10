"""Games of our own that the agent plays in tests: whole ones that are over soon."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Final

from rogomatic.cli import agent_factory, own_game
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, Row, play_game

SOON: Final = 160  # commands
FIRST_SEED: Final = {"5.4": 127, "3.6": 4}
"""Edition -> where the search begins.  Nothing but its time depends on that: every worker searches first."""
LINKS: Final = InMemory(own_game.OwnGame())
PLAYERS: Final = agent_factory.default_players()


def _finished(edition: str) -> Iterator[Row]:
    links = InMemory(own_game.OwnGame(edition))
    rows = (
        play_game(seed, links, PLAYERS, Limits(commands=SOON)) for seed in count(FIRST_SEED.get(edition, 1))
    )
    return (row for row in rows if row.finished)


@cache
def short_games(wanted: int, deepest: int = 1, edition: str = own_game.EDITION) -> tuple[Row, ...]:
    """Return the rows of the first games, by their seeds, that are over soon and reach a level."""
    found: list[Row] = []
    for row in _finished(edition):
        if row.deepest >= deepest:
            found.append(row)
        if len(found) == wanted:
            break
    return tuple(found)
