"""Passages: which places are joined, and digging from door to door."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import COLS, DOWN, LEFT, RIGHT, UP, Room
from rogue.state.level import PASS, REAL
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, PASSAGE, ROCK

NEIGHBOURS: Final = tuple(
    tuple(other for other in range(9) if abs(other // 3 - place // 3) + abs(other % 3 - place % 3) == 1)
    for place in range(9)
)
"""Place -> the places beside, above and below it (GEN-18)."""


def dig_passages(world: World) -> None:
    """Join all nine places: a spanning tree and up to four extra connections (GEN-18 to GEN-21)."""
    for low, high in connections(world):
        _connect(world, world.level.rooms[low], world.level.rooms[high])


def connections(world: World) -> list[tuple[int, int]]:
    """Draw which places are joined, in digging order, each pair lower number first (GEN-19, GEN-20)."""
    rng = world.rng
    joined: list[tuple[int, int]] = []
    place = rng.rnd(9)
    tree = {place}
    while len(tree) < 9:
        near = [other for other in NEIGHBOURS[place] if other not in tree]
        if near:
            other = rng.pick(near)
            tree.add(other)
            joined.append((min(place, other), max(place, other)))
        else:
            place = rng.rnd(9)
            while place not in tree:
                place = rng.rnd(9)
    for _ in range(rng.rnd(5)):
        place = rng.rnd(9)
        pairs = [(min(place, other), max(place, other)) for other in NEIGHBOURS[place]]
        free = [pair for pair in pairs if pair not in joined]
        if free:
            joined.append(rng.pick(free))
    return joined


def _connect(world: World, low: Room, high: Room) -> None:
    """Dig one passage down or right, with at most one sideways run (GEN-22 to GEN-26)."""
    down = high.number == low.number + 3
    step, side = (DOWN, RIGHT) if down else (RIGHT, DOWN)
    start = _end(world, low, step)
    goal = _end(world, high, -step)
    (row, col), (goal_row, goal_col) = divmod(start, COLS), divmod(goal, COLS)
    rows, cols = goal_row - row, goal_col - col
    length, shift = (rows - 1, cols) if down else (cols - 1, rows)
    if shift < 0:
        side = -side
    _finish(world, low, start)
    _finish(world, high, goal)
    turn = 1 + world.rng.rnd(length - 1)
    spot = start
    for left in range(length, 0, -1):
        spot += step
        if left == turn:
            for _ in range(abs(shift)):
                put_passage(world, spot)
                spot += side
        put_passage(world, spot)


def _end(world: World, room: Room, step: int) -> int:
    """Draw where a passage that leaves the room in direction `step` begins (GEN-22, GEN-23)."""
    top, left = room.top, room.left
    if room.gone:
        return top * COLS + left
    if step in (UP, DOWN):
        row = top if step == UP else top + room.height - 1
        line = range(row * COLS + left, row * COLS + left + room.width)
    else:
        col = left if step == LEFT else left + room.width - 1
        line = range(top * COLS + col, (top + room.height) * COLS + col, COLS)
    if not room.maze:
        return world.rng.pick(line[1:-1])
    flags = world.level.flags
    dug = [spot for spot in line[1:-1] if flags[spot] & PASS]
    # A top maze may touch its lower line at the outermost squares only (BUG-2).
    return world.rng.pick(dug or [spot for spot in line if flags[spot] & PASS])


def _finish(world: World, room: Room, spot: int) -> None:
    """Make the end of a passage: a door, maybe a secret one; in a gone room a passage square (GEN-26)."""
    if room.gone:
        put_passage(world, spot)
        return
    room.exits.append(spot)
    if room.maze:
        return
    level = world.level
    if is_secretive(world) and world.rng.one_in(5):
        level.flags[spot] &= ~REAL  # the wall symbol stays
    else:
        level.cells[spot] = DOOR


def put_passage(world: World, spot: int) -> None:
    """Dig one passage square, maybe a secret one (GEN-27)."""
    level = world.level
    level.flags[spot] |= PASS
    secret = world.rules.digging.secret_passages and is_secretive(world) and world.rng.one_in(40)
    if level.cells[spot] != ROCK:
        return  # once visible, always visible; in a maze something may lie here
    if secret:
        level.flags[spot] &= ~REAL
    else:
        level.flags[spot] |= REAL
        level.cells[spot] = PASSAGE


def is_secretive(world: World) -> bool:
    """Draw whether the depth allows a secret (GEN-28): never at depth 1, always from 11 on."""
    rules = world.rules
    return rules.digging.secrets and world.rng.rnd(10) + 1 < rules.difficulty(world.depth)
