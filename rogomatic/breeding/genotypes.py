"""Genotypes of an evolution, which are sets of knobs bred by fixed rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogue.shared.errors import CommandError
from rogue.shared.seeds import Dice

Made = Literal["default", "crossover", "mutation", "shift"]
Objective = Literal["mean", "log"]
"""What is maximized: the mean score, or the mean of log(1 + score), which weighs early deaths more."""
FIRST_TEST_SEED: Final = 500_000_000  # races use smaller seeds
_MAX: Final = 1 << 53
BOUNDS: Final = {  # ranges of the numeric rules, inclusive
    "population": (4, 1000), "block": (1, _MAX), "effort": (1, _MAX), "error_pct": (0, 50),
    "seed": (0, (1 << 63) - 1), "first_seed": (0, FIRST_TEST_SEED - 1),
}  # fmt: skip
# The knobs whose best values are least certain and matter most.
BRED: Final = (
    "flee_pct", "attack_pct", "death_hp", "leave_hp", "last_pct", "unseen_pct", "round_pct", "rest_pct",
    "rested_pct", "strong_rest_pct", "rest_squares", "thrift_turns", "lean_turns", "level_turns",
    "full_depth", "look_yield_pct", "search_yield_pct", "vigil_depth", "shun_squares", "hunt_pct",
    "guarded_pct", "zap_pct", "lap_pct", "hoped_gold", "potion_level",
)  # fmt: skip
REFERENCE: Final = 0  # number of the genotype with the default knobs
_MUTATION_PCT: Final = 25  # maximum mutation, in percent of a knob's range
_SHIFT_PCT: Final = 20  # the same for a shift, which moves all knobs
_OPERATORS: Final[tuple[Made, ...]] = ("crossover", "crossover", "mutation", "shift")
_OF_ONE: Final[tuple[Made, ...]] = ("mutation", "shift", "shift")
_ROUNDS: Final = 3  # candidates per parent; the best is chosen
_TRIES: Final = 100  # attempts to make a child unlike all others


class EvolutionRules(NamedTuple):
    """Rules of an evolution, fixed when its pool is made.

    bred        names of the knobs that are bred
    population  number of genotypes per generation, including the reference
    block       number of seeds per heat of a race.  Each genotype still in the race plays all of these seeds
    effort      average number of games per genotype in a race.  Genotypes that drop out play fewer games, and
                the others play more
    error_pct   a genotype drops out of a race when its chance to beat the leader is below this percentage
    seed        seed of the dice for breeding
    first_seed  seed of the first dungeon.  Each later generation begins with the seed after the last one used
    objective   what is maximized: the mean score, or the mean of log(1 + score)
    """

    bred: tuple[str, ...] = BRED
    population: int = 16
    block: int = 20
    effort: int = 60
    error_pct: int = 10
    seed: int = 1
    first_seed: int = 1
    objective: Objective = "mean"

    def are_sound(self) -> bool:
        """Return whether all rules are valid.  Rules that come from a file may be invalid."""
        values = self._asdict()
        return (
            all(
                type(values[name]) is int and low <= values[name] <= high
                for name, (low, high) in BOUNDS.items()
            )
            and self.objective in get_args(Objective)
            and len(set(self.bred)) == len(self.bred)
            and {*self.bred} <= {*KNOBS}
        )


class BreedingError(CommandError):
    """Exception for an evolution that cannot continue.  Its text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Genotype:
    """A set of knobs, and how it was made.

    number      number in the order of creation, 0 for the reference
    generation  first generation in which the genotype plays
    parents     numbers of the parents: two after a crossover, none for the reference, otherwise one
    """

    number: int
    generation: int
    made: Made
    parents: tuple[int, ...]
    knobs: Knobs


def crossover(one: Knobs, other: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs in which each named knob is taken from `one` or `other` at random."""
    return _with(one, {name: getattr(dice.one_of((one, other)), name) for name in names})


def mutation(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return a copy of the knobs with one of these moved by up to a quarter of its range."""
    name = dice.one_of(names)
    old, step = getattr(knobs, name), dice.between(1, _part(name, _MUTATION_PCT))
    if dice.below(2):
        step = -step
    new = _clamped(name, old + step)
    return _with(knobs, {name: new if new != old else _clamped(name, old - step)})


def shift(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return a copy of the knobs with each of these moved by up to a fifth of its range."""
    steps = {name: _part(name, _SHIFT_PCT) for name in names}
    return _with(knobs, {
        name: _clamped(name, getattr(knobs, name) + dice.between(-step, step)) for name, step in steps.items()
    })  # fmt: skip


def genes(knobs: Knobs, names: Sequence[str]) -> tuple[float, ...]:
    """Return for each named knob its value minus the default, as a fraction of the knob's range.

    >>> genes(Knobs(rested_pct=DEFAULT.rested_pct + 6), ["rested_pct", "rest_pct"])
    (0.1, 0.0)
    """
    values, defaults = knobs.values(), DEFAULT.values()
    return tuple((values[name] - defaults[name]) / (KNOBS[name].most - KNOBS[name].least) for name in names)


def first_generation(rules: EvolutionRules) -> list[Genotype]:
    """Return the reference and its children, which are shifts and mutations of the default knobs."""
    reference = Genotype(REFERENCE, 1, "default", (), DEFAULT)
    return [reference, *children({REFERENCE: reference}, [REFERENCE], 1, rules.population - 1, rules)]


def children(
    pool: Mapping[int, Genotype], ranked: Sequence[int], generation: int, count: int, rules: EvolutionRules
) -> list[Genotype]:
    """Return `count` new genotypes that are not in the pool.  The result depends only on the arguments.

    ranked  numbers of possible parents, best first

    Parents are chosen from the first `count // 2` numbers of `ranked`, but at least from the first two.
    There is no crossover if only one parent is possible.
    """
    parents, known = ranked[: max(count // 2, 2)], {one.knobs for one in pool.values()}
    born = []
    for number in range(len(pool), len(pool) + count):
        dice = Dice(rules.seed, generation, number)
        made = dice.one_of(_OPERATORS if len(parents) > 1 else _OF_ONE)
        pair = _winner(parents, dice), _winner(parents, dice)
        knobs = _unlike(known, made, (pool[pair[0]].knobs, pool[pair[1]].knobs), rules.bred, dice)
        known.add(knobs)
        born.append(Genotype(number, generation, made, pair if made == "crossover" else pair[:1], knobs))
    return born


def _winner(ranked: Sequence[int], dice: Dice) -> int:
    """Return the best of a few numbers drawn at random."""
    return ranked[min(dice.below(len(ranked)) for _ in range(_ROUNDS))]


def _unlike(
    known: set[Knobs], made: Made, parents: tuple[Knobs, Knobs], names: Sequence[str], dice: Dice
) -> Knobs:
    """Return knobs for a child that differ from the knobs of every genotype in `known`.

    If the first knobs made are already in `known`, shift them at random until they are not.

    Raises BreedingError if no new knobs are found.
    """
    for _ in range(_TRIES):
        knobs = crossover(*parents, names, dice) if made == "crossover" else parents[0]
        if made == "mutation":
            knobs = mutation(knobs, names, dice)
        if made == "shift" or knobs in known:
            knobs = shift(knobs, names, dice)
        if knobs not in known:
            return knobs
    raise BreedingError("The bred knobs have no new values for another child: breed more knobs.")


def _with(knobs: Knobs, values: Mapping[str, int]) -> Knobs:
    """Return a copy of the knobs with these new values.

    In the copy, every knob whose value is not its default is marked as given.
    """
    return Knobs(**{**knobs.values(), **values}, given=())


def _part(name: str, pct: int) -> int:
    return max((KNOBS[name].most - KNOBS[name].least) * pct // 100, 1)


def _clamped(name: str, value: int) -> int:
    return min(max(value, KNOBS[name].least), KNOBS[name].most)
