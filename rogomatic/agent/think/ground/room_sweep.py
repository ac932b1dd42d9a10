"""The sweep of a dark room, of which only what is next to the hero shows: which of its squares comes next."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.terrain_map import AROUND, FLOOR, LEFTS, UNKNOWN, UPRIGHT, TerrainMap, box_of
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.frontier_value import MAX_COLS, Frontier, kept_boxes
from rogomatic.agent.think.ground.pathfinding import Roads, costs, find_path

# What it takes from a square, in parts of what the best of them shows, that it shows more of the farther
# end of the room than of the nearer one, or as much.
_FARTHER: Final = 0.8
_AS_MUCH: Final = 0.2


def next_look(
    level: TerrainMap, outlook: Frontier, ground: Roads, spot: int, path: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the way on of a hero on `spot` that sweeps a dark room; `path` is one to the nearest square.

    Of squares that are as near, one comes first from which much is seen, and more of the nearer end of the
    room, so that the hero need not come back for it.  Elsewhere `path` stays.
    """
    goal, number = path[-1], box_of(spot)
    if number not in level.forgotten or box_of(goal) != number or level.code[goal] != FLOOR:
        return path
    cost = len(path) + sum(ground.avoid[one] for one in path)
    near = costs(ground, spot, cost + 1)
    found = [
        one
        for one in near.spots()
        if near.get(one, -1) == cost and level.code[one] == FLOOR and box_of(one) == number and one in outlook
    ]
    if len(found) < 2:
        return path
    left, right = _ends(level, number)
    col = spot % COLS
    side = -1 if col - left < right - col else 1
    most = max(outlook.worth(one) for one in found)
    best, best_rank = goal, -1.0 - _FARTHER
    for one in found:
        aside = side * _unseen_aside(level, one, col, left, right)
        rank = outlook.worth(one) / most - (_FARTHER if aside < 0 else _AS_MUCH if aside == 0 else 0.0)
        if rank > best_rank:
            best, best_rank = one, rank
    return path if best == goal else find_path(ground, spot, {best}, cost + 1)


def _ends(level: TerrainMap, number: int) -> tuple[int, int]:
    """Return the columns of the left and the right wall of a room: as seen, or as far as it may reach."""
    box, code, first = kept_boxes(level)[number], level.code, LEFTS[number % 3]
    rows = range(box.top, box.bottom + 1)
    left = max(first, box.right - MAX_COLS)
    if any(code[row * COLS + box.left - 1] == UPRIGHT for row in rows):
        left = box.left - 1
    right = min(first + MAX_COLS + 1, box.left + MAX_COLS, COLS - 1)
    if any(code[row * COLS + box.right + 1] == UPRIGHT for row in rows):
        right = box.right + 1
    return left, right


def _unseen_aside(level: TerrainMap, spot: int, col: int, left: int, right: int) -> int:
    """Return by how many columns the unseen squares around a square lie on the right of a column, in all."""
    total = 0
    for step in AROUND:
        there = spot + step
        if level.code[there] == UNKNOWN and not level.looked[there] and left < there % COLS < right:
            total += there % COLS - col
    return total
