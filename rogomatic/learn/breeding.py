"""The next generation: who races again, who becomes a parent, which children there are.

Owns   selection and the mixture of the operators.
Leaves the operators (genotypes), the estimates (worths), the race (race).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rogomatic.knobs import DEFAULT, Knobs
from rogomatic.learn.dice import Dice
from rogomatic.learn.genotypes import REFERENCE, Genotype, Made, crossover, mutation, shift
from rogomatic.learn.worths import Worths

_ELITE_PART: Final = 4      # one in so many of a generation is of the best so far and races again
_PARENTS_PART: Final = 2    # parents are the best, half as many as a generation has
_ROUNDS: Final = 3          # candidates that a parent is the best of
# Operators, as often as they stand here.
_OPERATORS: Final[tuple[Made, ...]] = ("crossover", "crossover", "mutation", "shift")
_TRIES: Final = 100         # to make a child that there is not yet


class NoRoom(Exception):
    """All children that there can be are there; the text is a sentence for the user."""


class Birth(NamedTuple):
    """What children are wanted: which generation, how many, of which knobs, and the seed of the dice."""

    generation: int
    children: int
    names: Sequence[str]
    seed: int


def first_generation(population: int, names: Sequence[str], seed: int) -> list[Genotype]:
    """Return the reference and its first children: shifts of the defaults, every third a mutation."""
    born = [Genotype(REFERENCE, 1, "default", (), DEFAULT)]
    for number in range(1, population):
        made: Made = "shift" if number % 3 else "mutation"
        knobs = _unlike({one.knobs for one in born}, made, (DEFAULT, DEFAULT), names, Dice(seed, 1, number))
        born.append(Genotype(number, 1, made, (REFERENCE,), knobs))
    return born


def elite(worths: Worths, population: int) -> list[int]:
    """Return who races again: the reference and those with the surest gains."""
    best = [number for number in worths.by_cautious() if number != REFERENCE]
    return [REFERENCE, *best[: max(population // _ELITE_PART, 1)]]


def children(pool: Mapping[int, Genotype], worths: Worths, birth: Birth) -> list[Genotype]:
    """Return new genotypes, unlike all in the pool; the same pool and seed give the same children.

    worths  of the pool
    """
    parents = worths.by_gain()[: max(birth.children // _PARENTS_PART, 2)]
    known = {one.knobs for one in pool.values()}
    born = []
    for number in range(len(pool), len(pool) + birth.children):
        dice = Dice(birth.seed, birth.generation, number)
        made = dice.one_of(_OPERATORS)
        pair = _winner(parents, dice), _winner(parents, dice)
        knobs = _unlike(known, made, (pool[pair[0]].knobs, pool[pair[1]].knobs), birth.names, dice)
        known.add(knobs)
        descent = pair if made == "crossover" else pair[:1]
        born.append(Genotype(number, birth.generation, made, descent, knobs))
    return born


def _winner(ranked: Sequence[int], dice: Dice) -> int:
    """Return the best of a few drawn by lot."""
    return ranked[min(dice.below(len(ranked)) for _ in range(_ROUNDS))]


def _unlike(
    known: set[Knobs], made: Made, parents: tuple[Knobs, Knobs], names: Sequence[str], dice: Dice
) -> Knobs:
    """Make a child, again until there is none like it; what crossing cannot make new is shifted as well."""
    one, other = parents
    for _ in range(_TRIES):
        knobs = crossover(one, other, names, dice) if made == "crossover" else one
        if made == "mutation":
            knobs = mutation(knobs, names, dice)
        if made == "shift" or knobs in known:
            knobs = shift(knobs, names, dice)
        if knobs not in known:
            return knobs
    raise NoRoom("The knobs that are bred leave no room for another child: breed more of them.")
