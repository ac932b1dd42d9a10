"""Arms: what in the pack is best to strike, to shoot and to throw with.

Owns   the best blade, the bow and its arrows, what flies from the bare hand.
Leaves what they are worth in figures (worth, danger), taking them in hand (experts).
"""

from __future__ import annotations

from rogomatic.beliefs.model import Beliefs
from rogomatic.bestiary import WEAPONS
from rogomatic.sight.things import Thing
from rogomatic.think.worth import blade_value


def best_blade(b: Beliefs) -> str:
    """Return the letter of the best weapon for melee, "" if there is none."""
    held = b.wielded()
    if held and held[0] in b.cursed:
        return held[0]
    best, best_value = "", 0
    for letter, thing in b.pack.items():
        if thing.kind == "weapon":
            value = blade_value(thing)
            if value > best_value or (value == best_value > 0 and letter < best):
                best, best_value = letter, value
    return held[0] if held and best and blade_value(held[1]) == best_value else best


def bow_letter(b: Beliefs) -> str:
    """Return the letter of the bow, "" if there is none."""
    return next((letter for letter, thing in b.pack.items() if thing.name == "short bow"), "")


def arrow_count(b: Beliefs) -> int:
    """Return how many arrows the pack holds."""
    return sum(thing.count for thing in b.pack.values() if thing.name == "arrow")


def missile(b: Beliefs) -> str:
    """Return the letter of what to throw: arrows with the bow in hand, else what flies from the bare hand."""
    held = b.wielded()
    best, best_value = "", 0
    for letter, thing in b.pack.items():
        arm = WEAPONS.get(thing.name)
        if thing.kind != "weapon" or arm is None or not arm.missile or thing.use:
            continue
        if arm.launcher and (held is None or held[1].name != arm.launcher):
            continue
        value = arm.thrown[0] * (arm.thrown[1] + 1)
        if value > best_value:
            best, best_value = letter, value
    return best


def arrow_letter(b: Beliefs) -> str:
    """Return the letter of arrows there is a bow for, "" if there are none."""
    if not bow_letter(b):
        return ""
    return next((letter for letter, thing in b.pack.items() if thing.name == "arrow"), "")


def is_missile(thing: Thing) -> bool:
    """Tell whether a thing is made for throwing or shooting."""
    arm = WEAPONS.get(thing.name)
    return arm is not None and arm.missile
