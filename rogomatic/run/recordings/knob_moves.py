"""The marks in a recording that tell which knobs were moved during the game."""

from __future__ import annotations

import re
from typing import Final

from rogomatic.agent.knobs import KNOBS, Knobs

_BEGIN: Final = "knobs moved: "
_MOVE: Final = re.compile(r"(\w+) (-?\d+)")


def mark_of_moves(before: Knobs, after: Knobs) -> str:
    """Return a mark with the names and new values of the moved knobs.  Return "" if no knob was moved.

    >>> mark_of_moves(Knobs(), Knobs(flee_pct=9, rest_pct=40))
    'knobs moved: flee_pct 9, rest_pct 40'
    """
    moved = [name for name in KNOBS if getattr(before, name) != getattr(after, name)]
    return _BEGIN + ", ".join(f"{name} {getattr(after, name)}" for name in moved) if moved else ""


def moved_by(mark: str, knobs: Knobs) -> Knobs:
    """Return `knobs` with the new values that a mark of moved knobs names.

    If a mark is of another kind, `knobs` is returned unchanged.  Names that are not knobs are ignored.

    >>> moved_by("knobs moved: flee_pct 9, height 3", Knobs()).flee_pct
    9
    """
    if mark.startswith(_BEGIN):
        for name, value in _MOVE.findall(mark):
            if name in KNOBS:
                knobs = knobs.with_knob(name, min(max(int(value), KNOBS[name].least), KNOBS[name].most))
    return knobs
