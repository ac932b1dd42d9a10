"""Sealed texts: a digest, shown before the other side chooses, proves later that a choice was not changed."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from rogue.shared.errors import RogueError

NONCE_DIGITS: Final = 64  # hexadecimal: 32 bytes


class SealError(RogueError):
    """Exception for a revealed text that cannot be accepted as proof of a choice.

    The message is a sentence for the user.
    """


class SealedText(NamedTuple):
    """A choice and its proof.

    text    the choice and random digits, revealed at the end
    digest  SHA-256 of the text, shown before the other side chooses
    """

    text: str
    digest: str


def digest_of_text(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits, as `sha256sum` prints it."""
    return sha256(text.encode()).hexdigest()


def seal(choice: str, digits: str) -> SealedText:
    """Return a choice sealed with `digits`, which must be new random hexadecimal digits.

    Raises ValueError for fewer than NONCE_DIGITS digits.
    """
    if len(digits) < NONCE_DIGITS:
        raise ValueError(f"{len(digits)} random digits, and {NONCE_DIGITS} are needed")
    text = f"{choice} {digits}"
    return SealedText(text, digest_of_text(text))


def unseal(text: str, digest: str) -> str:
    """Return the choice in a revealed text.  Raises SealError if the text has another digest."""
    if digest_of_text(text) != digest.strip().lower():
        raise SealError("This text has another digest: the choice was changed or mistyped.")
    return text.rpartition(" ")[0]
