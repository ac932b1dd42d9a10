"""Chess from its description against python-chess: the same moves in random games."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from rogue.eggg.library import load
from rogue.eggg.rules.game_engine import BoardRules

chess = pytest.importorskip("chess", reason="python-chess is not installed")

MAX_PLIES: Final = 300


def as_uci(game: BoardRules, text: str) -> str:
    """Return a move as chess programs write it.

    >>> as_uci(None, "Castling e1-g1"), as_uci(None, "a7xb8=Knight")
    ('e1g1', 'a7b8n')
    """
    walk, _, kind = text.rpartition(" ")[2].partition("=")
    letter = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n", "": ""}[kind]
    return walk.replace("-", "").replace("x", "") + letter


def play(game: BoardRules, seed: int) -> int:
    """Play one random game with both programs; return its plies."""
    dice, board, state = Random(seed), chess.Board(), game.start()
    while True:
        moves = {as_uci(game, game.text(move)): move for move in game.moves(state, state.mover)}
        is_over = board.is_checkmate() or board.is_stalemate()
        is_drawn = board.is_repetition(3) or board.halfmove_clock >= 100 or len(board.piece_map()) == 2
        assert (game.result(state) is not None) == (is_over or is_drawn), board.fen()
        if is_over or is_drawn or state.ply >= MAX_PLIES:
            won = 0.5 if not board.is_checkmate() else float(board.turn == chess.BLACK)
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


@pytest.mark.long
def test_ten_thousand_games() -> None:
    game = load("chess")
    assert sum(play(game, seed) for seed in range(10_000)) > 1_000_000
