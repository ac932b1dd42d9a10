"""Special acts of thinking monsters, such as missiles, cries, leaps (VMN-21 to VMN-26)."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.spawning import free_foe_spot, next_group
from rogue.minds.geometry import free_ways, line_step, sees, square_distance
from rogue.rules import fight, pack, projectiles
from rogue.rules.attributes import change_strength, confuse, player_saves
from rogue.rules.mind_choice import choose_act, flame_dice, note_success
from rogue.rules.mind_lore import (
    DOES,
    FROM_NOWHERE,
    GONE,
    learn_habit,
    name_of,
    note_trait,
    report_act,
    report_cry,
    report_missile,
)
from rogue.rules.monster_specials import rust_armor
from rogue.rules.monster_steps import place_foe
from rogue.rules.output import add_frame, emit, finish_sentence
from rogue.rules.vision import sees_foe, sees_spot
from rogue.state.entities import ALERT, RUSTPROOF, SUSTAINED, TARGET, Item, Monster
from rogue.state.world import World
from rogue.tables.glyphs import ROCK, WEAPON
from rogue.tables.items import ItemKind
from rogue.tables.monster_minds import ACTS, ActName, KindAct, MindAct

TRIES: Final = 20  # to find a square to flee to
BURBLE_MORE: Final = 2  # turns beyond the power
SHOTS: Final[dict[ActName, int]] = {"arrow": WEAPON, "dart": WEAPON, "rock": ord("*")}
"""Missile -> its symbol in flight (MNP-2)."""
FALLS: Final[dict[ActName, str]] = {"arrow": "arrow", "dart": "dart"}
"""Missile -> the weapon that a miss leaves on the floor.  Other missiles shatter."""


def try_act(world: World, foe: Monster, *, in_sight: bool = True) -> bool:
    """Let a monster perform its best special act if one is worthwhile.

    Return whether the monster performed an act (VMN-25).
    """
    own = choose_act(world, foe, in_sight=in_sight)
    return own is not None and do_act(world, foe, own)


def do_act(world: World, foe: Monster, own: KindAct) -> bool:
    """Perform a special act, which the monster pays for.  Return whether the act was possible.

    An act against the player stops a run, a repeated command, or a fight with another monster, and resets the
    count of quiet turns (VMN-26).
    """
    mind, player, act = foe.mind, world.player, ACTS[own.name]
    assert mind is not None
    finish_sentence(world)
    if "escape" in act.needs:
        if not _vanish(world, foe, own):
            return False
    elif own.name == "leap":
        if not _leap(world, foe):
            return False
    elif own.name in ("mend", "gather"):
        _restore(world, foe, own, act)
    elif own.name in SHOTS:
        _shoot(world, foe, own, act)
    elif own.name == "flame":
        _flame(world, foe, own, act)
    else:
        _cry(world, foe, own, act)
    mind.store -= act.price
    if not {"escape", "mana"}.intersection(act.needs) and own.name != "mend":
        world.interrupt()
        player.quiet = 0
        if not foe.flags & TARGET:
            world.stop_duel()
    add_frame(world, "status")
    return True


def _shoot(world: World, foe: Monster, own: KindAct, act: MindAct) -> None:
    """Fire a missile.

    Whether it hits is rolled as for a melee blow.  An arrow or a dart that misses falls to the floor.
    """
    _show_flight(world, foe.spot, SHOTS[own.name])
    hit = fight.foe_swings(world, foe)
    report_missile(world, foe, own.name, hit=hit)
    _note_habit(world, foe, own.name)
    if hit:
        _hurt(world, foe, world.rng.roll(own.power, act.sides))
    elif own.name in FALLS:
        missile = Item(_missile_kind(world, FALLS[own.name]), count=1)
        missile.group = next_group(world)
        pack.fall(world, missile, world.player.spot)


def _hurt(world: World, foe: Monster, points: int) -> None:
    world.player.hp -= points
    if world.player.hp <= 0:
        world.end("killed", foe.kind.name)


def _missile_kind(world: World, name: str) -> ItemKind:
    """Return a kind of weapon by name, or the first kind if the variant has no kind of that name."""
    kinds = world.rules.weapons
    return next((kind for kind in kinds if kind.name == name), kinds[0])


def _show_flight(world: World, start: int, symbol: int) -> None:
    """Show a missile on every square of its path that the player sees (MNP-2, VIS-17a)."""
    if world.options.terse and world.rules.looking.terse_hides_flight:
        return
    target, flying = world.player.spot, world.canvas.flying
    step = line_step(start, target)
    spot = start + step
    while spot != target:
        if sees_spot(world, spot) and world.canvas.cells[spot] != ROCK:
            flying[spot] = symbol
            add_frame(world, "flight")
            flying.clear()
        spot += step


def _flame(world: World, foe: Monster, own: KindAct, act: MindAct) -> None:
    """Breathe fire.  The fewer hit points the monster has, the fewer dice of damage are rolled."""
    player, mind = world.player, foe.mind
    assert mind is not None
    before = player.hp
    step = line_step(foe.spot, player.spot)
    projectiles.fire(world, foe.spot, step, "flame", foe, (flame_dice(foe, own.power), act.sides))
    _note_habit(world, foe, own.name)
    note_success(mind, works=player.hp < before)


def _cry(world: World, foe: Monster, own: KindAct, act: MindAct) -> None:
    """Perform an act on the player's body or mind.  A to-hit roll or a saving throw decides its success."""
    mind = foe.mind
    assert mind is not None
    if act.missile:
        works = fight.foe_swings(world, foe)
        if works and own.name == "spit":
            works = _poisons(world, foe)
    else:
        works = not player_saves(world, "magic")
        note_success(mind, works=works)
    report_cry(world, foe, own.name, works=works)
    _note_habit(world, foe, own.name)
    if works:
        _take(world, foe, own, act)


def _poisons(world: World, foe: Monster) -> bool:
    """Return whether poison weakens the player.

    A saving throw or a ring of sustain strength prevents this.  The monster learns of the ring (VMN-23).
    """
    if world.player.wears("sustain strength"):
        note_trait(world, foe, SUSTAINED)
        return False
    return not player_saves(world, "poison")


def _take(world: World, foe: Monster, own: KindAct, act: MindAct) -> None:
    """Apply the effect of an act that has succeeded against the player."""
    player, name, power = world.player, own.name, own.power
    if name == "burble":
        confuse(world, world.rng.between(power, power + BURBLE_MORE))
    elif name in ("glare", "sing"):
        player.flags &= ~ALERT
        player.helpless += power
    elif name == "spit":
        change_strength(world, -power)
    elif name == "spray":
        if not rust_armor(world):
            note_trait(world, foe, RUSTPROOF)
    else:
        points = world.rng.roll(power, act.sides)
        if "heal" in act.needs:
            _mend(foe, points)
        _hurt(world, foe, points)


def _mend(foe: Monster, points: int) -> None:
    mind = foe.mind
    assert mind is not None
    healed = min(points, foe.max_hp - foe.hp)
    foe.hp += healed
    mind.hp += healed


def _restore(world: World, foe: Monster, own: KindAct, act: MindAct) -> None:
    """Restore a monster's hit points or its store of points for acts."""
    mind, kind = foe.mind, foe.kind.mind
    assert mind is not None
    assert kind is not None
    if "heal" in act.needs:
        _mend(foe, world.rng.roll(own.power, act.sides))
    else:
        mind.store = min(mind.store + own.power, kind.store)
    report_act(world, foe, DOES[own.name])
    _note_habit(world, foe, own.name)


def _leap(world: World, foe: Monster) -> bool:
    """Leap to a free square beside the player.  Return False if there is none."""
    mind, places = foe.mind, free_ways(world, world.player.spot)
    assert mind is not None
    if not places:
        return False
    spot = world.rng.pick(places)
    mind.back, mind.way = 0, []
    seen = sees_foe(world, foe)
    place_foe(world, foe, spot)
    report_act(world, foe, DOES["leap"] if seen else FROM_NOWHERE)
    _note_habit(world, foe, "leap")
    return True


def _vanish(world: World, foe: Monster, own: KindAct) -> bool:
    """Flee by magic to a random square out of the player's sight.  Return False if none was found."""
    for _ in range(TRIES):
        spot = free_foe_spot(world)
        if spot is None or spot == world.player.spot or sees(world, world.player.spot, spot):
            continue
        if own.power and square_distance(foe.spot, spot) > own.power:
            continue
        if sees_foe(world, foe):
            emit(world, name_of(world, foe) + GONE[own.name])
            _note_habit(world, foe, own.name)
        mind = foe.mind
        assert mind is not None
        mind.back, mind.way = 0, []
        place_foe(world, foe, spot)
        return True
    return False


def _note_habit(world: World, foe: Monster, name: ActName) -> None:
    if sees_foe(world, foe):
        learn_habit(world, foe, name)
