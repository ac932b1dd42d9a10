"""What the player notices on each move, which monsters notice the player, which monsters wake."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import drop_aim, notice
from rogue.minds.sound_and_scent import REST, STEP
from rogue.rules import item_names, vision
from rogue.rules.attributes import confuse, player_saves
from rogue.rules.item_names import color
from rogue.rules.output import emit
from rogue.rules.vision import sees_foe
from rogue.state.entities import (
    AWAKE,
    BLIND,
    CANCELLED,
    GAZED,
    HALLUCINATING,
    HELD,
    LEVITATING,
    Item,
    Monster,
)
from rogue.state.grid import Room, is_close
from rogue.state.world import World
from rogue.tables.glyphs import LETTER
from rogue.tables.monsters import GREEDY, MEAN

EVEN_ODDS: Final = {2: REST, 3: STEP}
"""Quarters of the chance to wake -> the maximum loudness for them (VMN-44)."""


def look(world: World) -> None:
    """Draw the neighboring squares that the player sees.

    Monsters on those squares may wake (VIS-3..7, V52-24).

    Hot: runs for every action; measured by scripts/bench.
    """
    level = world.level
    view = level.views.get(world.player.spot)
    if view is None:
        view = vision.perceive(world)
    foe_at = level.foe_at
    alone = settled = True
    for spot in view.spots:
        foe = foe_at[spot]
        if foe is not None:
            alone = False
            _meet(world, foe)
            if not foe.flags & AWAKE or foe.kind.gaze:
                settled = False
    world.settled = settled
    vision.show_neighbors(world, view, alone)


def _meet(world: World, foe: Monster) -> None:
    """Let a monster beside the player wake by chance, unless the player does not perceive it."""
    wakeful = world.rules.chasing.blind_look or not world.player.flags & BLIND
    if wakeful and not vision.is_only_detected(world, foe):
        wake_chance(world, foe)


def wake_chance(world: World, foe: Monster) -> None:
    """Let a monster wake by chance.  If the monster can gaze, let it gaze (MON-14, MON-16, MON-17, V52-26).

    Draws dice only for a mean sleeper and for a gaze.
    """
    player = world.player
    if not foe.flags & AWAKE:
        mean = bool(foe.flags & MEAN) and not foe.flags & HELD
        if mean and wakes(world) and not player.wears("stealth") and not player.flags & LEVITATING:
            foe.goal = None
            foe.flags |= AWAKE
            notice(world, foe)
        elif foe.flags & GREEDY and (not mean or world.rules.chasing.greedy_mean_wake):
            _wake_greedy(world, foe)
    if foe.kind.gaze and (foe.flags & AWAKE or world.rules.fighting.gaze_always):
        _gaze(world, foe)


def _wake_greedy(world: World, foe: Monster) -> None:
    """Wake a greedy sleeper.  If the player's room has gold, the gold becomes the goal (MON-16, V36-8)."""
    room = world.player.room
    gold = room.gold_spot if room is not None and room.gold else None
    if gold is not None or world.rules.chasing.greedy_always_wake:
        foe.goal = gold
        foe.flags |= AWAKE
        notice(world, foe)


def _gaze(world: World, foe: Monster) -> None:
    player = world.player
    cancelled = foe.flags & CANCELLED and not world.rules.fighting.gaze_always  # V36-29
    if foe.flags & GAZED or cancelled or player.flags & (BLIND | HALLUCINATING):
        return
    room = player.room
    if (room is None or room.dark) and not is_close(foe.spot, player.spot):
        return
    foe.flags |= GAZED
    if player_saves(world, "magic"):
        return
    times = world.rules.times
    confuse(world, world.rng.between(*times.gaze_confusion) + world.rng.between(*times.confusion))
    name = item_names.foe_name(world, foe)
    emit(world, f"{name}s gaze has confused you" if name == "it" else f"{name}'s gaze has confused you")


def wake_room(world: World, room: Room) -> None:
    """Let a room's monsters wake by chance, except disguised ones (VIS-9, VIS-11, MON-21, V52-24)."""
    if room.gone or (world.player.flags & BLIND and not world.rules.chasing.blind_disturb):
        return
    for foe in list(world.level.foes):
        if LETTER[foe.disguise] and room.covers(foe.spot):
            wake_chance(world, foe)


def enter_by_door(world: World, door: int) -> None:
    """Move the player from a passage onto a room's door and into the room (VIS-9).

    In some editions the room's monsters may wake while the player is still in the passage (V36-26).
    """
    inside = world.rules.chasing.door_is_inside
    room = world.level.room_at(door)
    if not inside and room is not None:
        wake_room(world, room)
    world.player.spot = door
    enter_room(world, door, waking=inside)


def enter_room(world: World, spot: int, *, waking: bool = True) -> None:
    """Enter the room of `spot`, and draw it if it is lit (VIS-9).  If `waking`, sleepers there may wake."""
    level = world.level
    room = world.player.room = level.room_at(spot)
    if room is None:
        return
    if waking:
        wake_room(world, room)
    if not room.dark and not room.gone and not world.player.flags & BLIND:
        vision.draw_room(world, room)


def leave_room(world: World, spot: int) -> None:
    """Set the player's room to the passage network that contains `spot`.

    Erase the old room's monsters and dark floor from the screen (VIS-11).  Monsters asleep in the old room
    may wake.  In some editions this happens before the player has left it (V36-26).
    """
    player = world.player
    room = player.room
    inside = world.rules.chasing.door_is_inside
    if room is not None and not room.maze and not inside:
        wake_room(world, room)  # before the player leaves (V36-26)
    player.room = world.level.room_at(spot)
    if room is None or room.maze or room.gone:
        return
    vision.forget_room(world, room)
    if inside:
        wake_room(world, room)


def rouse(world: World, foe: Monster) -> None:
    """Wake a monster, end a scroll's hold on it, and choose its goal (MON-18).  May draw dice (CHS-3)."""
    foe.flags = (foe.flags | AWAKE) & ~HELD
    foe.goal = choose_goal(world, foe)
    notice(world, foe)


def choose_goal(world: World, foe: Monster) -> Item | None:
    """Return the item on the floor that a monster will fetch.  Return None if the goal is the player (CHS-3).

    Draws a die per item in the monster's room until an item is chosen.  Items that another monster wants are
    skipped.  In some editions monsters fetch nothing (V36-10).
    """
    odds = foe.kind.carry
    if odds <= 0 or not world.rules.chasing.fetches or foe.room is world.player.room or sees_foe(world, foe):
        return None
    level = world.level
    for item in level.things:
        if item.kind.does == "scare monster" or level.room_at(item.spot) is not foe.room:
            continue
        if world.rng.percent(odds) and not any(other.goal is item for other in level.foes):
            return item
    return None


def aggravate(world: World) -> None:
    """Wake every monster on the level (SCR-13, RNG-2).  May draw dice for the monsters' goals."""
    for foe in world.level.foes:
        rouse(world, foe)


def come_without_aim(foe: Monster) -> None:
    """Let a wandering monster arrive without knowing where the player is (VMN-42)."""
    foe.goal = None
    if foe.mind is not None:
        drop_aim(foe.mind)


def wakes(world: World) -> bool:
    """Return at random whether a sleeper wakes (MON-14, VMN-44)."""
    hits, of = world.rules.bestiary.wakes
    if world.minds is None:
        return world.rng.rnd(of) >= of - hits
    loud = max(REST, world.minds.loud)
    quarters = next((part for part, most in EVEN_ODDS.items() if loud <= most), 4)
    return world.rng.rnd(4 * of) >= 4 * of - hits * quarters


def light_up(world: World) -> None:
    """Light the player's room and draw it.  In a passage or a maze, only show a message (STK-3)."""
    room = world.player.room
    if room is None or room.gone:
        emit(world, "The corridor glows and then fades")
        return
    room.dark = False
    enter_room(world, world.player.spot)
    emit(world, f"The room is lit by a shimmering {color(world, 'blue')} light", terse="The room is lit")
