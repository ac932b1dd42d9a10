"""The kinds of computer players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rogomatic.eggg.alpha_beta import AlphaBeta
from rogomatic.eggg.evaluators import evaluator_for, line_length
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.playouts import play_out
from rogomatic.eggg.searcher import Searcher
from rogomatic.eggg.tree_search import TreeSearch
from rogue.shared.board_games import Game
from rogue.shared.seeds import Dice

LEVELS: Final[Mapping[str, int]] = {"easy": 200, "fair": 2_000, "hard": 20_000}
"""Nodes or random games that a player may spend on a move, where they cost little; see `budget_of`."""
_CHEAP: Final = (
    "breakthrough", "checkers", "chess", "connect-four", "fox-and-geese", "gomoku", "international-draughts",
    "mancala", "nim", "tic-tac-toe",
)  # fmt: skip
HARD: Final[Mapping[str, int]] = dict.fromkeys(_CHEAP, LEVELS["hard"]) | {
    "amazons": 1_200, "atari-go": 2_000, "domineering": 1_400, "go": 1_200, "hex": 4_000,
    "minixiangqi": 2_400, "nine-mens-morris": 1_400, "reversi": 2_900,
}  # fmt: skip
"""Game -> what a decision at hard may spend, so that it takes at most 5 seconds of an ordinary processor."""
_UNKNOWN: Final = min(HARD.values())  # of a game that is like none of them
_SHARES: Final[Mapping[str, int]] = {"easy": 6, "fair": 3, "hard": 1}
"""Level -> by how much less than at hard it spends at least."""
_TRIALS: Final = 3  # random games in which dice may be thrown


def kinds_for(game: Game) -> tuple[str, ...]:
    """Return the kinds of computer players that fit a game, the usual one first."""
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
    if "places" in game.traits and not line_length(game):
        return ("tree", *by_power, "random")
    return (*by_power, "tree", "random")


def budget_of(game: Game, level: str) -> int:
    """Return the nodes or random games that a player of a level may spend on a move.

    They are the same on every machine, so that a game repeats by its seed.
    """
    if kinds_for(game)[0] not in ("tree", "alpha-beta"):
        return LEVELS[level]
    told = game.described()
    known = (HARD[name] for one in (told["name"], *told["like"]) if (name := one.lower()) in HARD)
    return min(LEVELS[level], next(known, _UNKNOWN) // _SHARES[level])


def likeness(lineage: Sequence[str]) -> list[str]:
    """Return the statement by which a text that includes its parents keeps the budget of one, else []."""
    return [f"This is like {name}" for name in lineage if name.lower() in HARD][:1]


def _has_chance(game: Game) -> bool:
    """Return whether dice are thrown after the start."""
    if "chance" not in game.traits:
        return False
    start = game.start()
    return any(play_out(game, start, Dice(number))[0].dice > start.dice for number in range(_TRIALS))


def make_opponent(kind: str, seat: Seat) -> Opponent:
    """Return a computer player of a kind that fits the game; seldom ones are imported when they come."""
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
