"""Teleporting the player (CON-20)."""

from __future__ import annotations

from rogue.rules import awareness
from rogue.rules.arrival import teleport
from rogue.state.entities import GRABBED, TARGET, Monster
from rogue.state.grid import spot_of
from rogue.state.world import Duel, World
from scripts.lib.notation import find_foe, hall, read_world

TWO_ROOMS = """
    -----     -----
    |.@.+#####+...|
    |...|     |..B|
    -----     -----
"""


def world_of(seed: int) -> World:
    world = read_world(TWO_ROOMS, seed=seed)
    awareness.enter_room(world, world.player.spot)
    return world


def test_con_20_lands_on_free_squares_of_all_rooms() -> None:
    spots = set()
    for seed in range(300):
        world = world_of(seed)
        teleport(world)
        spots.add(divmod(world.player.spot, 80))
    left = {(row, col) for row in (2, 3) for col in (1, 2, 3)}
    right = {(row, col) for row in (2, 3) for col in (11, 12, 13)}
    assert spots == left | right - {(3, 13)}


def test_con_20_another_room_is_entered_and_the_old_one_left() -> None:
    for seed in range(20):
        world = world_of(seed)
        teleport(world)
        room = world.level.room_at(world.player.spot)
        assert world.player.room is room
        assert world.canvas.cells[spot_of(2, 1)] == ord(".")  # lit floor stays remembered
        entered = room is not world.level.room_at(spot_of(2, 1))
        assert (world.canvas.cells[spot_of(1, 11)] == ord("-")) is entered


def test_con_20_shakes_off_everything() -> None:
    world = world_of(1)
    player, foe = world.player, find_foe(world, "B")
    player.flags |= GRABBED
    player.grip, player.bear_trap = 4, 2
    foe.flags |= TARGET
    world.duel = Duel(foe, 1, to_death=True)
    world.run, world.count = 1, 9
    teleport(world)
    assert not player.flags & GRABBED
    assert (player.grip, player.bear_trap, world.run, world.count) == (0, 0, 0, 0)
    assert world.duel is None


def test_spc_13_the_counter_of_a_player_who_is_not_held_stays() -> None:
    world = world_of(1)
    world.player.grip = 4
    teleport(world)
    assert world.player.grip == 4


def test_con_20_the_old_square_shows_what_is_there() -> None:
    world = world_of(3)
    start = world.player.spot
    teleport(world)
    assert world.canvas.cells[start] == ord(".")


def test_with_no_free_square_the_player_stays() -> None:
    world = read_world(hall("@"))
    world.level.add_foe(Monster(world.rules.monsters["B"], world.player.spot))
    start = world.player.spot
    teleport(world)
    assert world.player.spot == start
