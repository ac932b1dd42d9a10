"""Steps of the player, with everything that can block a step."""

from __future__ import annotations

from typing import Final

from rogue.minds.sound_and_scent import step_taken
from rogue.rules import awareness, fight, pack, traps, vision
from rogue.rules.monster_steps import CONFUSED_STEADY_ONE_IN, random_spot
from rogue.rules.output import emit
from rogue.state.entities import BLIND, CONFUSED, GRABBED, LEVITATING
from rogue.state.grid import BOTTOM_ROW, COLS, CORNERS, DOWN, LEFT, RIGHT, ROWS, TOP_ROW, UP
from rogue.state.level import PASS, REAL
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, PASSAGE, ROCK, STAIRS, TRAP, WALL_H, WALL_V

_BARE: Final = frozenset((FLOOR, PASSAGE, DOOR))
_SOLID: Final = frozenset((ROCK, WALL_H, WALL_V))
_PARTS: Final = {
    UP + LEFT: (-1, -1), UP: (-1, 0), UP + RIGHT: (-1, 1), LEFT: (0, -1), RIGHT: (0, 1),
    DOWN + LEFT: (1, -1), DOWN: (1, 0), DOWN + RIGHT: (1, 1),
}  # fmt: skip

_AT_EDGE: Final = [
    row in (TOP_ROW, BOTTOM_ROW) or col in (0, COLS - 1) for row in range(ROWS) for col in range(COLS)
]
"""Spot -> whether a step from it may lead off the map."""


def step(world: World, direction: int, *, pick_up: bool = True) -> bool:
    """Step or strike in a direction.  Return whether this uses a turn (MOV-1 to MOV-14).

    If the option `passgo` is on, a running player follows the corners of a passage.  RUN-3 to RUN-5 say what
    ends a run.
    """
    player = world.player
    if player.bear_trap:
        player.bear_trap -= 1
        emit(world, "You are still stuck in the bear trap")
        return True
    if player.flags & CONFUSED and world.rng.rnd(CONFUSED_STEADY_ONE_IN) != 0:
        goal = random_spot(world, player.spot)
        if goal == player.spot and (world.run or not world.rules.chasing.stumbling_costs):
            world.run = 0
            world.stop_duel()
            return False
        return _go(world, goal, pick_up)
    goal = player.spot + direction
    off_map = _AT_EDGE[player.spot] and _off_map(player.spot, direction)
    if off_map or (direction in CORNERS and not world.level.diagonal_ok(player.spot, direction)):
        if world.run and (turned := _turn_corner(world)):
            return step(world, turned, pick_up=pick_up)
        world.run = 0
        return False
    return _go(world, goal, pick_up)


def _off_map(spot: int, direction: int) -> bool:
    row, col = spot // COLS, spot % COLS
    down, right = _PARTS[direction]
    return not (TOP_ROW <= row + down <= BOTTOM_ROW and 0 <= col + right < COLS)


def _go(world: World, goal: int, pick_up: bool) -> bool:
    """Carry out a step to a neighboring square `goal`.  Return whether this uses a turn."""
    player, level = world.player, world.level
    foe = level.foe_at[goal]
    symbol = level.cells[goal] if foe is None else foe.disguise
    if symbol == FLOOR and not level.flags[goal] & REAL and level.is_hidden_trap(goal):
        if not player.flags & LEVITATING:
            level.reveal(goal, TRAP)
            symbol = TRAP
    elif player.flags & GRABBED and (foe is None or foe.kind.on_hit != "hold"):
        world.run = 0
        world.stop_duel()
        emit(world, "You are being held")
        return True
    if foe is not None:
        world.run = 0
        fight.attack(world, foe, player.wielded)
        return True
    if symbol in _BARE:  # the usual case
        _walk(world, goal)
        return True
    if symbol in _SOLID:
        if world.run and (turned := _turn_corner(world)):
            return step(world, turned, pick_up=pick_up)
        world.run = 0
        return False
    if symbol == TRAP:
        return _onto_trap(world, goal)
    _walk(world, goal)
    if symbol == STAIRS:
        world.run = 0
        level.mark_seen(goal)
    else:
        world.run = 0
        pack.step_onto(world, pick_up=pick_up)
    return True


def _onto_trap(world: World, goal: int) -> bool:
    """Spring a trap unless levitating.  A trapdoor or a teleport trap replaces the step (MOV-8)."""
    level = world.level
    if not world.player.flags & LEVITATING and traps.spring(world, goal) in ("trapdoor", "teleport"):
        return True
    if world.ending is None and world.level is level:
        _walk(world, goal)
    return True


def _walk(world: World, goal: int) -> None:
    """Move the player to a square.  A step to or from a door may change the room (MOV-7, MOV-9, MOV-14)."""
    player, level = world.player, world.level
    here = player.spot
    into_passage = level.flags[goal] & PASS
    if world.minds is not None:
        step_taken(world.minds)
    left = vision.underfoot(world, here)
    if world.canvas.cells[here] != left or world.canvas.bright:
        world.canvas.put(here, left)
    if level.cells[goal] == DOOR:
        world.run = 0
        if level.flags[here] & PASS:
            awareness.enter_by_door(world, goal)
        player.spot = goal
        return
    player.spot = goal
    if into_passage:
        player.room = level.rooms_at[here] or level.room_at(here)
        if level.cells[here] == DOOR:
            awareness.leave_room(world, goal)


def _turn_corner(world: World) -> int:
    """Turn a straight run at a corner of a passage, and return the new direction (RUN-8).

    Return 0 unless option passgo is on and exactly one side of the passage is open.
    """
    player, level = world.player, world.level
    room = player.room
    if not world.options.passgo or room is None or not room.gone or player.flags & BLIND:
        return 0
    sides = {LEFT: (UP, DOWN), RIGHT: (UP, DOWN), UP: (LEFT, RIGHT), DOWN: (LEFT, RIGHT)}.get(world.run)
    if sides is None:
        return 0
    usable = [side for side in sides if _passable(world, player.spot + side)]
    if len(usable) != 1:
        return 0
    level.mark_seen(player.spot)
    world.run = usable[0]
    return world.run


def _passable(world: World, spot: int) -> bool:
    level = world.level
    if not TOP_ROW <= spot // COLS <= BOTTOM_ROW:
        return False
    return level.cells[spot] == DOOR or level.flags[spot] & (REAL | PASS) == REAL | PASS
