"""Random replacement of everything that the player cannot know, without any change of the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rogue.levelgen.level_builder import ITEM_TRIES, is_plundered
from rogue.levelgen.spawning import (
    choose_letter,
    exp_bonus,
    floor_for_foe,
    free_foe_spot,
    free_spot,
    free_thing_spot,
    give_item,
    inside,
    make_amulet,
    make_companions,
    make_foe,
    make_gold,
    make_item,
    make_of,
)
from rogue.levelgen.spawning import draw_kind as draw_kind_of
from rogue.rules.awareness import come_without_aim, rouse
from rogue.rules.redraw_kinds import redraw_kinds
from rogue.rules.vision import sees_foe, sees_spot
from rogue.state.entities import AWAKE, MARKED, Item, Monster
from rogue.state.grid import Room, is_close
from rogue.state.level import PASS, REAL, SEEN, Level
from rogue.state.rng import split
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, OBJECTS, PASSAGE, ROCK, STAIRS, TRAP
from rogue.tables.items import SYMBOL_OF, ItemClass
from rogue.tables.monsters import INVISIBLE

ON_THE_WAY_ONE_IN: Final = 4
"""Chance that a wanderer is on its way: it walks about a quarter of the time between two arrivals."""
_HP_TRIES: Final = 50
_CLASS_OF: Final[dict[int, ItemClass]] = {symbol: cls for cls, symbol in SYMBOL_OF.items()}
_TABLED: Final = frozenset(("potion", "scroll", "food", "weapon", "armor", "ring", "stick"))


class Witnessed(NamedTuple):
    """What the player remembers, besides the map.

    foes     indexes, in the level's list, of the monsters that the player has seen on the level
    trodden  squares of the level on which the player has stood
    used     looks of used-up potions and scrolls, whose messages may have revealed the kinds
    """

    foes: frozenset[int] = frozenset()
    trodden: frozenset[int] = frozenset()
    used: frozenset[str] = frozenset()


class Witness:
    """A recorder of monsters seen and squares entered on a level, and of potions and scrolls used up."""

    def __init__(self) -> None:
        self._level: Level | None = None
        self._foes: list[Monster] = []
        self._trodden: set[int] = set()
        self._hp = 0
        self._held, self._lying = Counter[str](), Counter[str]()
        self._used: set[str] = set()

    def note(self, world: World) -> Witnessed:
        """Record everything in view.

        Return what has been recorded on this level, and the looks of all potions and scrolls that have been
        used up in the whole game.
        """
        level, player = world.level, world.player
        if self._level is not level:
            self._level, self._foes, self._trodden = level, [], set()
        self._trodden.add(player.spot)
        is_hurt, self._hp = player.hp < self._hp, player.hp
        for foe in level.foes:
            seen = foe.under != 0 or sees_foe(world, foe) or (is_hurt and _strikes(world, foe))
            if seen and foe not in self._foes:
                self._foes.append(foe)
        self._note_used(world)
        known = (number for number, foe in enumerate(level.foes) if foe in self._foes)
        return Witnessed(frozenset(known), frozenset(self._trodden), frozenset(self._used))

    def _note_used(self, world: World) -> None:
        """Record the looks of potions and scrolls that left the pack and do not lie on the floor."""
        held, lying = _looks_in(world, world.player.pack), _looks_in(world, world.level.things)
        fewer = {look for look, count in self._held.items() if held[look] < count}
        self._used |= {look for look in fewer if lying[look] <= self._lying[look]}
        self._held, self._lying = held, lying


def _looks_in(world: World, items: Iterable[Item]) -> Counter[str]:
    """Count the looks of potions and scrolls."""
    looks = world.knowledge.looks
    return Counter(
        looks[item.kind] for item in items if item.kind.cls in ("potion", "scroll") for _ in range(item.count)
    )


def _strikes(world: World, foe: Monster) -> bool:
    """Return whether an invisible monster may have just struck the player."""
    return bool(foe.flags & INVISIBLE and foe.flags & AWAKE) and is_close(foe.spot, world.player.spot)


def redraw_hidden(world: World, seed: int, witnessed: Witnessed = Witnessed()) -> None:  # noqa: B008
    """Make random draws that obey the rules, and let them replace everything that the player cannot know.

    The screen stays the same.  The draws replace the dice, unidentified kinds, and the unseen monsters,
    items, gold, traps, and stairs.  They also replace the items and hit points of seen monsters.  They do not
    replace walls or passages.  Two worlds that differ only in what is replaced become equal if the seed is
    the same.
    """
    world.rng, world.deco = split(seed)
    world.settled = False
    without_food, genocide_made = world.levels_without_food, world.genocide_made
    known = [foe for number, foe in enumerate(world.level.foes) if _is_known(world, foe, number, witnessed)]
    _forget_hidden(world, known)
    world.groups = max((item.group for item in (*world.player.pack, *world.level.things)), default=0)
    redraw_kinds(world, witnessed.used)
    for foe in world.level.foes:
        _redraw_foe(world, foe)
    for item in world.level.things:
        if not item.has_flag(MARKED):
            _redraw_item(world, item)
    if world.level.cells[world.level.stairs] != STAIRS:
        _move_stairs(world)
    _place_hidden_things(world)
    _place_hidden_foes(world)
    _lay_hidden_traps(world, witnessed)
    _redraw_wanderers(world)
    world.levels_without_food, world.genocide_made = without_food, genocide_made
    world.rng, world.deco = split(~seed)  # the same dice, however many were rolled here


def _is_known(world: World, foe: Monster, number: int, witnessed: Witnessed) -> bool:
    """Return whether the player knows of a monster on this level."""
    return number in witnessed.foes or foe.under != 0 or sees_foe(world, foe)


def is_hidden(world: World, spot: int) -> bool:
    """Return whether the player has not seen a square: it is blank on the map and not in sight."""
    return world.canvas.cells[spot] == ROCK and not sees_spot(world, spot) and spot != world.player.spot


def _forget_hidden(world: World, known: list[Monster]) -> None:
    """Remove the monsters, items, traps, and stairs that the player does not know of."""
    level = world.level
    for foe in list(level.foes):
        if all(foe is not one for one in known):
            level.drop_foe(foe)
        elif _passes_for_item(world, foe):
            level.drop_foe(foe)
            level.add_thing(Item(world.rules.kinds(_CLASS_OF[foe.disguise])[0]), foe.spot)
    for item in list(level.things):
        if is_hidden(world, item.spot) and not item.has_flag(MARKED):
            level.take_thing(item)
    for room in level.rooms:
        if room.gold and room.gold_spot not in level.thing_at:
            room.gold = room.gold_spot = 0
    for spot in _hidden_traps(level):
        level.flags[spot] |= REAL
        level.number[spot] = 0
    if _are_stairs_hidden(world) and level.cells[level.stairs] == STAIRS:
        level.cells[level.stairs] = PASSAGE if level.flags[level.stairs] & PASS else FLOOR
    for foe in level.foes:
        if isinstance(foe.goal, Item) and foe.goal not in level.things:
            foe.goal = None
    level.views.clear()


def _passes_for_item(world: World, foe: Monster) -> bool:
    """Return whether a disguised monster is in view and the player mistakes it for an item."""
    free = foe.spot not in world.level.thing_at and world.level.cells[foe.spot] in (FLOOR, PASSAGE)
    return foe.disguise in OBJECTS and free and foe.under != 0


def _hidden_traps(level: Level) -> Iterator[int]:
    return (spot for room in level.rooms for spot in inside(room) if level.is_hidden_trap(spot))


def _are_stairs_hidden(world: World) -> bool:
    stairs = world.level.stairs
    return is_hidden(world, stairs) and not world.level.flags[stairs] & SEEN


def _redraw_foe(world: World, foe: Monster) -> None:
    """Choose new items and maximum hit points for a known monster.  The hit points lost stay lost."""
    damage = foe.max_hp - foe.hp
    for _ in range(_HP_TRIES):
        points = world.rng.roll(foe.level, 8)
        if points > damage:
            if world.rules.bestiary.grows:
                foe.exp += exp_bonus(foe.level, points) - exp_bonus(foe.level, foe.max_hp)
            foe.max_hp, foe.hp = points, points - damage
            break
    foe.pack = [item for item in foe.pack if item.has_flag(MARKED) or item.kind.cls == "gold"]
    if not foe.pack:
        give_item(world, foe)


def _redraw_item(world: World, item: Item) -> None:
    """Choose a random new kind and bonuses for an item that the player has seen only from a distance."""
    level, spot, cls = world.level, item.spot, item.kind.cls
    fresh = item
    if cls == "gold":
        fresh = make_gold(world)
        room = level.room_at(spot)
        if room is not None and room.gold_spot == spot:
            room.gold = fresh.value
    elif cls in _TABLED:
        fresh = make_of(world, draw_kind_of(world, cls))
    item.kind, item.count, item.value, item.group = fresh.kind, fresh.count, fresh.value, fresh.group
    item.hit_plus, item.damage_plus, item.flags = fresh.hit_plus, fresh.damage_plus, fresh.flags


def _place_hidden_things(world: World) -> None:
    """Place gold, items, and the Amulet by the rules, except where the player would see them."""
    level, rng = world.level, world.rng
    rooms = [room for room in level.rooms if not room.gone]
    if not is_plundered(world):
        for room in rooms:
            if rng.one_in(2) and not room.gold:
                _place_gold(world, room)
        for _ in range(ITEM_TRIES):
            if rng.percent(world.rules.item_odds):
                spot, item = free_thing_spot(world), make_item(world)
                if spot is not None and is_hidden(world, spot):
                    level.add_thing(item, spot)
    has_amulet = world.player.has_amulet or any(item.kind.cls == "amulet" for item in level.things)
    if world.depth >= world.rules.amulet_depth and not has_amulet:
        spot = _hidden_spot(world)
        if spot is not None:
            level.add_thing(make_amulet(world), spot)


def _place_gold(world: World, room: Room) -> None:
    spot, pile = free_thing_spot(world, room), make_gold(world)
    if spot is not None and is_hidden(world, spot):
        world.level.add_thing(pile, spot)
        room.gold, room.gold_spot = pile.value, spot


def _hidden_spot(world: World) -> int | None:
    """Return a random unseen square where an item can lie, or None if there is no such square."""

    def fits(level: Level, room: Room, spot: int) -> bool:
        return level.cells[spot] == (PASSAGE if room.maze else FLOOR) and is_hidden(world, spot)

    return free_spot(world, fits)


def _move_stairs(world: World) -> None:
    """Put the stairs on a hidden square.  If every square has been seen, the stairs stay."""
    level, spot = world.level, _hidden_spot(world)
    level.stairs = level.stairs if spot is None else spot
    level.cells[level.stairs] = STAIRS
    level.flags[level.stairs] |= REAL
    level.drop_views(level.stairs)


def _place_hidden_foes(world: World) -> None:
    """Put sleepers into rooms by the rules (GEN-17), except where the player would see them."""
    level, rng = world.level, world.rng
    for room in level.rooms:
        if room.gone or not rng.percent(80 if room.gold else 25):
            continue
        on_floor = world.rules.digging.foes_on_floor
        spot = free_spot(world, floor_for_foe, room) if on_floor else free_foe_spot(world, room)
        if spot is None or not is_hidden(world, spot):
            continue
        foe = make_foe(world, choose_letter(world), spot)
        give_item(world, foe)
        for each in (foe, *make_companions(world, foe)):
            if is_hidden(world, each.spot):
                level.add_foe(each)


def _lay_hidden_traps(world: World, witnessed: Witnessed) -> None:
    """Place new hidden traps by the rules (GEN-36).

    Place none on squares where the player has stood, nor where the player knows of a trap.
    """
    rng, level = world.rng, world.level
    depth = world.rules.difficulty(world.depth)
    if rng.rnd(10) >= depth:
        return
    known = sum(level.cells[spot] == TRAP for room in level.rooms for spot in inside(room))
    for _ in range(min(1 + rng.rnd(depth // 4), world.rules.digging.max_traps) - known):
        spot = free_spot(world, floor_for_foe)
        kind = rng.rnd(len(world.rules.traps))
        if spot is not None and spot != world.player.spot and spot not in witnessed.trodden:
            level.flags[spot] &= ~REAL
            level.number[spot] = kind
            level.drop_views(spot)


def _redraw_wanderers(world: World) -> None:
    """Choose at random when wandering monsters can come, and perhaps put one on its way (WND-1 to WND-5)."""
    least, most = world.rules.times.wander
    if not world.rules.digging.wanderers or world.turns < least:
        return
    world.stop_timer("wander")
    world.wander_on, world.wander_count = False, 0
    world.start_timer("wander", 1 + world.rng.rnd(most), before=True)
    if world.rng.one_in(ON_THE_WAY_ONE_IN):
        spot = free_foe_spot(world)
        foe = make_foe(
            world, choose_letter(world, wandering=True), world.player.spot if spot is None else spot
        )
        if spot is not None and is_hidden(world, spot):
            world.level.add_foe(foe)
            rouse(world, foe)
            come_without_aim(foe)
