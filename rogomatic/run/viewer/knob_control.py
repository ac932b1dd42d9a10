"""Keys that move the agent's knobs during a game."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.knobs import KNOBS, Knobs
from rogomatic.agent.player import Player

_STEPS: Final = 20  # from the least value of a knob to its most
_NAMES: Final = tuple(KNOBS)


class KnobControl:
    """The choice of a knob and of the value of this knob."""

    def __init__(self) -> None:
        self._at = 0

    def choose(self, agent: Player, by: int) -> str:
        """Choose the next or the previous knob.  Return a sentence about the chosen knob."""
        self._at = (self._at + by) % len(_NAMES)
        return knob_in_words(agent.own_knobs, self._name)

    def move(self, agent: Player, by: int) -> str:
        """Raise or lower the chosen knob by one step within its range.  Return a sentence about the knob."""
        name, one = self._name, KNOBS[self._name]
        step = max((one.most - one.least) // _STEPS, 1)
        value = min(max(getattr(agent.own_knobs, name) + by * step, one.least), one.most)
        agent.play_by(agent.own_knobs.with_knob(name, value))
        return knob_in_words(agent.own_knobs, name)

    @property
    def _name(self) -> str:
        return _NAMES[self._at]


def knob_in_words(knobs: Knobs, name: str) -> str:
    """Return a knob with its value, range, and meaning.

    >>> knob_in_words(Knobs(flee_pct=8), "flee_pct")[:37]
    'flee_pct 8 (0 to 60 %, default 5): we'
    """
    one = KNOBS[name]
    unit = f" {one.unit}" if one.unit else ""
    now = getattr(knobs, name)
    return f"{name} {now} ({one.least} to {one.most}{unit}, default {one.default}): {one.meaning}"
