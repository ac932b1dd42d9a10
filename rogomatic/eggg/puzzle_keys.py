"""What keys mean in a puzzle: letters into squares, arrows that move a piece, digits for buttons."""

from __future__ import annotations

from typing import Final, cast

from rogomatic.eggg.key_words import LETTERS, word_of
from rogomatic.eggg.match import GameMatch
from rogue.shared.board_games import Move, PuzzleGame

DIGITS: Final = "123456789"
_RESTART: Final = "r"


def puzzle_move(match: GameMatch, key: str, cursor: int) -> Move | None:
    """Return the move that a key alone means in a puzzle, None for none.

    cursor  square that letters go into
    """
    if "puzzle" not in match.game.traits or match.player is None or len(key) != 1:
        return None
    game = cast("PuzzleGame", match.game)
    text = ""
    if "fills" in game.traits and key.isalpha() and key.isascii():
        text = f"{game.board.names[cursor]}={key}"
    elif "fills" in game.traits and key in ("\b", " "):
        text = f"clear {game.board.names[cursor]}"
    elif key in DIGITS[: len(game.buttons)]:
        text = game.buttons[int(key) - 1]
    elif key.lower() == _RESTART and game.levels > 1:
        text = f"level {game.level(match.state)}"
    return game.find(match.state, 0, text) if text else None


def first_square(match: GameMatch) -> int:
    """Return where the cursor begins: at the top on the left where squares hold letters, else below."""
    points = match.game.board.points
    if "fills" not in match.game.traits:
        return 0
    return max(range(len(points)), key=lambda square: (points[square][1], -points[square][0]))


def steered(match: GameMatch) -> dict[tuple[int, int], Move] | None:
    """Return the moves of a puzzle by arrow, where an arrow moves one piece one square; else None."""
    if "puzzle" not in match.game.traits:
        return None
    points, found = match.game.board.points, dict[tuple[int, int], Move]()
    for move in match.moves():
        if move.to < 0:
            continue
        (x, y), (column, row) = points[move.start], points[move.to]
        way = (round(column - x), round(row - y))
        if move.start < 0 or abs(way[0]) + abs(way[1]) != 1 or way in found:
            return None
        found[way] = move
    return found or None


def word_of_key(match: GameMatch, key: str) -> str:
    """Return the word that a key alone stands for, "" for none; letters of puzzles fill squares."""
    if "fills" in match.game.traits and key != "?":
        return ""
    if steered(match) is not None and key.lower() in LETTERS:
        return LETTERS[key.lower()][0]
    return word_of(match, key, at_once=True)
