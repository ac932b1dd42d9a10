"""Fighting: to-hit rolls, damage, messages."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogue.minds.sound_and_scent import BLOW
from rogue.rules import item_names, vision
from rogue.rules.awareness import rouse
from rogue.rules.item_names import capital
from rogue.rules.mind_lore import note_swing
from rogue.rules.monster_death import kill_foe
from rogue.rules.monster_specials import take_effect
from rogue.rules.output import add_frame, add_text, emit, finish_sentence, reply
from rogue.rules.vision import sees_foe
from rogue.state.entities import (
    ALERT,
    BLIND,
    CANCELLED,
    CONFUSED,
    HARMLESS,
    RED_HANDS,
    TARGET,
    UNARMORED,
    Item,
    Monster,
    PlayerCharacter,
)
from rogue.state.world import World
from rogue.tables.items import ItemKind
from rogue.tables.monsters import REGENERATES, Dice

BARE_HANDS: Final[Dice] = (1, 4)  # CMB-6
STAFF: Final[Dice] = (2, 3)  # STK-19
WAND: Final[Dice] = (1, 1)
THROWN_STICK: Final[Dice] = (1, 1)
STRIKING_PLUS: Final = 3  # damage bonus of a staff of striking with charges (V52-16)
SURE_HIT: Final = 100  # to-hit bonus of bolts (STK-14, STK-16)
BOLT_NAMES: Final = frozenset(("bolt", "flame", "ice"))

YOU_HIT: Final = ("You scored an excellent hit on ", "You hit ", "You have injured ", "You swing and hit ")
YOU_MISS: Final = ("You miss ", "You swing and miss ", "You barely miss ", "You don't hit ")
FOE_HITS: Final = (" scored an excellent hit on you", " hit you", " has injured you", " swings and hits you")
FOE_MISSES: Final = (" misses you", " swings and misses you", " barely misses you", " doesn't hit you")


class _Blow(NamedTuple):
    """A blow of the player: its dice and bonuses."""

    dice: Dice
    hit_plus: int
    damage_plus: int
    missile: str | None = None  # name of a thrown weapon, "" for any other item, None in melee
    hopeless: bool = False  # misses regardless of the roll


def swing(world: World, level: int, armor: int, bonus: int) -> bool:
    """Return whether an attack hits: rnd(20) + bonus >= 20 - attacker's level - armor class (CMB-2)."""
    return world.rng.rnd(20) + bonus >= 20 - level - armor


def armor_class(player: PlayerCharacter, protection_adds: bool = True) -> int:
    """Return the player's armor class including rings of protection (CMB-8).

    Lower is better.  If `protection_adds` is false, only one ring of protection counts: the left one if two
    are worn.
    """
    armor = UNARMORED if player.worn is None else player.worn.value
    for ring in (player.left, player.right):
        if ring is not None and ring.kind.does == "protection":
            armor -= ring.value
            if not protection_adds:
                break
    return armor


def attack(world: World, foe: Monster, weapon: Item | None, thrown: bool = False) -> bool:
    """Strike a monster with a weapon, or with bare hands (None).  Return whether the monster was hit.

    The monster wakes and may die.  A melee blow at a disguised xeroc only unmasks it (CMB-10, CMB-13).
    """
    if _engage(world, foe) and not thrown:
        return False
    blow = _blow_of(world, weapon, thrown)
    if weapon is not None and weapon.has_flag(HARMLESS):
        blow = blow._replace(hopeless=True)
    return _strike(world, foe, blow)


def bolt_hit(world: World, foe: Monster, dice: Dice, name: str, plus: int = 0) -> bool:
    """Attack a monster with a bolt or a wand's missile.  Return whether the monster was hit.

    If `name` is "bolt", "flame", or "ice", the attack is a bolt; with any other name it is a missile.  The
    damage is dice + plus + strength bonus (STK-14, STK-16, STK-26).  The to-hit bonus is 100.
    """
    _engage(world, foe)
    missile = name if name in BOLT_NAMES else ""
    return _strike(world, foe, _Blow(dice, SURE_HIT, plus, missile))


def staff_hit(world: World, foe: Monster, dice: Dice, plus: int) -> None:
    """Strike the adjacent monster `foe` by zapping a staff of striking.

    The zap follows the rules of a melee blow, with the edition's to-hit bonus (V52-16, V36-17).
    """
    if not _engage(world, foe):
        _strike(world, foe, _Blow(dice, world.rules.magic.striking_hit, plus))


def _engage(world: World, foe: Monster) -> bool:
    """Start a fight with a monster.  Return whether a disguise was revealed (CMB-10, CMB-11, CMB-13)."""
    world.count = 0
    world.player.quiet = 0
    world.make_noise(BLOW)
    _flush(world)
    rouse(world, foe)
    unmasked = _unmask(world, foe)
    if unmasked:
        emit(world, f"Wait!  That's a {foe.kind.name}!", trip="Heavy!  That's a nasty critter!")
    return unmasked


def _flush(world: World) -> None:
    """Discard keys typed ahead if the `flush` option is on and no fight command is in progress (OPT-7)."""
    if world.options.flush and world.duel is None:
        world.flushed = True


def _unmask(world: World, foe: Monster) -> bool:
    """Reveal a disguised monster, unless the player is blind (CMB-13, CMB-14).

    Return whether the monster was disguised.
    """
    letter = ord(foe.kind.letter)
    if foe.disguise == letter or world.player.flags & BLIND:
        return False
    foe.disguise = letter
    if sees_foe(world, foe):
        vision.draw_foe(world, foe)
    return True


def _blow_of(world: World, weapon: Item | None, thrown: bool) -> _Blow:
    """Return the blow of a weapon that the player wields or throws (CMB-3 to CMB-7, THR-4, THR-8)."""
    if weapon is None:
        return _Blow(BARE_HANDS, 0, 0)
    player, kind = world.player, weapon.kind
    hit, damage = weapon.hit_plus, weapon.damage_plus
    dice = kind.wield
    if kind.cls == "stick":
        dice = WAND if kind in world.knowledge.metal else STAFF
    if not thrown:
        if kind.does == "striking":
            dice, hit, damage = _striking(world, weapon)
        for ring in player.rings():
            if ring.kind.does == "dexterity":
                hit += ring.value
            elif ring.kind.does == "increase damage":
                damage += ring.value
        return _Blow(dice, hit, damage)
    launcher = player.wielded
    launched = launcher is not None and launcher.kind.name == kind.launcher
    if launched and launcher is not None:
        hit += launcher.hit_plus
        damage += launcher.damage_plus
    if _as_thrown(world, kind, launched):
        dice = THROWN_STICK if kind.cls == "stick" else kind.thrown
    return _Blow(dice, hit, damage, kind.name if kind.cls == "weapon" else "")


def _as_thrown(world: World, kind: ItemKind, launched: bool) -> bool:
    """Return whether a thrown item uses its thrown damage instead of its melee damage (THR-4, V52-17)."""
    rule = world.rules.fighting.thrown
    if rule == "by launcher":
        return kind.cls == "weapon" and (launched or not kind.launcher)
    return rule == "always" or launched or not kind.missile


def _striking(world: World, staff: Item) -> tuple[Dice, int, int]:
    """Use a charge of a wielded staff of striking.  Return the dice, to-hit bonus, and damage bonus (V52-16).

    All of them are 0 if the staff has no charges.  In some editions a blow uses no charge (V36-31).
    """
    if staff.value <= 0:
        return (0, 0), 0, 0
    if world.rules.magic.striking_drains:
        staff.value -= 1
    return staff.kind.wield, world.rules.magic.striking_hit, STRIKING_PLUS


def _strike(world: World, foe: Monster, blow: _Blow) -> bool:
    """Roll the player's blow, report it, and apply its damage.  Return whether the blow hit."""
    player = world.player
    name = item_names.foe_name(world, foe)
    strength = world.rules.strength
    bonus = blow.hit_plus + strength.to_hit[player.strength]
    if blow.hopeless or not swing(world, player.level, foe.armor, bonus):
        _emit_blow(world, blow, name, hit=False)
        return False
    damage = world.rng.roll(*blow.dice) + blow.damage_plus + strength.damage[player.strength]
    foe.hp -= max(0, damage)
    _emit_blow(world, blow, name, hit=True)
    confused = _confuse_by_hand(world, foe)
    if foe.hp <= 0:
        kill_foe(world, foe)
    elif confused and not player.flags & BLIND:
        emit(world, f"{capital(name)} appears confused")
    return True


def _confuse_by_hand(world: World, foe: Monster) -> bool:
    """If the player's hands glow, end the glow, confuse the monster, and return True (CMB-15)."""
    player = world.player
    if not player.flags & RED_HANDS:
        return False
    player.flags &= ~RED_HANDS
    foe.flags |= CONFUSED
    finish_sentence(world)
    emit(world, f"Your hands stop glowing {item_names.color(world, 'red')}")
    return True


def _emit_blow(world: World, blow: _Blow, name: str, *, hit: bool) -> None:
    """Report a blow of the player, except during a fight command (CMD-11).

    In terse mode, some editions append the report of the monster's blow to the same message (CMB-20).
    """
    if world.duel is not None:
        return
    if blow.missile is None:
        variant = world.deco.pick(YOU_HIT if hit else YOU_MISS)
        add_text(world, variant + name, terse="You hit" if hit else "You miss")
    elif blow.missile:
        add_text(world, f"The {blow.missile} {'hits' if hit else 'misses'} {name}")
    else:
        text = world.rules.words.thing_hits if hit else world.rules.words.thing_misses
        add_text(world, text.format(who=name, monster=name.removeprefix("the ")))
    if not (world.options.terse and world.rules.words.joins_blows):
        finish_sentence(world)


def foe_attacks(world: World, foe: Monster) -> bool:
    """Let a monster attack the player.  Return False if the monster vanished (CMB-11, CMB-12, SPC).

    The attack ends a run or a repeated command.  It may also end the fight command or the game.
    """
    player = world.player
    world.interrupt()
    player.quiet = 0
    world.make_noise(BLOW)
    if not foe.flags & TARGET:
        world.stop_duel()
    _flush(world)
    _unmask(world, foe)  # CMB-14
    name = capital(item_names.foe_name(world, foe))
    before = player.hp
    hit = _foe_hits(world, foe)
    if foe.flags & REGENERATES:
        _regrow(world, foe)
    if not hit:
        return _foe_missed(world, foe, name)
    if foe.kind.silent:
        finish_sentence(world)  # a silent monster's blows are never reported (SPC-4)
    else:
        _emit_foe_blow(world, name, FOE_HITS, " hit")
    if player.hp <= 0:
        world.end("killed", foe.kind.name)
        return True
    _weigh_duel(world, before - player.hp)
    stays = bool(foe.flags & CANCELLED) or take_effect(world, foe)
    add_frame(world, "status")
    return stays


def _foe_hits(world: World, foe: Monster) -> bool:
    """Roll each attack of a monster and apply the damage of those that hit.

    Return whether at least one attack hit (CMB-1, CMB-5, CMB-22).
    """
    player, rng = world.player, world.rng
    rules = world.rules.fighting
    armor = armor_class(player, rules.protection_adds)
    bonus = 0 if player.flags & ALERT else rules.off_guard
    any_hit = False
    for dice in foe.attacks:
        hit = swing(world, foe.level, armor, bonus)
        note_swing(world, foe, hit=hit)
        if hit:
            player.hp -= rng.roll(*dice)
            any_hit = True
    return any_hit


def foe_swings(world: World, foe: Monster) -> bool:
    """Roll whether a monster's missile hits the player, and return the result (VMN-22).

    The to-hit rules are the same as for a melee blow.
    """
    player, rules = world.player, world.rules.fighting
    world.make_noise(BLOW)
    bonus = 0 if player.flags & ALERT else rules.off_guard
    hit = swing(world, foe.level, armor_class(player, rules.protection_adds), bonus)
    note_swing(world, foe, hit=hit)
    return hit


def _regrow(world: World, foe: Monster) -> None:
    """Let a regenerating monster heal one hit point during its attack, in editions with that rule (V36-7)."""
    rules = world.rules.fighting
    chance = rules.regrows_pct
    if chance and (rules.regrows_beyond or foe.hp < foe.max_hp) and world.rng.percent(chance):
        foe.hp += 1


def _foe_missed(world: World, foe: Monster, name: str) -> bool:
    """Apply and report a monster's miss.  Return True, because the monster is still there.

    A flytrap that misses still squeezes a player it holds (SPC-12).
    """
    player = world.player
    if foe.kind.on_hit == "hold":
        player.hp -= player.grip
        if player.hp <= 0:
            world.end("killed", foe.kind.name)
            return True
    if not foe.kind.silent:
        _emit_foe_blow(world, name, FOE_MISSES, " misses")
    return True


def _emit_foe_blow(world: World, name: str, variants: tuple[str, ...], terse: str) -> None:
    """Report a monster's attack.  If the message about the player's blow is still open, append to it."""
    if world.duel is not None:
        return
    reply(world, name + world.deco.pick(variants), terse=name + terse)


def _weigh_duel(world: World, loss: int) -> None:
    """If the player is in danger, end the fight command, unless it is a fight to the death (CMD-11, CMB-23).

    The player is in danger if another loss of hit points as big as the worst one in this fight would kill the
    player.
    """
    duel = world.duel
    if duel is not None and not duel.to_death:
        duel.worst = max(duel.worst, loss)
        if world.player.hp <= duel.worst:
            world.stop_duel()
