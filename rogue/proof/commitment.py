"""Commitments: a text that fixes all of a game before its first key; the referee who asks for one (PRF-6)."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Final

from rogue import __version__
from rogue.tables.edition_table import EDITIONS
from rogue.ui.journal import RunningDigest, Start
from rogue.variants.variant import digest_of

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
    return sha256(text.encode("ascii")).hexdigest()


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


# -- the referee's protocol

SECRET_BYTES: Final = 32
SEED_BYTES: Final = 8
LONGEST_ANSWER: Final = 200  # characters of what the player answers
DIGEST_TURNS: Final = 100  # between two digests that watchers are shown


def referees_commitment(start: Start, secret: bytes, program: str = __version__) -> str:
    """Return what the referee shows before the player answers; the seed of `start` does not count.

    Raises ValueError for a secret of another length.
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    text = commitment_text(start, seed_is_open=False, secret=secret.hex(), program=program)
    return commitment_of(text)


def agreed_seed(commitment: str, secret: bytes, answer: str) -> int:
    """Return the dungeon's number that follows from the secret and what the player answered.

    Raises ValueError for an answer that is too long.
    """
    if len(answer) > LONGEST_ANSWER:
        raise ValueError(f"an answer has {LONGEST_ANSWER} characters at most")
    text = f"{commitment}\n{secret.hex()}\n{json.dumps(answer)}\n"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:SEED_BYTES], "big")


def agreed_start(start: Start, secret: bytes, answer: str) -> Start:
    """Return how the agreed game begins: its journal holds the secret, and it hides its dungeon.

    The referee draws a secret and shows its commitment; the player answers with any text; the seed follows
    from both.  Afterwards secret, answer and journal are shown, and anybody checks them.
    """
    seed = agreed_seed(referees_commitment(start, secret), secret, answer)
    return replace(start, seed=seed, nonce=secret.hex(), sealed=True)


def agreement_trouble(start: Start, commitment: str, answer: str, program: str = __version__) -> str:
    """Return why a game is not the agreed one, as a sentence; "" if it is.

    start       as its journal has it
    commitment  that the referee showed before
    answer      of the player
    program     the version with which the game was begun
    """
    try:
        secret = bytes.fromhex(start.nonce)
        if referees_commitment(start, secret, program) != commitment:
            return "The referee's commitment is another one: the game or the secret was changed afterwards."
        if agreed_seed(commitment, secret, answer) != start.seed:
            return "The dungeon does not follow from the secret and the player's answer."
    except ValueError as error:
        return f"The journal holds no secret of a referee: {error}."
    return ""


def digest_of_keys(commitment: str, lines: list[str]) -> str:
    """Return the running digest behind the lines of a journal, which watchers were shown (PRF-4)."""
    digest = RunningDigest(commitment)
    for line in lines:
        digest.add(line)
    return digest.value
