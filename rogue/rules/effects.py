"""Effects shared by items or monsters: on the player, on all monsters, on a dying monster."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.item_factory import gold_worth, make_gold
from rogue.levelgen.monster_factory import floor_for_foe, free_foe_spot, free_spot
from rogue.minds.sound_and_scent import teleported
from rogue.rules import awareness, item_names, pack, vision
from rogue.rules.attributes import gain_experience, player_saves
from rogue.rules.awareness import rouse
from rogue.rules.item_names import color
from rogue.rules.output import emit, reply
from rogue.rules.vision import sees_foe
from rogue.state.actors import GRABBED, HALLUCINATING, SEES_INVISIBLE, TARGET, Monster
from rogue.state.item import PROTECTED, Item
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR
from rogue.tables.monsters import INVISIBLE

MAGIC_CLASSES: Final = frozenset(("potion", "scroll", "ring", "stick", "amulet"))


def is_magic(item: Item) -> bool:
    """Return whether an item counts as magic for nymphs and magic detection (NAM-12)."""
    kind = item.kind
    if kind.cls == "armor":
        return item.has_flag(PROTECTED) or item.value != kind.armor
    if kind.cls == "weapon":
        return item.hit_plus != 0 or item.damage_plus != 0
    return kind.cls in MAGIC_CLASSES


def aggravate(world: World) -> None:
    """Wake every monster on the level (SCR-13, RNG-2).  May draw dice for their goals."""
    for foe in world.level.foes:
        rouse(world, foe)


def gain_see_invisible(world: World) -> None:
    """Let the player see invisible monsters, and draw those in sight (POT-5, RNG-2)."""
    player = world.player
    player.flags |= SEES_INVISIBLE
    if player.flags & HALLUCINATING:
        return
    for foe in world.level.foes:
        if foe.flags & INVISIBLE and sees_foe(world, foe):
            vision.draw_foe(world, foe)


def light_up(world: World) -> None:
    """Light the player's room and draw it.  A passage or a maze only glows for a moment (STK-3)."""
    room = world.player.room
    if room is None or room.gone:
        emit(world, "The corridor glows and then fades")
        return
    room.dark = False
    awareness.enter_room(world, world.player.spot)
    emit(world, f"The room is lit by a shimmering {color(world, 'blue')} light", terse="The room is lit")


def teleport(world: World) -> None:
    """Move the player to a random free square and draw the surroundings (CON-20).

    Ends a hold, a bear trap (but see V36-37), a run, a repetition, and a fight; discards keys typed ahead.
    """
    player = world.player
    start = player.spot
    on_floor = world.rules.digging.start == "apparent floor"  # V36-3
    spot = free_spot(world, floor_for_foe) if on_floor else free_foe_spot(world)
    if spot is None:
        spot = start  # the level has no free square
    world.canvas.put(start, vision.underfoot(world, start))
    if world.level.room_at(spot) is player.room:
        player.spot = spot
        awareness.look(world)
    else:
        awareness.leave_room(world, start)
        player.spot = spot
        awareness.enter_room(world, spot)
    teleported(world)
    if player.flags & GRABBED:
        release(world)
        player.grip = 0
    if world.rules.magic.teleport_frees:
        player.bear_trap = 0
    world.flushed = True
    world.interrupt()
    world.stop_duel()


HOARD: Final = 4  # extra piles of gold that depend on a saving throw (SPC-5, SPC-6)


def kill_foe(world: World, foe: Monster, *, announce: bool = True) -> None:
    """Report a monster's death, remove it, drop its items, and give its experience (CMB-16, V36-23, V36-24).

    The message joins an unfinished one; without `announce` there is none.  May raise the player's level.
    With the option flush, keys typed ahead are discarded (OPT-7).
    """
    if world.options.flush:
        world.flushed = True
    if announce:
        name = item_names.foe_name(world, foe)
        reply(world, f"You have defeated {name}", terse=f"Defeated {name}")
    if foe.kind.on_hit == "hold":
        release(world)
        world.player.grip = 0
    elif foe.kind.on_hit == "steal gold" and _may_hoard(world):
        leave = _leave_hoard if world.rules.bestiary.hoards_in_rooms else _hoard
        leave(world, foe)
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
    """Remove a monster from the level and the map, and end a fight with it.  It keeps its items."""
    vision.hide_foe(world, foe)
    world.level.drop_foe(foe)
    if foe.flags & TARGET:
        world.stop_duel()


def release(world: World) -> None:
    """End a flytrap's hold on the player.  The hold counter stays (SPC-13)."""
    world.player.flags &= ~GRABBED


def _may_hoard(world: World) -> bool:
    """Return whether leprechauns carry gold here.

    Some editions allow it above the deepest level too (V52-13).
    """
    return world.depth >= world.deepest or not world.rules.bestiary.loads_at_deepest


def _hoard(world: World, foe: Monster) -> None:
    """Give a dying leprechaun gold to leave, five times as much with a saving throw (SPC-6)."""
    gold = make_gold(world)
    if player_saves(world, "magic"):
        gold.value += sum(gold_worth(world) for _ in range(HOARD))
    foe.pack.append(gold)


def _leave_hoard(world: World, foe: Monster) -> None:
    """Let a dying leprechaun leave gold in its room, but none in a passage (V36-24).

    The gold joins the room's pile, wherever that lies, or forms a new pile beside the leprechaun.
    """
    level, room = world.level, foe.room
    if room is None or room.gone:
        return
    pile = level.thing_at.get(room.gold_spot) if room.gold else None
    heap = pile is not None and pile.kind.cls == "gold"
    free = [] if heap else [at for at in pack.squares_to_fall(world, foe.spot) if level.cells[at] == FLOOR]
    if not heap and not free:
        return
    gold = make_gold(world)
    if player_saves(world, "magic"):
        gold.value += sum(gold_worth(world) for _ in range(HOARD))
    if pile is not None and heap:
        pile.value += gold.value
        room.gold = pile.value
        return
    level.add_thing(gold, world.rng.pick(free))
    room.gold, room.gold_spot = gold.value, gold.spot
    pack.show_thing(world, gold)
