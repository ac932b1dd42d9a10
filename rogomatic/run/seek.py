"""Where on a tape something happened.

Owns   finding the moment of a turn, a level, a fight, a death; the moments to step and to jump to.
Leaves going there (run.tape), what counts as a mark (run.marks).

Every function takes the moments of a tape and returns the number of one, None when there is none such.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rogomatic.run.marks import Kind
from rogomatic.run.tape import Moment
from rogomatic.sight.messages import read_message

BLOWS: Final = frozenset(
    {"you-hit", "you-miss", "monster-hits", "monster-misses", "missile-hits", "missile-misses", "defeated"}
)

Moments = Sequence[Moment]


def turn(moments: Moments, wanted: int) -> int | None:
    """The first moment on or after a turn of the agent's clock."""
    return _first(n for n, moment in enumerate(moments) if moment.turn >= wanted)


def level(moments: Moments, depth: int) -> int | None:
    """The first moment on a level."""
    return _first(n for n, moment in enumerate(moments) if moment.depth == depth)


def fights(moments: Moments) -> dict[str, int]:
    """The first moment of the first fight with each monster, by its name: before the first blow was told."""
    found: dict[str, int] = {}
    for number, moment in enumerate(moments):
        for line in moment.said:
            for fact in read_message(line):
                if fact.kind in BLOWS and fact.who:
                    found.setdefault(fact.who, max(number - 1, 0))
    return found


def death(moments: Moments) -> int | None:
    """The last command before the end was on the screen: what was chosen there led to it.

    Where it cannot be told what is a command, the moment before the end.
    """
    last = end(moments)
    if last is None:
        return None
    return next((n for n in range(last - 1, -1, -1) if moments[n].ready), max(last - 1, 0))


def end(moments: Moments) -> int | None:
    """The moment when the screen told how the game ended."""
    return mark_of(moments, "end")


def mark_of(moments: Moments, kind: Kind) -> int | None:
    """The first moment with a mark of a kind."""
    return _first(n for n, moment in enumerate(moments) if any(mark.kind == kind for mark in moment.marks))


def mark_after(moments: Moments, number: int) -> int | None:
    """The next moment with a mark."""
    return _first(n for n in range(number + 1, len(moments)) if moments[n].marks)


def mark_before(moments: Moments, number: int) -> int | None:
    """The moment with a mark before this one."""
    return _first(n for n in range(number - 1, -1, -1) if moments[n].marks)


def turn_after(moments: Moments, number: int) -> int | None:
    """The next moment of a later turn."""
    now = moments[number].turn
    return _first(n for n in range(number + 1, len(moments)) if moments[n].turn != now)


def turn_before(moments: Moments, number: int) -> int | None:
    """The first moment of the turn before."""
    now = moments[number].turn
    last = _first(n for n in range(number - 1, -1, -1) if moments[n].turn != now)
    if last is None:
        return None
    return next((n + 1 for n in range(last, -1, -1) if moments[n].turn != moments[last].turn), 0)


def rung_after(moments: Moments, number: int) -> int | None:
    """The next moment at which another rung acts."""
    now = moments[number].rung
    return _first(n for n in range(number + 1, len(moments)) if moments[n].rung != now)


def _first(numbers: Iterable[int]) -> int | None:
    return next(iter(numbers), None)
