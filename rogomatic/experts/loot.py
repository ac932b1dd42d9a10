"""Loot: what is picked up and what is dropped for it, the Amulet first."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.beliefs.terrain_map import FLOOR, PASSAGE, box_of
from rogomatic.experts.movement import NO_WAY, go, placed
from rogomatic.monster_manual import MEAN
from rogomatic.rule_engine import CURSED, FLOATING, WATCHED, Act, No
from rogomatic.think.combat_odds import duel
from rogomatic.think.item_value import keep_value, spare_food
from rogomatic.think.pathfinding import AMULET
from rogomatic.think.threat import barred, threat_of

BARE: Final = No("nothing wanted lies about")
LIGHT: Final = No("there is room in the pack")
NOTHING: Final = No("nothing can be spared")
_GOLD: Final = "*"
_CALLED: Final = {
    _GOLD: "gold", "!": "a potion", "?": "a scroll", ":": "food", ")": "a weapon", "]": "armour",
    "=": "a ring", "/": "a wand or staff", ",": "the Amulet",
}  # fmt: skip


def fetch(beliefs: Beliefs) -> Act | No:
    """Go to the nearest thing worth having; with a full pack only gold is."""
    if threat_of(beliefs).near:
        return WATCHED
    if not beliefs.level.things or beliefs.is_floating:
        return BARE
    return walk_to_things(beliefs, wanted_things(beliefs))


def walk_to_things(beliefs: Beliefs, goals: set[int]) -> Act | No:
    """Return the walk to the nearest of these things, which its reason names."""
    walk = go(beliefs, "loot", goals, "something lies there") if goals else BARE
    if isinstance(walk, No) or walk.plan is None:
        return walk
    return placed(beliefs, walk, _CALLED.get(beliefs.level.things.get(walk.plan.goal, ""), "something"))


def wanted_things(beliefs: Beliefs) -> set[int]:
    """Return where things lie that are worth having; with a full pack only gold is."""
    level, shut = beliefs.level, barred(beliefs)
    return {
        spot
        for spot, symbol in level.things.items()
        if spot not in level.ignored
        and (symbol == _GOLD or not beliefs.full_pack)
        and not _is_guarded(beliefs, spot)
        and (not shut or box_of(spot) not in shut)
    }


def make_room(beliefs: Beliefs) -> Act | No:
    """The pack is full and something lies about: drop what is wanted least."""
    if not beliefs.full_pack:
        return LIGHT
    level = beliefs.level
    if not any(symbol != _GOLD and spot not in level.ignored for spot, symbol in level.things.items()):
        return BARE
    if (
        beliefs.foes.seen
        or level.code[beliefs.me.spot] not in (FLOOR, PASSAGE)
        or beliefs.me.spot in level.ignored
    ):
        return WATCHED
    worth, letter = min(((keep_value(beliefs, letter), letter) for letter in beliefs.pack), default=(999, ""))
    if worth >= beliefs.knobs.spare_worth:
        return NOTHING
    return Act(b"d" + letter.encode(), "wanted least", Action("drop", letter=letter))


def _is_guarded(beliefs: Beliefs, spot: int) -> bool:
    return any(
        _guards(beliefs, foe, spot) for foe in (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values())
    )


def _guards(beliefs: Beliefs, foe: Foe, spot: int) -> bool:
    """Return whether fetching a thing would mean to stir a foe that is too strong."""
    if foe.awake or apart(foe.spot, spot) > (1 if foe.kind.traits & MEAN else 0):
        return False
    return foe.kind.special == "freeze" or 100 * duel(beliefs, foe)[0] > beliefs.knobs.guarded_pct


UNSEEN: Final = No("the Amulet is not in sight")
OWNED: Final = No("the Amulet is in the pack")
BUSY: Final = No("a foe is upon us")
NEEDLESS: Final = No("there is room for it")
NOT_YET: Final = No("without the Amulet food is needed anyway")
FED: Final = No("not hungry, or there is food")
NO_RINGS: Final = No("no rings in use")


def room_for_amulet(beliefs: Beliefs) -> Act | No:
    """The pack is full and the Amulet in sight: drop what is wanted least, whatever it is."""
    if not beliefs.full_pack:
        return NEEDLESS
    if not _sights(beliefs):
        return UNSEEN
    if (
        threat_of(beliefs).near
        or beliefs.level.code[beliefs.me.spot] not in (FLOOR, PASSAGE)
        or beliefs.me.spot in beliefs.level.ignored
    ):
        return BUSY
    _, letter = min((keep_value(beliefs, letter), letter) for letter in beliefs.pack)
    return Act(b"d" + letter.encode(), "room for the Amulet", Action("drop", letter=letter))


def seize_amulet(beliefs: Beliefs) -> Act | No:
    """Take the Amulet, even from beside sleepers."""
    if beliefs.has_amulet:
        return OWNED
    if threat_of(beliefs).near:
        return BUSY
    if beliefs.is_floating:
        return FLOATING
    goals = _sights(beliefs)
    if not goals:
        return UNSEEN
    walk = go(beliefs, "amulet", goals, "the Amulet of Yendor")
    return walk if walk is not NO_WAY else UNSEEN


def take_ring_off(beliefs: Beliefs) -> Act | No:
    """The owner of the Amulet hungers by rings alone: out of food, take them off."""
    if not beliefs.has_amulet:
        return NOT_YET
    if not beliefs.me.hunger or spare_food(beliefs):
        return FED
    if threat_of(beliefs).near:
        return BUSY
    rings = beliefs.rings()
    if not rings:
        return NO_RINGS
    letter, ring = next((one for one in rings if one[0] not in beliefs.cursed), ("", rings[0][1]))
    if not letter:
        return CURSED
    hand = ring.use[:1].encode() if len(rings) > 1 else b""
    return Act(b"R" + hand, "rings alone make hungry now", Action("remove", letter=letter))


def _sights(beliefs: Beliefs) -> set[int]:
    """Return where the Amulet is seen to lie, also where a full pack or floating over it left it."""
    return {spot for spot, symbol in beliefs.level.things.items() if symbol == AMULET}
