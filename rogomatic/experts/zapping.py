"""Sticks: wands and staffs, used while a fight can still be turned."""

from __future__ import annotations

from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from typing import Final

from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.room_grid import box_of
from rogomatic.beliefs.terrain_map import FLOOR, KEY_OF, PASSAGE, RIGHT, STAIRS, TRAP
from rogomatic.rule_engine import Act, No
from rogomatic.sight.item_parser import Thing
from rogomatic.think.combat_odds import duel
from rogomatic.think.magic_options import zap
from rogomatic.think.targets import line_to

CALM: Final = No("nobody is after us")
FAIR: Final = No("no foe worth a charge is in line")
NOTHING: Final = No("no stick for that")
LIT: Final = No("no dark room to light")
_BOLTS: Final = ("cold", "fire", "lightning")
_ORDER: Final = (*_BOLTS, "polymorph", "slow monster", "teleport away", "cancellation", "drain life",
                 "magic missile")  # fmt: skip
_HELPS: Final = frozenset((*_BOLTS, "polymorph", "slow monster", "teleport away", "magic missile"))
_BOLT_SQUARES: Final = 6  # STK-20
_BOLT_MOST: Final = 36  # hit points that it may take, should it come back (STK-24)
_OPEN: Final = (FLOOR, PASSAGE, STAIRS, TRAP)  # what a bolt flies over; a door throws it back
_CURED: Final = frozenset({"rust", "freeze", "gaze", "drain", "hold", "weaken"})  # by cancellation (SPC-18)
_HIT_POINTS: Final = 4.5  # of a foe, per level
_TRY_SQUARES: Final = 3  # from this far what a stick does to a foe can be seen
_DARK_SQUARES: Final = 3  # that were forgotten; one may be a guess of what is under a foe in a passage


def zap_foe(b: Beliefs) -> Act | No:
    """Use a stick on a foe that would be a dangerous fight, from afar if it can be."""
    foes = _in_line(b) if b.threat.die_pct >= b.knobs.zap_pct else []
    if not foes:
        return FAIR
    for foe, step in foes:
        if 100 * duel(b, foe)[0] * 2 < b.threat.die_pct:
            continue
        for name in _ORDER:
            if _fits(b, name, foe):
                letter = next((one for one, thing in _loaded(b) if b.name_of(thing) == name), "")
                if letter and not (name in ("slow monster", "cancellation") and letter in foe.zapped):
                    return zap(b, step, letter, f"{name} on the {foe.kind.name}")
        for letter, thing in _loaded(b):
            if not b.name_of(thing) and letter not in foe.zapped and _help_pct(b, thing) >= b.knobs.help_pct:
                return zap(b, step, letter, f"it may stop the {foe.kind.name}")
    return NOTHING


def try_stick(b: Beliefs) -> Act | No:
    """Find out what an unknown stick does on somebody who is still on the way."""
    if b.threat.near or not b.threat.coming or b.is_hallucinating or b.is_confused:
        return FAIR
    for foe, step in _in_line(b):
        if apart(foe.spot, b.me.spot) < _TRY_SQUARES:
            continue
        for letter, thing in _loaded(b):
            if not b.name_of(thing) and not b.lore.is_tried(thing):
                return zap(b, step, letter, f"find out on the {foe.kind.name} what it does")
    return NOTHING


def light_room(b: Beliefs) -> Act | No:
    """Light a dark room that is not known to its walls: what lies there shows at once."""
    level, spot, box = b.level, b.me.spot, box_of(b.me.spot)
    if level.code[spot] != FLOOR or level.forgotten.get(box, 0) < _DARK_SQUARES or b.is_blind:
        return LIT
    if not any(box_of(one) == box and level.code[one] == FLOOR for one in level.frontier):
        return LIT
    letter = next((one for one, thing in _loaded(b) if b.name_of(thing) == "light"), "")
    return zap(b, RIGHT, letter, "a dark room") if letter else NOTHING


def _fits(b: Beliefs, name: str, foe: Foe) -> bool:
    """Return whether a stick of this kind is of use on this foe now."""
    distance = apart(foe.spot, b.me.spot)
    if name in _BOLTS:
        return distance <= _BOLT_SQUARES and foe.kind.level > 1 and foe.kind.special != name and (
            b.me.hp > _BOLT_MOST or b.threat.die_pct >= b.knobs.bolt_pct or not _comes_back(b, foe)
        )  # fmt: skip
    if name == "polymorph":
        return b.threat.die_pct >= b.knobs.shift_pct
    if name == "teleport away":
        return distance <= b.knobs.away_squares
    if name == "cancellation":
        return foe.kind.special in _CURED
    if name == "magic missile":
        return distance > 1
    if name == "drain life":
        left = foe.kind.level * _HIT_POINTS - foe.wounds
        return len(b.foes.seen) == 1 and b.me.hp // 2 >= left and duel(b, foe)[1] * 2 > b.me.hp
    return True


def _comes_back(b: Beliefs, foe: Foe) -> bool:
    """Return whether a wall behind the foe is so near that a bolt would return to the hero (STK-21)."""
    step = line_to(b, foe.spot)
    free = 0
    while free < _BOLT_SQUARES and b.level.code[b.me.spot + (free + 1) * step] in _OPEN:
        free += 1
    return 2 * free <= _BOLT_SQUARES


def _in_line(b: Beliefs) -> list[tuple[Foe, int]]:
    """Return the foes after the hero that a zap would meet, the most dangerous first, with its direction."""
    found = [(foe, line_to(b, foe.spot)) for foe in (*b.threat.near, *b.threat.coming)]
    return sorted(
        ((foe, step) for foe, step in found if step in KEY_OF),
        key=lambda pair: (-duel(b, pair[0])[0], -pair[0].kind.level, pair[0].spot),
    )


def _loaded(b: Beliefs) -> list[tuple[str, Thing]]:
    """Return the sticks in the pack that may have charges left."""
    return [(letter, thing) for letter, thing in b.pack.of_kind("stick") if thing.charges != 0]


def _help_pct(b: Beliefs, thing: Thing) -> float:
    return 100 * fsum(chance for name, chance in b.lore.chances(thing).items() if name in _HELPS)
