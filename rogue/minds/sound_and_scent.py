"""Traces of the player that monsters follow: sound, scent (VMN-10 to VMN-16)."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import (
    fair_ways,
    flood,
    free_ways,
    holds_scare,
    in_line_of_fire,
    may_pass,
    ways_of,
)
from rogue.state.entities import LEVITATING, SILENT, LevelMinds, Monster
from rogue.state.grid import SIZE, distance2
from rogue.state.world import World

REST: Final = 6  # loudness (VMN-10)
STEP: Final = 14
BLOW: Final = 24
BOLT: Final = 40
BEYOND_FOR_FLIGHT: Final = 16  # layers of the flood fill beyond a fleeing monster (VMN-11)
MAX_LAYERS: Final = 48
LOST_TURNS: Final = 20  # turns without a sense of smell after the end of a trail
_SILENCE: Final = bytes([SILENT]) * SIZE
BLOODY: Final = 2  # factor by which trails last longer while the player has less than half the hit points


def leave_traces(world: World) -> None:
    """Set how far monsters hear the player this turn, and lay the player's scent (VMN-10, VMN-14).

    The scent on the player's square is the turn number.  The squares to which the player could step get the
    number of the previous turn.  A levitating player leaves no scent.  Hot: runs every turn.
    """
    minds, player, turn = world.minds, world.player, world.turns
    assert minds is not None
    here, floats = player.spot, player.flags & LEVITATING
    loud = minds.gathered if minds.gathered > REST else REST
    if floats or ((player.left or player.right) and player.wears("stealth")):
        loud //= 2
    minds.loud = loud
    minds.gathered = 0
    if not floats:
        scent, before = minds.scent, turn - 1
        for near in minds.ways[here] or ways_of(world, here):
            scent[near] = before  # no stamp is newer yet
        scent[here] = turn


def step_taken(minds: LevelMinds) -> None:
    """Record that the player has taken a step, which makes noise and moves the source of the sound."""
    minds.moved += 1
    minds.make_noise(STEP)


def teleported(world: World) -> None:
    """Record that the player has been teleported, which makes the sound map invalid (VMN-7)."""
    if world.minds is not None:
        world.minds.centre = 0


def hears(world: World, foe: Monster, distance: int) -> bool:
    """Return whether a monster hears the player, given their distance in squares (VMN-11, VMN-12).

    The call may extend the sound map.
    """
    minds, mind = world.minds, foe.kind.mind
    assert minds is not None
    assert mind is not None
    farthest = minds.loud * mind.ears // 4
    if distance > farthest or not minds_hear(world):
        return False
    return sound_at(world, foe.spot, farthest) <= min(farthest, MAX_LAYERS)


def minds_hear(world: World) -> bool:
    """Return whether the rules let monsters hear."""
    rules = world.rules.minds
    return rules is not None and rules.hearing


def sound_at(world: World, spot: int, most: int = MAX_LAYERS) -> int:
    """Return the steps from the player to a square, or SILENT if the map does not reach the square (VMN-11).

    most  distance in steps up to which the map is extended if needed

    A map of an earlier turn is used if the player has not moved since that turn, or has moved little
    compared with the distance to the square (VMN-12).
    """
    minds = world.minds
    assert minds is not None
    if minds.flooded != world.turns and not _serves(minds, spot):
        _begin_map(world)
    if minds.noise[spot] == SILENT and minds.reach < most:
        _extend_map(world, min(most, MAX_LAYERS), spot)
    return minds.noise[spot]


def _serves(minds: LevelMinds, spot: int) -> bool:
    """Return whether the sound map is recent enough to be used for a square."""
    steps = minds.noise[spot]
    least = minds.reach if steps == SILENT else steps
    return minds.centre != 0 and 4 * minds.moved <= least


def sound_now(world: World, spot: int, most: int = MAX_LAYERS) -> int:
    """Return the result of `sound_at`, but use no map from before the player's last move (VMN-12)."""
    minds = world.minds
    assert minds is not None
    if not minds.centre or minds.moved:
        _begin_map(world)
    return sound_at(world, spot, most)


def sound_for_flight(world: World, spot: int) -> bytearray:
    """Return an up-to-date sound map for a monster that flees from `spot` (VMN-11, VMN-12).

    The map reaches far beyond `spot`.
    """
    sound_now(world, spot)
    return sound_around(world, spot, BEYOND_FOR_FLIGHT)


def sound_around(world: World, spot: int, beyond: int) -> bytearray:
    """Return the sound map.  If necessary, first extend the map to `beyond` steps beyond a square."""
    minds = world.minds
    assert minds is not None
    steps = sound_at(world, spot)
    if minds.reach < steps + beyond:
        _extend_map(world, min(steps + beyond, MAX_LAYERS))
    return minds.noise


def _begin_map(world: World) -> None:
    """Begin a sound map at the player's square."""
    minds, centre = world.minds, world.player.spot
    assert minds is not None
    minds.noise = bytearray(_SILENCE)
    minds.noise[centre] = 0
    minds.centre = centre
    minds.moved = minds.reach = 0
    minds.flooded = world.turns


def _extend_map(world: World, layers: int, goal: int = 0) -> None:
    """Extend the sound map by flood fill up to `layers` steps from the player, or up to the goal."""
    minds = world.minds
    assert minds is not None
    noise, reach = minds.noise, minds.reach
    edge = _squares_at(noise, reach) if reach else [minds.centre]
    minds.reach = min(flood(world, noise, edge, reach, layers, goal), MAX_LAYERS)


def _squares_at(noise: bytearray, steps: int) -> list[int]:
    """Return the squares that are `steps` from the player."""
    found: list[int] = []
    spot = noise.find(steps)
    while spot >= 0:
        found.append(spot)
        spot = noise.find(steps, spot + 1)
    return found


def downhill(world: World, foe: Monster) -> int:
    """Return the square to which a monster steps to approach the sound (VMN-13).

    If several squares are equally near to the sound, return the one nearest to `mind.aim`.  If no free
    neighbor is nearer to the sound than the monster's own square, return a free neighbor that is equally
    near, but never the square that the monster has just left.  If there is no such neighbor, return the
    monster's own square.
    """
    minds, mind = world.minds, foe.mind
    assert minds is not None
    assert mind is not None
    noise, aim = minds.noise, mind.aim
    here = noise[foe.spot]
    best, least, aside = foe.spot, here, 0
    for near in free_ways(world, foe.spot):
        steps = noise[near]
        if steps < least or (steps == least < here and distance2(near, aim) < distance2(best, aim)):
            best, least = near, steps
        elif steps == here and near != mind.back and not aside:
            aside = near
    return best if best != foe.spot or not aside else aside


def uphill(world: World, foe: Monster, noise: bytearray) -> int:
    """Return a free neighbor farther from the sound than the monster is, or else the monster's own square.

    Squares outside the lines of fire from `mind.aim` are preferred, then the squares farthest from the sound.
    """
    mind, here = foe.mind, foe.spot
    assert mind is not None
    away = [near for near in free_ways(world, here) if noise[near] > noise[here]]
    if not away:
        return here
    return max(away, key=lambda near: (not in_line_of_fire(world, near, mind.aim), noise[near]))


def follow_scent(world: World, foe: Monster) -> int | None:
    """Return the square to which a trail leads a monster (VMN-15, VMN-16).

    The square is free, or the monster may swap places with the monster on it.  Return None if the monster
    smells no trail.  Also return None at the end of a trail.  The monster then smells nothing for some turns.
    """
    minds, mind, kind, rules = world.minds, foe.mind, foe.kind.mind, world.rules.minds
    assert minds is not None
    assert mind is not None
    assert kind is not None
    assert rules is not None
    if not kind.nose or not rules.scent or world.turns < mind.scentless:
        return None
    player, scent, foe_at = world.player, minds.scent, world.level.foe_at
    nose = kind.nose * (BLOODY if 2 * player.hp < player.max_hp else 1)
    oldest = max(1, world.turns - nose)
    own = scent[foe.spot]
    best, freshest = foe.spot, own if own >= oldest else 0
    for near in fair_ways(world, foe.spot):
        stamp = scent[near]
        if stamp < oldest or stamp < freshest or near == player.spot or holds_scare(world, near):
            continue
        other = foe_at[near]
        if other is not None and not may_pass(world, foe, other):
            continue
        if stamp > freshest or (best == foe.spot and near != mind.back):
            best, freshest = near, stamp
    if not freshest:
        return None
    if best == foe.spot:
        mind.scentless = world.turns + LOST_TURNS
        return None
    return best
