"""The causes of a death as a few linked sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

_SENTENCES: Final = 3  # of a story, the end included
_WORTH: Final = 0.15  # the least share of an end that is worth a sentence
ARMOR, STRENGTH, HUNGER = "armor", "strength", "hunger"
"""Topics of the loss of armor or strength, and of hunger."""
WOUNDS: Final = "wounds"
"""Topic of the few hit points with which a fight began."""
BEFORE, END, BEHIND = range(3)
"""Places in a story of what happened on the same turn."""


class Cause(NamedTuple):
    """A cause of a death.

    share   how much of the end it explains, 0 to 1
    turn    when it happened     topic  what it is about, which is not told a second time
    words   a main clause        more   further sentences
    place   before, at, or behind the end on the same turn
    act     what the hero did or met on that turn, "" if the clause begins otherwise
    """

    share: float
    turn: int
    words: str
    topic: str = ""
    place: int = BEFORE
    act: str = ""
    more: str = ""

    @property
    def text(self) -> str:
        """The cause in sentences."""
        return " ".join(filter(None, [f"{self.words[:1].upper()}{self.words[1:]}.", self.more]))

    @property
    def line(self) -> str:
        """The cause as a line of its own, which begins with the turn of an act.

        >>> act_cause(0.2, 9, "ran").line
        'Turn 9: It ran.'
        """
        act = f"Turn {self.turn:,}: It {self.act}."
        return " ".join(filter(None, [act, self.more])) if self.act else self.text


def act_cause(share: float, turn: int, act: str, topic: str = "", *, place: int = BEFORE) -> Cause:
    """Return what the hero did or met on a turn as a cause.

    >>> act_cause(0.2, 9, "ran").text
    'On turn 9 it ran.'
    """
    return Cause(share, turn, f"on turn {turn:,} it {act}", topic, place, act)


def linked(causes: Iterable[Cause], end: Cause) -> list[Cause]:
    """Return the end of a hero with its weightiest causes, in order of turns.

    >>> causes = [Cause(0.4, 9, "a nymph stole its staff"), Cause(0.1, 3, "it was hungry")]
    >>> [one.text for one in linked(causes, Cause(1, 30, "a troll killed it", place=END))]
    ['A nymph stole its staff.', 'A troll killed it.']
    """
    return in_order([end, *weightiest(causes)])


def weightiest(causes: Iterable[Cause], most: int = _SENTENCES - 1) -> list[Cause]:
    """Return the causes that are worth a sentence."""
    worthy = sorted((one for one in causes if one.share >= _WORTH), key=lambda one: -one.share)
    return worthy[:most]


def in_order(story: Iterable[Cause]) -> list[Cause]:
    """Return causes in order of turns."""
    return sorted(story, key=lambda one: (one.turn, one.place))
