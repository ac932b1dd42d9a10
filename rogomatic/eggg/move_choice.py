"""The choice among scored moves, which is random if several moves are good."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final, NamedTuple

from rogue.shared.board_games import Move
from rogue.shared.seeds import Dice

WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0
ERRORS: Final = 3  # standard errors behind the best, from where on a move is not played


class ScoredMove(NamedTuple):
    """A move with the result of a search.

    value   expected outcome for the player who moves, 0 to 1
    weight  preference for the move, such as its number of visits
    error   standard error of the value
    proven  outcome with best play, or None if this outcome is unknown
    """

    move: Move
    value: float
    weight: float
    error: float = 0.0
    proven: float | None = None


def choose_move(scored: Sequence[ScoredMove], dice: Dice) -> Move:
    """Draw one of the `near_best` moves with a probability proportional to (weight - lowest weight)^2.

    If no other value is within three standard errors of the best move's value, the best move is played.  A
    proven win is always played.  A proven loss is played only if all moves lose.  If a move is a proven draw,
    no worse move is played.

    >>> first, second = Move(0, "place", -1, 0), Move(0, "place", -1, 1)
    >>> choose_move([ScoredMove(first, 0.4, 9), ScoredMove(second, 0.5, 0, proven=0.5)], Dice(1)).to
    1
    """
    near = near_best(scored)
    least = min(one.weight for one in scored)
    squares = [round((one.weight - least) ** 2) for one in near]
    lot = dice.below(max(1, sum(squares)))
    for one, square in zip(near, squares, strict=True):
        lot -= square
        if lot < 0 and square:
            return one.move
    return near[0].move


def near_best(scored: Sequence[ScoredMove]) -> list[ScoredMove]:
    """Return the moves that may be played.  The best move comes first."""
    wins = [one for one in scored if one.proven == WIN]
    if wins:
        return wins
    hopeful = [one for one in scored if one.proven != LOSS] or scored
    floor = max((one.value for one in hopeful if one.proven is not None), default=LOSS)
    playable = [one for one in hopeful if one.value >= floor]
    ranked = sorted(playable, key=lambda one: (one.weight, one.value), reverse=True)
    best = ranked[0]
    near = [one for one in ranked[1:] if best.value - one.value <= ERRORS * hypot(one.error, best.error)]
    return [best, *near]
