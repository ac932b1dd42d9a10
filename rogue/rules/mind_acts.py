"""Ranged acts of monsters that think (VMN-21 to VMN-26)."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.spawning import free_foe_spot, next_group
from rogue.minds.geometry import can_strike, is_line_open, line_step, sees, square_distance
from rogue.rules import fight, pack, projectiles
from rogue.rules.attributes import confuse, player_saves
from rogue.rules.mind_lore import GONE, belief_to_hit, learn_habit, name_of, report_cry, report_missile
from rogue.rules.monster_steps import place_foe
from rogue.rules.output import add_frame, emit, finish_sentence
from rogue.rules.vision import sees_foe, sees_spot
from rogue.state.entities import CANCELLED, CONFUSED, SCROLL, TARGET, Item, Mind, Monster
from rogue.state.grid import is_close
from rogue.state.world import World
from rogue.tables.glyphs import ROCK, WEAPON
from rogue.tables.items import ItemKind
from rogue.tables.monsters import ACTS, Act, ActName, HitEffect, doubled_mean

SPARED_PCT: Final = (100, 75, 56, 42)  # by the number of failed acts in a row (VMN-24)
CHANCE_PCT: Final = (75, 51)  # least, span: the worth is multiplied by 75 % to 125 %
CLOSE: Final = 3  # squares from the player within which a monster flees by magic
TRIES: Final = 20  # to find a square to flee to
FLAME_DICE: Final = (2, 4, 6)  # 2 dice, up to 4 more by hit points, 6 sides
BURBLE_TURNS: Final = (3, 5)
EFFECT_WORTH: Final[dict[HitEffect, int]] = {
    "": 0, "rust armor": 40, "freeze": 60, "transfix": 60, "steal gold": 60, "steal item": 60,
    "hold": 60, "weaken": 20, "drain life": 30, "drain level": 50,
}  # fmt: skip
"""Special effect of a hit -> its worth in tenths of a hit point (VMN-25)."""
SHOTS: Final[dict[ActName, int]] = {"arrow": WEAPON, "dart": WEAPON, "rock": ord("*")}
"""Missile -> its symbol in flight (MNP-2)."""
FALLS: Final[dict[ActName, str]] = {"arrow": "arrow", "dart": "dart"}
"""Missile -> the weapon that a miss leaves on the floor; other missiles shatter."""


def try_act(world: World, foe: Monster) -> bool:
    """Let a monster use its ranged act if one is left and worthwhile.  Return whether it did."""
    mind, kind, rules = foe.mind, foe.kind.mind, world.rules.minds
    if mind is None or kind is None or kind.act is None or rules is None or not rules.acts:
        return False
    if mind.store <= 0 or foe.flags & CANCELLED:
        return False
    act = ACTS[kind.act]
    worth = act_worth(world, foe, act, kind.act)
    if worth <= 0:
        return False
    worth = worth * _by_chance(world) // 100
    if not world.rng.one_in(act.one_in):
        return False
    if can_strike(world, foe) and worth <= blow_worth(foe) * _by_chance(world) // 100:
        return False
    return _do(world, foe, act, kind.act)


def _by_chance(world: World) -> int:
    least, span = CHANCE_PCT
    return least + world.rng.rnd(span)


def act_worth(world: World, foe: Monster, act: Act, name: ActName) -> int:
    """Return an act's present worth in tenths of a hit point before chance, 0 if impossible."""
    mind, kind, player = foe.mind, foe.kind.mind, world.player
    assert mind is not None
    assert kind is not None
    low = 3 * player.hp <= player.max_hp
    worth = _plain_worth(world, foe, act, name)
    worth = worth * SPARED_PCT[min(mind.spared, len(SPARED_PCT) - 1)] // 100
    if low:
        worth = worth * 3 // 2
    if mind.afraid and not act.escape:
        worth //= 2
    if mind.store == 1 < kind.store and not low and 2 * foe.hp > foe.max_hp:
        worth //= 2
    return worth * 3 // 2 if mind.lore & SCROLL else worth


def _plain_worth(world: World, foe: Monster, act: Act, name: ActName) -> int:
    """Return an act's worth by the table, 0 if a requirement is not met (VMN-22)."""
    mind, player = foe.mind, world.player
    assert mind is not None
    distance = square_distance(foe.spot, player.spot)
    if act.escape:
        near = distance <= CLOSE or can_strike(world, foe)
        return act.worth if mind.afraid and near else 0
    if distance > act.range or not sees(world, foe.spot, player.spot):
        return 0
    if act.out_of_reach and can_strike(world, foe):
        return 0
    if act.clear_line and not _has_clear_shot(world, foe, act):
        return 0
    if name == "burble" and player.flags & CONFUSED:
        return 0
    worth = act.worth
    if act.swung:
        worth = worth * belief_to_hit(foe) // 100
    elif name == "flame":
        worth *= flame_dice(foe)
    return worth - act.fades * max(0, distance - act.near)


def _has_clear_shot(world: World, foe: Monster, act: Act) -> bool:
    """Return whether a missile or a flame would reach the player without coming out of the dark (VMN-22)."""
    spot, hero, room = foe.spot, world.player.spot, foe.room
    shown = is_close(spot, hero) or (room is not None and room is world.player.room and not room.dark)
    return shown and is_line_open(world, spot, hero, act.range, for_missiles=True)


def flame_dice(foe: Monster) -> int:
    """Return the number of damage dice of a flame: 6 at full hit points, 2 near death (VMN-22)."""
    least, more, _ = FLAME_DICE
    return least + more * max(foe.hp, 0) // foe.max_hp


def blow_worth(foe: Monster) -> int:
    """Return a blow's worth in tenths of a hit point before chance (VMN-25)."""
    return (5 * doubled_mean(foe.attacks) + EFFECT_WORTH[foe.kind.on_hit]) * belief_to_hit(foe) // 100


def _do(world: World, foe: Monster, act: Act, name: ActName) -> bool:
    """Do an act.  It ends run, count, quiet turns, and a fight with another monster (VMN-26).

    Return whether it was done.
    """
    mind, player = foe.mind, world.player
    assert mind is not None
    finish_sentence(world)
    if act.escape:
        if not _vanish(world, foe, act, name):
            return False
    elif act.swung:
        _shoot(world, foe, act, name)
    elif name == "flame":
        _flame(world, foe)
    else:
        _cry(world, foe, act, name)
    mind.store -= 1
    if not act.escape:
        world.interrupt()
        player.quiet = 0
        if not foe.flags & TARGET:
            world.stop_duel()
    add_frame(world, "status")
    return True


def _shoot(world: World, foe: Monster, act: Act, name: ActName) -> None:
    """Fire a missile with a melee to-hit roll.  An arrow or a dart that misses falls."""
    player, mind = world.player, foe.mind
    assert mind is not None
    _show_flight(world, foe.spot, SHOTS[name])
    hit = fight.foe_swings(world, foe)
    report_missile(world, foe, name, hit=hit)
    _note_habit(world, foe)
    note_success(mind, works=hit)
    if hit:
        player.hp -= world.rng.roll(*act.dice)
        if player.hp <= 0:
            world.end("killed", foe.kind.name)
    elif name in FALLS:
        missile = Item(_missile_kind(world, FALLS[name]), count=1)
        missile.group = next_group(world)
        pack.fall(world, missile, player.spot)


def _missile_kind(world: World, name: str) -> ItemKind:
    """Return a kind of weapon by name, or the first kind if a variant has none of that name."""
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


def _flame(world: World, foe: Monster) -> None:
    """Breathe fire, hotter with more hit points left."""
    player, mind = world.player, foe.mind
    assert mind is not None
    before = player.hp
    step = line_step(foe.spot, player.spot)
    projectiles.fire(world, foe.spot, step, "flame", foe, (flame_dice(foe), FLAME_DICE[2]))
    _note_habit(world, foe)
    note_success(mind, works=player.hp < before)


def _cry(world: World, foe: Monster, act: Act, name: ActName) -> None:
    """Wail or burble at the player, unless a saving throw against magic succeeds."""
    player, mind = world.player, foe.mind
    assert mind is not None
    works = not player_saves(world, "magic")
    report_cry(world, foe, name, works=works)
    _note_habit(world, foe)
    note_success(mind, works=works)
    if not works:
        return
    if name == "burble":
        confuse(world, world.rng.between(*BURBLE_TURNS))
        return
    player.hp -= world.rng.roll(*act.dice)
    if player.hp <= 0:
        world.end("killed", foe.kind.name)


def _vanish(world: World, foe: Monster, act: Act, name: ActName) -> bool:
    """Flee by magic to a free square out of the player's sight.  Return False if none was drawn."""
    for _ in range(TRIES):
        spot = free_foe_spot(world)
        if spot is None or spot == world.player.spot or sees(world, world.player.spot, spot):
            continue
        if act.range and square_distance(foe.spot, spot) > act.range:
            continue
        if sees_foe(world, foe):
            emit(world, name_of(world, foe) + GONE[name])
            _note_habit(world, foe)
        mind = foe.mind
        assert mind is not None
        mind.back = 0
        mind.way = []
        place_foe(world, foe, spot)
        return True
    return False


def note_success(mind: Mind, *, works: bool) -> None:
    """Update the count of failed acts: one more after a failure, one less after a success (VMN-24)."""
    mind.spared = max(0, mind.spared - 1) if works else mind.spared + 1


def _note_habit(world: World, foe: Monster) -> None:
    if sees_foe(world, foe):
        learn_habit(world, foe, "acts")
