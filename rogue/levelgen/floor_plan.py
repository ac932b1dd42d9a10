"""The plan of a level: nine boxes, each with a room, a maze, or a single square, joined by passages."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import COLS, DOWN, LEFT, RIGHT, UP, Room
from rogue.state.level import PASS, REAL
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, PASSAGE, ROCK, WALL_H, WALL_V

BOX_COLS: Final = 26
BOX_ROWS: Final = 8
MAZE_WIDTH: Final = 25
MAZE_HEIGHT: Final = 7
NEIGHBOURS: Final = tuple(
    tuple(other for other in range(9) if abs(other // 3 - place // 3) + abs(other % 3 - place % 3) == 1)
    for place in range(9)
)
"""Box -> the boxes beside, above, and below it (GEN-18)."""


def lay_rooms(world: World) -> None:
    """Place and draw the nine rooms of `world.level`, which must be bare rock (GEN-2 to GEN-13)."""
    rng, rooms = world.rng, world.level.rooms
    digging = world.rules.digging
    for number in _gone_numbers(rng, digging.missing_rooms):
        rooms[number].gone = True
    for room in rooms:
        row, col = box_of(room.number)
        if room.gone:
            room.left = col + 1 + rng.rnd(BOX_COLS - 2)
            room.top = row + 1 + rng.rnd(BOX_ROWS - 2)
            continue
        if _is_lightless(world):
            room.maze = digging.maze_one_in > 0 and rng.one_in(digging.maze_one_in)
            room.dark = not room.maze
        if room.maze:
            _lay_maze(room, row, col)
            _dig_maze(world, room)
        else:
            _lay_room(rng, room, row, col)
            if room.number >= 4:
                _keep_off_maze(room, rooms[room.number - 3])
            _draw_room(world, room)


def box_of(number: int) -> tuple[int, int]:
    """Return the first row and column of a box (GEN-2).

    >>> box_of(0), box_of(5)
    ((0, 1), (8, 53))
    """
    return number // 3 * BOX_ROWS, number % 3 * BOX_COLS + 1


def _is_lightless(world: World) -> bool:
    """Decide whether a room is dark or a maze, by depth (GEN-5) or by a variant's rule."""
    dark = world.rules.digging.dark
    if dark == "usual":
        return world.rng.rnd(10) < world.rules.difficulty(world.depth) - 1
    return dark == "always"


def _gone_numbers(rng: Rng, how_many: tuple[int, int]) -> list[int]:
    """Return the numbers of the gone rooms, chosen at random.  By default, up to three are gone (GEN-3)."""
    gone: list[int] = []
    for _ in range(rng.between(*how_many)):
        gone.append(rng.pick([number for number in range(9) if number not in gone]))
    return gone


def _lay_room(rng: Rng, room: Room, row: int, col: int) -> None:
    """Choose the size and the place of a normal room at random.  The size includes the walls (GEN-7)."""
    room.top = 0
    while room.top == 0:  # the message line is not part of the map
        room.width = 4 + rng.rnd(22)
        room.height = 4 + rng.rnd(4)
        room.left = col + rng.rnd(BOX_COLS - room.width)
        room.top = row + rng.rnd(BOX_ROWS - room.height)


def _keep_off_maze(room: Room, above: Room) -> None:
    """Move a room down if it would touch a maze above it (GEN-8)."""
    if above.maze and above.top + above.height == room.top - 1:
        room.top += 1
        if room.height > 4:
            room.height -= 1


def _draw_room(world: World, room: Room) -> None:
    """Draw a room's walls and floor (GEN-10)."""
    cells, width = world.level.cells, room.width
    wall = bytes([WALL_H]) * width
    line = bytes([WALL_V, *[FLOOR] * (width - 2), WALL_V])
    first = room.top * COLS + room.left
    last = first + (room.height - 1) * COLS
    for spot in range(first, last + 1, COLS):
        cells[spot : spot + width] = wall if spot in (first, last) else line


def _lay_maze(room: Room, row: int, col: int) -> None:
    """Set the size and place of a maze.  It fills its box, except for the message line (GEN-11)."""
    room.width = MAZE_WIDTH
    room.left = 0 if col == 1 else col
    room.top = row or 1
    room.height = MAZE_HEIGHT if row else MAZE_HEIGHT - 1


def _dig_maze(world: World, maze: Room) -> None:
    """Dig a random spanning tree over the maze's cells, which are two squares apart (GEN-12, GEN-13)."""
    rng = world.rng
    origin = maze.top * COLS + maze.left
    waiting = {
        origin + row * COLS + col for row in range(0, MAZE_HEIGHT, 2) for col in range(0, MAZE_WIDTH, 2)
    }
    cell = origin + rng.rnd(maze.width) // 2 * 2 + rng.rnd(maze.height) // 2 * 2 * COLS
    path = [cell]
    waiting.remove(cell)
    put_passage(world, cell)
    while path:
        cell = path[-1]
        near = [step for step in (-2 * COLS, 2 * COLS, -2, 2) if cell + step in waiting]
        if not near:
            path.pop()
            continue
        step = rng.pick(near)
        waiting.remove(cell + step)
        put_passage(world, cell + step // 2)
        put_passage(world, cell + step)
        path.append(cell + step)


def dig_passages(world: World) -> None:
    """Join all nine boxes with a spanning tree and up to four extra connections (GEN-18 to GEN-21)."""
    for low, high in connections(world):
        _connect(world, world.level.rooms[low], world.level.rooms[high])


def connections(world: World) -> list[tuple[int, int]]:
    """Return random pairs of boxes to join, in the order in which they are to be dug.

    Within each pair, the box with the lower number comes first (GEN-19, GEN-20).
    """
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
    """Dig a passage down or right from `low` to `high`, with at most one bend sideways (GEN-22 to GEN-26)."""
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
    """Choose at random the square where a passage leaves a room in direction `step` (GEN-22, GEN-23)."""
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
    # A maze in the top row may reach its bottom line only at the corners (BUG-2).
    return world.rng.pick(dug or [spot for spot in line if flags[spot] & PASS])


def _finish(world: World, room: Room, spot: int) -> None:
    """Make a passage's end: a passage square in a gone room, nothing in a maze, else a door (GEN-26)."""
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
    """Dig a passage square, which may be secret (GEN-27)."""
    level = world.level
    level.flags[spot] |= PASS
    secret = world.rules.digging.secret_passages and is_secretive(world) and world.rng.one_in(40)
    if level.cells[spot] != ROCK:
        return  # a visible square stays visible; in a maze an item may lie here
    if secret:
        level.flags[spot] &= ~REAL
    else:
        level.flags[spot] |= REAL
        level.cells[spot] = PASSAGE


def is_secretive(world: World) -> bool:
    """Decide whether something is secret.  The odds rise from 0 at depth 1 to 1 at depth 11 (GEN-28)."""
    rules = world.rules
    return rules.digging.secrets and world.rng.rnd(10) + 1 < rules.difficulty(world.depth)
