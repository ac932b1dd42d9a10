"""All surveys of the census: which figures each counts, and what happens when one is out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Final, NamedTuple

from scripts.lib.census import fights, items, levels, minds, monsters, turns
from scripts.lib.census.figure import Figure

TIMES: Final = 10
"""How many times as much is counted again when a figure is out."""
_OTHER_DICE: Final = 50_000_000


class Survey(NamedTuple):
    """One kind of counting.  `run` takes a number of levels, which scales every sample, and a seed."""

    rules: tuple[str, ...]
    run: Callable[[int, int], list[Figure]]


class Counted(NamedTuple):
    """A figure, and its second count if the first was out."""

    first: Figure
    again: Figure | None = None

    @property
    def fits(self) -> bool:
        """Return whether the count that decides, the last one, agrees with the rules."""
        return (self.again or self.first).fits()


def _of_depth(depth: int) -> Survey:
    traps = ("CHK-9",) if depth < levels.FIRST_SHARED else ()
    fixed = ("CHK-1", "CHK-3", "CHK-4", "CHK-5", "CHK-6", "CHK-7", "CHK-8", "CHK-10")
    rules = (*fixed, *traps, "GEN-7", "MON-12", "RND-7", f"DEP-{depth}")
    return Survey(rules, partial(levels.at_depth, depth))


SURVEYS: Final = (
    *map(_of_depth, levels.BANDS),
    Survey(("CHK-2",), levels.connections),
    Survey(("CHK-8", "GEN-41", "GEN-42"), levels.treasure_rooms),
    Survey(("CHK-9", "GEN-36", "TRP-11"), levels.traps),
    Survey(("CHK-11", "CHK-12"), items.made),
    Survey(
        ("CHK-13", "CHK-33", "CHK-34", "CHK-35", "ITM-3", "ITM-5", "ITM-6", "ITM-7", "RND-8"),
        items.of_classes,
    ),
    Survey(("CHK-14",), turns.starvation),
    Survey(("CHK-15", "HPX-2", "HPX-3"), turns.rest_cures),
    Survey(("CHK-16",), turns.wandering),
    Survey(("CHK-17", "CMB-24"), fights.foe_blows),
    Survey(("CHK-18",), fights.mace_blows),
    Survey(("CHK-19",), fights.trap_hits),
    Survey(("CHK-20",), fights.player_saves),
    Survey(("CHK-21",), fights.foe_saves),
    Survey(("CHK-22",), monsters.worth),
    Survey(("CHK-23",), turns.thresholds),
    Survey(("CHK-24",), fights.dragon_fire),
    Survey(("CHK-25",), turns.waking),
    Survey(("CHK-26",), turns.haste),
    Survey(("CHK-27",), turns.long_potions),
    Survey(("CHK-28",), fights.thefts),
    Survey(("CHK-29", "SPC-10", "SPC-11"), fights.drains),
    Survey(("CHK-30",), fights.freezes),
    Survey(("CHK-31",), turns.ring_food),
    Survey(("CHK-32",), turns.searches),
    Survey(("CHK-34",), items.starting_arrows),
    Survey(("CHK-35",), items.meals),
    Survey(tuple(f"DEP-{depth}" for depth in range(1, 33)), monsters.kinds),
    Survey(("DEP-33",), monsters.wanderers),
    Survey(("MON-3",), monsters.hit_points),
    Survey(("VMN-43",), minds.companions),
    Survey(("VMN-44",), minds.waking),
    Survey(("VMN-41",), minds.recovery),
    Survey(("VMN-42",), minds.wanderers),
    Survey(("MNC-19",), minds.numbers),
)
RULES: Final = frozenset(rule for survey in SURVEYS for rule in survey.rules)


def take(number: int, size: int, seed: int, only: Collection[str] = RULES) -> list[Counted]:
    """Make the survey of that number with `size` levels and return its figures of the rules in `only`.

    One figure in 370 lies beyond three standard errors by chance, and there are more figures than that.  So a
    figure that is out is counted a second time, ten times as much with other dice; that count alone decides.
    """
    dice = seed * 1_000_003 + number * 100_003
    run = SURVEYS[number].run
    first = [figure for figure in run(size, dice) if figure.rule in only]
    if all(figure.fits() for figure in first):
        return [Counted(figure) for figure in first]
    again = {figure.key: figure for figure in run(TIMES * size, dice + _OTHER_DICE)}
    return [Counted(figure, None if figure.fits() else again[figure.key]) for figure in first]
