"""New monsters: which kind, how strong; and free squares for them and for things.

Owns   choosing and making a monster (MON-1 to MON-8, SPC-14), its load (MON-12), free squares (GEN-15).
Leaves when monsters come (dig.populate, rules.wander), waking them (rules.senses).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.dig.things import make_item
from rogue.state.creature import AWAKE, HASTED, Monster
from rogue.state.grid import COLS
from rogue.state.level import Level, Room
from rogue.state.world import World
from rogue.tables.symbols import FAKE_OBJECTS, FLOOR, PASSAGE, STEP_OK

HASTE_BELOW: Final = 29
"""Deeper than this every new monster is hasted (MON-5)."""
_NONE_THERE: Final = " "
"""A blank of the list of wanderers: draw again."""
_PATIENCE: Final = 200
"""Random tries before all squares are looked at (BUG-2)."""


def choose_letter(world: World, wandering: bool = False, depth: int | None = None) -> str:
    """Draw the kind of a new monster for `depth`, by default the world's (MON-1, MON-2)."""
    rng = world.rng
    order = world.rules.wanderers if wandering else world.rules.order
    at = world.depth if depth is None else depth
    last = len(order) - 1
    letter = _NONE_THERE
    while letter == _NONE_THERE:
        index = at - 6 + rng.rnd(10)
        if index < 0:
            index = rng.rnd(5)
        elif index > last:
            index = last - 4 + rng.rnd(5)
        letter = order[index]
    return letter


def make_foe(world: World, letter: str, spot: int, depth: int | None = None) -> Monster:
    """Make a monster for `spot`, asleep, without goal or pack, not yet on the level (MON-3 to MON-8)."""
    rules, rng = world.rules, world.rng
    at = world.depth if depth is None else depth
    kind = rules.monsters[letter]
    foe = Monster(kind, spot)
    extra = max(0, at - rules.amulet_depth)
    foe.level += extra
    foe.armor -= extra
    foe.hp = foe.max_hp = rng.roll(foe.level, 8)
    foe.exp += 10 * extra + exp_bonus(foe.level, foe.max_hp)
    if at > HASTE_BELOW:
        foe.flags |= HASTED
    if world.player.wears("aggravate monster"):
        foe.flags |= AWAKE
    if kind.disguised:
        foe.disguise = rng.pick(FAKE_OBJECTS[: 10 if at >= rules.amulet_depth else 9])
    if kind.on_hit == "hold" and world.player.grip > 0:
        foe.attacks = ((world.player.grip, 1),)
    return foe


def exp_bonus(level: int, hp: int) -> int:
    """Return the experience points a monster is worth for its strength (MON-4).

    >>> [exp_bonus(level, 48) for level in (1, 6, 7, 9, 10)]
    [6, 8, 32, 32, 160]
    """
    bonus = hp // 8 if level == 1 else hp // 6
    if level >= 10:
        return bonus * 20
    return bonus * 4 if level >= 7 else bonus


def give_item(world: World, foe: Monster, depth: int | None = None) -> None:
    """Let a new monster carry an item, by its kind's chance, at the deepest depth or below (MON-12)."""
    at = world.depth if depth is None else depth
    if at >= world.deepest and world.rng.percent(foe.kind.carry):
        foe.pack.insert(0, make_item(world))


# -- free squares


def random_spot(world: World, room: Room) -> int:
    """Draw a square inside the walls of a room, whatever is there (GEN-14)."""
    rnd = world.rng.rnd
    col = room.left + 1 + rnd(room.width - 2)
    return (room.top + 1 + rnd(room.height - 2)) * COLS + col


def free_foe_spot(world: World, room: Room | None = None, tries: int | None = None) -> int | None:
    """Draw a square for a monster, in `room` or anywhere (GEN-15).

    "Anywhere" is uniform over rooms, not over squares.  None after `tries` tries; without a
    limit, None only when no such square is left.
    """
    return free_spot(world, _fits_foe, room, tries)


def free_thing_spot(world: World, room: Room | None = None, tries: int | None = None) -> int | None:
    """Draw a square for a thing, as `free_foe_spot` does for a monster (GEN-15)."""
    return free_spot(world, _fits_thing, room, tries)


def _fits_foe(level: Level, _room: Room, spot: int) -> bool:
    return level.foe_at[spot] is None and STEP_OK[level.cells[spot]] == 1


def _fits_thing(level: Level, room: Room, spot: int) -> bool:
    return level.cells[spot] == (PASSAGE if room.maze else FLOOR)


def free_spot(
    world: World,
    fits: Callable[[Level, Room, int], bool],
    room: Room | None = None,
    tries: int | None = None,
) -> int | None:
    """Draw squares in `room`, or each in a new random room, until one fits (GEN-15, BUG-2)."""
    level = world.level
    rooms = [room] if room else [place for place in level.rooms if not place.gone]
    if not rooms:
        return None
    for _ in range(_PATIENCE if tries is None else tries):
        place = world.rng.pick(rooms)
        spot = random_spot(world, place)
        if fits(level, place, spot):
            return spot
    if tries is not None:
        return None
    left = [spot for place in rooms for spot in inside(place) if fits(level, place, spot)]
    return world.rng.pick(left) if left else None


def inside(room: Room) -> list[int]:
    """Return the squares inside the walls of a room, row by row."""
    return [
        row * COLS + col
        for row in range(room.top + 1, room.top + room.height - 1)
        for col in range(room.left + 1, room.left + room.width - 1)
    ]
