"""Positions as text: rows of the board, the player to move, what has moved before."""

from __future__ import annotations

from typing import NoReturn

from rogue.eggg.language.description import EgggError
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.game_engine import Rules
from rogue.shared.board_games import Move, State


def position_of(rules: Rules, text: str) -> State:
    """Return the position that a text describes: "ROWS PLAYER [last MOVE] [moved SQUARE ...]".

    What stands where it stood at the start has not moved, unless the text says so; the player is the first
    one unless said; "last e2-e4" is the move before.  Raises EgggError.
    """
    first, *rest = text.split() or [""]
    start, names = rules.start(), rules.board.names
    squares, mover, last = _squares(rules, first), start.mover, None
    pairs = enumerate(zip(squares, start.squares, strict=True))
    touched = sum(1 << at for at, (new, old) in pairs if new != old)
    words = iter(rest)
    for word in words:
        if word == "last":
            begin, _, end = next(words, "").partition("-")
            if begin not in names or end not in names:
                _refuse(f"no move {begin}-{end} can have been made")
            last = Move(mover, "move", names.index(begin), names.index(end), ())
        elif (player := rules.setup.player_named(fold(word))) >= 0:
            mover = player
        elif word in names and "moved" in rest:
            touched |= 1 << names.index(word)
        elif word != "moved":
            _refuse(f"{word} is not a player; a position is ROWS PLAYER [last e2-e4] [moved a1]")
    past = (hash(squares),) if start.past else ()
    ply = 1 if last else 0
    return start._replace(squares=squares, mover=mover, touched=touched, last=last, past=past, ply=ply)


def _squares(rules: Rules, text: str) -> tuple[int, ...]:
    board, setup = rules.board, rules.setup
    if setup.is_counting:
        parts = text.split(",")
        if len(parts) != len(board) or not all(part.isdigit() and len(part) < 6 for part in parts):
            _refuse(f"{text} is not a position of {len(board)} numbers")
        return tuple(map(int, parts))
    rows = [setup.cells_of(row) for row in text.split("/")]
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        _refuse(f"{text} has no {board.rows} rows of {board.columns} squares")
    return setup.filled(setup.description.said[0], rows)


def _refuse(told: str) -> NoReturn:
    raise EgggError([f"eggg: {told}"])
