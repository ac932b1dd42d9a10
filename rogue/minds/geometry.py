"""Geometry for monsters that think: legal steps, paths, aims, lines of sight, cover."""

from __future__ import annotations

from typing import Final

from rogue.state.entities import AWAKE, HELD, NEVER, SILENT, SLOWED, Mind, Monster, PathSearch
from rogue.state.grid import COLS, CORNERS, MAP, SIZE, distance2
from rogue.state.level import PASS
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, SCROLL, STEP_OK

KEPT_TURNS: Final = 20  # turns to keep a belief without a new trace of the player (VMN-18)
DARK_RANGE2: Final = 36  # squared range of sight in a dark room
LINE_RANGE: Final = 6  # range of sight along a line, in squares
MAX_STEPS: Final = 14  # maximum length of a path to cover
MAX_SQUARES: Final = 120  # maximum number of squares searched for cover
MAX_SEARCHES: Final = 32  # cached path searches per level
_SQUARES: Final = tuple(range(SIZE))  # one shared object per square, to save memory


def ways_of(world: World, spot: int) -> tuple[int, ...]:
    """Return the neighbors of `spot` to which the terrain allows a step, row by row (MAP-8).

    Hot: the result is computed once for each square of a level, and again where the terrain has changed.
    """
    minds = world.minds
    assert minds is not None
    ways = minds.ways[spot]
    if ways is None:
        steps = world.level.legal_steps(spot) if spot in MAP else ()
        ways = minds.ways[spot] = tuple([_SQUARES[spot + step] for step in steps])
    return ways


def is_free(world: World, spot: int) -> bool:
    """Return whether a square holds neither a creature nor a scare monster scroll (VMN-9)."""
    level = world.level
    if level.foe_at[spot] is not None or spot == world.player.spot:
        return False
    return not holds_scare(world, spot)


def holds_scare(world: World, spot: int) -> bool:
    """Return whether a scare monster scroll lies on a square (CHS-9)."""
    if world.level.cells[spot] != SCROLL:
        return False
    thing = world.level.thing_at.get(spot)
    return thing is not None and thing.kind.does == "scare monster"


def fair_ways(world: World, spot: int) -> tuple[int, ...]:
    """Return the neighbors of `spot` to which a step is legal, in reverse order on odd turns (VMN-4).

    Without the change of order, monsters would prefer one side.
    """
    ways = ways_of(world, spot)
    return ways[::-1] if world.turns & 1 else ways


def free_ways(world: World, spot: int) -> list[int]:
    """Return the neighbors of `spot` to which a monster can step now, in the order of `fair_ways`."""
    return [near for near in fair_ways(world, spot) if is_free(world, near)]


def can_strike(world: World, foe: Monster) -> bool:
    """Return whether a monster can strike the player (CHS-17).

    The player must be one legal step away and not on a scare monster scroll.
    """
    spot = world.player.spot
    return spot in ways_of(world, foe.spot) and not holds_scare(world, spot)


def in_passage(world: World, spot: int) -> bool:
    """Return whether a square belongs to a passage or a maze."""
    return world.level.flags[spot] & PASS != 0


def in_passage_or_door(world: World, spot: int) -> bool:
    """Return whether a square is a door, or belongs to a passage or a maze."""
    return in_passage(world, spot) or world.level.cells[spot] == DOOR


def square_distance(a: int, b: int) -> int:
    """Return the larger of the differences in rows and in columns of two squares (VMN-4).

    >>> square_distance(3 * 80 + 5, 4 * 80 + 9)
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
    """Return the squares after `start` on a shortest path to `goal` (VMN-18).  Return [] if there is no path.

    Only terrain matters, not creatures.  The search begins at the goal.  The world keeps each search, so that
    later calls for the same goal continue it.  Hot: runs in the turns of monsters that think.
    """
    minds = world.minds
    assert minds is not None
    searches = minds.terrain.searches
    search = searches.get(goal)
    if search is None:
        if _is_cut_off(searches, start, goal):
            return []
        if len(searches) >= MAX_SEARCHES:
            del searches[next(iter(searches))]
        search = searches[goal] = PathSearch(goal)
    towards = search.next
    if towards[start] < 0:
        _search_on(world, search, start)
    path: list[int] = []
    spot = start
    while spot != goal and towards[spot] >= 0:
        spot = towards[spot]
        path.append(spot)
    return path


def _is_cut_off(searches: dict[int, PathSearch], start: int, goal: int) -> bool:
    """Return whether a finished search to another goal shows that no path joins `start` and `goal`."""
    for search in searches.values():
        if not search.edge and search.next[goal] >= 0:
            return search.next[start] < 0
    return False


def _search_on(world: World, search: PathSearch, start: int) -> None:
    """Continue a search, layer by layer, until it reaches `start` or has no squares left."""
    minds = world.minds
    assert minds is not None
    ways, towards, layer = minds.ways, search.next, search.edge
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
    search.edge = layer


def steps_from(world: World, start: int, most: int, goal: int = 0) -> bytearray:
    """Return the number of steps from `start` to each square.

    Return SILENT for squares that are farther away than `most` steps, or farther than the square `goal`.
    """
    steps = bytearray([SILENT]) * SIZE
    steps[start] = 0
    flood(world, steps, [start], 0, most, goal)
    return steps


def flood(world: World, steps: bytearray, layer: list[int], depth: int, most: int, goal: int = 0) -> int:
    """Write the number of steps to each square into `steps`, layer by layer.

    Begin with `layer`, which holds the squares at `depth` steps.  Stop after `most` steps, or after the layer
    that holds the goal.  Return the number of steps to the last layer.  Return SILENT if no square is left to
    mark.  Hot: runs in the turns of monsters that think.
    """
    minds = world.minds
    assert minds is not None
    ways = minds.ways
    while layer and depth < most and steps[goal] == SILENT:
        depth += 1
        following: list[int] = []
        for spot in layer:
            near = ways[spot]
            if near is None:
                near = ways_of(world, spot)
            for other in near:
                if steps[other] == SILENT:
                    steps[other] = depth
                    following.append(other)
        layer = following
    return depth if layer else SILENT


def notice(world: World, foe: Monster) -> None:
    """Record that a monster knows where the player is now."""
    mind = foe.mind
    if mind is not None:
        believe(mind, world.player.spot, world.turns)
        mind.idle = 0


def believe(mind: Mind, spot: int, turn: int) -> None:
    """Set a mind's aim to `spot`, where the player was known to be on turn number `turn`."""
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
    """Return whether a mind still has a belief about the player's square (VMN-18)."""
    return mind.aim != 0 and mind.idle == 0 and world.turns - mind.aimed <= KEPT_TURNS


def path_to_aim(world: World, foe: Monster) -> list[int]:
    """Return the rest of the path to a monster's aim (VMN-18).  Return [] if there is no path."""
    mind = foe.mind
    assert mind is not None
    if not mind.way or mind.way[0] not in ways_of(world, foe.spot):
        mind.way = path_between(world, foe.spot, mind.aim)
    return mind.way


def sees(world: World, a: int, b: int) -> bool:
    """Return whether a creature on `a` sees square `b`.  Sight is mutual (VMN-8)."""
    return sees_at(world, a, b, square_distance(a, b))


def sees_at(world: World, a: int, b: int, distance: int) -> bool:
    """Return the same as `sees`.  The caller passes the `square_distance` of the squares to save time."""
    if distance <= 1:
        return a == b or b in ways_of(world, a) or not _cut_off(world, a, b)
    level = world.level
    room = level.room_at(a)
    if room is not None and not room.gone and not room.maze and level.room_at(b) is room:
        return not room.dark or distance2(a, b) <= DARK_RANGE2
    return distance <= LINE_RANGE and is_line_open(world, a, b, for_missiles=False)


def _cut_off(world: World, a: int, b: int) -> bool:
    """Return whether solid corners on both sides hide the diagonal neighbor `b` from `a` (VIS-13)."""
    corners = CORNERS.get(b - a)
    cells = world.level.cells
    return corners is not None and not (STEP_OK[cells[a + corners[0]]] or STEP_OK[cells[a + corners[1]]])


def line_step(a: int, b: int) -> int:
    """Return the step from `a` toward `b` along a row, column, or diagonal.  Return 0 if no such line exists.

    >>> line_step(3 * 80 + 5, 5 * 80 + 7), line_step(3 * 80 + 5, 5 * 80 + 8)
    (81, 0)
    """
    down, right = b // COLS - a // COLS, b % COLS - a % COLS
    if down and right and down != right and down != -right:
        return 0
    return ((down > 0) - (down < 0)) * COLS + (right > 0) - (right < 0)


def is_line_open(world: World, a: int, b: int, *, for_missiles: bool) -> bool:
    """Return whether `b` is on a row, column, or diagonal of `a` with only passable squares between them.

    With `for_missiles`, doors (THR-2) and monsters between `a` and `b` also block the line.
    """
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


def in_line_of_fire(world: World, spot: int, threat: int) -> bool:
    """Return whether an open row, column, or diagonal joins `spot` and `threat`, the player's square."""
    return is_line_open(world, threat, spot, for_missiles=False)


def step_to_cover(world: World, foe: Monster, noise: bytearray, threat: int) -> int:
    """Return the first square of the path to the nearest cover (VMN-36).  Return 0 if there is no cover.

    noise   for each square, the steps from the player
    threat  the square where the monster believes the player is

    The first square may be occupied by a monster that would make room (VMN-37).  If several paths are equally
    short, prefer paths whose first square is outside the player's lines of fire.
    """
    first: dict[int, int] = {foe.spot: 0}  # square -> first step toward it
    foe_at = world.level.foe_at
    starts = [near for near in fair_ways(world, foe.spot) if noise[near] > 1 and _passes(world, near)]
    exposed = {near for near in starts if in_line_of_fire(world, near, threat)}
    following = sorted(starts, key=exposed.__contains__)
    first.update({near: near for near in following})
    for steps in range(1, MAX_STEPS + 1):
        hidden = [spot for spot in following if foe_at[spot] is None and not sees(world, spot, threat)]
        if hidden:
            return first[max(hidden, key=lambda spot: (first[spot] not in exposed, noise[spot]))]
        if not following or len(first) >= MAX_SQUARES:
            return 0
        following = _next_to(world, following, first, noise, steps + 1)
    return 0


def _next_to(
    world: World, layer: list[int], first: dict[int, int], noise: bytearray, steps: int
) -> list[int]:
    """Return new squares next to `layer` that the monster can reach before the player can.

    `first` maps each square reached so far to the first step of the monster's path to it.  New squares are
    not yet in `first`.  Also add these squares to `first`.
    """
    following: list[int] = []
    for spot in layer:
        for near in fair_ways(world, spot):
            if near not in first and noise[near] > steps and _passes(world, near):
                first[near] = first[spot]
                following.append(near)
                if len(first) >= MAX_SQUARES:
                    return following
    return following


def _passes(world: World, spot: int) -> bool:
    """Return whether a fleeing monster may cross a square: it is free, or the monster there makes room."""
    if spot == world.player.spot or holds_scare(world, spot):
        return False
    other = world.level.foe_at[spot]
    return other is None or makes_room(other)


def makes_room(other: Monster) -> bool:
    """Return whether `other` would swap places with a fleeing monster (VMN-37)."""
    if not other.flags & AWAKE or other.flags & HELD or other.kind.rooted:
        return False
    mind = other.mind
    return mind is not None and not mind.afraid and other.disguise == ord(other.kind.letter)


def may_pass(world: World, foe: Monster, other: Monster) -> bool:
    """Return whether an advancing monster `foe` may swap places with the monster `other` (VMN-48).

    `other` must be worth less experience than `foe`, or must be a monster of the same kind that is slower,
    idle, asleep, or held.  Monsters that are rooted, disguised, or on a scare monster scroll keep their
    places.  So do monsters that are awake and can strike the player, unless they are afraid or held.
    """
    mind = other.mind
    if mind is None or other.kind.rooted or other.disguise != ord(other.kind.letter):
        return False
    if holds_scare(world, other.spot):
        return False
    active = other.flags & (AWAKE | HELD) == AWAKE
    if active and not mind.afraid and can_strike(world, other):
        return False
    if other.kind.exp < foe.kind.exp or (other.kind is foe.kind and not active):
        return True
    slower = other.flags & SLOWED and not foe.flags & SLOWED
    idle = mind.idle > 0 or world.turns - mind.patient <= 1 or world.turns < mind.off
    return other.kind is foe.kind and (bool(slower) or idle)
