"""The known doors of a level."""

from __future__ import annotations

from rogomatic.agent.beliefs.terrain_map import DOOR, TerrainMap


def doors_of(level: TerrainMap) -> list[int]:
    """Return the squares of the known doors, rising; not to be changed, kept until the terrain changes."""
    kept = level.results
    if kept.doors[0] != level.version:
        found, code, spot = [], level.code, -1
        while (spot := code.find(DOOR, spot + 1)) >= 0:
            found.append(spot)
        kept.doors = level.version, found
    return kept.doors[1]
