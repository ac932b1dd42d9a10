"""The command words that a person in a match may enter instead of a move, each with its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rogomatic.eggg.match import HIDES, GameMatch
from rogue.shared.board_games import Described, Game, Move, PuzzleGame, State
from rogue.shared.sealed_text import digest_of_text
from rogue.shared.wording import listed, with_article

NEW: Final = "new"
LETTERS: Final = {
    "?": ("rules", "shows this page"),
    "h": ("hint", "suggests a move, with the reason"),
    "u": ("undo", "takes back your last move"),
    "m": ("moves", "lists the legal moves"),
    "v": ("verify", "shows what was sealed"),
    "r": ("resign", "resigns the match"),
    "n": (NEW, "begins another match"),
    "s": ("save", "leaves; the match is saved"),
    "q": ("quit", "leaves; the match is saved"),
}
"""Key -> (command word, what it does)."""
WORDS: Final = frozenset(word for word, _ in LETTERS.values())
LEAVE: Final = frozenset({"save", "quit"})
WHICH: Final = "which"
"""Returned instead of a command word if a letter may mean to resign, or may begin a move."""
_ALSO: Final = {"help": "rules", "exit": "quit"}


def keys_of(match: GameMatch) -> dict[str, tuple[str, str]]:
    """Return the rows of `LETTERS` whose words can do something in a match now."""
    traits = match.game.traits
    is_sealed = match.deck is not None or bool(match.machines and "simultaneous" in traits)
    is_over = match.outcome is not None
    idle = {"h": is_over or {"puzzle", "chance"} <= traits, "u": match.hides, "v": not is_sealed,
            "m": is_over, "r": is_over, "n": not match.is_over}  # fmt: skip
    return {key: row for key, row in LETTERS.items() if not idle.get(key)}


def word_of(match: GameMatch, text: str, *, at_once: bool = False) -> str:
    """Return the command word that a text stands for, or "".  Return WHICH if it may mean to resign.

    If Enter was pressed, a letter stands for its word in LETTERS unless the letter is itself a legal move.
    Without Enter, three things must hold: no legal move begins with the letter, it is not the letter of a
    piece, and the word is not "resign".  A capital letter can begin a move only in card games.

    at_once  whether the text is a letter without Enter, which may begin a longer text such as Rd4
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
    """Return the move that a single key makes in a puzzle.  Return None if the key makes no move.

    cursor  square that the key fills if it is a letter
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
    """Return where the cursor begins: top left in letter puzzles, bottom left in other games."""
    points = match.game.board.points
    if "fills" not in match.game.traits:
        return 0
    return max(range(len(points)), key=lambda square: (points[square][1], -points[square][0]))


def steered(match: GameMatch) -> dict[tuple[int, int], Move] | None:
    """Return {(right, up): move} for puzzles where each arrow key makes one move.  Otherwise return None."""
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
    """Return the command word of a key, or "".  In an unsolved letter puzzle, only the key "?" has one."""
    if "fills" in match.game.traits and key != "?" and match.outcome is None:
        return ""
    word = LETTERS.get(key.lower(), ("",))[0]
    if steered(match) is not None and word not in ("", NEW, "resign"):
        return word
    return word_of(match, key, at_once=True)


_MOST_TOLD: Final = 60  # moves of a kind in a list
_SECRET: Final = "Its secret is shown when the match is over."


def rules_page(game: Described) -> list[str]:
    """Return the rules of a game, followed by the defaults for what they leave open."""
    told = game.described()
    return [*told["sentences"], "", "The defaults that apply:", *(row["says"] for row in told["defaults"])]


def help_page(match: GameMatch, *, by_lines: bool = False) -> list[str]:
    """Return the help for a match: the rules, how to enter a move, and the other keys."""
    rows = _keys(match)
    if "fills" in match.game.traits:
        other = "Type other words after a slash; ? shows this page:"
        names = [f"/{word}" for word, _ in rows.values()]
    else:
        other = "Other keys, in either case, or words (press Enter after a letter that can begin a move):"
        names = [f"{key.upper()}, {word}" for key, (word, _) in rows.items()]
    told = [f"  {name:<10} {does}" for name, (_, does) in zip(names, rows.values(), strict=True)]
    told += [f"  {'U':<10} {HIDES}"] * (match.hides and not match.puzzle)
    pieces = [*legend(match.game), ""] if legend(match.game) else []
    return [*rules_page(match.game), "", *pieces, *_how_to_move(match, by_lines=by_lines), other, *told]


def letters_of(game: Game, player: int) -> str:
    """Return the letters of a player's pieces, then of hidden ones.  Return "" if pieces have no letters."""
    if game.traits & {"counts", "letters", "fills"} or game.board.shape == "choices":
        return ""
    own = [piece for piece in game.pieces if piece.owner == player]
    hidden = "".join(f", hidden {piece.letter}" for piece in own if piece.kind < 0)
    return "".join(dict.fromkeys(piece.letter for piece in own if piece.kind >= 0)) + hidden


def legend(game: Game) -> list[str]:
    """Return lines with the players' letters and the pieces' names.  Return [] if pieces have no letters."""
    if "puzzle" in game.traits:
        return piece_names(game)
    sides = [f"{name}: {own}" for one, name in enumerate(game.players) if (own := letters_of(game, one))]
    return [f"{'; '.join(sides)}.", *piece_names(game)] if sides else []


def piece_names(game: Game) -> list[str]:
    """Return [line with the letter and name of each kind of piece].  If there is only one kind, return []."""
    found: dict[int, str] = {}
    for piece in game.pieces[1:] if any(letters_of(game, one) for one in range(len(game.players))) else ():
        if piece.kind >= 0 and game.kinds[piece.kind] not in (piece.letter, *game.players):
            found.setdefault(piece.kind, f"{piece.letter} {game.kinds[piece.kind]}")
    marks = cast("PuzzleGame", game).marks if "puzzle" in game.traits else ()
    return [f"{', '.join([*found.values(), *marks])}."] if len(found) > 1 else []


def told_moves(game: Game, moves: Sequence[Move]) -> str:
    """Return the legal moves as a text, at most 60 of each name; "" if there are none."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.name, []).append(move)
    told: list[str] = []
    for group in groups.values():
        texts = [game.text(move) for move in group[:_MOST_TOLD]]
        if "stakes" in game.traits and len(group) > 1 and group[0].choice:  # amounts between are legal, too
            texts = [f"{texts[0]} to {group[-1].choice}"]
        elif more := len(group) - len(texts):
            texts.append(f"and {more} more")
        told.append(", ".join(texts))
    return f"Legal moves: {'; '.join(told)}." if told else ""


def rest_of_turn(game: Game, view: State, moves: Sequence[Move]) -> str:
    """Return a sentence that asks for a step of a setup or a begun turn, or "" in other turns."""
    if not view.step or not moves or "cards" in game.traits:  # with cards, a step is a phase of all players
        return ""
    if view.step < 0:
        return f"Arrange your side: swap two of your pieces, as in {game.text(moves[-1])}, or type ready."
    asked = dict.fromkeys(_asked(game, view, move) for move in moves)
    return f"Your turn continues: {listed(list(asked), 'or')}, such as {game.text(moves[0])}."


def _asked(game: Game, view: State, move: Move) -> str:
    """Describe a move in words, such as "place a knight"."""
    if move.name == "remove":
        piece = game.pieces[view.squares[move.to]]
        of = f" of {game.players[piece.owner]}" if piece.owner >= 0 else ""
        return f"remove {with_article(game.kinds[piece.kind])}{of}" if piece.kind >= 0 else "remove a piece"
    if move.name == "place" and move.choice:
        return f"place {with_article(game.kinds[game.pieces[move.choice].kind])}"
    return move.name


def key_line(match: GameMatch) -> str:
    """Return the line of keys below a match.  Keys that need Enter come last."""
    keys = {key.upper(): "restart" if " " in word else word for key, (word, _) in _keys(match).items()}
    if "fills" in match.game.traits and match.outcome is None:
        undo = ", /undo" if "U" in keys else ""
        return f" Letters fill, Backspace clears, ? rules; / begins words: /hint{undo}, /quit"
    how = ["Enter move" if steered(match) is None else "Arrows move"]
    if match.puzzle:
        keys.pop("M", "")
        how += ["digits press"] * bool(match.puzzle.buttons)
    at_once = [key for key, word in keys.items() if word in ("restart", word_of_key(match, key))]
    later = [key for key, word in keys.items() if key not in at_once and word_of(match, key) == word]
    if later:  # there is less room, and Q keeps the match, too
        at_once, later = ([key.replace("Q", "S/Q") for key in row if key != "S"] for row in (at_once, later))
        keys["S/Q"] = "save"
    shown = [*how * (match.outcome is None), *(f"{key} {keys[key]}" for key in at_once)]
    behind = f"; with Enter: {', '.join(f'{key} {keys[key]}' for key in later)}" if later else ""
    return f" {', '.join(shown)}{behind} "


def _keys(match: GameMatch) -> dict[str, tuple[str, str]]:
    """Return the result of `keys_of`.  In a puzzle with levels, add the key that begins the level again."""
    keys, game = keys_of(match), match.puzzle
    if game and "fills" not in game.traits and game.levels > 1 and match.outcome is None:
        keys["r"] = (f"level {game.level(match.state)}", "restarts this level")
    return keys


def _how_to_move(match: GameMatch, *, by_lines: bool) -> list[str]:
    game = match.game
    if "fills" in game.traits and not by_lines:
        return ["Letters fill the square under the cursor, which arrows move; Backspace clears it."]
    if steered(match) is not None and not by_lines:
        return ["Arrows move; you can also type a move and press Enter."]
    if match.puzzle and (buttons := match.puzzle.buttons) and not by_lines:
        return [f"Digits press buttons: {', '.join(f'{one} {name}' for one, name in enumerate(buttons, 1))}."]
    kinds = {move.name: game.text(move) for move in reversed(match.moves())}
    such = f": {', '.join(kinds.values())}" if kinds else ""
    if game.board.names and not by_lines:
        how = "choose squares with arrows and Enter or the mouse, or type the move and press Enter"
        return [f"To move, {how}{such}."]
    cards = ["Name a card, or give its place in your hand: 9d or 3."] * any(one.path for one in match.moves())
    return [f"To move, type the move and press Enter{such}.", *cards]


def answer(match: GameMatch, word: str, *, by_lines: bool = False) -> list[str]:
    """Carry out a command word.  Return the lines of the answer."""
    match word:
        case "hint":
            if hint := match.hint():
                return [f"{match.game.text(hint.move)}: {hint.reason}"]
            return ["It is not your turn." if match.player is None else "No hint was found."]
        case "undo":
            return [match.undo() or "Taken back."]
        case "moves":
            return [told_moves(match.game, match.moves()) or "It is not your turn."]
        case "rules":
            return help_page(match, by_lines=by_lines)
        case "verify":
            sealed = [f"{one.text} has {'' if digest_of_text(one.text) == one.digest else 'not '}the digest"
                      f" that was shown before, {one.digest}." for one in match.opened.values()]  # fmt: skip
            return sealed or _deck(match) or ["Nothing was sealed in the previous turn."]
        case "resign" if match.outcome is None:
            match.resign()
        case _ if word == WHICH:
            return ["Type resign to resign, or more letters of the move."]
    return []


def _deck(match: GameMatch) -> list[str]:
    """Return lines about the sealed deck.  After the match, they include its secret."""
    if (deck := match.deck) is None:
        return []
    told = f"The secret was: {deck.sealed.text}" if match.is_over else _SECRET
    return [f"The deck was sealed as {deck.sealed.digest} and cut with {deck.cut!r}.", told]
