"""Playing an edition: which knobs differ where its rules differ from those of 5.4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.knobs import KNOBS, Knobs
from rogomatic.monster_manual import Edition

EDITIONS: Final[Mapping[Edition, Mapping[str, int]]] = {
    "3.6": {
        "full_depth": 26,  # gold lies in every second room however deep, and no monster grows (V36-1, V36-5)
        "help_pct": 45,  # an unknown stick helps with 50 in 101 there, in 5.4 with 51 in 100
        "look_yield_pct": 40,  # turns are cheap: there is food for 4,000 more than are used from depth 7 on
        "search_yield_pct": 40,
        "lean_turns": 0,  # nobody starves (V36-13): without food, too, the deeper levels are the worse ones
        "restore_depth": 11,  # giant ants, which take it, come down to 12
        "strip_pct": 5,
        "test_squares": 3,
    },
}
"""Edition -> what differs from the defaults."""


def tune(b: Beliefs, own: Knobs) -> None:
    """Have the hero play by the knobs of the edition; `own` are those of the game."""
    if b.edition in EDITIONS:
        b.knobs = knobs_in(b.edition, own)


@lru_cache(maxsize=64)
def knobs_in(edition: Edition, own: Knobs) -> Knobs:
    """Return the knobs of an edition, always the same object for the same ones; what `own` has set otherwise
    than by default stays.

    >>> from rogomatic.knobs import DEFAULT
    >>> knobs_in("5.4", DEFAULT) == DEFAULT
    True
    """
    changes = EDITIONS.get(edition, {})
    return replace(
        own, **{name: value for name, value in changes.items() if getattr(own, name) == KNOBS[name].default}
    )
