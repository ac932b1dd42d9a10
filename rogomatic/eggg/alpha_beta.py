"""Alpha-beta search with iterative deepening, for two-player games without chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from math import inf
from typing import Final, NamedTuple

from rogomatic.eggg.evaluators import Evaluator, win_chance
from rogomatic.eggg.move_choice import DRAW, LOSS, WIN, ScoredMove
from rogue.shared.board_games import Game, Move, State
from rogue.shared.wording import plural

_WON: Final = 1e6  # points of a win, less one for each ply until then
_CERTAIN: Final = _WON / 2
_MARGIN: Final = 0.25  # pieces behind the best move within which a move may be played
_ERROR: Final = 0.02  # of an evaluation, as a chance to win
_QUIET_PLIES: Final = 4  # of captures beyond the depth
_DEEPEST: Final = 64  # plies
_STANDINGS: Final = ((0.9, "far ahead"), (0.6, "ahead"), (0.4, "level"), (0.1, "behind"), (0.0, "far behind"))
"""Least chance to win of a player, and how this player stands."""
_MAX_TABLE: Final = 200_000  # positions, when a search begins


class _Bounds(NamedTuple):
    """What is known of a position: the depth of the search, bounds of the points, and the best move."""

    depth: int
    low: float
    high: float
    move: Move | None


class _BudgetSpentError(Exception):
    """Raised when a search has used up its nodes."""


class AlphaBeta:
    """Alpha-beta search.  Its table of positions is kept from move to move."""

    def __init__(self, game: Game, evaluator: Evaluator | None = None) -> None:
        self._game = game
        self._evaluator = evaluator
        self._table: dict[Hashable, _Bounds] = {}
        self._history: defaultdict[Move, int] = defaultdict(int)
        self._killers: defaultdict[int, list[Move]] = defaultdict(list)
        self._left = 0
        self.depth = 0  # of the last finished search

    def search(self, state: State, nodes: int) -> list[ScoredMove]:
        self._left = nodes
        if len(self._table) > _MAX_TABLE:
            self._table.clear()
        moves = self._ordered(state, self._game.moves(state, state.mover), None, 0)
        found = dict.fromkeys(moves, -inf)
        self.depth = 0
        for depth in range(1, _DEEPEST + 1):
            fresh: dict[Move, float] = {}
            is_whole = self._search_root(state, moves, depth, fresh)
            found = _merged(found, fresh, moves[0])
            moves.sort(key=lambda move: -found[move])
            if not is_whole or all(abs(points) >= _CERTAIN for points in found.values()):
                break
            self.depth = depth
            if found[moves[0]] >= _CERTAIN:
                break
        return _scored(found)

    def evidence(self, scored: ScoredMove) -> str:
        place = next(words for least, words in _STANDINGS if scored.value >= least)
        return f"Looking {plural(self.depth, 'move')} ahead, it leaves you {place}."

    def _search_root(self, state: State, moves: Sequence[Move], depth: int, fresh: dict[Move, float]) -> bool:
        """Search `moves` to a depth, and put the points into `fresh`.  Return False if the nodes ran out."""
        best = -inf
        for move in moves:
            try:
                fresh[move] = self._after(state, move, depth - 1, best - _MARGIN, inf, 1)
            except _BudgetSpentError:
                return False
            best = max(best, fresh[move])
            if best >= _CERTAIN:
                break
        return True

    def _after(self, state: State, move: Move, depth: int, low: float, high: float, ply: int) -> float:
        """Return the points of a move for the player who makes it.

        An earlier win has more points than a later win.  An earlier loss has fewer points than a later loss.
        """
        if not self._left:
            raise _BudgetSpentError
        self._left -= 1
        player = state.mover
        after = self._game.after(state, (move,))
        outcome = self._game.result(after)
        if outcome is not None:
            return 2 * (outcome[player] - DRAW) * _WON
        if after.mover == player:
            points = self._points(after, depth, low, high, ply)
        else:
            points = -self._points(after, depth, -high, -low, ply)
        if abs(points) >= _CERTAIN:
            points -= 1 if points > 0 else -1
        return points

    def _points(self, state: State, depth: int, low: float, high: float, ply: int) -> float:
        """Return the points of the player to move, or only a bound on them if outside `low` to `high`."""
        key = self._game.key(state)
        entry = self._table.get(key)
        if entry is not None and entry.depth >= depth:
            if entry.low >= high or entry.low == entry.high:
                return entry.low
            if entry.high <= low:
                return entry.high
            low, high = max(low, entry.low), min(high, entry.high)
        if depth <= 0:
            return self._quiet(state, depth, low, high, ply)
        moves = self._ordered(state, self._game.moves(state, state.mover), entry.move if entry else None, ply)
        best, choice = -inf, moves[0]
        for move in moves:
            points = self._after(state, move, depth - 1, max(low, best), high, ply + 1)
            if points > best:
                best, choice = points, move
            if best >= high:
                self._note_cut(state, move, depth, ply)
                break
        known = _DEEPEST if abs(best) >= _CERTAIN else depth
        self._table[key] = _Bounds(known, best if best > low else -inf, best if best < high else inf, choice)
        return best

    def _quiet(self, state: State, depth: int, low: float, high: float, ply: int) -> float:
        """Return the points of the player to move after a search of captures only (quiescence search)."""
        if self._evaluator is None:
            return 0.0
        value = self._evaluator.value(state, state.mover)
        if depth <= -_QUIET_PLIES:
            return value
        moves = self._game.moves(state, state.mover)
        gains = [(self._evaluator.gain(state, move), move) for move in moves]
        captures = sorted((pair for pair in gains if pair[0] > 0), key=lambda pair: -pair[0])
        best = -inf if len(captures) == len(moves) else value
        for _, move in captures:
            if best >= high:
                break
            best = max(best, self._after(state, move, depth - 1, max(low, best), high, ply + 1))
        return best

    def _note_cut(self, state: State, move: Move, depth: int, ply: int) -> None:
        """Record a move that cut a search short without a capture.  It is tried early in other positions."""
        if self._evaluator is not None and self._evaluator.gain(state, move) > 0:
            return
        self._history[move] += depth * depth
        killers = self._killers[ply]
        if move not in killers:
            self._killers[ply] = [move, *killers[:1]]

    def _ordered(self, state: State, moves: Sequence[Move], first: Move | None, ply: int) -> list[Move]:
        """Return the moves in order: `first`, captures, moves with cutoffs at this ply, others by cutoffs."""
        killers, history, evaluator = self._killers[ply], self._history, self._evaluator

        def promise(move: Move) -> tuple[bool, float, bool, int]:
            gain = evaluator.gain(state, move) if evaluator is not None else 0.0
            return move != first, -gain, move not in killers, -history.get(move, 0)

        return sorted(moves, key=promise)


def _merged(old: dict[Move, float], fresh: dict[Move, float], first: Move) -> dict[Move, float]:
    """Return the points of moves: the points in `fresh` or, for a move that is not in `fresh`, in `old`.

    The points from `old` are shifted by as much as the points of `first`, the previous best move, changed.
    """
    ends = (old[first], fresh.get(first, inf))
    shift = ends[1] - ends[0] if max(map(abs, ends)) < _CERTAIN else 0.0
    least = min(fresh.values(), default=0.0)
    kept = {move: least if points == -inf else points + shift for move, points in old.items()}
    return {move: fresh.get(move, points) for move, points in kept.items()}


def _scored(found: dict[Move, float]) -> list[ScoredMove]:
    best = max(found.values())
    scored: list[ScoredMove] = []
    for move, points in found.items():
        weight = max(0.0, points - best + _MARGIN) * 1000
        proven = None if abs(points) < _CERTAIN else WIN if points > 0 else LOSS
        scored.append(ScoredMove(move, win_chance(points), weight, _ERROR, proven))
    return scored
