"""Functions that make items or monsters, or that find free squares to put them on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.state.entities import AWAKE, CURSED, HASTED, SLOWED, Item, Monster
from rogue.state.grid import COLS, Room
from rogue.state.level import Level
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, PASSAGE, STEP_OK
from rogue.tables.items import ItemClass, ItemKind

PACKS_FROM: Final = 3  # depths (VMN-43)
LARGE_PACKS_FROM: Final = 8
MATES: Final = 2  # besides the first monster; up to twice as many in a large pack
MATE_TRIES: Final = 10
_NONE_THERE: Final = " "
"""A blank in the list of wanderers, which is rerolled."""
_PATIENCE: Final = 200
"""Random tries before all remaining choices are listed (BUG-2)."""


def make_item(world: World) -> Item:
    """Make a random item.  If too many levels had no food, make food (ITM-1, ITM-2)."""
    promised = world.rules.hunger.levels_without
    if promised and world.levels_without_food > promised:
        cls: ItemClass = "food"
    else:
        cls = draw_class(world)
    if cls == "food":
        world.levels_without_food = 0
    return make_of(world, draw_kind(world, cls))


def draw_class(world: World) -> ItemClass:
    """Return a random class of items, by the odds of the classes (RND-8)."""
    chance = world.rng.rnd(100)
    for cls, odds in world.rules.class_odds:
        chance -= odds
        if chance < 0:
            return cls
    raise ValueError("the odds of the classes of item sum to less than 100")


def draw_kind(world: World, cls: ItemClass) -> ItemKind:
    """Return a random kind of a class of items, by the odds of the kinds (RND-8).

    A game has only one scroll of genocide.  Each further one becomes a scroll of identify (V52-15).
    """
    kinds = world.rules.kinds(cls)
    chance = world.rng.rnd(sum(kind.odds for kind in kinds))
    at = 0
    while chance >= kinds[at].odds:
        chance -= kinds[at].odds
        at += 1
    kind = kinds[at]
    if kind.does == "genocide":
        if world.genocide_made:
            return next((other for other in kinds if other.does == "identify"), kind)
        world.genocide_made = True
    return kind


def make_of(world: World, kind: ItemKind) -> Item:
    """Make an item of a kind, with random count, bonuses, and charges (ITM-3 to ITM-7)."""
    rng = world.rng
    item = Item(kind)
    if kind.cls == "weapon":
        _make_weapon(world, item)
    elif kind.cls == "armor":
        _make_armor(rng, item)
    elif kind.cls == "ring":
        _make_ring(rng, item)
    elif kind.cls == "stick":
        item.value = rng.between(*kind.charges)
    return item


def _make_weapon(world: World, item: Item) -> None:
    rng, kind = world.rng, item.kind
    item.count = rng.between(*kind.count)
    if kind.grouped:
        item.group = next_group(world)
    chance = rng.rnd(100)
    if chance < 10:
        item.flags |= CURSED
        item.hit_plus = -rng.between(1, 3)
    elif chance < 15:
        item.hit_plus = rng.between(1, 3)


def _make_armor(rng: Rng, item: Item) -> None:
    item.value = item.kind.armor
    chance = rng.rnd(100)
    if chance < 20:
        item.flags |= CURSED
        item.value += rng.between(1, 3)
    elif chance < 28:
        item.value -= rng.between(1, 3)


def _make_ring(rng: Rng, item: Item) -> None:
    if item.kind.valued:
        item.value = rng.rnd(3) or -1
    if item.kind.cursed or item.value < 0:
        item.flags |= CURSED


def next_group(world: World) -> int:
    """Return the number for a new group of weapons, which stack only with each other (ITM-4)."""
    world.groups += 1
    return world.groups


def gold_worth(world: World) -> int:
    """Return a random number of gold pieces for a pile at this depth (RND-7)."""
    rules = world.rules
    return (2 + world.rng.rnd(50 + 10 * rules.difficulty(world.depth))) * rules.digging.gold_pct // 100


def make_gold(world: World) -> Item:
    """Make a pile of gold for this depth (GEN-16)."""
    return Item(world.rules.kinds("gold")[0], value=gold_worth(world))


def make_amulet(world: World) -> Item:
    """Make the amulet (GEN-35)."""
    return Item(world.rules.kinds("amulet")[0])


def choose_letter(world: World, wandering: bool = False, depth: int | None = None) -> str:
    """Return the letter of a random monster for `depth`.  The default is the world's depth (MON-1, MON-2)."""
    rng = world.rng
    order = world.rules.wanderers if wandering else world.rules.order
    at = world.rules.difficulty(world.depth if depth is None else depth)
    last = len(order) - 1
    if world.extinct:
        order = _surviving(world, order)
    for _ in range(_PATIENCE):
        index = at - 6 + rng.rnd(10)
        if index < 0:
            index = rng.rnd(5)
        elif index > last:
            index = last - 4 + rng.rnd(5)
        if order[index] != _NONE_THERE:
            return order[index]
    return rng.pick(order.replace(_NONE_THERE, ""))  # all kinds for this depth are extinct


def make_foe(world: World, letter: str, spot: int, depth: int | None = None) -> Monster:
    """Make a monster for `spot`, without goal or items (MON-3 to MON-8).

    The monster sleeps unless the player wears a ring of aggravate monster.  The caller adds it to the level.
    """
    rules, rng = world.rules, world.rng
    at = world.depth if depth is None else depth  # growth counts from the amulet's true depth
    kind = rules.monsters[letter]
    foe = Monster(kind, spot)
    breed = rules.bestiary
    extra = max(0, at - rules.amulet_depth) if breed.grows else 0
    foe.level += extra
    foe.armor -= extra
    foe.hp = foe.max_hp = rng.roll(foe.level, 8)
    if breed.grows:
        foe.exp += 10 * extra + exp_bonus(foe.level, foe.max_hp)
    if breed.hasted_below is not None and rules.difficulty(at) > breed.hasted_below:
        foe.flags |= HASTED
    if kind.speed != "usual":
        foe.flags |= HASTED if kind.speed == "fast" else SLOWED
    if world.player.wears("aggravate monster"):
        foe.flags |= AWAKE
    if kind.disguised:
        known = breed.disguises
        foe.disguise = rng.pick(known if at >= rules.amulet_depth else known[:-1])
    if kind.on_hit == "hold" and world.player.grip > 0:
        foe.attacks = ((world.player.grip, 1),)
    return foe


def make_companions(world: World, first: Monster, depth: int | None = None) -> list[Monster]:
    """Make the monsters that arrive together with `first`, in the same room (VAR-3).

    The caller adds the companions to the level.  For a kind that arrives alone, return [] and draw no dice.
    """
    least, most = first.kind.pack
    if most < 2:
        return []
    room, taken, found = world.level.room_at(first.spot), {first.spot}, []
    for _ in range(world.rng.between(least, most) - 1):
        spot = free_foe_spot(world, room, tries=20)
        if spot is not None and spot not in taken and spot != world.player.spot:
            taken.add(spot)
            found.append(make_foe(world, first.kind.letter, spot, depth))
    return found


def make_mates(world: World, first: Monster) -> list[Monster]:
    """Make mates in the same room for a monster that leads a pack (VMN-43).

    The caller adds the mates to the level.  To keep the total number of monsters the same, each mate uses up
    the monster of one room that would be filled later.  For a kind that leads no packs, no dice are drawn.
    """
    kind, rules, minds = first.kind.mind, world.rules.minds, world.minds
    if kind is None or rules is None or minds is None or not rules.companions:
        return []
    if world.depth < PACKS_FROM or not kind.pack or not world.rng.one_in(kind.pack):
        return []
    wanted = MATES + (world.rng.rnd(MATES + 1) if world.depth >= LARGE_PACKS_FROM else 0)
    room, found = world.level.room_at(first.spot), list[Monster]()
    if room is None or room.gone:  # a maze
        return found
    for _ in range(wanted):
        spot = free_foe_spot(world, room, tries=MATE_TRIES)
        if spot is None or any(spot == mate.spot for mate in found):
            continue
        found.append(make_foe(world, first.kind.letter, spot, world.depth))
        minds.owed += 1
    return found


def _surviving(world: World, order: str) -> str:
    """Return `order`, a string of monster letters, with a blank in place of each letter of an extinct kind.

    If no kind survives, return `order` unchanged (BUG-34).
    """
    left = "".join(_NONE_THERE if letter in world.extinct else letter for letter in order)
    return left if left.strip() else order


def exp_bonus(level: int, hp: int) -> int:
    """Return the bonus experience points for a monster's level and full hit points `hp` (MON-4).

    >>> [exp_bonus(level, 48) for level in (1, 6, 7, 9, 10)]
    [6, 8, 32, 32, 160]
    """
    bonus = hp // 8 if level == 1 else hp // 6
    if level >= 10:
        return bonus * 20
    return bonus * 4 if level >= 7 else bonus


def give_item(world: World, foe: Monster, depth: int | None = None) -> None:
    """Give a new monster an item, with the chance that is set for its kind (MON-12).

    In most editions, monsters above the deepest level that the player has reached get no items (V52-10).
    """
    at = world.depth if depth is None else depth
    deep = at >= world.deepest or not world.rules.bestiary.loads_at_deepest
    if deep and world.rng.percent(foe.kind.carry):
        foe.pack.insert(0, make_item(world))


def random_spot(world: World, room: Room) -> int:
    """Return a random square inside a room's walls, free or not (GEN-14)."""
    rnd = world.rng.rnd
    col = room.left + 1 + rnd(room.width - 2)
    return (room.top + 1 + rnd(room.height - 2)) * COLS + col


def free_foe_spot(world: World, room: Room | None = None, tries: int | None = None) -> int | None:
    """Return a random square where a monster can stand, in `room` or in a random room (GEN-15).

    Without `room`, each room is equally likely, whatever its size.  Return None after `tries` failures.  If
    `tries` is None, return None only if no square is free.
    """
    return free_spot(world, _fits_foe, room, tries)


def free_thing_spot(world: World, room: Room | None = None, tries: int | None = None) -> int | None:
    """Return a random square where an item can lie.  Everything else is as in `free_foe_spot` (GEN-15)."""
    return free_spot(world, _fits_thing, room, tries)


def floor_for_foe(level: Level, _room: Room, spot: int) -> bool:
    """Return whether a square holds no monster and is bare floor or a hidden trap (GEN-15)."""
    return level.foe_at[spot] is None and level.cells[spot] == FLOOR


def _fits_foe(level: Level, _room: Room, spot: int) -> bool:
    return level.foe_at[spot] is None and STEP_OK[level.cells[spot]] == 1


def _fits_thing(level: Level, room: Room, spot: int) -> bool:
    return level.cells[spot] == (PASSAGE if room.maze else FLOOR)


def free_spot(
    world: World, fits: Callable[[Level, Room, int], bool], room: Room | None = None, tries: int | None = None
) -> int | None:
    """Return a random square for which `fits` returns True, in `room` or in a random room (GEN-15, BUG-2).

    Return None in the same cases as `free_foe_spot`.
    """
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
