"""Genotypes: sets of knobs with a descent, the ways to make new ones, and the dice that this takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Final, Literal, TypeVar

from rogomatic.knobs import DEFAULT, KNOBS, Knobs

Made = Literal["default", "crossover", "mutation", "shift"]
"""How a genotype came to be; "default" is the knobs that the program has anyway."""

REFERENCE: Final = 0  # number of the genotype with the default knobs
_MUTATION_PCT: Final = 25  # of a knob's range, that a mutation moves it by at most
_SHIFT_PCT: Final = 20  # the same for a shift, which moves all of them
# The knobs whose best value is least sure and whose weight is greatest.
BRED: Final = (
    "flee_pct", "attack_pct", "death_hp", "leave_hp", "last_pct", "unseen_pct", "round_pct", "rest_pct",
    "rested_pct", "strong_rest_pct", "rest_squares", "thrift_turns", "lean_turns", "level_turns",
    "full_depth", "look_yield_pct", "search_yield_pct", "vigil_depth", "shun_squares", "hunt_pct",
    "guarded_pct", "zap_pct", "lap_pct", "hoped_gold", "potion_level",
)  # fmt: skip

Thing = TypeVar("Thing")


class Dice:
    """A stream of numbers that its key decides; streams of two keys have nothing to do with each other.

    >>> Dice(1, 2).below(1000) == Dice(1, 2).below(1000)
    True
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, *key: int | str) -> None:
        self._key = ",".join(map(str, key))
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return one of 0 ... count - 1, all alike (of a number of 64 bits, so nearly alike)."""
        self._drawn += 1
        digest = blake2b(f"{self._key}:{self._drawn}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count

    def between(self, least: int, most: int) -> int:
        """Return one of least ... most."""
        return least + self.below(most - least + 1)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Return one of some things, all alike."""
        return things[self.below(len(things))]


@dataclass(frozen=True, slots=True)
class Genotype:
    """One way to play, with how it was made.

    number      0 is the reference, the others follow in the order of their making
    generation  the first one that it played in
    parents     their numbers; two for a crossover
    """

    number: int
    generation: int
    made: Made
    parents: tuple[int, ...]
    knobs: Knobs


def crossover(one: Knobs, other: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs each of which comes from either parent."""
    return replace(one, **{name: getattr(dice.one_of((one, other)), name) for name in names})


def mutation(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs of which one has moved, and surely so, by up to a quarter of its range."""
    name = dice.one_of(names)
    old, (_, least, most, *_) = getattr(knobs, name), KNOBS[name]
    step = dice.between(1, _part(name, _MUTATION_PCT))
    if dice.below(2):
        step = -step
    new = min(max(old + step, least), most)
    if new == old:  # at the end of its range: the other way
        new = min(max(old - step, least), most)
    return replace(knobs, **{name: new})


def shift(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs each of which has moved by up to a fifth of its range, or stayed."""
    moved = {}
    for name in names:
        _, least, most, *_ = KNOBS[name]
        step = _part(name, _SHIFT_PCT)
        moved[name] = min(max(getattr(knobs, name) + dice.between(-step, step), least), most)
    return replace(knobs, **moved)


def genes(knobs: Knobs, names: Sequence[str]) -> tuple[float, ...]:
    """Return how far each knob is from its default, in parts of its range.

    >>> genes(replace(DEFAULT, rested_pct=DEFAULT.rested_pct + 6), ["rested_pct", "rest_pct"])
    (0.1, 0.0)
    """
    values, defaults = asdict(knobs), asdict(DEFAULT)
    return tuple((values[name] - defaults[name]) / (KNOBS[name].most - KNOBS[name].least) for name in names)


def _part(name: str, pct: int) -> int:
    """Return so much of a knob's range, at least 1."""
    _, least, most, *_ = KNOBS[name]
    return max((most - least) * pct // 100, 1)
