"""How a variant is called where an edition is named: with the digest of its rules."""

from __future__ import annotations

from string import hexdigits
from typing import Final

_MARK: Final = "@"
_DIGITS: Final = 8  # of the digest that are kept


def full_name(name: str, digest: str) -> str:
    """Return the full name of a variant, from its name or file and the digest of its rules.

    >>> full_name("coffee", "036fd2fdcc")
    'coffee@036fd2fd'
    """
    return f"{name}{_MARK}{shortened(digest)}"


def shortened(digest: str) -> str:
    """Return what a full name has of a digest."""
    return digest[:_DIGITS]


def name_and_digest(edition: str) -> tuple[str, str]:
    """Return the name and the shortened digest in a full name, or two empty texts for an edition.

    Another program is none, either, though it may be named where an edition stands.

    >>> name_and_digest("coffee@036fd2fd"), name_and_digest("5.4"), name_and_digest("ssh play@cafe")
    (('coffee', '036fd2fd'), ('', ''), ('', ''))
    """
    name, _, digest = edition.rpartition(_MARK)
    return (name, digest) if len(digest) == _DIGITS and set(digest) <= set(hexdigits) else ("", "")


def arguments_of(edition: str) -> list[str]:
    """Return the arguments of a command that name an edition, or a variant by its full name.

    >>> arguments_of("5.2"), arguments_of("coffee@036fd2fd")
    (['--edition', '5.2'], ['--variant', 'coffee'])
    """
    name, _ = name_and_digest(edition)
    return ["--variant", name] if name else ["--edition", edition]
