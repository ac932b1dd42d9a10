"""Step history: how foes have moved, by kind; what the pursuit rule expected of them is given.

A part of the blackboard that is there only when somebody asks for it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from rogomatic.beliefs.known_monsters import Foe
from rogomatic.monster_manual import Edition
from rogomatic.predict.step_predictor import ErrorRate, KindSteps, Table, last_of

_STRANGER = "stranger"


class StepSource(Protocol):
    """What earlier games have shown of steps."""

    def steps(self, edition: Edition, name: str) -> tuple[Table, Table]:
        """Return the steps of a kind by context, and how forecasts of them came out."""


class SeenStep(NamedTuple):
    """A step that was seen: what the rule expected, what came before, and what it was, as symbols.

    near  the foe was next to the hero     last  `last_of` the step before, 0 if there is none
    """

    foe: Foe
    expected: int
    last: int
    step: int
    near: bool


class StepHistory:
    """The steps of a game.

    source    what earlier games have shown, asked once for each kind; None: nothing
    observed  those of the last turn
    before    foes whose next step may be learned from, each with its square
    turn      when that was, by the agent's clock; -1: nothing may be learned from what follows
    """

    def __init__(self, source: StepSource | None) -> None:
        self.source = source
        self._overall = ErrorRate()
        self.kinds: dict[str, KindSteps] = {}
        self.observed: tuple[SeenStep, ...] = ()
        self.before: list[tuple[Foe, int]] = []
        self.turn = -1

    def of(self, edition: Edition, foe: Foe) -> KindSteps:
        """Return what is known of the steps of a foe's kind."""
        return self.of_name(edition, name_of(foe))

    def of_name(self, edition: Edition, name: str) -> KindSteps:
        """Return what is known of the steps of a kind."""
        kind = self.kinds.get(name)
        if kind is None:
            steps, forecasts = self.source.steps(edition, name) if self.source is not None else ({}, {})
            kind = self.kinds[name] = KindSteps(self._overall, steps, forecasts)
        return kind

    def take_in(
        self, edition: Edition, observed: tuple[SeenStep, ...], before: list[tuple[Foe, int]], turn: int
    ) -> None:
        """Learn from the steps of a turn; cut the rows of all foes that took none which was seen."""
        moved = [one.foe for one in observed]
        for foe, _ in self.before:
            if not any(foe is one for one in moved):
                foe.last_step = 0
        for one in observed:
            self.of(edition, one.foe).observe(one.expected, one.last, one.step)
            one.foe.last_step = last_of(one.expected, one.step)
        self.observed, self.before, self.turn = observed, before, turn


def name_of(foe: Foe) -> str:
    """Return by which name the steps of a foe are counted: a stranger's letter stands for it."""
    return foe.kind.name if foe.kind.name != _STRANGER else foe.letter
