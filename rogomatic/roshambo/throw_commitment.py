"""Commitments: a choice is fixed before the other chooses, and cannot be read until it is revealed."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from rogomatic.base_error import RogomaticError
from rogomatic.roshambo.throws import NAMES

DIGITS: Final = 64  # hexadecimal: 32 bytes


class CommitmentError(RogomaticError):
    """A text that does not prove a choice; the message is a sentence for the user."""


class Commitment(NamedTuple):
    """A choice with what proves it.

    text    what is revealed: the choice and the digits      digest  what is shown before

    The digest of a text is shown first: SHA-256 of the choice's name and many random digits.  It binds, as
    nobody finds a second text with that digest, and it hides, as nobody can try all digits.
    """

    text: str
    digest: str


def commit(throw: int, digits: str) -> Commitment:
    """Return the commitment to a throw.

    digits  fresh random ones, hexadecimal, DIGITS of them.  Raises ValueError at fewer.
    """
    if len(digits) < DIGITS:
        raise ValueError(f"{len(digits)} random digits, and {DIGITS} are needed")
    text = f"{NAMES[throw]} {digits}"
    return Commitment(text, _digest(text))


def verify(text: str, digest: str) -> int:
    """Return the throw that a revealed text names.  Raises CommitmentError if the digest is not its own."""
    if _digest(text) != digest.strip().lower():
        raise CommitmentError("The digest of this text is another one: the choice was changed, or mistyped.")
    name = text.split(" ", 1)[0]
    if name not in NAMES:
        raise CommitmentError(f"The text does not name a throw: {', '.join(NAMES)}.")
    return NAMES.index(name)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
