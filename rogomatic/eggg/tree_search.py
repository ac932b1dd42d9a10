"""Monte Carlo tree search (UCT), which also proves wins or losses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Final

from rogomatic.eggg.evaluators import Evaluator, win_chance
from rogomatic.eggg.move_choice import DRAW, LOSS, WIN, ScoredMove
from rogomatic.eggg.playouts import play_out
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice
from rogue.shared.wording import plural

EXPLORE: Final = 0.7  # weight of the upper confidence bound, for outcomes of 0 to 1
_RAVE_VISITS: Final = 300  # visits of a node at which all-moves-as-first weighs half as much as at the start
_TRIALS: Final = 8  # random games that measure the length of a game
_LONG_GAME: Final = 100  # plies; longer playouts end early where there is an evaluator
_EARLY: Final = 20  # plies
_LENGTHS: Final = 4  # times the mean length, after which a playout is given up
Outcome = Sequence[float]
"""What a game or a position is worth to each player: 1 a win, 0 a loss, 0.5 a draw."""


@dataclass(slots=True)
class _Node:
    """A position in the tree.  Each list has an entry for each move, and is empty until the second visit.

    The entry for a child is None until that child is first visited, except that a child in which the game is
    over is present from the start.
    """

    state: State
    proven: Outcome | None
    visits: int = 0
    moves: Sequence[Move] = ()
    children: list[_Node | None] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    rave_counts: list[int] = field(default_factory=list)
    rave_sums: list[float] = field(default_factory=list)


class TreeSearch:
    """Monte Carlo tree search.  The tree is kept from move to move.

    In long games in which pieces move, playouts are cut off early; an evaluator judges the last position.
    """

    def __init__(self, game: Game, dice: Dice, evaluator: Evaluator | None = None) -> None:
        self._game = game
        self._is_placing = "places" in game.traits
        self._dice = dice
        self._evaluator = evaluator
        self._root: _Node | None = None
        self._cut = 0

    def search(self, state: State, playouts: int) -> list[ScoredMove]:
        if not self._cut:  # plies after which playouts are given up
            mean = sum(len(play_out(self._game, state, self._dice)[1]) for _ in range(_TRIALS)) / _TRIALS
            is_judged = self._evaluator is not None and "walks" in self._game.traits and mean > _LONG_GAME
            self._cut = _EARLY if is_judged else int(_LENGTHS * mean) + 1
        root = self._root = self._kept(state)
        for _ in range(playouts):
            if root.proven is not None:
                break
            self._visit(root)
        return [self._scored(root, number) for number in range(len(root.moves))]

    def evidence(self, scored: ScoredMove) -> str:
        games = plural(round(scored.weight), "random game")
        return f"It was tried most: {games} from it won {scored.value:.0%} of the points."

    def _scored(self, root: _Node, number: int) -> ScoredMove:
        count, outcome = root.counts[number], _proven(root, number)
        mean = root.sums[number] / count if count else LOSS
        proven = None if outcome is None else outcome[root.state.mover]
        error = sqrt(mean * (1 - mean) / count) if count and proven is None else LOSS
        return ScoredMove(root.moves[number], mean if proven is None else proven, count, error, proven)

    def _kept(self, state: State) -> _Node:
        """Return the node of a position in the tree of the previous search, or else a new node."""
        level = [self._root] if self._root else []
        while level:
            for node in level:
                if node.state == state:
                    return node
            children = [child for node in level for child in node.children if child]
            level = [child for child in children if child.state.ply <= state.ply]
        return _Node(state, self._game.result(state))

    def _visit(self, root: _Node) -> None:
        """Descend to a leaf, play from there to the end, and count the outcome on the way back."""
        node, path, played = root, list[tuple[_Node, int]](), list[Move]()
        while node.proven is None and (node.visits or node is root):
            if not node.children:
                self._expand(node)
                continue
            number = self._selected(node)
            path.append((node, number))
            played.append(node.moves[number])
            node = self._child(node, number)
        outcome = node.proven
        if outcome is None:
            last, moves = play_out(self._game, node.state, self._dice, self._cut)
            outcome = self._game.result(last) or self._estimate(last)
            played += moves
        node.visits += 1
        for depth in range(len(path) - 1, -1, -1):
            parent, number = path[depth]
            if _proven(parent, number) is not None:
                _prove(parent)
            parent.visits += 1
            parent.counts[number] += 1
            parent.sums[number] += outcome[parent.state.mover]
            if self._is_placing:
                _count_rave(parent, played[depth:], outcome[parent.state.mover])

    def _expand(self, node: _Node) -> None:
        """Fill the lists of a node.  Prove the node if one of its moves wins at once."""
        game = self._game
        node.moves = game.moves(node.state, node.state.mover)
        for move in node.moves:
            after = game.after(node.state, (move,))
            outcome = game.result(after)
            node.children.append(None if outcome is None else _Node(after, outcome))
        count = len(node.moves)
        node.counts, node.sums = [0] * count, [0.0] * count
        node.rave_counts, node.rave_sums = [0] * count, [0.0] * count
        _prove(node)

    def _child(self, node: _Node, number: int) -> _Node:
        """Return a child of a node.  Create it if it does not exist yet."""
        child = node.children[number]
        if child is None:
            child = node.children[number] = _Node(self._game.after(node.state, (node.moves[number],)), None)
        return child

    def _selected(self, node: _Node) -> int:
        """Return the index of the child with the greatest upper confidence bound."""
        best, found, ties = -inf, 0, 0
        explore = EXPLORE * EXPLORE * log(node.visits + 1)
        rave = sqrt(_RAVE_VISITS / (3 * node.visits + _RAVE_VISITS)) if self._is_placing else 0.0
        for number, child in enumerate(node.children):
            if child is not None and child.proven is not None:
                continue
            count, raved = node.counts[number], node.rave_counts[number]
            if count:
                bound = node.sums[number] / count
                if rave and raved:
                    bound += rave * (node.rave_sums[number] / raved - bound)
                bound += sqrt(explore / count)
            else:
                bound = 1 + sqrt(explore) + (node.rave_sums[number] / raved if rave and raved else 0.0)
            if bound > best:
                best, found, ties = bound, number, 1
            elif bound == best:
                ties += 1
                if not self._dice.below(ties):
                    found = number
        return found

    def _estimate(self, state: State) -> Outcome:
        """Return the expected outcome of an unfinished position for each player."""
        if self._evaluator is None:
            return [DRAW] * len(self._game.players)
        return [win_chance(self._evaluator.value(state, one)) for one in range(len(self._game.players))]


def _proven(node: _Node, number: int) -> Outcome | None:
    child = node.children[number]
    return None if child is None else child.proven


def _prove(node: _Node) -> None:
    """Set the proven outcome of a node if one child wins, or if all children are proven."""
    best: Outcome | None = None
    is_whole = True
    for child in node.children:
        if child is None or child.proven is None:
            is_whole = False
        elif best is None or child.proven[node.state.mover] > best[node.state.mover]:
            best = child.proven
    if best is not None and (is_whole or best[node.state.mover] == WIN):
        node.proven = best


def _count_rave(node: _Node, played: Iterable[Move], value: float) -> None:
    """Count `value` for each move of `node` to a square to which the same player moved in `played`."""
    made = {move.to for move in played if move.player == node.state.mover}
    for number, move in enumerate(node.moves):
        if move.to in made:
            node.rave_counts[number] += 1
            node.rave_sums[number] += value
