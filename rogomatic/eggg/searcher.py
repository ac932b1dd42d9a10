"""A computer player for games in turns, which searches for its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rogomatic.eggg.move_choice import DRAW, LOSS, WIN, ScoredMove, choose_move, near_best
from rogomatic.eggg.openings import position_key
from rogomatic.eggg.opponent import Hint, Opponent, Seat
from rogomatic.eggg.solved_game import seen_by
from rogue.shared.board_games import EMPTY, Move, State
from rogue.shared.wording import counted, plural


class MoveSearch(Protocol):
    """Protocol of a search for the best move."""

    def search(self, state: State, budget: int) -> list[ScoredMove]:
        """Return the scored moves of a position.  `budget` is a number of nodes or random games."""

    def evidence(self, scored: ScoredMove, /) -> str:
        """Return a sentence that says why the search recommends a move."""


class Searcher(Opponent):
    """A computer player that plays small games perfectly.  In larger games, it searches within a budget."""

    def __init__(self, seat: Seat, search: MoveSearch) -> None:
        super().__init__(seat)
        self._search, self._solved = search, seat.solved

    def choose(self, view: State) -> Move:
        """Return a best move if the game is solved, else a good opening move if any, else one by search.

        While the players secretly arrange their pieces, return the move that ends the arrangement.
        """
        if view.step < 0:
            return self._game.moves(view, view.mover)[0]
        best = self._solved.best_moves(view)
        moves = best or self._game.moves(view, view.mover)
        if best or len(moves) == 1:
            return self._dice.one_of(moves)
        better, worse = self._learned(view, moves)
        if better:
            return self._dice.one_of(better)
        scored = self._search.search(view, self._seat.budget)
        return choose_move([one for one in scored if one.move not in worse] or scored, self._dice)

    def _learned(self, view: State, moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
        """Return two lists: moves with good results in the openings, and moves with bad results there."""
        found = self._seat.openings
        if not (found.better or found.worse):
            return [], []
        key, text = position_key(view), self._game.text
        better, worse = found.better.get(key, {}), found.worse.get(key, {})
        return [one for one in moves if text(one) in better], [one for one in moves if text(one) in worse]

    def hint(self, view: State) -> Hint:
        """Return the best move with the reason."""
        if view.step < 0:
            return Hint(self.choose(view), "Your side is arranged at random, which nobody can predict.")
        moves = self._game.moves(view, view.mover)
        if len(moves) == 1:
            return Hint(moves[0], "It is the only legal move.")
        if best := self._solved.best_moves(view):
            return Hint(best[0], self._certainty(view, best[0]))
        better, _ = self._learned(view, moves)
        if better:
            record = self._seat.openings.better[position_key(view)][self._game.text(better[0])]
            return Hint(better[0], record.sentence())
        scored = self._search.search(view, self._seat.budget)
        best_one = near_best(scored)[0]
        return Hint(best_one.move, self._reason(view, scored, best_one))

    def _certainty(self, view: State, move: Move) -> str:
        """Return a sentence on how a solved game ends after a move.  Return "" if the game is not solved."""
        worth = self._solved.worth(self._game.after(view, (move,)))
        if worth is None:
            return ""
        value, plies = seen_by(view.mover, worth.value), worth.plies + 1
        if value == WIN:
            return f"It wins in {plural(plies, 'move')}." if plies > 1 else "It wins."
        if value == LOSS:
            return f"Every move loses; this one lasts {plural(plies, 'move')}."
        return "It keeps the draw; nobody can win by force."

    def _reason(self, view: State, scored: Sequence[ScoredMove], best: ScoredMove) -> str:
        if best.proven == WIN:
            return "It wins by force."
        if best.proven == LOSS:
            return "Every move loses by force."
        if all(one.proven == LOSS for one in scored if one is not best):
            return "Every other move loses by force."
        if best.proven == DRAW:
            return "It draws by force."
        return f"{self._gain(view, best.move)}{self._search.evidence(best)}"

    def _gain(self, view: State, move: Move) -> str:
        """Return a sentence and a space that say what a move captures or flips, or "" if it does neither.

        If pieces are hidden, the sentence says which piece is attacked, because the attack may fail.
        """
        if not move.taken:
            return ""
        pieces = [self._game.pieces[view.squares[square]] for square in move.taken]
        kinds = [self._game.kinds[one.kind].lower() if one.kind >= 0 else "hidden piece" for one in pieces]
        names = counted(kinds)
        if "hidden" in self._game.traits:
            return f"It attacks {names}. "
        is_flip = dict(move.changes).get(move.taken[0], EMPTY) != EMPTY and move.taken[0] != move.to
        if "walks" in self._game.traits and not is_flip:
            return f"It captures {names}. "
        return f"It {'flips' if is_flip else 'captures'} {plural(len(pieces), 'stone')}. "
