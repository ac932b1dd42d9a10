"""The kinds of computer players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

from rogomatic.eggg.alpha_beta import AlphaBeta
from rogomatic.eggg.evaluators import evaluator_for
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.playouts import play_out
from rogomatic.eggg.searcher import Searcher
from rogomatic.eggg.tree_search import TreeSearch
from rogue.shared.board_games import Game
from rogue.shared.seeds import Dice

LEVELS: Final[Mapping[str, int]] = {"easy": 200, "fair": 2_000, "hard": 20_000}
"""Level -> nodes or random games that a player may spend on a move if they are cheap; see `budget_of`."""
HARD: Final[Mapping[str, tuple[str, int, int]]] = {
    "breakthrough": ("ae0786bfae47", 64, 60_000), "checkers": ("f1a9ae46d4e0", 64, 60_000),
    "chess": ("a957b8acdaca", 64, 20_000), "connect-four": ("1c34d06c31f8", 42, 150_000),
    "fox-and-geese": ("4aa697a94313", 33, 60_000), "gomoku": ("d86cba8eb171", 225, 40_000),
    "international-draughts": ("09abd081016e", 100, 50_000), "mancala": ("15ac185770d5", 14, 70_000),
    "nim": ("a53054e4d4dd", 3, 200_000), "tic-tac-toe": ("022cfd81ae7b", 9, 200_000),
    "amazons": ("5751b120eea8", 100, 1_200), "atari-go": ("fa8554f8686a", 81, 2_000),
    "domineering": ("82cfe84b6cd0", 64, 1_400), "go": ("5127bbca5fd6", 81, 1_200),
    "hex": ("95f8a86c5b67", 121, 4_000), "minixiangqi": ("0517ece8aba0", 49, 2_400),
    "nine-mens-morris": ("eee3b5b353ad", 24, 1_400), "reversi": ("0a13899481a0", 64, 2_900),
}  # fmt: skip
"""Game -> start of its digest, squares, and nodes or random games in 5 seconds of an ordinary processor."""
_UNKNOWN: Final = HARD["go"]  # of a game that is like none of them
_SHARES: Final[Mapping[str, int]] = {"easy": 6, "fair": 3, "hard": 1}
"""Level -> divisor.  The budget of the level is at most the budget of hard, divided by this."""
_TRIALS: Final = 3  # random games in which dice may be thrown


def kinds_for(game: Game) -> tuple[str, ...]:
    """Return the kinds of computer players that fit a game.  The first is the default kind."""
    if "simultaneous" in game.traits:
        from rogomatic.eggg.choosers import contest_of

        return ("habits", "lattice", "random") if contest_of(game) else ("matching", "random")
    if "puzzle" in game.traits:
        return ("solver", "random")
    if "hidden" in game.traits:
        return (*["stakes"] * ("stakes" in game.traits), "hidden-tree", "random")
    if len(game.players) != 2 or _has_chance(game):
        return ("tree", "random")
    by_power = ("alpha-beta", "paper") if "walks" in game.traits else ("alpha-beta",)
    if "places" in game.traits and game.row_goal < 2:
        return ("tree", *by_power, "random")
    return (*by_power, "tree", "random")


def budget_of(game: Game, level: str) -> int:
    """Return the number of nodes or random games that a player of a level may spend on a move.

    The number is the same on every computer, so that a seed and a person's moves repeat a game.  A game that
    is not in HARD gets the number of an ancestor or else of Go, reduced if its board is larger than theirs.
    """
    kind, told = kinds_for(game)[0], game.described()
    if kind not in ("tree", "alpha-beta"):
        return LEVELS[level]
    own = HARD.get(told["name"].lower(), _UNKNOWN)
    near = (HARD[name] for one in told["like"] if (name := one.lower()) in HARD)
    _, squares, nodes = own if told["digest"].startswith(own[0]) else next(near, _UNKNOWN)
    share = min(1.0, squares / len(game.board.names))
    costs = sqrt(share * sqrt(share)) if kind == "tree" else 1.0  # longer random games, too
    return max(1, min(LEVELS[level], int(nodes * share * costs) // _SHARES[level]))


def likeness(lineage: Sequence[str]) -> list[str]:
    """Return ["This is like NAME"] with the first ancestor whose budget is known, or [] if there is none.

    A description into which its parents' text was copied needs this statement, because it names no parents.
    """
    return [f"This is like {name}" for name in lineage if name.lower() in HARD][:1]


def _has_chance(game: Game) -> bool:
    """Return whether dice are thrown after the start of the game."""
    if "chance" not in game.traits:
        return False
    start = game.start()
    return any(play_out(game, start, Dice(number))[0].dice > start.dice for number in range(_TRIALS))


def make_opponent(kind: str, seat: Seat) -> Opponent:
    """Return a computer player of one of the kinds that `kinds_for` returns for the game."""
    game = seat.game
    match kind:
        case "alpha-beta" | "paper":
            evaluator = evaluator_for(game, "paper" if kind == "paper" else "reach")
            return Searcher(seat, AlphaBeta(game, evaluator))
        case "tree":
            return Searcher(seat, TreeSearch(game, seat.dice, evaluator_for(game)))
        case "hidden-tree":
            from rogomatic.eggg.hidden_tree_search import HiddenTreeSearch

            return Searcher(seat, HiddenTreeSearch(game, seat.player, seat.dice, evaluator_for(game)))
        case "stakes":
            from rogomatic.eggg.stakes_player import StakesPlayer

            return StakesPlayer(seat)
        case "solver":
            from rogomatic.eggg.puzzle_solver import PuzzleSolver

            return PuzzleSolver(seat)
        case "random":
            return Opponent(seat)
    from rogomatic.eggg.choosers import make_chooser  # what reads habits takes as long to import as all else

    return make_chooser(seat, kind)


KINDS: Final[Mapping[str, str]] = {
    "alpha-beta": "alpha-beta search, power by reach",
    "paper": "alpha-beta search, power by the length of the rules",
    "tree": "Monte Carlo tree search",
    "hidden-tree": "tree search over guesses at what is hidden",
    "solver": "search for a solution",
    "stakes": "equity by sampled deals, with bluffing",
    "habits": "reader of habits, with predictors",
    "lattice": "reader of habits, with bluffing",
    "matching": "regret matching",
    "random": "random moves",
}
"""Kind of computer player -> what it is."""
