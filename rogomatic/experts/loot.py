"""Object acquisition: what to fetch, what to drop for it."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.beliefs.room_grid import box_of
from rogomatic.beliefs.terrain_map import FLOOR, PASSAGE
from rogomatic.experts.movement import go
from rogomatic.monster_manual import MEAN
from rogomatic.rule_engine import Act, No
from rogomatic.think.combat_odds import duel
from rogomatic.think.item_value import keep_value
from rogomatic.think.treasure_rooms import barred

WATCHED: Final = No("a foe is awake in sight")
BARE: Final = No("nothing wanted lies about")
LIGHT: Final = No("there is room in the pack")
NOTHING: Final = No("nothing can be spared")
_GOLD: Final = "*"


def fetch(b: Beliefs) -> Act | No:
    """Go to the nearest thing worth having; with a full pack only gold is."""
    if b.threat.near:
        return WATCHED
    level = b.level
    if not level.things or b.is_floating:
        return BARE
    shut = barred(b)
    goals = {
        spot
        for spot, symbol in level.things.items()
        if spot not in level.ignored
        and (symbol == _GOLD or not b.full_pack)
        and not _is_guarded(b, spot)
        and (not shut or box_of(spot) not in shut)
    }
    return go(b, "loot", goals, "something lies there") if goals else BARE


def make_room(b: Beliefs) -> Act | No:
    """The pack is full and something lies about: drop what is wanted least."""
    if not b.full_pack:
        return LIGHT
    level = b.level
    if not any(symbol != _GOLD and spot not in level.ignored for spot, symbol in level.things.items()):
        return BARE
    if b.foes.seen or level.code[b.me.spot] not in (FLOOR, PASSAGE) or b.me.spot in level.ignored:
        return WATCHED
    worth, letter = min(((keep_value(b, letter), letter) for letter in b.pack), default=(999, ""))
    if worth >= b.knobs.spare_worth:
        return NOTHING
    return Act(b"d" + letter.encode(), "wanted least", Action("drop", letter=letter))


def _is_guarded(b: Beliefs, spot: int) -> bool:
    return any(_guards(b, foe, spot) for foe in (*b.foes.seen.values(), *b.foes.lurking.values()))


def _guards(b: Beliefs, foe: Foe, spot: int) -> bool:
    """Return whether fetching a thing would mean to stir a foe that is too strong."""
    if foe.awake or apart(foe.spot, spot) > (1 if foe.kind.traits & MEAN else 0):
        return False
    return foe.kind.special == "freeze" or 100 * duel(b, foe)[0] > b.knobs.guarded_pct
