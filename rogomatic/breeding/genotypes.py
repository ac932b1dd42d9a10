"""Genotypes: sets of knobs with their descent, and the operators that make new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.breeding.rules import Rules
from rogue.shared.errors import CommandError
from rogue.shared.seeds import Dice

Made = Literal["default", "crossover", "mutation", "shift"]

REFERENCE: Final = 0  # number of the genotype with the default knobs
_MUTATION_PCT: Final = 25  # of a knob's range: the farthest that a mutation moves it
_SHIFT_PCT: Final = 20  # the same for a shift, which moves all knobs
_OPERATORS: Final[tuple[Made, ...]] = ("crossover", "crossover", "mutation", "shift")
_ROUNDS: Final = 3  # candidates of which the best becomes a parent
_TRIES: Final = 100  # to make a child unlike all others


class BreedingError(CommandError):
    """An evolution that cannot go on; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Genotype:
    """A set of knobs and how it was made.

    number      0 is the reference; the others follow in the order of their making
    generation  the first one that it played in
    parents     their numbers; two for a crossover
    """

    number: int
    generation: int
    made: Made
    parents: tuple[int, ...]
    knobs: Knobs


def crossover(one: Knobs, other: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs that each come from either parent."""
    return _with(one, {name: getattr(dice.one_of((one, other)), name) for name in names})


def mutation(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs of which exactly one has moved, by up to a quarter of its range."""
    name = dice.one_of(names)
    old, step = getattr(knobs, name), dice.between(1, _part(name, _MUTATION_PCT))
    if dice.below(2):
        step = -step
    new = _clamped(name, old + step)
    return _with(knobs, {name: new if new != old else _clamped(name, old - step)})


def shift(knobs: Knobs, names: Sequence[str], dice: Dice) -> Knobs:
    """Return knobs that have each moved by at most a fifth of their range."""
    steps = {name: _part(name, _SHIFT_PCT) for name in names}
    return _with(knobs, {
        name: _clamped(name, getattr(knobs, name) + dice.between(-step, step)) for name, step in steps.items()
    })  # fmt: skip


def genes(knobs: Knobs, names: Sequence[str]) -> tuple[float, ...]:
    """Return the distance of each knob from its default, as a fraction of its range.

    >>> genes(Knobs(rested_pct=DEFAULT.rested_pct + 6), ["rested_pct", "rest_pct"])
    (0.1, 0.0)
    """
    values, defaults = knobs.values(), DEFAULT.values()
    return tuple((values[name] - defaults[name]) / (KNOBS[name].most - KNOBS[name].least) for name in names)


def first_generation(rules: Rules) -> list[Genotype]:
    """Return the reference and its children: shifts of the defaults, every third one a mutation."""
    born = [Genotype(REFERENCE, 1, "default", (), DEFAULT)]
    for number in range(1, rules.population):
        made: Made = "shift" if number % 3 else "mutation"
        dice = Dice(rules.seed, 1, number)
        knobs = _unlike({one.knobs for one in born}, made, (DEFAULT, DEFAULT), rules.bred, dice)
        born.append(Genotype(number, 1, made, (REFERENCE,), knobs))
    return born


def children(
    pool: Mapping[int, Genotype], ranked: Sequence[int], generation: int, count: int, rules: Rules
) -> list[Genotype]:
    """Return new genotypes unlike all in the pool; the same arguments give the same children.

    ranked  numbers of possible parents, the best first; the first half as many as `count` become parents
    """
    parents, known = ranked[: max(count // 2, 2)], {one.knobs for one in pool.values()}
    born = []
    for number in range(len(pool), len(pool) + count):
        dice = Dice(rules.seed, generation, number)
        made = dice.one_of(_OPERATORS)
        pair = _winner(parents, dice), _winner(parents, dice)
        knobs = _unlike(known, made, (pool[pair[0]].knobs, pool[pair[1]].knobs), rules.bred, dice)
        known.add(knobs)
        born.append(Genotype(number, generation, made, pair if made == "crossover" else pair[:1], knobs))
    return born


def _winner(ranked: Sequence[int], dice: Dice) -> int:
    """Return the best of a few candidates drawn at random."""
    return ranked[min(dice.below(len(ranked)) for _ in range(_ROUNDS))]


def _unlike(
    known: set[Knobs], made: Made, parents: tuple[Knobs, Knobs], names: Sequence[str], dice: Dice
) -> Knobs:
    """Make a child unlike all known ones; a crossover that is not new is shifted.  Raises BreedingError."""
    for _ in range(_TRIES):
        knobs = crossover(*parents, names, dice) if made == "crossover" else parents[0]
        if made == "mutation":
            knobs = mutation(knobs, names, dice)
        if made == "shift" or knobs in known:
            knobs = shift(knobs, names, dice)
        if knobs not in known:
            return knobs
    raise BreedingError("The knobs that are bred leave no room for another child: breed more of them.")


def _with(knobs: Knobs, values: Mapping[str, int]) -> Knobs:
    """Return knobs with other values; a value equal to the default counts as not given."""
    return Knobs(**{**knobs.values(), **values}, given=())


def _part(name: str, pct: int) -> int:
    return max((KNOBS[name].most - KNOBS[name].least) * pct // 100, 1)


def _clamped(name: str, value: int) -> int:
    return min(max(value, KNOBS[name].least), KNOBS[name].most)
