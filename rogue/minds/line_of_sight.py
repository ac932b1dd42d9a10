"""Mutual sight, lines of fire, cover from them (VMN-8, VMN-22, VMN-36, VMN-37)."""

from __future__ import annotations

from typing import Final

from rogue.minds.ways import bears_scare, is_free, squares_apart, ways_of
from rogue.state.actors import AWAKE, HELD, Monster
from rogue.state.grid import COLS, CORNERS, distance2, is_close
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, STEP_OK

DARK_RANGE2: Final = 36  # squared range of sight in a dark room
LINE_RANGE: Final = 6  # range of sight along a line, in squares
MAX_STEPS: Final = 14  # maximum length of a path to cover
MAX_SQUARES: Final = 120  # maximum number of squares searched for cover


def sees(world: World, a: int, b: int) -> bool:
    """Return whether a creature on `a` sees `b`.  Sight is mutual (VMN-8)."""
    if is_close(a, b):
        return a == b or b in ways_of(world, a) or not _cut_off(world, a, b)
    level = world.level
    room = level.room_at(a)
    if room is not None and not room.gone and not room.maze and level.room_at(b) is room:
        return not room.dark or distance2(a, b) <= DARK_RANGE2
    return is_line_open(world, a, b, LINE_RANGE, for_missiles=False)


def _cut_off(world: World, a: int, b: int) -> bool:
    """Return whether two solid corners hide a diagonal neighbor (VIS-13)."""
    corners = CORNERS.get(b - a)
    cells = world.level.cells
    return corners is not None and not (STEP_OK[cells[a + corners[0]]] or STEP_OK[cells[a + corners[1]]])


def line_step(a: int, b: int) -> int:
    """Return the step from `a` toward `b` along a row, column, or diagonal, 0 if they share none.

    >>> line_step(3 * 80 + 5, 5 * 80 + 7), line_step(3 * 80 + 5, 5 * 80 + 8)
    (81, 0)
    """
    down, right = b // COLS - a // COLS, b % COLS - a % COLS
    if down and right and down != right and down != -right:
        return 0
    return ((down > 0) - (down < 0)) * COLS + (right > 0) - (right < 0)


def is_line_open(world: World, a: int, b: int, reach: int, *, for_missiles: bool) -> bool:
    """Return whether `b` is in line with `a`, within reach, with only passable squares between.

    For missiles, a door (THR-2) or a monster between them blocks the line.
    """
    if squares_apart(a, b) > reach:
        return False
    step = line_step(a, b)
    if not step:
        return False
    level = world.level
    cells, foe_at = level.cells, level.foe_at
    spot = a + step
    while spot != b:
        symbol = cells[spot]
        if not STEP_OK[symbol] or (for_missiles and (symbol == DOOR or foe_at[spot] is not None)):
            return False
        spot += step
    return True


def step_to_cover(world: World, foe: Monster, noise: bytearray, threat: int) -> int:
    """Return the first step of the path to the nearest cover, 0 if there is none (VMN-36).

    noise   steps from the player, by square
    threat  the square where the monster believes the player is

    The step may lead to the square of a monster that makes room (VMN-37).
    """
    first: dict[int, int] = {foe.spot: 0}  # square -> first step toward it
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
    """Return whether a flight may cross a square: it is free, or its monster makes room."""
    if spot == world.player.spot or bears_scare(world, spot):
        return False
    other = world.level.foe_at[spot]
    return other is None or makes_room(other)


def makes_room(other: Monster) -> bool:
    """Return whether a monster swaps places with a fleeing one (VMN-37)."""
    if not other.flags & AWAKE or other.flags & HELD or other.kind.rooted:
        return False
    mind = other.mind
    return mind is not None and not mind.afraid and other.disguise == ord(other.kind.letter)
