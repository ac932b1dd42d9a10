"""Throws and matches: who wins a turn, what a player may know when it throws, throws committed to."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from rogue.shared.base_error import RogomaticError
from rogue.shared.keyed_dice import Dice

# -- throws

NAMES: Final = ("rock", "paper", "scissors")
ROCK: Final = 0
SCISSORS: Final = 2
THROWS: Final = len(NAMES)


def points(own: int, other: int) -> int:
    """Return 1 for a throw that wins, -1 for one that loses, 0 for a tie.

    >>> points(1, 0), points(0, 1), points(2, 2), points(0, 2)
    (1, -1, 0, 1)

    Throws are 0 rock, 1 paper and 2 scissors; each loses to the next, counted round.
    """
    lead = (own - other) % THROWS
    return lead if lead < 2 else -1


class Past:
    """What one side knows of a match: the throws of both sides so far, and its wins minus losses."""

    def __init__(self) -> None:
        self.own: list[int] = []
        self.other: list[int] = []
        self.score = 0

    def add(self, own: int, other: int) -> None:
        """Take in a turn."""
        self.own.append(own)
        self.other.append(other)
        self.score += points(own, other)


class Bot(Protocol):
    """A player of one match."""

    def choose(self, past: Past, dice: Dice) -> int:
        """Return the next throw.  It is asked once a turn, and nobody else draws from these dice."""


def play_match(first: Bot, second: Bot, turns: int, dice: tuple[Dice, Dice]) -> Past:
    """Play a match between two fresh bots, each with its dice, and return it as the first one saw it."""
    mine, theirs = Past(), Past()
    for _ in range(turns):
        own, other = first.choose(mine, dice[0]), second.choose(theirs, dice[1])
        mine.add(own, other)
        theirs.add(other, own)
    return mine


# -- commitments: a choice is fixed before the other chooses

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
