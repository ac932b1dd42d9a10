"""The protocol between a player and a referee."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Final

from rogue import __version__
from rogue.proof.commitment import commitment_of, commitment_text
from rogue.ui.journal import RunningDigest, Start

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
