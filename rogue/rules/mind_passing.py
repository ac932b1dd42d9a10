"""Monsters that swap places where they cannot pass each other (VMN-37, VMN-48)."""

from __future__ import annotations

from rogue.minds.geometry import fair_ways, may_pass
from rogue.minds.sound_and_scent import minds_hear
from rogue.rules import vision
from rogue.rules.monster_steps import place_foe
from rogue.state.entities import TARGET, Monster
from rogue.state.grid import distance2
from rogue.state.world import World


def square_past(world: World, foe: Monster) -> int:
    """Return the square of a neighboring monster with which `foe` can swap places (VMN-48).

    The neighbor must be nearer to the player than `foe` is.  The distance is counted in steps if the rules
    let monsters hear, otherwise in a straight line.  If no neighbor qualifies, return the square of `foe`.
    """
    minds, here, hero = world.minds, foe.spot, world.player.spot
    assert minds is not None
    noise, hearing = minds.noise, minds_hear(world)
    best, least = here, noise[here] if hearing else distance2(here, hero)
    for near in fair_ways(world, here):
        far = noise[near] if hearing else distance2(near, hero)
        if far >= least:
            continue
        other = world.level.foe_at[near]
        if other is not None and may_pass(world, foe, other):
            best, least = near, far
    return best


def swap(world: World, foe: Monster, other: Monster) -> None:
    """Swap the squares of two monsters (VMN-37, VMN-48)."""
    level, here, there = world.level, foe.spot, other.spot
    vision.hide_foe(world, other)
    if other.flags & TARGET:
        world.stop_duel()
    level.foe_at[there] = None
    place_foe(world, foe, there)
    other.spot = here  # this square is free now
    place_foe(world, other, here)
    if other.mind is not None:
        other.mind.back = there
