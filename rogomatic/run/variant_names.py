"""The names of games, which tell the edition or the variant."""

from __future__ import annotations

import shlex
from pathlib import PurePath
from string import hexdigits
from typing import Final

_MARK: Final = "@"
_DIGITS: Final = 8  # digits of the shortened digest


def full_name(name: str, digest: str) -> str:
    """Return the full name of a variant.

    It is the name or the file of the variant, with the beginning of the digest of the rules.

    >>> full_name("coffee", "036fd2fdcc")
    'coffee@036fd2fd'
    """
    return f"{name}{_MARK}{shortened(digest)}"


def shortened(digest: str) -> str:
    """Return the part of a digest that full names contain."""
    return digest[:_DIGITS]


def name_and_digest(edition: str) -> tuple[str, str]:
    """Return the two parts of a full name: the name and the shortened digest.

    The argument may also be a plain edition such as "5.4", or the command of another program.  Then return
    two empty texts.

    >>> name_and_digest("coffee@036fd2fd"), name_and_digest("5.4"), name_and_digest("ssh play@cafe")
    (('coffee', '036fd2fd'), ('', ''), ('', ''))
    """
    name, _, digest = edition.rpartition(_MARK)
    return (name, digest) if len(digest) == _DIGITS and set(digest) <= set(hexdigits) else ("", "")


def game_name(edition: str, command: str) -> str:
    """Return the short name of a game.

    edition  the edition, the full name of a variant, or ""
    command  the command of the program if `edition` is ""

    >>> game_name("5.4", ""), game_name("coffee@036fd2fd", ""), game_name("/home/ann/ice.toml@036fd2fd", "")
    ('Rogue 5.4', 'coffee', 'ice')
    >>> game_name("", "'/my games/rogue' -q"), game_name("", "env SEED={seed} ./rogue54 -n")
    ('rogue', 'rogue54')
    """
    if variant := name_and_digest(edition)[0]:
        return PurePath(variant).name.removesuffix(".toml")
    if edition:
        return f"Rogue {edition}"
    try:
        words = shlex.split(command)
    except ValueError:  # quotes without an end, in a file from elsewhere
        words = command.split()
    words = words or ["Rogue"]
    return PurePath(next((word for word in words if word != "env" and "=" not in word), words[0])).name


def arguments_of(edition: str) -> list[str]:
    """Return the command-line arguments that choose an edition or a variant.

    edition  an edition, or the full name of a variant

    >>> arguments_of("5.2"), arguments_of("coffee@036fd2fd")
    (['--edition', '5.2'], ['--variant', 'coffee'])
    """
    name, _ = name_and_digest(edition)
    return ["--variant", name] if name else ["--edition", edition]
