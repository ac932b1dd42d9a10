"""Throwing (THR) and how far things and beams fly (THR-2, STK-5)."""

from __future__ import annotations

import pytest

from rogue.rules import equipment
from rogue.rules.projectiles import beam_target, fly
from rogue.state.entities import AWAKE, CURSED
from rogue.state.grid import DOWN, LEFT, RIGHT, UP, distance2, spot_of
from rogue.tables.glyphs import WEAPON
from scripts.lib.notation import carry, find_foe, hall, read_world

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


def test_thr_4_an_arrow_from_a_bow_does_its_thrown_dice() -> None:
    losses = set()
    for seed in range(120):
        world = read_world(HALL, seed=seed, hp=99)
        world.player.wielded = carry(world, "weapon", "short bow")
        equipment.throw(world, carry(world, "weapon", "arrow", count=9), RIGHT)
        losses.add(99 - find_foe(world, "H").hp)
    assert losses == {0, 3, 4, 5, 6, 7}  # 2d3, strength 16 adds 1


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


def test_trn_10_throwing_worn_armour_takes_an_extra_round() -> None:
    world = read_world(HALL, kit=True)
    equipment.throw(world, world.player.pack[1], LEFT)
    assert (world.player.worn, world.turns) == (None, 1)
