"""Scent: the trail that the player lays, and how it is followed (VMN-14 to VMN-16)."""

from __future__ import annotations

from typing import Final

from rogue.minds.ways import is_free, ways_of
from rogue.state.actors import LEVITATING, Monster
from rogue.state.world import World

LOST_TURNS: Final = 20  # it smells nothing after the end of a trail
BLOODY: Final = 2  # trails last so much longer while the player has less than half the hit points


def lay_scent(world: World) -> None:
    """Stamp the player's square with the turn, and those around it with the turn before (VMN-14)."""
    minds, player = world.minds, world.player
    assert minds is not None
    if player.flags & LEVITATING:
        return
    scent, turn = minds.scent, world.turns
    scent[player.spot] = turn
    for near in ways_of(world, player.spot):
        if scent[near] < turn - 1:
            scent[near] = turn - 1


def follow_scent(world: World, foe: Monster) -> int | None:
    """Return the square to which a trail leads a monster, None when it smells none (VMN-15, VMN-16).

    At the end of a trail it loses its smell for some turns.
    """
    minds, mind, kind, rules = world.minds, foe.mind, foe.kind.mind, world.rules.minds
    assert minds is not None
    assert mind is not None
    assert kind is not None
    assert rules is not None
    if not kind.nose or not rules.scent or world.turns < mind.scentless:
        return None
    player, scent = world.player, minds.scent
    nose = kind.nose * (BLOODY if 2 * player.hp < player.max_hp else 1)
    oldest = max(1, world.turns - nose)
    own = scent[foe.spot]
    best, freshest = foe.spot, own if own >= oldest else 0
    for near in ways_of(world, foe.spot):
        stamp = scent[near]
        if stamp < oldest or stamp < freshest or not is_free(world, near):
            continue
        if stamp > freshest or (best == foe.spot and near != mind.back):
            best, freshest = near, stamp
    if not freshest:
        return None
    if best == foe.spot:
        mind.scentless = world.turns + LOST_TURNS
        return None
    return best
