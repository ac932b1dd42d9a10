"""The ways out of a fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import options
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.run.story.fight_instants import Way
from rogomatic.run.story.unused_things import COMPARES

NOTED_PCT: Final = 5.0
"""Chance to die, in percent, from which on the ways out are compared."""


def ways_of(beliefs: Beliefs, percent: float) -> tuple[Way, ...]:
    """Return the ways out of a fight, beginning with the best.

    Return () if `percent`, the chance to die, is small.
    """
    if percent < NOTED_PCT:
        return ()
    found, knobs = options(beliefs), beliefs.knobs
    return tuple([
        Way(
            one.name, 100 * one.fight_cost.death_probability, one.drawback(found[0], knobs),
            one.walk is None and one.act is None and not one.gives_up, _item(beliefs, one),
        ) for one in found
    ])  # fmt: skip


def _item(beliefs: Beliefs, way: Option) -> tuple[str, str]:
    """Return the kind and name of the item that a way out uses, ("", "") if none."""
    letter = way.act.action.letter if way.act is not None else ""
    thing = beliefs.pack.get(letter) if letter else None
    return (thing.kind, beliefs.name_of(thing)) if thing is not None else ("", "")


def way_instead(choice: Choice, ways: Sequence[Way]) -> Way | None:
    """Return the way out that was chosen instead of a fight on the spot, or None if there was none."""
    return ways[0] if choice.rung == COMPARES and ways and not ways[0].is_here else None
