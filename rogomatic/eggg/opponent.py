"""The base class of computer players, which see only what a person in their seat would see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rogomatic.eggg.openings import NONE as NO_OPENINGS
from rogomatic.eggg.openings import Openings
from rogomatic.eggg.solved_game import SolvedGame
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice


class Hint(NamedTuple):
    """A recommended move, with sentences that say why it is good."""

    move: Move
    reason: str


class Seat(NamedTuple):
    """Everything that a computer player needs at the start of a match.

    budget    number of nodes or random games that the player may spend on a move
    solved    solution that all players of a game share, so that the game is solved only once
    openings  first moves that turned out good or bad in earlier matches
    """

    game: Game
    player: int
    budget: int
    dice: Dice
    solved: SolvedGame
    openings: Openings = NO_OPENINGS


class Opponent:
    """A computer player that moves at random.  This is the base class of all computer players."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._game, self._dice = seat.game, seat.dice

    def choose(self, view: State) -> Move:
        """Return a legal move for this player, whose turn it is."""
        return self._dice.one_of(self._game.moves(view, self._seat.player))

    def hint(self, view: State) -> Hint | None:
        """Return the best move for the player whose turn it is.  Return None if no good move is known.

        A hint uses dice, which changes later moves.  So a match has another Opponent that only gives hints.
        """
        return Hint(self.choose(view), "It was drawn at random.")

    def saw(self, moves: Sequence[Move]) -> None:
        """Learn which moves were made in a turn.  This class learns nothing."""

    def belief(self) -> str:
        """Return a sentence on the habit that the other player seems to have, or "" if none is known."""
        return ""
