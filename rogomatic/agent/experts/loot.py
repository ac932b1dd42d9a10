"""Loot: which items to pick up, the Amulet first, or to drop to make room."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import FLOOR, GOLD, PASSAGE
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import remove_ring, use
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go, walk_to_things
from rogomatic.agent.think.fight.guarded_things import wanted_things
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.items.item_value import keep_value, spare_food

_AMULET: Final = ","


def fetch(beliefs: Beliefs) -> Act | No:
    """Go to the nearest item worth having.  With a full pack, go only to gold."""
    if threat_of(beliefs).near:
        return refusals.BESIDE
    if not beliefs.level.things:
        return refusals.NO_THINGS
    if beliefs.is_floating:
        return refusals.FLOATING
    return walk_to_things(beliefs, wanted_things(beliefs))


def make_room(beliefs: Beliefs) -> Act | No:
    """Drop the least wanted item if the pack is full and the level has an item to pick up."""
    if not beliefs.full_pack:
        return refusals.ROOM
    level = beliefs.level
    if not any(symbol != GOLD and spot not in level.ignored for spot, symbol in level.things.items()):
        return refusals.NO_THINGS
    if beliefs.foes.seen:
        return refusals.IN_VIEW
    if level.code[beliefs.me.spot] not in (FLOOR, PASSAGE) or beliefs.me.spot in level.ignored:
        return refusals.NO_FLOOR
    worth, letter = min(((keep_value(beliefs, letter), letter) for letter in beliefs.pack), default=(999, ""))
    if worth >= beliefs.knobs.spare_worth:
        return refusals.NOTHING_SPARED
    return use("drop", letter, "the least wanted item")


def room_for_amulet(beliefs: Beliefs) -> Act | No:
    """Drop the least wanted item to make room for the Amulet."""
    if not beliefs.full_pack:
        return refusals.ROOM
    if not _sights(beliefs):
        return refusals.NOT_IN_SIGHT
    if threat_of(beliefs).near:
        return refusals.BESIDE
    level, spot = beliefs.level, beliefs.me.spot
    if level.code[spot] not in (FLOOR, PASSAGE) or spot in level.ignored:
        return refusals.NO_FLOOR
    _, letter = min((keep_value(beliefs, letter), letter) for letter in beliefs.pack)
    return use("drop", letter, "room for the Amulet")


def seize_amulet(beliefs: Beliefs) -> Act | No:
    """Take the Amulet, even beside sleepers."""
    if beliefs.has_amulet:
        return refusals.OWNED
    if threat_of(beliefs).near:
        return refusals.BESIDE
    if beliefs.is_floating:
        return refusals.FLOATING
    goals = _sights(beliefs)
    if not goals:
        return refusals.NOT_IN_SIGHT
    return go(beliefs, "amulet", goals, "the Amulet of Yendor")


def take_ring_off(beliefs: Beliefs) -> Act | No:
    """If the hero has the Amulet, is hungry, and has no food, remove a ring.

    A hero that has the Amulet gets hungry only through the rings that it wears.
    """
    if not beliefs.has_amulet:
        return refusals.NOT_OWNED
    if not beliefs.me.hunger:
        return refusals.FED
    if spare_food(beliefs):
        return refusals.FOOD_LEFT
    if threat_of(beliefs).near:
        return refusals.BESIDE
    rings = beliefs.rings()
    if not rings:
        return refusals.NO_RINGS
    letter = next((letter for letter, _ in rings if letter not in beliefs.cursed), "")
    if not letter:
        return refusals.RINGS_CURSED
    return remove_ring(beliefs, letter, "only rings use food now, and no meal is left")


def _sights(beliefs: Beliefs) -> set[int]:
    """Return the squares where the Amulet was seen, even if the hero once failed to pick it up there."""
    things = beliefs.level.things
    return {spot for spot in things if things[spot] == _AMULET} if _AMULET in things.values() else set()
