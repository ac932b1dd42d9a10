"""Commitments: a throw is fixed before the other side throws."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from rogomatic.roshambo.throws import NAMES
from rogue.shared.errors import RogomaticError

DIGITS: Final = 64  # hexadecimal: 32 bytes


class CommitmentError(RogomaticError):
    """A text that does not prove a choice; the message is a sentence for the user."""


class Commitment(NamedTuple):
    """A throw and its proof.

    digest  SHA-256 of the text, shown before the other side throws
    text    the name of the throw and random digits, revealed afterwards
    """

    text: str
    digest: str


def commit(throw: int, digits: str) -> Commitment:
    """Return the commitment to a throw.

    digits  at least DIGITS fresh random hexadecimal digits.  Raises ValueError for fewer.
    """
    if len(digits) < DIGITS:
        raise ValueError(f"{len(digits)} random digits, and {DIGITS} are needed")
    text = f"{NAMES[throw]} {digits}"
    return Commitment(text, _digest(text))


def verify(text: str, digest: str) -> int:
    """Return the throw that a revealed text names.  Raises CommitmentError for another digest."""
    if _digest(text) != digest.strip().lower():
        raise CommitmentError("The digest of this text is another one: the choice was changed, or mistyped.")
    name = text.split(" ", 1)[0]
    if name not in NAMES:
        raise CommitmentError(f"The text does not name a throw: {', '.join(NAMES)}.")
    return NAMES.index(name)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
