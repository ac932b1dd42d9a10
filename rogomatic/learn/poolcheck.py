"""What a pool must hold that was read from a file: anybody may have written it.

Owns   the sentence that says what is wrong with a pool, or with its rules.
Leaves reading it (run.breed.poolfile), the pool itself (learn.pool).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final, get_args

from rogomatic.knobs import RANGES, Knobs
from rogomatic.learn.genotypes import REFERENCE
from rogomatic.learn.pool import Objective, Pool, Rules
from rogomatic.learn.retest import Retest

_MOST: Final = 1 << 53
_MOST_GAMES: Final = 1 << 24  # of a re-test
_BOUNDS: Final = {  # of the rules that are numbers; both ends are inside
    "population": (4, 1000), "block": (1, _MOST), "effort": (1, _MOST), "error_pct": (0, 50),
    "seed": (0, 1 << 63), "first_seed": (0, _MOST),
}  # fmt: skip


def fault_of_rules(rules: Rules) -> str:
    """Say what is wrong with rules, "" if nothing is."""
    for name, (least, most) in _BOUNDS.items():
        value = getattr(rules, name)
        if type(value) is not int or not least <= value <= most:
            return f"its rule {name} is no number from {least} to {most}"
    if rules.objective not in get_args(Objective):
        return "it does not say what is bred for"
    if len(set(rules.bred)) < len(rules.bred) or not {*rules.bred} <= {*RANGES}:
        return "it breeds knobs that there are not"
    return ""


def fault_of(pool: Pool) -> str:
    """Say what is wrong with a pool whose rules are right and whose values are of the right kinds, "" if
    nothing is.
    """
    if sorted(pool.starters) != list(range(1, len(pool.starters) + 1)):
        return "a generation is missing"
    is_one_without = bool(pool.genotypes) != bool(pool.starters)
    if is_one_without or sorted(pool.genotypes) != list(range(len(pool.genotypes))):
        return "a genotype is missing"
    for number, one in pool.genotypes.items():
        if one.generation not in pool.starters or not all(0 <= parent < number for parent in one.parents):
            return f"genotype {number} has no place in it"
        if not _is_in_range(one.knobs):
            return f"genotype {number} has a knob that is out of its range"
    for generation, starters in pool.starters.items():
        is_full = len(set(starters)) == len(starters) == pool.rules.population
        if not is_full or REFERENCE not in starters or not {*starters} <= {*pool.genotypes}:
            return f"generation {generation} is not whole"
    for result in pool.results:
        if result.genotype not in pool.starters.get(result.generation, ()) or not 0 <= result.score <= _MOST:
            return f"the game of genotype {result.genotype} on seed {result.seed} has no place in it"
    return ""


def fault_of_retests(retests: Sequence[Retest], pool: Pool) -> str:
    """Say what is wrong with the re-tests of a pool, "" if nothing is."""
    if [one.number for one in retests] != list(range(1, len(retests) + 1)):
        return "a re-test is missing"
    for one in retests:
        if one.genotype not in pool.genotypes or not 0 < one.games <= _MOST_GAMES or one.first_seed < 0:
            return f"re-test {one.number} has no place in it"
    return ""


def _is_in_range(knobs: Knobs) -> bool:
    values = asdict(knobs)
    return all(
        type(values[name]) is int and least <= values[name] <= most for name, (least, most) in RANGES.items()
    )
