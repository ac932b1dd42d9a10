"""Legal steps of monsters, with paths to where a monster believes the player is (VMN-6, VMN-18)."""

from __future__ import annotations

from typing import Final

from rogue.state.actors import Monster
from rogue.state.grid import AROUND, COLS, CORNERS, SIZE
from rogue.state.level import PASS
from rogue.state.mind_state import NEVER, Mind
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, SCROLL, STEP_OK


def ways_of(world: World, spot: int) -> tuple[int, ...]:
    """Return the squares reachable by a step from `spot` by terrain alone, row by row (MAP-8).

    Hot: computed once for each square of a level.
    """
    minds = world.minds
    assert minds is not None
    ways = minds.ways[spot]
    if ways is None:
        ways = minds.ways[spot] = _find_ways(world, spot)
    return ways


def _find_ways(world: World, spot: int) -> tuple[int, ...]:
    cells, col = world.level.cells, spot % COLS
    found: list[int] = []
    for step in AROUND:
        near = spot + step
        if not 0 <= near < SIZE or not STEP_OK[cells[near]] or not -2 < near % COLS - col < 2:
            continue
        corners = CORNERS.get(step)
        if corners is None or (STEP_OK[cells[spot + corners[0]]] and STEP_OK[cells[spot + corners[1]]]):
            found.append(near)
    return tuple(found)


def is_free(world: World, spot: int) -> bool:
    """Return whether a monster may step on a reachable square: no creature, no scare monster scroll."""
    level = world.level
    if level.foe_at[spot] is not None or spot == world.player.spot:
        return False
    return level.cells[spot] != SCROLL or not bears_scare(world, spot)


def bears_scare(world: World, spot: int) -> bool:
    """Return whether a scare monster scroll lies on a square (CHS-9)."""
    thing = world.level.thing_at.get(spot)
    return thing is not None and thing.kind.does == "scare monster"


def free_ways(world: World, spot: int) -> list[int]:
    """Return the squares to which a monster on `spot` can step now, row by row."""
    return [near for near in ways_of(world, spot) if is_free(world, near)]


def can_strike(world: World, foe: Monster) -> bool:
    """Return whether a monster can strike the player: one legal step away, without a scroll (CHS-17)."""
    spot = world.player.spot
    return spot in ways_of(world, foe.spot) and not bears_scare(world, spot)


def in_passage(world: World, spot: int) -> bool:
    """Return whether a square belongs to a passage or a maze."""
    return world.level.flags[spot] & PASS != 0


def in_passage_or_door(world: World, spot: int) -> bool:
    """Return whether a square is a door, or belongs to a passage or a maze."""
    return in_passage(world, spot) or world.level.cells[spot] == DOOR


def squares_apart(a: int, b: int) -> int:
    """Return the distance of two squares: the larger of the rows and columns between them (VMN-4).

    >>> squares_apart(3 * 80 + 5, 4 * 80 + 9)
    4
    """
    rows = a // COLS - b // COLS
    columns = a % COLS - b % COLS
    if rows < 0:
        rows = -rows
    if columns < 0:
        columns = -columns
    return rows if rows > columns else columns


def path_between(world: World, start: int, goal: int) -> list[int]:
    """Return the squares of a shortest path by terrain, without `start`, or [] (VMN-18)."""
    minds = world.minds
    assert minds is not None
    ways, towards = minds.ways, [-1] * SIZE  # the next square on the path to the goal
    towards[goal] = goal
    layer = [goal]
    while layer and towards[start] < 0:
        following: list[int] = []
        for spot in layer:
            beside = ways[spot]
            if beside is None:
                beside = ways_of(world, spot)
            for near in beside:
                if towards[near] < 0:
                    towards[near] = spot
                    following.append(near)
        layer = following
    path: list[int] = []
    spot = start
    while spot != goal and towards[spot] >= 0:
        spot = towards[spot]
        path.append(spot)
    return path


def steps_from(world: World, start: int, most: int) -> bytearray:
    """Return the steps from `start` to each square, 255 beyond `most`."""
    steps = bytearray(b"\xff" * SIZE)
    steps[start] = 0
    layer = [start]
    depth = 0
    while layer and depth < most:
        depth += 1
        layer = next_layer(world, steps, layer, depth)
    return steps


def next_layer(world: World, steps: bytearray, layer: list[int], depth: int) -> list[int]:
    """Mark the squares one step beyond a layer with `depth`, and return them."""
    minds = world.minds
    assert minds is not None
    ways, following = minds.ways, []
    for spot in layer:
        near = ways[spot]
        if near is None:
            near = ways_of(world, spot)
        for other in near:
            if steps[other] == 255:
                steps[other] = depth
                following.append(other)
    return following


KEPT_TURNS: Final = 20  # turns to keep a belief without a new trace of the player (VMN-18)


def notice(world: World, foe: Monster) -> None:
    """Record that a monster knows the player's present square."""
    mind = foe.mind
    if mind is not None:
        believe(mind, world.player.spot, world.turns)
        mind.idle = 0


def believe(mind: Mind, spot: int, turn: int) -> None:
    """Set a mind's aim to a square, as known in `turn`."""
    if spot != mind.aim:
        mind.aim = spot
        mind.way = []
        mind.waited = 0
    mind.aimed = turn


def drop_aim(mind: Mind) -> None:
    """Clear a mind's aim."""
    mind.aim = 0
    mind.aimed = NEVER
    mind.way = []
    mind.waited = 0


def remembers(world: World, mind: Mind) -> bool:
    """Return whether a mind still has a belief about the player's square."""
    return mind.aim != 0 and mind.idle == 0 and world.turns - mind.aimed <= KEPT_TURNS


def way_to_aim(world: World, foe: Monster) -> list[int]:
    """Return the rest of the path to the aim, recomputed if needed, or []."""
    mind = foe.mind
    assert mind is not None
    if not mind.way or mind.way[0] not in ways_of(world, foe.spot):
        mind.way = path_between(world, foe.spot, mind.aim)
    return mind.way
