"""Decks that both sides shuffle: the seed follows from a sealed secret with a cut."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogue.shared.board_games import Game
from rogue.shared.sealed_text import SealedText, SealError, digest_of_text, seal, unseal

_SEED_DIGITS: Final = 16


class SealedDeck(NamedTuple):
    """A sealed secret, and the text by which the other side cuts the deck."""

    sealed: SealedText
    cut: str

    @property
    def seed(self) -> int:
        """The seed of all shuffles, below 2**64, by SHA-256 of digest, text, and cut."""
        return int(digest_of_text(f"{self.sealed.digest} {self.sealed.text} {self.cut}")[:_SEED_DIGITS], 16)


def seal_deck(game: Game, digits: str) -> SealedText:
    """Return a secret for the shuffles of a match, sealed.  Raises ValueError as `seal`."""
    return seal(f"game {game.digest}, deck", digits)


def check_deck(game: Game, seed: int, deck: SealedDeck, digest: str) -> None:
    """Check that a match was dealt from the deck whose digest was shown before it.

    Raises SealError with what is not so.
    """
    if unseal(deck.sealed.text, digest) != f"game {game.digest}, deck":
        raise SealError("The secret belongs to another description.")
    if deck.seed != seed:
        raise SealError("The cards were not dealt from the sealed secret and this cut.")
