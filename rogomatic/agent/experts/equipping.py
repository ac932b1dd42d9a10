"""Equipment: the weapon to wield, the armor to wear, the rings to put on."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.food_supply import RING_EATS
from rogomatic.agent.beliefs.known_monsters import distance_between
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import box_of
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import remove_ring, take_armor_off, use
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.items.food_value import waits_to_faint
from rogomatic.agent.think.items.item_value import armor_value, best_blade, bow_letter, can_shoot, spare_food
from rogue.shared.wording import plural

_RINGS: Final = {  # wanted rings: meals to spare before they are put on, for most of them eat (FOO-1)
    "slow digestion": 0, "dexterity": 2, "increase damage": 2, "searching": 2, "see invisible": 2,
    "protection": 4, "stealth": 4, "add strength": 5, "maintain armor": 5, "regeneration": 5,
    "sustain strength": 6,
}  # fmt: skip
_GOOD_FOR: Final = {
    "slow digestion": "the hero needs less food", "dexterity": "blows hit more often",
    "increase damage": "blows hit harder", "searching": "it finds hidden doors by itself",
    "see invisible": "it shows unseen monsters", "protection": "monsters hit less often",
    "stealth": "monsters wake less often", "add strength": "the hero is stronger",
    "maintain armor": "armor cannot rust", "regeneration": "wounds heal faster",
    "sustain strength": "poison takes no strength",
}  # fmt: skip
_NEAR: Final = 3  # squares: a foe this near arrives before a suit is on
_LESS: Final = 1  # meals by which fewer suffice to keep a ring on


def wear_best(beliefs: Beliefs) -> Act | No:
    """Wear the best armor, after taking the old one off."""
    kit, threat = beliefs.pack.kit, threat_of(beliefs)
    worn = kit.worn
    if threat.foes and (
        threat.near
        or any(
            worn or foe.kind.special == "rust" or distance_between(foe.spot, beliefs.me.spot) <= _NEAR
            for foe in threat.coming
        )
    ):
        return refusals.AFTER_US  # there is no time, or armor should stay off
    suits = kit.kinds.get("armor", ())
    if suits == (worn,):
        return refusals.BEST_SUIT
    best, best_value = "", armor_value(worn[1]) if worn else -10
    for letter, thing in suits:
        if thing.use == "worn":
            continue
        value = armor_value(thing)
        if value > best_value or (value == best_value and _is_surer(beliefs, thing, best)):
            best, best_value = letter, value
    if not best:
        return refusals.BEST_SUIT if worn else refusals.NO_SUIT
    suit = beliefs.name_of(beliefs.pack[best])
    if worn is None:
        return use("wear", best, f"{suit} protects best (armor {best_value})")
    if worn[0] in beliefs.cursed:
        return refusals.SUIT_CURSED
    now = armor_value(worn[1])
    return take_armor_off(worn[0], f"{suit} protects better (armor {best_value} instead of {now})")


def _is_surer(beliefs: Beliefs, thing: Thing, other: str) -> bool:
    """Return whether `thing` is the surer choice: its bonus is known and the bonus of `other` is not.

    This holds only in a game version where even leather armor can rust.
    """
    if not beliefs.facts_of_edition.leather_rusts or not other:
        return False
    return thing.hit is not None and beliefs.pack[other].hit is None


def wield_ready(beliefs: Beliefs) -> Act | No:
    """Wield the best blade.

    Exception: while the hero waits near the stairs for its next faint, it keeps the bow in hand instead.
    """
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    want = best_blade(beliefs)
    held, stairs = beliefs.wielded(), beliefs.level.stairs
    if stairs >= 0 and held and held[0] == bow_letter(beliefs):
        near = box_of(beliefs.me.spot) == box_of(stairs)
        if near and waits_to_faint(beliefs) and can_shoot(beliefs):
            return refusals.BOW_AWAITS
    if not want:
        return refusals.NO_WEAPON
    if held and held[0] == want:
        return refusals.IN_HAND
    if held and held[0] in beliefs.cursed:
        return refusals.HELD_CURSED
    return use("wield", want, f"the {beliefs.name_of(beliefs.pack[want])}, for foes that may come")


def why_keep_weapon(beliefs: Beliefs) -> Act | No | None:
    """Return the answer of `wield_ready` if no foe is in view.  Return None if it depends on the place."""
    held = beliefs.wielded()
    return None if held and held[0] == bow_letter(beliefs) else wield_ready(beliefs)


def put_on_ring(beliefs: Beliefs) -> Act | No:
    """Put on a ring known to be good, if there is enough food."""
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    if beliefs.me.hunger and beliefs.has_amulet:
        return refusals.RINGS_HUNGER
    owned, rings = beliefs.pack.of_kind("ring"), beliefs.pack.kit.rings
    if len(rings) > 1:
        return refusals.HANDS_FULL
    for letter, thing in owned:
        name = "" if thing.use else beliefs.name_of(thing)
        if name in _RINGS and _can_feed(beliefs, name) and (thing.hit is None or thing.hit > 0):
            hand = b"l" if not rings or rings[0][1].use == "right" else b"r"
            keys = b"P" + letter.encode() + (hand if not rings else b"")
            return Act(keys, f"a ring of {name}: {_GOOD_FOR[name]}", Action("put on", letter=letter))
    return refusals.NO_RING


def take_ring_off(beliefs: Beliefs) -> Act | No:
    """If food is short, remove a ring that uses food."""
    kit = beliefs.pack.kit
    if kit.amulet:
        return refusals.OWNED
    if not beliefs.facts_of_edition.starves:
        return refusals.NO_STARVING
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    meals = kit.meals
    for letter, ring in kit.rings:
        name = beliefs.name_of(ring)
        if letter not in beliefs.cursed and RING_EATS.get(name, 0.0) > 0 and meals < _RINGS[name] - _LESS:
            return remove_ring(beliefs, letter, f"{name} uses food, with {plural(meals, 'meal')} left")
    return refusals.RINGS_FEED if kit.rings else refusals.NO_RINGS


def _can_feed(beliefs: Beliefs, name: str) -> bool:
    """Return whether there are meals to spare for a ring, which few rings of 3.6 need (V36-13, V36-14)."""
    return not beliefs.facts_of_edition.starves or spare_food(beliefs) >= _RINGS[name]
