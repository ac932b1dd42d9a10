"""Chess from its description against python-chess: the same moves in random games."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from rogue.eggg.library import checked, game_of, load
from rogue.eggg.rules.game_engine import BoardRules

chess = pytest.importorskip("chess", reason="python-chess is not installed")
variants = pytest.importorskip("chess.variant", reason="python-chess is not installed")

MAX_PLIES: Final = 300


def as_uci(game: BoardRules, text: str) -> str:
    """Return a move as chess programs write it.

    >>> as_uci(None, "Castling e1-g1"), as_uci(None, "a7xb8=Knight")
    ('e1g1', 'a7b8n')
    """
    walk, _, kind = text.rpartition(" ")[2].partition("=")
    letter = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n", "King": "k", "": ""}[kind]
    return walk.replace("-", "").replace("x", "") + letter


def play(game: BoardRules, seed: int, board: Any = None) -> int:
    """Play one random game with both programs; return its plies.  The default board is of chess."""
    dice, board, state = Random(seed), board or chess.Board(), game.start()
    while True:
        moves = {as_uci(game, game.text(move)): move for move in game.moves(state, state.mover)}
        is_over = board.is_checkmate() or board.is_stalemate() or board.is_variant_end()
        is_bare = len(board.piece_map()) == 2 and "count" in str(game.description.first("draw"))
        is_drawn = board.is_repetition(3) or board.halfmove_clock >= 100 or is_bare
        assert (game.result(state) is not None) == (is_over or is_drawn), board.fen()
        if is_over or is_drawn or state.ply >= MAX_PLIES:
            winner = board.outcome().winner if is_over else None
            won = 0.5 if winner is None else float(winner == chess.WHITE)
            assert (game.result(state) or (won,))[0] == won
            return state.ply
        assert sorted(moves) == sorted(move.uci() for move in board.legal_moves), board.fen()
        text = dice.choice(sorted(moves))
        board.push_uci(text)
        state = game.after(state, (moves[text],))


@pytest.mark.slow
def test_a_few_games() -> None:
    game = load("chess")
    assert sum(play(game, seed) for seed in range(3)) > 300


@pytest.mark.slow
def test_more_games() -> None:
    game = load("chess")
    assert sum(play(game, seed) for seed in range(3, 9)) > 600


VARIANTS: Final = {
    "KingOfTheHillBoard": 'Hill is ["8", "8", "8", "3XX3", "3XX3", "8", "8", "8"]\n'
    "goal is checkmate(King) or reached(King, Hill)",
    "ThreeCheckBoard": "checks of player starts at 0\n"
    "Move means checks increases by 1 if attacked(opponent King)\ngoal is checkmate(King) or checks = 3",
    "AntichessBoard": "no Castling\nno assert\ncaptures are compulsory\n"
    "Pawn at far row becomes Queen, Rook, Bishop, Knight or King\n"
    "goal is count(pieces) = 0 or stuck\ndraw is repeated(3) or since(capture or Pawn) >= 100",
}
"""Class of python-chess -> the differences from chess."""


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_variants(name: str) -> None:
    game = game_of(checked(f"Variant is like chess\n{VARIANTS[name]}"))
    assert sum(play(game, seed, getattr(variants, name)()) for seed in range(4)) > 150


@pytest.mark.long
def test_ten_thousand_games() -> None:
    game = load("chess")
    assert sum(play(game, seed) for seed in range(10_000)) > 1_000_000
