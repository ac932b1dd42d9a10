"""The model of a fight: pursuit, the exact duel, a plain simulation, and the order of blows."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.terrain_map import DOOR, FLOOR, TerrainMap
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.think.fight.combat_odds import be_hit, duel, survival_curve
from rogomatic.agent.think.fight.combat_sim import NEVER, Fighter, chase, next_step, simulate_fight
from rogomatic.agent.think.fight.fight_options import case_of, fight_cost_of, fight_cost_on_the_way
from rogomatic.agent.think.fight.position_options import path_to_exits
from rogomatic.agent.think.ground.exits import doors_of
from tests.support.agent_scenes import Scene, beliefs, spot_of, status

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


CHASE_HALL = """
  --------------------
  |...H@.............|
  --------------------
"""


def test_a_pursuer_right_behind_does_not_strike() -> None:
    b = Scene(CHASE_HALL).awake("H")
    spot = b.me.spot
    away = chase(b.level, spot, tuple(range(spot + 1, spot + 12)), b.foes.seen.values(), 0)
    assert [one.before for one in away.chasers] == [0]
    stay = chase(b.level, spot, (spot,) * 6, b.foes.seen.values(), 0)
    assert [one.before for one in stay.chasers] == [6]


def test_a_pursuer_takes_the_step_that_brings_it_nearest() -> None:
    picture = """
  -------
  |@...H|
  |.....|
  -------
"""
    b = beliefs(picture)
    spot, hero = spot_of(picture, "H"), spot_of(picture, "@")
    assert next_step(b.level, spot, hero) == spot - 1
    assert next_step(b.level, spot, hero, taken=[spot - 1]) == spot + 79
    assert next_step(b.level, hero + 1, hero) == hero + 1


def test_out_of_a_room_it_takes_the_door_that_is_nearest_to_the_hero_CHS_7() -> None:
    picture = """
  -----------
  |.........|
  +..H......+##
  |.........| #
  ----------- #
              #
        @######
"""
    b = beliefs(picture)
    assert next_step(b.level, spot_of(picture, "H"), spot_of(picture, "@")) == spot_of(picture, "H") + 1


CROWD = """
  -------------
  |..H........|
  |..HH.......+@##
  |..H........|
  -------------
"""


def test_in_a_passage_one_of_a_crowd_gets_next_to_the_hero() -> None:
    b = Scene(CROWD).awake("H")
    there = chase(b.level, b.me.spot, (), b.foes.seen.values())
    assert there.front == 1
    assert there.chasers[0].arrival < NEVER
    assert [one.arrival for one in there.chasers[1:]] == [NEVER] * 3


def test_in_the_open_three_of_them_do_and_the_fourth_stands_behind() -> None:
    b = Scene(CROWD.replace("+@##", "+.##").replace("HH.......", "HH...@...")).awake("H")
    assert chase(b.level, b.me.spot, (), b.foes.seen.values()).front == 3


def test_known_doors_follow_the_terrain() -> None:
    level = TerrainMap(1)
    level.put(170, DOOR)
    assert doors_of(level) == [170]
    level.put(165, DOOR)
    assert doors_of(level) == [165, 170]
    level.put(170, FLOOR)
    assert doors_of(level) == [165]


def test_a_foe_in_the_way_bars_it_unless_there_is_a_way_round_MON_9() -> None:
    picture = """
  -------------
  |@..H.......|
  -------------
"""
    b = Scene(picture).awake("H")
    ahead = tuple(range(b.me.spot + 1, b.me.spot + 9))
    met = chase(b.level, b.me.spot, ahead, b.foes.seen.values(), 0)
    assert met.blocked
    assert met.spot == b.me.spot + 1
    assert [one.arrival for one in met.chasers] == [0]

    wide = """
  -------------
  |@..H.......|
  |...........|
  -------------
"""
    b = Scene(wide).awake("H")
    met = chase(b.level, b.me.spot, ahead, b.foes.seen.values(), 0)
    assert not met.blocked
    assert met.spot == ahead[-1]
    assert [one.before for one in met.chasers] == [2]


def test_a_run_through_the_foes_is_no_run_MON_9() -> None:
    picture = """
  -----------------
  |.@....E....%...|
  |......H........|
  |.......K.......|
  -----------------
"""
    scene = Scene(picture)
    for letter in "EHK":
        scene.awake(letter)
    b = scene.b
    case = case_of(b, tuple(b.foes.seen.values()))
    there = case.walk(path_to_exits(b), wait=0)
    assert there.blocked
    assert fight_cost_on_the_way(b, there).death_probability == fight_cost_of(b, there).death_probability
