"""The kinds of computer players that there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from rogomatic.eggg.alpha_beta import AlphaBeta
from rogomatic.eggg.choosers import Chooser, Matcher, contest_of
from rogomatic.eggg.evaluators import evaluator_for, line_length
from rogomatic.eggg.habit_reader import HabitReader
from rogomatic.eggg.piece_power import Measure
from rogomatic.eggg.playouts import play_out
from rogomatic.eggg.searcher import Hint, Searcher
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.eggg.tree_search import TreeSearch
from rogomatic.roshambo.contest import Contest
from rogomatic.roshambo.strategy_lattice import LatticeBot
from rogomatic.roshambo.throws import Bot, Past
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice

LEVELS: Final[Mapping[str, int]] = {"easy": 200, "fair": 2_000, "hard": 20_000}
"""Nodes or random games that a player may spend on a move."""
_TRIALS: Final = 3  # random games in which dice may be thrown


class Opponent(Protocol):
    """A computer player of one match, who is shown views."""

    def choose(self, view: State) -> Move:
        """Return a legal move in a position where it is this player's turn."""

    def hint(self, view: State) -> Hint:
        """Return the best move for the player to move, with the reason.

        It throws dice: a table asks another opponent than the one that plays.
        """

    def saw(self, moves: Sequence[Move]) -> None:
        """Take note of the moves of all players in a simultaneous turn."""

    def belief(self) -> str:
        """Return what this player believes of the other, as a sentence to it; "" if nothing."""


class RandomMover:
    """An opponent that moves at random, as a measure for the others."""

    def __init__(self, game: Game, player: int, dice: Dice) -> None:
        self._game = game
        self._player = player
        self._dice = dice

    def choose(self, view: State) -> Move:
        """Draw a move."""
        return self._dice.one_of(self._game.moves(view, self._player))

    def hint(self, view: State) -> Hint:
        """Draw a move."""
        return Hint(self.choose(view), "It was drawn at random.")

    def saw(self, moves: Sequence[Move]) -> None:
        """Do nothing."""

    def belief(self) -> str:
        """Return ""."""
        return ""


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


KINDS: Final[Mapping[str, str]] = {
    "alpha-beta": "alpha-beta search, power by reach",
    "paper": "alpha-beta search, power by the length of the rules",
    "tree": "Monte Carlo tree search",
    "habits": "reader of habits, with predictors",
    "lattice": "reader of habits, with bluffing",
    "matching": "regret matching",
    "random": "random moves",
}


class Seat(NamedTuple):
    """What a computer player is made of.

    budget  nodes or random games that it may spend on a move
    solved  shared by the players of a game, which is then solved once
    """

    game: Game
    player: int
    budget: int
    dice: Dice
    solved: SolvedGame


def make_opponent(kind: str, seat: Seat) -> Opponent:
    """Return a computer player of a kind that fits the game."""
    return _MAKERS[kind](seat)


def _alpha_beta(measure: Measure) -> Callable[[Seat], Opponent]:
    def make(seat: Seat) -> Opponent:
        search = AlphaBeta(seat.game, evaluator_for(seat.game, measure))
        return Searcher(seat.game, search, seat.budget, seat.dice, seat.solved)

    return make


def _tree(seat: Seat) -> Opponent:
    search = TreeSearch(seat.game, seat.dice, evaluator_for(seat.game))
    return Searcher(seat.game, search, seat.budget, seat.dice, seat.solved)


def _chooser(make: Callable[[Contest], Bot]) -> Callable[[Seat], Opponent]:
    def made(seat: Seat) -> Opponent:
        contest = contest_of(seat.game)
        assert contest is not None
        seen = contest if seat.player == 0 else contest.mirrored
        return Chooser(seat.game, make(seen), Past(seen), seat.player, seat.dice)

    return made


_MAKERS: Final[Mapping[str, Callable[[Seat], Opponent]]] = {
    "alpha-beta": _alpha_beta("reach"),
    "paper": _alpha_beta("paper"),
    "tree": _tree,
    "habits": _chooser(HabitReader),
    "lattice": _chooser(LatticeBot),
    "matching": lambda seat: Matcher(seat.game, seat.player, seat.budget, seat.dice),
    "random": lambda seat: RandomMover(seat.game, seat.player, seat.dice),
}
