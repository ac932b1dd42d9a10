"""Heeding a recording: where other keys were sent than the agent chooses, it looks on and goes on believing.

Owns   what recorded keys were meant to do, in place of the agent's choice.
Leaves what a person's keys mean (hands), comparing keys (tape).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.rules import Choice
from rogomatic.run.tapes.hands import Hands
from rogomatic.sight.prompts import MARKER

AS_RECORDED: Final = "as recorded"  # stands for a rung where the keys are not the agent's own


class NotUnderstood(Exception):
    """Keys that no agent and no person who took over would have sent: nothing can be made of them."""


def heeding(b: Beliefs, keys: bytes) -> Callable[[Choice], Choice]:
    """Return what has the last word on an agent's choices (Player.overrule) while `keys` were sent.

    It lets choices pass whose keys these are, and puts what the keys mean, up to the next marker, in the
    place of others.  It raises NotUnderstood where they have no meaning with the marker behind them.
    """
    rest = keys

    def heed(choice: Choice) -> Choice:
        nonlocal rest
        act = choice.act
        own = act.keys if act.raw else act.keys + MARKER
        if rest.startswith(own):
            rest = rest[len(own) :]
            return choice
        typed, marker, rest = rest.partition(MARKER)
        if not marker:
            raise NotUnderstood
        return _meant(b, choice, typed)

    return heed


def _meant(b: Beliefs, choice: Choice, keys: bytes) -> Choice:
    """Return recorded keys, without marker, as a choice; its reason says what the agent would have done."""
    hands = Hands()
    answers = [hands.type(chr(key), b, choice) for key in keys]
    meant = answers[-1] if answers else None
    if meant is None or meant.act.keys != keys or any(answers[:-1]):
        raise NotUnderstood
    because = f"not the agent's keys, who would {choice.rung}: {choice.act.because}"
    return meant._replace(rung=AS_RECORDED, act=meant.act._replace(because=because))
