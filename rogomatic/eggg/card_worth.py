"""Worth of hands of cards by the ranking of a game."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from rogue.shared.card_games import CardGame
from rogue.shared.seeds import Dice

_HANDS: Final = 1_000  # that stand for all


def rank_worths(hands: Iterable[tuple[Sequence[int], float]]) -> dict[int, float]:
    """Return for each rank the share of all points that hands with such a card have.

    hands  cards, and the points of all hands like them
    """
    whole, found = 0.0, defaultdict[int, float](float)
    for cards, points in hands:
        whole += points
        for rank in {one // 4 for one in cards}:
            found[rank] += points
    return {rank: points / whole for rank, points in found.items()}


class HandScale:
    """Places of hands among random ones of the same size, from 0 to 1."""

    def __init__(self, game: CardGame, size: int, dice: Dice) -> None:
        self._game = game
        hands = [dealt(list(game.cards), size, dice) for _ in range(_HANDS)]
        self._strengths = sorted(map(game.strength, hands))
        self.rank_worths = rank_worths([(hand, self.share(hand)) for hand in hands])

    def share(self, hand: Sequence[int]) -> float:
        """Return the share of hands that a hand beats, equal ones half."""
        strength = self._game.strength(hand)
        ends = bisect_left(self._strengths, strength) + bisect_right(self._strengths, strength)
        return ends / (2 * len(self._strengths))


def dealt(cards: list[int], count: int, dice: Dice) -> list[int]:
    """Return some of the cards, drawn at random; the list is partly shuffled."""
    for place in range(count):
        other = place + dice.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:count]
