"""The words of a person in a match besides moves, with the keys that stand for them."""

from __future__ import annotations

from typing import Final

from rogomatic.eggg.match import GameMatch
from rogue.shared.board_games import Move

NEW: Final = "new"
LETTERS: Final = {
    "?": ("rules", "shows this page"),
    "h": ("hint", "suggests a move, with the reason"),
    "u": ("undo", "takes your last move back"),
    "m": ("moves", "lists the legal moves"),
    "v": ("verify", "shows what was sealed"),
    "r": ("resign", "gives the match up"),
    "n": (NEW, "begins another match"),
    "s": ("save", "leaves; the match is kept"),
    "q": ("quit", "leaves, too"),
}
"""Key -> the word that it stands for, and what it does."""
WORDS: Final = frozenset(word for word, _ in LETTERS.values())
LEAVE: Final = frozenset({"save", "quit"})
WHICH: Final = "which"
"""Instead of a word, where a letter may mean to resign or begin a move."""
_ALSO: Final = {"help": "rules", "exit": "quit"}


def keys_of(match: GameMatch) -> dict[str, tuple[str, str]]:
    """Return the rows of `LETTERS` that can do something in a match."""
    traits = match.game.traits
    is_sealed = match.deck is not None or bool(match.machines and "simultaneous" in traits)
    is_over = match.outcome is not None
    idle = {"h": is_over or {"puzzle", "chance"} <= traits, "u": match.hides, "v": not is_sealed,
            "m": is_over, "r": is_over, "n": not match.is_over}  # fmt: skip
    return {key: row for key, row in LETTERS.items() if not idle.get(key)}


def word_of(match: GameMatch, text: str, *, at_once: bool = False) -> str:
    """Return the word that a text stands for, "" if it is one of a move, or WHICH.

    A letter and Enter stand for its word, unless they are a whole move.  A key alone does so in capitals,
    and also in small where no legal move begins with it; among cards only where none does.  No key
    alone resigns.

    at_once  whether the text is a key, which may be the first letter of more: R of resign, or of Rd4
    """
    game, folded = match.game, text.strip().lower()
    word = _ALSO.get(folded, folded)
    if word in WORDS:
        return word if word != NEW or match.is_over else ""
    if folded not in LETTERS or folded == "?":
        return LETTERS.get(folded, ("",))[0]
    word, is_same = LETTERS[folded][0], text.strip() == folded
    if word == NEW and not match.is_over:
        return ""
    if at_once and match.outcome is not None:
        return word if folded in keys_of(match) else ""
    is_small = is_same or "cards" in game.traits  # whose names begin with capitals: Qh
    moves = [game.text(move).lower() for move in match.moves()] if is_small else []
    is_begun = any(one.startswith(folded) for one in moves)
    if not at_once:
        return "" if folded in moves else WHICH if is_begun and word == "resign" else word
    if "walks" in game.traits and match.state.step >= 0:
        is_begun |= any(one.letter.lower() == folded for one in game.pieces if one.kind >= 0)
    is_begun |= "letters" in game.traits and is_same  # a small letter begins a word
    is_begun |= "cards" in game.traits and word in LEAVE  # Qs, or stand
    return "" if is_begun or word == "resign" else word


DIGITS: Final = "123456789"
_RESTART: Final = "r"


def puzzle_move(match: GameMatch, key: str, cursor: int) -> Move | None:
    """Return the move that a key alone means in a puzzle, None for none.

    cursor  square that letters go into
    """
    game, text = match.puzzle, ""
    if game is None or match.player is None or len(key) != 1:
        return None
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
    if match.puzzle is None:
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
    if "fills" in match.game.traits and key != "?" and match.outcome is None:
        return ""
    if steered(match) is not None and key.lower() in LETTERS and LETTERS[key.lower()][0] != NEW:
        return LETTERS[key.lower()][0]
    return word_of(match, key, at_once=True)
