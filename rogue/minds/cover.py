"""Cover: the way out of the player's sight that the player cannot cut off (VMN-36, VMN-37)."""

from __future__ import annotations

from typing import Final

from rogue.minds.line_of_sight import sees
from rogue.minds.ways import bears_scare, is_free, ways_of
from rogue.state.actors import AWAKE, HELD, Monster
from rogue.state.world import World

MAX_STEPS: Final = 14
MAX_SQUARES: Final = 120


def step_to_cover(world: World, foe: Monster, noise: bytearray, threat: int) -> int:
    """Return the first step of the way to the nearest cover, 0 when there is none (VMN-36).

    noise   steps from the player
    threat  where the player is believed to be

    The step may lead to a square of a monster that lets it pass (VMN-37).
    """
    first: dict[int, int] = {foe.spot: 0}  # square -> first step towards it
    layer, steps = [foe.spot], 0
    while layer and steps < MAX_STEPS:
        steps += 1
        following: list[int] = []
        for spot in layer:
            for near in ways_of(world, spot):
                if near in first or noise[near] <= steps or not _passes(world, near):
                    continue
                first[near] = first[spot] or near
                following.append(near)
                if len(first) >= MAX_SQUARES:
                    break
        hidden = [spot for spot in following if is_free(world, spot) and not sees(world, spot, threat)]
        if hidden:
            return first[max(hidden, key=lambda spot: noise[spot])]
        if len(first) >= MAX_SQUARES:
            return 0
        layer = following
    return 0


def _passes(world: World, spot: int) -> bool:
    """Return whether a flight may lead through a square: it is free, or who stands there makes room."""
    if spot == world.player.spot or bears_scare(world, spot):
        return False
    other = world.level.foe_at[spot]
    return other is None or makes_room(other)


def makes_room(other: Monster) -> bool:
    """Return whether a monster changes places with one that flees (VMN-37)."""
    if not other.flags & AWAKE or other.flags & HELD or other.kind.rooted:
        return False
    mind = other.mind
    return mind is not None and not mind.afraid and other.disguise == ord(other.kind.letter)
