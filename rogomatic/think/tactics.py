"""Tactics: what can be done about the foes that are after the hero, the best first.

Owns   when alternatives are weighed up at all, and their order.
Leaves the places (stations), the magic (remedies), what a fight costs (case), doing it (experts.battle).
"""

from __future__ import annotations

from rogomatic.beliefs.model import Beliefs
from rogomatic.think.case import Option, case_of
from rogomatic.think.plight import is_pressing
from rogomatic.think.remedies import remedies
from rogomatic.think.stations import places


def is_worth_a_thought(b: Beliefs) -> bool:
    """Tell whether there is a fight that may end badly."""
    threat = b.threat
    if not threat.near and not threat.coming:
        return False
    return threat.die_pct >= b.knobs.flee_pct or is_pressing(b)


def options(b: Beliefs) -> tuple[Option, ...]:
    """Return what can be done about the foes, the best first; among equals the one named first.

    To be asked with foes after the hero only (`b.threat`).
    """
    case = case_of(b)
    found = [*places(case), *remedies(case)]
    return tuple(sorted(found, key=lambda one: one.cost(b.knobs)))
