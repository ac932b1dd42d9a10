"""Resignation: leaving the game with the gold when a fight is as good as lost.

Owns   when that is worth more than fighting on, or than starving.
Leaves every way out of the fight (survival, rescue), games that come to nothing (explore).

Death takes a tenth of the gold, quitting takes nothing (END-1, END-2).  So a chance `live` to get away, and
then to find so much more gold, is outweighed as soon as nine times live * hope is less than the purse.
"""

from __future__ import annotations

from math import fsum
from typing import Final

from rogomatic.beliefs.model import Beliefs, Deed
from rogomatic.rules import Act, No
from rogomatic.think.danger import a_round, be_hit
from rogomatic.think.worth import spare_food

CALM: Final = No("nobody is upon us")
HOPE: Final = No("there is more to win than to lose")
LATER: Final = No("the next round will hardly kill")
NEVER: Final = No("the quest is worth any risk")
_LUCK_PCT: Final = 3  # chance to get away that is always left
_STARVED: Final = -800  # turns after the stomach is empty, of the 850 that can be lived
_ROUND_PCT: Final = 10  # chance to die in the next round from which it is high time


def resign(b: Beliefs) -> Act | No:
    """A lost fight, or the end of hunger, and more gold at stake than is to be found: quit, which is free."""
    hope = b.knobs.hope_gold
    if b.has_amulet or not hope:
        return NEVER
    if b.me.stomach.least < _STARVED and b.me.hunger == "Faint" and not spare_food(b):
        return Act(b"Qy", f"about to starve, {b.me.gold} gold at stake", Deed("quit"))
    if not b.threat.near:
        return CALM
    live = max(100 - b.threat.die_pct, _LUCK_PCT) / 100
    if 9 * live * hope >= b.me.gold:
        return HOPE
    now = _round_pct(b)
    if now < _ROUND_PCT:
        return LATER
    return Act(b"Qy", f"{now:.0f}% to die at once, {b.me.gold} gold at stake", Deed("quit"))


def _round_pct(b: Beliefs) -> float:
    """Return the chance, per cent, that the next round of the foes upon us kills."""
    live = 1.0
    for foe in b.threat.near:
        live *= 1 - fsum(a_round(foe.kind.attacks, be_hit(b, foe.kind))[max(b.me.hp, 1) :])
    return 100 * (1 - live)
