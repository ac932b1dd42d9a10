"""Numbers of moves, games, and positions that are known from elsewhere, counted from the descriptions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest

from rogue.eggg.eggg_commands import perft, position_of
from rogue.eggg.library import checked, game_of, load
from rogue.eggg.rules.game_engine import BoardRules
from rogue.eggg.rules.squares import grid, hexagon_cells
from rogue.shared.board_games import State

load_once = cache(load)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R White"
ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 White"
PROMOTING = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R White"
CALM = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 White"

COUNTS = [
    ("tic-tac-toe", "", [9, 72, 504, 3_024, 15_120]),
    ("connect-four", "", [7, 49, 343, 2_401]),
    ("reversi", "", [4, 12, 56, 244, 1_396]),
    ("checkers", "", [7, 49, 302, 1_469, 7_361]),
    ("international-draughts", "", [9, 81, 658, 4_265]),
    ("chess", "", [20, 400, 8_902]),
    ("chess", KIWIPETE, [48, 2_039]),
    ("chess", ENDING, [14, 191, 2_812]),
    ("chess", PROMOTING, [44, 1_486]),
    ("chess", CALM, [46, 2_079]),
    ("amazons", "", [80, 2_176]),  # an arrow is a ply of its own
    ("breakthrough", "", [22, 484, 11_132]),
    ("hex", "", [121, 14_520]),
    ("go", "", [82, 6_643]),
    ("minixiangqi", "", [19, 331, 6_664]),
]
"""Game, position, and the numbers of series of 1, 2, 3 ... moves."""

DEEP = [
    ("tic-tac-toe", "", 6, 54_720),
    ("connect-four", "", 6, 117_649),
    ("reversi", "", 6, 8_200),
    pytest.param("reversi", "", 7, 55_092, marks=pytest.mark.long),
    ("checkers", "", 6, 36_768),
    pytest.param("checkers", "", 7, 179_740, marks=pytest.mark.long),
    pytest.param("international-draughts", "", 6, 167_140, marks=pytest.mark.long),
    pytest.param("minixiangqi", "", 4, 127_164, marks=pytest.mark.long),
    pytest.param("chess", "", 4, 197_281, marks=pytest.mark.long),
    ("chess", KIWIPETE, 3, 97_862),
    pytest.param("chess", ENDING, 4, 43_238, marks=pytest.mark.long),
    pytest.param("chess", PROMOTING, 3, 62_379, marks=pytest.mark.long),
    ("chess", CALM, 3, 89_890),
]


def start(game: BoardRules, position: str) -> State:
    return position_of(game, position) if position else game.start()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position", "counts"), COUNTS)
def test_moves_are_as_many_as_known(name: str, position: str, counts: list[int]) -> None:
    game = load_once(name)
    found = [perft(game, start(game, position), depth) for depth in range(1, len(counts) + 1)]
    assert found == counts


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position", "depth", "count"), DEEP)
def test_moves_to_greater_depths(name: str, position: str, depth: int, count: int) -> None:
    game = load_once(name)
    assert perft(game, start(game, position), depth) == count


Ends = Counter[tuple[int, float]]


def ends_from(game: BoardRules, state: State, known: dict[object, Ends]) -> Ends:
    """Return how many games from a position end after so many plies with what for the first player."""
    payoffs = game.result(state)
    if payoffs is not None:
        known[state.squares] = Ends([(state.ply, payoffs[0])])
    if state.squares not in known:
        after = [game.after(state, (move,)) for move in game.moves(state, state.mover)]
        known[state.squares] = sum((ends_from(game, one, known) for one in after), Ends())
    return known[state.squares]


@pytest.mark.slow
def test_all_games_of_tic_tac_toe() -> None:
    game = load_once("tic-tac-toe")
    known: dict[object, Ends] = {}
    found = ends_from(game, game.start(), known)
    by_winner = {won: sum(n for (_, who), n in found.items() if who == won) for won in (1.0, 0.0, 0.5)}
    by_length = {plies: sum(n for (ply, _), n in found.items() if ply == plies) for plies in range(5, 10)}
    assert by_winner == {1.0: 131_184, 0.0: 77_904, 0.5: 46_080}
    assert by_length == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
    assert found.total() == 255_168
    assert len(known) == 5_478


def positions(game: BoardRules, plies: int) -> list[int]:
    """Return how many positions there are after 0, 1, 2 ... plies."""
    level, counts = {game.start().squares: game.start()}, [1]
    for _ in range(plies):
        after = [
            game.after(state, (move,)) for state in level.values() for move in game.moves(state, state.mover)
        ]
        level = {state.squares: state for state in after}
        counts.append(len(level))
    return counts


@pytest.mark.slow
def test_positions_of_connect_four() -> None:
    assert positions(load_once("connect-four"), 6) == [1, 7, 49, 238, 1_120, 4_263, 16_422]


def value(game: BoardRules, state: State, known: dict[object, float]) -> float:
    """Return what the player to move gets with best play of both."""
    key = game.key(state)
    if key not in known:
        payoffs = game.result(state)
        if payoffs is not None:
            known[key] = payoffs[state.mover]
        else:
            after = [game.after(state, (move,)) for move in game.moves(state, state.mover)]
            known[key] = max(
                value(game, one, known) if one.mover == state.mover else 1 - value(game, one, known)
                for one in after
            )
    return known[key]


@pytest.mark.slow
def test_tic_tac_toe_is_a_draw() -> None:
    game = load_once("tic-tac-toe")
    assert value(game, game.start(), {}) == 0.5


def is_won(name: str, sizes: tuple[int, ...]) -> bool:
    """Return whether the player to move wins heaps by the theory of Bouton."""
    balance = sizes[0] ^ sizes[1] ^ sizes[2] != 0
    return balance if name == "nim" or max(sizes) > 1 else not balance


@pytest.mark.parametrize("name", ["nim", "misere-nim"])
def test_nim_is_won_as_the_theory_says(name: str) -> None:
    game = load_once(name)
    known: dict[object, float] = {}
    for sizes in product(range(4), range(5), range(6)):
        if any(sizes):
            state = game.start()._replace(squares=sizes)
            assert (value(game, state, known) == 1.0) == is_won(name, sizes), sizes


@pytest.mark.slow
def test_a_full_hex_board_has_one_chain() -> None:
    """On each full board of 3 x 3 exactly one side is connected."""
    small = game_of(checked("Small is like hex\n3 x 3 grid"))
    for stones in product((1, 2), repeat=9):
        scene = small.start()._replace(squares=stones)
        payoffs = small.result(scene)
        assert payoffs in ((1.0, 0.0), (0.0, 1.0)), stones


@pytest.mark.parametrize(
    ("size", "whole", "cut"), [(3, 1, 6), (4, 7, 6), (5, 13, 6), (6, 19, 12), (7, 31, 12)]
)
def test_cells_of_hexagons(size: int, whole: int, cut: int) -> None:
    """5 x 5 gives the 13 squares and 6 halves of the original paper."""
    cells = hexagon_cells(size)
    board = grid(size, size, "hexagon", hexagons=True, by_lines=False)
    assert len(cells) == len(board) == whole + cut


KALAH = ["DLWLWD", "WLLLWW", "DW"]
"""What the first player gets with 1, 2, 3 pits a side, and 1 to 6 seeds in each."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pits", "seeds", "won"),
    [(pits, seeds, won) for pits, row in enumerate(KALAH, 1) for seeds, won in enumerate(row, 1)],
)
def test_small_kalah_is_solved(pits: int, seeds: int, won: str) -> None:
    game = game_of(
        checked(f"Small is like mancala\neach player has {pits} pits and a store of {seeds} seeds")
    )
    assert value(game, game.start(), {}) == "LDW".index(won) / 2
