"""Weapons: what in the pack is best to strike, to shoot and to throw with.

The pack keeps what was found out until something in it changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from rogomatic.beliefs.inventory import Arms, Inventory, Item
from rogomatic.beliefs.model import Beliefs
from rogomatic.monster_manual import LAUNCHERS, WEAPONS
from rogomatic.sight.item_parser import Thing
from rogomatic.think.item_value import blade_value


def best_blade(b: Beliefs) -> str:
    """Return the letter of the best weapon for melee, "" if there is none."""
    held = b.wielded()
    return held[0] if held and held[0] in b.cursed else _arms(b.pack).blade


def bow_letter(b: Beliefs) -> str:
    """Return the letter of the bow, "" if there is none."""
    return _arms(b.pack).bow


def arrow_count(b: Beliefs) -> int:
    """Return how many arrows the pack holds."""
    return _arms(b.pack).arrows


def missile(b: Beliefs) -> str:
    """Return the letter of what to throw: arrows with the bow in hand, else what flies from the bare hand."""
    return _arms(b.pack).missile


def ready_missile(b: Beliefs) -> str:
    """Return the letter of what the launcher in hand shoots, "" with a blade in hand or nothing to shoot."""
    return _arms(b.pack).shot


def arrow_letter(b: Beliefs) -> str:
    """Return the letter of arrows there is a bow for, "" if there are none."""
    arms = _arms(b.pack)
    return arms.arrow if arms.bow else ""


def is_missile(thing: Thing) -> bool:
    """Return whether a thing is made for throwing or shooting."""
    arm = WEAPONS.get(thing.name)
    return arm is not None and arm.missile


def _arms(pack: Inventory) -> Arms:
    arms = pack.arms
    if arms is None:
        weapons, held = pack.of_kind("weapon"), pack.kit.wielded
        arrows = [item for item in weapons if item[1].name == "arrow"]
        arms = pack.arms = Arms(
            blade=_blade(weapons, held),
            bow=next((letter for letter, thing in weapons if thing.name == "short bow"), ""),
            arrow=arrows[0][0] if arrows else "",
            arrows=sum(thing.count for _, thing in arrows),
            missile=_missile(weapons, held),
            shot=_shot(weapons, held[1].name) if held else "",
        )
    return arms


def _blade(weapons: Iterable[Item], held: Item | None) -> str:
    best, best_value = "", 0
    for letter, thing in weapons:
        value = blade_value(thing)
        if value > best_value or (value == best_value > 0 and letter < best):
            best, best_value = letter, value
    return held[0] if held and best and blade_value(held[1]) == best_value else best


def _missile(weapons: Iterable[Item], held: Item | None) -> str:
    best, best_value = "", 0
    for letter, thing in weapons:
        arm = WEAPONS.get(thing.name)
        if arm is None or not arm.missile or thing.use:
            continue
        if arm.launcher and (held is None or held[1].name != arm.launcher):
            continue
        value = arm.thrown[0] * (arm.thrown[1] + 1)
        if value > best_value:
            best, best_value = letter, value
    return best


def _shot(weapons: Iterable[Item], launcher: str) -> str:
    if launcher not in LAUNCHERS:
        return ""
    for letter, thing in weapons:
        arm = WEAPONS.get(thing.name)
        if arm is not None and arm.launcher == launcher:
            return letter
    return ""
