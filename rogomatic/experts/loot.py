"""Object acquisition: what to fetch, what to drop for it.

Owns   walking to things, making room.
Leaves what a thing is worth (think.worth), wearing and using it (gear, magic).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.boxes import box_of
from rogomatic.beliefs.foes import Foe, apart
from rogomatic.beliefs.level import FLOOR, PASSAGE
from rogomatic.beliefs.model import Beliefs, Deed
from rogomatic.bestiary import MEAN
from rogomatic.experts.walk import go
from rogomatic.rules import Act, No
from rogomatic.think.danger import duel
from rogomatic.think.hoard import barred
from rogomatic.think.worth import keep_value

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
    return Act(b"d" + letter.encode(), "wanted least", Deed("drop", letter=letter))


def _is_guarded(b: Beliefs, spot: int) -> bool:
    return any(_guards(b, foe, spot) for foe in (*b.foes.seen.values(), *b.foes.lurking.values()))


def _guards(b: Beliefs, foe: Foe, spot: int) -> bool:
    """Tell whether fetching a thing would mean to stir a foe that is too strong."""
    if foe.awake or apart(foe.spot, spot) > (1 if foe.kind.traits & MEAN else 0):
        return False
    return foe.kind.special == "freeze" or 100 * duel(b, foe)[0] > b.knobs.guarded_pct
