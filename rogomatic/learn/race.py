"""A race: the genotypes of a generation play the same seeds until the games are spent.

Owns   which games are played next, who drops out, and when the race is over.
Leaves the estimates (worths), the next generation (breeding), playing (run.breed.evolve).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rogomatic.learn.genotypes import REFERENCE
from rogomatic.learn.worths import Worths


class RaceRules(NamedTuple):
    """How a generation races.

    block  seeds of a heat: all that are in the race play each of them
    effort  games of the whole race, per genotype that starts; who drops out leaves its games to the others
    error_pct  chance to be better than the leader below which a genotype drops out
    """

    block: int = 20
    effort: int = 60
    error_pct: int = 10


def heat(rules: RaceRules, starters: int, racing: Sequence[int], played: int) -> int:
    """Return how many seeds the next heat has, 0 when the race is over.

    played  games of this race so far
    """
    left = rules.effort * starters - played
    if len(racing) < 2:
        return 0
    return min(rules.block, -(-left // len(racing))) if left > 0 else 0


def still_racing(rules: RaceRules, racing: Sequence[int], worths: Worths) -> list[int]:
    """Return who goes on: all but those hardly better than the leader.  The reference always does."""
    leader = max(racing, key=lambda one: (worths.estimates[one].gain, -one))
    least = rules.error_pct / 100
    return [
        one
        for one in racing
        if one in (leader, REFERENCE) or worths.chance_better(one, leader) >= least
    ]
