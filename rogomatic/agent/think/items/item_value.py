"""The value of items to the hero, with the best weapon for each purpose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogomatic.agent.beliefs.cached_results import Arms
from rogomatic.agent.beliefs.inventory import Item, Kit
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import (
    ARMOR_VALUE,
    BOW,
    EDITION_FACTS,
    LAUNCHERS,
    NEWEST_EDITION,
    WEAPONS,
    Edition,
)
from rogomatic.agent.sight.item_parser import Thing

_MIN_EATEN: Final = 0.1  # turns of food per turn: two rings of slow digestion save nearly all
_JUNK: Final = 5
_KNOWN_WORTH: Final[dict[str, dict[str, int]]] = {
    "potion": {
        "healing": 90, "extra healing": 100, "raise level": 95, "gain strength": 60, "restore strength": 40,
        "haste self": 60, "see invisible": 20,
    },
    "scroll": {
        "teleportation": 90, "scare monster": 85, "hold monster": 60, "enchant armor": 95,
        "protect armor": 60, "enchant weapon": 60, "magic mapping": 60, "monster confusion": 40,
        "remove curse": 30,
    },
    "stick": {
        "teleport away": 95, "slow monster": 80, "polymorph": 60, "lightning": 100, "fire": 100, "cold": 100,
        "magic missile": 80, "cancellation": 60, "drain life": 40, "light": 15,
    },
    "ring": {
        "regeneration": 70, "protection": 90, "add strength": 60, "dexterity": 60, "increase damage": 70,
        "stealth": 70, "slow digestion": 60, "sustain strength": 30, "maintain armor": 50,
        "see invisible": 30, "searching": 40,
    },
}  # fmt: skip
_UNKNOWN_WORTH: Final = {"potion": 50, "scroll": 55, "ring": 45, "stick": 60}


def known_worth(kind: str, name: str) -> int:
    """Return the value of a potion, scroll, ring, or stick of a known kind, as in `keep_value`.

    >>> known_worth("scroll", "teleportation"), known_worth("ring", "teleportation")
    (90, 5)
    """
    return _KNOWN_WORTH.get(kind, {}).get(name, _JUNK)


def armor_value(thing: Thing) -> int:
    """Return 10 minus the armor class of a piece of armor.  An unknown bonus counts as 0."""
    if thing.armor is not None:
        return thing.armor
    base = ARMOR_VALUE.get(thing.name, 0)
    return base + (thing.hit or 0)


def blade_value(thing: Thing, edition: Edition = NEWEST_EDITION) -> int:
    """Return ten times a weapon's mean damage in melee, with its bonuses.  Return 0 for bows and missiles.

    >>> from rogomatic.agent.sight.item_parser import read_thing
    >>> blade_value(read_thing("+1,+1 mace")), blade_value(read_thing("a short bow"))
    (72, 0)
    """
    arm = EDITION_FACTS[edition].weapons.get(thing.name)
    if thing.kind != "weapon" or arm is None or thing.name in LAUNCHERS or arm.launcher:
        return 0
    count, sides = arm.wield
    return count * (sides + 1) * 5 + 12 * (thing.hit or 0) + 10 * (thing.damage or 0)


def keep_value(beliefs: Beliefs, letter: str) -> int:
    """Return the value of an item to the hero, from 0 (junk) to 1000 (in use)."""
    thing = beliefs.pack[letter]
    if thing.use:
        return 1000
    if thing.kind == "amulet":
        return 999
    if thing.kind == "food":
        return 120
    if thing.kind == "weapon":
        arm = WEAPONS.get(thing.name)
        if arm is not None and arm.missile:
            return 20 + 2 * min(thing.count, 30)
        if is_bow(thing):
            return 5 if beliefs.throws_by_hand else 50
        return blade_value(thing, beliefs.edition) // 3
    if thing.kind == "armor":
        return 10 * (armor_value(thing) - beliefs.me.armor) + 20
    name = beliefs.name_of(thing)
    if thing.charges == 0:
        return 1
    if name:
        return known_worth(thing.kind, name)
    return 10 if beliefs.lore.is_tried(thing) else _UNKNOWN_WORTH.get(thing.kind, 10)


_CHARGES: Final = range(3, 8)  # charges of a new stick (ITM-7)
_LIGHTS: Final = range(10, 20)  # charges of a new wand of light
_UNSURE: Final = 0.5  # maximum chance to be empty if the charges are uncertain


def empty_chance(beliefs: Beliefs, letter: str) -> float:
    """Return the chance (0 to 1) that a stick is empty, from its charges or else its uses."""
    stick = beliefs.pack[letter]
    if stick.charges is not None:
        return float(stick.charges == 0)
    used = beliefs.zaps.get(letter, 0)
    new = _LIGHTS if beliefs.name_of(stick) == "light" else _CHARGES
    if used < new.start:
        return 0.0
    empty = 1 / max(new.stop - used, 1)
    return min(empty, _UNSURE) if beliefs.variant else empty


def spare_food(beliefs: Beliefs) -> int:
    """Return the number of meals in the pack."""
    return beliefs.pack.kit.meals


def is_fainting(beliefs: Beliefs) -> bool:
    """Return whether the hero keeps fainting because both stomach and pack are empty (FOO-3)."""
    return beliefs.me.hunger == "Faint" and spare_food(beliefs) == 0


def provisions(beliefs: Beliefs) -> float:
    """Return the expected number of turns that the food in the stomach and the pack will last."""
    me, food, kit = beliefs.me, beliefs.food, beliefs.pack.kit
    left, most = me.stomach.mean, food.upper_bound(me.hunger)
    if left > most:
        left = float(most)
    if kit.meals:
        left += food.meal_turns * kit.meals
    return left / max(1 + beliefs.ring_eats, _MIN_EATEN) if kit.rings else left


def best_blade(beliefs: Beliefs) -> str:
    """Return the letter of the best weapon for melee, or "" if there is none."""
    held = beliefs.pack.kit.wielded
    return held[0] if held and held[0] in beliefs.cursed else _arms(beliefs).blade


def bow_letter(beliefs: Beliefs) -> str:
    """Return the letter of the bow, or "" if there is none."""
    return _arms(beliefs).bow


def arrow_count(beliefs: Beliefs) -> int:
    """Return the number of arrows in the pack.  If `beliefs.throws_by_hand`, count all missiles."""
    return _arms(beliefs).arrows


def missile(beliefs: Beliefs) -> str:
    """Return the letter of the best missile for the weapon in hand, or "" if there is none."""
    return _arms(beliefs).missile


def ready_missile(beliefs: Beliefs) -> str:
    """Return the letter of a missile for the launcher in hand, or "" if there is no such missile."""
    return _arms(beliefs).shot


def arrow_letter(beliefs: Beliefs) -> str:
    """Return the letter of the arrows, or "" if the hero has no arrows or no bow.

    If `beliefs.throws_by_hand`, return the letter of the best missile.
    """
    arms = _arms(beliefs)
    return arms.arrow if arms.bow or beliefs.throws_by_hand else ""


def thrown_missile(beliefs: Beliefs) -> str:
    """Return the letter of the best missile if `beliefs.throws_by_hand`.  Otherwise return ""."""
    return _arms(beliefs).missile if beliefs.throws_by_hand else ""


def shots_left(beliefs: Beliefs, letter: str) -> int:
    """Return the number of missiles like this item.  If `beliefs.throws_by_hand`, count all missiles."""
    return _arms(beliefs).arrows if beliefs.throws_by_hand else beliefs.pack[letter].count


def is_bow(thing: Thing) -> bool:
    """Return whether an item is a bow.  The slings and crossbows of 5.2 and 3.6 are not used."""
    return thing.name == BOW


def is_missile(thing: Thing) -> bool:
    """Return whether an item is made for throwing or shooting."""
    arm = WEAPONS.get(thing.name)
    return arm is not None and arm.missile


def can_shoot(beliefs: Beliefs) -> bool:
    """Return whether the hero has enough arrows to wait for foes, and a usable bow if it needs a bow."""
    arms, held = _arms(beliefs), beliefs.wielded()
    if arms.arrows < beliefs.knobs.bow_count:
        return False
    is_free = held is None or held[0] == arms.bow or held[0] not in beliefs.cursed
    return beliefs.throws_by_hand or (arms.bow != "" and is_free)


def _arms(beliefs: Beliefs) -> Arms:
    """Return the best weapons in the pack.  The result is cached until the pack changes."""
    kept, kit = beliefs.results, beliefs.pack.kit
    if kept.kit is not kit or kept.edition != beliefs.edition:
        best = _arms_by_hand if beliefs.throws_by_hand else _best_arms
        kept.arms, kept.kit, kept.edition = best(kit, beliefs.edition), kit, beliefs.edition
    return kept.arms


def _arms_by_hand(kit: Kit, edition: Edition) -> Arms:
    """Return the best weapons for a hero that holds its blade and throws missiles by hand."""
    weapons, held = kit.kinds.get("weapon", ()), kit.wielded
    best = _missile(weapons, held, edition, by_hand=True)
    arrows = sum(thing.count for _, thing in weapons if is_missile(thing) and not thing.use)
    return Arms(blade=_blade(weapons, held, edition), arrow=best, arrows=arrows, missile=best)


def _best_arms(kit: Kit, edition: Edition) -> Arms:
    weapons, held = kit.kinds.get("weapon", ()), kit.wielded
    arrows = [item for item in weapons if item[1].name == "arrow"]
    return Arms(
        blade=_blade(weapons, held, edition),
        bow=next((letter for letter, thing in weapons if is_bow(thing)), ""),
        arrow=arrows[0][0] if arrows else "",
        arrows=sum(thing.count for _, thing in arrows),
        missile=_missile(weapons, held, edition),
        shot=_shot(weapons, held[1].name) if held else "",
    )


def _blade(weapons: Iterable[Item], held: Item | None, edition: Edition) -> str:
    best, best_value = "", 0
    for letter, thing in weapons:
        value = blade_value(thing, edition)
        if value > best_value or (value == best_value > 0 and letter < best):
            best, best_value = letter, value
    return held[0] if held and best and blade_value(held[1], edition) == best_value else best


def _missile(weapons: Iterable[Item], held: Item | None, edition: Edition, by_hand: bool = False) -> str:
    best, best_value = "", 0
    for letter, thing in weapons:
        arm = EDITION_FACTS[edition].weapons.get(thing.name)
        if arm is None or not arm.missile or thing.use:
            continue
        if not by_hand and arm.launcher and (held is None or held[1].name != arm.launcher):
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


_WANTS: Final[dict[str, tuple[str, ...]]] = {  # what follows "identify" in the scroll's name -> classes
    "potion": ("potion",), "scroll": ("scroll",), "weapon": ("weapon",), "armor": ("armor",),
    "ring, wand or staff": ("ring", "stick"),
    "identify": ("ring", "stick", "potion", "scroll", "armor", "weapon"),  # of 5.2 and 3.6: anything
}  # fmt: skip


def to_identify(beliefs: Beliefs) -> list[str]:
    """Return the letters of the items that the identify scroll now being read can identify.

    Unknown items come first.
    """
    return identify_targets(beliefs, beliefs.identify, known_too=True)


def identify_targets(beliefs: Beliefs, scroll: str, known_too: bool = False) -> list[str]:
    """Return the letters of unknown items (with `known_too`, of all items) that this scroll can identify."""
    kinds = _WANTS.get(scroll.removeprefix("identify "), ())
    fitting = [(letter, thing) for letter, thing in beliefs.pack.items() if thing.kind in kinds]
    if kinds == _WANTS["identify"]:
        fitting.sort(key=lambda item: kinds.index(item[1].kind))  # not identified by use
    unknown = [
        letter for letter, thing in fitting if not beliefs.name_of(thing) or _is_open(thing.kind, thing.hit)
    ]
    if not known_too:
        return unknown
    return unknown + [letter for letter, _ in fitting if letter not in unknown]


def _is_open(kind: str, hit: int | None) -> bool:
    return kind in ("weapon", "armor") and hit is None
