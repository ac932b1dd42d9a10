"""A computer player of one match, which sees only views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rogomatic.eggg.openings import NONE as NO_OPENINGS
from rogomatic.eggg.openings import Openings
from rogomatic.eggg.solved_game import SolvedGame
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice


class Hint(NamedTuple):
    """A move, with sentences on why it is good."""

    move: Move
    reason: str


class Seat(NamedTuple):
    """The parts of a computer player.

    budget  number of nodes or random games that the player may spend on a move
    solved  solution shared by the players of a game, so that the game is solved only once
    openings  first moves that matches have shown to be good or bad
    """

    game: Game
    player: int
    budget: int
    dice: Dice
    solved: SolvedGame
    openings: Openings = NO_OPENINGS


class Opponent:
    """A computer player that moves at random.  It is the base class of all others."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._game, self._dice = seat.game, seat.dice

    def choose(self, view: State) -> Move:
        """Return a legal move in a position where it is this player's turn."""
        return self._dice.one_of(self._game.moves(view, self._seat.player))

    def hint(self, view: State) -> Hint | None:
        """Return the best move for the player to move, with the reason, None if no good move is known.

        This uses up dice, so a match asks an opponent other than the one that plays.
        """
        return Hint(self.choose(view), "It was drawn at random.")

    def saw(self, moves: Sequence[Move]) -> None:
        """Record the moves of all players in a simultaneous turn."""

    def belief(self) -> str:
        """Return a sentence to the other player on what this player believes of it, "" if nothing."""
        return ""
