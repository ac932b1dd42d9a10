"""The clues to hidden doors or passages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, final

from rogomatic.agent.beliefs.box_contents import contents_of
from rogomatic.agent.beliefs.terrain_map import (
    ACROSS,
    COUNT,
    DIAGONAL,
    DOOR,
    DOWN,
    FLOOR,
    LEFT,
    PASSAGE,
    RIGHT,
    STAIRS,
    STRAIGHT,
    TRAP,
    UNKNOWN,
    UP,
    UPRIGHT,
    WALKABLE,
    Square,
    beyond,
    is_maze,
    is_within,
    maze_cells,
)  # fmt: skip
from rogomatic.agent.kernels.level_grid import BOXES, MAP_END, MAP_START
from rogomatic.agent.kernels.value import Value
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.ground.frontier_value import JOINED, chances_of_rooms, regions_of

_DOORS_HIDDEN: Final = 50  # a passage end is hidden with chance (depth - 1) / 50 (GEN-26)
_MAX_LEVELS: Final = 10
_SIDE_WITH_DOOR: Final = 0.004
_END_AHEAD: Final = 0.72  # chance that a passage that ends goes on straight ahead
_END_ASIDE: Final = 0.04  # chance that it turns
_OPEN_DOOR: Final = 0.95  # chance behind a door that leads nowhere
_IN_MAZE: Final = 0.25  # factor in a maze, where many passages end
_STRAY_FLOOR: Final = 2  # maximum wrong floor squares in a maze, guessed below foes
_MAZE_LINK: Final = 0.9  # chance that the link to unseen maze cells is hidden right beside known ones
_BLOCKED: Final = 0.7  # factor if another passage is just ahead
_BLOCKED_IN_MAZE: Final = 0.1
_ROOM_TO_GO: Final = 4
_ANY_PASSAGE: Final = 0.0007
_NO_REGION: Final = -1
# Outside a maze, and in one: chances of something hidden beside a passage, ahead of its end, and aside of its
# end; factor for these if another passage is just ahead.
_WEIGHTS: Final[dict[bool, tuple[float, float, float, float]]] = {
    False: (_ANY_PASSAGE, _END_AHEAD, _END_ASIDE, _BLOCKED),
    True: (_ANY_PASSAGE, _IN_MAZE * _END_AHEAD, _IN_MAZE * _END_ASIDE, _BLOCKED_IN_MAZE),
}
_IS_WALKABLE: Final = bytes(kind in WALKABLE for kind in range(256))
_IS_IN_ROOM: Final = bytes(kind in (FLOOR, STAIRS, TRAP) for kind in range(256))
_IS_ACROSS: Final = bytes(kind == ACROSS for kind in range(256))
_IS_UPRIGHT: Final = bytes(kind == UPRIGHT for kind in range(256))
# Steps to the walls of a room.  Typed without a length: a tuple of known length is made anew at each use.
_WALLS: Final[tuple[tuple[int, int], ...]] = ((RIGHT, UPRIGHT), (UP, ACROSS), (LEFT, UPRIGHT), (DOWN, ACROSS))


@final
class Remainder(Value):
    """Chances for something hidden, a door or a passage square, after n vain searches.

    doors  chance that the hidden thing is a door
    left   for each n, chance that n searches miss the hidden thing
    found  for each n, chance that n searches miss the hidden thing and the next search finds it
    """

    __slots__ = ("doors", "found", "left")

    def __init__(self, doors: float) -> None:
        self.doors = doors
        door = [doors * 0.8**count for count in range(251)]
        passage = [(1 - doors) * 0.667**count for count in range(251)]
        pairs = list(zip(door, passage, strict=True))
        self.left: tuple[float, ...] = tuple(map(sum, pairs))
        self.found = tuple([0.2 * one + 0.333 * other for one, other in pairs])

    def fields(self) -> tuple[object, ...]:
        return (self.doors,)


_A_DOOR: Final = Remainder(1.0)
_A_PASSAGE: Final = Remainder(0.0)
_AN_END: Final = Remainder(0.33)


SecretEvidence = tuple[list[int], float, Remainder, int]
"""Squares that may hide something, chance of each before any search, effect of vain searches, region."""


class SecretSurvey(NamedTuple):
    """What a terrain tells about hidden doors and passages.

    clues   evidence of something hidden
    rooms   expected number of rooms in each region
    mazes   boxes with mazes.  The unseen part of each is also a region; these regions follow all others
    places  walkable squares beside clues, in rising order
    """

    clues: tuple[SecretEvidence, ...]
    rooms: tuple[float, ...]
    mazes: tuple[int, ...]
    places: list[int]


class _Scan(NamedTuple):
    """What a terrain shows about hidden doors and passages.

    open_doors  unseen square behind a door -> step from the door to the square
    sides       (box, step to the side) -> squares of wall on this side of the room
    with_door   sides with a known door
    passages    box -> its passage squares
    """

    open_doors: dict[int, int]
    sides: dict[tuple[int, int], list[int]]
    with_door: set[tuple[int, int]]
    passages: dict[int, list[int]]


@lru_cache(maxsize=16)
def survey_of(code: bytes, depth: int, is_plain: bool) -> SecretSurvey:
    """Return the clues of a terrain.

    code      terrain of each square
    depth     number of the level.  Deeper levels hide more doors (GEN-26)
    is_plain  whether only doors are hidden and there are no mazes (V52-1)
    """
    boxes = contents_of(code)
    scan = _scan(code)
    mazes = [
        box
        for box, spots in scan.passages.items()
        if boxes[box].floor <= _STRAY_FLOOR and is_maze(code, spots)
    ]
    ends, with_end = _passage_ends(code, scan.passages, mazes)
    region_of, rooms = regions_of(chances_of_rooms(boxes, with_end))
    ahead = {step: [_ahead(region_of, box, step) for box in range(COUNT)] for step in STRAIGHT}
    at_ends = [  # passages that end, or may have a hidden branch
        ([spot], weight, _AN_END, ahead[step][BOXES[spot]])
        for spot, (step, weight) in ends.items()
        if spot not in scan.open_doors
    ]
    if is_plain:
        found = [clue for clue in at_ends if clue[1] > _ANY_PASSAGE]
        doors = [(spots, weight, _A_DOOR, region) for spots, weight, _, region in found]
        return _survey((*doors, *_in_walls(scan, region_of, depth)), rooms, (), code)
    clues = [  # doors with nothing behind them
        ([spot], _OPEN_DOOR, _A_PASSAGE, region_of.get(beyond(BOXES[spot - step], step), _NO_REGION))
        for spot, step in scan.open_doors.items()
    ]
    clues += at_ends
    clues += _in_walls(scan, region_of, depth)
    for box in mazes:
        # For a maze there is better evidence than its dead ends.
        cells = maze_cells(box)
        clues = [
            ([spot for spot in spots if not is_within(cells, spot)], weight, remainder, region)
            for spots, weight, remainder, region in clues
        ]
        links, share = _maze_links(code, cells)
        clues += [([spot], weight, _A_PASSAGE, len(rooms)) for spot, weight in links.items()]
        rooms += (share,)
    return _survey(tuple(clues), rooms, tuple(mazes), code)


def _survey(
    clues: tuple[SecretEvidence, ...], rooms: tuple[float, ...], mazes: tuple[int, ...], code: bytes
) -> SecretSurvey:
    """Return the survey with these clues."""
    marks = bytearray(len(code) + 1)  # including the square after the last one
    for spots, _, _, _ in clues:
        for spot in spots:
            marks[spot] = 1
    hiding = int.from_bytes(marks, "little")  # a byte per square
    wide = hiding | hiding << 8 | hiding >> 8
    near = wide | wide << 8 * COLS | wide >> 8 * COLS
    walkable = int.from_bytes(code.translate(_IS_WALKABLE), "little")
    places = places_of((near & walkable).to_bytes(len(code), "little"), 1)
    return SecretSurvey(clues, rooms, mazes, places)


def _scan(code: bytes) -> _Scan:
    scan = _Scan({}, _sides(code), set(), {})
    for spot in places_of(code, PASSAGE):
        scan.passages.setdefault(BOXES[spot], []).append(spot)
    for spot in places_of(code, DOOR):
        _note_door(code, spot, scan.open_doors)
        for step in STRAIGHT:
            if _IS_IN_ROOM[code[spot - step]]:
                scan.with_door.add((BOXES[spot - step], step))
    return scan


def places_of(code: bytes, kind: int) -> list[int]:
    """Return the squares of a map at which `code` is `kind`, in rising order."""
    places, spot = [], MAP_START - 1
    for between in code[MAP_START:MAP_END].split(bytes([kind]))[:-1]:  # faster than `find` for each
        spot += len(between) + 1
        places.append(spot)
    return places


def _sides(code: bytes) -> dict[tuple[int, int], list[int]]:
    """Return (box, step to the side) -> squares of wall, in the order of the squares beside the walls."""
    sides: dict[tuple[int, int], list[int]] = {}
    room = int.from_bytes(code.translate(_IS_IN_ROOM), "little")  # a byte per square
    across = int.from_bytes(code.translate(_IS_ACROSS), "little")
    upright = int.from_bytes(code.translate(_IS_UPRIGHT), "little")
    for step, kind in _WALLS:
        walls = across if kind == ACROSS else upright
        beside = room & (walls >> 8 * step if step > 0 else walls << -8 * step)
        box, side = -1, []
        for spot in places_of(beside.to_bytes(len(code), "little"), 1):
            if BOXES[spot] != box:
                box = BOXES[spot]
                side = sides.setdefault((box, step), [])
            side.append(spot + step)
    return dict(sorted(sides.items(), key=lambda side: side[1][0] - side[0][1]))


def _passage_ends(
    code: bytes, passages: dict[int, list[int]], mazes: list[int]
) -> tuple[dict[int, tuple[int, float]], int]:
    """Return the squares on which a passage may continue unseen, and, as bits, the boxes in which one ends.

    The squares are the keys of a dict: square -> (step onto the square, weight).
    """
    ends: dict[int, tuple[int, float]] = {}
    with_end = 0
    for box, spots in passages.items():
        weights = _WEIGHTS[box in mazes]
        for spot in spots:
            if _note_passage(code, spot, ends, weights) and box not in mazes:
                with_end |= 1 << box
    return ends, with_end


def _in_walls(scan: _Scan, region_of: dict[int, int], depth: int) -> list[SecretEvidence]:
    """Return the evidence in walls of rooms.  A hidden door is equally likely on each square of a side."""
    clues: list[SecretEvidence] = []
    for (box, step), walls in scan.sides.items():
        other = beyond(box, step)
        if other < 0:
            continue
        region = region_of.get(other, _NO_REGION)
        chance = _SIDE_WITH_DOOR if (box, step) in scan.with_door else _in_wall(depth, region >= 0)
        clues.append((walls, chance / len(walls), _A_DOOR, region))
    return clues


def _in_wall(depth: int, is_unseen: bool) -> float:
    """Return the chance that a room's side without a known door has a hidden door."""
    hidden = min(max(depth, 2) - 1, _MAX_LEVELS) / _DOORS_HIDDEN
    shown = hidden if is_unseen else hidden * hidden
    return JOINED * shown / (JOINED * shown + 1 - JOINED)


def _maze_links(code: bytes, cells: tuple[int, ...]) -> tuple[dict[int, float], float]:
    """Return the links of a maze, and the share of the maze that is unseen.

    The links are a dict: square -> chance that the square leads to an unseen part of the maze.
    """
    unseen = {cell for cell in cells if code[cell] == UNKNOWN}
    known = set(cells) - unseen
    links: dict[int, float] = {}
    left = set(unseen)
    while left:
        waiting, edge = [left.pop()], set()
        while waiting:
            here = waiting.pop()
            for step in STRAIGHT:
                there = here + 2 * step
                if there in left:
                    left.discard(there)
                    waiting.append(there)
                elif there in known:
                    edge.add(here + step if code[here + step] == UNKNOWN else here)
        for spot in edge:
            links[spot] = _MAZE_LINK / len(edge)
    return links, len(unseen) / len(cells)


def _ahead(region_of: dict[int, int], box: int, step: int) -> int:
    """Return the region to which a passage into a box probably leads, or _NO_REGION if there is none."""
    if box in region_of:
        return region_of[box]
    for turn in (step, *STRAIGHT):
        other = beyond(box, turn)
        if other in region_of:
            return region_of[other]
    return _NO_REGION


def _note_passage(
    code: bytes, spot: Square, ends: dict[int, tuple[int, float]], weights: tuple[float, float, float, float]
) -> bool:
    """Add to `ends` the blank squares on which a passage may go on.  Return whether it ends at `spot`."""
    blanks, exits = [], []
    for step in STRAIGHT:
        kind = code[spot + step]
        if not kind:
            blanks.append(step)
        elif kind <= TRAP:
            exits.append(step)
    if not blanks:
        return False
    if len(exits) > 1 or any(
        code[spot + step] in WALKABLE for step in DIAGONAL if not exits or step - exits[0] not in STRAIGHT
    ):
        for step in blanks:
            if spot + step not in ends:  # the other weights are higher
                ends[spot + step] = (step, weights[0])
        return False
    for step in blanks:
        ahead = exits and step == -exits[0]
        weight = weights[1] if ahead or not exits else weights[2]
        if not _is_open(code, spot, step):
            weight *= weights[3]
        known = ends.get(spot + step)
        if known is None or weight > known[1]:
            ends[spot + step] = (step, weight)
    return True


def _is_open(code: bytes, spot: Square, step: int) -> bool:
    """Return whether the next few squares in this direction are free for a passage to continue."""
    row, col = divmod(spot, COLS)
    down, right = (0, step) if abs(step) == 1 else (step // COLS, 0)
    for distance in range(1, _ROOM_TO_GO + 1):
        there = spot + step * distance
        if not 0 < row + down * distance < 23 or not 0 <= col + right * distance < COLS:
            return distance > 2
        if code[there] in WALKABLE:
            return False
    return True


def _note_door(code: bytes, spot: Square, open_doors: dict[int, int]) -> None:
    """If a door seems to lead nowhere, add the unseen square behind the door."""
    if any(code[spot + step] == PASSAGE for step in STRAIGHT):
        return
    for step in STRAIGHT:
        if code[spot + step] == UNKNOWN and code[spot - step] in (FLOOR, STAIRS, TRAP):
            open_doors[spot + step] = step
