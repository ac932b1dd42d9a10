"""Last resorts of a fight that is being lost."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.rule_engine import Act, No
from rogomatic.think.combat_odds import stands
from rogomatic.think.magic_options import zap
from rogomatic.think.targets import line_to
from rogomatic.think.threat import is_grave, is_pressing

CALM: Final = No("nobody is after us")
FAIR: Final = No("the odds are good enough")
BLOW: Final = No("a blow is the better gamble")
NOTHING: Final = No("nothing of that kind in the pack")


def quaff_healing(b: Beliefs) -> Act | No:
    """Quaff the best potion of healing there is."""
    letter = b.find("potion", "extra healing") or b.find("potion", "healing")
    if not letter:
        return NOTHING
    return Act(b"q" + letter.encode(), f"hit points left: {b.me.hp}", Action("quaff", letter=letter))


def gamble_when_dying(b: Beliefs) -> Act | No:
    """Unknown magic, when death is likely and nothing better is left: sticks, potions, scrolls."""
    if not b.threat.near:
        return CALM
    if not is_grave(b) or not is_pressing(b):
        return FAIR
    if len(b.threat.near) == 1 and 100 * stands(b, b.threat.near[0])[1] < b.knobs.gamble_pct:
        return BLOW
    foe = max(b.threat.near, key=lambda one: (one.kind.level, one.spot))
    step = line_to(b, foe.spot)
    for kind in ("stick", "potion", "scroll"):
        for letter, thing in b.pack.of_kind(kind):
            if b.name_of(thing) or b.lore.is_tried(thing) or thing.charges == 0:
                continue
            if kind == "stick" and step:
                return zap(b, step, letter, "it may help")
            if kind == "potion":
                return Act(b"q" + letter.encode(), "it may heal", Action("quaff", letter=letter))
            if kind == "scroll" and not b.is_blind:
                return Act(b"r" + letter.encode(), "it may take us away", Action("read", letter=letter))
    return NOTHING
