"""Pots of a round, the side pots of players who are all in among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Pot, and the players who may win it."""

    amount: int
    players: tuple[int, ...]


def pots_of(staked: Sequence[int], is_out: Sequence[bool]) -> list[Pot]:
    """Return the pots that stakes make: a new one above each stake of a player who is in.

    >>> pots_of([5, 20, 20], [False, False, False])
    [Pot(amount=15, players=(0, 1, 2)), Pot(amount=30, players=(1, 2))]
    """
    found: list[Pot] = []
    below = 0
    for level in sorted({stake for stake, out in zip(staked, is_out, strict=True) if stake and not out}):
        amount = sum([min(stake, level) - min(stake, below) for stake in staked])
        players = tuple(
            player for player, stake in enumerate(staked) if stake >= level and not is_out[player]
        )
        found.append(Pot(amount, players))
        below = level
    rest = sum([max(stake - below, 0) for stake in staked])  # of players who have folded
    return [*found[:-1], found[-1]._replace(amount=found[-1].amount + rest)] if found else []


def shares_of(pots: Sequence[Pot], strengths: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return what each player wins; odd pieces of a split pot go to the first winners in an order."""
    won = [0] * len(strengths)
    for pot in pots:
        best = max(strengths[player] for player in pot.players)
        winners = [player for player in order if player in pot.players and strengths[player] == best]
        share, odd = divmod(pot.amount, len(winners))
        for place, player in enumerate(winners):
            won[player] += share + (place < odd)
    return won
