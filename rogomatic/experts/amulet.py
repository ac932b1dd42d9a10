"""The Amulet: taking it, with room in the pack for it; living on it."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.beliefs.terrain_map import FLOOR, PASSAGE
from rogomatic.experts.movement import NO_WAY, go
from rogomatic.rule_engine import Act, No
from rogomatic.think.item_value import keep_value, spare_food
from rogomatic.think.level_exits import AMULET

UNSEEN: Final = No("the Amulet is not in sight")
OWNED: Final = No("the Amulet is in the pack")
BUSY: Final = No("a foe is upon us")
FLOATING: Final = No("floating in the air")
NEEDLESS: Final = No("there is room for it")
NOT_YET: Final = No("without the Amulet food is needed anyway")
FED: Final = No("not hungry, or there is food")
BARE: Final = No("no rings in use")
CURSED: Final = No("cursed")


def room_for_amulet(b: Beliefs) -> Act | No:
    """The pack is full and the Amulet in sight: drop what is wanted least, whatever it is."""
    if not b.full_pack:
        return NEEDLESS
    if not _sights(b):
        return UNSEEN
    if b.threat.near or b.level.code[b.me.spot] not in (FLOOR, PASSAGE) or b.me.spot in b.level.ignored:
        return BUSY
    _, letter = min((keep_value(b, letter), letter) for letter in b.pack)
    return Act(b"d" + letter.encode(), "room for the Amulet", Action("drop", letter=letter))


def seize_amulet(b: Beliefs) -> Act | No:
    """Take the Amulet, even from beside sleepers."""
    if b.has_amulet:
        return OWNED
    if b.threat.near:
        return BUSY
    if b.is_floating:
        return FLOATING
    goals = _sights(b)
    if not goals:
        return UNSEEN
    walk = go(b, "amulet", goals, "the Amulet of Yendor")
    return walk if walk is not NO_WAY else UNSEEN


def take_ring_off(b: Beliefs) -> Act | No:
    """The owner of the Amulet hungers by rings alone: out of food, take them off."""
    if not b.has_amulet:
        return NOT_YET
    if not b.me.hunger or spare_food(b):
        return FED
    if b.threat.near:
        return BUSY
    rings = b.rings()
    if not rings:
        return BARE
    letter, ring = next((one for one in rings if one[0] not in b.cursed), ("", rings[0][1]))
    if not letter:
        return CURSED
    hand = ring.use[:1].encode() if len(rings) > 1 else b""
    return Act(b"R" + hand, "rings alone make hungry now", Action("remove", letter=letter))


def _sights(b: Beliefs) -> set[int]:
    """Return where the Amulet is seen to lie, also where a full pack or floating over it left it."""
    return {spot for spot, symbol in b.level.things.items() if symbol == AMULET}
