"""An opponent that searches, for games in which players take turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rogomatic.eggg.move_choice import DRAW, LOSS, WIN, ScoredMove, choose_move, near_best
from rogomatic.eggg.solved_game import SolvedGame, seen_by
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice
from rogue.shared.wording import plural


class Hint(NamedTuple):
    """A move, and why it is good, as a sentence."""

    move: Move
    reason: str


class MoveSearch(Protocol):
    """A search for the best move."""

    def search(self, state: State, budget: int) -> list[ScoredMove]:
        """Return the moves of a position with their scores."""

    def evidence(self, scored: ScoredMove, /) -> str:
        """Return what speaks for a move, as the end of a sentence."""


class Searcher:
    """An opponent that plays small games perfectly, and searches others within a budget."""

    def __init__(self, game: Game, search: MoveSearch, budget: int, dice: Dice, solved: SolvedGame) -> None:
        self._game = game
        self._search = search
        self._budget = budget
        self._dice = dice
        self._solved = solved

    def choose(self, view: State) -> Move:
        """Return a best move of a solved game, the only move, or one that the search prefers."""
        best = self._solved.best_moves(view)
        moves = best or self._game.moves(view, view.mover)
        if best or len(moves) == 1:
            return self._dice.one_of(moves)
        return choose_move(self._search.search(view, self._budget), self._dice)

    def hint(self, view: State) -> Hint:
        """Return the best move with its reason."""
        moves = self._game.moves(view, view.mover)
        if len(moves) == 1:
            return Hint(moves[0], "It is the only legal move.")
        if best := self._solved.best_moves(view):
            return Hint(best[0], self._certainty(view, best[0]))
        scored = self._search.search(view, self._budget)
        best_one = near_best(scored)[0]
        return Hint(best_one.move, self._reason(scored, best_one))

    def saw(self, moves: Sequence[Move]) -> None:
        """Do nothing: a view holds all that a search needs."""

    def belief(self) -> str:
        """Return "": a search models nobody."""
        return ""

    def _certainty(self, view: State, move: Move) -> str:
        """Return what is certain after a move of a solved game."""
        worth = self._solved.worth(self._game.after(view, (move,)))
        if worth is None:
            return ""
        value, plies = seen_by(view.mover, worth.value), worth.plies + 1
        if value == WIN:
            return f"It wins in {plural(plies, 'move')}." if plies > 1 else "It wins."
        if value == LOSS:
            return f"Every move loses; this one holds out for {plural(plies, 'move')}."
        return "It keeps the draw; nobody can win by force."

    def _reason(self, scored: Sequence[ScoredMove], best: ScoredMove) -> str:
        if best.proven == WIN:
            return "It wins by force."
        if best.proven == LOSS:
            return "Every move loses by force."
        others = [one for one in scored if one is not best]
        if others and all(one.proven == LOSS for one in others):
            return "Every other move loses by force."
        if best.proven == DRAW:
            return "It draws by force."
        taken = f"It takes {plural(len(best.move.taken), 'piece')}, and " if best.move.taken else ""
        evidence = self._search.evidence(best)
        return f"{taken or evidence[:1].upper()}{evidence if taken else evidence[1:]}."
