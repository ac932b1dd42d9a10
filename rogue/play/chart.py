"""The chart: what the remembered screen shows of a level's ways, for the helpers that walk.

Owns   which squares can be walked as far as the player can know, the shortest way to the nearest
       square of a sort, which squares may show something new.
Leaves walking there (play.travel).

All is read from the canvas, which is what the player sees and remembers; nothing hidden counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from rogue.state.canvas import Canvas
from rogue.state.grid import AROUND, BOTTOM_ROW, COLS, CORNERS, SIZE, STRAIGHT, TOP_ROW
from rogue.tables.symbols import DOOR, FLOOR, OBJECTS, PASSAGE, ROCK, STAIRS, TRAP

MAP: Final = range(TOP_ROW * COLS, (BOTTOM_ROW + 1) * COLS)
_OPEN: Final = frozenset((FLOOR, PASSAGE, DOOR, STAIRS, *OBJECTS))
_STEPS: Final = (*STRAIGHT, *CORNERS)  # straight ones first: a way has no needless corners


def is_open(canvas: Canvas, spot: int) -> bool:
    """Tell whether a square can be walked, as far as is known.  Traps and monsters are no way."""
    symbol = canvas.cells[spot]
    return symbol in _OPEN or (symbol == ROCK and spot in canvas.glimpsed)


def neighbours(canvas: Canvas, spot: int) -> Iterator[int]:
    """Yield the squares to which one step leads; no corner is cut that may be rock (MAP-8)."""
    for step in _STEPS:
        goal = spot + step
        if goal not in MAP or not is_open(canvas, goal):
            continue
        sides = CORNERS.get(step, ())
        if all(canvas.cells[spot + side] == TRAP or is_open(canvas, spot + side) for side in sides):
            yield goal


def way_to(
    canvas: Canvas,
    start: int,
    wanted: Callable[[int], bool],
    around: Collection[int] = (),
) -> list[int]:
    """Return the squares of a shortest way from `start`, not counted, to the nearest wanted one.

    It does not go over symbols that are to be gone `around`.  Empty when there is none, or when
    `start` is the only one.  Breadth first: linear in the map.
    """
    came = [-1] * SIZE
    came[start] = start
    queue = [start]
    for spot in queue:
        for goal in neighbours(canvas, spot):
            if came[goal] >= 0:
                continue
            came[goal] = spot
            if wanted(goal):
                return _way_back(came, goal)
            if canvas.cells[goal] not in around:
                queue.append(goal)
    return []


def _way_back(came: list[int], goal: int) -> list[int]:
    way = [goal]
    while came[way[-1]] != way[-1]:
        way.append(came[way[-1]])
    return way[-2::-1]


def may_show_more(canvas: Canvas, spot: int) -> bool:
    """Tell whether standing on an open square may show or give something new.

    A thing that was not stepped on yet; a door with nothing known behind it; a passage or floor beside
    the dark.
    """
    if spot in canvas.trodden:
        return False
    symbol = canvas.cells[spot]
    if symbol in OBJECTS:
        return True
    around = [spot + step for step in AROUND]
    if symbol == PASSAGE:
        return any(canvas.cells[at] == ROCK and at in MAP and _is_unseen(canvas, at) for at in around)
    if symbol == DOOR:
        ways = [at for at in around if is_open(canvas, at)]
        outside = any(canvas.cells[at] == PASSAGE for at in ways)
        return not outside or all(canvas.cells[at] == PASSAGE for at in ways)
    return any(canvas.cells[at] == ROCK and at not in canvas.glimpsed for at in around)


def _is_unseen(canvas: Canvas, spot: int) -> bool:
    """Tell whether a blank square may be a passage: nobody stood where it would have been seen (VIS-4)."""
    for step in AROUND:
        at = spot + step
        if at in canvas.trodden and canvas.cells[at] in (PASSAGE, DOOR):
            sides = CORNERS.get(step)
            if sides is None or any(is_open(canvas, spot + side) for side in sides):
                return False
    return True


def stairs_of(canvas: Canvas) -> int:
    """Return where stairs are remembered, 0 if nowhere."""
    return max(0, canvas.cells.find(STAIRS, MAP.start, MAP.stop))
