"""Hunger, turn by turn, and meals (FOO).  Both sides of every edge."""

from __future__ import annotations

import pytest

from rogue.rules.hunger import digest, eat
from rogue.state.entities import ALERT, HALLUCINATING
from rogue.state.world import Duel, Ending, World
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene
from tests.support.odds import assert_mean, assert_share

ROOM = hall(".@B.")


def fed(food: int, *, seed: int = 0, terse: bool = False) -> World:
    world = read_world(ROOM, seed=seed, terse=terse)
    world.player.food = food
    return world


def eat_first(world: World) -> bool:
    return eat(world, world.player.pack[0])


TRIP, TERSE = {"flags": HALLUCINATING}, {"terse": True}
POTION, RATIONS = [an_item("potion")], [an_item("food", "food", count=2)]
DIGESTED = [
    *(scene(f"FOO-2 {food} is no edge", ROOM, digest, {"food": food},
            food=food - 1, hunger=0, said=[], drawn=0)
      for food in (302, 301, 299, 151, 149, 1)),
    scene("FOO-2 hungry", ROOM, digest, {"food": 300}, food=299, hunger=1,
          said=["You are starting to get hungry"]),
    scene("FOO-2 weak", ROOM, digest, {"food": 150}, food=149, hunger=2,
          said=["You are starting to feel weak"]),
    scene("FOO-2 hungry, terse", ROOM, digest, {"food": 300, **TERSE}, said=["Getting hungry"]),
    scene("FOO-2 munchies", ROOM, digest, {"food": 300, **TRIP}, said=["You are getting the munchies"]),
    scene("FOO-2 munchies, terse", ROOM, digest, {"food": 300, **TRIP, **TERSE},
          said=["Getting the munchies"]),
    scene("FOO-2 weak, terse", ROOM, digest, {"food": 150, **TERSE}, said=["You are starting to feel weak"]),
    scene("FOO-2 weak with munchies", ROOM, digest, {"food": 150, **TRIP, **TERSE},
          said=["The munchies are interfering with your motor capabilities"]),
    scene("FOO-3 alive at -850", ROOM, digest, {"food": -850}, food=-851, fate=None),
    scene("FOO-3 dead below", ROOM, digest, {"food": -851}, food=-852, fate=("killed", "starvation")),
    scene("FOO-3 who is helpless does not faint", ROOM, digest, {"food": 0, "helpless": 3},
          helpless=3, food=-1, drawn=0),
    scene("FOO-3 rings do not matter without food", ROOM, digest,
          {"food": 0, "left": an_item("ring", "regeneration")}, food=-1),
    scene("FOO-4 no change", ROOM, digest, {"food": 301, "flags": ALERT, "run": 1, "count": 5},
          flags=ALERT, run=1, count=5),
    *(scene(f"FOO-4 a change at {food} ends alertness, run, and count", ROOM, digest,
            {"food": food, "flags": ALERT, "run": 1, "count": 5}, flags=0, run=0, count=0)
      for food in (300, 150)),
    scene("CMD-9 no food", ROOM, eat_first, {"food": 500, "carries": POTION},
          costs=True, said=["Ugh, you would get ill if you ate that"], counts=[1], food=500),
    scene("CMD-9 no food, terse", ROOM, eat_first, {"food": 500, "carries": POTION, **TERSE},
          costs=True, said=["That's Inedible!"], counts=[1], food=500),
    scene("ITM-14 one is eaten", ROOM, eat_first, {"carries": RATIONS}, counts=[1]),
    scene("ITM-19 the hand is emptied", ROOM, eat_first, {"wielded": RATIONS[0]}, counts=[1], wielded=None),
    scene("FOO-5 fruit under its own name", ROOM, eat_first,
          {"fruit": "mango", "carries": [an_item("food", "fruit")]}, said=["My, that was a yummy mango"]),
]  # fmt: skip


@pytest.mark.parametrize("row", DIGESTED)
def test_hunger_and_meals(row: Scene) -> None:
    assert row.seen() == row.then


@pytest.mark.parametrize(("food", "goes_on"), [(301, True), (300, False)])
def test_foo_4_a_change_of_state_ends_a_fight(food: int, goes_on: bool) -> None:
    world = fed(food)
    world.duel = Duel(find_foe(world, "B"), 1, to_death=False)
    digest(world)
    assert (world.duel is not None) is goes_on


def test_foo_5_no_fruit_tastes_bad() -> None:
    world = fed(500)
    for _ in range(50):
        eat(world, carry(world, "food", "fruit"))
    assert set(world.said) == {"My, that was a yummy slime-mold"}


def test_chk_14_when_a_player_is_hungry_weak_and_dead() -> None:
    world = fed(1300)
    states = []
    while world.ending is None:
        digest(world)
        states.append(world.player.hunger)
        assert (world.player.food == 0) is (len(states) == 1300)
    assert (states.index(1) + 1, states.index(2) + 1, len(states)) == (1001, 1151, 2152)
    assert world.ending == Ending("killed", "starvation")


@pytest.mark.slow
@pytest.mark.parametrize(("food", "chance"), [(1, 0), (0, 1 / 5), (-400, 1 / 5)])
def test_foo_3_fainting_begins_at_0_and_lasts_4_to_11_turns(food: int, chance: float) -> None:
    faints = []
    for seed in range(800):
        world = fed(food, seed=seed)
        digest(world)
        if world.player.helpless:
            faints.append(world.player.helpless)
            assert world.player.hunger == 3
            assert world.said == ["You feel too weak from lack of food.  You faint"]
    assert_share(len(faints), 800, chance)
    assert set(faints) == (set(range(4, 12)) if chance else set())
    if chance:
        assert_mean(faints, 7.5)


@pytest.mark.parametrize(
    ("terse", "tripping", "said"),
    [
        (False, False, "You feel too weak from lack of food.  You faint"),
        (True, False, "You faint"),
        (False, True, "The munchies overpower your motor capabilities.  You freak out"),
        (True, True, "You freak out"),
    ],
)
def test_foo_3_wording_of_a_faint(terse: bool, tripping: bool, said: str) -> None:
    world = fed(0, terse=terse)
    if tripping:
        world.player.flags |= HALLUCINATING
    while not world.player.helpless:
        digest(world)
    assert world.said == [said]


def test_foo_4_a_second_faint_changes_no_state() -> None:
    world = fed(0)
    world.player.hunger = 3
    world.player.flags |= ALERT
    while not world.player.helpless:
        digest(world)
    assert world.player.flags & ALERT


@pytest.mark.parametrize(
    ("rings", "mean"),
    [
        ((), 1),
        (("regeneration",), 3),
        (("regeneration", "regeneration"), 5),
        (("protection", "stealth"), 3),
        (("adornment", "teleportation"), 1),
        (("slow digestion",), 0.5),
        (("slow digestion", "slow digestion"), 0),
        (("searching",), 4 / 3),
        (("see invisible",), 1.2),
    ],
)
def test_foo_1_chk_31_food_use_of_rings(rings: tuple[str, ...], mean: float) -> None:
    world = fed(10**6)
    player = world.player
    worn = [plain_item(world, "ring", name) for name in rings] + [None, None]
    player.left, player.right = worn[:2]
    uses = []
    for _ in range(2000):
        before = player.food
        digest(world)
        uses.append(before - player.food)
    assert_mean(uses, mean)


def test_foo_1_the_amulet_stills_hunger_and_slow_digestion_then_feeds() -> None:
    world = fed(500)
    world.player.has_amulet = True
    digest(world)
    assert world.player.food == 500
    world.player.left = plain_item(world, "ring", "slow digestion")
    for _ in range(100):
        digest(world)
    assert world.player.food > 500


@pytest.mark.slow
def test_foo_5_a_meal_brings_1100_to_1499() -> None:
    meals = []
    for seed in range(1500):
        world = fed(0, seed=seed)
        eat(world, carry(world, "food"))
        meals.append(world.player.food)
    assert 1100 <= min(meals) <= 1105
    assert 1494 <= max(meals) <= 1499
    assert_mean(meals, 1299.5)


@pytest.mark.parametrize(
    ("food", "least", "most"), [(-800, 1100, 1499), (1000, 2000, 2000), (500, 1600, 1999)]
)
def test_foo_5_negative_food_counts_as_none_and_2000_is_the_limit(food: int, least: int, most: int) -> None:
    world = fed(food)
    eat(world, carry(world, "food"))
    assert least <= world.player.food <= most


@pytest.mark.slow
def test_foo_5_a_ration_tastes_bad_with_29_per_cent_and_teaches() -> None:
    bad = 0
    for seed in range(1500):
        world = fed(500, seed=seed)
        world.player.hunger = 2
        assert eat(world, carry(world, "food"))
        awful = world.said == ["Yuk, this food tastes awful"]
        assert awful or world.said == ["Yum, that tasted good"]
        assert (world.player.exp, world.player.hunger, world.player.pack) == (int(awful), 0, [])
        bad += awful
    assert_share(bad, 1500, 0.29)


def test_foo_5_the_point_may_raise_the_level() -> None:
    world = fed(500)
    while not world.said or world.said[-1] != "Welcome to level 2":
        world.player.exp = 9
        eat(world, carry(world, "food"))
    assert world.said[-2:] == ["Yuk, this food tastes awful", "Welcome to level 2"]
