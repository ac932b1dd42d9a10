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
    """A move, and why it is good, as sentences."""

    move: Move
    reason: str


class Seat(NamedTuple):
    """The parts of a computer player.

    budget  nodes or random games that it may spend on a move
    solved  shared by the players of a game, which is then solved once
    openings  what matches have taught about first moves
    """

    game: Game
    player: int
    budget: int
    dice: Dice
    solved: SolvedGame
    openings: Openings = NO_OPENINGS


class Opponent:
    """A computer player that moves at random: the base class of all others."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._game, self._dice = seat.game, seat.dice

    def choose(self, view: State) -> Move:
        """Return a legal move in a position where it is this player's turn."""
        return self._dice.one_of(self._game.moves(view, self._seat.player))

    def hint(self, view: State) -> Hint | None:
        """Return the best move for the player to move, with the reason; None if it knows none.

        It throws dice: a match asks another opponent than the one that plays.
        """
        return Hint(self.choose(view), "It was drawn at random.")

    def saw(self, moves: Sequence[Move]) -> None:
        """Record the moves of all players in a simultaneous turn."""

    def belief(self) -> str:
        """Return what this player believes of the other, as a sentence to it; "" if nothing."""
        return ""
