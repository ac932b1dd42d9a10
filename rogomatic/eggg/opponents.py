"""The kinds of computer players that there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from rogomatic.eggg.alpha_beta import AlphaBeta
from rogomatic.eggg.choosers import Chooser, Matcher, contest_of
from rogomatic.eggg.evaluators import evaluator_for, line_length
from rogomatic.eggg.habit_reader import HabitReader
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.piece_power import Measure
from rogomatic.eggg.playouts import play_out
from rogomatic.eggg.searcher import Searcher
from rogomatic.eggg.tree_search import TreeSearch
from rogomatic.roshambo.contest import Contest
from rogomatic.roshambo.strategy_lattice import LatticeBot
from rogomatic.roshambo.throws import Bot, Past
from rogue.shared.board_games import Game
from rogue.shared.seeds import Dice

LEVELS: Final[Mapping[str, int]] = {"easy": 200, "fair": 2_000, "hard": 20_000}
"""Nodes or random games that a player may spend on a move."""
_TRIALS: Final = 3  # random games in which dice may be thrown


def kinds_for(game: Game) -> tuple[str, ...]:
    """Return the kinds of computer players that fit a game, the usual one first."""
    if "simultaneous" in game.traits:
        return ("habits", "lattice", "random") if contest_of(game) else ("matching", "random")
    if len(game.players) != 2 or "hidden" in game.traits or _has_chance(game):
        return ("tree", "random")
    by_power = ("alpha-beta", "paper") if "walks" in game.traits else ("alpha-beta",)
    if "places" in game.traits and not line_length(game):
        return ("tree", *by_power, "random")
    return (*by_power, "tree", "random")


def _has_chance(game: Game) -> bool:
    """Return whether dice are thrown after the start."""
    if "chance" not in game.traits:
        return False
    start = game.start()
    return any(play_out(game, start, Dice(number))[0].dice > start.dice for number in range(_TRIALS))


def make_opponent(kind: str, seat: Seat) -> Opponent:
    """Return a computer player of a kind that fits the game."""
    return _MAKERS[kind][1](seat)


def _alpha_beta(seat: Seat, measure: Measure = "reach") -> Opponent:
    return Searcher(seat, AlphaBeta(seat.game, evaluator_for(seat.game, measure)))


def _tree(seat: Seat) -> Opponent:
    return Searcher(seat, TreeSearch(seat.game, seat.dice, evaluator_for(seat.game)))


def _chooser(seat: Seat, make: Callable[[Contest], Bot]) -> Opponent:
    contest = contest_of(seat.game)
    assert contest is not None
    seen = contest if seat.player == 0 else contest.mirrored
    return Chooser(seat, make(seen), Past(seen))


_MAKERS: Final[Mapping[str, tuple[str, Callable[[Seat], Opponent]]]] = {
    "alpha-beta": ("alpha-beta search, power by reach", _alpha_beta),
    "paper": ("alpha-beta search, power by the length of the rules", partial(_alpha_beta, measure="paper")),
    "tree": ("Monte Carlo tree search", _tree),
    "habits": ("reader of habits, with predictors", partial(_chooser, make=HabitReader)),
    "lattice": ("reader of habits, with bluffing", partial(_chooser, make=LatticeBot)),
    "matching": ("regret matching", Matcher),
    "random": ("random moves", Opponent),
}
KINDS: Final[Mapping[str, str]] = {kind: words for kind, (words, _) in _MAKERS.items()}
"""Kind of computer player -> what it is."""
