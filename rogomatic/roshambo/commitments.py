"""Commitments: a throw is fixed before the other side throws."""

from __future__ import annotations

from rogomatic.roshambo.throws import NAMES
from rogue.shared.sealed_text import SealedText, SealError, seal, unseal


def commit(throw: int, digits: str) -> SealedText:
    """Return the commitment to a throw.  Raises ValueError for fewer than 64 random digits."""
    return seal(NAMES[throw], digits)


def verify(text: str, digest: str) -> int:
    """Return the throw that a revealed text names.  Raises SealError for another digest."""
    name = unseal(text, digest)
    if name not in NAMES:
        raise SealError(f"The text does not name a throw: {', '.join(NAMES)}.")
    return NAMES.index(name)
