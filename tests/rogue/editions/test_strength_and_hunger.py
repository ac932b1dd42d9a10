"""Strength, hunger and searching in 5.2 and 3.6."""

from __future__ import annotations

import pytest

from rogue.levelgen import new_game
from rogue.rules import hunger, traps
from rogue.rules.attributes import change_strength, own_strength, restore_strength
from rogue.state.entities import ALERT, BLIND
from rogue.state.world import World
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.notation import carry, hall, plain_item, read_world
from tests.support.odds import assert_mean, assert_share

pytestmark = pytest.mark.slow


older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])


def at_18(part: int, rules: Ruleset = ROGUE_36, seed: int = 0) -> World:
    world = read_world(hall("@"), rules=rules, seed=seed)
    world.player.strength = world.player.best_strength = 18 + part
    return world


@pytest.mark.parametrize(
    ("change", "part", "least", "most"),
    [
        (1, 0, 1, 50), (1, 1, 51, 74), (1, 50, 51, 74), (1, 51, 76, 89), (1, 75, 76, 89), (1, 76, 91, 91),
        (1, 90, 91, 91), (1, 91, 92, 92), (1, 99, 100, 100), (1, 100, 100, 100),
        (-1, 0, -1, -1), (-1, 1, 0, 0), (-1, 50, 0, 0), (-1, 51, 1, 50), (-1, 75, 1, 50), (-1, 76, 51, 75),
        (-1, 90, 51, 75), (-1, 91, 76, 89), (-1, 99, 76, 89), (-1, 100, 91, 98),
    ],
)  # fmt: skip
def test_v36_4_gains_and_losses_at_18(change: int, part: int, least: int, most: int) -> None:
    found = set()
    for seed in range(400):
        world = at_18(part, seed=seed)
        change_strength(world, change)
        found.add(world.player.strength - 18)
    assert (min(found), max(found)) == (least, most)


def test_v36_4_below_18_points_are_points_and_3_is_the_least() -> None:
    world = at_18(0)
    change_strength(world, -3)
    assert (world.player.strength, world.player.best_strength) == (15, 18)
    change_strength(world, -30)
    assert world.player.strength == 3
    restore_strength(world)
    assert world.player.strength == 18


def test_v36_4_an_exceptional_strength_is_restored_whole() -> None:
    world = at_18(77)
    change_strength(world, -3)
    assert world.player.strength < 18 + 51
    restore_strength(world)
    assert (world.player.strength, world.player.best_strength) == (95, 95)


def test_v36_4_a_ring_leaves_the_own_strength_alone() -> None:
    world = at_18(60)
    world.player.left = plain_item(world, "ring", "add strength", value=1)
    change_strength(world, 0)
    assert 18 + 76 <= world.player.strength <= 18 + 89
    assert own_strength(world.player) == 78
    world.player.left = None
    change_strength(world, 0)
    assert (world.player.strength, world.player.best_strength) == (78, 78)


@pytest.mark.parametrize(
    ("number", "to_hit", "damage"),
    [
        (3, -4, -4), (6, -1, -1), (7, 0, 0), (15, 0, 0), (16, 0, 1), (17, 1, 1), (18, 1, 2), (19, 1, 3),
        (68, 1, 3), (69, 2, 3), (93, 2, 3), (94, 2, 4), (108, 2, 4), (109, 2, 5), (117, 2, 5), (118, 3, 6),
    ],
)  # fmt: skip
def test_v36_4_what_strength_adds(number: int, to_hit: int, damage: int) -> None:
    rules = ROGUE_36.strength
    assert (rules.to_hit[number], rules.damage[number]) == (to_hit, damage)
    assert len(rules.to_hit) == len(rules.damage) == rules.strongest + 1


def test_v36_4_one_game_in_a_hundred_begins_exceptional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_game, "make_level", lambda world: None)
    begun = [new_game.new_world(ROGUE_36, seed).player.strength for seed in range(1000)]
    lucky = [number for number in begun if number != 16]
    assert_share(len(lucky), 1000, 0.01)
    assert all(19 <= number <= 118 for number in lucky)
    assert {new_game.new_world(ROGUE_52, seed).player.strength for seed in range(100)} == {16}


def fasting(rules: Ruleset, food: int, seed: int = 0) -> World:
    world = read_world(hall("@"), rules=rules, seed=seed)
    world.player.food = food
    return world


def test_v36_13_nobody_starves_and_food_stops_falling() -> None:
    world = fasting(ROGUE_36, 2)
    for _ in range(3000):
        hunger.digest(world)
        world.player.helpless = 0
    assert world.ending is None
    assert world.player.food == 0


@pytest.mark.parametrize(("rules", "chance"), [(ROGUE_52, 0.2), (ROGUE_36, 0.21)], ids=["5.2", "3.6"])
def test_v36_13_fainting(rules: Ruleset, chance: float) -> None:
    """V36-13: the helpless turns become 4 to 11; nobody faints who is helpless."""
    faints = []
    world = fasting(rules, 0)
    for _ in range(3000):
        world.player.helpless = world.player.food = 0
        hunger.digest(world)
        if world.player.helpless:
            faints.append(world.player.helpless)
    assert_share(len(faints), 3000, chance)
    assert set(faints) == set(range(4, 12))
    world = fasting(rules, 0)
    world.player.helpless = 3
    for _ in range(60):
        hunger.digest(world)
    assert world.player.helpless == 3


def test_v52_20_every_fainting_clears_the_alert_flag() -> None:
    for rules, alert in ((ROGUE_52, False), (ROGUE_54, True)):
        world = fasting(rules, 0)
        world.player.hunger = 3  # has fainted before
        while not world.player.helpless:
            world.player.flags |= ALERT
            hunger.digest(world)
        assert world.player.has_flag(ALERT) is alert


@pytest.mark.parametrize("food", [300, 150])
def test_v52_20_becoming_hungry_or_weak_does_not_clear_it(food: int) -> None:
    for rules, alert in ((ROGUE_52, True), (ROGUE_54, False)):
        world = fasting(rules, food)
        world.player.flags |= ALERT
        world.run = 1
        hunger.digest(world)
        assert world.player.hunger > 0
        assert (world.player.has_flag(ALERT), world.run) == (alert, 0)


@pytest.mark.parametrize(
    ("rules", "least", "most", "mean"),
    [(ROGUE_52, 970, 1628, 1299), (ROGUE_36, 1100, 1499, 1299.5)],
    ids=["5.2", "3.6"],
)
def test_v52_5_meals(rules: Ruleset, least: int, most: int, mean: float) -> None:
    meals = []
    for seed in range(1200):
        world = fasting(rules, 0, seed)
        hunger.eat(world, carry(world, "food", "fruit"))
        meals.append(world.player.food)
    assert least <= min(meals) <= least + 60
    assert most - 60 <= max(meals) <= most
    assert_mean(meals, mean)


def test_v52_5_the_first_food(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_game, "make_level", lambda world: None)
    food = [new_game.new_world(ROGUE_52, seed).player.food for seed in range(400)]
    assert 1170 <= min(food) < 1180
    assert 1420 < max(food) <= 1429
    assert {new_game.new_world(ROGUE_36, seed).player.food for seed in range(10)} == {1300}


def test_v36_14_a_ring_of_searching_eats_with_33_per_cent() -> None:
    world = fasting(ROGUE_36, 10**6)
    world.player.left = plain_item(world, "ring", "searching")
    world.player.right = plain_item(world, "ring", "stealth")
    for _ in range(4000):
        hunger.digest(world)
    assert_share(10**6 - 4000 - world.player.food, 4000, 0.33)


DOOR = "---\n|@d\n---"
TRAP = hall("@t.")


def finds(rules: Ruleset, picture: str, *, blind: bool = False) -> int:
    """Return how often of 2000 searches the hidden thing beside the player is found."""
    world = read_world(picture, rules=rules)
    if blind:
        world.player.flags |= BLIND
    level = world.level
    hidden = (level.cells[:], level.flags[:])
    count = 0
    for _ in range(2000):
        traps.search(world)
        count += level.cells != hidden[0]
        level.cells[:], level.flags[:] = hidden
        level.views.clear()
    return count


@pytest.mark.parametrize(("rules", "trap"), [(ROGUE_52, 0.5), (ROGUE_36, 0.51)], ids=["5.2", "3.6"])
def test_v52_7_searching(rules: Ruleset, trap: float) -> None:
    assert_share(finds(rules, DOOR), 2000, 0.2)
    assert_share(finds(rules, TRAP), 2000, trap)


@older
def test_v52_7_the_blind_find_nothing(rules: Ruleset) -> None:
    assert finds(rules, TRAP, blind=True) == finds(rules, DOOR, blind=True) == 0
