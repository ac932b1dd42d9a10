"""The magic options in a fight: uses of items whose magic is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, FLOOR, KEY_OF, PASSAGE
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import use, zap
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.monster_manual import BREATHES
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.think.fight.combat_odds import outlives, to_hit
from rogomatic.agent.think.fight.combat_sim import FightCost
from rogomatic.agent.think.fight.fight_options import (
    UNSEEN_MOST,
    Case,
    Option,
    fight_cost_of,
    fight_cost_on_the_way,
    has_struck_unseen,
    rounds_to_hit,
)
from rogomatic.agent.think.fight.position_options import LEAVES, leave_price, path_to_exits, run_cost
from rogomatic.agent.think.fight.threat import is_bound, is_grave, is_pressing, threat_of
from rogomatic.agent.think.ground.firing_lines import line_to
from rogomatic.agent.think.items.item_value import empty_chance, known_worth

HEALS: Final = {"healing": 2.5, "extra healing": 4.5}  # hit points per experience level (POT-6, POT-7)
_HOLD_SQUARES: Final = 2  # SCR-3
BOLTS: Final = ("cold", "fire", "lightning")
_USES_UP: Final = {"potion": "use up the potion", "scroll": "use up the scroll", "stick": "use up a charge"}
_BOLT: Final = 21  # mean damage of 6d6 (STK-16)
_STAFF_BLOW: Final = 7  # mean damage of a staff of striking (V52-16)
# Its to-hit bonus over a blade, in twentieths; elsewhere it always hits.
WEIGHED_STICKS: Final = frozenset({"teleport away", "slow monster", "striking", "drain life", *BOLTS})


def remedies(case: Case) -> Iterator[Option]:
    """Yield the options to use magic.  Each takes a turn, in which all adjacent foes strike."""
    beliefs = case.beliefs
    yield from _scare(case)
    yield from _confusion(case)
    if why_not_heal(beliefs) is None:
        yield from _healing(case)
    if why_not_escape(beliefs) is None:
        yield from _sticks(case)
        yield from _scrolls(case)
        yield from _haste(case)


def why_not_heal(beliefs: Beliefs) -> No | None:
    """Return the reason not to consider a potion of healing now.  Return None if there is no reason."""
    return None if is_pressing(beliefs) else refusals.NOT_PRESSING


def why_not_escape(beliefs: Beliefs) -> No | None:
    """Return the reason not to consider sticks, haste, and scrolls now.  Return None if there is none."""
    if not is_grave(beliefs):
        return refusals.ODDS_GOOD
    return None if threat_of(beliefs).near else refusals.NONE_BESIDE


def _healing(case: Case) -> Iterator[Option]:
    """Yield the options to drink a potion of healing, before the fight or before a run to an exit."""
    beliefs = case.beliefs
    for name, points in HEALS.items():
        letter = beliefs.find("potion", name)
        if letter:
            hp = min(
                beliefs.me.hp + int(points * beliefs.me.level), max(beliefs.me.max_hp, beliefs.me.hp) + 1
            )
            cost = fight_cost_of(beliefs, case.walk(case.pause()), hp=hp)
            yield _use(case, f"drink a potion of {name}", cost, ("potion", name), use("quaff", letter, ""))
            path = _road_away(beliefs)
            if path:
                away = case.walk(case.pause() + path, wait=0)
                cost = run_cost(case, away, len(path), 1, hp)
                drinks = f"drink a potion of {name}, then run"
                run = _use(case, drinks, cost, ("potion", name), use("quaff", letter, ""))
                price, both = run.price + leave_price(beliefs), f"{run.gives_up} and {LEAVES}"
                yield run._replace(price=price, gives_up=both)


def _road_away(beliefs: Beliefs) -> tuple[int, ...]:
    """Return a path that the hero can walk to an exit.  Return () on the stairs or if there is no path."""
    if beliefs.on_stairs or beliefs.is_floating or beliefs.is_blind or is_bound(beliefs):
        return ()
    return path_to_exits(beliefs)


def _scare(case: Case) -> Iterator[Option]:
    """Yield the option to stand on a scare monster scroll.  Then only foes that breathe fire can strike."""
    beliefs, level, spot = case.beliefs, case.beliefs.level, case.beliefs.me.spot
    letter = beliefs.find("scroll", "scare monster")
    if not letter or level.code[spot] not in (FLOOR, PASSAGE) or spot in level.ignored:
        return
    there = case.walk(case.pause(), wait=0)
    bold = tuple(foe for foe in case.foes if foe.kind.traits & BREATHES)
    cost = _fight(case, bold) if bold else fight_cost_on_the_way(beliefs, there)
    act = use("drop", letter, "")
    yield _use(case, "stand on a scroll of scare monster", cost, ("scroll", "scare monster"), act)


def _scrolls(case: Case) -> Iterator[Option]:
    beliefs = case.beliefs
    if beliefs.is_blind:
        return
    letter = beliefs.find("scroll", "teleportation")
    if letter:
        cost = case.here._replace(death_probability=_risk_later(case))
        yield _use(
            case, "read a scroll of teleportation", cost, ("scroll", "teleportation"), use("read", letter, "")
        )
    letter = beliefs.find("scroll", "hold monster")
    if letter:
        left = tuple(foe for foe in case.foes if distance_between(foe.spot, beliefs.me.spot) > _HOLD_SQUARES)
        cost = _again(case, _without(case, left))
        yield _use(
            case, "read a scroll of hold monster", cost, ("scroll", "hold monster"), use("read", letter, "")
        )


def _confusion(case: Case) -> Iterator[Option]:
    """Yield the option to read monster confusion.  A confused foe seldom strikes (CMB-15, CHS-12)."""
    beliefs = case.beliefs
    letter = "" if beliefs.is_blind or beliefs.me.red_hands else beliefs.find("scroll", "monster confusion")
    near = [foe for foe in threat_of(beliefs).near if not foe.confused]
    if not letter or not near:
        return
    foe = max(near, key=lambda one: (one.kind.level, one.spot))
    rest = tuple(one for one in case.foes if one is not foe)
    path = case.pause() * (1 + rounds_to_hit(beliefs, foe))
    cost = fight_cost_of(beliefs, case.walk(path, (*rest, replace(foe, confused=True))))
    yield _use(
        case,
        "read a scroll of monster confusion",
        cost,
        ("scroll", "monster confusion"),
        use("read", letter, ""),
    )


def _sticks(case: Case) -> Iterator[Option]:
    beliefs = case.beliefs
    loaded = [
        (letter, beliefs.name_of(stick), stick.material or "stick", empty_chance(beliefs, letter))
        for letter, stick in beliefs.pack.of_kind("stick")
        if beliefs.name_of(stick) in WEIGHED_STICKS and not may_hang(beliefs, stick)
    ]
    if not loaded:
        return
    nothing = _fight(case, case.foes)
    for letter, name, noun, empty in loaded:
        for foe in case.foes if empty < 1 else ():
            step = line_to(beliefs, foe.spot)
            if step and _is_met(beliefs, name, foe):
                cost = _mixed(empty, nothing, _zapped(case, name, foe, nothing))
                yield _use(
                    case, f"zap a {noun} of {name}", cost, ("stick", name), zap(beliefs, step, letter, "")
                )


def _is_met(beliefs: Beliefs, name: str, foe: Foe) -> bool:
    """Return whether a stick with this name would affect this foe.

    The foe is assumed to be in line with the hero.
    """
    if name == "striking":
        return distance_between(foe.spot, beliefs.me.spot) == 1
    if name == "drain life":
        return (
            len(beliefs.foes.seen) == 1
            and beliefs.me.hp > 1
            and distance_between(foe.spot, beliefs.me.spot) == 1
        )
    return not (name == "slow monster" and foe.slowed)


def _zapped(case: Case, name: str, foe: Foe, missed: FightCost) -> FightCost:
    """Return the cost of the fight after a zap at one foe.  `missed` is the cost if the zap has no effect."""
    others = tuple(one for one in case.foes if one is not foe)
    if name == "teleport away":
        return _again(case, _without(case, others))
    if name == "drain life":
        return _drained(case, foe)
    if name == "slow monster":
        return _fight(case, (*others, replace(foe, slowed=True)))
    if name == "striking":
        plus = case.beliefs.facts_of_edition.staff_to_hit
        misses = 1 - min(max(to_hit(case.beliefs, foe.kind) + plus, 1), 20) / 20
        return _mixed(misses, missed, _hurt(case, foe, _STAFF_BLOW))
    saves = (4 + foe.kind.level // 2) / 20  # CMB-18, CMB-19
    return _mixed(saves, missed, _hurt(case, foe, _BOLT))


def _drained(case: Case, foe: Foe) -> FightCost:
    """Return the cost of a zap of drain life and of the fight that remains.

    The zap hurts both the hero and the foe.  This foe is the only one in the fight.
    """
    hp = case.beliefs.me.hp
    spent = hp - hp // 2
    hurt = replace(foe, wounds=foe.wounds + drained_points(case.beliefs))
    there = case.walk(case.pause(), (hurt,))
    fight = fight_cost_of(case.beliefs, there, hp=hp // 2)
    lives = outlives(foe, drained_points(case.beliefs))
    return FightCost(lives * fight.death_probability, spent + lives * fight.loss, 1 + lives * fight.turns)


def drained_points(beliefs: Beliefs) -> int:
    """Return the hit points that drain life takes from a single foe (V36-19, STK-4)."""
    return beliefs.me.hp if beliefs.facts_of_edition.drain_takes_all else beliefs.me.hp // 2


def _hurt(case: Case, foe: Foe, harm: int) -> FightCost:
    """Return the cost of the fight after one foe has lost `harm` hit points."""
    others = tuple(one for one in case.foes if one is not foe)
    hurt = _fight(case, (*others, replace(foe, wounds=foe.wounds + harm)))
    return _mixed(outlives(foe, harm), hurt, _without(case, others))


def _mixed(chance: float, bad: FightCost, good: FightCost) -> FightCost:
    """Return the cost `chance` * `bad` + (1 - `chance`) * `good`."""
    return FightCost(*(chance * one + (1 - chance) * other for one, other in zip(bad, good, strict=True)))


def _haste(case: Case) -> Iterator[Option]:
    beliefs = case.beliefs
    letter = beliefs.find("potion", "haste self")
    if letter and not beliefs.is_hasted:
        cost = fight_cost_on_the_way(beliefs, case.walk(case.pause(), wait=0))
        hasted = _fight(case, tuple(replace(foe, slowed=True) for foe in case.foes))
        risk = 1 - (1 - cost.death_probability) * (1 - hasted.death_probability)
        cost = hasted._replace(death_probability=risk)
        yield _use(
            case, "drink a potion of haste self", cost, ("potion", "haste self"), use("quaff", letter, "")
        )


def _fight(case: Case, foes: tuple[Foe, ...]) -> FightCost:
    """Return the cost of a turn spent on magic and of the fight with these foes after it."""
    return fight_cost_of(case.beliefs, case.walk(case.pause(), foes))


def _without(case: Case, foes: tuple[Foe, ...]) -> FightCost:
    return _fight(case, foes) if foes else FightCost(turns=1.0)


def _again(case: Case, cost: FightCost) -> FightCost:
    """Return `cost` increased by the chance to die when the foes come back."""
    risk = 1 - (1 - cost.death_probability) * (1 - _risk_later(case))
    return cost._replace(death_probability=risk)


def _risk_later(case: Case) -> float:
    """Return the chance to die in the present fight if it is only postponed."""
    return case.beliefs.knobs.again_pct / 100 * case.here.death_probability


def _use(case: Case, name: str, cost: FightCost, item: tuple[str, str], act: Act) -> Option:
    """Return the option to use the item (class, name).  The option's price is a share of the item's worth."""
    price = known_worth(*item) * case.beliefs.knobs.magic_pct / 100
    return Option(name, cost, price, act=act, gives_up=_USES_UP[item[0]])


def may_hang(beliefs: Beliefs, stick: Thing) -> bool:
    """Return whether a bolt of this stick could bounce forever.

    In 3.6, a bolt starts on the hero's square and bounces at walls and doors (V36-18).  If the hero stands in
    a doorway, the bolt may never leave it.
    """
    in_doorway = beliefs.level.code[beliefs.me.spot] == DOOR
    name = beliefs.name_of(stick)
    return beliefs.facts_of_edition.bolts_turn_at_doors and in_doorway and (not name or name in BOLTS)


_SURE: Final = ("teleport away",)
_STICKS: Final = (*_SURE, "slow monster", "cancellation", *BOLTS)  # the best first
_ONCE: Final = frozenset({"slow monster", "cancellation"})  # a second charge has no effect
_SCROLLS: Final = ("hold monster", "teleportation")
_ROUNDS: Final = 2  # rounds of blows that a hero must survive to save the scroll


def unseen_remedy(beliefs: Beliefs) -> Act | None:
    """Return a use of magic against an unseen attacker.  Return None if nothing in the pack helps now.

    A scroll of hold monster (SCR-3) or teleportation (SCR-9) is saved until two rounds of blows could kill
    the hero.  A stick is used only if the attacker's square is known (STK-5).
    """
    if not has_struck_unseen(beliefs):
        return None
    return _scroll(beliefs) or _stick(beliefs, _STICKS)


def has_sure_remedy(beliefs: Beliefs) -> bool:
    """Return whether the pack has a remedy that surely gains time.  Bolts do not count: they may miss."""
    return _scroll(beliefs) is not None or _stick(beliefs, _SURE) is not None


def _stick(beliefs: Beliefs, names: tuple[str, ...]) -> Act | None:
    """Return a zap at the unseen attacker with a stick of one of these kinds.

    Return None unless the attacker can be on one square only.
    """
    spots = sorted(beliefs.foes.unseen_spots)
    step = spots[0] - beliefs.me.spot if len(spots) == 1 else 0
    if step not in KEY_OF:
        return None
    for name in names:
        for letter, stick in beliefs.pack.of_kind("stick"):
            if beliefs.name_of(stick) != name or may_hang(beliefs, stick):
                continue
            if empty_chance(beliefs, letter) >= 1 or (name in _ONCE and letter in beliefs.foes.unseen_zapped):
                continue
            return zap(beliefs, step, letter, f"{name} against the unseen attacker")
    return None


def _scroll(beliefs: Beliefs) -> Act | None:
    """Return the act of reading a scroll that holds the attacker or teleports the hero, if one helps now."""
    if beliefs.is_blind or beliefs.me.hp > _ROUNDS * UNSEEN_MOST:
        return None
    for name in _SCROLLS:
        letter = beliefs.find("scroll", name)
        if letter:
            return use("read", letter, f"{name}: something unseen strikes")
    return None
