"""The help of a match: its rules, how moves are made, its keys."""

from __future__ import annotations

from typing import cast

from rogomatic.eggg.key_words import keys_of, word_of
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.puzzle_keys import steered, word_of_key
from rogue.shared.board_games import Game, PuzzleGame


def rules_page(game: Game) -> list[str]:
    """Return the rules of a game, with what else holds in it."""
    told = game.described()
    return [
        *told["sentences"],
        "",
        "What the rules leave open:",
        *(row["says"] for row in told["defaults"]),
    ]


def help_page(match: GameMatch) -> list[str]:
    """Return the rules of a match, how a move is made, and the other keys."""
    rows = _keys(match)
    if "fills" in match.game.traits:
        other, names = (
            "Other words follow a slash; ? shows this page:",
            [f"/{word}" for word, _ in rows.values()],
        )
    else:
        other = "Other keys, small or large, or words; Enter follows a letter that may begin a move:"
        names = [f"{key.upper()}, {word}" for key, (word, _) in rows.items()]
    told = [f"  {name:<10} {does}" for name, (_, does) in zip(names, rows.values(), strict=True)]
    return [*rules_page(match.game), "", *_how_to_move(match), other, *told]


def key_line(match: GameMatch) -> str:
    """Return the line of keys below a match; at its end those that Enter follows."""
    keys = {key.upper(): "restart" if " " in word else word for key, (word, _) in _keys(match).items()}
    if "fills" in match.game.traits:
        undo = ", /undo" if "U" in keys else ""
        return f" Letters fill, Backspace clears, ? rules; / begins words: /hint{undo}, /quit"
    if "puzzle" in match.game.traits:
        game = cast("PuzzleGame", match.game)
        first = [
            "Enter move" if steered(match) is None else "Arrows move",
            *["digits press"] * bool(game.buttons),
        ]
        shown = [f"{key} {word}" for key, word in keys.items() if word != "moves"]
        return f" {', '.join([*first, *shown])} "
    at_once = [key for key, word in keys.items() if word_of_key(match, key) == word]
    later = [key for key, word in keys.items() if key not in at_once and word_of(match, key) == word]
    if later:  # there is less room, and Q keeps the match, too
        at_once, later = ([key for key in row if key != "S"] for row in (at_once, later))
    shown = [*["Enter move"] * (match.outcome is None), *(f"{key} {keys[key]}" for key in at_once)]
    behind = f"; with Enter: {', '.join(f'{key} {keys[key]}' for key in later)}" if later else ""
    return f" {', '.join(shown)}{behind} "


def _keys(match: GameMatch) -> dict[str, tuple[str, str]]:
    """Return the keys that do something, with the word of each and what it does."""
    keys = keys_of(match)
    if "puzzle" not in match.game.traits or "fills" in match.game.traits:
        return keys
    game = cast("PuzzleGame", match.game)
    if game.levels > 1 and match.outcome is None:
        keys["r"] = (f"level {game.level(match.state)}", "begins this level again")
    return keys


def _how_to_move(match: GameMatch) -> list[str]:
    """Return how a person moves here."""
    game = match.game
    if "fills" in game.traits:
        return ["Letters fill the square under the cursor, which arrows move; Backspace clears it."]
    if steered(match) is not None:
        return ["Arrows move; a move may also be typed, and Enter."]
    buttons = cast("PuzzleGame", game).buttons if "puzzle" in game.traits else ()
    if buttons:
        return [f"Digits press buttons: {', '.join(f'{one} {name}' for one, name in enumerate(buttons, 1))}."]
    if game.board.names:
        return [
            "To move, choose squares with arrows and Enter, or with the mouse; or type the move, and Enter."
        ]
    kinds = {move.name: game.text(move) for move in reversed(match.moves())}
    such = f": {', '.join(kinds.values())}" if kinds else ""
    has_cards = any(move.path for move in match.moves())
    cards = ["Cards go by name, or by place in your hand: 9d, or 3."] if has_cards else []
    return [f"To move, type the move, and Enter{such}.", *cards]
