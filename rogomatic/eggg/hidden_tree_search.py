"""Tree search for games with hidden pieces or cards: information-set Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import inf, log, sqrt
from typing import Final

from rogomatic.eggg.evaluators import Evaluator, win_chance
from rogomatic.eggg.move_choice import DRAW, ScoredMove
from rogomatic.eggg.playouts import play_out
from rogomatic.eggg.tree_search import EXPLORE
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice
from rogue.shared.wording import plural

_WORK: Final = 30  # moves that may be listed or played for each random game of a budget
_MOST_WORK: Final = 120_000  # moves for one decision: at most 5 seconds of an ordinary processor
_MANY: Final = 50  # moves, above which only those that gain most are tried
_BEST_MOVES: Final = 3.0  # as a lead of the points of the best move counts
_FIRST: Final = 6  # of them, and one more for each visit by the square root


@dataclass(slots=True)
class _Branch:
    """A node of the tree: a move in a line of play.  All guesses at what is hidden use the same nodes.

    player     player who made the move
    available  number of visits to the parent in which the move was legal
    points     sum, over all visits, of the points of the player who made the move
    """

    player: int
    visits: int = 0
    available: int = 0
    points: float = 0.0
    children: dict[str, _Branch] = field(default_factory=dict)


class HiddenTreeSearch:
    """Tree search over guesses: random positions that agree with what a player sees.

    All guesses share one tree, in which moves are identified by their texts.  Each node counts points for the
    player who moved, so there may be any number of players.  If there are many moves, only those with the
    greatest gain are tried, and an evaluator judges new positions without random games.

    After Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012 (single observer).
    """

    def __init__(self, game: Game, player: int, dice: Dice, evaluator: Evaluator | None = None) -> None:
        self._game, self._player, self._dice = game, player, dice
        self._evaluator = evaluator
        self._left = 0
        self._own: list[Move] = []  # where there are many, those of the first turn, the best gain first
        self._unit = 0.0  # points that count as 1, where points stand for the rest of the game; 0 elsewhere

    def search(self, state: State, budget: int) -> list[ScoredMove]:
        game = self._game
        root, moves = _Branch(self._player), game.moves(state, self._player)
        self._left, self._unit, self._own = min(budget * _WORK, _MOST_WORK), 0.0, []
        if self._evaluator is not None and len(moves) > _MANY:
            gains = {move: self._evaluator.gain(state, move) for move in moves}
            self._own = sorted(moves, key=gains.__getitem__, reverse=True)
            self._unit = max(1.0, gains[self._own[0]]) / _BEST_MOVES
        while self._left > 0:
            self._visit(root, game.completed(state, self._player, self._dice.below))
        return [_scored(move, root.children.get(game.text(move))) for move in moves]

    def evidence(self, scored: ScoredMove) -> str:
        guesses = plural(round(scored.weight), "guess")
        return f"Tried most: over {guesses} at the hidden parts, it won {scored.value:.0%} of the points."

    def _visit(self, root: _Branch, state: State) -> None:
        """Play from a guessed position: follow the tree, add a node, and add the outcome to these nodes."""
        game, node, path, is_new = self._game, root, list[_Branch](), False
        while not is_new and game.result(state) is None:
            player = game.to_move(state)[0]
            moves = self._tried(state, player, node)
            texts = [game.text(move) for move in moves]
            number, is_new = self._selected(node, texts, player)
            node = node.children[texts[number]]
            path.append(node)
            state = game.after(state, (moves[number],))
        outcome = self._outcome(state)
        for node in path:
            node.visits += 1
            node.points += outcome[node.player]

    def _tried(self, state: State, player: int, node: _Branch) -> Sequence[Move]:
        """Return the moves to try at a node.  If there are many, return only moves with the greatest gain."""
        is_root = not node.available
        width = _FIRST + int(sqrt(sum([child.visits for child in node.children.values()])))
        if self._own and is_root:
            return self._own[:width]
        moves = self._game.moves(state, player)
        self._left -= len(moves)
        if self._evaluator is None or len(moves) <= _MANY:
            return moves
        gain = self._evaluator.gain
        return nlargest(width, moves, key=lambda move: gain(state, move))

    def _selected(self, node: _Branch, texts: Sequence[str], player: int) -> tuple[int, bool]:
        """Return (index of a new move, True), or (index of the most promising move, False) if none is new."""
        children = node.children
        new = [number for number, text in enumerate(texts) if text not in children]
        if new:
            chosen = new[0] if self._unit else self._dice.one_of(new)
            children[texts[chosen]] = _Branch(player, available=1)
            return chosen, True
        best, found = -inf, 0
        for number, text in enumerate(texts):
            child = children[text]
            child.available += 1
            bound = child.points / child.visits + EXPLORE * sqrt(log(child.available) / child.visits)
            if bound > best:
                best, found = bound, number
        return found, False

    def _outcome(self, state: State) -> Sequence[float]:
        game = self._game
        if not self._unit:
            state, played = play_out(game, state, self._dice)
            self._left -= len(played) + 1
        outcome = game.result(state)
        if outcome is not None:
            return outcome
        players = range(len(game.players))
        if self._evaluator is None:
            return [DRAW for _ in players]
        unit = self._unit or 1.0
        return [win_chance(self._evaluator.value(state, player) / unit) for player in players]


def _scored(move: Move, node: _Branch | None) -> ScoredMove:
    if node is None or not node.visits:
        return ScoredMove(move, DRAW, 0)
    return ScoredMove(move, node.points / node.visits, node.visits, 1 / (2 * sqrt(node.visits)))
