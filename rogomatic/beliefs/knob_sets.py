"""The knobs that fit where the hero is: by edition and depth, and for the quest for the Amulet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from rogomatic.beliefs.model import Beliefs
from rogomatic.knobs import Knobs
from rogomatic.monster_manual import Edition

_KEPT: Final = 512  # sets of knobs; all that one game can have are fewer than a hundred

# -- the knobs of an edition, by depth

# Those of before a screening in games of 5.4 moved the defaults, which in 3.6 lost 66 +- 49 gold by it.
# fmt: off
_UNSCREENED: Final[Mapping[str, int]] = {
    "attack_pct": 6, "flee_pct": 3, "death_hp": 15, "leave_hp": 60, "again_pct": 70, "meet_pct": 40,
    "lap_pct": 60, "magic_pct": 60, "last_pct": 25, "round_pct": 100, "rest_pct": 40, "rested_pct": 70,
    "scout_rest_pct": 15, "lookout_pct": 70, "lookout_rested_pct": 95, "lookout_squares": 30,
    "lookout_turns": 250, "lookout_shots_pct": 150, "gather_squares": 10, "food_squares": 30,
    "quiver_count": 12, "look_yield_pct": 100, "search_yield_pct": 120, "pass_gain_pct": 15,
    "level_turns": 900, "plenty_turns": 2_000, "lean_turns": 300, "meal_gold": 800, "potion_turns": 1_300,
    "bow_squares": 4, "hunt_pct": 70, "hunt_squares": 40, "shun_squares": 12, "guarded_pct": 10,
    "zap_pct": 10, "gamble_pct": 85, "rest_squares": 60, "probe_squares": 30, "alert_turns": 120,
    "thrift_turns": 2_000, "lean_rest_pct": 50, "swept_turns": 60, "idle_turns": 200, "dance_turns": 100,
    "strong_rest_pct": 85, "risk_turns": 10, "fast_turns": 300, "bow_count": 5, "hunt_count": 6,
    "fit_pct": 66, "prey_loss_pct": 50, "help_pct": 51, "bolt_pct": 40, "shift_pct": 35, "away_squares": 3,
    "quiet_squares": 3, "step_count": 12, "haunted_turns": 80, "test_squares": 200, "gamble_level": 5,
}
# fmt: on
_IN_36: Final[Mapping[str, int]] = {
    **_UNSCREENED,
    "full_depth": 26,  # gold lies in every second room however deep, and no monster grows (V36-1, V36-5)
    "help_pct": 45,  # an unknown stick helps with 50 in 101 there, in 5.4 with 51 in 100
    "look_yield_pct": 40,  # turns are cheap: there is food for 4,000 more than are used from depth 7 on
    "search_yield_pct": 40,
    "lean_turns": 0,  # nobody starves (V36-13): without food, too, the deeper levels are the worse ones
    "restore_depth": 11,  # giant ants, which take it, come down to 12
    "strip_pct": 5,
    "potion_squares": 200,  # nobody sees what is not there, and the paralysed cannot leave by the stairs
    "test_squares": 3,
}
BANDS: Final = (1, 4, 9, 13)  # the first depth of each band of levels that may have knobs of its own
# What a screening of each band apart points to, part of the way; above depth 9 that gained nothing.
# fmt: off
_BANDS_54: Final[Mapping[int, Mapping[str, int]]] = {
    9: {
        "flee_pct": 7, "death_hp": 13, "leave_hp": 76, "again_pct": 75, "unseen_pct": 7, "lap_pct": 35,
        "magic_pct": 46, "last_pct": 36, "round_pct": 76, "rest_pct": 33, "rested_pct": 65,
        "scout_rest_pct": 16, "lookout_pct": 69, "lookout_rested_pct": 93, "lookout_squares": 35,
        "lookout_turns": 296, "lookout_shots_pct": 153, "gather_squares": 15, "food_squares": 42,
        "quiver_count": 21, "look_yield_pct": 44, "search_yield_pct": 70, "pass_gain_pct": 9,
        "level_turns": 1_034, "plenty_turns": 1_833, "lean_turns": 341, "meal_gold": 1_139,
        "potion_turns": 1_579, "bow_squares": 3, "hunt_pct": 76, "hunt_squares": 39, "prey_squares": 31,
        "shun_squares": 7, "guarded_pct": 5, "spare_worth": 43, "zap_pct": 14, "gamble_pct": 88,
        "rest_squares": 66, "probe_squares": 35, "alert_turns": 254, "thrift_turns": 1_629,
        "lean_rest_pct": 37, "idle_turns": 241, "dance_turns": 81, "vigil_depth": 2, "strong_rest_pct": 82,
        "risk_turns": 9, "fast_turns": 277, "thief_count": 2, "fit_pct": 73, "prey_exp": 1,
        "prey_loss_pct": 66, "help_pct": 75, "bolt_pct": 24, "shift_pct": 30, "away_squares": 6,
        "haunted_turns": 91, "restore_depth": 2, "test_squares": 67, "potion_squares": 2, "gamble_level": 4,
        "strip_pct": 90,
    },
    13: {
        "death_hp": 14, "leave_hp": 76, "again_pct": 83, "unseen_pct": 9, "meet_pct": 50, "lap_pct": 38,
        "magic_pct": 49, "last_pct": 29, "round_pct": 106, "rest_pct": 27, "scout_rest_pct": 14,
        "lookout_pct": 66, "lookout_squares": 26, "lookout_turns": 302, "lookout_shots_pct": 124,
        "gather_squares": 11, "food_squares": 40, "quiver_count": 17, "look_yield_pct": 54,
        "search_yield_pct": 97, "pass_gain_pct": 7, "level_turns": 852, "plenty_turns": 1_988,
        "lean_turns": 405, "meal_gold": 1_043, "potion_turns": 1_359, "hunt_pct": 79, "hunt_squares": 46,
        "prey_squares": 32, "shun_squares": 7, "gamble_pct": 85, "rest_squares": 50, "probe_squares": 29,
        "alert_turns": 241, "thrift_turns": 1_448, "lean_rest_pct": 53, "swept_turns": 67, "idle_turns": 210,
        "dance_turns": 92, "strong_rest_pct": 74, "fast_turns": 325, "fit_pct": 69, "prey_loss_pct": 55,
        "help_pct": 65, "shift_pct": 31, "step_count": 15, "watch_count": 3, "haunted_turns": 80,
        "test_squares": 134,
    },
}
# fmt: on
SETS: Final[Mapping[Edition, Mapping[int, Mapping[str, int]]]] = {
    "5.4": _BANDS_54,
    "5.2": dict.fromkeys(BANDS, _UNSCREENED),
    "3.6": dict.fromkeys(BANDS, _IN_36),
}
"""Edition -> first depth of a band -> what differs there from the defaults."""


def tune(beliefs: Beliefs, own: Knobs) -> None:
    """Have the hero play by the knobs of the edition at its depth; `own` are those of the game."""
    beliefs.knobs = knobs_at(beliefs.edition, beliefs.me.depth, own)


def knobs_at(edition: Edition, depth: int, own: Knobs) -> Knobs:
    """Return the knobs of an edition at a depth, always the same object for the same ones; what was given
    in `own` stays.

    >>> from rogomatic.knobs import DEFAULT
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


@lru_cache(maxsize=_KEPT)
def _knobs_in(edition: Edition, first: int, own: Knobs) -> Knobs:
    return own.overlaid(SETS[edition].get(first, {}))


# -- the knobs of the quest for the Amulet

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


def stage_of(beliefs: Beliefs) -> Stage:
    """Return where the quest stands; "" where the page of the game names no level within reach."""
    if not 0 < beliefs.page.amulet_level <= REACH:
        return ""
    if beliefs.has_amulet:
        return "carry"
    levels = beliefs.amulet_depth - beliefs.me.depth
    return "before" if levels > 1 else "above" if levels == 1 else "seek"


def pursue(beliefs: Beliefs, own: Knobs) -> None:
    """Have the hero play for the Amulet, if it is within reach; `own` are the knobs of the game."""
    stage = stage_of(beliefs)
    if stage:
        beliefs.knobs = quest_knobs(knobs_at(beliefs.edition, beliefs.me.depth, own), stage)


@lru_cache(maxsize=_KEPT)
def quest_knobs(own: Knobs, stage: Stage) -> Knobs:
    """Return the knobs of a stage, always the same object for the same ones."""
    return own.overlaid(STAGES[stage])


def all_knobs(own: Knobs) -> tuple[Knobs, ...]:
    """Return these knobs as they are, in each edition and band, and all of these in every stage."""
    bases = (own, *[knobs_at(edition, first, own) for edition in SETS for first in BANDS])
    return tuple(one for base in bases for one in (base, *[quest_knobs(base, stage) for stage in STAGES]))
