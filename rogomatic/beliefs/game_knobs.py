"""The knobs of a game: what differs from the agent's own by edition, and while the Amulet is in reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

from rogomatic.beliefs.model import Beliefs
from rogomatic.knobs import KNOBS, Knobs
from rogomatic.monster_manual import Edition

# -- editions


EDITIONS: Final[Mapping[Edition, Mapping[str, int]]] = {
    # Gold lies in every second room however deep, and no monster grows with the depth (V36-1, V36-5).
    "3.6": {"full_depth": 26},
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


# -- the quest for the Amulet


Stage = Literal["", "before", "above", "seek", "carry"]
"""No quest; on the way down; on the level above the Amulet's; on its level or below; with the Amulet."""
REACH: Final = 12  # the deepest level of an Amulet that a hero may hope to bring home
_GOLD: Final = 5_000  # what may still be won: more than any purse is worth
STAGES: Final[Mapping[Stage, Mapping[str, int]]] = {
    "before": {"hoped_gold": _GOLD},
    # What lies beside the way is worth less than the level's dangers: on, as soon as the stairs are seen.
    "above": {"hoped_gold": _GOLD, "full_depth": 0},
    # Magic need not be saved for levels that will not be seen.
    "seek": {"hoped_gold": _GOLD, "magic_pct": 15, "zap_pct": 3, "help_pct": 25},
    # Who has it hungers no more, so rest costs nothing, and nothing needs to be saved.
    "carry": {
        "hoped_gold": _GOLD, "magic_pct": 0, "zap_pct": 1, "help_pct": 10, "last_pct": 10, "death_hp": 30,
        "rested_pct": 100, "strong_rest_pct": 95,
    },
}  # fmt: skip
"""Stage -> what differs from the knobs of the game."""


def stage_of(b: Beliefs) -> Stage:
    """Return where the quest stands; "" where the page of the game names no level within reach."""
    if not 0 < b.page.amulet_level <= REACH:
        return ""
    if b.has_amulet:
        return "carry"
    levels = b.amulet_depth - b.me.depth
    return "before" if levels > 1 else "above" if levels == 1 else "seek"


def pursue(b: Beliefs, own: Knobs) -> None:
    """Have the hero play for the Amulet, if it is within reach; `own` are the knobs of the game."""
    stage = stage_of(b)
    if stage:
        b.knobs = quest_knobs(knobs_in(b.edition, own), stage)


@lru_cache(maxsize=64)
def quest_knobs(own: Knobs, stage: Stage) -> Knobs:
    """Return the knobs of a stage, always the same object for the same ones."""
    return replace(own, **STAGES[stage])


def all_knobs(own: Knobs) -> tuple[Knobs, ...]:
    """Return these knobs as they are and as they are in each edition, all with those of every stage."""
    bases = (own, *[knobs_in(edition, own) for edition in EDITIONS])
    return tuple(one for base in bases for one in (base, *[quest_knobs(base, stage) for stage in STAGES]))
