"""The death of a monster: its message, its items, its experience."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.spawning import gold_worth, make_gold
from rogue.rules import item_names, mind_packs, pack, vision
from rogue.rules.attributes import gain_experience, player_saves
from rogue.rules.output import reply
from rogue.state.entities import TARGET, Item, Monster
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR

HOARD: Final = 4  # extra piles of gold that depend on a saving throw (SPC-5, SPC-6)


def kill_foe(world: World, foe: Monster, *, announce: bool = True) -> None:
    """Report a monster's death, remove it, drop its items, and give experience (CMB-16, V36-23, V36-24).

    If `announce` is false, there is no report.  If a message is still unfinished, the report is appended to
    it.  The player may gain a level.  If the option `flush` is on, keys typed ahead are discarded (OPT-7).
    """
    if world.options.flush:
        world.flushed = True
    if announce:
        name = item_names.foe_name(world, foe)
        reply(world, f"You have defeated {name}", terse=f"Defeated {name}")
    if foe.kind.on_hit == "hold":
        world.player.release()
        world.player.grip = 0
    elif foe.kind.on_hit == "steal gold" and _may_hoard(world):
        leave = _leave_hoard if world.rules.bestiary.hoards_in_rooms else _hoard
        leave(world, foe)
    if foe.mind is not None:
        mind_packs.lose_leader(world, foe)
    if world.rules.pack.falls_anywhere:
        remove_foe(world, foe)
        _drop_load(world, foe)
    else:
        _drop_load(world, foe)
        remove_foe(world, foe)
    gain_experience(world, foe.exp)


def _drop_load(world: World, foe: Monster) -> None:
    """Drop a monster's items on and around its square."""
    for item in foe.pack:
        pack.fall(world, item, foe.spot)
    foe.pack.clear()


def remove_foe(world: World, foe: Monster) -> None:
    """Remove a monster, with its items, from the level and the map, and end a fight with it."""
    vision.hide_foe(world, foe)
    world.level.drop_foe(foe)
    if foe.flags & TARGET:
        world.stop_duel()


def _may_hoard(world: World) -> bool:
    """Return whether a dying leprechaun leaves gold on this level.

    It leaves gold only on the deepest level reached, but on all levels in some editions (V52-13).
    """
    return world.depth >= world.deepest or not world.rules.bestiary.loads_at_deepest


def _hoard(world: World, foe: Monster) -> None:
    """Add gold to a dying leprechaun's items, so that it is dropped with them (SPC-6).

    If the player makes a saving throw, the amount is about five times as large.
    """
    foe.pack.append(_gold_of_hoard(world))


def _gold_of_hoard(world: World) -> Item:
    gold = make_gold(world)
    if player_saves(world, "magic"):
        gold.value += sum(gold_worth(world) for _ in range(HOARD))
    return gold


def _leave_hoard(world: World, foe: Monster) -> None:
    """Let a dying leprechaun leave gold in its room, but not in a passage (V36-24).

    The gold joins the room's pile, or forms a new pile next to the leprechaun.
    """
    level, room = world.level, foe.room
    if room is None or room.gone:
        return
    pile = level.thing_at.get(room.gold_spot) if room.gold else None
    heap = pile is not None and pile.kind.cls == "gold"
    free = [] if heap else [at for at in pack.squares_to_fall(world, foe.spot) if level.cells[at] == FLOOR]
    if not heap and not free:
        return
    gold = _gold_of_hoard(world)
    if pile is not None and heap:
        pile.value += gold.value
        room.gold = pile.value
        return
    level.add_thing(gold, world.rng.pick(free))
    room.gold, room.gold_spot = gold.value, gold.spot
    pack.show_thing(world, gold)
