"""Genotypes: the operators stay in range, change what they should, and follow their dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.breeding.estimates import GainEstimate, Trial, Worths, worths_of
from rogomatic.breeding.genotypes import (
    BRED,
    REFERENCE,
    BreedingError,
    EvolutionRules,
    Genotype,
    children,
    crossover,
    first_generation,
    genes,
    mutation,
    shift,
)
from rogomatic.breeding.pool import elite
from rogue.shared.seeds import Dice

pytestmark = pytest.mark.slow


Operator = Callable[[Knobs, Sequence[str], Dice], Knobs]
any_knobs = st.fixed_dictionaries(
    {name: st.integers(least, most) for name, (_, least, most, *_) in KNOBS.items()}
).map(lambda values: Knobs(**values))
any_names = st.lists(st.sampled_from(sorted(KNOBS)), min_size=1, max_size=8, unique=True)
few = settings(max_examples=20, deadline=None)
any_dice = st.integers(0, 2**63).map(Dice)


def is_in_range(knobs: Knobs) -> bool:
    return all(KNOBS[name].least <= value <= KNOBS[name].most for name, value in knobs.values().items())


def changed(one: Knobs, other: Knobs) -> set[str]:
    before, after = one.values(), other.values()
    return {name for name in before if before[name] != after[name]}


@few
@given(any_knobs, any_names, any_dice)
def test_a_mutation_changes_one_knob_and_stays_in_range(knobs: Knobs, names: list[str], dice: Dice) -> None:
    child = mutation(knobs, names, dice)
    assert len(changed(knobs, child)) == 1
    assert changed(knobs, child) <= set(names)
    assert is_in_range(child)


@few
@given(any_knobs, any_names, any_dice)
def test_a_shift_stays_in_range_and_moves_each_knob(knobs: Knobs, names: list[str], dice: Dice) -> None:
    child = shift(knobs, names, dice)
    assert changed(knobs, child) <= set(names)
    assert is_in_range(child)
    for name in names:
        width = KNOBS[name].most - KNOBS[name].least
        assert abs(getattr(child, name) - getattr(knobs, name)) <= max(width * 20 // 100, 1)


@few
@given(any_knobs, any_knobs, any_names, any_dice)
def test_a_crossover_has_knobs_of_its_parents(one: Knobs, other: Knobs, names: list[str], dice: Dice) -> None:
    child = crossover(one, other, names, dice)
    assert changed(one, child) <= set(names)
    for name in names:
        assert getattr(child, name) in (getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("operator", [mutation, shift])
def test_operators_follow_their_dice(operator: Operator) -> None:
    same = [operator(DEFAULT, BRED, Dice(1, 2, 3)) for _ in range(2)]
    assert same[0] == same[1]
    assert operator(DEFAULT, BRED, Dice(1, 2, 4)) != same[0]


def test_dice_are_the_same_on_every_machine() -> None:
    dice = Dice(1984, 1)
    assert [dice.below(1000) for _ in range(6)] == [602, 919, 653, 43, 547, 918]
    assert {Dice(seed).between(3, 5) for seed in range(60)} == {3, 4, 5}


def test_genes_are_parts_of_the_range() -> None:
    _, least, most, *_ = KNOBS["rest_pct"]
    up = Knobs(rest_pct=most)
    assert genes(up, ["rest_pct", "flee_pct"]) == ((most - DEFAULT.rest_pct) / (most - least), 0.0)


def a_pool(population: int) -> tuple[dict[int, Genotype], list[int]]:
    """Return a first generation, ranked by games in which each scored its number and a little chance."""
    pool = {one.number: one for one in first_generation(EvolutionRules(population=population))}
    games = [(number, game, 97.0 * ((7 * number + 13 * game) % 11)) for game in range(22) for number in pool]
    trials = [Trial(number, game, 100.0 * number + chance) for number, game, chance in games]
    worths = worths_of(trials, {one.number: genes(one.knobs, BRED) for one in pool.values()})
    return pool, worths.by_gain()


def test_the_first_generation_is_the_reference_and_its_children_all_unlike() -> None:
    born = first_generation(EvolutionRules(population=16))
    assert born[0] == Genotype(REFERENCE, 1, "default", (), DEFAULT)
    assert len({one.knobs for one in born}) == 16
    assert {one.made for one in born[1:]} == {"shift", "mutation"}
    assert all(one.parents == (REFERENCE,) for one in born[1:])


def test_children_descend_from_the_best_and_are_unlike_all_in_the_pool() -> None:
    pool, ranked = a_pool(16)
    born = children(pool, ranked, 2, 30, EvolutionRules())
    assert [one.number for one in born] == list(range(16, 46))
    assert len({one.knobs for one in (*pool.values(), *born)}) == 46
    assert {one.made for one in born} == {"crossover", "mutation", "shift"}
    assert all(len(one.parents) == (2 if one.made == "crossover" else 1) for one in born)
    only_best = children(pool, ranked, 2, 8, EvolutionRules())
    assert {parent for one in only_best for parent in one.parents} <= {12, 13, 14, 15}


def test_the_same_pool_and_seed_give_the_same_children() -> None:
    born = [children(*a_pool(8), 2, 5, EvolutionRules(seed=seed)) for seed in (7, 7, 8)]
    assert born[0] == born[1] != born[2]


def test_the_reference_and_the_surest_race_again() -> None:
    gains = {0: (0.0, 0.0), 1: (50.0, 10.0), 2: (90.0, 80.0), 3: (60.0, 15.0), 4: (-9.0, 1.0)}
    estimates = {number: GainEstimate(9, gain, error) for number, (gain, error) in gains.items()}
    worths = Worths(estimates, {}, None)
    assert elite(worths, 12) == [REFERENCE, 3, 1, 2]
    assert elite(worths, 4) == [REFERENCE, 3]


def test_a_knob_with_no_room_for_more_children_is_refused() -> None:
    with pytest.raises(BreedingError, match="breed more knobs"):
        first_generation(EvolutionRules(population=30, bred=("bow_squares",)))  # has 12 values
