"""Loops of passages or rooms, on which a hero can run laps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs.terrain_map import DOOR, PASSAGE, STRAIGHT, TerrainMap
from rogomatic.agent.screen.vt100 import COLS, SIZE

_ONE_LAP: Final = 24  # minimum length of a lap, in squares


def loop_squares(level: TerrainMap) -> frozenset[int]:
    """Return the door and passage squares on loops of known terrain.  They are kept until terrain changes.

    A pursuer that is as fast as the hero never strikes a hero that runs on a loop, unless the pursuer takes
    shortcuts across open floor.  So each connected patch of floor is one node of a graph, and each door or
    passage square is another node.  A loop is a cycle in this graph.
    """
    results = level.results
    if results.loops[0] != level.version:
        results.loops = (level.version, _loops(level))
    return results.loops[1]


def _loops(level: TerrainMap) -> frozenset[int]:
    code = level.code
    narrow = [spot for spot in range(COLS, SIZE - COLS) if code[spot] in (PASSAGE, DOOR)]
    place = _places(level)
    graph: dict[int, list[int]] = {}
    for spot in narrow:
        for step in STRAIGHT:
            near = spot + step
            if level.is_walkable(near):
                other = place.get(near, near)
                graph.setdefault(spot, []).append(other)
                if other != near:
                    graph.setdefault(other, []).append(spot)
    bridges = _bridges(graph)
    found: set[int] = set()
    for spot in narrow:
        for other in graph.get(spot, ()):
            if (spot, other) not in bridges and (other, spot) not in bridges:
                found.add(spot)
                break
    return frozenset(found)


def lap(level: TerrainMap, start: int, foes: Iterable[int], loop: frozenset[int]) -> tuple[int, ...]:
    """Return a path to the loop square that is farthest from `start`.

    The path avoids foes and is the shortest one that does.  Return () if even this path is too short for a
    lap.
    """
    blocked = set(foes)
    beside = {near for spot in blocked for near in level.neighbors(spot)}
    came = {start: start}
    layer = [start]
    last, steps = -1, 0
    depth = 0
    while layer:
        depth += 1
        later: list[int] = []
        for spot in layer:
            for near in level.neighbors(spot):
                if near in came or near in blocked or (depth <= 2 and near in beside):
                    continue
                if level.avoid[near] > 20:
                    continue
                came[near] = spot
                later.append(near)
                if near in loop:
                    last, steps = near, depth
        layer = later
    if last < 0 or steps < _ONE_LAP:
        return ()
    path = [last]
    while came[path[-1]] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def _places(level: TerrainMap) -> dict[int, int]:
    """Return square -> node for each square of open floor.  The node of a patch is a negative number."""
    code = level.code
    place: dict[int, int] = {}
    for first in range(COLS, SIZE - COLS):
        if first in place or not level.is_walkable(first) or code[first] in (PASSAGE, DOOR):
            continue
        name = -first
        place[first] = name
        todo = [first]
        while todo:
            spot = todo.pop()
            for step in STRAIGHT:
                near = spot + step
                if near not in place and level.is_walkable(near) and code[near] not in (PASSAGE, DOOR):
                    place[near] = name
                    todo.append(near)
    return place


def _bridges(graph: dict[int, list[int]]) -> set[tuple[int, int]]:
    """Return the bridges of a graph.  They are found by one depth-first search without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    bridges: set[tuple[int, int]] = set()
    for root, first in graph.items():
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack = [(root, root, iter(first))]
        while stack:
            node, parent, rest = stack[-1]
            for near in rest:
                if near not in order:
                    order[near] = low[near] = len(order)
                    stack.append((near, node, iter(graph[near])))
                    break
                if near != parent:
                    low[node] = min(low[node], order[near])
            else:
                stack.pop()
                if stack:
                    low[parent] = min(low[parent], low[node])
                    if low[node] > order[parent]:
                        bridges.add((parent, node))
    return bridges
