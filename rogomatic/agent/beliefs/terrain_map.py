"""The terrain map of the level the hero is on."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from rogomatic.agent.beliefs.box_contents import COUNT, Box, measured
from rogomatic.agent.beliefs.cached_results import LevelResults
from rogomatic.agent.kernels import mark_frontier
from rogomatic.agent.kernels.level_grid import (
    ACROSS,
    AROUND,
    BOXES,
    COLS,
    DIAGONAL,
    DOOR,
    DOWN,
    FLOOR,
    LEFT,
    MAP_END,
    MAP_START,
    PASSAGE,
    RIGHT,
    SIZE,
    STAIRS,
    STRAIGHT,
    TRAP,
    UNKNOWN,
    UP,
    UPRIGHT,
    WALKABLE,
    Square,
    box_of,
)

__all__ = [
    "ACROSS",
    "AROUND",
    "COUNT",
    "DIAGONAL",
    "DOOR",
    "DOWN",
    "FLOOR",
    "FOOD",
    "GOLD",
    "KEY_OF",
    "LEFT",
    "LEFTS",
    "PASSAGE",
    "RIGHT",
    "STAIRS",
    "STRAIGHT",
    "TOPS",
    "TRAP",
    "TRAP_AVOID",
    "UNKNOWN",
    "UNNAMED_TRAP_AVOID",
    "UP",
    "UPRIGHT",
    "WALKABLE",
    "Square",
    "TerrainMap",
    "beyond",
    "box_of",
    "is_maze",
    "is_within",
    "maze_cells",
]  # fmt: skip

TOPS: Final[tuple[int, ...]] = (0, 8, 16)  # the boxes' first rows and columns
LEFTS: Final[tuple[int, ...]] = (1, 27, 53)


def beyond(box: int, step: int) -> int:
    """Return the box next to `box` in a straight direction, or -1 if there is none.

    >>> beyond(4, -1), beyond(4, 80), beyond(0, -80)
    (3, 7, -1)
    """
    if step == LEFT:
        return box - 1 if box % 3 else -1
    if step == RIGHT:
        return box + 1 if box % 3 < 2 else -1
    if step == UP:
        return box - 3 if box >= 3 else -1
    return box + 3 if box < COUNT - 3 else -1


GOLD: Final = "*"
FOOD: Final = ":"
_LEADS: Final = bytes([code in (PASSAGE, DOOR) for code in range(256)])  # squares by which a maze continues
_IN_ROOM: Final = bytes([code in (FLOOR, ACROSS, UPRIGHT) for code in range(256)])  # not beside a passage
_OPEN: Final = bytes([code in WALKABLE for code in range(256)])
_HERE_AND_STRAIGHT: Final[tuple[int, ...]] = (0, *STRAIGHT)
_HERE_AND_AROUND: Final[tuple[int, ...]] = (0, *AROUND)
_IS_FEATURE: Final = bytes([code in (STAIRS, TRAP) for code in range(256)])

KEY_OF: Final = {
    LEFT: b"h", DOWN: b"j", UP: b"k", RIGHT: b"l",
    UP + LEFT: b"y", UP + RIGHT: b"u", DOWN + LEFT: b"b", DOWN + RIGHT: b"n",
}  # fmt: skip
_MOST_SEARCHES: Final = 250  # maximum count per square
_ROOM: Final = SIZE + COLS  # a row of margin below, so that neighbors need no test

TRAP_AVOID: Final = {
    "trapdoor": 200, "arrow trap": 30, "sleeping gas trap": 120, "bear trap": 40,
    "teleport trap": 40, "poison dart trap": 80, "rust trap": 60, "mysterious trap": 5,
}  # fmt: skip
UNNAMED_TRAP_AVOID: Final = 80
_MAZE_FORKS: Final = 3  # minimum visible crossings, and squares, of a maze
_MAZE_SQUARES: Final = 15
_MAZE_STRAYS: Final = 20  # one in this many squares may be off the lattice


class TerrainMap:
    """Map of the known part of a level.

    code          terrain of each spot
    been          for each spot, whether the hero stood there
    looked        for each blank spot, whether the hero stood on it or next to it; if so, it is rock or hides
                  something.  For each other spot, whether that was so when the spot was blank
    groped        spots that the hero visited while blind and has to visit again
    avoid         for each spot, the extra cost of a step onto it
    frontier      squares from which something new may come into view
    tips          the squares of the frontier in passages
    things        spot -> symbol of the item there
    ignored       spots of items that are not wanted
    since         spot of an item -> turn in which the item was first seen there
    sensed        spots where the screen highlights something, such as detected foes
    gold_taken    pieces of gold picked up
    due_food      chance (0 to 1) that the game's rules required the first item placed on this level to be
                  food (food_supply)
    food_seen     whether food was seen here
    scares        spots where the hero has dropped a scare monster scroll
    forgotten     box of a dark room (box_of) -> number of floor squares that the screen no longer shows
    traps         spot -> name of the trap, or "" if the name is unknown
    sprung        name of the trap that just went off (for `update` only)
    lost_stairs   whether the stairs turned out to be false (for `update` only)
    reread        whether the map on the screen was unreliable until now (for `update` only)
    is_plain      whether levels of this edition have neither mazes nor hidden passage squares (V52-1)
    version       a number that rises with every change of terrain
    known         number of squares that are not UNKNOWN
    boxes         contents of each of the nine boxes
    looks         a number that rises with every blank square that the hero has come next to
    results       cached results of `think` about the level

    A spot is row * 80 + column.  Rows 0 and 23 do not belong to the map, so that steps over the upper or
    lower border need no test.  Steps past column 0 or 79 would wrap around, so `link` leaves them out.  Each
    of the nine boxes holds a room, a maze, or a point where passages meet (GEN-2).
    """

    __slots__ = (
        "_dirty", "_frozen", "_ground", "_searched", "_searches", "_times", "avoid", "been", "boxes", "code",
        "depth", "due_food", "food_seen", "forgotten", "frontier", "gold_taken", "groped", "ignored",
        "is_plain", "known", "links", "looked", "looks", "lost_stairs", "mapped", "reread", "results",
        "scares", "sensed", "since", "sprung", "stairs", "things", "tips", "traps", "version",
    )  # fmt: skip

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.code = bytearray(_ROOM)
        self.been = bytearray(_ROOM)
        self.looked = bytearray(_ROOM)
        self._searches = bytearray(_ROOM)
        self._searched, self._times = 0, 0  # spot of the last searches, and how many are not counted yet
        self.groped: set[int] = set()
        self.avoid = bytearray(_ROOM)
        self.links: list[tuple[int, ...] | None] = [None] * _ROOM
        self.frontier: set[int] = set()
        self.tips: set[int] = set()
        self.things: dict[int, str] = {}
        self.since: dict[int, int] = {}
        self.scares: set[int] = set()
        self.sensed: Set[int] = frozenset()
        self.gold_taken = 0
        self.due_food = 0.0
        self.food_seen = False
        self.forgotten: dict[int, int] = {}
        self.ignored: set[int] = set()
        self.traps: dict[int, str] = {}
        self.stairs = -1
        self.is_plain = False
        self.mapped = False
        self.sprung = ""
        self.reread = False
        self.lost_stairs = False
        self.version = 0
        self.known = 0
        self.boxes = [Box() for _ in range(COUNT)]
        self.looks = 0
        self.results = LevelResults()
        self._dirty: set[int] = set()
        self._ground, self._frozen = b"", -1  # cached terrain, and its version

    def neighbors(self, spot: Square) -> tuple[int, ...]:
        """Return the squares one legal step from `spot`, cached until the terrain there changes."""
        return self.links[spot] or self.link(spot)

    def link(self, spot: Square) -> tuple[int, ...]:
        """Compute and return the squares one legal step from `spot`.  No step cuts a corner (MAP-8).

        This must be fast: when a square becomes known, its eight neighbors are linked again.
        """
        code, col = self.code, spot % COLS
        right = col < COLS - 1 and _OPEN[code[spot + RIGHT]] == 1
        up = _OPEN[code[spot + UP]] == 1
        left = col > 0 and _OPEN[code[spot + LEFT]] == 1
        down = _OPEN[code[spot + DOWN]] == 1
        near: list[int] = []
        if right:
            near.append(spot + RIGHT)
        if up:
            near.append(spot + UP)
        if left:
            near.append(spot + LEFT)
        if down:
            near.append(spot + DOWN)
        if up and left and _OPEN[code[spot + UP + LEFT]]:
            near.append(spot + UP + LEFT)
        if up and right and _OPEN[code[spot + UP + RIGHT]]:
            near.append(spot + UP + RIGHT)
        if down and left and _OPEN[code[spot + DOWN + LEFT]]:
            near.append(spot + DOWN + LEFT)
        if down and right and _OPEN[code[spot + DOWN + RIGHT]]:
            near.append(spot + DOWN + RIGHT)
        found = tuple(near)
        self.links[spot] = found
        return found

    def put(self, spot: Square, code: int) -> None:
        """Set the terrain of a square."""
        old = self.code[spot]
        if old == code or not MAP_START <= spot < MAP_END:
            return
        self.code[spot] = code
        self.version += 1
        if old == UNKNOWN:
            self.known += 1
            if code <= PASSAGE:
                self.boxes[BOXES[spot]].add(spot, code)
        else:
            if code == UNKNOWN:
                self.known -= 1
                self._dirty.update([spot + step for step in AROUND])  # they may show more again
            number = BOXES[spot]
            self.boxes[number] = measured(self.ground(), number)
        if _IS_FEATURE[old] or _IS_FEATURE[code]:
            self._note_feature(spot, old, code)
        self._dirty.add(spot)
        if _OPEN[old] != _OPEN[code]:
            links, above, below = self.links, spot + UP, spot + DOWN
            links[above - 1] = links[above] = links[above + 1] = None
            links[spot - 1] = links[spot] = links[spot + 1] = None
            links[below - 1] = links[below] = links[below + 1] = None

    def _note_feature(self, spot: Square, old: int, code: int) -> None:
        """Record that stairs or a trap were found on a square, or turned out not to be there."""
        if old == STAIRS and self.stairs == spot:
            self.stairs = -1
        if code == STAIRS:
            self.stairs = spot
        if old == TRAP:
            self.traps.pop(spot, None)
            self.avoid[spot] = 0
        if code == TRAP:
            self.traps.setdefault(spot, "")
            self.avoid[spot] = UNNAMED_TRAP_AVOID

    def lay(self, spot: Square, symbol: str, turn: int) -> None:
        """Record an item on a square."""
        if self.things.get(spot) != symbol:
            self.since[spot] = turn
            self.things[spot] = symbol

    def lift(self, spot: Square) -> bool:
        """Record that no item lies on a square.  Return whether an item was recorded there."""
        if spot not in self.things:
            return False
        del self.things[spot], self.since[spot]
        return True

    def name_trap(self, spot: Square, name: str) -> None:
        """Record the kind of a trap."""
        self.put(spot, TRAP)
        self.traps[spot] = name
        self.avoid[spot] = TRAP_AVOID.get(name, UNNAMED_TRAP_AVOID)

    def visit(self, spot: Square, blind: bool = False) -> None:
        """Record that the hero stands on a square and, unless blind, sees its neighbors."""
        if self.groped and not blind:
            self._forget_groping()
        if self.been[spot]:
            return
        looked, code = self.looked, self.code
        self.been[spot] = 1
        self.frontier.discard(spot)
        self.tips.discard(spot)
        if blind:
            self.groped.add(spot)
            return
        # Nothing is visible across a corner from a passage or a door.
        for step in _HERE_AND_AROUND if code[spot] in (FLOOR, STAIRS, TRAP) else _HERE_AND_STRAIGHT:
            near = spot + step
            if code[near] == UNKNOWN and not looked[near]:
                looked[near] = 1
                self.looks += 1
                self._dirty.add(near)

    def _forget_groping(self) -> None:
        for spot in self.groped:
            self.been[spot] = 0
            self._dirty.add(spot)
        self.groped.clear()

    def note_search(self, spot: Square, times: int) -> None:
        """Record that the hero searched on this square for `times` turns."""
        if self._times and spot != self._searched:
            self._count_searches()
        self._searched = spot
        self._times += times

    @property
    def searches(self) -> bytearray:
        """For each spot, the number of searches made next to it."""
        if self._times:
            self._count_searches()
        return self._searches

    def _count_searches(self) -> None:
        """Count the last searches for the nine squares around their spot."""
        spot, times, searches = self._searched, self._times, self._searches
        self._times = 0
        for middle in (spot + UP, spot, spot + DOWN):
            for near in (middle - 1, middle, middle + 1):
                count = searches[near] + times
                searches[near] = count if count < _MOST_SEARCHES else _MOST_SEARCHES

    def update_frontier(self) -> None:
        """Update the frontier after a batch of changes."""
        if not self._dirty:
            return
        mark_frontier(self.frontier, self.tips, self._dirty, self.ground(), self.been, self.looked)
        self._dirty.clear()

    def ground(self) -> bytes:
        """Return the terrain per spot, cached until it changes."""
        if self._frozen != self.version:
            self._ground, self._frozen = bytes(self.code), self.version
        return self._ground

    def is_walkable(self, spot: Square) -> bool:
        """Return whether a square is known to be walkable."""
        return UNKNOWN < self.code[spot] <= TRAP

    def guess(self, spot: Square) -> int:
        """Guess the terrain under an object: passage if only passages or doors adjoin, otherwise floor."""
        code = self.code
        for step in AROUND:
            if _IN_ROOM[code[spot + step]]:
                return FLOOR
        for step in STRAIGHT:
            if _LEADS[code[spot + step]]:
                return PASSAGE
        return FLOOR


def is_maze(code: bytes, spots: list[int]) -> bool:
    """Return whether passage squares lie on the lattice of a maze.

    Divide the squares into four groups by whether the row and the column are odd or even.  In a maze, one of
    the groups has hardly any open square, because the crossings of a maze are two squares apart.
    """
    if len(spots) < _MAZE_SQUARES:
        return False
    forks = 0
    for spot in spots:
        beside = _LEADS[code[spot + RIGHT]] + _LEADS[code[spot + UP]]
        forks += beside + _LEADS[code[spot + LEFT]] + _LEADS[code[spot + DOWN]] > 2
    if forks < _MAZE_FORKS:
        return False
    kinds = [0, 0, 0, 0]
    for spot in spots:
        kinds[spot // COLS % 2 * 2 + spot % 2] += 1
    return min(kinds) * _MAZE_STRAYS <= len(spots)


def maze_cells(box: int) -> tuple[int, ...]:
    """Return the squares that are open in every maze of this box (GEN-11, GEN-12).

    >>> len(maze_cells(3)), maze_cells(3)[:2] == (8 * 80, 8 * 80 + 2), maze_cells(5)[-1] == 14 * 80 + 77
    (52, True, True)
    """
    row, col = divmod(box, 3)
    top, left = max(8 * row, 1), (0, 27, 53)[col]
    return tuple((top + 2 * down) * COLS + left + 2 * across for down in range(4) for across in range(13))


def is_within(cells: tuple[int, ...], spot: Square) -> bool:
    """Return whether a square lies in the rectangle with the corners `cells[0]` and `cells[-1]`."""
    first, last = cells[0], cells[-1]
    if not first // COLS <= spot // COLS <= last // COLS:
        return False
    return first % COLS <= spot % COLS <= last % COLS
