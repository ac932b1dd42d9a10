"""Choices of simultaneous turns, sealed before the other side chooses."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rogue.shared.board_games import Game, Move
from rogue.shared.sealed_text import SealedText, SealError, seal, unseal

_FORM: Final = re.compile(r"game ([0-9a-f]{64}), round ([0-9]+), (.+) chooses (.+)")


class SealedChoice(NamedTuple):
    """A revealed choice: the digest of the description, the round from 1, the player, and the choice."""

    game: str
    round: int
    player: str
    choice: str


def seal_choice(game: Game, round_number: int, move: Move, digits: str) -> SealedText:
    """Return the sealed text of a choice.  Raises ValueError for fewer than 64 random digits."""
    player, choice = game.players[move.player], game.text(move)
    return seal(f"game {game.digest}, round {round_number}, {player} chooses {choice}", digits)


def open_choice(text: str, digest: str) -> SealedChoice:
    """Return the choice of a revealed text.  Raises SealError for another digest, or another text."""
    found = _FORM.fullmatch(unseal(text, digest))
    if not found:
        raise SealError("The text does not name a game, a round, a player, and a choice.")
    return SealedChoice(found[1], int(found[2]), found[3], found[4])
