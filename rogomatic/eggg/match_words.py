"""What the words of a person in a match do."""

from __future__ import annotations

from typing import Final

from rogomatic.eggg.key_words import WHICH
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_help import help_page

_NOT_YOURS: Final = "It is not your turn."


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
            return help_page(match)
        case "verify":
            sealed = [f"{seal.text}: {seal.digest}" for seal in match.opened]
            return sealed or _deck(match) or ["Nothing was sealed in the turn before."]
        case "resign" if match.outcome is None:
            match.resign()
        case _ if word == WHICH:
            return ["Type resign to give the match up, or more of a move than its first letter."]
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
