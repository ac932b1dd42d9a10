"""The model of a fight: against the exact duel, against a plain simulation, and its order."""

from __future__ import annotations

import pytest

from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.think.fight.combat_odds import be_hit, duel, survival_curve
from rogomatic.agent.think.fight.combat_sim import Fighter, simulate_fight
from tests.support.agent_scenes import Scene, status

HALL = """
  ------------
  |...@H.....|
  ------------
"""


def fighter(letter: str, hp: int, level: int) -> tuple[Fighter, tuple[float, float, float]]:
    """Return a foe next to a hero with a mace as the model takes it, and the figures of the duel."""
    b = Scene(HALL.replace("H", letter), status(hp=hp, most=hp, level=level)).awake(letter)
    foe = next(iter(b.foes.seen.values()))
    return Fighter(foe.kind.attacks, be_hit(b, foe.kind), survival_curve(b, foe)), duel(b, foe)


@pytest.mark.parametrize(("letter", "hp", "level"), [("H", 12, 1), ("H", 4, 1), ("C", 40, 6), ("T", 90, 9)])
def test_with_one_foe_it_is_the_duel(letter: str, hp: int, level: int) -> None:
    one, (die, _, blows) = fighter(letter, hp, level)
    fight_cost = simulate_fight(hp, (one,))
    assert fight_cost.death_probability == pytest.approx(die, abs=0.015)
    assert fight_cost.turns == pytest.approx(blows, rel=0.02)


def simulated(hp: int, front: int, games: int) -> float:
    """Return the share of heroes that die against two hobgoblins, each felled by a blow in three."""
    state, dead = 1, 0

    def draw(sides: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % sides

    for _ in range(games):
        left, foes = hp, 2
        while left > 0:
            fell = draw(3) == 0
            beside = min(foes, front) - fell  # who takes the place of the dead does not strike yet
            foes -= fell
            if not foes:
                break
            left -= sum(draw(8) + 1 for _ in range(beside) if draw(20) < 8)
        dead += left <= 0
    return dead / games


@pytest.mark.parametrize("front", [1, 2])
def test_two_foes_are_one_problem(front: int) -> None:
    curve = tuple((2 / 3) ** blows for blows in range(20))
    one = Fighter(KINDS["hobgoblin"].attacks, 8, curve)
    assert simulate_fight(20, (one, one), front).death_probability == pytest.approx(
        simulated(20, front, 4000), abs=0.025
    )


def test_who_comes_one_by_one_is_less_of_a_danger() -> None:
    one, _ = fighter("H", 12, 1)
    two = (one, one)
    assert (
        simulate_fight(12, two, 1).death_probability
        < simulate_fight(12, (one, one._replace(start=3))).death_probability
        < simulate_fight(12, two).death_probability
    )


def test_shots_on_the_way_and_rounds_on_the_way_count() -> None:
    one, _ = fighter("H", 12, 1)
    here = simulate_fight(12, (one,)).death_probability
    assert simulate_fight(12, (one._replace(start=4, free=3),)).death_probability < here
    assert simulate_fight(12, (one._replace(before=2),)).death_probability > here
    assert simulate_fight(12, (one._replace(pace=2),)).death_probability < here
