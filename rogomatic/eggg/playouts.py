"""Random games."""

from __future__ import annotations

from typing import Final

from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice

LONGEST: Final = 400  # turns of a game, where nothing else is said


def play_out(game: Game, state: State, dice: Dice, most: int = LONGEST) -> tuple[State, list[Move]]:
    """Play at random until the end, or for `most` turns; return the last position and the moves."""
    played: list[Move] = []
    together = "simultaneous" in game.traits
    for _ in range(most):
        if game.result(state) is not None:
            break
        if together:
            chosen = tuple(dice.one_of(game.moves(state, player)) for player in game.to_move(state))
        else:
            chosen = (dice.one_of(game.moves(state, state.mover)),)
        played += chosen
        state = game.after(state, chosen)
    return state, played
