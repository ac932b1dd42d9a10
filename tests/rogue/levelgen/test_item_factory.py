"""New items (ITM-1 to ITM-8, RND-7)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.levelgen.spawning import gold_worth, make_amulet, make_gold, make_item, make_of
from rogue.state.entities import CURSED, KNOWN, Item
from rogue.state.world import World
from rogue.tables.items import ItemClass
from rogue.tables.ruleset import ROGUE_54


def made(cls: ItemClass, name: str, count: int = 400) -> list[Item]:
    world = World(ROGUE_54, 7)
    return [make_of(world, ROGUE_54.kind(cls, name)) for _ in range(count)]


def assert_share(hits: int, count: int, share: float) -> None:
    assert abs(hits - count * share) < 3.5 * (count * share * (1 - share)) ** 0.5


def test_itm_1_food_comes_after_more_than_three_levels_without() -> None:
    world = World(ROGUE_54, 1)
    for _ in range(50):
        world.levels_without_food = 4
        assert make_item(world).kind.cls == "food"
        assert world.levels_without_food == 0
    classes = set()
    for _ in range(200):
        world.levels_without_food = 3
        classes.add(make_item(world).kind.cls)
    assert len(classes) == 7


def test_itm_2_only_food_resets_the_counter() -> None:
    world = World(ROGUE_54, 1)
    for _ in range(200):
        world.levels_without_food = 2
        item = make_item(world)
        assert world.levels_without_food == (0 if item.kind.cls == "food" else 2)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("dagger", 2, 5), ("arrow", 8, 15), ("dart", 8, 15), ("shuriken", 8, 15), ("spear", 1, 1)],
)
def test_itm_3_counts(name: str, low: int, high: int) -> None:
    assert {item.count for item in made("weapon", name)} == set(range(low, high + 1))


def test_itm_3_pluses_of_weapons() -> None:
    weapons = made("weapon", "mace", 3000)
    assert_share(sum(item.has_flag(CURSED) for item in weapons), 3000, 0.1)
    assert_share(sum(item.hit_plus > 0 for item in weapons), 3000, 0.05)
    assert {item.hit_plus for item in weapons} == set(range(-3, 4))
    assert {item.damage_plus for item in weapons} == {0}
    assert all(item.has_flag(CURSED) == (item.hit_plus < 0) for item in weapons)


def test_itm_4_each_stack_is_a_group_of_its_own() -> None:
    groups = [item.group for item in made("weapon", "arrow", 5)]
    assert groups == [1, 2, 3, 4, 5]
    assert {item.group for item in made("weapon", "spear", 5)} == {0}


def test_itm_5_pluses_of_armor() -> None:
    armors = made("armor", "chain mail", 3000)
    assert_share(sum(item.has_flag(CURSED) for item in armors), 3000, 0.2)
    assert_share(sum(item.value < 5 for item in armors), 3000, 0.08)
    assert {item.value for item in armors} == set(range(2, 9))
    assert all(item.has_flag(CURSED) == (item.value > 5) for item in armors)


@pytest.mark.parametrize("name", ["protection", "add strength", "dexterity", "increase damage"])
def test_itm_6_rings_with_a_value(name: str) -> None:
    rings = made("ring", name, 900)
    values = Counter(ring.value for ring in rings)
    assert set(values) == {-1, 1, 2}
    for value in values:
        assert_share(values[value], 900, 1 / 3)
    assert all(ring.has_flag(CURSED) == (ring.value < 0) for ring in rings)


@pytest.mark.parametrize(
    ("name", "cursed"), [("aggravate monster", True), ("teleportation", True), ("searching", False)]
)
def test_itm_6_rings_without_a_value(name: str, cursed: bool) -> None:
    rings = made("ring", name, 50)
    assert {(ring.value, ring.has_flag(CURSED)) for ring in rings} == {(0, cursed)}


@pytest.mark.parametrize(("name", "low", "high"), [("light", 10, 19), ("fire", 3, 7), ("nothing", 3, 7)])
def test_itm_7_charges(name: str, low: int, high: int) -> None:
    assert {stick.value for stick in made("stick", name)} == set(range(low, high + 1))


def test_new_items_are_single_and_unknown() -> None:
    for cls, name in (("potion", "healing"), ("scroll", "sleep"), ("food", "food")):
        item = made(cls, name, 1)[0]  # type: ignore[arg-type]
        assert (item.count, item.value, item.flags, item.letter) == (1, 0, 0, "")
    assert not any(item.has_flag(KNOWN) for item in made("armor", "plate mail", 50))


@pytest.mark.parametrize("depth", [1, 10, 26])
def test_rnd_7_worth_of_gold(depth: int) -> None:
    world = World(ROGUE_54, 5)
    world.depth = depth
    worths = [gold_worth(world) for _ in range(4000)]
    low, high = 2, 51 + 10 * depth
    assert low <= min(worths) <= low + 2
    assert high - 2 <= max(worths) <= high
    error = ((high - low + 1) ** 2 / 12 / 4000) ** 0.5
    assert abs(sum(worths) / 4000 - (26.5 + 5 * depth)) < 3.5 * error


def test_itm_8_gold_and_the_amulet_are_made_apart() -> None:
    world = World(ROGUE_54, 5)
    assert make_gold(world).kind.cls == "gold"
    assert make_gold(world).value >= 2
    amulet = make_amulet(world)
    assert (amulet.kind.cls, amulet.flags) == ("amulet", 0)
