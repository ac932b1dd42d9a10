"""Texts of moves, as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rogue.eggg.rules.movements import WALK
from rogue.eggg.rules.setup import Setup
from rogue.shared.board_games import NO_SQUARE, Move, State
from rogue.shared.wording import listed, with_article

_LISTED: Final = 12  # squares in a refusal
_IDLE: Final = re.compile(r"[\s\-=.]+")


class MoveTexts:
    """Writer and reader of the moves of one game."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._has_choice = len(setup.kinds) > len(setup.players) or not setup._is_own

    def text(self, move: Move) -> str:
        """Return a move as text, unique in its position."""
        names, name = self.setup.board.names, move.name
        if name == "pass":
            return name
        if name == "take":
            return f"{move.choice} from {names[move.start]}"
        if name == "choose":
            return self.setup.kinds[move.choice - 1]
        if name == "sow":
            return names[move.start]
        if name == "remove":
            return f"x{names[move.to]}"
        kind = self._kind(move.choice)
        if move.start == NO_SQUARE:
            return f"{kind} {names[move.to]}" if self._has_choice and kind else names[move.to]
        path = "x".join([names[square] for square in move.path])
        walk = path or f"{names[move.start]}{'x' if move.taken else '-'}{names[move.to]}"
        text = f"{walk}={kind}" if kind else walk
        return text if name == WALK else f"{name} {text}"

    def _kind(self, code: int) -> str:
        return self.setup.kinds[self.setup.pieces[code].kind] if code else ""

    def find(self, moves: Iterable[Move], text: str) -> Move | None:
        """Return the move that a text means; a part will do if only one move has it."""
        wanted = plain(text)
        texts = [(plain(self.text(move)), move) for move in moves]
        for told, move in texts:
            if told == wanted:
                return move
        without = wanted.replace("x", "")
        near = [move for told, move in texts if wanted and without in told.replace("x", "")]
        return near[0] if len(near) == 1 else None

    def refusal(self, state: State, player: int, text: str, moves: Sequence[Move]) -> str:
        """Return why a text is no legal move, with what could be done instead."""
        names = self.setup.board.names
        squares = [names.index(word) for word in re.findall(r"[a-z]{1,2}\d+", text.lower()) if word in names]
        if any(move.taken for move in moves) and all(move.taken and move.path for move in moves):
            return f"A jump must be made: {listed([self.text(move) for move in moves[:_LISTED]], 'or')}."
        if not squares:
            return f"No move is written so; one is {self.text(moves[0])}."
        code = state.squares[squares[0]]
        piece = self.setup.pieces[code] if 0 <= code < len(self.setup.pieces) else None
        if len(squares) == 1:
            return f"{names[squares[0]]} is not possible."
        if piece is None or not code:
            return f"{names[squares[0]]} is empty."
        if piece.owner != player:
            return f"The {self.setup.kinds[piece.kind]} on {names[squares[0]]} is not yours."
        can = [names[move.to] for move in moves if move.start == squares[0]]
        kind = with_article(self.setup.kinds[piece.kind])
        where = f"it can go to {listed([*dict.fromkeys(can)][:_LISTED])}" if can else "it cannot move now"
        return (
            f"{kind[0].upper()}{kind[1:]} on {names[squares[0]]} cannot go to {names[squares[1]]}; {where}."
        )


def plain(text: str) -> str:
    """Return a text without case, blanks, and hyphens.

    >>> plain("E2 - E4")
    'e2e4'
    """
    return _IDLE.sub("", text.lower())
