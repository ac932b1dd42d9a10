"""Digests that commit a side to its choice or deck before the other side chooses, without revealing it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rogue.shared.board_games import Described, Game, Move
from rogue.shared.sealed_text import SealedText, SealError, digest_of_text, seal, unseal

_FORM: Final = re.compile(r"game ([0-9a-f]{64}), round ([0-9]+), (.+) chooses (.+)")


class SealedChoice(NamedTuple):
    """A choice that was sealed and is now revealed.  `game` is the digest of the game's description."""

    game: str
    round: int  # counted from 1
    player: str
    choice: str


def seal_choice(game: Game, round_number: int, move: Move, digits: str) -> SealedText:
    """Return the sealed text of a choice.  Raises ValueError for fewer than 64 random `digits`."""
    player, choice = game.players[move.player], game.text(move)
    return seal(f"game {game.digest}, round {round_number}, {player} chooses {choice}", digits)


def open_choice(text: str, digest: str) -> SealedChoice:
    """Return the choice in a revealed text.  Raises SealError if the text does not fit the digest."""
    found = _FORM.fullmatch(unseal(text, digest))
    if not found:
        raise SealError("The text does not name a game, a round, a player, and a choice.")
    return SealedChoice(found[1], int(found[2]), found[3], found[4])


_SEED_DIGITS: Final = 16


class SealedDeck(NamedTuple):
    """The secret of one side, and a text of the other side.  Neither side alone decides the shuffles."""

    sealed: SealedText
    cut: str

    @property
    def seed(self) -> int:
        """Seed of all shuffles: the first 64 bits of the SHA-256 of digest, text, and cut."""
        return int(digest_of_text(f"{self.sealed.digest} {self.sealed.text} {self.cut}")[:_SEED_DIGITS], 16)


def seal_deck(game: Described, digits: str) -> SealedText:
    """Return a sealed secret for the shuffles of a match.  Raises ValueError for fewer than 64 `digits`."""
    return seal(f"game {game.digest}, deck", digits)


def check_deck(game: Game, seed: int, deck: SealedDeck, digest: str) -> None:
    """Check that a match was dealt from the deck whose digest was shown before the match.

    Raises SealError, whose text says what is wrong.
    """
    if unseal(deck.sealed.text, digest) != f"game {game.digest}, deck":
        raise SealError("The secret belongs to another game description.")
    if deck.seed != seed:
        raise SealError("The cards were not dealt from the sealed secret and this cut.")
