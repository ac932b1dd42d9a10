"""A solver of puzzles, which tries the positions that seem closest to the goal before other positions."""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from typing import Final, cast

from rogomatic.eggg.opponent import Hint, Opponent, Seat
from rogue.shared.board_games import Move, PuzzleGame, State
from rogue.shared.wording import plural

_POSITIONS: Final = 20  # looked at for each unit of the budget
_GREED: Final = 5.0  # moves that a unit of distance to the goal counts as
_LEVEL: Final = "level"


class PuzzleSolver(Opponent):
    """A computer player for puzzles, which plays the solution that a small search finds."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._puzzle = cast("PuzzleGame", seat.game)
        self._way: dict[Hashable, tuple[Move, int]] = {}

    def choose(self, view: State) -> Move:
        """Return the next move of a solution, or a random move if no solution was found."""
        found = self._found(view)
        return found[0] if found else self._game.random_move(view, self._dice.below)

    def hint(self, view: State) -> Hint | None:
        """Return the next move of a solution.  Return None if no solution was found."""
        found = self._found(view)
        if found is None:
            return None
        told = "It solves this." if found[1] == 1 else f"It begins a solution of {plural(found[1], 'move')}."
        return Hint(found[0], told)

    def _found(self, view: State) -> tuple[Move, int] | None:
        """Return (next move, number of moves left) of a solution.  Return None if no solution was found."""
        if "chance" in self._game.traits:
            return None
        key = self._game.key(view)
        if key not in self._way:
            self._search(view)
        return self._way.get(key)

    def _search(self, start: State) -> None:
        """Search for the moves to the goal or to the next level, and store these moves."""
        game, level = self._puzzle, self._puzzle.level(start)
        before: dict[Hashable, tuple[Hashable, Move] | None] = {game.key(start): None}
        waiting: list[tuple[float, int, int, State]] = [(0.0, 0, 0, start)]
        left = self._seat.budget * _POSITIONS
        while waiting and len(before) < left:
            _, _, depth, state = heappop(waiting)
            key = game.key(state)
            for move in game.moves(state, 0):
                if move.name == _LEVEL:
                    continue
                after = game.after(state, (move,))
                known = game.key(after)
                if known in before:
                    continue
                before[known] = (key, move)
                result = game.result(after)
                if (result is not None and result[0] == 1.0) or game.level(after) > level:
                    self._keep(before, known)
                    return
                if result is None:
                    worth = depth + 1 + _GREED * game.shortfall(after)
                    heappush(waiting, (worth, len(before), depth + 1, after))

    def _keep(self, before: dict[Hashable, tuple[Hashable, Move] | None], end: Hashable) -> None:
        count, step = 0, before[end]
        while step is not None:
            key, move = step
            count += 1
            self._way[key] = (move, count)
            step = before[key]
