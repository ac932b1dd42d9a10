"""What each knob means, and in what it is counted.

Owns   reading the meanings, which stand beside the knobs as comments, and the units of their names.
Leaves the knobs (knobs), showing them (cli.knobs).
"""

from __future__ import annotations

import re
from typing import Final

_FIELD: Final = re.compile(r"^    (\w+): int = -?[\d_]+  # (.+)$", re.MULTILINE)
# How the name of a knob ends -> what it is counted in.
_UNITS: Final = {
    "_pct": "%",
    "_turns": "turns",
    "_turn": "turn",
    "_squares": "squares",
    "_depth": "depth",
    "_level": "level",
    "_gold": "gold",
    "_exp": "exp",
    "_worth": "worth",
    "_count": "count",
    "_hp": "hit points",
}


def meanings_of(source: str) -> dict[str, str]:
    """Return name -> meaning of the knobs in the source of `rogomatic.knobs`.

    >>> meanings_of("class Knobs:\\n    flee_pct: int = 12  # chance to die\\n")
    {'flee_pct': 'chance to die'}
    """
    return dict(_FIELD.findall(source))


def unit_of(name: str) -> str:
    """Return what a knob is counted in.

    >>> unit_of("rest_pct"), unit_of("dive_turn")
    ('%', 'turn')
    """
    return _UNITS[name[name.rindex("_") :]]
