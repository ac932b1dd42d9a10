"""The hero's plight: how bad a fight stands, in the words that the experts share.

Owns   when a fight is pressing or grave, when to break off, whether the hero is rested or bound.
Leaves the figures themselves (think.danger), what to do about it (experts).
"""

from __future__ import annotations

from rogomatic.beliefs.model import Beliefs


def should_leave(b: Beliefs) -> bool:
    """Tell whether to break off: the next round may kill, or the odds are bad and rest would better them."""
    if is_pressing(b):
        return True
    threat = b.threat
    return threat.die_pct >= (b.knobs.shun_pct if is_rested(b) else b.knobs.flee_pct)


def is_safer(b: Beliefs, toll: float) -> bool:
    """Tell whether running, with this chance to die, is that much safer than the fight."""
    return 100 * toll <= b.threat.die_pct * b.knobs.run_pct


def is_bound(b: Beliefs) -> bool:
    """Tell whether the hero cannot walk where it wants to."""
    return b.me.held or b.me.trapped > 0 or b.is_confused


def is_rested(b: Beliefs) -> bool:
    return b.me.hp * 100 >= b.me.max_hp * min(b.knobs.rested_pct, 95)


def is_pressing(b: Beliefs) -> bool:
    """Tell whether the next round may kill."""
    most = b.threat.round_most
    return most > 0 and b.me.hp * 100 <= most * b.knobs.round_pct


def is_grave(b: Beliefs) -> bool:
    """Tell whether the fight will probably be lost."""
    return b.threat.die_pct >= b.knobs.last_pct


def stay_pct(b: Beliefs) -> float:
    """On the stairs a fight can be left at any time, so only bad odds drive the hero away at once."""
    return max(float(b.knobs.last_pct), 2.0 * b.knobs.flee_pct)
