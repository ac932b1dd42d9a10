"""Random exchange of the looks of kinds that the player has not identified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TypeVar

from rogue.levelgen.spawning import make_of
from rogue.state.entities import CURSED, KNOWN, MARKED, Item
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.items import KIND_CLASSES, ItemKind

Told = TypeVar("Told")


def redraw_kinds(world: World, used: Collection[str] = ()) -> None:
    """Reassign the looks of unidentified kinds at random, and choose new bonuses for unknown items.

    Items in use keep their kind and bonuses, because the player may have noticed their effect.  The looks
    listed in `used` keep their kinds.  The random draws come from `world.rng`.
    """
    moved: dict[ItemKind, ItemKind] = {}
    for cls in KIND_CLASSES:
        kinds = _open_kinds(world, world.rules.kinds(cls))
        moved.update(_assignment(world, [kind for kind in kinds if world.knowledge.looks[kind] not in used]))
    _move_looks(world, moved)
    for item in handled_items(world):
        unknown = item.kind in moved
        item.kind = moved.get(item.kind, item.kind)
        if unknown or (item.kind.cls in ("weapon", "armor") and not item.has_flag(KNOWN)):
            _redraw_bonus(world, item)


def handled_items(world: World) -> Iterator[Item]:
    """Yield the items that the player has held but does not use, first from the pack, then from the floor."""
    player = world.player
    used = (player.worn, player.wielded, player.left, player.right)
    for item in (*player.pack, *world.level.things):
        if item.has_flag(MARKED) and all(item is not one for one in used):
            yield item


def _open_kinds(world: World, kinds: tuple[ItemKind, ...]) -> list[ItemKind]:
    """Return the kinds of a class that the player has not identified and does not use, in table order."""
    player, knowledge = world.player, world.knowledge
    used = {item.kind for item in (player.wielded, *player.rings()) if item is not None}
    return [
        kind for kind in kinds if kind in knowledge.looks and kind not in knowledge.true and kind not in used
    ]


def _assignment(world: World, kinds: list[ItemKind]) -> dict[ItemKind, ItemKind]:
    """Return {old kind of a look: new kind of the same look}, a random permutation of `kinds`.

    If the player has held items of a look, the look is more likely to get a common kind.
    """
    looks, rng = world.knowledge.looks, world.rng
    held = Counter(item.kind for item in handled_items(world) for _ in range(item.count))
    by_look = sorted(kinds, key=lambda kind: (not held[kind], looks[kind]))
    left, moved = list(kinds), dict[ItemKind, ItemKind]()
    for kind in by_look:
        moved[kind] = left.pop(_draw_by_odds(rng, left, held[kind]))
    return moved


def _draw_by_odds(rng: Rng, kinds: list[ItemKind], count: int) -> int:
    """Return the index of a random kind.  The weight of a kind is odds ** count."""
    weights = [kind.odds**count for kind in kinds]
    chance = rng.rnd(sum(weights))
    for index, weight in enumerate(weights):
        chance -= weight
        if chance < 0:
            return index
    return 0  # no kind has any odds


def _move_looks(world: World, moved: dict[ItemKind, ItemKind]) -> None:
    """Move the looks to their new kinds.

    The metals, the worths of the stones, and the names given by the player move along with the looks.
    """
    knowledge = world.knowledge
    _rekey(knowledge.looks, moved)
    _rekey(knowledge.stone_worth, moved)
    _rekey(knowledge.called, moved)
    knowledge.metal = {moved.get(kind, kind) for kind in knowledge.metal}


def _rekey(record: dict[ItemKind, Told], moved: dict[ItemKind, ItemKind]) -> None:
    """Replace each old kind among the keys of `record` with its new kind.

    Kinds that are keys both before and after the replacement keep their relative order.
    """
    found = {moved.get(kind, kind): value for kind, value in record.items()}
    order = [kind for kind in record if kind in found] + [kind for kind in found if kind not in record]
    record.clear()
    record.update((kind, found[kind]) for kind in order)


def _redraw_bonus(world: World, item: Item) -> None:
    """Choose new bonuses, charges, and curses for an item at random."""
    fresh = make_of(world, item.kind)
    item.hit_plus, item.damage_plus, item.value = fresh.hit_plus, fresh.damage_plus, fresh.value
    item.flags = item.flags & ~CURSED | fresh.flags & CURSED
