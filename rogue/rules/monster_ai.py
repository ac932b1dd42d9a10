"""Monster AI: how monsters that are awake walk, what they do on arrival, and those that wander in."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.monster_factory import choose_letter, free_foe_spot, make_companions, make_foe
from rogue.rules import bolts, fight, vision
from rogue.rules.awareness import choose_goal, rouse
from rogue.rules.move import holds_scare, random_spot
from rogue.rules.output import emit, finish_sentence
from rogue.rules.vision import sees_foe
from rogue.state.actors import (
    AWAKE,
    BLIND,
    CANCELLED,
    CONFUSED,
    DETECTS,
    HASTED,
    HELD,
    SLOWED,
    TARGET,
    Monster,
)
from rogue.state.grid import AROUND, COLS, CORNERS, STRAIGHT, Room, distance2
from rogue.state.item import Item
from rogue.state.level import PASS, Level
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, ROCK, SCROLL, STEP_OK
from rogue.tables.monsters import FLIES, GREEDY

CONFUSED_STEADY_ONE_IN: Final = 5  # CHS-12
CLEARS_ONE_IN: Final = 20
BREATH_ONE_IN: Final = 5  # CHS-18
BREATH_RANGE: Final = bolts.LENGTH * bolts.LENGTH
LAMP: Final = 3  # squared distance the player sees the ground at (VIS-17)
WANDER_CHECK_EVERY: Final = 4
WANDERER_ONE_IN: Final = 6
WANDERER_TRIES: Final = 500  # WND-3


def _as_step(step: int) -> tuple[int, int, int, int, int]:
    across = (step + 1) % COLS - 1
    corners = CORNERS.get(step, (0, 0))
    return (step, (step - across) // COLS, across, *corners)


_STEPS: Final = tuple(_as_step(step) for step in AROUND)
"""(step, rows down, columns right, the two corner steps or 0 and 0) of the eight neighbours."""
_NEARER: Final = {
    (below, beyond): tuple(step for step in _STEPS if step[1] * below < 0 or step[2] * beyond < 0)
    for below in (-1, 0, 1)
    for beyond in (-1, 0, 1)
}
"""On which side of its aim something is, by signs -> the steps that may bring it nearer."""


def move_foes(world: World) -> None:
    """Let every monster that is awake and not held move, newest first (CHS-1, CHS-2).

    Hot: runs every turn; sleepers cost one test.  Ends early when the game ends.
    """
    level = world.level
    for foe in level.foes[:]:
        if foe.flags & (AWAKE | HELD) != AWAKE or level.foe_at[foe.spot] is not foe:
            continue
        start = foe.spot
        if not _move(world, foe):
            continue
        if foe.flags & FLIES and distance2(world.player.spot, foe.spot) >= LAMP:
            _move(world, foe)
        if foe.flags & TARGET and foe.spot != start:
            world.stop_duel()  # CHS-21
        if world.ending is not None:
            break
    if world.sentence:
        finish_sentence(world)


def place_foe(world: World, foe: Monster, spot: int) -> None:
    """Put a monster on another free square, on the level and on the canvas (VIS-16, VIS-17)."""
    canvas = world.canvas
    before = foe.under or canvas.cells[foe.spot]
    vision.hide_foe(world, foe)
    world.level.shift_foe(foe, spot)
    if sees_foe(world, foe):
        foe.under = _remembered_below(world, foe, before)
        vision.draw_foe(world, foe)
    elif world.player.flags & DETECTS:
        foe.under = _remembered_below(world, foe, before)
        canvas.put_bright(spot, ord(foe.kind.letter))


def _remembered_below(world: World, foe: Monster, before: int) -> int:
    """Return what the player remembers below a monster that came from a square showing `before`."""
    spot = foe.spot
    shown = world.canvas.cells[spot]
    if world.player.flags & BLIND:
        return shown
    if FLOOR in (before, shown) and foe.room is not None and foe.room.dark:
        return ROCK
    if world.options.seefloor and distance2(spot, world.player.spot) <= LAMP:
        return world.level.cells[spot]
    return shown


def _move(world: World, foe: Monster) -> bool:
    """Make one move: one step, none when slow, two when hasted; False when the monster is gone."""
    if (foe.toggle or not foe.flags & SLOWED) and not _step(world, foe):
        return False
    if foe.flags & HASTED and world.ending is None and not _step(world, foe):
        return False
    foe.toggle = not foe.toggle
    return True


def _step(world: World, foe: Monster) -> bool:
    """Take one chase step, strike, breathe or stay; False when the monster is gone (CHS-7 to CHS-14)."""
    goal = _goal_spot(world, foe)
    aim, direct = _aim(world, foe, goal)
    if aim is None or (direct and foe.kind.breathes and _breathes(world, foe)):
        return True
    spot = _choose_spot(world, foe, aim)
    if spot == world.player.spot:
        return fight.foe_attacks(world, foe)
    if foe.kind.rooted:
        return True
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
        foe.flags &= ~AWAKE  # it guards the place (CHS-11)
    return True


def _goal_spot(world: World, foe: Monster) -> int:
    """Return where the monster's goal is, after giving up a goal that is gone (CHS-5)."""
    goal = foe.goal
    if goal is None:
        return world.player.spot
    room = foe.room
    if foe.flags & GREEDY and (room is None or not room.gold):
        foe.goal = None
    elif not isinstance(goal, Item):
        return goal
    elif world.level.thing_at.get(goal.spot) is goal:
        return goal.spot
    foe.goal = None
    return world.player.spot


def _aim(world: World, foe: Monster, goal: int) -> tuple[int | None, bool]:
    """Return the square to head for, and whether that is the goal itself, in the same room (CHS-7).

    Else it is the exit nearest to the goal; None without exits (BUG-31).  A monster on a door also
    belongs to the passages behind it.
    """
    level, room = world.level, foe.room
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
    return _nearest_exit(exits, goal), False


def _nearest_exit(exits: list[int], goal: int) -> int | None:
    row, col = divmod(goal, COLS)
    nearest, least = None, 0
    for spot in exits:
        at_row, at_col = divmod(spot, COLS)
        far = (y := at_row - row) * y + (x := at_col - col) * x
        if nearest is None or far < least:
            nearest, least = spot, far
    return nearest


def _net_behind(level: Level, door: int) -> Room | None:
    for step in STRAIGHT:
        if level.flags[door + step] & PASS:
            return level.room_at(door + step)
    return None


def _choose_spot(world: World, foe: Monster, aim: int) -> int:
    """Return the square to go to, perhaps the own or the player's: random or greedy (CHS-9, CHS-12)."""
    rng, erratic = world.rng, foe.kind.erratic
    stagger = foe.flags & CONFUSED and rng.rnd(CONFUSED_STEADY_ONE_IN) != 0
    if not stagger and not (erratic and rng.one_in(erratic)):
        return _nearest_spot(world, foe.spot, aim)
    spot = random_spot(world, foe.spot)
    if rng.one_in(CLEARS_ONE_IN):
        foe.flags &= ~CONFUSED
    return spot if world.level.foe_at[spot] is None else foe.spot  # BUG-19


def _nearest_spot(world: World, here: int, aim: int) -> int:
    """Return the legal neighbour nearest to the aim, or `here` when none is nearer (CHS-9).

    Draws one die per tie, unless the edition keeps the first best (V36-10).  Hot: measured by scripts/bench.
    """
    level = world.level
    cells, foe_at = level.cells, level.foe_at
    row, col = divmod(here, COLS)
    aim_row, aim_col = divmod(aim, COLS)
    down, right = row - aim_row, col - aim_col
    best, found, ties = down * down + right * right, here, 1
    side = (down > 0) - (down < 0), (right > 0) - (right < 0)
    for step, rows, columns, corner_a, corner_b in _NEARER[side]:
        far = (y := down + rows) * y + (x := right + columns) * x
        if far > best:
            continue
        spot = here + step
        symbol = cells[spot]
        if not STEP_OK[symbol] or foe_at[spot] is not None:
            continue
        if corner_a and not (STEP_OK[cells[here + corner_a]] and STEP_OK[cells[here + corner_b]]):
            continue
        if symbol == SCROLL and holds_scare(world, spot):
            continue
        if far < best:
            best, found, ties = far, spot, 1
        elif world.rules.chasing.ties == "any":
            ties += 1
            if world.rng.one_in(ties):
                found = spot
    return found


def _fetch(world: World, foe: Monster, item: Item) -> None:
    """Let a monster take the object it came for and look for the next (CHS-11)."""
    world.level.take_thing(item)
    foe.pack.insert(0, item)
    foe.goal = choose_goal(world, foe)


def _breathes(world: World, foe: Monster) -> bool:
    """Breathe fire at a player on a line and near, now and then; return whether it did (CHS-18)."""
    player = world.player
    row, col = divmod(foe.spot, COLS)
    to_row, to_col = divmod(player.spot, COLS)
    down, right = to_row - row, to_col - col
    if down and right and abs(down) != abs(right):
        return False
    if foe.flags & CANCELLED or down * down + right * right > BREATH_RANGE:
        return False
    if not world.rng.one_in(BREATH_ONE_IN):
        return False
    finish_sentence(world)
    step = ((down > 0) - (down < 0)) * COLS + (right > 0) - (right < 0)
    bolts.fire(world, foe.spot, step, "flame", foe)
    world.interrupt()
    player.quiet = 0
    if not foe.flags & TARGET:
        world.stop_duel()
    return True


def check_wanderers(world: World) -> None:
    """Count towards the next check while checks are on; one may bring a monster (WND-2)."""
    if not world.wander_on:
        return
    world.wander_count += 1
    if world.wander_count < WANDER_CHECK_EVERY:
        return
    world.wander_count = 0
    if world.rng.one_in(WANDERER_ONE_IN):
        bring_wanderer(world)
        world.wander_on = False
        world.start_timer("wander", world.rng.between(*world.rules.times.wander), before=True)


def bring_wanderer(world: World) -> None:
    """Put one awake wandering monster outside the player's room, if a place is found (WND-3 to WND-5).

    A wizard gets a message (WIZ-4).
    """
    level, player = world.level, world.player
    for _ in range(WANDERER_TRIES):
        spot = free_foe_spot(world)
        if spot is None:
            return
        if level.room_at(spot) is not player.room:
            break
    else:
        return
    foe = make_foe(world, choose_letter(world, wandering=True), spot)
    for each in (foe, *make_companions(world, foe)):
        level.add_foe(each)
        rouse(world, each)
        if sees_foe(world, each):
            vision.draw_foe(world, each)
        elif player.flags & DETECTS:
            each.under = world.canvas.cells[each.spot]
            world.canvas.put_bright(each.spot, vision.letter_of(world, each))
    if world.wizard:
        emit(world, f"Started a wandering {foe.kind.name}")
