"""What is thrown (THR), how far things and beams fly (THR-2, STK-5), and bolts (STK-20 to STK-28, END-8)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rogue.rules import equipment
from rogue.rules.projectiles import beam_target, fire, fly
from rogue.state.entities import AWAKE, CURSED
from rogue.state.grid import DOWN, LEFT, RIGHT, UP, distance2, spot_of
from rogue.state.world import World
from rogue.tables.glyphs import WEAPON
from scripts.lib.notation import carry, find_foe, hall, read_world
from tests.rogue.scenes import Scene, scene
from tests.support.odds import assert_mean, assert_share

HALL = """
    ------------
    |..........|
    |.@......H.+##
    |..........|
    ------------
"""


@pytest.mark.parametrize(
    ("step", "row", "col"), [(RIGHT, 3, 9), (LEFT, 3, 0), (UP, 1, 2), (DOWN, 5, 2), (DOWN + RIGHT, 5, 4)]
)
def test_thr_2_a_thing_stops_on_the_first_square_it_cannot_cross(step: int, row: int, col: int) -> None:
    assert fly(read_world(HALL), step, WEAPON) == spot_of(row, col)


def test_thr_2_doors_stop_things_but_not_beams() -> None:
    world = read_world("-----\n|@..+#H\n-----")
    assert fly(world, RIGHT, WEAPON) == spot_of(2, 4)
    assert beam_target(world, RIGHT) is find_foe(world, "H")


def test_thr_2_a_disguised_xeroc_is_flown_over() -> None:
    world = read_world(hall("@.X..H"))
    find_foe(world, "X").disguise = ord("?")
    assert fly(world, RIGHT, WEAPON) == find_foe(world, "H").spot
    assert beam_target(world, RIGHT) is find_foe(world, "H")


def test_stk_5_a_beam_into_a_wall_has_no_target() -> None:
    assert beam_target(read_world(HALL), UP) is None


def test_thr_3_hit_and_it_is_gone_miss_and_it_falls_near() -> None:
    hits = 0
    for seed in range(60):
        world = read_world(HALL, seed=seed, hp=99)
        foe = find_foe(world, "H")
        darts = carry(world, "weapon", "dart", count=9)
        assert equipment.throw(world, darts, RIGHT)
        assert darts.count == 8
        assert foe.has_flag(AWAKE)
        if foe.hp < 99:
            hits += 1
            assert world.level.things == []
        else:
            (lost,) = world.level.things
            assert distance2(lost.spot, foe.spot) < 3
            assert (lost.group, lost.count) == (darts.group, 1)
    assert 5 <= hits <= 40  # level 1 with strength 16 against class 5: 30 %


def test_thr_3_without_a_monster_it_falls_around_the_stopping_square() -> None:
    for seed in range(30):
        world = read_world(HALL, seed=seed)
        equipment.throw(world, carry(world, "potion"), LEFT)
        (lost,) = world.level.things
        assert distance2(lost.spot, spot_of(3, 0)) < 3


@pytest.mark.parametrize(("row", "step"), [(1, UP), (22, DOWN)])
def test_thr_2_a_thing_thrown_off_the_map_falls_back_onto_it(row: int, step: int) -> None:
    world = read_world("#@#", row=row)
    equipment.throw(world, carry(world, "potion"), step)
    (lost,) = world.level.things
    assert abs(lost.spot - world.player.spot) == 1


def test_itm_24_with_no_room_to_fall_it_vanishes() -> None:
    world = read_world(hall("@"))
    equipment.throw(world, carry(world, "potion"), RIGHT)
    assert (world.said, world.level.things) == (["The mace vanishes as it hits the ground"], [])


def test_thr_1_the_weapon_in_hand_is_thrown_and_the_hand_is_empty() -> None:
    world = read_world(HALL, kit=True)
    mace = world.player.pack[2]
    assert equipment.throw(world, mace, LEFT)
    assert world.player.wielded is None
    assert mace not in world.player.pack
    assert mace.letter == ""


def test_thr_1_a_wielded_stack_leaves_the_hand_when_one_is_thrown() -> None:
    world = read_world(HALL)
    daggers = world.player.wielded = carry(world, "weapon", "dagger", count=4)
    equipment.throw(world, daggers, LEFT)
    assert daggers.count == 3
    assert world.player.wielded is None


@pytest.mark.parametrize("at", [1, 2])
def test_cmd_9_cursed_things_in_use_are_not_thrown(at: int) -> None:
    world = read_world(HALL, kit=True)
    item = world.player.pack[at]
    item.flags |= CURSED
    assert equipment.throw(world, item, RIGHT)
    assert item in world.player.pack
    assert (world.said, world.level.things) == (["You can't.  It appears to be cursed"], [])


def test_trn_10_throwing_worn_armor_takes_an_extra_round() -> None:
    world = read_world(HALL, kit=True)
    equipment.throw(world, world.player.pack[1], LEFT)
    assert (world.player.worn, world.turns) == (None, 1)


TOUGH = 10**6


ALWAYS, NEVER = 60, -60  # levels that always or never save


def room(line: str, *, seed: int = 0, terse: bool = False, saves: int = NEVER) -> World:
    """Return a room of one row of floor; the player saves as told."""
    walls = "-" * len(line)
    world = read_world([walls, line, walls], seed=seed, terse=terse)
    world.player.level = saves
    world.player.hp = world.player.max_hp = TOUGH
    return world


def zap(world: World, step: int = RIGHT, name: str = "bolt") -> None:
    fire(world, world.player.spot, step, name)  # type: ignore[arg-type]


def breathe(world: World, step: int) -> None:
    dragon = find_foe(world, "D")
    fire(world, dragon.spot, step, "flame", dragon)


def test_stk_16_26_a_bolt_does_6d6_and_strength_to_a_monster() -> None:
    losses = []
    for seed in range(500):
        world = room("|@..H.|", seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, NEVER
        zap(world)
        losses.append(TOUGH - foe.hp)
        assert foe.flags & AWAKE
        assert world.said == ["The bolt hits the hobgoblin"]
    assert min(losses) >= 7
    assert_mean(losses, 22)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "chance"), [(1, 0.20), (4, 0.30), (8, 0.40), (10, 0.45), (15, 0.55)])
def test_chk_21_stk_22_monsters_save_by_level(level: int, chance: float) -> None:
    saved = 0
    for seed in range(1000):
        world = room("|@.H......|", seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, level
        zap(world)
        saved += foe.hp == TOUGH
        assert foe.flags & AWAKE  # a bolt of the player that misses wakes too
    assert_share(saved, 1000, chance)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "chance"), [(1, 0.20), (5, 0.30), (10, 0.45)])
def test_chk_20_chk_24_stk_23_the_player_saves(level: int, chance: float) -> None:
    saved, losses = 0, []
    for seed in range(1000):
        world = room("|@...D...|", seed=seed, saves=level)
        breathe(world, LEFT)
        if world.said[0] == "The flame whizzes by you":
            saved += 1
        else:
            losses.append(TOUGH - world.player.hp)
    assert_share(saved, 1000, chance)
    assert_mean(losses, 21)


def bolt(name: str, step: int = RIGHT) -> Callable[[World], None]:
    """Return the deed of firing a bolt from where the player stands."""
    return lambda world: zap(world, step, name)


FLAME = partial(breathe, step=LEFT)


BOUNCE, HIT, BURN = "The bolt bounces", "You are hit by the bolt", "You are hit by the flame"


WEAK = {"hp": TOUGH, "level": NEVER, "foe_hp": TOUGH, "foe_level": NEVER}


SAVED = {"hp": TOUGH, "level": ALWAYS, "foe_level": ALWAYS}


BURNT = {"hp": TOUGH, "level": ALWAYS, "foe_hp": 1, "foe_level": NEVER}


EVERYONE_SAVES = [  # see STK-21: which side is in danger
    "The bolt whizzes past the hobgoblin", BOUNCE,  # the player is in danger now, and stays so
    "The bolt whizzes by you", BOUNCE,  # the monster was passed; monsters are in danger again
    "The bolt whizzes past the hobgoblin", BOUNCE,
]  # fmt: skip


DOOR, IN_DOOR = "-----\n|@..+##\n|...|\n-----", "------\n|.D..@##\n|....|\n------"


FLIGHTS = [
    scene("STK-20 six squares far", hall("@.....H.."), bolt("bolt"), WEAK, hurt=True),
    scene("STK-20 not seven", hall("@......H.."), bolt("bolt"), WEAK, hurt=False),
    scene("STK-20 2 out and 3 back", hall("@.."), bolt("bolt"), WEAK, said=[BOUNCE, HIT]),
    scene("STK-21 3 out and 3 back, the wall is no square", hall("@..."), bolt("bolt"), WEAK, said=[BOUNCE]),
    scene("STK-21 a bounce switches the side unless something was met", hall("@H"), bolt("bolt"), SAVED,
          said=EVERYONE_SAVES),
    scene("STK-21 a door turns it back", DOOR, bolt("bolt"), WEAK, said=[BOUNCE, HIT]),
    scene("STK-21 but not one with the player on it", IN_DOOR, partial(breathe, step=RIGHT), WEAK,
          said=[BURN]),
    scene("STK-22 a miss", hall("@.H......"), bolt("ice"), {"foe_level": ALWAYS},
          first_said="The ice whizzes past the hobgoblin"),
    scene("STK-22 terse", hall("@.H......"), bolt("ice"), {"foe_level": ALWAYS, "terse": True},
          first_said="Ice misses"),
    scene("STK-22 a disguised xeroc that saves", hall("@.X......"), bolt("bolt"),
          {"foe_level": ALWAYS, "foe_disguise": ord("!")}, said=[], foe_disguise=ord("!")),
    scene("STK-22 fire and a dragon", hall("@..D.."), bolt("flame"), WEAK, hurt=False,
          said=["The flame bounces off the dragon"]),
    scene("STK-22 terse fire", hall("@..D.."), bolt("flame"), {**WEAK, "terse": True},
          said=["The flame bounces"]),
    scene("STK-22 ice and a dragon", hall("@..D.."), bolt("ice"), WEAK, hurt=True,
          said=["The ice hits the dragon"]),
    scene("STK-24 a flame passes other monsters", hall("@.E.D..."), FLAME, WEAK, said=[BURN], hurt=False,
          sleepers="ED"),
    scene("STK-22 one that misses wakes nobody", hall(".E@..D..."), FLAME, SAVED, sleepers="ED",
          said=["The flame whizzes by you", "The flame whizzes past the emu", "The flame bounces"]),
    scene("STK-24 STK-27 a bounced flame brings experience", hall("E@..D..."), FLAME, BURNT, exp=2,
          said=["The flame whizzes by you", "The flame hits the emu", "You have defeated the emu"]),
    scene("END-8 CMB-17 killed by a bolt at once", hall("@.D"), bolt("bolt"),
          {**WEAK, "hp": 6, "foe_level": ALWAYS}, fate=("killed", "bolt"),
          said=["The bolt whizzes past the dragon", BOUNCE]),
    scene("END-8 CMB-17 by a dragon", hall("@.D"), FLAME, {**WEAK, "hp": 6}, fate=("killed", "dragon"),
          said=[]),
    scene("STK-23 at 1 one dies", hall("@."), bolt("flame"), {**WEAK, "hp": 1}, fate=("killed", "bolt")),
    scene("STK-23 at 37 one lives", hall("@."), bolt("flame"), {**WEAK, "hp": 37}, fate=None),
    scene("terse, with a kill", hall("@.B."), bolt("bolt"), {"terse": True, "foe_hp": 1, "foe_level": NEVER},
          said=["The bolt hits the bat.  Defeated the bat"]),
    scene("terse, at the player", hall("@."), bolt("bolt"), {**WEAK, "terse": True},
          last_said="The bolt hits"),
]  # fmt: skip


@pytest.mark.parametrize("row", FLIGHTS)
def test_how_bolts_fly(row: Scene) -> None:
    assert row.seen() == row.then


def test_stk_21_a_bolt_in_a_closet_ends() -> None:
    world = room("|@|", saves=ALWAYS)
    zap(world, DOWN)
    assert world.said.count("The bolt bounces") <= 12
    assert world.ending is None
