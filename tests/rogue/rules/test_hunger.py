"""Hunger, turn by turn, and meals (FOO).  Both sides of every edge."""

from __future__ import annotations

import pytest

from rogue.rules.hunger import digest, eat
from rogue.state.entities import ALERT, HALLUCINATING
from rogue.state.world import Duel, Ending, World
from scripts.lib.notation import carry, find_foe, plain_item, read_world
from tests.support.odds import assert_mean, assert_share

ROOM = """
    ------
    |.@B.|
    ------
"""


def fed(food: int, *, seed: int = 0, terse: bool = False) -> World:
    world = read_world(ROOM, seed=seed, terse=terse)
    world.player.food = food
    return world


@pytest.mark.parametrize(
    ("food", "state", "said"),
    [
        (302, 0, []),
        (301, 0, []),
        (300, 1, ["You are starting to get hungry"]),
        (299, 0, []),
        (151, 0, []),
        (150, 2, ["You are starting to feel weak"]),
        (149, 0, []),
        (1, 0, []),
    ],
)
def test_foo_2_states_change_exactly_on_crossing(food: int, state: int, said: list[str]) -> None:
    world = fed(food)
    digest(world)
    assert (world.player.food, world.player.hunger, world.said) == (food - 1, state, said)
    assert world.rng.drawn == 0


@pytest.mark.parametrize(
    ("food", "terse", "tripping", "said"),
    [
        (300, True, False, "Getting hungry"),
        (300, False, True, "You are getting the munchies"),
        (300, True, True, "Getting the munchies"),
        (150, True, False, "You are starting to feel weak"),
        (150, True, True, "The munchies are interfering with your motor capabilities"),
    ],
)
def test_foo_2_wording(food: int, terse: bool, tripping: bool, said: str) -> None:
    world = fed(food, terse=terse)
    if tripping:
        world.player.flags |= HALLUCINATING
    digest(world)
    assert world.said == [said]


def test_chk_14_hungry_after_1001_weak_after_1151_empty_after_1300_turns() -> None:
    world = fed(1300)
    states = []
    for _ in range(1300):
        digest(world)
        states.append(world.player.hunger)
    assert (states.index(1) + 1, states.index(2) + 1) == (1001, 1151)
    assert world.player.food == 0


def test_chk_14_starved_in_turn_2152() -> None:
    world = fed(1300)
    for turn in range(1, 2153):
        assert world.ending is None, turn
        digest(world)
    assert world.ending == Ending("killed", "starvation")


@pytest.mark.parametrize(("food", "dead"), [(-849, False), (-850, False), (-851, True)])
def test_foo_3_death_below_minus_850(food: int, dead: bool) -> None:
    world = fed(food)
    digest(world)
    assert world.player.food == food - 1
    assert (world.ending is not None) is dead


@pytest.mark.parametrize(("food", "fainting"), [(1, False), (0, True), (-400, True)])
def test_foo_3_fainting_begins_at_0(food: int, fainting: bool) -> None:
    faints = 0
    for seed in range(400):
        world = fed(food, seed=seed)
        digest(world)
        if world.player.helpless:
            faints += 1
            assert 4 <= world.player.helpless <= 11
            assert world.player.hunger == 3
            assert world.said == ["You feel too weak from lack of food.  You faint"]
    if fainting:
        assert_share(faints, 400, 1 / 5)
    else:
        assert faints == 0


@pytest.mark.slow
def test_foo_3_faint_turns_are_4_to_11_uniformly() -> None:
    turns = []
    for seed in range(3000):
        world = fed(0, seed=seed)
        digest(world)
        turns += [world.player.helpless] if world.player.helpless else []
    assert set(turns) == set(range(4, 12))
    assert_mean(turns, 7.5)


def test_foo_3_no_faint_while_inactive_and_no_dice_for_it() -> None:
    world = fed(0)
    world.player.helpless = 3
    digest(world)
    assert (world.player.helpless, world.player.food, world.rng.drawn) == (3, -1, 0)


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


@pytest.mark.parametrize(("food", "changes"), [(301, False), (300, True), (150, True)])
def test_foo_4_a_change_of_state_ends_alertness_run_count_and_fight(food: int, changes: bool) -> None:
    world = fed(food)
    world.player.flags |= ALERT
    world.run, world.count = 1, 5
    world.duel = Duel(find_foe(world, "B"), 1, to_death=False)
    digest(world)
    kept = (bool(world.player.flags & ALERT), world.run != 0, world.count != 0, world.duel is not None)
    assert kept == (not changes,) * 4


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


def test_foo_3_rings_do_not_matter_without_food() -> None:
    world = fed(0)
    world.player.left = plain_item(world, "ring", "regeneration")
    digest(world)
    assert world.player.food == -1


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


def test_foo_5_fruit_always_tastes_good_under_its_own_name() -> None:
    world = read_world(ROOM, fruit="mango")
    for _ in range(50):
        eat(world, carry(world, "food", "fruit"))
    assert world.said == ["My, that was a yummy mango"] * 50


def test_cmd_9_what_is_no_food_costs_the_turn_and_stays() -> None:
    for terse, said in ((False, "Ugh, you would get ill if you ate that"), (True, "That's Inedible!")):
        world = fed(500, terse=terse)
        potion = carry(world, "potion")
        assert eat(world, potion)
        assert (world.said, world.player.pack, world.player.food) == ([said], [potion], 500)


def test_itm_14_19_eating_takes_one_and_empties_the_hand() -> None:
    world = fed(500)
    rations = carry(world, "food", count=3)
    world.player.wielded = rations
    eat(world, rations)
    assert (rations.count, world.player.pack) == (2, [rations])
    assert world.player.wielded is None
