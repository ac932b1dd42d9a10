"""When a walking monster attacks instead of stepping (CHS-10 to CHS-21)."""

from __future__ import annotations

from rogue.rules import monster_ai
from rogue.rules.output import add_text
from rogue.state.entities import AWAKE, CONFUSED, HASTED, TARGET
from rogue.state.grid import spot_of
from rogue.state.world import Duel
from scripts.lib.notation import find_foe, hall, plain_item
from tests.rogue.rules.chase_scenes import walk, world_of
from tests.support.odds import assert_share

LONG_ROOM = """
    --------------------
    |@................{}|
    |..................|
    --------------------
"""
CORRIDOR = """
    ------------
    |@........{}|
    ------------
"""


def test_chs_10_beside_the_player_it_attacks_and_stays() -> None:
    world = world_of(CORRIDOR.replace("{}", "H"))
    walk(world, 8)
    assert world.said == []
    assert walk(world, 3) == [(2, 2)] * 3
    assert len(world.said) == 3


def test_chs_17_a_scare_monster_scroll_under_the_player_guards() -> None:
    world = world_of(hall("@H."))
    world.level.add_thing(plain_item(world, "scroll", "scare monster"), world.player.spot)
    for _ in range(20):
        monster_ai.move_foes(world)
    assert world.said == []


def test_chs_14_a_flytrap_attacks_its_neighbour_and_never_steps() -> None:
    world = world_of(hall("@F."))
    assert walk(world, 2) == [(2, 2)] * 2
    assert len(world.said) == 2
    world = world_of(hall("@.F"))
    assert walk(world, 2) == [(2, 3)] * 2
    assert world.said == []


def test_chs_14_a_flytrap_does_not_reach_round_a_corner() -> None:
    world = world_of("""
        -----
        |..F|
        |...+@
        -----
    """)
    world.player.spot = spot_of(3, 4)
    world.player.room = world.level.room_at(world.player.spot)
    walk(world, 3)
    assert world.said == []


def test_chs_20_a_thief_that_vanishes_ends_its_move() -> None:
    world = world_of(hall("@L."))
    foe = find_foe(world, "L")
    foe.flags |= HASTED
    foe.level = 100
    world.player.purse = 1000
    monster_ai.move_foes(world)
    assert (world.level.foes, len(world.said)) == ([], 2)


def test_chs_21_a_target_that_moves_ends_the_fight() -> None:
    world = world_of(CORRIDOR, "H")
    foe = find_foe(world, "H")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    walk(world)
    assert world.duel is None
    assert not foe.flags & TARGET


def test_chs_21_a_target_that_stays_keeps_it() -> None:
    world = world_of(hall("@H."))
    foe = find_foe(world, "H")
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    walk(world)
    assert world.duel is not None


def test_terse_an_open_blow_is_finished_when_nobody_answers() -> None:
    world = world_of(LONG_ROOM, "H")
    add_text(world, "You hit")
    monster_ai.move_foes(world)
    assert (world.said, world.sentence) == (["You hit"], "")


def test_chs_13_a_random_step_onto_the_player_is_an_attack() -> None:
    attacks = 0
    for seed in range(600):
        world = world_of(
            hall(".@H"),
            seed=seed,
        )
        find_foe(world, "H").flags |= CONFUSED
        assert walk(world) == [(2, 3)]
        attacks += len(world.said)
    assert_share(attacks, 600, 1 / 5 + 4 / 5 / 9)


def test_bug_19_a_random_step_does_not_enter_a_disguised_xeroc() -> None:
    for seed in range(60):
        world = world_of(
            hall("@.XB"),
            seed=seed,
        )
        xeroc = find_foe(world, "X")
        xeroc.disguise = ord("!")
        xeroc.flags &= ~AWAKE
        monster_ai.move_foes(world)
        assert world.level.foe_at[xeroc.spot] is xeroc
        assert find_foe(world, "B").spot == spot_of(2, 4)


def test_chs_17_18_scare_monster_does_not_keep_fire_off_nor_does_nearness() -> None:
    fires = 0
    for seed in range(300):
        world = world_of(hall(".@D."), seed=seed)
        world.level.add_thing(plain_item(world, "scroll", "scare monster"), world.player.spot)
        monster_ai.move_foes(world)
        fires += bool(world.said)
    assert_share(fires, 300, 1 / 5)
