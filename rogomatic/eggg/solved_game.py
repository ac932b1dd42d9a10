"""Complete solutions of small games, found by working backward from all positions that end the game."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rogomatic.eggg.move_choice import DRAW, WIN
from rogue.shared.board_games import Game, Move, State

MOST_POSITIONS: Final = 30_000
_MOST_NEW: Final = 2_000  # positions at one distance from the start: a game that grows faster is not small
_UNSOLVED: Final = {"chance", "hidden", "simultaneous"}


class Worth(NamedTuple):
    """A position's value to the first player.  `plies` is the length of the best play, but 0 for draws."""

    value: float
    plies: int


@dataclass(slots=True)
class _Position:
    mover: int
    outcome: float | None
    before: list[Hashable] = field(default_factory=list)
    left: int = 0  # moves that are not known to lose


class SolvedGame:
    """The worth of every position of a small game, computed when first needed.

    A game with more than `most` positions stays unsolved, as does a game with chance, hidden things, or
    simultaneous turns.  A cycle of positions is a draw, because no player is forced to leave it.
    """

    def __init__(self, game: Game, most: int = MOST_POSITIONS) -> None:
        self._game = game
        self._most = most if len(game.players) == 2 and not game.traits & _UNSOLVED else 0
        self._worths: dict[Hashable, Worth] | None = None

    def __len__(self) -> int:
        return len(self._worths or ())

    def worth(self, state: State) -> Worth | None:
        """Return a position's worth, or None if unsolved or not reachable from the first call's position."""
        if self._worths is None:
            positions = _reached(self._game, state, self._most) if self._most else None
            self._worths = {} if positions is None else _worths(positions)
        return self._worths.get(self._game.key(state))

    def best_moves(self, state: State) -> list[Move]:
        """Return the moves that win most quickly.  If no move wins, return the moves that draw.

        If all moves lose, return those that lose most slowly.  Return [] if the position is unsolved.
        """
        if self.worth(state) is None:
            return []
        moves = self._game.moves(state, state.mover)
        worths = [self.worth(self._game.after(state, (move,))) for move in moves]
        ranks = [_rank(worth, state.mover) for worth in worths if worth is not None]
        best = max(ranks)
        return [move for move, rank in zip(moves, ranks, strict=True) if rank == best]


def seen_by(player: int, value: float) -> float:
    """Return the value of a position to a player, given its value to the first player."""
    return value if player == 0 else WIN - value


def _rank(worth: Worth, player: int) -> tuple[float, int]:
    value = seen_by(player, worth.value)
    return value, -worth.plies if value == WIN else worth.plies


def _reached(game: Game, start: State, most: int) -> dict[Hashable, _Position] | None:
    """Return {key: position} of all positions that `start` leads to.  Return None if there are too many."""
    found = {game.key(start): _position(game, start)}
    newest = [start]
    while newest:
        new: list[State] = []
        for state in newest:
            key = game.key(state)
            if found[key].outcome is not None:
                continue
            for move in game.moves(state, state.mover):
                after = game.after(state, (move,))
                then = game.key(after)
                if then not in found:
                    found[then] = _position(game, after)
                    new.append(after)
                found[then].before.append(key)
                found[key].left += 1
            if len(found) > most or len(new) > _MOST_NEW:
                return None
        newest = new
    return found


def _position(game: Game, state: State) -> _Position:
    outcome = game.result(state)
    return _Position(state.mover, None if outcome is None else outcome[0])


def _worths(positions: dict[Hashable, _Position]) -> dict[Hashable, Worth]:
    """Return {key: worth} of positions, which are judged backward from the ends.

    A position is won if one move wins, and lost if all moves lose.
    """
    worths = {key: Worth(one.outcome, 0) for key, one in positions.items() if one.outcome is not None}
    decided = [key for key, worth in worths.items() if worth.value != DRAW]
    for key in decided:  # grows, in the order of the distance from the end
        worth = worths[key]
        for before in positions[key].before:
            parent = positions[before]
            parent.left -= 1
            wins = seen_by(parent.mover, worth.value) == WIN
            if before not in worths and (wins or not parent.left):
                worths[before] = Worth(worth.value, worth.plies + 1)
                decided.append(before)
    return {key: worths.get(key, Worth(DRAW, 0)) for key in positions}
