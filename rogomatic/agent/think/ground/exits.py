"""The known exits: doors of rooms, stairs, or trapdoors."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, TerrainMap


def is_seeking(beliefs: Beliefs) -> bool:
    """Return whether the hero does not have the Amulet and is on a level deep enough to hold it."""
    return beliefs.me.depth >= beliefs.amulet_depth and not beliefs.has_amulet


def way_out(beliefs: Beliefs) -> tuple[bytes, Action]:
    """Return the key and the Action that take the stairs: up with the Amulet, down without it."""
    return (b"<", Action("up")) if beliefs.has_amulet else (b">", Action("down"))


def exits(beliefs: Beliefs) -> set[int]:
    """Return the squares that lead off the level: stairs and, without the Amulet, trapdoors (AMU-2)."""
    found = (
        set()
        if beliefs.has_amulet
        else {spot for spot, name in beliefs.level.traps.items() if name == "trapdoor"}
    )
    if beliefs.level.stairs >= 0:
        found.add(beliefs.level.stairs)
    return found


def doors_of(level: TerrainMap) -> list[int]:
    """Return the squares of the known doors in rising order.  The list is kept until the terrain changes."""
    kept = level.results
    if kept.doors[0] != level.version:
        found, code, spot = [], level.code, -1
        while (spot := code.find(DOOR, spot + 1)) >= 0:
            found.append(spot)
        kept.doors = level.version, found
    return kept.doors[1]
