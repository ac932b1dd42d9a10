"""Wands and staffs: one effect per kind.

Owns   zapping, charges, what each stick does and whether that identifies it (STK-1 to STK-18).
Leaves bouncing bolts (bolts), how far a beam gets (flight), a confused aim (commands).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.dig.spawn import free_foe_spot, make_foe
from rogue.rules import bolts, fight, senses
from rogue.rules.chase import place_foe
from rogue.rules.death import release
from rogue.rules.describe import color
from rogue.rules.flight import beam_target, thrown_end
from rogue.rules.identify import know
from rogue.rules.rouse import rouse
from rogue.rules.saves import saves
from rogue.rules.sight import sees_foe
from rogue.state.creature import AWAKE, CANCELLED, DETECTS, HASTED, HELD, SLOWED, Monster
from rogue.state.item import Item
from rogue.state.level import Room
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE, Dice
from rogue.tables.symbols import DOOR

MISSILE_DICE: Final[Dice] = (1, 4)  # STK-14
MISSILE_PLUS: Final = 1
DRAIN_LEAST_HP: Final = 2  # STK-4


def zap(world: World, item: Item, step: int) -> bool:
    """Zap a stick in a direction; a charge goes unless nothing could happen (STK-1).

    Costs the turn, except for what is no stick (CMD-8, CMD-9).
    """
    if item.kind.cls != "stick":
        world.say("You can't zap with that!")
        return False
    if item.value == 0:
        world.say("Nothing happens")
        return True
    name = item.kind.name
    if name == "drain life" and world.player.hp < DRAIN_LEAST_HP:
        world.say("You are too weak to use it")
        return True
    if EFFECTS[name](world, step):
        know(world, item.kind)
    item.value -= 1
    return True


# -- sticks without aim; each effect tells whether it identifies the kind


def _light(world: World, _step: int) -> bool:
    """STK-3."""
    room = world.player.room
    if room is None or room.gone:
        world.say("The corridor glows and then fades")
        return True
    room.dark = False
    senses.enter_room(world, world.player.spot)
    world.say(
        f"The room is lit by a shimmering {color(world, 'blue')} light", terse="The room is lit"
    )
    return True


def _drain_life(world: World, _step: int) -> bool:
    """STK-4.  Who dies out of sight does so unannounced."""
    player = world.player
    victims = _drain_victims(world)
    if not victims:
        world.say("You have a tingling feeling")
        return False
    player.hp //= 2
    share = player.hp // len(victims)
    for foe in victims:
        foe.hp -= share
        if foe.hp <= 0:
            fight.kill_foe(world, foe, told=sees_foe(world, foe))
        else:
            rouse(world, foe)
    return False


def _drain_victims(world: World) -> list[Monster]:
    """Monsters in the player's room; from a door or a passage also in or at its network."""
    level, player = world.level, world.player
    rooms: list[Room] = [] if player.room is None else [player.room]
    if level.cells[player.spot] == DOOR:
        rooms += [net for net in level.nets if player.spot in net.exits]
    doors = [] if player.room is None else player.room.exits
    return [foe for foe in level.foes if foe.room in rooms or foe.spot in doors]


def _nothing(_world: World, _step: int) -> bool:
    """STK-15."""
    return False


# -- beams at one monster


def _beam(world: World, step: int, effect: Callable[[World, Monster, int], bool]) -> bool:
    """Let `effect` befall the monster the beam stops at, if any (STK-5)."""
    foe = beam_target(world, step)
    return foe is not None and effect(world, foe, step)


def _free_player(world: World, foe: Monster) -> None:
    """A flytrap that is changed or moved lets go (STK-7)."""
    if foe.kind.on_hit == "hold":
        release(world)


def _invisibility(world: World, foe: Monster, _step: int) -> bool:
    """STK-8."""
    _free_player(world, foe)
    foe.flags |= INVISIBLE
    if not sees_foe(world, foe):
        senses.hide_foe(world, foe)
    return False


def _cancellation(world: World, foe: Monster, _step: int) -> bool:
    """STK-9, SPC-18."""
    _free_player(world, foe)
    foe.flags = (foe.flags | CANCELLED) & ~INVISIBLE
    foe.disguise = ord(foe.kind.letter)
    if sees_foe(world, foe):
        senses.draw_foe(world, foe)
    return False


def _teleport_away(world: World, foe: Monster, _step: int) -> bool:
    """STK-10.  With no free square left it stays."""
    spot = _elsewhere(world)
    _send(world, foe, foe.spot if spot is None else spot)
    return False


def _elsewhere(world: World) -> int | None:
    """Draw a free square that is not the player's; None when there is none."""
    spot = free_foe_spot(world)
    while spot == world.player.spot:
        spot = free_foe_spot(world)
    return spot


def _teleport_to(world: World, foe: Monster, step: int) -> bool:
    """STK-11.  A disguised monster on that square keeps it (BUG-19)."""
    spot = world.player.spot + step
    _send(world, foe, spot if world.level.foe_at[spot] is None else foe.spot)
    return False


def _send(world: World, foe: Monster, spot: int) -> None:
    """Wake a monster for the player and put it on a square (STK-6)."""
    _free_player(world, foe)
    foe.flags = (foe.flags | AWAKE) & ~HELD
    foe.goal = None
    if spot != foe.spot:
        place_foe(world, foe, spot)


def _polymorph(world: World, old: Monster, _step: int) -> bool:
    """STK-12: a new monster on the spot, with the old one's pack."""
    level = world.level
    _free_player(world, old)
    letter = world.rng.pick(sorted(world.rules.monsters))
    foe = make_foe(world, letter, old.spot)
    foe.pack = old.pack
    foe.under = old.under
    if world.duel is not None and world.duel.foe is old:
        world.stop_duel()
    level.drop_foe(old)
    level.add_foe(foe)
    if sees_foe(world, foe):
        senses.draw_foe(world, foe)
        return True
    if world.player.is_(DETECTS):
        world.canvas.put_bright(foe.spot, ord(foe.kind.letter))
    else:
        senses.hide_foe(world, foe)
    return False


def _haste_monster(world: World, foe: Monster, _step: int) -> bool:
    """STK-13, STK-6."""
    foe.flags = foe.flags & ~SLOWED if foe.is_(SLOWED) else foe.flags | HASTED
    rouse(world, foe)
    return False


def _slow_monster(world: World, foe: Monster, _step: int) -> bool:
    """STK-13, STK-6."""
    foe.flags = foe.flags & ~HASTED if foe.is_(HASTED) else foe.flags | SLOWED
    foe.toggle = True
    rouse(world, foe)
    return False


# -- missiles and bolts


def _magic_missile(world: World, step: int) -> bool:
    """STK-14; without a weapon in hand nothing is added (BUG-7)."""
    foe = world.level.foe_at[thrown_end(world, step)]
    if foe is None or saves(world, foe.level, bolts.MAGIC):
        world.say("The missile vanishes with a puff of smoke", terse="Missile vanishes")
        return True
    weapon = world.player.wielded
    plus = MISSILE_PLUS + (weapon.damage_plus if weapon is not None else 0)
    fight.bolt_hit(world, foe, MISSILE_DICE, "missile", plus)
    return True


def _bolt(world: World, step: int, name: bolts.BoltName) -> bool:
    """STK-16."""
    bolts.fire(world, world.player.spot, step, name)
    return True


_AIMED: Final[dict[str, Callable[[World, Monster, int], bool]]] = {
    "invisibility": _invisibility,
    "polymorph": _polymorph,
    "haste monster": _haste_monster,
    "slow monster": _slow_monster,
    "teleport away": _teleport_away,
    "teleport to": _teleport_to,
    "cancellation": _cancellation,
}

EFFECTS: Final[dict[str, Callable[[World, int], bool]]] = {
    "light": _light,
    "lightning": partial(_bolt, name="bolt"),
    "fire": partial(_bolt, name="flame"),
    "cold": partial(_bolt, name="ice"),
    "magic missile": _magic_missile,
    "drain life": _drain_life,
    "nothing": _nothing,
    **{name: partial(_beam, effect=effect) for name, effect in _AIMED.items()},
}
"""Kind -> effect of a zap in a direction, which tells whether it identifies the kind."""
