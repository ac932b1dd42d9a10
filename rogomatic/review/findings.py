"""Findings of a review: moves that have a name such as "blunder"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from typing import Final, Literal, NamedTuple

Kind = Literal["blunder", "mistake", "inaccuracy", "brilliant", "good"]
LEAST_LOST: Final[tuple[tuple[Kind, float], ...]] = (("blunder", 10.0), ("mistake", 5.0), ("inaccuracy", 2.0))
"""(name of a move, points of survival that it must have lost), from the worst name on."""
_MISTAKE: Final = 5.0
_SURE: Final = 2.0  # minimum standard errors of a reported loss
_SURER: Final = 3.0  # the same for a gain, which must hold against all other moves
_POINTS: Final = 25.0  # lost points at which the accuracy is 1/e
_SHARE_LIMIT: Final = 0.5  # percent below which a share is not shown


class FuturePicture(NamedTuple):
    """One step of a future that a playout has shown.

    rows   rows of the screen
    words  what the hero does next, and why
    """

    rows: tuple[str, ...]
    words: str


class Prospect(NamedTuple):
    """A move with its estimated consequences.

    done     the move in the past tense
    doing    the move as the subject of a sentence
    die_pct  chance to die within 200 turns, in percent
    gold     mean gain of gold in these turns
    plays    number of playouts from which `die_pct` and `gold` were estimated
    future   first steps of one of these playouts
    """

    done: str
    doing: str
    die_pct: float
    gold: float
    plays: int
    future: tuple[FuturePicture, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move, compared with the best other move.

    number  number of the move's first command
    turn    turn on the game's clock before this command
    where   words on the nearby monsters and the hero's hit points, which can end a clause
    rival   best of the other moves, or None if the move is safe or about as good as this best move
    lost    by how many percentage points the rival's chance to survive is higher than the move's.  It is
            negative if the move is better.
    error   standard error of `lost`
    board   rows of the screen before the move
    """

    number: int
    turn: int
    depth: int
    hp: int
    max_hp: int
    keys: str
    where: str
    made: Prospect
    rival: Prospect | None = None
    lost: float = 0.0
    error: float = 0.0
    board: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """Name for the quality of the move, such as "blunder".

        It is "good" if the move's estimated loss is small or could be a random error.
        """
        if self.lost <= -max(_MISTAKE, _SURER * self.error):
            return "brilliant"
        if self.lost < _SURE * self.error:
            return "good"
        return next((kind for kind, least in LEAST_LOST if self.lost >= least), "good")

    @property
    def is_finding(self) -> bool:
        """Whether the move is worth showing, because it is not called "good"."""
        return self.kind != "good"

    def sentences(self, who: str) -> tuple[str, str]:
        """Return (sentence on the move, sentence on the rival).  Each sentence names the chance to die.

        The second sentence is "" if there is no rival.

        >>> made = Prospect("rested", "resting", 31.2, 0, 200)
        >>> move = JudgedMove(1, 9, 1, 5, 12, "200s", " with 5 of 12 hit points", made)
        >>> move.sentences("You")
        ('You rested with 5 of 12 hit points: 31 % to die.', '')
        """
        made = f"{who} {self.made.done}{self.where}: {in_percent(self.made.die_pct)} to die."
        if self.rival is None:
            return made, ""
        doing = f"{self.rival.doing[:1].upper()}{self.rival.doing[1:]}"
        if self.lost < 0:
            return made, f"The only good move. {doing} instead: {in_percent(self.rival.die_pct)}."
        return made, f"{doing}: {in_percent(self.rival.die_pct)}."


def in_percent(share: float) -> str:
    """Return a percentage in words.

    >>> in_percent(31.4), in_percent(0.2), in_percent(0)
    ('31 %', 'under 1 %', 'under 1 %')
    """
    return f"{share:.0f} %" if share >= _SHARE_LIMIT else "under 1 %"


def move_accuracy(lost: float) -> float:
    """Return 100 * exp(-lost / 25), the accuracy in percent.  Return 100 if the move lost nothing.

    >>> [round(move_accuracy(lost)) for lost in (-3, 0, 5, 10, 30)]
    [100, 100, 82, 67, 30]
    """
    return 100 * exp(-max(lost, 0.0) / _POINTS)


def accuracy(moves: Iterable[JudgedMove]) -> float:
    """Return the mean accuracy of the moves that mattered, in percent.  Return 100 if there are none.

    The loss of a "good" move counts as 0, because it may be chance.
    """
    found = [move_accuracy(move.lost if move.is_finding else 0.0) for move in moves]
    return sum(found) / len(found) if found else 100.0
