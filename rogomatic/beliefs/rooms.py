"""The connectivity analyser: rooms as units.

Owns   each room's rectangle, its doors, dark or lit, maze.
Leaves the boxes that rooms lie in (boxes), the squares themselves (level), ways between them (think.paths),
       what may be hidden (think.secrets).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.beliefs.boxes import box_of
from rogomatic.beliefs.level import DOOR, FLOOR, PASSAGE, STAIRS, STRAIGHT, TRAP, Level
from rogomatic.screen import COLS, SIZE

_GROUND: Final = (FLOOR, STAIRS, TRAP)
_DARK_SQUARES: Final = 3  # one may have been a guess of what is under a foe in a passage
_MAZE_FORKS: Final = 3  # crossings that show of a maze, and squares of it
_MAZE_SQUARES: Final = 15
_MAZE_STRAYS: Final = 20  # of so many squares one may be off the lattice


class Room(NamedTuple):
    """What is known of the room of one box (GEN-2).

    box     its sector, 0 to 8, row by row
    top, left, bottom, right   the smallest rectangle that holds its known floor, without walls
    doors   spots of its known doors
    dark    its floor is forgotten by the screen when the hero leaves
    maze    no room but passages that cross each other (GEN-17)
    """

    box: int
    top: int
    left: int
    bottom: int
    right: int
    doors: tuple[int, ...] = ()
    dark: bool = False
    maze: bool = False

    def holds(self, spot: int) -> bool:
        """Tell whether a square lies in the rectangle."""
        row, col = divmod(spot, COLS)
        return self.top <= row <= self.bottom and self.left <= col <= self.right


def rooms_of(level: Level) -> dict[int, Room]:
    """Return the known rooms and mazes by their boxes.

    Works all of it out anew: ask when the terrain has changed (`Level.version`), not every turn.
    """
    floor: dict[int, list[int]] = {}
    passages: dict[int, list[int]] = {}
    doors: list[int] = []
    code = level.code
    for spot in range(COLS, SIZE - COLS):
        here = code[spot]
        if here in _GROUND and not _is_in_passage(code, spot):
            floor.setdefault(box_of(spot), []).append(spot)
        elif here == PASSAGE:
            passages.setdefault(box_of(spot), []).append(spot)
        elif here == DOOR:
            doors.append(spot)
    rooms = {
        box: _room(box, spots, doors, level.forgotten.get(box, 0) >= _DARK_SQUARES)
        for box, spots in floor.items()
    }
    for box, spots in passages.items():
        if box not in rooms and is_maze(code, spots):
            rooms[box] = _room(box, spots, doors, dark=True)._replace(maze=True)
    return rooms


def _room(box: int, spots: list[int], doors: list[int], dark: bool) -> Room:
    rows, cols = {spot // COLS for spot in spots}, {spot % COLS for spot in spots}
    room = Room(box, min(rows), min(cols), max(rows), max(cols), dark=dark)
    beside = tuple(door for door in doors if any(room.holds(door + step) for step in STRAIGHT))
    return room._replace(doors=beside)


def _is_in_passage(code: bytearray, spot: int) -> bool:
    """Tell whether stairs or a trap lie in a passage or a maze."""
    return code[spot] != FLOOR and any(code[spot + step] == PASSAGE for step in STRAIGHT)


def is_maze(code: bytes | bytearray, spots: list[int]) -> bool:
    """Tell whether passages lie on the lattice of a maze: crossings two squares apart, walls between, so
    that one of four kinds of square (by even and odd rows and columns) is never open, but for a few
    squares of passages that lead there.
    """
    if sum(_is_fork(code, spot) for spot in spots) < _MAZE_FORKS or len(spots) < _MAZE_SQUARES:
        return False
    kinds = [0, 0, 0, 0]
    for spot in spots:
        kinds[spot // COLS % 2 * 2 + spot % 2] += 1
    return min(kinds) * _MAZE_STRAYS <= len(spots)


def maze_cells(box: int) -> tuple[int, ...]:
    """Return the squares that a maze in this box has for certain, all joined by the squares between them
    (GEN-11, GEN-12).

    >>> len(maze_cells(3)), maze_cells(3)[:2] == (8 * 80, 8 * 80 + 2), maze_cells(5)[-1] == 14 * 80 + 77
    (52, True, True)
    """
    row, col = divmod(box, 3)
    top, left = max(8 * row, 1), (0, 27, 53)[col]
    return tuple((top + 2 * down) * COLS + left + 2 * across for down in range(4) for across in range(13))


def _is_fork(code: bytes | bytearray, spot: int) -> bool:
    return sum(code[spot + step] in (PASSAGE, DOOR) for step in STRAIGHT) > 2
