"""Vision: what the player sees and remembers, false pictures too, and whom the look wakes."""

from __future__ import annotations

from typing import Final

from rogue.rules import item_names
from rogue.rules.attributes import player_saves
from rogue.rules.visibility import corner_hides, sees_foe, sees_spot
from rogue.state.actors import (
    AWAKE,
    BLIND,
    CANCELLED,
    CONFUSED,
    DETECTS,
    GAZED,
    HALLUCINATING,
    HELD,
    LEVITATING,
    Monster,
)
from rogue.state.grid import AROUND, COLS, CORNERS, DOWN, LEFT, RIGHT, UP, is_close
from rogue.state.level import PASS, SEEN
from rogue.state.room import Room
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
    WALL_H,
    WALL_V,
)
from rogue.tables.monsters import GREEDY, INVISIBLE, MEAN

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
"""Direction of a careful run -> the neighbours that may stop it (RUN-4)."""

_LIT: Final = (*AROUND, 0)
_DULL: Final = frozenset((FLOOR, WALL_H, WALL_V, ROCK))


# -- what is seen


def floor_symbol(world: World) -> int:
    """Return how bare floor looks in the player's room: blank in the dark without option seefloor (VIS-7)."""
    room = world.player.room
    if room is not None and room.dark and not room.gone and not world.options.seefloor:
        return ROCK
    return FLOOR


def underfoot(world: World, spot: int) -> int:
    """Return what a square the player leaves looks like."""
    symbol = world.level.cells[spot]
    return floor_symbol(world) if symbol == FLOOR else symbol


def picture_of(world: World, spot: int, symbol: int) -> int:
    """Return how a square's symbol looks now: objects are anything while hallucinating (CON-3)."""
    if not world.player.flags & HALLUCINATING:
        return symbol
    if symbol in OBJECTS or (symbol == STAIRS and not world.level.flags[spot] & SEEN):
        return fake_object(world)
    return symbol


def fake_object(world: World) -> int:
    """Draw a false object symbol, from the dice of decoration (CON-3)."""
    known = FAKE_OBJECTS if world.depth >= world.rules.amulet_depth else FAKE_OBJECTS[:-1]
    return world.deco.pick(known)


def letter_of(world: World, foe: Monster) -> int:
    """Return the symbol a visible monster shows: its disguise, or any letter while hallucinating (VIS-5)."""
    if world.player.flags & HALLUCINATING:
        return ord("A") + world.deco.rnd(26)
    return foe.disguise


def draw_foe(world: World, foe: Monster) -> None:
    """Show a monster on its square, remembering what is below it."""
    if not foe.under:
        foe.under = world.canvas.cells[foe.spot]
    world.canvas.put(foe.spot, letter_of(world, foe))


def hide_foe(world: World, foe: Monster) -> None:
    """Show again what is remembered below a monster, if it was drawn (VIS-17b)."""
    if foe.under:
        world.canvas.put(foe.spot, foe.under)
        foe.under = 0


def show_foes(world: World) -> int:
    """Draw every monster by its true letter; return how many were out of sight, which are highlighted.

    While hallucinating the letters are any (POT-8, GEN-40).
    """
    canvas, dreaming = world.canvas, world.player.flags & HALLUCINATING
    hidden = 0
    for foe in world.level.foes:
        foe.under = foe.under or canvas.cells[foe.spot]
        shown = letter_of(world, foe) if dreaming else ord(foe.kind.letter)
        if sees_foe(world, foe):
            canvas.put(foe.spot, shown)
        else:
            canvas.put_bright(foe.spot, shown)
            hidden += 1
    return hidden


# -- waking


def wake_chance(world: World, foe: Monster) -> None:
    """Give a monster its chance to notice the player (MON-14, MON-16, MON-17).

    Draws dice only for a sleeper that is mean and for medusa's gaze.
    """
    player = world.player
    if not foe.flags & AWAKE:
        if foe.flags & MEAN and not foe.flags & HELD:
            hits, of = world.rules.bestiary.wakes
            restless = world.rng.rnd(of) >= of - hits
            if restless and not player.wears("stealth") and not player.flags & LEVITATING:
                foe.goal = None
                foe.flags |= AWAKE
        elif foe.flags & GREEDY:
            room = player.room
            foe.goal = room.gold_spot if room is not None and room.gold else None
            foe.flags |= AWAKE
    if foe.kind.gaze and foe.flags & AWAKE:
        _gaze(world, foe)


def _gaze(world: World, foe: Monster) -> None:
    player = world.player
    if foe.flags & (GAZED | CANCELLED) or player.flags & (BLIND | HALLUCINATING):
        return
    room = player.room
    if (room is None or room.dark) and not is_close(foe.spot, player.spot):
        return
    foe.flags |= GAZED
    if player_saves(world, "magic"):
        return
    times = world.rules.times
    turns = world.rng.between(*times.gaze_confusion) + world.rng.between(*times.confusion)
    if not player.flags & CONFUSED or not world.lengthen_timer("confusion", turns):
        world.start_timer("confusion", turns)
    player.flags |= CONFUSED
    name = item_names.foe_name(world, foe)
    world.emit(f"{name}s gaze has confused you" if name == "it" else f"{name}'s gaze has confused you")


def wake_room(world: World, room: Room) -> None:
    """Give every monster of a room that shows a letter its waking chance (VIS-9, VIS-11, MON-21)."""
    if room.gone:
        return
    for foe in list(world.level.foes):
        if LETTER[foe.disguise] and room.covers(foe.spot):
            wake_chance(world, foe)


# -- rooms


def enter_room(world: World, spot: int) -> None:
    """Count the player in the room of `spot`; its sleepers may wake; a lit room is drawn whole (VIS-9)."""
    level = world.level
    room = world.player.room = level.room_at(spot)
    if room is None:
        return
    wake_room(world, room)
    if not room.dark and not room.gone and not world.player.flags & BLIND:
        draw_room(world, room)


def draw_room(world: World, room: Room) -> None:
    """Show a lit room: walls, doors, floor, things, visible monsters (VIS-9, VIS-10)."""
    level, canvas = world.level, world.canvas
    cells, foe_at = level.cells, level.foe_at
    for left in range(room.top * COLS + room.left, (room.top + room.height) * COLS + room.left, COLS):
        for spot in range(left, left + room.width):
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


def leave_room(world: World, spot: int) -> None:
    """Count the player in the network of `spot`; forget the room's monsters and dark floor (VIS-11)."""
    level, canvas, player = world.level, world.canvas, world.player
    room = player.room
    player.room = level.room_at(spot)
    if room is None or room.maze or room.gone:
        return
    dark = room.dark and not player.flags & BLIND
    floor = ROCK if dark else FLOOR
    for left in range(room.top * COLS + room.left, (room.top + room.height) * COLS + room.left, COLS):
        for at in range(left, left + room.width):
            symbol = canvas.cells[at]
            if symbol == FLOOR:
                if dark:
                    canvas.put(at, ROCK)
            elif LETTER[symbol]:
                _forget_letter(world, at, floor)
    wake_room(world, room)


def _forget_letter(world: World, spot: int, floor: int) -> None:
    if world.player.flags & DETECTS:
        world.canvas.put_bright(spot, world.canvas.cells[spot])
        return
    world.canvas.put(spot, DOOR if world.level.cells[spot] == DOOR else floor)
    foe = world.level.foe_at[spot]
    if foe is not None:
        foe.under = 0


# -- the look


def look(world: World, waking: bool = True) -> None:
    """Inspect the eight neighbours: show what is seen, wake who may wake, stop a careful run (VIS-3..7).

    Hot: runs for every action; measured by scripts/bench.
    """
    player, level, canvas = world.player, world.level, world.canvas
    here = player.spot
    if world.looked_from != here or world.looked_room is not player.room:
        _forget_lamplight(world)
        world.looked_from = here
        world.looked_room = player.room
    cells, flags, foe_at, seen, bright = level.cells, level.flags, level.foe_at, canvas.cells, canvas.bright
    at_door = cells[here] == DOOR
    in_passage = flags[here] & PASS
    net = level.number[here] if in_passage and world.rules.looking.one_network else -1
    cornered = in_passage or at_door  # corners may hide a neighbour
    blind = player.flags & BLIND
    dreaming = player.flags & HALLUCINATING
    ahead = _AHEAD[world.run] if world.run and world.careful and world.run_steps and not blind else None
    dark_floor = floor_symbol(world)
    passages = 0
    for step in AROUND:
        spot = here + step
        symbol = cells[spot]
        if symbol == ROCK:
            continue
        other = flags[spot] & PASS != in_passage or (net >= 0 and level.number[spot] != net)
        if other and symbol != DOOR and not at_door:
            continue
        corner = cornered and step in CORNERS and (symbol == DOOR or flags[spot] & PASS)
        if corner and corner_hides(world, here, spot):
            continue
        foe = foe_at[spot]
        if foe is None:
            shown = picture_of(world, spot, symbol) if dreaming else symbol
        else:
            if player.flags & DETECTS and foe.flags & INVISIBLE:
                if ahead is not None:
                    world.run = 0
                continue
            if waking:
                wake_chance(world, foe)
            shown = symbol
            if sees_foe(world, foe):
                if not foe.under:
                    foe.under = seen[spot]
                shown = letter_of(world, foe)
        if blind:
            continue
        if shown == FLOOR:
            shown = dark_floor
        if seen[spot] != shown or spot in bright:
            canvas.put(spot, shown)
        if ahead is not None and step in ahead:
            if shown == DOOR:
                if step not in CORNERS:
                    world.run = 0
            elif shown == PASSAGE:
                passages += step not in CORNERS
            elif shown not in _DULL:
                world.run = 0
    if ahead is not None and passages > 1:
        world.run = 0
    if world.options.helpers and not blind:
        canvas.note_place(here)


def _forget_lamplight(world: World) -> None:
    """Blank the floor around the last look in a dark room (VIS-7)."""
    room = world.looked_room
    if room is None or room.gone or not room.dark or world.player.flags & BLIND or not world.options.seefloor:
        return
    canvas, old, here = world.canvas, world.looked_from, world.player.spot
    for step in _LIT:
        spot = old + step
        if spot != here and canvas.cells[spot] == FLOOR:
            canvas.put(spot, ROCK)


def redraw_hallucination(world: World) -> None:
    """While hallucinating show everything in sight anew, falsely; no dice of play (CON-4)."""
    player, level, canvas = world.player, world.level, world.canvas
    if not player.flags & HALLUCINATING:
        return
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
    """Show the true things, stairs and monsters in sight again, hallucination being over (CON-5)."""
    player, level, canvas = world.player, world.level, world.canvas
    for spot in (*(thing.spot for thing in level.things), level.stairs):
        if level.foe_at[spot] is None and sees_spot(world, spot):
            canvas.put(spot, level.cells[spot])
    for foe in level.foes:
        if sees_foe(world, foe):
            canvas.put(foe.spot, foe.disguise)
        elif player.flags & DETECTS:
            canvas.put_bright(foe.spot, ord(foe.kind.letter))
