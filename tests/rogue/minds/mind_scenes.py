"""Pictures with monsters that think, in which turns pass."""

from __future__ import annotations

from typing import Any, Final

from rogue.minds.geometry import believe, drop_aim
from rogue.rules import monster_ai
from rogue.state.entities import LevelMinds, Mind, Monster
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_MINDS
from scripts.lib.notation import read_world

TOUGH: Final = 10**6
Place = tuple[int, int]


def scene(picture: str, *, knows: bool = True, **more: Any) -> World:
    """Return the world of a picture: monsters awake, aware of where the player is unless not `knows`.

    The player has no end of hit points.
    """
    rules = more.pop("rules", ROGUE_MINDS)
    world = read_world(picture, rules=rules, awake=more.pop("awake", True), **more)
    world.player.hp = world.player.max_hp = TOUGH
    for foe in world.level.foes:
        mind = mind_of(foe)
        if knows:
            believe(mind, world.player.spot, 0)
        else:
            drop_aim(mind)
    return world


def mind_of(foe: Monster) -> Mind:
    assert foe.mind is not None
    return foe.mind


def minds_of(world: World) -> LevelMinds:
    assert world.minds is not None
    return world.minds


def place_of(foe: Monster) -> Place:
    return divmod(foe.spot, 80)


def turn(world: World, to: Place | None = None) -> None:
    """Let a turn pass: the player walks one step, or rests; then the monsters move."""
    if to is not None:
        minds = minds_of(world)
        world.player.spot = spot_of(*to)
        world.player.room = world.level.room_at(world.player.spot)
        minds.moved += 1
        minds.make_noise(14)
    world.turns += 1
    monster_ai.move_foes(world)


def rest(world: World, turns: int) -> list[list[Place]]:
    """Return where all monsters stand after each of some turns in which the player rests."""
    found = []
    for _ in range(turns):
        turn(world)
        found.append([place_of(foe) for foe in world.level.foes])
    return found


def path_of(world: World, turns: int) -> list[Place]:
    """Return where the first monster stands after each of some turns in which the player rests."""
    return [places[0] for places in rest(world, turns)]
