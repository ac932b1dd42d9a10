"""How strong the computer players are at games from descriptions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from unittest import mock

import pytest

from rogomatic.eggg import tree_search
from rogomatic.eggg.alpha_beta import AlphaBeta
from rogomatic.eggg.arena import pair_games
from rogomatic.eggg.evaluators import evaluator_for, powers
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import HARD, LEVELS, budget_of, kinds_for, make_opponent
from rogomatic.eggg.searcher import Searcher
from rogomatic.eggg.solved_game import SolvedGame, Worth
from rogomatic.eggg.tree_search import TreeSearch
from rogue.eggg.eggg_commands import position_of
from rogue.eggg.library import checked, game_of, load, shipped_names, text_of
from rogue.shared.board_games import Game, Move, State
from rogue.shared.seeds import Dice
from tests.rogomatic.eggg.small_games import HandMade, LineGame, Nim

ONE = (
    "4KNk1/8/4p3/8/8/5R2/8/1Q6", "3k4/1R6/8/3p4/7K/8/Q3n3/8",
    "8/8/5K1p/7Q/6Rr/8/8/7k", "3Q4/2r5/8/k1K5/5P2/R7/8/8",
    "4bk2/R7/6Q1/8/8/5P2/8/6K1", "1R6/8/8/3K4/k7/7Q/1P2p3/8",
    "8/8/3K4/2p2k2/8/6R1/1Q3p2/8", "7K/8/Q7/R7/1k6/3R4/8/6r1",
    "k7/P1R5/2K5/8/3p4/8/8/6Q1", "4k3/6Q1/5R1n/8/8/7K/2p5/8",
    "8/8/8/1Q3b2/7R/8/k4K1P/8", "2k5/1R6/8/3Q4/2p5/K7/4b3/8",
)  # fmt: skip
"""Positions in which White, to move, mates at once by one move only."""
TWO = (
    "2n5/2Q5/8/8/2R3p1/1K6/8/5k2", "8/4Rn1R/8/8/6k1/8/8/6KQ",
    "6k1/1K2Q3/8/1R6/8/8/3n1p2/8", "2N5/k2R4/8/8/1Q6/7K/8/7r",
    "8/8/8/4Bb2/3K4/4Q3/1k6/2R5", "8/8/1Q2R3/7k/5p2/8/6P1/2K5",
    "b7/8/6Q1/3k2B1/5R2/2K5/8/8", "7k/n4R2/8/5P2/8/1K6/5Q2/8",
    "2N3Q1/8/8/1k6/8/1n2K3/8/2R5", "8/8/8/N3R3/1K6/8/5nQ1/3k4",
    "8/5R2/8/2R5/8/K2Q4/3b4/6k1", "6RQ/7P/7k/1b6/8/8/8/1K6",
    "2N5/4p3/8/3Q1R2/8/4k3/8/6K1", "8/8/6Qn/K7/8/8/8/R3Bk2",
    "7Q/8/8/1R6/3K3p/4B3/8/7k", "8/k4n2/2B5/8/3R4/5Q2/8/7K",
    "7R/8/8/6k1/4p3/8/Q3R1K1/8", "8/6k1/8/5Q1p/R7/8/4K3/4R3",
    "7k/8/6p1/8/2R5/1Q2K3/8/2N5", "5Kb1/6R1/8/8/8/3k4/8/2R1Q3",
)  # fmt: skip
"""Positions in which White, to move, mates in two against any defense."""


def choice(game: Game, kind: str, state: State, budget: int) -> Move:
    search = AlphaBeta(game, evaluator_for(game)) if kind == "alpha-beta" else TreeSearch(game, Dice(1))
    return Searcher(Seat(game, state.mover, budget, Dice(2), SolvedGame(game, most=0)), search).choose(state)


def mates(game: Game, state: State, move: Move) -> bool:
    return game.result(game.after(state, (move,))) == (1.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["alpha-beta", "tree"])
def test_a_mate_in_one_is_always_given(kind: str) -> None:
    game = load("chess")
    for rows in ONE:
        state = position_of(game, rows)
        assert mates(game, state, choice(game, kind, state, LEVELS["easy"])), rows


@pytest.mark.long
def test_a_mate_in_two_is_found_in_19_of_20_positions() -> None:
    game = load("chess")
    found = 0
    for rows in TWO:
        state = position_of(game, rows)
        after = game.after(state, (choice(game, "alpha-beta", state, LEVELS["hard"]),))
        replies = [game.after(after, (reply,)) for reply in game.moves(after, 1)]
        found += bool(replies) and all(
            any(mates(game, then, move) for move in game.moves(then, 0)) for then in replies
        )
    assert found >= 0.95 * len(TWO)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "by_hand", "sizes"),
    [
        ("tic-tac-toe", LineGame(), (765, 5478)), ("nim", Nim(3, 4, 5), (232, 232)),
        ("misere-nim", Nim(3, 4, 5, misere=True), (232, 232)),
    ],
)  # fmt: skip
def test_small_games_are_solved_as_by_hand(name: str, by_hand: HandMade, sizes: tuple[int, int]) -> None:
    """Of the 5,478 positions of tic-tac-toe 765 are left when turned and mirrored ones count as one."""
    game = load(name)
    solved, beside = SolvedGame(game), SolvedGame(by_hand)
    expected = beside.worth(by_hand.start())
    assert expected is not None
    assert solved.worth(game.start()) == Worth(*expected)
    assert (len(solved), len(beside)) == sizes


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["alpha-beta", "tree"])
@pytest.mark.parametrize("name", ["tic-tac-toe", "nim", "misere-nim"])
def test_small_descriptions_are_never_lost(name: str, kind: str) -> None:
    points = list(pair_games(load(name), (kind, "random"), 60, (LEVELS["easy"],) * 2, seed=57))
    assert min(points) >= (0.5 if name == "tic-tac-toe" else 0)
    assert min(points[::2]) > 0, "the first player never loses"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["alpha-beta", "paper", "tree", "random"])
def test_choices_follow_from_the_view_and_the_dice(kind: str) -> None:
    game = load("breakthrough")
    chosen = []
    for seed in (1, 2):
        view = game.view(game.start(seed), 0)
        seat = Seat(game, 0, 60, Dice(3), SolvedGame(game, most=0))
        chosen.append(make_opponent(kind, seat).choose(view))
    assert chosen[0] == chosen[1]
    assert chosen[0] in game.moves(game.start(), 0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "kind", "games", "budget"),
    [
        ("connect-four", "alpha-beta", 20, 200), ("checkers", "alpha-beta", 10, 200),
        ("chess", "alpha-beta", 6, 200), ("reversi", "tree", 4, 200), ("hex", "tree", 2, 200),
        ("atari-go", "tree", 2, 30),
    ],
)  # fmt: skip
def test_random_moves_are_beaten_with_little_thought(name: str, kind: str, games: int, budget: int) -> None:
    assert sum(pair_games(load(name), (kind, "random"), games, (budget, budget), seed=57)) == games


def test_the_powers_of_chess_men_are_in_the_usual_order() -> None:
    game = load("chess")
    power = dict(zip(game.kinds, powers(game), strict=True))
    order = ["Queen", "Rook", "King", "Bishop", "Knight", "Pawn"]
    assert sorted(power, key=lambda kind: -power[kind]) == order
    by_rules = dict(zip(game.kinds, powers(game, "paper"), strict=True))
    assert max(by_rules, key=lambda kind: by_rules[kind]) == "King", "castling makes its rules long"
    assert min(by_rules, key=lambda kind: by_rules[kind]) == "Pawn"


CALLS: Final = 28_000_000  # of functions in about 5 seconds


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions are called, which measures work without a clock."""
    count = 0

    def note(_frame: object, event: str, _what: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def calls_at_hard(game: Game) -> int:
    """Return how many functions are called for a decision at hard, from two shares of one.

    What both begin with, such as games that are tried, does not count.
    """
    kind, hard, calls = kinds_for(game)[0], budget_of(game, "hard"), list[int]()
    for share in (400, 200):
        seat = Seat(game, 0, hard // share, Dice(1), SolvedGame(game, most=0))
        with mock.patch.object(tree_search, "_TRIALS", 2):
            calls.append(calls_of(partial(make_opponent(kind, seat).choose, game.start())))
    return 400 * (calls[1] - calls[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD)
def test_a_decision_at_hard_takes_five_seconds_at_most(name: str) -> None:
    assert calls_at_hard(load(name)) < CALLS


@pytest.mark.slow
def test_a_decision_in_a_game_like_none_measured_takes_no_longer() -> None:
    others = [load(name) for name in shipped_names("board games") if name not in HARD]
    searched = [game for game in others if kinds_for(game)[0] in ("tree", "alpha-beta")]
    assert searched
    assert [game.name for game in searched if calls_at_hard(game) >= CALLS] == []


def test_a_description_that_is_like_none_thinks_as_little_as_the_costliest() -> None:
    other = game_of(checked("game is Rows\nplayers are A and B\n5 x 5 grid\ngoal is line(4)"))
    child = game_of(checked("Far-Chess is like Chess\nno Castling"))
    assert (budget_of(other, "hard"), budget_of(child, "hard")) == (1_200, 20_000)
    assert [budget_of(load("go"), level) for level in LEVELS] == [200, 400, 1_200]


@pytest.mark.slow
def test_what_was_measured_belongs_to_the_rules_that_are_shipped() -> None:
    """Measure again, and change the digest, where the rules of a game change."""
    games = {name: load(name) for name in HARD}
    told = {name: (game.digest[:12], len(game.board.names)) for name, game in games.items()}
    assert told == {name: measured[:2] for name, measured in HARD.items()}


@pytest.mark.parametrize(("text", "budgets"), [
    ("X is like Go\n19 x 19 grid", [14, 29, 87]),
    ("X is like Hex\n19 x 19 grid", [98, 196, 590]),
    ("X is like Domineering\n20 x 20 grid", [9, 18, 56]),
    ("X is like Go\n5 x 5 grid", [200, 400, 1_200]),
    ("X is like Connect-Four\n20 x 20 grid", [200, 2_000, 15_750]),
    (text_of("go").replace("game is Go", "game is Chess"), [200, 400, 1_200]),
    (text_of("go").replace("game is Go", "game is Chess") .replace("9 x 9", "19 x 19"), [14, 29, 87]),
])  # fmt: skip
def test_larger_boards_think_of_fewer_moves_and_titles_mean_nothing(text: str, budgets: list[int]) -> None:
    game = game_of(checked(text))
    assert [budget_of(game, level) for level in LEVELS] == budgets
