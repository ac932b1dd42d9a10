"""Vision: what the player sees, what the map shows, what the map forgets."""

from __future__ import annotations

from typing import Final

from rogue.state.entities import BLIND, DETECTS, HALLUCINATING, SEES_INVISIBLE, Monster
from rogue.state.grid import (
    AROUND,
    COLS,
    CORNERS,
    DOWN,
    HERE_AND_AROUND,
    LEFT,
    RIGHT,
    UP,
    Room,
    is_close,
)
from rogue.state.level import PASS, SEEN, STEPS, View
from rogue.state.world import World
from rogue.tables.glyphs import (
    DOOR,
    FAKE_OBJECTS,
    FLOOR,
    LETTER,
    OBJECTS,
    PASSAGE,
    ROCK,
    STAIRS,
    STEP_OK,
    WALL_H,
    WALL_V,
)
from rogue.tables.monsters import INVISIBLE

_BEHIND: Final = {
    LEFT: (RIGHT, UP + RIGHT, DOWN + RIGHT),
    RIGHT: (LEFT, UP + LEFT, DOWN + LEFT),
    DOWN: (UP, UP + LEFT, UP + RIGHT),
    UP: (DOWN, DOWN + LEFT, DOWN + RIGHT),
    UP + LEFT: (RIGHT, DOWN, DOWN + RIGHT),
    UP + RIGHT: (LEFT, DOWN, DOWN + LEFT),
    DOWN + RIGHT: (LEFT, UP, UP + LEFT),
    DOWN + LEFT: (RIGHT, UP, UP + RIGHT),
}
_AHEAD: Final = {run: frozenset(AROUND).difference(behind) for run, behind in _BEHIND.items()}
"""Direction of a careful run -> the neighbors that may stop it (RUN-4)."""

_LEFT_BEHIND: Final = {
    step: tuple([side for side in AROUND if side - step not in HERE_AND_AROUND]) for step in AROUND
}
"""Step -> the neighbors of the square left that are no neighbors of the square entered."""

_DECEIVED: Final = BLIND | HALLUCINATING  # what the player sees may differ from what is there
_DULL: Final = frozenset((FLOOR, WALL_H, WALL_V, ROCK))


def sees_foe(world: World, foe: Monster) -> bool:
    """Return whether the player sees a monster (VIS-13)."""
    player = world.player
    if player.flags & BLIND or (foe.flags & INVISIBLE and not player.flags & SEES_INVISIBLE):
        return False
    if is_close(foe.spot, player.spot):
        return not corner_hides(world, player.spot, foe.spot)
    room = foe.room
    return room is player.room and room is not None and not room.dark


def sees_spot(world: World, spot: int) -> bool:
    """Return whether the player sees a square (VIS-14)."""
    player = world.player
    if player.flags & BLIND:
        return False
    level = world.level
    if is_close(spot, player.spot):
        return not (level.flags[spot] & PASS and corner_hides(world, player.spot, spot))
    room = level.room_at(spot)
    return room is player.room and room is not None and not room.dark


def corner_hides(world: World, spot: int, near: int) -> bool:
    """Return whether two solid corners hide the diagonal neighbor `near` from `spot` (VIS-4).

    In some editions corners hide nothing (V52-6).
    """
    step = near - spot
    corners = CORNERS.get(step)
    if corners is None:
        return False
    cells = world.level.cells
    if STEP_OK[cells[spot + corners[0]]] or STEP_OK[cells[spot + corners[1]]]:
        return False
    return world.rules.looking.corners_hide


def floor_symbol(world: World) -> int:
    """Return the symbol of bare floor in the player's room (VIS-7).

    It is blank if the room is dark and option seefloor is off.
    """
    if world.options.seefloor:
        return FLOOR
    room = world.player.room
    return ROCK if room is not None and room.dark and not room.gone else FLOOR


def underfoot(world: World, spot: int) -> int:
    """Return the symbol that appears on a square when the player leaves it."""
    symbol = world.level.cells[spot]
    return floor_symbol(world) if symbol == FLOOR and not world.options.seefloor else symbol


def picture_of(world: World, spot: int, symbol: int) -> int:
    """Return the displayed form of a square's symbol.

    While the player hallucinates, objects are shown as random symbols (CON-3).
    """
    if not world.player.flags & HALLUCINATING:
        return symbol
    if symbol in OBJECTS or (symbol == STAIRS and not world.level.flags[spot] & SEEN):
        return fake_object(world)
    return symbol


def fake_object(world: World) -> int:
    """Choose a random object symbol to show in place of the real one, with the decoration dice (CON-3)."""
    known = FAKE_OBJECTS if world.depth >= world.rules.amulet_depth else FAKE_OBJECTS[:-1]
    return world.deco.pick(known)


def letter_of(world: World, foe: Monster) -> int:
    """Return a visible monster's symbol, which is that of its disguise if it has one.

    While the player hallucinates, return a random letter (VIS-5).
    """
    if world.player.flags & HALLUCINATING:
        return ord("A") + world.deco.rnd(26)
    return foe.disguise


def draw_foe(world: World, foe: Monster) -> None:
    """Draw a monster on its square, and record the symbol that it covers (VIS-17)."""
    if not foe.under:
        foe.under = world.canvas.cells[foe.spot]
    world.canvas.put(foe.spot, letter_of(world, foe))


def hide_foe(world: World, foe: Monster) -> None:
    """Draw the symbol that a monster covers, if the monster is on the map (VIS-17b)."""
    if foe.under:
        world.canvas.put(foe.spot, foe.under)
        foe.under = 0


def show_foes(world: World) -> int:
    """Draw every monster's letter.

    Highlight those monsters that are out of sight, and return how many of these there are.  While the player
    hallucinates, the letters are random (POT-8, GEN-40).
    """
    canvas, hallucinating = world.canvas, world.player.flags & HALLUCINATING
    hidden = 0
    for foe in world.level.foes:
        foe.under = foe.under or canvas.cells[foe.spot]
        shown = letter_of(world, foe) if hallucinating else ord(foe.kind.letter)
        if sees_foe(world, foe):
            canvas.put(foe.spot, shown)
        else:
            canvas.put_bright(foe.spot, shown)
            hidden += 1
    return hidden


def draw_room(world: World, room: Room) -> None:
    """Draw a lit room: walls, doors, floor, items, visible monsters (VIS-9, VIS-10)."""
    level, canvas = world.level, world.canvas
    cells, foe_at = level.cells, level.foe_at
    nobody = [None] * room.width
    plain = not (canvas.bright or world.player.flags & HALLUCINATING)
    for left in range(room.top * COLS + room.left, (room.top + room.height) * COLS + room.left, COLS):
        right = left + room.width
        if foe_at[left:right] == nobody:
            if plain:
                canvas.put_row(left, cells[left:right])
            if canvas.cells[left:right] == cells[left:right]:
                continue
        for spot in range(left, right):
            symbol = cells[spot]
            foe = foe_at[spot]
            if foe is None:
                if canvas.cells[spot] != symbol:
                    canvas.put(spot, picture_of(world, spot, symbol))
                continue
            foe.under = symbol
            if sees_foe(world, foe):
                canvas.put(spot, letter_of(world, foe))
            elif world.player.flags & DETECTS:
                canvas.put_bright(spot, foe.disguise)
            else:
                canvas.put(spot, symbol)


def forget_room(world: World, room: Room) -> None:
    """Erase the monsters and the dark floor of a room that the player leaves (VIS-11)."""
    canvas, player = world.canvas, world.player
    dark = room.dark and not player.flags & BLIND
    floor = ROCK if dark else FLOOR
    for left in range(room.top * COLS + room.left, (room.top + room.height) * COLS + room.left, COLS):
        row = canvas.cells[left : left + room.width]
        if row == row.lower() and not (dark and FLOOR in row):
            continue  # neither a monster nor floor to erase
        for at in range(left, left + room.width):
            symbol = canvas.cells[at]
            if symbol == FLOOR:
                if dark:
                    canvas.put(at, ROCK)
            elif LETTER[symbol]:
                _forget_letter(world, at, floor)


def _forget_letter(world: World, spot: int, floor: int) -> None:
    if world.player.flags & DETECTS:
        world.canvas.put_bright(spot, world.canvas.cells[spot])
        return
    world.canvas.put(spot, DOOR if world.level.cells[spot] == DOOR else floor)
    foe = world.level.foe_at[spot]
    if foe is not None:
        foe.under = 0


def observe(world: World) -> None:
    """Draw the neighbors that the player sees, but wake no monster (VIS-3..7).  A careful run may end."""
    view = perceive(world)
    show_neighbors(world, view, _is_alone(world, view))


def perceive(world: World) -> View:
    """Find the neighbors that the player perceives.  `Level.views` keeps the result."""
    level, here = world.level, world.player.spot
    view = level.views[here] = View(_spots_in_view(world))
    return view


def _spots_in_view(world: World) -> list[int]:
    """Return the neighbors that the player perceives (VIS-3, VIS-4).

    The player perceives neither solid rock nor squares beyond a room's wall or behind a corner.
    """
    level, here = world.level, world.player.spot
    cells, flags = level.cells, level.flags
    passable = (level.open or level.find_open())[here]
    at_door = cells[here] == DOOR
    in_passage = flags[here] & PASS
    if not in_passage and not at_door:
        return [here + step for step in STEPS[level.indoors[here]]]
    net = level.number[here] if in_passage and world.rules.looking.one_network else -1
    spots: list[int] = []
    for step in AROUND if at_door else STEPS[passable]:
        spot = here + step
        symbol = cells[spot]
        if symbol == ROCK:
            continue
        passage = flags[spot] & PASS
        is_inside = passage == in_passage and (net < 0 or level.number[spot] == net)
        if not (is_inside or symbol == DOOR or at_door):
            continue
        if (passage or symbol == DOOR) and corner_hides(world, here, spot):
            continue
        spots.append(spot)
    return spots


def show_neighbors(world: World, view: View, alone: bool) -> None:
    """Draw the neighbors in view, and stop a careful run beside something of interest (VIS-5..7, RUN-4).

    `alone` says that no monster is on the squares in view.  Only decoration dice are rolled.  In the usual
    case, no monster is near and nothing has changed since the last drawing, so nothing is drawn again.  Hot:
    runs for every action; measured by scripts/bench.
    """
    player, canvas = world.player, world.canvas
    here = player.spot
    if world.looked_from != here or world.looked_room is not player.room:
        left = world.looked_room
        if left is not None and left.dark and not left.gone:
            _forget_lamplight(world, view, alone)
        world.looked_from = here
        world.looked_room = player.room
    dark_floor = FLOOR if world.options.seefloor else floor_symbol(world)
    if not alone or canvas.bright or player.flags & _DECEIVED:
        _show_spots(world, view.spots, dark_floor)
    elif view.drawings != canvas.drawings or view.floor != dark_floor:
        cells, seen = world.level.cells, canvas.cells
        for spot in view.spots:
            symbol = cells[spot]
            if symbol == FLOOR:
                symbol = dark_floor
            if seen[spot] != symbol:
                canvas.put(spot, symbol)
        view.drawings, view.floor = canvas.drawings, dark_floor
    if world.run and _may_stop(world):
        _stop_beside(world, view.spots)
    if world.options.helpers and not player.flags & BLIND:
        canvas.note_place(here)


def _is_alone(world: World, view: View) -> bool:
    """Return whether no monster is on the squares in view."""
    foe_at = world.level.foe_at
    if world.level.foes:
        for spot in view.spots:
            if foe_at[spot] is not None:
                return False
    return True


def _show_spots(world: World, spots: list[int], dark_floor: int) -> None:
    """Draw the neighbors `spots`.  A careful run ends beside a monster that is only detected."""
    player, canvas = world.player, world.canvas
    cells, foe_at, seen, bright = world.level.cells, world.level.foe_at, canvas.cells, canvas.bright
    blind, hallucinating = player.flags & BLIND, player.flags & HALLUCINATING
    for spot in spots:
        foe = foe_at[spot]
        if foe is None:
            shown = picture_of(world, spot, cells[spot]) if hallucinating else cells[spot]
        elif is_only_detected(world, foe):
            if _may_stop(world):
                world.run = 0
            continue
        else:
            shown = _symbol_of(world, foe)
        if blind:
            continue
        if shown == FLOOR:
            shown = dark_floor
        if seen[spot] != shown or (bright and spot in bright):
            canvas.put(spot, shown)


def _may_stop(world: World) -> bool:
    """Return whether the player is on a careful run that its neighborhood may stop (RUN-3)."""
    return world.run != 0 and world.careful and world.run_steps > 0 and not world.player.flags & BLIND


def _stop_beside(world: World, spots: list[int]) -> None:
    """End a careful run if one of the neighbors `spots`, which are drawn, is of interest (RUN-4)."""
    here, seen, ahead = world.player.spot, world.canvas.cells, _AHEAD[world.run]
    passages = 0
    for spot in spots:
        step = spot - here
        if step not in ahead:
            continue
        shown = seen[spot]
        if shown == PASSAGE:
            passages += step not in CORNERS
        elif shown == DOOR:
            if step not in CORNERS:
                world.run = 0
        elif shown not in _DULL:
            world.run = 0
    if passages > 1:
        world.run = 0


def is_only_detected(world: World, foe: Monster) -> bool:
    """Return whether the player detects monsters and this one is invisible (VIS-6).

    A look around does not redraw the square of such a monster.
    """
    return bool(foe.flags & INVISIBLE and world.player.flags & DETECTS)


def _symbol_of(world: World, foe: Monster) -> int:
    """Return the symbol to show on a neighboring monster's square.  Record what a visible monster covers."""
    if not sees_foe(world, foe):
        return world.level.cells[foe.spot]
    if not foe.under:
        foe.under = world.canvas.cells[foe.spot]
    return letter_of(world, foe)


def _forget_lamplight(world: World, view: View, alone: bool) -> None:
    """Erase the floor around the previous position, which was in a dark room (VIS-7).

    Free squares in view stay, because they would be drawn again, but one of them counts as changed.
    """
    if world.player.flags & BLIND or not world.options.seefloor:
        return
    canvas, old, here = world.canvas, world.looked_from, world.player.spot
    cells, foe_at = canvas.cells, world.level.foe_at
    spots, kept, steps = view.spots, 0, HERE_AND_AROUND
    if alone and len(spots) == len(AROUND) and cells[old] == FLOOR:
        kept, steps = old, _LEFT_BEHIND.get(here - old, steps)
    for step in steps:
        spot = old + step
        if cells[spot] != FLOOR or spot == here:
            continue
        if spot in spots and foe_at[spot] is None:
            kept = spot
        else:
            canvas.put(spot, ROCK)
    if kept:
        canvas.dirty.add(kept)


def redraw_hallucination(world: World) -> None:
    """Redraw the objects and monsters in sight with false symbols, for a player who hallucinates (CON-4).

    Roll no game dice.
    """
    player, level, canvas = world.player, world.level, world.canvas
    for thing in level.things:
        if level.foe_at[thing.spot] is None and sees_spot(world, thing.spot):
            canvas.put(thing.spot, fake_object(world))
    stairs = level.stairs
    hidden = level.flags[stairs] & SEEN == 0 and level.foe_at[stairs] is None
    if hidden and sees_spot(world, stairs):
        canvas.put(stairs, fake_object(world))
    for foe in level.foes:
        if sees_foe(world, foe):
            false = LETTER[foe.disguise] == 0
            symbol = fake_object(world) if false else letter_of(world, foe)
            foe.under = foe.under or canvas.cells[foe.spot]
            canvas.put(foe.spot, symbol)
        elif player.flags & DETECTS:
            canvas.put_bright(foe.spot, letter_of(world, foe))


def clear_hallucination(world: World) -> None:
    """Redraw the true items, stairs, and monsters in sight when hallucination ends (CON-5)."""
    player, level, canvas = world.player, world.level, world.canvas
    for spot in (*(thing.spot for thing in level.things), level.stairs):
        if level.foe_at[spot] is None and sees_spot(world, spot):
            canvas.put(spot, level.cells[spot])
    for foe in level.foes:
        if sees_foe(world, foe):
            canvas.put(foe.spot, foe.disguise)
        elif player.flags & DETECTS:
            canvas.put_bright(foe.spot, ord(foe.kind.letter))


def gain_see_invisible(world: World) -> None:
    """Let the player see invisible monsters, and draw those in sight (POT-5, RNG-2)."""
    player = world.player
    player.flags |= SEES_INVISIBLE
    if player.flags & HALLUCINATING:
        return
    for foe in world.level.foes:
        if foe.flags & INVISIBLE and sees_foe(world, foe):
            draw_foe(world, foe)
