"""Steps of monsters: to a square, toward a goal, or at random."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import holds_scare
from rogue.rules import vision
from rogue.rules.awareness import choose_goal
from rogue.rules.vision import sees_foe
from rogue.state.entities import AWAKE, BLIND, CONFUSED, DETECTS, Item, Monster
from rogue.state.grid import AROUND, COLS, FAR, ROWS, STRAIGHT, WIDE, Room, by_difference, distance2
from rogue.state.level import LEGAL_STEPS, PASS, Level
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, ROCK, STEP_OK
from rogue.tables.monsters import GREEDY

CLEARS_ONE_IN: Final = 20  # CHS-12
CONFUSED_STEADY_ONE_IN: Final = 5  # chance that a confused step goes the intended way (MOV-2, CHS-12)
_FARTHEST: Final = ROWS * ROWS + COLS * COLS  # more than any squared distance
LAMP: Final = 3  # maximum squared distance at which the player sees the floor (VIS-17)


def _toward(down: int, right: int) -> list[tuple[int, ...]]:
    """Return a table of the legal steps that may lead nearer to an aim that lies `down` and `right`.

    Its index is a byte of `Level.open`.  Only the signs of the two numbers matter.
    """
    toward = {
        below * COLS + beyond
        for below in (-1, 0, 1)
        for beyond in (-1, 0, 1)
        if below * down > 0 or beyond * right > 0
    }
    return [tuple([step for step in steps if step in toward]) for steps in LEGAL_STEPS]


def _in_row(down: int) -> list[list[tuple[int, ...]]]:
    return [_toward(down, -1)] * COLS + [_toward(down, 0)] + [_toward(down, 1)] * (COLS - 1)


_ROWS: Final = {sign: _in_row(sign) for sign in (-1, 0, 1)}
_TOWARD: Final[list[list[tuple[int, ...]]]] = by_difference(lambda down: _ROWS[(down > 0) - (down < 0)])
"""Difference of an aim and a square in `WIDE`, then byte of `Level.open` -> the legal steps that may lead
nearer to the aim, row by row."""


def place_foe(world: World, foe: Monster, spot: int) -> None:
    """Move a monster to another free square, on the level and on the map (VIS-16, VIS-17)."""
    canvas, old = world.canvas, foe.spot
    if foe.under:
        vision.hide_foe(world, foe)
    world.level.shift_foe(foe, spot)
    if sees_foe(world, foe):
        foe.under = _remembered_below(world, foe, canvas.cells[old])
        vision.draw_foe(world, foe)
    elif world.player.flags & DETECTS:
        foe.under = _remembered_below(world, foe, canvas.cells[old])
        canvas.put_bright(spot, ord(foe.kind.letter))


def _remembered_below(world: World, foe: Monster, before: int) -> int:
    """Return the symbol to show on the monster's present square once the monster has left it.

    `before` is the symbol now to be shown on the square that the monster has just come from.
    """
    spot = foe.spot
    shown = world.canvas.cells[spot]
    if world.player.flags & BLIND:
        return shown
    if FLOOR in (before, shown) and foe.room is not None and foe.room.dark:
        return ROCK
    if world.options.seefloor and distance2(spot, world.player.spot) <= LAMP:
        return world.level.cells[spot]
    return shown


def goal_spot(world: World, foe: Monster) -> int:
    """Return the square of the monster's goal (CHS-5).  A goal that no longer exists is dropped first."""
    goal = foe.goal
    if goal is None:
        return world.player.spot
    room = foe.room
    gives_up = world.rules.chasing.greedy_give_up
    if gives_up and foe.flags & GREEDY and (room is None or not room.gold):
        foe.goal = None
    elif not isinstance(goal, Item):
        return goal
    elif world.level.thing_at.get(goal.spot) is goal:
        return goal.spot
    foe.goal = None
    return world.player.spot


def aim_of(world: World, foe: Monster, goal: int) -> tuple[int | None, bool]:
    """Return the square that a monster heads for, and whether this is the goal itself (CHS-7).

    A monster heads straight for a goal in its own room.  For a goal elsewhere, the square is the exit of the
    monster's room that is nearest to the goal, or None if there are no exits (BUG-31).  A monster on a door
    also belongs to the passages behind the door.

    In some editions passages are not rooms (V36-22).  There, only a monster inside a room heads for an exit.
    Monsters elsewhere head straight for the goal.
    """
    level, room = world.level, foe.room
    if world.rules.chasing.passages_are_rooms:
        goal_room = world.player.room if foe.goal is None else level.room_at(goal)
        if room is goal_room:
            return goal, True
        exits = [] if room is None else room.exits
        if level.cells[foe.spot] == DOOR:
            net = _net_behind(level, foe.spot)
            if net is not None:
                if net is goal_room:
                    return goal, True
                exits = exits + net.exits
        aim = None
    else:
        if room is (level.rooms_at[goal] or level.room_at(goal)):
            return goal, True
        if room is None or room.gone or level.cells[foe.spot] == DOOR:
            return goal, False
        exits, aim = room.exits, goal
    least, end = _FARTHEST, WIDE[goal]
    for spot in exits:
        far = FAR[WIDE[spot] - end]
        if far < least:
            aim, least = spot, far
    return aim, False


def _net_behind(level: Level, door: int) -> Room | None:
    flags = level.flags
    for step in STRAIGHT:
        if flags[door + step] & PASS:
            return level.rooms_at[door + step] or level.room_at(door + step)
    return None


def random_step(world: World, foe: Monster) -> int:
    """Return the square of a monster's random step.  The step may end the monster's confusion (CHS-12).

    The square may be the monster's own or the player's.
    """
    spot = random_spot(world, foe.spot)
    if world.rng.rnd(CLEARS_ONE_IN) == 0:
        foe.flags &= ~CONFUSED
    return spot if world.level.foe_at[spot] is None else foe.spot  # BUG-19


def step_to_goal(world: World, foe: Monster, spot: int, goal: int) -> None:
    """Step to a square, or stay.  A monster on its goal takes the item or falls asleep (CHS-11)."""
    arrived = foe.goal is not None and spot == goal
    if arrived and isinstance(foe.goal, Item):
        _fetch(world, foe, foe.goal)
        arrived = False
    if spot != foe.spot:
        room = foe.room
        place_foe(world, foe, spot)
        if foe.room is not room and world.rules.chasing.rethinks:
            foe.goal = choose_goal(world, foe)  # V52-11
            arrived = False
    if arrived:
        foe.flags &= ~AWAKE  # the monster guards the place (CHS-11)


def nearest_spot(world: World, here: int, aim: int) -> int:
    """Of `here` and the squares within one legal step, return the one nearest to `aim` (CHS-9).

    Dice choose among equally near squares, but some editions take the first (V36-10).  Hot: measured by
    scripts/bench.
    """
    level, end = world.level, WIDE[aim]
    apart = end - WIDE[here]
    steps = _TOWARD[apart][(level.open or level.find_open())[here]]
    if not steps:
        return here
    foe_at, thing_at = level.foe_at, level.thing_at
    best, found, ties = FAR[apart], here, 1
    for step in steps:
        spot = here + step
        if foe_at[spot] is not None:
            continue
        far = FAR[end - WIDE[spot]]
        if far > best or (spot in thing_at and holds_scare(world, spot)):
            continue
        if far < best:
            best, found, ties = far, spot, 1
        elif world.rules.chasing.ties == "any":
            ties += 1
            if world.rng.rnd(ties) == 0:
                found = spot
    return found


def _fetch(world: World, foe: Monster, item: Item) -> None:
    """Take the item that a monster came for, and choose its next goal (CHS-11)."""
    world.level.take_thing(item)
    foe.pack.insert(0, item)
    foe.goal = choose_goal(world, foe)


def random_spot(world: World, spot: int) -> int:
    """Return the square of a random step from `spot`, or `spot` itself if the step is blocked.

    The step is blocked by any monster except a disguised xeroc, and by a scare monster scroll (MOV-2).
    """
    if world.rules.chasing.stagger == "legal step":
        return _legal_spot(world, spot)
    step = (world.rng.rnd(3) - 1) * COLS + world.rng.rnd(3) - 1
    level = world.level
    goal = spot + step
    if not step or not level.diagonal_ok(spot, step) or not STEP_OK[level.apparent(goal)]:
        return spot
    return spot if holds_scare(world, goal) else goal


def _legal_spot(world: World, spot: int) -> int:
    """Return the square of a random legal step from `spot` (V36-11).

    If the player is the one who steps, `spot` itself is among the squares to choose from.
    """
    level, fooled = world.level, world.rules.looking.disguises_fool
    legal = [spot] if spot == world.player.spot else []
    for step in AROUND:
        goal = spot + step
        enters = level.diagonal_ok(spot, step) and STEP_OK[level.apparent(goal, fooled)]
        if enters and not holds_scare(world, goal):
            legal.append(goal)
    return world.rng.pick(legal) if legal else spot
