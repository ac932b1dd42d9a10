"""Throws in a match: who wins a turn, what a bot sees, how a throw is sealed."""

from __future__ import annotations

from typing import Final, Protocol

from rogomatic.roshambo.contest import ROSHAMBO, Contest
from rogue.shared.sealed_text import SealedText, SealError, seal, unseal
from rogue.shared.seeds import Dice

NAMES: Final = ROSHAMBO.names
ROCK: Final = 0
SCISSORS: Final = 2
THROWS: Final = 3
LOST: Final = -1  # a throw that was late or invalid


def points(own: int, other: int) -> int:
    """Return 1 if `own` beats `other`, -1 if `own` loses to `other`, and 0 if they tie.

    >>> points(1, 0), points(0, 1), points(2, 2), points(0, 2)
    (1, -1, 0, 1)

    Throws are 0 (rock), 1 (paper), and 2 (scissors).  Throw t loses to throw t + 1, modulo 3.
    """
    return ROSHAMBO.payoffs[own][other]


def throw_named(text: str) -> int:
    """Return the throw with this name or first letter.  Return LOST if there is no such throw.

    >>> throw_named("Paper"), throw_named(" s\\r"), throw_named("lizard"), throw_named("")
    (1, 2, -1, -1)
    """
    word = text.strip().lower()
    return next((number for number, name in enumerate(NAMES) if word and word in (name, name[0])), LOST)


def settled(own: int, other: int) -> tuple[int, int]:
    """Return both throws of a turn, with valid throws instead of LOST.

    A LOST throw becomes the throw that loses to the other side's throw.  If both are LOST, both become rock.

    >>> settled(LOST, 1), settled(2, LOST), settled(LOST, LOST), settled(0, 1)
    ((0, 1), (2, 1), (0, 0), (0, 1))
    """
    if own == other == LOST:
        return ROCK, ROCK
    if own == LOST:
        return (other - 1) % THROWS, other
    return own, (own - 1) % THROWS if other == LOST else other


class Past:
    """A match as one side sees it: all throws so far, and this side's wins minus its losses."""

    def __init__(self, contest: Contest = ROSHAMBO) -> None:
        self.contest = contest
        self.own: list[int] = []
        self.other: list[int] = []
        self.score = 0

    def add(self, own: int, other: int) -> None:
        """Add the throws of a turn."""
        self.own.append(own)
        self.other.append(other)
        self.score += self.contest.payoffs[own][other]


class Bot(Protocol):
    """A player of one match."""

    def choose(self, past: Past, dice: Dice) -> int:
        """Return the next throw, or LOST.  `past` is the match so far.  No other bot draws from `dice`."""


def play_match(first: Bot, second: Bot, turns: int, dice: tuple[Dice, Dice]) -> Past:
    """Play a match between two new bots.  Return the match as the first bot sees it."""
    mine, theirs = Past(), Past()
    for _ in range(turns):
        own, other = settled(first.choose(mine, dice[0]), second.choose(theirs, dice[1]))
        mine.add(own, other)
        theirs.add(other, own)
    return mine


def commit(throw: int, digits: str) -> SealedText:
    """Return a throw as sealed text.  Raises ValueError if there are fewer than 64 random digits."""
    return seal(NAMES[throw], digits)


def verify(text: str, digest: str) -> int:
    """Return the throw that is named in a revealed text.

    Raises SealError if the text does not fit the digest, or names no throw.
    """
    name = unseal(text, digest)
    if name not in NAMES:
        raise SealError(f"The text does not name a throw: {', '.join(NAMES)}.")
    return NAMES.index(name)
