"""Choice among a monster's special acts by their worth (VMN-21 to VMN-25)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.minds.geometry import can_strike, free_ways, is_line_open, sees, square_distance
from rogue.rules.mind_lore import belief_to_hit
from rogue.state.entities import CANCELLED, CONFUSED, RUSTPROOF, SCROLL, SUSTAINED, Mind, Monster
from rogue.state.grid import is_close
from rogue.state.world import World
from rogue.tables.monster_minds import ACTS, KindAct, MindAct, Need, Trait
from rogue.tables.monsters import HitEffect, doubled_mean

SPARED_PCT: Final = (100, 75, 56, 42)  # by the number of failed acts in a row (VMN-23)
CHANCE_PCT: Final = (75, 51)  # least, span: the worth is multiplied by 75 % to 125 %
CLOSE: Final = 3  # squares from the player within which a monster flees by magic
FLAME_LEAST: Final = 2  # dice of the last flame of a dying monster
HURT_PCT: Final = 40  # minimum percentage of missing hit points for healing
LEAP_FROM: Final = 3  # squares
SAFE_STEPS: Final = 8  # least range of a monster that flees (VMN-35)
SHY_SQUARES: Final = 2  # least range of one that keeps its distance (VMN-27)
EFFECT_WORTH: Final[dict[HitEffect, int]] = {
    "": 0, "rust armor": 40, "freeze": 60, "transfix": 60, "steal gold": 60, "steal item": 60,
    "hold": 60, "weaken": 20, "drain life": 30, "drain level": 50,
}  # fmt: skip
"""Special effect of a hit -> its worth in tenths of a hit point (VMN-25)."""
VAIN_EFFECT: Final[dict[HitEffect, int]] = {"rust armor": RUSTPROOF, "weaken": SUSTAINED}
"""Special effect of a hit -> the lore by which it is worth nothing."""


def choose_act(world: World, foe: Monster, *, in_sight: bool) -> KindAct | None:
    """Return the monster's act that has the greatest worth, or None (VMN-25).

    Each worth is varied at random by up to 25 %.  The act of greatest worth is then returned only with a
    chance of 1 in that act's `one_in`.  Return None if this chance fails, if no act is worth anything, or if
    a blow is worth at least as much.  If `in_sight` is false, consider only acts that a monster may
    use without seeing the player.
    """
    mind, kind, rules = foe.mind, foe.kind.mind, world.rules.minds
    if mind is None or kind is None or not kind.acts or rules is None or not rules.acts:
        return None
    if foe.flags & CANCELLED:
        return None
    best, most = None, 0
    for own in kind.acts:
        act = ACTS[own.name]
        if act.price > mind.store or not (in_sight or act.unseen):
            continue
        worth = act_worth(world, foe, own)
        if worth > 0:
            worth = worth * _by_chance(world) // 100
            if worth > most:
                best, most = own, worth
    if best is None or not world.rng.one_in(best.one_in):
        return None
    if can_strike(world, foe) and most <= blow_worth(foe) * _by_chance(world) // 100:
        return None
    return best


def acts_unseen(foe: Monster) -> bool:
    """Return whether a monster can pay for an act that it may use without seeing the player."""
    mind, kind = foe.mind, foe.kind.mind
    if mind is None or kind is None:
        return False
    for own in kind.acts:
        act = ACTS[own.name]
        if act.unseen and act.price <= mind.store:
            return True
    return False


def _by_chance(world: World) -> int:
    least, span = CHANCE_PCT
    return least + world.rng.rnd(span)


def act_worth(world: World, foe: Monster, own: KindAct) -> int:
    """Return an act's worth in tenths of a hit point, or 0 for an impossible act (VMN-24)."""
    mind, kind, player, act = foe.mind, foe.kind.mind, world.player, ACTS[own.name]
    assert mind is not None
    assert kind is not None
    worth = sum([WORTH_FOR[need](world, foe, own, act) for need in act.needs])
    for trait in act.judged_by:
        worth = worth * _expected_pct(foe, trait) // 100
    low = 3 * player.hp <= player.max_hp
    spends_all = act.price == mind.store < kind.store
    if spends_all and not low and not mind.afraid and 2 * foe.hp > foe.max_hp:
        worth //= 2
    return worth


def _expected_pct(foe: Monster, trait: Trait) -> int:
    """Return the probability, in percent, that an act works in spite of the player's `trait` (VMN-23).

    It is the monster's estimate.
    """
    mind = foe.mind
    assert mind is not None
    if trait == "armor":
        return belief_to_hit(foe)
    if trait == "saves":
        return SPARED_PCT[min(mind.spared, len(SPARED_PCT) - 1)]
    return 0 if mind.lore & (RUSTPROOF if trait == "rust" else SUSTAINED) else 100


def _against(world: World, foe: Monster, worth: int) -> int:
    """Return the worth of harming or hindering the player, adjusted to the state of both sides (VMN-24)."""
    mind, player = foe.mind, world.player
    assert mind is not None
    if 3 * player.hp <= player.max_hp:
        worth = worth * 3 // 2
    if mind.afraid:
        worth //= 2
    return worth * 3 // 2 if mind.lore & SCROLL else worth


def _harm(world: World, foe: Monster, own: KindAct, act: MindAct) -> int:
    if not _reaches(world, foe, act):
        return 0
    power = flame_dice(foe, own.power) if own.name == "flame" else own.power
    distance = square_distance(foe.spot, world.player.spot)
    return _against(world, foe, act.worth * power - act.fades * max(0, distance - act.near))


def _hinder(world: World, foe: Monster, own: KindAct, act: MindAct) -> int:
    player = world.player
    if not _reaches(world, foe, act) or player.helpless or (own.name == "burble" and player.flags & CONFUSED):
        return 0
    return _against(world, foe, act.worth * own.power)


def _heal(world: World, foe: Monster, own: KindAct, act: MindAct) -> int:
    mind = foe.mind
    assert mind is not None
    missing = 100 * (foe.max_hp - foe.hp) // foe.max_hp
    if missing < HURT_PCT:
        return 0
    worth = act.worth * own.power * missing // 100
    if mind.afraid:
        worth = worth * 3 // 2
    pressed = square_distance(foe.spot, world.player.spot) <= CLOSE
    return worth // 2 if pressed else worth


def _regain(world: World, foe: Monster, _own: KindAct, act: MindAct) -> int:
    mind, kind = foe.mind, foe.kind.mind
    assert mind is not None
    assert kind is not None
    pressed = square_distance(foe.spot, world.player.spot) <= CLOSE
    return 0 if pressed or mind.afraid else act.worth * (kind.store - mind.store)


def _escape(world: World, foe: Monster, _own: KindAct, act: MindAct) -> int:
    mind = foe.mind
    assert mind is not None
    near = square_distance(foe.spot, world.player.spot) <= CLOSE or can_strike(world, foe)
    return act.worth if mind.afraid and near else 0


def _better_place(world: World, foe: Monster, own: KindAct, act: MindAct) -> int:
    """Return the worth of leaping to the player, or of fleeing by magic to a better distance (VMN-24)."""
    mind = foe.mind
    assert mind is not None
    distance = square_distance(foe.spot, world.player.spot)
    if mind.afraid:
        return 0
    if own.name != "leap":
        return act.worth // 4 if distance < least_range(world, foe) else 0
    least = max(LEAP_FROM, best_range(foe) + 1)
    if not least <= distance <= own.power or not free_ways(world, world.player.spot):
        return 0
    return act.worth


WORTH_FOR: Final[dict[Need, Callable[[World, Monster, KindAct, MindAct], int]]] = {
    "harm": _harm, "hinder": _hinder, "heal": _heal, "mana": _regain, "escape": _escape,
    "position": _better_place,
}  # fmt: skip


def _reaches(world: World, foe: Monster, act: MindAct) -> bool:
    """Return whether an act can reach the player (VMN-22)."""
    here, hero = foe.spot, world.player.spot
    if square_distance(here, hero) > act.range or not sees(world, here, hero):
        return False
    if act.missile and can_strike(world, foe):
        return False
    return not (act.missile or act.clear_line) or _has_clear_shot(world, foe, act)


def _has_clear_shot(world: World, foe: Monster, act: MindAct) -> bool:
    """Return whether a flame or a missile would reach the player (VMN-22).

    A missile is not shot in the dark.
    """
    spot, hero, room = foe.spot, world.player.spot, foe.room
    lit = room is not None and room is world.player.room and not room.dark
    shown = lit or not act.missile or is_close(spot, hero)
    return shown and is_line_open(world, spot, hero, for_missiles=True)


def flame_dice(foe: Monster, power: int) -> int:
    """Return the number of damage dice of a flame (VMN-22).

    The number is `power` at full hit points, and falls to 2 near death.
    """
    return FLAME_LEAST + max(power - FLAME_LEAST, 0) * max(foe.hp, 0) // foe.max_hp


def blow_worth(foe: Monster) -> int:
    """Return a blow's worth in tenths of a hit point (VMN-25)."""
    mind, effect = foe.mind, foe.kind.on_hit
    assert mind is not None
    vain = mind.lore & VAIN_EFFECT.get(effect, 0)
    return (5 * doubled_mean(foe.attacks) + (0 if vain else EFFECT_WORTH[effect])) * belief_to_hit(foe) // 100


def best_range(foe: Monster) -> int:
    """Return the distance in squares that a monster prefers, given the acts it can pay for (VMN-27)."""
    mind, kind = foe.mind, foe.kind.mind
    if mind is None or kind is None or not kind.distant:
        return 1
    return max(
        [ACTS[own.name].best for own in kind.acts if 0 < ACTS[own.name].price <= mind.store], default=1
    )


def least_range(world: World, foe: Monster) -> int:
    """Return the least distance that a monster keeps from the player.

    For a monster that flees, it is counted in steps along a walkable path, otherwise in squares.
    """
    if flees(world, foe):
        return SAFE_STEPS
    return SHY_SQUARES if best_range(foe) > SHY_SQUARES else 0


def flees(world: World, foe: Monster) -> bool:
    """Return whether a monster keeps away from the player.

    It does so if it is afraid, or if it has recently learned that the player stands on a scare monster
    scroll.
    """
    mind = foe.mind
    return mind is not None and (mind.afraid or world.turns < mind.wary)


def note_success(mind: Mind, *, works: bool) -> None:
    """Increase the count of failed acts after a failure, and reduce it after a success (VMN-23)."""
    mind.spared = max(0, mind.spared - 1) if works else mind.spared + 1
