"""Rules of an evolution."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from rogomatic.agent.knobs import KNOBS

Objective = Literal["mean", "log"]
"""What is maximized: the mean score, or the mean of log(1 + score), which weighs early deaths more."""
FIRST_RETEST_SEED: Final = 500_000_000  # races play the seeds below, re-tests those from here on
_MAX: Final = 1 << 53
BOUNDS: Final = {  # of the rules that are numbers, both ends included
    "population": (4, 1000), "block": (1, _MAX), "effort": (1, _MAX), "error_pct": (0, 50),
    "seed": (0, (1 << 63) - 1), "first_seed": (0, FIRST_RETEST_SEED - 1),
}  # fmt: skip
# The knobs whose best values are least certain and matter most.
BRED: Final = (
    "flee_pct", "attack_pct", "death_hp", "leave_hp", "last_pct", "unseen_pct", "round_pct", "rest_pct",
    "rested_pct", "strong_rest_pct", "rest_squares", "thrift_turns", "lean_turns", "level_turns",
    "full_depth", "look_yield_pct", "search_yield_pct", "vigil_depth", "shun_squares", "hunt_pct",
    "guarded_pct", "zap_pct", "lap_pct", "hoped_gold", "potion_level",
)  # fmt: skip


class Rules(NamedTuple):
    """Rules of an evolution, fixed when its pool is made.

    bred        names of the knobs that are bred
    population  genotypes per generation, with the reference
    block       seeds per heat of a race; all genotypes in the race play each of them
    effort      games of a race per genotype; those that drop out leave their games to the others
    error_pct   chance to beat the leader below which a genotype drops out of the race
    seed        of the dice that breed
    first_seed  the first dungeon; each generation plays the next ones
    """

    bred: tuple[str, ...] = BRED
    population: int = 16
    block: int = 20
    effort: int = 60
    error_pct: int = 10
    seed: int = 1
    first_seed: int = 1
    objective: Objective = "mean"


def are_sound(rules: Rules) -> bool:
    """Return whether rules, which were read from a file, are possible ones."""
    values = rules._asdict()
    return (
        all(type(values[name]) is int and low <= values[name] <= high for name, (low, high) in BOUNDS.items())
        and rules.objective in get_args(Objective)
        and len(set(rules.bred)) == len(rules.bred)
        and {*rules.bred} <= {*KNOBS}
    )
