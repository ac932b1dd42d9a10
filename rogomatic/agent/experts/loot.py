"""Loot: what is picked up and what is dropped for it, the Amulet first."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, apart
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import FLOOR, PASSAGE, box_of
from rogomatic.agent.engine.refusals import (
    BESIDE,
    FED,
    FLOATING,
    FOOD_LEFT,
    IN_VIEW,
    NO_FLOOR,
    NO_RINGS,
    NO_THINGS,
    NOT_IN_SIGHT,
    NOT_OWNED,
    NOTHING_SPARED,
    OWNED,
    RINGS_CURSED,
    ROOM,
)
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go, placed
from rogomatic.agent.monster_manual import MEAN
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.fight.threat import barred, threat_of
from rogomatic.agent.think.items.item_value import keep_value, spare_food

_AMULET: Final = ","
_GOLD: Final = "*"
_CALLED: Final = {
    _GOLD: "gold", "!": "a potion", "?": "a scroll", ":": "food", ")": "a weapon", "]": "armour",
    "=": "a ring", "/": "a wand or staff", ",": "the Amulet",
}  # fmt: skip


def fetch(beliefs: Beliefs) -> Act | No:
    """Go to the nearest thing worth having; with a full pack only gold is."""
    if threat_of(beliefs).near:
        return BESIDE
    if not beliefs.level.things:
        return NO_THINGS
    if beliefs.is_floating:
        return FLOATING
    return walk_to_things(beliefs, wanted_things(beliefs))


def walk_to_things(beliefs: Beliefs, goals: set[int]) -> Act | No:
    """Return the walk to the nearest of these things, which its reason names."""
    walk = go(beliefs, "loot", goals, "something lies there") if goals else NO_THINGS
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
        return ROOM
    level = beliefs.level
    if not any(symbol != _GOLD and spot not in level.ignored for spot, symbol in level.things.items()):
        return NO_THINGS
    if beliefs.foes.seen:
        return IN_VIEW
    if level.code[beliefs.me.spot] not in (FLOOR, PASSAGE) or beliefs.me.spot in level.ignored:
        return NO_FLOOR
    worth, letter = min(((keep_value(beliefs, letter), letter) for letter in beliefs.pack), default=(999, ""))
    if worth >= beliefs.knobs.spare_worth:
        return NOTHING_SPARED
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


def room_for_amulet(beliefs: Beliefs) -> Act | No:
    """The pack is full and the Amulet in sight: drop what is wanted least, whatever it is."""
    if not beliefs.full_pack:
        return ROOM
    if not _sights(beliefs):
        return NOT_IN_SIGHT
    if threat_of(beliefs).near:
        return BESIDE
    level, spot = beliefs.level, beliefs.me.spot
    if level.code[spot] not in (FLOOR, PASSAGE) or spot in level.ignored:
        return NO_FLOOR
    _, letter = min((keep_value(beliefs, letter), letter) for letter in beliefs.pack)
    return Act(b"d" + letter.encode(), "room for the Amulet", Action("drop", letter=letter))


def seize_amulet(beliefs: Beliefs) -> Act | No:
    """Take the Amulet, even from beside sleepers."""
    if beliefs.has_amulet:
        return OWNED
    if threat_of(beliefs).near:
        return BESIDE
    if beliefs.is_floating:
        return FLOATING
    goals = _sights(beliefs)
    if not goals:
        return NOT_IN_SIGHT
    return go(beliefs, "amulet", goals, "the Amulet of Yendor")


def take_ring_off(beliefs: Beliefs) -> Act | No:
    """The owner of the Amulet hungers by rings alone: out of food, take them off."""
    if not beliefs.has_amulet:
        return NOT_OWNED
    if not beliefs.me.hunger:
        return FED
    if spare_food(beliefs):
        return FOOD_LEFT
    if threat_of(beliefs).near:
        return BESIDE
    rings = beliefs.rings()
    if not rings:
        return NO_RINGS
    letter, ring = next((one for one in rings if one[0] not in beliefs.cursed), ("", rings[0][1]))
    if not letter:
        return RINGS_CURSED
    hand = ring.use[:1].encode() if len(rings) > 1 else b""
    return Act(b"R" + hand, "rings alone make hungry now", Action("remove", letter=letter))


def _sights(beliefs: Beliefs) -> set[int]:
    """Return where the Amulet is seen to lie, also where a full pack or floating over it left it."""
    return {spot for spot, symbol in beliefs.level.things.items() if symbol == _AMULET}
