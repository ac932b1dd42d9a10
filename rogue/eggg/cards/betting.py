"""Bets that a player may make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rogue.shared.board_games import Move
from rogue.shared.card_games import CardTable

MOST_RAISES: Final = 3  # in one round of betting


def staking(table: CardTable, around: Sequence[int]) -> tuple[int, ...]:
    """Return the players who can bet, in turn; () if one of them would bet alone."""
    able = tuple(player for player in around if table.money[player])
    return able if len(able) > 1 else ()


def bets(table: CardTable, player: int, ante: int) -> Iterator[Move]:
    """Yield check or call, and the least, a middle, and the greatest bet or raise.

    A raise is at least the one before, or all that a player has, and at most the pot.
    """
    owed, money = max(table.bets) - table.bets[player], table.money[player]
    yield Move(player, "call" if owed else "check", choice=min(owed, money))
    others = [one for one, out in enumerate(table.is_out) if one != player and not out and table.money[one]]
    if money <= owed or table.raises[0] >= MOST_RAISES or not others:
        return
    most = min(sum(table.staked) + owed, money - owed)
    least = min(max(table.raises[1], ante, 1), most)
    name = "raise" if max(table.bets) else "bet"
    for amount in sorted({least, max(most // 2, least), most}):
        yield Move(player, name, choice=amount)


class Pot(NamedTuple):
    """Pot, and the players who may win it."""

    amount: int
    players: tuple[int, ...]


def pots_of(staked: Sequence[int], is_out: Sequence[bool]) -> list[Pot]:
    """Return the main pot and the side pots, one for each distinct stake among the players still in.

    >>> pots_of([5, 20, 20], [False, False, False])
    [Pot(amount=15, players=(0, 1, 2)), Pot(amount=30, players=(1, 2))]
    """
    found: list[Pot] = []
    below = 0
    for level in sorted({stake for stake, out in zip(staked, is_out, strict=True) if stake and not out}):
        amount = sum([min(stake, level) - min(stake, below) for stake in staked])
        players = tuple([one for one, stake in enumerate(staked) if stake >= level and not is_out[one]])
        found.append(Pot(amount, players))
        below = level
    rest = sum([max(stake - below, 0) for stake in staked])  # of players who have folded
    return [*found[:-1], found[-1]._replace(amount=found[-1].amount + rest)] if found else []


def uncalled(staked: Sequence[int]) -> tuple[int, int]:
    """Return the player with the highest stake, and the part of it that no other player matched.

    >>> uncalled([5, 20, 12])
    (1, 8)
    """
    second, most = sorted(staked)[-2:]
    return list(staked).index(most), most - second


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
