"""Ways of 3.6: where its monsters go, when rooms notice the player, what leprechauns leave (V36-22 on)."""

from __future__ import annotations

import pytest

from rogue.levelgen.spawning import make_foe, make_gold
from rogue.rules import arrival, awareness, monster_ai, monster_death, monster_steps, move, potions
from rogue.rules.monster_specials import take_effect
from rogue.state.entities import AWAKE, CANCELLED, CONFUSED, HELD
from rogue.state.grid import LEFT, RIGHT, is_close, spot_of
from rogue.state.level import REAL
from rogue.tables.monsters import GREEDY, MEAN
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.notation import carry, find_foe, hall, read_world
from tests.rogue.editions.monster_scenes import beside


def test_v36_24_a_leprechaun_killed_in_a_passage_leaves_nothing() -> None:
    for rules, piles in ((ROGUE_52, 1), (ROGUE_36, 0)):
        world = read_world("###L##@", rules=rules)
        monster_death.kill_foe(world, find_foe(world, "L"))
        assert len(world.level.things) == piles


def test_v36_24_its_gold_adds_to_that_of_the_room() -> None:
    for seed in range(30):
        world = beside("L", ROGUE_36, seed=seed)
        room, pile = world.player.room, make_gold(world)
        assert room is not None
        world.level.add_thing(pile, spot_of(4, 1))
        pile.value = room.gold = 10
        room.gold_spot = pile.spot
        monster_death.kill_foe(world, find_foe(world, "L"))
        assert world.level.things == [pile]
        assert 12 <= pile.value == room.gold


def test_v36_24_without_gold_it_gets_a_floor_square_beside_it() -> None:
    for seed in range(30):
        world = beside("L", ROGUE_36, seed=seed)
        leprechaun, room = find_foe(world, "L"), world.player.room
        monster_death.kill_foe(world, leprechaun)
        (pile,) = world.level.things
        assert room is not None
        assert (room.gold, room.gold_spot) == (pile.value, pile.spot)
        assert pile.spot != leprechaun.spot
        assert is_close(pile.spot, leprechaun.spot)


def test_v36_24_where_nothing_is_free_it_is_lost() -> None:
    world = read_world("---+---\n|@L*!.|\n-------", rules=ROGUE_36)
    world.level.take_thing(world.level.thing_at[spot_of(2, 3)])
    trap = spot_of(2, 3)
    world.level.flags[trap] &= ~REAL
    monster_death.kill_foe(world, find_foe(world, "L"))
    assert [thing.kind.cls for thing in world.level.things] == ["potion"]


@pytest.mark.parametrize(("rules", "stays"), [(ROGUE_52, False), (ROGUE_36, True)], ids=["5.2", "3.6"])
def test_v36_25_the_dragon_goes_where_the_gold_was_and_sleeps_there(rules: Ruleset, stays: bool) -> None:
    world = beside(".", rules)
    dragon = make_foe(world, "D", spot_of(4, 5))
    world.level.add_foe(dragon)
    dragon.flags = (dragon.flags | AWAKE | GREEDY) & ~CONFUSED
    dragon.goal = spot_of(2, 5)
    monster_ai.move_foes(world)
    monster_ai.move_foes(world)
    assert (dragon.spot == spot_of(2, 5) and not dragon.has_flag(AWAKE)) is stays


def test_v36_26_a_dragon_wakes_when_the_player_leaves_by_the_door() -> None:
    picture = "   -------\n##@+....D|\n   -------"
    for rules, awake in ((ROGUE_52, True), (ROGUE_36, False)):
        world = read_world(picture, rules=rules)
        dragon = find_foe(world, "D")
        dragon.flags = (dragon.flags | GREEDY) & ~MEAN
        room = dragon.room
        assert room is not None
        room.gold, room.gold_spot = 30, spot_of(2, 6)
        assert move.step(world, RIGHT)
        assert dragon.has_flag(AWAKE) is awake
        assert move.step(world, RIGHT)
        assert move.step(world, LEFT)
        assert dragon.has_flag(AWAKE) is awake
        assert move.step(world, LEFT)  # out by the door
        assert dragon.has_flag(AWAKE)
        assert dragon.goal == spot_of(2, 6)


U_TURN = """
    -------     -------
    |.@...+##K##+.....|
    |.....|  #  |.....|
    -------  #  -------
             ###
"""


@pytest.mark.parametrize(("rules", "straight"), [(ROGUE_52, False), (ROGUE_36, True)], ids=["5.2", "3.6"])
def test_v36_22_in_passages_and_doors_monsters_head_for_the_goal(rules: Ruleset, straight: bool) -> None:
    world = read_world(U_TURN, rules=rules, awake=True)
    foe, player = find_foe(world, "K"), world.player
    west, east = spot_of(2, 6), spot_of(2, 12)
    assert monster_steps.aim_of(world, foe, player.spot) == (player.spot if straight else west, False)
    monster_steps.place_foe(world, foe, east)  # on a door: the passage is none of its rooms
    assert monster_steps.aim_of(world, foe, player.spot) == (player.spot if straight else west, False)
    monster_steps.place_foe(world, foe, spot_of(3, 14))
    assert monster_steps.aim_of(world, foe, player.spot) == (east, False)
    monster_steps.place_foe(world, foe, spot_of(3, 2))
    assert monster_steps.aim_of(world, foe, player.spot) == (player.spot, True)


def test_v36_22_in_a_room_monsters_aim_at_the_exit_nearest_the_goal() -> None:
    world = read_world(U_TURN.replace("@", "K").replace("##K##", "##@##"), rules=ROGUE_36, awake=True)
    foe = find_foe(world, "K")
    assert monster_steps.aim_of(world, foe, world.player.spot) == (spot_of(2, 6), False)
    assert foe.room is not None
    foe.room.exits = []
    assert monster_steps.aim_of(world, foe, world.player.spot) == (world.player.spot, False)


@pytest.mark.parametrize("flag", [0, HELD, CANCELLED])
def test_v36_29_the_umber_hulk_gazes_asleep_held_and_cancelled(flag: int) -> None:
    for rules, works in ((ROGUE_52, False), (ROGUE_36, True)):
        confused = 0
        for seed in range(60):
            world = beside("U", rules, seed=seed)
            hulk = find_foe(world, "U")
            hulk.flags = (hulk.flags | flag) & ~(MEAN | AWAKE)
            awareness.wake_chance(world, hulk)
            confused += world.player.has_flag(CONFUSED)
        assert (confused > 0) is works


def test_v36_29_on_coming_in_it_must_be_close() -> None:
    for rules, works in ((ROGUE_52, True), (ROGUE_36, False)):
        confused = 0
        for seed in range(60):
            world = read_world("   -------\n##@+....U|\n   -------", rules=rules, seed=seed, awake=True)
            assert move.step(world, RIGHT)
            confused += world.player.has_flag(CONFUSED)
        assert (confused > 0) is works


def stumbles(rules: Ruleset, *, run: bool = False, trap: bool = False) -> int:
    """Count the turns that 100 confused players lose who have no square but their own to step onto."""
    turns = 0
    for seed in range(100):
        traps = {(2, 1): "sleeping gas"} if trap else None
        world = read_world(hall("@"), rules=rules, seed=seed, under="^" if trap else "", traps=traps)
        world.player.flags |= CONFUSED
        world.run = RIGHT if run else 0
        turns += move.step(world, RIGHT)
        assert world.run == 0
        assert bool(world.player.helpless) <= trap
    return turns


@pytest.mark.parametrize("trap", [False, True])
def test_v36_28_a_confused_step_in_place_costs_the_turn(trap: bool) -> None:
    assert stumbles(ROGUE_52, trap=trap) == stumbles(ROGUE_36, run=True, trap=trap) == 0
    assert 65 < stumbles(ROGUE_36, trap=trap) < 95


def test_v36_35_a_nymph_takes_a_whole_group() -> None:
    for rules, left in ((ROGUE_54, [6]), (ROGUE_36, [])):
        world = beside("N", rules)
        carry(world, "weapon", "arrow", count=7, group=3, hit_plus=1)
        assert not take_effect(world, find_foe(world, "N"))
        assert [item.count for item in world.player.pack] == left
    world = beside("N", ROGUE_36)
    carry(world, "potion", "healing", count=3)
    take_effect(world, find_foe(world, "N"))
    assert world.player.pack[0].count == 2


def test_v36_36_confusion_drunk_by_the_confused_lasts_longer() -> None:
    for rules, longer in ((ROGUE_52, range(1)), (ROGUE_36, range(20, 28))):
        found = set()
        for seed in range(80):
            world = beside(".", rules, seed=seed)
            world.player.flags |= CONFUSED
            world.start_timer("confusion", 10)
            potions.quaff(world, carry(world, "potion", "confusion"))
            found.add(world.timers[0].turns - 10)
            assert bool(world.said) is (rules is ROGUE_52)
        assert found == set(longer)


def test_v36_37_a_teleport_does_not_free_from_a_bear_trap() -> None:
    for rules, stuck in ((ROGUE_52, 0), (ROGUE_36, 3)):
        world = beside(".", rules)
        world.player.bear_trap = 3
        arrival.teleport(world)
        assert world.player.bear_trap == stuck
