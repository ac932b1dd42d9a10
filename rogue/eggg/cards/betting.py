"""Bets that a player may make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rogue.shared.board_games import NO_SQUARE, Move
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
    yield Move(player, "call" if owed else "check", NO_SQUARE, NO_SQUARE, choice=min(owed, money))
    others = [one for one, out in enumerate(table.is_out) if one != player and not out and table.money[one]]
    if money <= owed or table.raises[0] >= MOST_RAISES or not others:
        return
    most = min(sum(table.staked) + owed, money - owed)
    least = min(max(table.raises[1], ante, 1), most)
    name = "raise" if max(table.bets) else "bet"
    for amount in sorted({least, max(most // 2, least), most}):
        yield Move(player, name, NO_SQUARE, NO_SQUARE, choice=amount)
