"""Random games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice

LONGEST: Final = 400  # turns of a random game, where nothing else is said
MOST_TURNS: Final = 2_000  # of a match, which is then a draw
_MASK: Final = (1 << 64) - 1
_MULTIPLIER: Final = 6364136223846793005  # of a congruential generator


def play_out(game: Game, state: State, dice: Dice, most: int = LONGEST) -> tuple[State, list[Move]]:
    """Play at random to the end, but at most `most` turns.  Return the last position and the moves."""
    played: list[Move] = []
    draw = quick_dice(dice.below(_MASK))
    result, random_move, after = game.result, game.random_move, game.after
    together = "simultaneous" in game.traits
    for _ in range(most):
        if result(state) is not None:
            break
        if together:
            lists = [game.moves(state, player) for player in game.to_move(state)]
            chosen = tuple([moves[draw(len(moves))] for moves in lists])
        else:
            chosen = (random_move(state, draw),)
        played += chosen
        state = after(state, chosen)
    return state, played


def quick_dice(number: int) -> Callable[[int], int]:
    """Return a fast replacement for `Dice.below`.  `number` is the seed."""

    def draw(count: int) -> int:
        nonlocal number
        number = (number * _MULTIPLIER + 1) & _MASK
        return (number >> 32) * count >> 32

    return draw
