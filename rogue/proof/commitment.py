"""Commitments: a text that fixes all of a game before its first key (PRF-6)."""

from __future__ import annotations

import json
from typing import Final

from rogue import __version__
from rogue.shared.sealed_text import digest_of_text
from rogue.tables.edition_table import EDITIONS
from rogue.ui.journal import Start
from rogue.variants.digest import digest_of

TITLE: Final = "rogue commitment 1"
DIGITS: Final = 64  # of a SHA-256
UNKNOWN: Final = "?"  # the seed of a game whose referee keeps it back
PATHS: Final = ("file", "score", "lock")  # options that a game to be proven leaves empty


def commitment_text(
    start: Start, *, seed_is_open: bool = True, secret: str = "", program: str = __version__
) -> str:
    """Return the text of a game's commitment, a line for each thing that decides the game (PRF-1).

    secret   of a referee, in hexadecimal digits; it stands for the seed that comes of it
    program  the version with which the game was begun
    """
    variant = start.variant
    rules = EDITIONS[start.edition] if variant is None else variant.rules
    rows = [
        TITLE,
        f"seed {start.seed if seed_is_open else UNKNOWN}",
        f"edition {start.edition}",
        f"variant {'-' if variant is None else f'{rules.variant} {rules.variant_version} {rules.digest}'}",
        f"options {json.dumps(start.options)}",
        f"year {start.year}",
        f"helpers {'yes' if start.helpers else 'no'}",
        f"wizard {'yes' if start.wizard else 'no'}",
        f"program {program}",
        f"rules {rules.digest or digest_of(rules)}",
        f"secret {secret}" if secret else f"nonce {start.nonce}",
    ]
    return "".join([f"{row}\n" for row in rows])


def commitment_of(text: str) -> str:
    """Return the commitment: the SHA-256 of the text, which `sha256sum` gives, too."""
    return digest_of_text(text)


def provable_options(text: str) -> str:
    """Return a text of options without those that name files: a proof must hold on any machine (PRF-2).

    >>> provable_options("terse,file=/tmp/x,name=Ann,lock=y")
    'terse,name=Ann'
    """
    parts = [part for part in text.split(",") if part.strip()]
    return ",".join([part for part in parts if not _names_file(part)])


def _names_file(part: str) -> bool:
    name, is_set, _ = part.partition("=")
    name = name.strip()
    return bool(is_set and name) and any(option.startswith(name) for option in PATHS)


def is_digest(text: str) -> bool:
    """Return whether a text is a SHA-256 in small hexadecimal digits."""
    return len(text) == DIGITS and set(text) <= set("0123456789abcdef")
