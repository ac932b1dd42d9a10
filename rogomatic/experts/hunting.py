"""Hunting: sleepers shot at from afar, for experience and for the gold of leprechauns."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.known_monsters import Foe, apart
from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.experts.archery import throw
from rogomatic.experts.movement import go
from rogomatic.rule_engine import Act, No
from rogomatic.think.targets import SHY, is_hunted, line_to, stands
from rogomatic.think.weapons import arrow_letter, bow_letter, missile

BUSY: Final = No("others are awake")
WEAK: Final = No("not well enough to hunt")
BARE: Final = No("not enough arrows")
NO_PREY: Final = No("no sleeper that can be shot at")


def hunt(b: Beliefs) -> Act | No:
    """Shoot a sleeper from afar, where that is safe: draw the bow, walk to a line on it."""
    foes = [foe for foe in b.foes.seen.values() if is_hunted(foe)]
    foes += [foe for foe in b.foes.lurking.values() if foe.kind.name in SHY and is_hunted(foe)]
    if not foes:
        return NO_PREY
    if b.threat.near or b.threat.coming:
        return BUSY
    if b.me.hp * 100 < b.me.max_hp * b.knobs.hunt_pct or b.is_blind or b.is_hallucinating:
        return WEAK
    arrow = missile(b) or arrow_letter(b)
    if not arrow or b.pack[arrow].count < b.knobs.hunt_count:
        return BARE
    for foe in foes:
        goals = stands(b, foe, arrow)
        act = _shot(b, foe) if b.me.spot in goals else _approach(b, foe, goals)
        if isinstance(act, Act):
            return act
    return NO_PREY


def shoot_on(b: Beliefs) -> Act | No:
    """What was shot at has gone from view: in the dark it comes along the same line."""
    if b.deed.verb != "throw" or b.threat.near or b.threat.coming:
        return NO_PREY
    step, letter = b.deed.step, missile(b)
    if not letter:
        return NO_PREY
    for foe in b.foes.lurking.values():
        far = apart(foe.spot, b.me.spot)
        if b.turn - foe.seen_turn < far and line_to(b, foe.spot) == step:
            return throw(step, letter, f"the {foe.kind.name} comes in the dark")
    return NO_PREY


def _approach(b: Beliefs, foe: Foe, goals: set[int]) -> Act | No:
    """Walk to a square that it can be shot at from; draw the bow first."""
    name = foe.kind.name
    walk = go(b, "hunt", goals, f"a line on the sleeping {name}", most=b.knobs.hunt_squares)
    return _draw_bow(b, name) if isinstance(walk, Act) and not missile(b) else walk


def _shot(b: Beliefs, foe: Foe) -> Act | No:
    """In line: draw the bow, or shoot at where it was seen in the dark (in view, it is shot at anyway)."""
    letter, step = missile(b), line_to(b, foe.spot)
    if not letter:
        return _draw_bow(b, foe.kind.name)
    if not step or foe.spot in b.foes.seen:
        return NO_PREY
    return throw(step, letter, f"a {foe.kind.name} sleeps there in the dark")


def _draw_bow(b: Beliefs, name: str) -> Act | No:
    held, bow = b.wielded(), bow_letter(b)
    if not bow or (held and held[0] in b.cursed):
        return NO_PREY
    return Act(b"w" + bow.encode(), f"to shoot the sleeping {name}", Action("wield", letter=bow))
