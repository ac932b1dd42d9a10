"""The words of a person in a match, besides moves."""

from __future__ import annotations

from typing import Final

from rogomatic.eggg.match import GameMatch
from rogue.shared.board_games import Game

LETTERS: Final = {
    "?": ("rules", "shows this page"),
    "h": ("hint", "suggests a move, with the reason"),
    "u": ("undo", "takes your last move back"),
    "m": ("moves", "lists the legal moves"),
    "v": ("verify", "shows what the machine had sealed"),
    "r": ("resign", "gives this round up"),
    "s": ("save", "leaves; the match is kept"),
    "q": ("quit", "leaves, too"),
}
"""Key -> the word that it stands for, and what it does."""
WORDS: Final = frozenset(word for word, _ in LETTERS.values())
LEAVE: Final = frozenset({"save", "quit"})
_NOT_YOURS: Final = "It is not your turn."
_ALSO: Final = {"help": "rules", "exit": "quit"}


def word_of(match: GameMatch, text: str, *, at_once: bool = False) -> str:
    """Return the word that a text stands for, "" if it is one of a move.

    A letter stands for its word in capitals, and also in small where no legal move begins with it; among
    cards only where none does.

    at_once  whether the text is a key, which may be the first letter of more: R of resign, or of Rd4
    """
    game, folded = match.game, text.strip().lower()
    word = _ALSO.get(folded, folded)
    if word in WORDS:
        return word
    is_small = text.strip() == folded or "cards" in game.traits  # whose names begin with capitals: Qh
    begun = [game.text(move) for move in match.moves()] if is_small else []
    if at_once and "walks" in game.traits:
        begun += [piece.letter for piece in game.pieces if piece.kind >= 0]
    if at_once and "letters" in game.traits and text.strip() == folded:
        begun.append(folded)  # a small letter begins a word
    if folded not in LETTERS or (folded != "?" and any(one.lower().startswith(folded) for one in begun)):
        return ""
    return LETTERS[folded][0]


def answer(match: GameMatch, word: str) -> list[str]:
    """Do what a word says; return the lines that answer it."""
    match word:
        case "hint":
            hint = match.hint()
            return (
                ["No move is yours now." if match.player is None else "No hint was found."]
                if hint is None
                else [f"{match.game.text(hint.move)}: {hint.reason}"]
            )
        case "undo":
            return [match.undo() or "Taken back."]
        case "moves":
            told = ", ".join(map(match.game.text, match.moves()))
            return [f"Legal moves: {told}." if told else _NOT_YOURS]
        case "rules":
            return rules_page(match.game)
        case "verify":
            sealed = [f"{seal.text}: {seal.digest}" for seal in match.opened]
            return sealed or _deck(match) or ["Nothing was sealed in the turn before."]
        case "resign" if match.outcome is None:
            match.resign()
    return []


def _deck(match: GameMatch) -> list[str]:
    """Return what is known of the sealed deck: its secret, too, when the match is over."""
    if match.deck is None:
        return []
    sealed, cut = match.deck.sealed, match.deck.cut
    told = (
        f"The secret was: {sealed.text}" if match.is_over else "Its secret is shown when the match is over."
    )
    return [f"The deck was sealed as {sealed.digest} and cut with {cut!r}.", told]


def rules_page(game: Game) -> list[str]:
    """Return the rules of a game, what else holds in it, and the keys."""
    told = game.described()
    how = (
        "To move, choose squares with arrows and Enter, or with the mouse; or type the move, and Enter."
        if game.board.names else
        "To move, type the move, and Enter: call, raise 5, fold; cards by name or place: 9d 4s, or 3 4."
    )  # fmt: skip
    besides = [row["says"] for row in told["defaults"]]
    keys = [f"  {key.upper()}, {word:<7} {does}" for key, (word, does) in LETTERS.items()]
    return [
        *told["sentences"], "", "What the rules leave open:", *besides, "",
        how, "Other keys, small or large, or words; Enter follows a letter that may begin a move:", *keys,
    ]  # fmt: skip
