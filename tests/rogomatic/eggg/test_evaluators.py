"""Values of positions, and powers of pieces, beside the figures that are printed for them."""

from __future__ import annotations

import pytest

from rogomatic.eggg.evaluators import (
    LineEvaluator,
    PieceEvaluator,
    dimension,
    evaluator_for,
    lines_of,
    paper_motility,
    place_weights,
    powers,
    ranks,
    reach_motility,
    rule_sums,
)
from rogue.shared.board_games import EMPTY, NOBODY, Move, Piece, SaidMovement, State
from tests.rogomatic.eggg.small_games import DRAWN, Grid, HandMade, LineGame, Nim

CORNER = (
    (29.2, 31.2, 32.4, 32.9),
    (31.2, 33.6, 34.9, 35.6),
    (32.4, 34.9, 36.5, 37.2),
    (32.9, 35.6, 37.2, 38.0),
)  # fmt: skip
"""A quarter of the table for 8 x 8; the others mirror it."""


def test_all_64_weights_of_the_squares_are_the_printed_ones() -> None:
    weights = place_weights(Grid(8, 8), 1 / 2)
    for row in range(8):
        for column in range(8):
            assert round(weights[row * 8 + column], 1) == CORNER[min(row, 7 - row)][min(column, 7 - column)]


def test_flat_boards_have_two_dimensions_and_lines_have_one() -> None:
    line = Grid(5, 1)
    line.shape = "graph"
    assert (dimension(Grid(8, 8)), dimension(line)) == (2, 1)


class Rooks(HandMade):
    """Rooks that move one square or more along ranks and files, and pawns that step up or take up."""

    board = Grid(4, 4)
    kinds = ("Rook", "Pawn")
    pieces = (
        Piece(-1, NOBODY, "."), Piece(0, 0, "R"), Piece(1, 0, "P"), Piece(0, 1, "r"), Piece(1, 1, "p"),
    )  # fmt: skip
    traits = frozenset({"walks"})
    captures = (frozenset({0, 1}), frozenset({1}))
    movements_said = ((SaidMovement(24, slides=True),), (SaidMovement(20),))

    def start(self, seed: int = 0) -> State:
        return State((1, 2, 2, 2, *[EMPTY] * 8, 4, 4, 4, 3))

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        directions = (0, 1, 4, 5) if self.pieces[code].kind == 0 else (1,) if code < 3 else (5,)
        found = []
        for direction in directions:
            to = self.board.links[direction][square]
            while to >= 0:
                found.append(to)
                to = self.board.links[direction][to] if self.pieces[code].kind == 0 else -1
        return tuple(found)

    def moves(self, state: State, player: int) -> list[Move]:
        if player != state.mover:
            return []
        return [
            Move(player, "move", start, to, ((start, EMPTY), (to, code)), (to,) if state.squares[to] else ())
            for start, code in enumerate(state.squares)
            if self.pieces[code].owner == player
            for to in self.reach(code, start)
            if self.pieces[state.squares[to]].owner != player
        ]

    def result(self, state: State) -> tuple[float, ...] | None:
        return None if self.moves(state, state.mover) else DRAWN


def test_the_power_of_a_piece_is_motility_by_rank_by_rarity() -> None:
    game = Rooks()
    assert reach_motility(game) == [6 / 0.75, 1]
    assert ranks(game.captures, [1, 3]) == [3, 1]
    assert powers(game) == pytest.approx((8 * 3 * 4**0.5, 1 * 1 * (4 / 3) ** 0.5))
    rook, pawn = 24 + 4 - 2, 20 + 4 - 4
    assert rule_sums(game) == [rook, pawn]
    assert powers(game, "paper") == pytest.approx((rook / (pawn / 9) * 3 * 4, 4 / 3))


def test_motility_by_length_gives_the_printed_powers_of_chess() -> None:
    sums, counts = (281, 181, 188, 148, 130, 761), (1, 1, 2, 2, 2, 8)
    printed = (23.63, 15.22, 3.95, 3.11, 2.73, 1)
    assert [round(one, 2) for one in paper_motility(sums, counts)] == list(printed)


def test_ranks_of_circles_and_of_the_least_that_takes_the_greatest() -> None:
    circle = [frozenset({1}), frozenset({2}), frozenset({0})]
    assert ranks(circle, [1, 1, 1]) == [1, 1, 1]
    spy, marshal, scout = 0, 1, 2
    captures = [frozenset({marshal}), frozenset({scout}), frozenset({spy})]
    found = ranks(captures, [1, 1, 8])
    assert found[marshal] > found[spy], "one spy takes the marshal, eight scouts the spy"


def test_a_position_is_worth_pieces_moves_and_places() -> None:
    game = Rooks()
    state = State((1, 0, 0, 0, *[EMPTY] * 8, 0, 0, 0, 4))
    evaluator = PieceEvaluator(game, (5.0, 2.0))
    weights = place_weights(game.board, 0.5)
    own = 5 + 5 * 6**0.5 + 5 * weights[0]
    other = 2 + 2 * 1**0.5 + 2 * weights[15]
    unit = 2 * (1 + sum(weights) / 16)
    assert evaluator.value(state, 0) == pytest.approx((own - other) / unit)
    assert evaluator.value(state, 1) == pytest.approx((other - own) / unit)


def test_in_a_giveaway_game_pieces_count_against_their_player() -> None:
    class Giveaway(Rooks):
        traits = Rooks.traits | {"giveaway"}

    state = State((1, 0, 0, 0, *[EMPTY] * 8, 0, 0, 0, 4))
    values = [PieceEvaluator(game, powers(game)).value(state, 0) for game in (Rooks(), Giveaway())]
    assert values[0] == -values[1] != 0


def test_captures_and_promotions_gain_and_flips_do_not() -> None:
    evaluator = PieceEvaluator(Rooks(), (5.0, 2.0))
    state = State((1, 0, 0, 0, 4, *[EMPTY] * 7, 2, 0, 0, 0))
    assert evaluator.gain(state, Move(0, "move", 0, 4, ((0, 0), (4, 1)), (4,))) == 2
    assert evaluator.gain(state, Move(0, "move", 0, 1, ((0, 0), (1, 1)))) == 0
    assert evaluator.gain(state, Move(0, "move", 8, 12, ((8, 0), (12, 1)), choice=1)) == 5
    assert evaluator.gain(state, Move(0, "place", -1, 8, ((8, 2), (4, 2)), (4,), choice=2)) == 0


def test_lines_count_that_only_one_side_can_fill() -> None:
    game = LineGame()
    assert len(list(lines_of(game.board, 3))) == 8
    assert len(list(lines_of(Grid(7, 6), 4))) == 69
    evaluator = evaluator_for(game)
    assert isinstance(evaluator, LineEvaluator)
    middle = State((0, 0, 0, 0, 1, 0, 0, 0, 0), 1)
    assert evaluator.value(middle, 0) == 4 * 4 / 16
    answered = State((2, 0, 0, 0, 1, 0, 0, 0, 0), 0)
    assert evaluator.value(answered, 0) == (3 * 4 - 2 * 4) / 16
    assert evaluator.value(answered, 1) == -evaluator.value(answered, 0)


def test_points_of_the_description_come_before_pieces() -> None:
    class Scored(Rooks):
        def score(self, state: State, player: int) -> float | None:
            return float(sum(self.pieces[code].owner == player for code in state.squares))

    evaluator = evaluator_for(Scored())
    assert evaluator
    assert evaluator.value(State((1, 1, 1, 3)), 1) == -2
    assert evaluator_for(Nim(3, 4, 5)) is None, "heaps say nothing by themselves"
