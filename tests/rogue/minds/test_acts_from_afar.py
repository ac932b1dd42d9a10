"""What monsters that think do from afar, and when (VMN-21 to VMN-27; MNC-11, MNC-12)."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from rogue.rules import mind_acts
from rogue.rules.mind_turn import think
from rogue.state.entities import BLIND, CANCELLED, CONFUSED, SCROLL, TARGET, Monster
from rogue.state.grid import spot_of
from rogue.state.world import Duel, World
from rogue.tables.monsters import ACTS
from scripts.lib.notation import carry, find_foe
from tests.rogue.minds.mind_scenes import mind_of, path_of, place_of, scene, turn

HALL = """
    ----------------------
    |....................|
    |.@{}|
    |....................|
    ----------------------
"""
BEYOND_A_DOOR = """
    --------
    |......|
    |..C...+##@##
    |......|
    --------
"""


def hall(letter: str, apart: int, **more: Any) -> World:
    return scene(HALL.format(f"{'.' * (apart - 1)}{letter}".ljust(18, ".")), **more)


def worth(world: World, foe: Monster) -> int:
    kind = foe.kind.mind
    assert kind is not None
    assert kind.act is not None
    return mind_acts.act_worth(world, foe, ACTS[kind.act], kind.act)


@pytest.mark.parametrize(("letter", "apart", "tenths"), [
    ("C", 1, 0), ("C", 2, 21), ("C", 5, 21), ("C", 6, 19), ("C", 7, 17), ("C", 8, 0),
    ("O", 5, 12), ("O", 6, 0), ("T", 5, 21), ("T", 6, 0),
    ("D", 2, 156), ("D", 3, 146), ("D", 6, 116), ("D", 7, 0),
    ("W", 5, 18), ("W", 6, 0), ("J", 5, 60), ("J", 6, 0), ("V", 3, 0),
])  # fmt: skip
def test_vmn_22_worth_by_the_table(letter: str, apart: int, tenths: int) -> None:
    world = hall(letter, apart)
    assert worth(world, find_foe(world, letter)) == tenths


@pytest.mark.parametrize(("spared", "pct"), [(0, 100), (1, 75), (2, 56), (3, 42), (9, 42)])
def test_vmn_24_what_he_withstands_is_tried_less(spared: int, pct: int) -> None:
    world = hall("J", 3)
    mind_of(find_foe(world, "J")).spared = spared
    assert worth(world, find_foe(world, "J")) == 60 * pct // 100


def test_vmn_24_fear_the_last_point_a_low_hero_and_the_scroll() -> None:
    world = hall("D", 2, hp=60)
    dragon, player = find_foe(world, "D"), world.player
    mind = mind_of(dragon)
    mind.afraid = True
    assert worth(world, dragon) == 156 // 2
    mind.afraid, mind.store = False, 1
    assert worth(world, dragon) == 156 // 2
    player.hp, player.max_hp = 34, 100
    assert worth(world, dragon) == 156 // 2
    player.hp = 33
    assert worth(world, dragon) == 156 * 3 // 2
    player.hp, mind.store, mind.lore = 34, 3, SCROLL
    assert worth(world, dragon) == 156 * 3 // 2


@pytest.mark.parametrize(("afraid", "apart", "tenths"), [
    (True, 3, 200), (True, 4, 0), (False, 1, 0), (True, 1, 200),
])  # fmt: skip
def test_vmn_22_magic_is_for_flight(afraid: bool, apart: int, tenths: int) -> None:
    world = hall("V", apart)
    mind_of(find_foe(world, "V")).afraid = afraid
    assert worth(world, find_foe(world, "V")) == tenths


@pytest.mark.parametrize(("hp", "dice"), [(40, 6), (20, 4), (4, 2), (39, 5), (1, 2)])
def test_mnc_12_flame_goes_by_hit_points(hp: int, dice: int) -> None:
    world = hall("D", 3, hp=40)
    find_foe(world, "D").hp = hp
    assert mind_acts.flame_dice(find_foe(world, "D")) == dice


def fired(world: World, turns: int) -> int:
    """How many acts the oldest monster has done in so many chances."""
    foe = world.level.foes[-1]
    before = mind_of(foe).store
    for _ in range(turns):
        mind_acts.try_act(world, foe)
    return before - mind_of(foe).store


def test_mnc_12_the_fourth_flame_needs_the_beat() -> None:
    world = hall("D", 3, hp=40)
    assert fired(world, 200) == 3
    assert world.player.hp < world.player.max_hp


def test_vmn_21_the_cancelled_and_the_empty_do_nothing() -> None:
    world = hall("D", 3)
    dragon = find_foe(world, "D")
    dragon.flags |= CANCELLED
    assert fired(world, 50) == 0
    dragon.flags &= ~CANCELLED
    mind_of(dragon).store = 0
    assert fired(world, 50) == 0


def test_vmn_25_beside_him_the_blow_has_to_be_beaten() -> None:
    world = hall("D", 1, hp=40)
    assert mind_acts.blow_worth(find_foe(world, "D")) == 255 * 60 // 100
    acts = sum(mind_acts.try_act(world, find_foe(world, "D")) for _ in range(60))
    assert acts == 2  # the last point of its store is worth half
    far, near = 0, 0
    for seed in range(150):
        for apart in (1, 2):
            there = hall("D", apart, hp=40, seed=seed)
            done = mind_acts.try_act(there, find_foe(there, "D"))
            far += done and apart == 2
            near += done and apart == 1
    assert near < far


def test_mnc_11_doors_stop_arrows() -> None:
    world = scene(BEYOND_A_DOOR)
    centaur = find_foe(world, "C")
    shot_at = []
    for col in (10, 9, 8, 7):
        world.player.spot = spot_of(3, col)
        world.player.room = world.level.room_at(world.player.spot)
        if worth(world, centaur) > 0:
            shot_at.append(col)
    assert shot_at == [7]


def test_vmn_22_nobody_shoots_out_of_the_dark() -> None:
    """The player would not see who does it; a wail is heard wherever it comes from."""
    lit, dark = hall("C", 4), hall("C", 4)
    for room in dark.level.rooms:
        room.dark = True
    assert worth(lit, find_foe(lit, "C")) > 0
    assert worth(dark, find_foe(dark, "C")) == 0
    wraith = hall("W", 4)
    for room in wraith.level.rooms:
        room.dark = True
    assert worth(wraith, find_foe(wraith, "W")) > 0


def test_vmn_22_friends_are_not_shot() -> None:
    world = hall("C", 5)
    other = hall("C", 5)
    between = Monster(world.rules.monsters["H"], find_foe(world, "C").spot - 2)
    world.level.add_foe(between)
    assert worth(world, find_foe(world, "C")) == 0
    assert worth(other, find_foe(other, "C")) == 21


def test_mnc_11_a_centaur_shoots_both_arrows_before_it_comes() -> None:
    arrivals, shots = [], []
    for seed in range(30):
        world = hall("C", 16, seed=seed)
        centaur = find_foe(world, "C")
        now = 0
        while centaur.spot not in (world.player.spot + step for step in (1, -79, 81)) and now < 40:
            turn(world)
            now += 1
        arrivals.append(now)
        shots.append(2 - mind_of(centaur).store)
    assert min(arrivals) > 15
    assert 17 <= median(arrivals) <= 24
    assert set(shots) == {2}


@pytest.mark.parametrize("condition", [BLIND, CONFUSED])
def test_vmn_27_it_keeps_four_squares_off_unless_he_is_weak(condition: int) -> None:
    for flag, place in ((0, (3, 6)), (condition, (3, 4))):
        places = set()
        for seed in range(8):
            world = hall("C", 3)
            world.player.flags |= flag
            world.rng.state = seed
            mind = mind_of(find_foe(world, "C"))
            mind.spared = 3
            think(world, find_foe(world, "C"))
            if mind.store == 2:  # it has not shot, but moved
                places.add(place_of(find_foe(world, "C")))
        assert places == {place}


def test_vmn_27_without_arrows_it_comes() -> None:
    world = hall("C", 4)
    mind_of(find_foe(world, "C")).store = 0
    assert path_of(world, 2) == [(3, 5), (3, 4)]


def test_vmn_26_an_act_ends_run_count_and_the_fight_with_another() -> None:
    world = hall("D", 3, hp=40)
    world.run, world.count, world.player.quiet = 1, 5, 9
    other = Monster(world.rules.monsters["H"], spot_of(2, 3))
    world.level.add_foe(other)
    other.flags |= TARGET
    world.duel = Duel(other, 1, to_death=False)
    fired(world, 60)
    assert (world.run, world.count, world.player.quiet, world.duel) == (0, 0, 0, None)


def test_vmn_26_who_dies_of_it_is_killed_by_the_kind() -> None:
    for letter, name in (("C", "centaur"), ("D", "dragon"), ("W", "wraith")):
        world = hall(letter, 4, hp=40)
        for _ in range(300):
            world.player.hp = min(world.player.hp, 1)
            mind_of(find_foe(world, letter)).store = 2
            mind_acts.try_act(world, find_foe(world, letter))
        assert world.ending is not None
        assert (world.ending.how, world.ending.killer) == ("killed", name)


@pytest.mark.parametrize(("letter", "texts"), [
    ("C", {"The centaur hits you with an arrow", "The centaur misses you with an arrow"}),
    ("O", {"The orc hits you with a dart", "The orc misses you with a dart"}),
    ("T", {"The troll hits you with a rock", "The troll misses you with a rock"}),
    ("W", {"The wraith wails, and your blood runs cold", "The wraith wails, but you pay no heed"}),
    ("J", {"The jabberwock burbles, and your head spins", "The jabberwock burbles, but you keep your head"}),
])  # fmt: skip
def test_mnp_1_every_act_is_told(letter: str, texts: set[str]) -> None:
    said: set[str] = set()
    for seed in range(80):
        world = hall(letter, 4, seed=seed)
        world.player.worn = carry(world, "armor", "plate mail")  # a troll misses it now and then
        fired(world, 20)
        said |= set(world.said)
        assert world.minds is not None
        assert world.minds.habits == {f"{letter} acts"}
    assert said == texts


def test_vmn_22_a_burble_confuses_for_some_turns() -> None:
    turns = set()
    for seed in range(60):
        world = hall("J", 3, seed=seed)
        fired(world, 20)
        turns |= {timer.turns for timer in world.timers}
    assert turns == {3, 4, 5}


@pytest.mark.parametrize(("letter", "text"), [
    ("L", "The leprechaun is gone in a blink"), ("V", "The vampire turns to mist"),
])  # fmt: skip
def test_vmn_22_magic_takes_it_out_of_sight(letter: str, text: str) -> None:
    picture = HALL.format(f"..{letter}".ljust(18, ".")) + "    -----\n    |...|\n    |...|\n    -----\n"
    world = scene(picture)
    thief = find_foe(world, letter)
    mind_of(thief).afraid = True
    while not mind_acts.try_act(world, thief):
        assert world.rng.drawn < 1000
    assert place_of(thief)[0] in (7, 8)
    assert world.said == [text]


def test_vmn_22_arrows_that_miss_fall_and_rocks_shatter() -> None:
    for letter, lying in (("C", True), ("T", False)):
        fallen = set()
        for seed in range(20):
            world = hall(letter, 4, seed=seed)
            fired(world, 20)
            fallen |= {thing.kind.name for thing in world.level.things}
        assert fallen == ({"arrow"} if lying else set())
