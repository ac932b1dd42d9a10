"""The hero's plight: how bad a fight stands, in the words that the experts share.

Owns   when a fight is pressing or grave, whether the hero is bound.
Leaves the figures themselves (danger, threat), what to do about it (tactics, experts).
"""

from __future__ import annotations

from rogomatic.beliefs.model import Beliefs


def is_bound(b: Beliefs) -> bool:
    """Tell whether the hero cannot walk where it wants to."""
    return b.me.held or b.me.trapped > 0 or b.is_confused


def is_pressing(b: Beliefs) -> bool:
    """Tell whether the next round may kill."""
    most = b.threat.round_most
    return most > 0 and b.me.hp * 100 <= most * b.knobs.round_pct


def is_grave(b: Beliefs) -> bool:
    """Tell whether the fight will probably be lost."""
    return b.threat.die_pct >= b.knobs.last_pct
