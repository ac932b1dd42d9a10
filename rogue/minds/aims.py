"""Memory: where a monster believes the player to be, and the path it takes there (VMN-6, VMN-18)."""

from __future__ import annotations

from typing import Final

from rogue.minds.ways import path_between, ways_of
from rogue.state.actors import Monster
from rogue.state.mind_state import NEVER, Mind
from rogue.state.world import World

KEPT_TURNS: Final = 20  # a belief without a new trace of the player (VMN-18)


def notice(world: World, foe: Monster) -> None:
    """Let a monster know where the player is now."""
    mind = foe.mind
    if mind is not None:
        believe(mind, world.player.spot, world.turns)
        mind.idle = 0


def believe(mind: Mind, spot: int, turn: int) -> None:
    """Let a mind aim at a square, as known in `turn`."""
    if spot != mind.aim:
        mind.aim = spot
        mind.way = []
        mind.waited = 0
    mind.aimed = turn


def drop_aim(mind: Mind) -> None:
    """Let a mind aim at nothing."""
    mind.aim = 0
    mind.aimed = NEVER
    mind.way = []
    mind.waited = 0


def remembers(world: World, mind: Mind) -> bool:
    """Return whether a mind still believes to know where the player is."""
    return mind.aim != 0 and mind.idle == 0 and world.turns - mind.aimed <= KEPT_TURNS


def way_to_aim(world: World, foe: Monster) -> list[int]:
    """Return the rest of the path to the aim, found when there is none from here; [] for no way."""
    mind = foe.mind
    assert mind is not None
    if not mind.way or mind.way[0] not in ways_of(world, foe.spot):
        mind.way = path_between(world, foe.spot, mind.aim)
    return mind.way
