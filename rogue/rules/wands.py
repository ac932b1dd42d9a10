"""Effects of zapping a wand or staff, one function per kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.levelgen.spawning import free_foe_spot, make_foe
from rogue.minds.geometry import notice
from rogue.minds.sound_and_scent import BLOW
from rogue.rules import fight, projectiles, vision
from rogue.rules.attributes import saves
from rogue.rules.awareness import light_up, rouse
from rogue.rules.item_names import know
from rogue.rules.mind_lore import show_weapon
from rogue.rules.monster_death import kill_foe
from rogue.rules.monster_steps import place_foe
from rogue.rules.output import emit
from rogue.rules.projectiles import beam_target, fly
from rogue.rules.vision import sees_foe
from rogue.state.entities import AWAKE, BLIND, CANCELLED, DETECTS, HASTED, HELD, SLOWED, STICK, Item, Monster
from rogue.state.grid import Room, is_close
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, LETTER
from rogue.tables.monsters import INVISIBLE, Dice

MISSILE_DICE: Final[Dice] = (1, 4)  # STK-14
MISSILE_PLUS: Final = 1
MISSILE: Final = ord("*")  # its symbol in flight
DRAIN_MIN_HP: Final = 2  # STK-4
DRAINS: Final = ("drain life", "drain around")  # effects that cost half of the hit points
MIGHTY_ONE_IN: Final = 20  # V52-16
MIGHTY_BLOW: Final[tuple[Dice, int]] = ((3, 8), 9)  # dice, bonus
STRIKING_BLOW: Final[tuple[Dice, int]] = ((1, 8), 3)


def zap(world: World, item: Item, step: int) -> bool:
    """Zap a stick in a direction.  Return whether the turn is used (STK-1, CMD-8, CMD-9).

    The turn is used if the item is a stick.  A charge is used unless the stick is empty or the player is too
    weak.
    """
    if item.kind.cls != "stick":
        emit(world, "You can't zap with that!")
        return False
    if item.value == 0:
        emit(world, "Nothing happens")
        return True
    name = item.kind.does
    if name in DRAINS and world.player.hp < DRAIN_MIN_HP:
        emit(world, "You are too weak to use it")
        return True
    charges = 2 if name == "striking" and _is_double(world, step) else 1
    if EFFECTS[name](world, step):
        know(world, item.kind)
    item.value = max(0, item.value - charges)
    return True


def _light(world: World, _step: int) -> bool:
    """Light the room (STK-3)."""
    light_up(world)
    return True


def _drain_life(world: World, _step: int) -> bool:
    """Halve the player's hit points, and take as many points in total from the monsters nearby (STK-4)."""
    _drain(world, _drain_victims(world), world.player.hp // 2, waking=True)
    return False


def _drain_around(world: World, _step: int) -> bool:
    """Take a number of hit points from the monsters nearby, in total as many as the player has.

    Also halve the hit points of the player (V36-19).  The loss is shared among the monsters, and it wakes
    none of them.
    """
    player, room = world.player, world.player.room
    if room is None or room.gone:
        victims = [foe for foe in world.level.foes if is_close(foe.spot, player.spot)]
    else:
        victims = [foe for foe in world.level.foes if room.covers(foe.spot)]
    _drain(world, victims, player.hp, waking=False)
    return False


def _drain(world: World, victims: list[Monster], points: int, *, waking: bool) -> None:
    """Halve the player's hit points, and take `points` from the victims in equal shares (STK-4).

    If there are no victims, only emit a message.  No message reports a death out of sight.
    """
    if not victims:
        emit(world, "You have a tingling feeling")
        return
    world.player.hp //= 2
    for foe in victims:
        foe.hp -= points // len(victims)
        if foe.hp <= 0:
            kill_foe(world, foe, announce=sees_foe(world, foe))
        elif waking:
            rouse(world, foe)


def _drain_victims(world: World) -> list[Monster]:
    """Return the monsters in the player's room or on its doors (STK-4).

    If the player stands on a door, also return the monsters in the passages behind it.
    """
    level, player = world.level, world.player
    rooms: list[Room] = [] if player.room is None else [player.room]
    if level.cells[player.spot] == DOOR:
        rooms += [net for net in level.nets if player.spot in net.exits]
    doors = [] if player.room is None else player.room.exits
    return [foe for foe in level.foes if foe.room in rooms or foe.spot in doors]


def _striking(world: World, step: int) -> bool:
    """Strike a neighbor with a staff (V52-16, V36-17)."""
    foe = _within_reach(world, step)
    if foe is not None:
        mighty = world.rng.one_in(MIGHTY_ONE_IN)
        fight.staff_hit(world, foe, *(MIGHTY_BLOW if mighty else STRIKING_BLOW))
    return False


def _is_double(world: World, step: int) -> bool:
    """Return whether a zap of a staff of striking uses two charges.

    In most editions it does if it strikes a blow, because the blow uses one charge in addition to that of the
    zap (V52-16, V36-31).  In editions where the zap only unmasks a disguised neighbor, no blow is struck at
    that neighbor (V52-30).
    """
    magic, foe = world.rules.magic, _within_reach(world, step)
    if foe is None or not magic.striking_drains:
        return False
    masked = foe.disguise != ord(foe.kind.letter) and not world.player.flags & BLIND
    return not (masked and magic.striking_unmasks)


def _within_reach(world: World, step: int) -> Monster | None:
    """Return the neighbor in reach of a staff of striking, or None if there is none (V36-33, V52-30).

    In most editions a disguised neighbor is out of reach.
    """
    level, spot = world.level, world.player.spot + step
    fooled = world.rules.looking.disguises_fool and not world.rules.magic.striking_unmasks
    return level.foe_at[spot] if LETTER[level.apparent(spot, fooled)] else None


def _nothing(_world: World, _step: int) -> bool:
    """Do nothing (STK-15)."""
    return False


def _beam(world: World, step: int, effect: Callable[[World, Monster, int], bool]) -> bool:
    """Apply `effect` to the monster that stops the beam, if any (STK-5)."""
    foe = beam_target(world, step)
    return foe is not None and effect(world, foe, step)


def _free_player(world: World, foe: Monster) -> None:
    """End the hold of a flytrap that is about to be changed or moved (STK-7)."""
    if foe.kind.on_hit == "hold":
        world.player.release()


def _invisibility(world: World, foe: Monster, _step: int) -> bool:
    """Make a monster invisible (STK-8)."""
    _free_player(world, foe)
    foe.flags |= INVISIBLE
    if not sees_foe(world, foe):
        vision.hide_foe(world, foe)
    return False


def _cancellation(world: World, foe: Monster, _step: int) -> bool:
    """Take a monster's special abilities away (STK-9, SPC-18).

    Depending on the edition, the monster also wakes and loses its disguise (V36-32).
    """
    magic = world.rules.magic
    _free_player(world, foe)
    foe.flags = (foe.flags | CANCELLED) & ~INVISIBLE
    if magic.beams_wake and magic.cancellation_wakes:
        _wake(world, foe)
    if magic.cancellation_wakes:
        foe.disguise = ord(foe.kind.letter)
    if sees_foe(world, foe):
        vision.draw_foe(world, foe)
    return False


def _teleport_away(world: World, foe: Monster, _step: int) -> bool:
    """Teleport a monster to a random free square, if there is one (STK-10)."""
    spot = _elsewhere(world)
    _send(world, foe, foe.spot if spot is None else spot)
    return False


def _elsewhere(world: World) -> int | None:
    """Return a random free square other than the player's, or None if there is none."""
    spot = free_foe_spot(world)
    while spot == world.player.spot:
        spot = free_foe_spot(world)
    return spot


def _teleport_to(world: World, foe: Monster, step: int) -> bool:
    """Teleport a monster next to the player (STK-11).

    If a disguised monster occupies the square next to the player, `foe` is not moved (BUG-19).
    """
    spot = world.player.spot + step
    _send(world, foe, spot if world.level.foe_at[spot] is None else foe.spot)
    return False


def _send(world: World, foe: Monster, spot: int) -> None:
    """Wake a monster, let it chase the player, and move it to a square (STK-6)."""
    _free_player(world, foe)
    _wake(world, foe)
    if spot != foe.spot:
        place_foe(world, foe, spot)


def _wake(world: World, foe: Monster) -> None:
    """Wake a monster and let it chase the player (STK-6, V52-16).  A held monster may stay held (V52-28)."""
    foe.flags |= AWAKE
    if world.rules.magic.beams_free:
        foe.flags &= ~HELD
    foe.goal = None
    notice(world, foe)


def _polymorph(world: World, old: Monster, _step: int) -> bool:
    """Replace a monster with a random one.  The new monster gets the old one's items (STK-12).

    Some editions differ (V36-32, V52-29).
    """
    level, magic = world.level, world.rules.magic
    _free_player(world, old)
    kinds = set(world.rules.monsters)
    if magic.polymorph_keeps and not magic.polymorph_revives:
        kinds = kinds - world.extinct
    letter = world.rng.pick(sorted(kinds))
    foe = make_foe(world, letter, old.spot)
    if magic.beams_wake:
        _wake(world, foe)
    foe.pack = old.pack if magic.polymorph_keeps else []
    foe.under = old.under
    if world.duel is not None and world.duel.foe is old:
        world.stop_duel()
    level.drop_foe(old)
    level.add_foe(foe)
    changed = magic.polymorph_known == "changed" and foe.kind is not old.kind
    if sees_foe(world, foe):
        vision.draw_foe(world, foe)
        return changed or magic.polymorph_known == "seen"
    if world.player.has_flag(DETECTS):
        world.canvas.put_bright(foe.spot, ord(foe.kind.letter))
    else:
        vision.hide_foe(world, foe)
    return changed


def _haste_monster(world: World, foe: Monster, _step: int) -> bool:
    """Haste a monster, or return a slowed monster to normal speed (STK-13, STK-6)."""
    foe.flags = foe.flags & ~SLOWED if foe.has_flag(SLOWED) else foe.flags | HASTED
    rouse(world, foe)
    return False


def _slow_monster(world: World, foe: Monster, _step: int) -> bool:
    """Slow a monster, or return a hasted monster to normal speed (STK-13, STK-6)."""
    foe.flags = foe.flags & ~HASTED if foe.has_flag(HASTED) else foe.flags | SLOWED
    foe.toggle = True
    rouse(world, foe)
    return False


def _magic_missile(world: World, step: int) -> bool:
    """Fire a magic missile (STK-14, V36-30).

    In most editions the damage bonus of a wielded weapon is added.  Without a weapon nothing is added
    (BUG-7).
    """
    foe = world.level.foe_at[fly(world, step, MISSILE)]
    show_weapon(world, STICK, foe)
    world.make_noise(BLOW)
    if foe is None or saves(world, foe.level, projectiles.MAGIC):
        emit(world, "The missile vanishes with a puff of smoke", terse="Missile vanishes")
        return True
    weapon = world.player.wielded if world.rules.magic.missile_by_weapon else None
    plus = MISSILE_PLUS + (weapon.damage_plus if weapon is not None else 0)
    fight.bolt_hit(world, foe, MISSILE_DICE, "missile", plus)
    return True


def _bolt(world: World, step: int, name: projectiles.BoltName) -> bool:
    """Fire a bolt (STK-16)."""
    projectiles.fire(world, world.player.spot, step, name)
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
    "drain around": _drain_around,
    "striking": _striking,
    "nothing": _nothing,
    **{name: partial(_beam, effect=effect) for name, effect in _AIMED.items()},
}
"""Effect name, usually the kind's name -> effect of a zap in a direction.

The effect returns whether it identifies the kind.
"""
