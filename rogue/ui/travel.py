"""The walking helpers: travel to a square, exploration."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

from rogue.rules import turn
from rogue.rules.output import add_frame
from rogue.state.entities import BLIND, CONFUSED, HALLUCINATING
from rogue.state.grid import AROUND, BOTTOM_ROW, COLS, CORNERS, KEY_STEP, MAP, SIZE, STRAIGHT, TOP_ROW
from rogue.state.level import Level, PlayerMap
from rogue.state.world import Command, World
from rogue.tables.glyphs import DOOR, FLOOR, LETTER, OBJECTS, PASSAGE, ROCK, STAIRS, TRAP
from rogue.ui.input_modes import COMMAND, AimMode, Mode
from rogue.ui.keymap import ESCAPE, SPACE
from rogue.ui.lookout import monsters_in_view, name_at
from rogue.ui.prompts import RETURN
from rogue.ui.ui_state import UiState

TRAVEL: Final = "_"
EXPLORE: Final = "x"
PROMPT: Final = "Travel where?  (click, or move the cursor and type .; > for the stairs)"
LEAP: Final = 8  # squares that a capital letter moves the cursor
STEPS_MAX: Final = 400  # maximum steps of a walk, more than any path on a level
STEP_PARTS: Final = {
    "h": (0, -1), "j": (1, 0), "k": (-1, 0), "l": (0, 1),
    "y": (-1, -1), "u": (-1, 1), "b": (1, -1), "n": (1, 1),
}  # fmt: skip
"""Direction key -> rows down, columns right."""
_KEY_OF: Final = {step: key for key, step in KEY_STEP.items()}
_LETTERS: Final = re.compile(rb"[A-Z]")
_UNFIT: Final = {
    BLIND: "You cannot see where to go",
    CONFUSED: "You are too confused to find the way",
    HALLUCINATING: "You do not trust your eyes enough to find the way",
}

Opens = Callable[[PlayerMap, int], bool]
"""Function that returns whether a square is passable as far as known."""
Plan = Callable[[], list[int]]
"""Function that returns the path from the player's square, or an empty path at its end."""
_OPEN: Final = frozenset((FLOOR, PASSAGE, DOOR, STAIRS, *OBJECTS))
_STEPS: Final = (*STRAIGHT, *CORNERS)  # straight steps first, so that paths have no needless corners


class WalkView(NamedTuple):
    """The facts that may stop a walk.

    They are recorded before and after each step, and if any of them has changed, the walk may stop.
    """

    level: Level
    hunger: int
    monsters: frozenset[int]  # squares that show letters


def is_key(key: int) -> bool:
    """Return whether a byte is a command of the helpers."""
    return chr(key) in (TRAVEL, EXPLORE)


def begin(ui: UiState, key: int) -> Mode:
    """Execute a command of the helpers.  Return the next mode.

    These commands are not in the original game.  They exist only in games started with helpers, and the score
    list marks these games.  Paths are computed from the map that the player sees and remembers, so nothing
    hidden is used.
    """
    flags = ui.world.player.flags
    unfit = next((text for flag, text in _UNFIT.items() if flags & flag), "")
    if unfit:
        return _refuse(ui, unfit)
    return _choose(ui) if chr(key) == TRAVEL else _explore(ui)


def _refuse(ui: UiState, text: str) -> Mode:
    ui.emit(text)
    turn.look_again(ui.world)
    return COMMAND


def _choose(ui: UiState) -> Mode:
    """Ask for a square.  The cursor starts on the stairs if they are known, otherwise on the player."""
    world, renderer = ui.world, ui.renderer
    ui.stale = False
    ui.line.pending = PROMPT
    spot = remembered_stairs(world.canvas) or world.player.spot
    renderer.row(0, PROMPT)
    renderer.cursor(spot)
    return AimMode(spot)


def aim_key(ui: UiState, mode: AimMode, key: int) -> Mode:
    """Handle a key during the choice of a square.

    Direction keys move the cursor.  A full stop, comma, space, or the Return key sends the player to the
    square under the cursor.  `<`, `>`, and `_` send the player to the stairs.
    """
    char = chr(key)
    if key == ESCAPE:
        ui.mark_answered()
        turn.look_again(ui.world)
        return COMMAND
    if char in "<>_":
        ui.mark_answered()
        stairs = remembered_stairs(ui.world.canvas)
        return _travel(ui, stairs) if stairs else _refuse(ui, "No stairs have been seen on this level")
    if char in ".," or key == SPACE or key in RETURN:
        ui.mark_answered()
        return _travel(ui, mode.spot)
    return _move_cursor(ui, mode, key)


def _move_cursor(ui: UiState, mode: AimMode, key: int) -> Mode:
    """Move the cursor one square within the map.  A capital letter moves the cursor several squares."""
    char = chr(key).lower()
    if char not in KEY_STEP:
        return mode
    squares = 1 if chr(key) == char else LEAP
    row, col = divmod(mode.spot, COLS)
    down, right = STEP_PARTS[char]
    row = min(max(row + squares * down, TOP_ROW), BOTTOM_ROW)
    spot = row * COLS + min(max(col + squares * right, 0), COLS - 1)
    ui.renderer.cursor(spot)
    return AimMode(spot)


def keys_to(cursor: tuple[int, int], goal: tuple[int, int]) -> bytes:
    """Return the keys that move the cursor to the square `goal`, and then send the player there.

    Both places are (row, column).  Return b"" for a square outside the map.

    >>> keys_to((5, 20), (6, 3))
    b'HHhj.'
    """
    row, col = goal
    if not (TOP_ROW <= row <= BOTTOM_ROW and 0 <= col < COLS):
        return b""
    keys = ""
    for distance, back, on in ((col - cursor[1], "h", "l"), (row - cursor[0], "k", "j")):
        far, near = divmod(abs(distance), LEAP)
        key = on if distance > 0 else back
        keys += key.upper() * far + key * near
    return f"{keys}.".encode()


def _travel(ui: UiState, goal: int) -> Mode:
    world = ui.world
    if goal == world.player.spot:
        return _refuse(ui, "You are there")

    def plan() -> list[int]:
        """Return a path.  If possible, the path avoids items, because a step on an item takes the item."""
        canvas, here = world.canvas, world.player.spot
        return path_to(canvas, here, goal.__eq__, OBJECTS) or path_to(canvas, here, goal.__eq__)

    if plan():
        return _walk(ui, plan)
    beyond = path_to(world.canvas, world.player.spot, goal.__eq__, opens=is_open_or_held)
    blocker = name_on(world, beyond)
    return _refuse(ui, f"The {blocker} bars the way" if blocker else "You know no way there")


def _explore(ui: UiState) -> Mode:
    """Walk to the nearest item, or to the nearest frontier if no item is known.  Stay away from monsters."""
    world = ui.world
    reason = _why_not_now(ui)
    if reason:
        return _refuse(ui, reason)

    def plan() -> list[int]:
        return path_to_unexplored(world.canvas, world.player.spot, avoided=ui.lookout.near(world))

    return _walk(ui, plan) if plan() else _refuse(ui, _why_no_way(ui))


def _why_not_now(ui: UiState) -> str:
    """Return the reason not to explore now.

    The reason is a monster that is near, a monster that is awake, or a monster that the player has not been
    told of yet.  Return "" if there is no reason.
    """
    world, lookout = ui.world, ui.lookout
    seen = monsters_in_view(world)
    if seen and seen[0].distance == 1:
        return f"Not while the {seen[0].name} is next to you"
    awake = [one for one in seen if lookout.is_awake(world, one.spot)]
    new = [one.name for one in seen if one.spot not in lookout.told]
    lookout.told.update(one.spot for one in seen)
    if awake:
        turns = max(lookout.awake_turns(world, one.spot) for one in awake)
        return f"The {awake[0].name} seems awake; if it is still, {turns}s waits until {EXPLORE} goes on"
    return f"The {new[0]} is in view; {EXPLORE} again goes on past it" if new else ""


def _why_no_way(ui: UiState) -> str:
    """Return why exploring finds no way: a monster bars the way, or everything is explored."""
    world = ui.world
    beyond = path_to_unexplored(world.canvas, world.player.spot)
    if beyond:
        near = next((name for spot in beyond for name in _names_near(ui, spot)), "monster")
        return f"The way on is too near to the {near}"
    blocker = name_on(world, path_to_unexplored(world.canvas, world.player.spot, is_open_or_held))
    if blocker:
        return f"The {blocker} bars the way"
    stairs = remembered_stairs(world.canvas)
    more = "_ > walks to the stairs" if stairs else "something may be hidden"
    return f"There is nothing left to explore; {more}"


def _names_near(ui: UiState, spot: int) -> Iterator[str]:
    """Yield the names of the monsters on a square or on a neighbor of this square.

    It does not matter whether the map draws a monster there or the lookout only keeps a note of one.
    """
    letters = ui.lookout.letters
    for at in (spot, *(spot + step for step in AROUND)):
        kind = ui.world.rules.monsters.get(chr(letters.get(at, 0))) if at in letters else None
        name = kind.name if kind is not None else name_at(ui.world, at)
        if name:
            yield name


def _walk(ui: UiState, plan: Plan) -> Mode:
    """Step along a plan until the plan ends or something happens.  The plan is made again after each step."""
    world = ui.world
    for _ in range(STEPS_MAX):
        path = plan()
        if not path:
            break
        before, hp = view_of(world), world.player.hp
        turn.do(world, Command(_KEY_OF[path[0] - world.player.spot]))
        if world.player.spot != path[0] or world.player.hp < hp or _is_disturbed(ui, before):
            break
        if not world.options.jump:
            add_frame(world, "turn")
    return COMMAND


def view_of(world: World) -> WalkView:
    """Return the facts of the current moment that may stop a walk.

    They are compared with the same facts before or after a step.
    """
    letters = _LETTERS.finditer(world.canvas.cells, MAP.start, MAP.stop)
    return WalkView(world.level, world.player.hunger, frozenset(found.start() for found in letters))


def _is_disturbed(ui: UiState, before: WalkView) -> bool:
    """Return whether a message, a question, another level, a change of hunger, or a monster stops the walk.

    A monster that stays where it was seen does not stop the walk.  A monster that comes into view is named.
    """
    world = ui.world
    ui.take_frames()
    if world.ending or world.question or world.windows or world.said:
        return True
    if any(entry.text for entry in ui.line.queue):
        return True
    now = view_of(world)
    if now.level is not before.level:
        return True
    known = before.monsters.union(ui.lookout.letters)
    ui.lookout.look(world)
    _tell_of_new(ui, known)
    return now.hunger != before.hunger or not now.monsters <= known


def _tell_of_new(ui: UiState, known: frozenset[int]) -> None:
    """Name the nearest monster that has come into view or moved."""
    world, lookout = ui.world, ui.lookout
    one = next((one for one in monsters_in_view(world) if one.spot not in known), None)
    if one is None:
        return
    if lookout.is_awake(world, one.spot):
        ui.emit(f"You stop, as the {one.name} moves")
    else:
        ui.emit(f"The {one.name} comes into view")
        lookout.told.add(one.spot)


def is_open(canvas: PlayerMap, spot: int) -> bool:
    """Return whether the player knows a square to be passable.  Traps and monsters are not passable."""
    symbol = canvas.cells[spot]
    return symbol in _OPEN or (symbol == ROCK and spot in canvas.glimpsed)


def is_open_or_held(canvas: PlayerMap, spot: int) -> bool:
    """Return whether a square is passable, or would be passable if no monster stood on the square."""
    return is_open(canvas, spot) or bool(LETTER[canvas.cells[spot]])


def neighbors(canvas: PlayerMap, spot: int, opens: Opens = is_open) -> Iterator[int]:
    """Yield the squares reachable in one step, without cutting corners that may be rock (MAP-8)."""
    for step in _STEPS:
        goal = spot + step
        if goal not in MAP or not opens(canvas, goal):
            continue
        sides = CORNERS.get(step, ())
        if all(canvas.cells[spot + side] == TRAP or opens(canvas, spot + side) for side in sides):
            yield goal


def path_to(
    canvas: PlayerMap,
    start: int,
    wanted: Callable[[int], bool],
    around: Collection[int] = (),
    opens: Opens = is_open,
    avoided: Collection[int] = (),
) -> list[int]:
    """Return a shortest path from `start` to the nearest wanted square, or [] if there is no path.

    The path contains neither `start` nor a square in `avoided`.  It goes around every square that shows a
    symbol in `around`; only its last square may show such a symbol.  `opens` tests whether a square is
    passable.  The search is breadth-first and takes linear time.
    """
    came = [-1] * SIZE
    came[start] = start
    queue = [start]
    for spot in queue:
        for goal in neighbors(canvas, spot, opens):
            if came[goal] >= 0 or goal in avoided:
                continue
            came[goal] = spot
            if wanted(goal):
                return _path_back(came, goal)
            if canvas.cells[goal] not in around:
                queue.append(goal)
    return []


def _path_back(came: list[int], goal: int) -> list[int]:
    path = [goal]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return path[-2::-1]


def is_frontier(canvas: PlayerMap, spot: int) -> bool:
    """Return whether the player may learn something new by standing on an open square.

    This is so for an item that the player has not stepped on yet, for a door with nothing known beyond it,
    and for a passage or floor next to darkness.
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


def _is_unseen(canvas: PlayerMap, spot: int) -> bool:
    """Return whether a blank square may be a passage that the player has had no chance to see (VIS-4)."""
    for step in AROUND:
        at = spot + step
        if at in canvas.trodden and canvas.cells[at] in (PASSAGE, DOOR):
            sides = CORNERS.get(step)
            if sides is None or any(is_open(canvas, spot + side) for side in sides):
                return False
    return True


def path_to_unexplored(
    canvas: PlayerMap, start: int, opens: Opens = is_open, avoided: Collection[int] = ()
) -> list[int]:
    """Return the path to the nearest item not stepped on yet.

    If there is no such item, return the path to the nearest frontier.
    """

    def lies(spot: int) -> bool:
        return canvas.cells[spot] in OBJECTS and spot not in canvas.trodden

    return path_to(canvas, start, lies, opens=opens, avoided=avoided) or path_to(
        canvas, start, partial(is_frontier, canvas), opens=opens, avoided=avoided
    )


def name_on(world: World, path: list[int]) -> str:
    """Return the name of the first monster drawn on a path, or "" if there is none."""
    return next(filter(None, (name_at(world, spot) for spot in path)), "")


def remembered_stairs(canvas: PlayerMap) -> int:
    """Return the square of the remembered stairs, or 0 if there are none."""
    return max(0, canvas.cells.find(STAIRS, MAP.start, MAP.stop))
