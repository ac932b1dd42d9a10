"""Estimates of monsters: the manual weighed against observations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rogomatic.agent.editions import Edition, edition_of, letters_of
from rogomatic.agent.memory.evidence_fits import (
    chance,
    fit_harm,
    fit_level,
    fit_mean,
    fit_shift,
    mean_key,
    mix,
    surprise,
    worst_of,
)  # fmt: skip
from rogomatic.agent.memory.long_term_memory import EFFECTS, Memory, MonsterRecord, Table, total
from rogomatic.agent.monster_manual import (
    FLIES,
    GREEDY,
    KINDS,
    MANUALS_WORD,
    MEAN,
    STRANGER,
    WANDERS,
    Attack,
    DamageDistribution,
    Kind,
    stranger,
)
from rogomatic.agent.think.fight.combat_odds import a_round
from rogomatic.agent.think.fight.spreads import Spread

# Weight of a trusted manual, as a number of cases.
_BLOWS: Final = 40.0
_WOUNDS: Final = 20.0
_KILLS: Final = 12.0
_GAINS: Final = 6.0
_HABITS: Final = 16.0
_LITTLE: Final = 0.08  # share of these weights for a mere guess
_SOLID_BLOWS: Final = 12  # blows exchanged with a kind before it counts as evidence about others
_TRUSTED: Final = 0.7
_WRONG_SHARE: Final = 0.15  # error in the chance to hit from which the manual is wrong
_WRONG_RATIO: Final = 1.5  # ratio of damages from which the manual is wrong
_HARMLESS: Final = 1.0  # damage per hit below which a kind without attacks agrees with the manual
_CLEAR: Final = 3.0  # standard errors
_USUAL_GUARD: Final = 3
_SURE_SIGNS: Final = 2  # observations that establish an effect without prior knowledge
_OTHER_SIGNS: Final = 5  # observations that establish an effect against a trusted manual
_SIGN_SHARE: Final = 0.08  # share of hits with an effect that establishes it
_SILENT_HITS: Final = 40  # hits without the manual's effect that refute the manual
_SELDOM: Final = 0.02  # chance that a hit exceeds the worst case; a guess has a long tail
_MEAN_SHARE: Final = 0.35  # share of monsters awake at first that makes a kind mean
_FLIES_SHARE: Final = 0.5  # share of double steps that makes a kind fly
_SHOWN: Final = frozenset(("rust", "freeze", "steal", "steal gold", "weaken", "drain"))  # by one hit
