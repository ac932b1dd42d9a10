"""The knobs that fit where the hero is, by edition and depth."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import BANDS, EDITION_FACTS, Edition
from rogomatic.agent.knobs import Knobs

KEPT: Final = 512  # sets of knobs; all that one game can have are fewer than a hundred


def tune(beliefs: Beliefs, own: Knobs) -> None:
    """Have the hero play by the knobs of the edition at its depth; `own` are those of the game."""
    beliefs.knobs = knobs_at(beliefs.edition, beliefs.me.depth, own)


def knobs_at(edition: Edition, depth: int, own: Knobs) -> Knobs:
    """Return the knobs of an edition at a depth, always the same object for the same ones; what was given
    in `own` stays.

    >>> from rogomatic.agent.knobs import DEFAULT
    >>> knobs_at("3.6", 12, DEFAULT).full_depth
    26
    """
    return _knobs_in(edition, band_of(depth), own)


def band_of(depth: int) -> int:
    """Return the first depth of the band that a depth lies in; before the first status row, too.

    >>> band_of(8), band_of(9), band_of(26), band_of(0)
    (4, 9, 13, 1)
    """
    return max(first for first in BANDS if first <= max(depth, 1))


@lru_cache(maxsize=KEPT)
def _knobs_in(edition: Edition, first: int, own: Knobs) -> Knobs:
    return own.overlaid(EDITION_FACTS[edition].knobs.get(first, {}))
