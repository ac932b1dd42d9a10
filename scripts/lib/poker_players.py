"""Rounds of poker against simple players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.opponents import make_opponent
from rogomatic.eggg.solved_game import SolvedGame
from rogue.eggg.library import load_any
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice

_ALWAYS: Final = {"call": ("call", "check"), "raise": ("raise", "bet", "call"), "fold": ("fold", "check")}
"""Player -> the moves that it makes where it can, the first one first."""
_STAKE: Final = 100


class Always(Opponent):
    """A player that makes the same kind of move whenever it can, and the greatest bets."""

    def __init__(self, seat: Seat, names: Sequence[str]) -> None:
        super().__init__(seat)
        self._names = names

    def choose(self, view: State) -> Move:
        """Return the usual move, else the first one."""
        moves = self._game.moves(view, self._seat.player)
        found = [move for name in self._names for move in moves if move.name == name]
        first = [move for move in found if move.name == found[0].name] if found else moves[:1]
        return first[-1]


def gains_of(
    others: Sequence[str], rounds: int, budget: int, seed: int, kind: str = "stakes", game_name: str = "poker"
) -> list[int]:
    """Return what a kind of player gains in each round; everybody begins each with the same money.

    game_name  of a shipped game with betting
    others  "call", "raise", "fold", "random", or a kind of computer player
    """
    game: Game = load_any(game_name, 1 + len(others))  # type: ignore[assignment]
    solved = SolvedGame(game, most=0)
    seats = [Seat(game, place, budget, Dice(seed, place), solved) for place in range(1 + len(others))]
    players = [make_opponent(kind, seats[0])] + [
        Always(seat, _ALWAYS[name]) if name in _ALWAYS else make_opponent(name, seat)
        for name, seat in zip(others, seats[1:], strict=True)
    ]
    return [_gain(game, players, seed + number, number) for number in range(rounds)]


def _gain(game: Game, players: Sequence[Opponent], seed: int, number: int) -> int:
    """Return what the first player gains in a round that another one may begin."""
    count = len(players)
    state = game.start(seed)
    even = state.table._replace(money=(_STAKE,) * count, payoffs=(0.5,) * count)
    opened = game.next_round(
        state._replace(rounds=number % count, table=even, scores=(float(_STAKE),) * count)
    )
    assert opened is not None
    state = opened
    while game.result(state) is None:
        move = players[state.mover].choose(game.view(state, state.mover))
        for place, player in enumerate(players):
            player.saw([game.seen(move, place)])
        state = game.after(state, (move,))
    return int(state.table.money[0]) - _STAKE
