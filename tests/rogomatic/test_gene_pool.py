"""What an evolution does next follows from its games alone; the story that is told of it."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.knobs import KNOBS
from rogomatic.breeding.genotypes import REFERENCE, EvolutionRules, Genotype
from rogomatic.breeding.pool import BreedStep, PlayStep, Pool, PoolGame, next_step
from rogomatic.breeding.report import CurvePoint, curve, table

pytestmark = pytest.mark.slow


RULES = EvolutionRules(population=6, block=3, effort=5, first_seed=100)
GAMES = 110


def made_up_score(one: Genotype, seed: int) -> int:
    """Return what would come of a game: luck of its own, and more gold for who rests longer."""
    chance = blake2b(f"{one.number} {seed}".encode(), digest_size=2).digest()
    return int.from_bytes(chance) % 400 + 10 * one.knobs.rested_pct


def go_on(pool: Pool, games: int, cut: int = 10**9) -> Pool:
    """Go on until the pool has so many games; of each heat play `cut` games at most, as if killed there."""
    while step := next_step(pool, games):
        if isinstance(step, BreedStep):
            pool.add(step)
            continue
        for number, seed in step.games[:cut]:
            score = made_up_score(pool.genotypes[number], seed)
            pool.games.append(PoolGame(step.generation, number, seed, score))
    return pool


@pytest.fixture(scope="module")
def pool() -> Pool:
    return go_on(Pool(RULES), GAMES)


@settings(max_examples=5, deadline=None)
@given(st.integers(4, 40), st.lists(st.integers(1, GAMES), max_size=3))
def test_the_pool_is_the_same_wherever_it_was_interrupted(cut: int, stops: list[int]) -> None:
    interrupted = Pool(RULES)
    for games in (*sorted(stops), GAMES):
        go_on(interrupted, games, cut)
    assert interrupted == go_on(Pool(RULES), GAMES)


def test_all_that_race_play_the_same_new_seeds(pool: Pool) -> None:
    assert len(pool.games) == GAMES
    assert len({(one.genotype, one.seed) for one in pool.games}) == GAMES
    whole = sorted(pool.starters)[:-1]
    assert len(whole) >= 3
    for generation in whole:
        games = [one for one in pool.games if one.generation == generation]
        seeds = {one.seed for one in games}
        before = {one.seed for one in pool.games if one.generation < generation}
        assert seeds == set(range(min(seeds), max(seeds) + 1))
        assert min(seeds) == max(before, default=99) + 1
        assert {one.seed for one in games if one.genotype == REFERENCE} == seeds
        for number in pool.starters[generation]:
            played = {one.seed for one in games if one.genotype == number}
            assert played == set(range(min(seeds), min(seeds) + len(played)))
        assert RULES.effort * RULES.population <= len(games) < (RULES.effort + 1) * RULES.population


def test_a_generation_is_the_reference_some_of_the_best_and_their_children(pool: Pool) -> None:
    for generation, starters in pool.starters.items():
        assert starters[0] == REFERENCE
        assert len(set(starters)) == RULES.population
        born = [number for number in starters if pool.genotypes[number].generation == generation]
        assert len(born) == (RULES.population if generation == 1 else RULES.population - 2)


def test_another_seed_breeds_other_children(pool: Pool) -> None:
    other = go_on(Pool(RULES._replace(seed=2)), GAMES)
    assert other.genotypes != pool.genotypes
    assert {one.seed for one in other.games} >= {100, 101, 102}


def test_only_the_knobs_that_are_bred_change() -> None:
    pool = go_on(Pool(RULES._replace(bred=("rested_pct", "hoped_gold"))), GAMES)
    defaults = pool.genotypes[REFERENCE].knobs
    for one in pool.genotypes.values():
        differing = {name for name in KNOBS if getattr(one.knobs, name) != getattr(defaults, name)}
        assert differing <= {"rested_pct", "hoped_gold"}


def test_what_is_bred_for_comes_out() -> None:
    pool = go_on(Pool(RULES._replace(bred=("rested_pct", "flee_pct"), population=8, effort=8)), 400)
    best = pool.genotypes[pool.worths().by_cautious()[0]]
    assert best.knobs.rested_pct > pool.genotypes[REFERENCE].knobs.rested_pct + 10


def test_games_on_a_logarithm_weigh_up_differently(pool: Pool) -> None:
    other = Pool(RULES._replace(objective="log"), pool.genotypes, pool.starters, pool.games)
    assert other.worths().estimates[1].gain != pool.worths().estimates[1].gain


def test_nothing_is_to_be_done_without_games_to_spend(pool: Pool) -> None:
    assert next_step(pool, GAMES) is None
    assert isinstance(next_step(Pool(RULES), 0), BreedStep)
    step = next_step(go_on(Pool(RULES), 4), 10)
    assert isinstance(step, PlayStep)
    assert step.games == ((4, 100), (5, 100), (0, 101), (1, 101), (2, 101), (3, 101))


def test_the_curve_has_a_point_per_generation_with_games(pool: Pool) -> None:
    points = curve(pool, pool.worths())
    assert [point.generation for point in points] == sorted({one.generation for one in pool.games})
    assert sum(point.games for point in points) == GAMES
    cautious = [point.gain - point.error for point in points]
    assert cautious == sorted(cautious)


def test_the_table_names_the_best_of_each_generation() -> None:
    points = [CurvePoint(1, 40, -100.0, 3, 20.4, 9.0), CurvePoint(2, 40, 0.0, 7, 290.0, 9.0)]
    assert [row.split() for row in table(points)] == [
        ["gen", "games", "mean", "best"], ["1", "40", "-100", "+20", "#3"], ["2", "40", "+0", "+290", "#7"],
    ]  # fmt: skip
