"""Positions as text: rows of the board, the player to move, what has moved before."""

from __future__ import annotations

from typing import Final

from rogue.eggg.language.description import EgggError
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.game_engine import Rules
from rogue.shared.board_games import Move, State

_COUNTED: Final = ("heaps", "pits")


def position_text(rules: Rules, state: State) -> str:
    """Return the board and the mover of a position: r3k2r/8/8/8/8/8/8/R3K2R White; heaps as 3,4,5."""
    mover = rules.players[state.mover]
    if rules.board.shape in _COUNTED:
        return f"{','.join(map(str, state.squares))} {mover}"
    rows = []
    for row in range(rules.board.rows - 1, -1, -1):
        squares = [rules.board.at(column, row) for column in range(rules.board.columns)]
        letters = [rules.pieces[state.squares[one]].letter if one >= 0 else "." for one in squares]
        rows.append(_packed("".join(letters)))
    return f"{'/'.join(rows)} {mover}"


def _packed(row: str) -> str:
    """Return a row with numbers for empty squares.

    >>> _packed("..r.....")
    '2r5'
    """
    found, empty = "", 0
    for letter in [*row, ""]:
        if letter == ".":
            empty += 1
            continue
        found += f"{empty or ''}{letter}"
        empty = 0
    return found


def position_of(rules: Rules, text: str) -> State:
    """Return the position that a text describes: "ROWS PLAYER [last MOVE] [moved SQUARE ...]".

    What stands where it stood at the start has not moved, unless the text says so; the player is the first
    one unless said; "last e2-e4" is the move before.  Raises EgggError.
    """
    words = text.split()
    start = rules.start()
    squares = _squares(rules, words[0] if words else "")
    mover, last = start.mover, None
    touched = sum(
        1 << at for at, (new, old) in enumerate(zip(squares, start.squares, strict=True)) if new != old
    )
    names = rules.board.names
    rest = words[1:]
    while rest:
        word = rest.pop(0)
        if word == "last" and rest:
            begin, _, end = rest.pop(0).partition("-")
            if begin not in names or end not in names:
                raise EgggError([f"eggg: no move {begin}-{end} can have been made"])
            last = Move(mover, "move", names.index(begin), names.index(end), ())
        elif word == "moved":
            while rest and rest[0] in names:
                touched |= 1 << names.index(rest.pop(0))
        elif (player := rules.setup.player_named(fold(word))) >= 0:
            mover = player
        else:
            raise EgggError([f"eggg: {word} is no player; a position is ROWS PLAYER [last e2-e4] [moved a1]"])
    past = (hash(squares),) if start.past else ()
    return start._replace(
        squares=squares, mover=mover, touched=touched, last=last, past=past, ply=1 if last else 0
    )


def _squares(rules: Rules, text: str) -> tuple[int, ...]:
    if rules.board.shape in _COUNTED:
        parts = text.split(",")
        if len(parts) != len(rules.board) or not all(part.isdigit() and len(part) < 6 for part in parts):
            raise EgggError([f"eggg: {text} is no position of {len(rules.board)} numbers"])
        return tuple(map(int, parts))
    rows = [rules.setup.cells_of(row) for row in text.split("/")]
    said = rules.setup.description.said[0]
    if len(rows) != rules.board.rows or any(len(row) != rules.board.columns for row in rows):
        raise EgggError([f"eggg: {text} has no {rules.board.rows} rows of {rules.board.columns} squares"])
    return rules.setup.filled(said, rows)
