"""The knobs in use, by edition, depth, stage of the quest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import BANDS, EDITION_FACTS, Edition
from rogomatic.agent.knobs import Knobs

KEPT: Final = 512  # cached sets; one game has fewer than a hundred


def tune(beliefs: Beliefs, own: Knobs) -> None:
    """Set `beliefs.knobs` for the edition, the depth, and the stage of the quest, starting from `own`."""
    stage = stage_of(beliefs) if beliefs.page.amulet_level else ""
    case = beliefs.edition, beliefs.me.depth, stage
    tuned = beliefs.tuned
    if tuned is None or tuned[0] is not own or tuned[1] != case:
        tuned = beliefs.tuned = own, case, knobs_now(beliefs, own)
    beliefs.knobs = tuned[2]


def knobs_now(beliefs: Beliefs, own: Knobs) -> Knobs:
    """Return the knobs for the edition, depth, and stage of the quest."""
    knobs, stage = knobs_at(beliefs.edition, beliefs.me.depth, own), stage_of(beliefs)
    return quest_knobs(knobs, stage) if stage else knobs


def knobs_at(edition: Edition, depth: int, own: Knobs) -> Knobs:
    """Return the knobs of an edition at a depth.  Knobs named in `own.given` keep their values.

    Two calls whose arguments are equal return the same object.

    >>> from rogomatic.agent.knobs import DEFAULT
    >>> knobs_at("3.6", 12, DEFAULT).full_depth
    26
    """
    return _knobs_in(edition, band_of(depth), own)


def band_of(depth: int) -> int:
    """Return the first depth of the band of levels that contains `depth`.  Depth 0 counts as depth 1.

    >>> band_of(8), band_of(9), band_of(26), band_of(0)
    (4, 9, 13, 1)
    """
    return max(first for first in BANDS if first <= max(depth, 1))


@lru_cache(maxsize=KEPT)
def _knobs_in(edition: Edition, first: int, own: Knobs) -> Knobs:
    return own.overlaid(EDITION_FACTS[edition].knobs.get(first, {}))


Stage = Literal["", "before", "above", "seek", "carry"]
"""Stage of the quest: none; on the way down; one level above the Amulet; on its level or below; with it."""
REACH: Final = 12  # deepest Amulet level from which a hero may return
_GOLD: Final = 5_000  # gold still to be won, more than any purse holds
STAGES: Final[Mapping[Stage, Mapping[str, int]]] = {
    "before": {"hoped_gold": _GOLD},
    # Items off the path are not worth the level's dangers, so leave as soon as the stairs are seen.
    "above": {"hoped_gold": _GOLD, "full_depth": 0},
    # Magic need not be saved for levels that will not be seen.
    "seek": {"hoped_gold": _GOLD, "magic_pct": 15, "zap_pct": 3, "help_pct": 25},
    # The owner of the Amulet is never hungry, so rest is free and nothing needs to be saved.
    "carry": {
        "hoped_gold": _GOLD, "magic_pct": 0, "zap_pct": 1, "help_pct": 10, "last_pct": 10, "death_hp": 30,
        "rested_pct": 100, "strong_rest_pct": 95,
    },
}  # fmt: skip
"""Stage -> knobs that differ from those of the game."""


def stage_of(beliefs: Beliefs) -> Stage:
    """Return the stage of the quest if the help page names an Amulet level from 1 to 12, otherwise ""."""
    if not 0 < beliefs.page.amulet_level <= REACH:
        return ""
    if beliefs.has_amulet:
        return "carry"
    levels = beliefs.amulet_depth - beliefs.me.depth
    return "before" if levels > 1 else "above" if levels == 1 else "seek"


@lru_cache(maxsize=KEPT)
def quest_knobs(own: Knobs, stage: Stage) -> Knobs:
    """Return a set of knobs: `own`, changed for a stage of the quest.

    Two calls whose arguments are equal return the same object.
    """
    return own.overlaid(STAGES[stage])


def all_knobs(own: Knobs) -> tuple[Knobs, ...]:
    """Return all sets of knobs that a game may use: for each edition, band, and stage of the quest."""
    bases = (own, *[knobs_at(edition, first, own) for edition in EDITION_FACTS for first in BANDS])
    return tuple(one for base in bases for one in (base, *[quest_knobs(base, stage) for stage in STAGES]))
