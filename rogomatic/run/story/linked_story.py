"""The causes of a death as a few linked sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

_SENTENCES: Final = 3  # of a story, the end included
_WORTH: Final = 0.15  # the least share of an end that is worth a sentence
ARMOR, STRENGTH, HUNGER = "armor", "strength", "hunger"
"""Topics of lost armor, of lost strength, and of hunger."""
WOUNDS: Final = "wounds"
"""Topic of a fight that began with few hit points."""
BEFORE, END, BEHIND = range(3)
"""Order in which events of the same turn are told."""


class Cause(NamedTuple):
    """A cause of a death.

    share   the part of the death that this cause explains (0 to 1)
    turn    the turn on which the cause happened
    words   a main clause
    topic   the topic of the cause, or "".  Each topic is told only once.
    place   the position among causes of the same turn: BEFORE, END, or BEHIND
    act     what the hero did or met on that turn, without the subject "it", or ""
    more    further sentences

    If `words` has the form "on turn ... it ...", then `act` is the part after "it".  If `words` has any other
    form, `act` is "".
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
        """The cause as a separate line.  If the hero did or met something, the line begins with the turn.

        >>> act_cause(0.2, 9, "ran").line
        'Turn 9: It ran.'
        """
        act = f"Turn {self.turn:,}: It {self.act}."
        return " ".join(filter(None, [act, self.more])) if self.act else self.text


def act_cause(share: float, turn: int, act: str, topic: str = "", *, place: int = BEFORE) -> Cause:
    """Return a cause that tells what the hero did or met on a turn.

    >>> act_cause(0.2, 9, "ran").text
    'On turn 9 it ran.'
    """
    return Cause(share, turn, f"on turn {turn:,} it {act}", topic, place, act)


def linked(causes: Iterable[Cause], end: Cause) -> list[Cause]:
    """Return the end of a hero and the weightiest causes of this end, in order of turns.

    >>> causes = [Cause(0.4, 9, "a nymph stole the hero's staff"), Cause(0.1, 3, "it was hungry")]
    >>> [one.text for one in linked(causes, Cause(1, 30, "a troll killed the hero", place=END))]
    ["A nymph stole the hero's staff.", 'A troll killed the hero.']
    """
    return in_order([end, *weightiest(causes)])


def weightiest(causes: Iterable[Cause], most: int = _SENTENCES - 1) -> list[Cause]:
    """Return up to `most` causes that are worth a sentence.  The cause with the largest share comes first."""
    worthy = sorted((one for one in causes if one.share >= _WORTH), key=lambda one: -one.share)
    return worthy[:most]


def in_order(story: Iterable[Cause]) -> list[Cause]:
    """Return causes in order of turns."""
    return sorted(story, key=lambda one: (one.turn, one.place))
