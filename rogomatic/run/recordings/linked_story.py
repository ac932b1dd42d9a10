"""The causes of a death as a few linked sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

_SENTENCES: Final = 3  # of a story, the end included
_WORTH: Final = 0.15  # the least share of an end that is worth a sentence
WOUNDS: Final = "wounds"
"""Topic of the few hit points with which a fight began."""
BEFORE, END, BEHIND = range(3)
"""Places in a story of what happened on the same turn."""


class Cause(NamedTuple):
    """A cause of a death, as a sentence.

    share   how much of the end it explains, 0 to 1
    turn    when it happened     topic  what it is about, which is not told a second time
    foe     the monster that it is about, "" for none
    place   before, at, or behind the end on the same turn
    """

    share: float
    turn: int
    text: str
    topic: str = ""
    place: int = BEFORE
    foe: str = ""


def as_text(story: Iterable[Cause]) -> str:
    """Return causes as one text, in which a turn is not named twice in a row.

    >>> as_text([Cause(1, 9, "On turn 9 a bat came."), Cause(0.2, 9, "On turn 9 it ran.")])
    'On turn 9 a bat came. It ran.'
    """
    told, before = list[str](), ""
    for one in story:
        start = f"On turn {one.turn:,} it "
        is_same = one.text.startswith(start) and f" turn {one.turn:,} " in before[: len(start) + 2]
        told.append(f"It {one.text.removeprefix(start)}" if is_same else one.text)
        before = one.text
    return " ".join(told)


def linked(causes: Iterable[Cause], end: Cause) -> list[Cause]:
    """Return the end of a hero with its weightiest causes, in order of turns.

    >>> causes = [Cause(0.4, 9, "A nymph stole its staff."), Cause(0.1, 3, "It was hungry.")]
    >>> causes.append(Cause(0.2, 30, "It fought.", place=BEHIND))
    >>> [one.text for one in linked(causes, Cause(1, 30, "A troll killed it.", place=END))]
    ['A nymph stole its staff.', 'A troll killed it.', 'It fought.']
    """
    worthy = sorted((one for one in causes if one.share >= _WORTH), key=lambda one: -one.share)
    return sorted([end, *worthy[: _SENTENCES - 1]], key=lambda one: (one.turn, one.place))
