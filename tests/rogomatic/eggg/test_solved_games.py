"""Small games that are solved whole, and players that never lose them."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from rogomatic.eggg.arena import pair_games
from rogomatic.eggg.solved_game import SolvedGame, Worth
from tests.rogomatic.eggg.small_games import HandMade, LineGame, Nim, Ring


@pytest.mark.slow
def test_tic_tac_toe_has_5478_positions_and_is_drawn() -> None:
    game = LineGame()
    solved = SolvedGame(game)
    assert solved.worth(game.start()) == Worth(0.5, 0)
    assert len(solved) == 5478


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_where_the_exclusive_or_says(misere: bool) -> None:
    game = Nim(3, 4, 5, misere=misere)
    solved = SolvedGame(game)
    solved.worth(game.start())
    assert len(solved) == 232
    for first in range(4):
        for second in range(5):
            for third in range(6):
                heaps = (first, second, third)
                if any(heaps):
                    is_won = reduce(xor, heaps) != 0 if not misere or max(heaps) > 1 else sum(heaps) % 2 == 0
                    state = game.start()._replace(squares=heaps)
                    worth = solved.worth(state)
                    assert worth is None or worth.value == is_won, heaps


def test_a_game_with_cycles_is_a_draw_where_nobody_can_force_the_end() -> None:
    game = Ring()
    solved = SolvedGame(game)
    start = game.start()
    assert solved.worth(start) == Worth(0.5, 0)
    assert [move.to for move in solved.best_moves(start)] == [3], "the other step lets the other side win"
    beside = start._replace(squares=(0, 1, 0, 0, 0, 0), mover=1)
    assert solved.worth(beside) == Worth(0.0, 1)


@pytest.mark.slow
def test_large_games_stay_unsolved() -> None:
    game = LineGame(7, 6, 4, drops=True)
    assert SolvedGame(game).best_moves(game.start()) == []
    assert SolvedGame(LineGame(), most=100).best_moves(LineGame().start()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [LineGame(), Nim(3, 4, 5), Nim(3, 4, 5, misere=True)], ids=["line", "nim", "misere"]
)
@pytest.mark.parametrize("kind", ["tree", "alpha-beta"])
def test_solved_games_are_never_lost(game: HandMade, kind: str) -> None:
    points = list(pair_games(game, (kind, "random"), 40, (1, 1), seed=5))
    begun = points[::2]
    assert min(points) >= (0.5 if isinstance(game, LineGame) else 0.0)
    assert sum(points) > 30
    if isinstance(game, Nim):
        assert begun == [1.0] * 20, "the first player wins"
