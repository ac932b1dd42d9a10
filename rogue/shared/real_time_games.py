"""Types for real-time games: states, the protocol of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from rogue.shared.board_games import Described

STEPS_PER_SECOND: Final = 20
PART: Final = 256
"""Parts of a square in which places are counted."""
NO_PIECE: Final = -1


class Flight(NamedTuple):
    """A moving piece.

    kind   index into `RealTimeGame.kinds`; NO_PIECE means that no piece is moving
    turn   quarter turns clockwise, 0 to 3
    x, y   lower left corner of the piece's box, in parts of a square
    drift  (right, up), in parts of a square: an extra distance that the piece goes each time it moves by
           itself as time passes, not by a key
    flips  axes that bounces have reversed: 1 for x, 2 for y
    """

    kind: int = NO_PIECE
    turn: int = 0
    x: int = 0
    y: int = 0
    drift: tuple[int, int] = (0, 0)
    flips: int = 0


class RealTimeState(NamedTuple):
    """A state of a real-time game, never changed in place.  In a player's view, `seed` is -1.

    squares  code of each square, row by row from below: 0 for an empty square, otherwise 1 + the index of the
             kind of piece
    flight   the moving piece
    coming   kind of the next piece; NO_PIECE if the players choose the next piece
    paddles  lowest or leftmost square of each player's paddle
    numbers  values of the quantities; the scores of the players come first
    clock    milliseconds since the last tick
    wait     number of steps that the player still has to choose a piece; 0 if there is nothing to choose
    step     number of steps played
    dice     number of dice drawn so far
    is_over  whether the game has ended
    """

    squares: tuple[int, ...]
    flight: Flight = Flight()
    coming: int = NO_PIECE
    paddles: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    clock: int = 0
    wait: int = 0
    step: int = 0
    dice: int = 0
    seed: int = 0
    is_over: bool = False


class RealTimeGame(Described, Protocol):
    """Rules of a game in real time as pure functions.

    players  names of the players; a player is an index into this list
    kinds    names of the kinds of pieces
    keys     names of the keys, without the digits that choose a piece
    acts     what each key does.  For a key that acts on the piece: "moves", "turns", or "falls".  For a key
             that moves a paddle: "paddle".  For any other key: ""
    columns, rows  size of the board in squares
    """

    @property
    def players(self) -> Sequence[str]: ...
    @property
    def kinds(self) -> Sequence[str]: ...
    @property
    def keys(self) -> Sequence[str]: ...
    @property
    def acts(self) -> Mapping[str, str]: ...
    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...

    def start(self, seed: int = 0) -> RealTimeState:
        """Return the state before the first step.  The seed determines which pieces come."""
        ...

    def after_tick(self, state: RealTimeState, keys: Mapping[int, Sequence[str]]) -> RealTimeState:
        """Return the state after one step of 1/20 second.

        `keys` has the keys that each player has pressed, in order.  Unknown keys do nothing.
        """
        ...

    def view(self, state: RealTimeState, player: int) -> RealTimeState:
        """Return a player's view of a state.

        The game can be continued from a view, but the random numbers will differ from those of the real game.
        """
        ...

    def server(self, state: RealTimeState) -> int:
        """Return the player who sent the moving piece.  Only this player may steer the piece."""
        ...

    def scores(self, state: RealTimeState) -> tuple[int, ...]:
        """Return the score of each player."""
        ...

    def result(self, state: RealTimeState) -> tuple[float, ...] | None:
        """Return the payoff of each player, or None while the game goes on.

        A payoff is 1 for a win, 0.5 for a draw, and 0 for a loss.
        """
        ...

    def cells(self, state: RealTimeState) -> tuple[int, ...]:
        """Return the code of each square, with the moving piece and the paddles drawn in.

        The code of a paddle is negative: -1 for the first player's paddle, -2 for the second player's.
        """
        ...

    def shape(self, kind: int) -> Sequence[tuple[int, int]]:
        """Return the squares that a piece of the given kind covers, each as (column, row).

        Columns and rows are counted from 0.
        """
        ...

    def course(self, state: RealTimeState) -> tuple[int, int]:
        """Return the direction (x, y) in which the clock moves the piece.

        x is -1 for left and 1 for right; y is -1 for down and 1 for up.  0 means no movement.
        """
        ...
