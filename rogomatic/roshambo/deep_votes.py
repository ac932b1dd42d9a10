"""A bot that uses long contexts, but throws at random while it knows little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from rogomatic.roshambo.context_bots import votes_of
from rogomatic.roshambo.history_matcher import Matches
from rogomatic.roshambo.throws import THROWS, Past
from rogue.shared.seeds import Dice

DEPTH: Final = 500  # throws of the longest context
_KNOWN: Final = 1.0  # minimum lead in votes: two unambiguous sightings


def deep_votes(lengths: Mapping[int, int], thrown: Sequence[int], depth: int = DEPTH) -> list[float]:
    """Return, for each possible next throw, the votes of all contexts of 1 to `depth` throws.

    lengths  earlier place -> length of the longest run of throws that ends at this place and equals the
             latest throws
    thrown   throws to predict, in order; `thrown[place + 1]` is the throw after `place`

    The votes equal those of `MarkovVotes` for the same contexts, but need no tree.

    >>> deep_votes({0: 1, 1: 2}, [0, 0, 1])
    [0.25, 0.75, 0.0]
    """
    found = [0.0] * THROWS
    followed: dict[int, Counter[int]] = {}
    for place, length in lengths.items():
        followed.setdefault(min(length, depth), Counter())[thrown[place + 1]] += 1
    counts = [0] * THROWS
    ends = sorted(followed, reverse=True)
    for length, shorter in pairwise([*ends, 0]):
        for throw, times in followed[length].items():
            counts[throw] += times
        for throw, vote in enumerate(votes_of(counts)):
            found[throw] += (length - shorter) * vote
    return found


class DeepVotes:
    """A bot modeled on the winner of the tournament in which ROFLBOT came second.

    Two facts are known about this winner: it used contexts of about 500 throws, and it threw at random while
    it knew little.
    """

    def __init__(self) -> None:
        self._matches = (Matches(THROWS), Matches(THROWS))

    def choose(self, past: Past, dice: Dice) -> int:
        """Beat the throw with the most votes.  If this throw has no clear lead, throw at random."""
        if not past.own:
            return dice.below(THROWS)
        votes = [0.0] * THROWS
        for matches, throws in zip(self._matches, (past.other, past.own), strict=True):
            matches.add(throws[-1])
            votes = _sums(votes, deep_votes(matches.lengths, past.other))
        second, first = sorted(votes)[1:]
        return (votes.index(first) + 1) % THROWS if first - second >= _KNOWN else dice.below(THROWS)


def _sums(first: Iterable[float], second: Iterable[float]) -> list[float]:
    return [one + other for one, other in zip(first, second, strict=True)]
