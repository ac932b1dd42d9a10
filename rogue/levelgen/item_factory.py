"""New items: kind, count, quality."""

from __future__ import annotations

from rogue.state.entities import CURSED, Item
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.items import ItemClass, ItemKind


def make_item(world: World) -> Item:
    """Make a new item of a random kind (ITM-1, ITM-2)."""
    promised = world.rules.hunger.levels_without
    if promised and world.levels_without_food > promised:
        cls: ItemClass = "food"
    else:
        cls = draw_class(world)
    if cls == "food":
        world.levels_without_food = 0
    return make_of(world, draw_kind(world, cls))


def draw_class(world: World) -> ItemClass:
    """Return a random class of item by its odds (RND-8)."""
    chance = world.rng.rnd(100)
    for cls, odds in world.rules.class_odds:
        chance -= odds
        if chance < 0:
            return cls
    raise ValueError("the odds of the classes of item sum to less than 100")


def draw_kind(world: World, cls: ItemClass) -> ItemKind:
    """Return a random kind of a class by its odds (RND-8).

    A game has only one scroll of genocide; another becomes a scroll of identify (V52-15).
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
    """Make an item of a kind with random count, bonuses, and charges (ITM-3 to ITM-7)."""
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
    """Return the number of a new stack of missiles (ITM-4)."""
    world.groups += 1
    return world.groups


def gold_worth(world: World) -> int:
    """Return a random worth of gold at this depth (RND-7)."""
    rules = world.rules
    return (2 + world.rng.rnd(50 + 10 * rules.difficulty(world.depth))) * rules.digging.gold_pct // 100


def make_gold(world: World) -> Item:
    """Make a pile of gold for this depth (GEN-16)."""
    return Item(world.rules.kinds("gold")[0], value=gold_worth(world))


def make_amulet(world: World) -> Item:
    """Make the amulet (GEN-35)."""
    return Item(world.rules.kinds("amulet")[0])
