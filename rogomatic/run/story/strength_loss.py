"""How a hero lost its strength, in a sentence."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.linked_story import STRENGTH, Cause
from rogue.shared.wording import listed

_POISONS: Final = {
    "poison-bite": "poisonous bites", "dart-hits": "poison darts", "poison": "potions of poison",
}  # fmt: skip
"""Kind of fact -> what takes one point of strength, or more if it is a potion (SPC-9, TRP-8, POT-3)."""
_OTHER: Final = "other causes"
_POINT_SHARE: Final = 0.04  # of a death, explained by a point of strength


class StrengthLoss:
    """The highest strength of a hero, and the causes of later losses of strength."""

    def __init__(self) -> None:
        """Begin with no strength known."""
        self._best = self._best_turn = 0
        self._was_less = False  # before it was at its best for the last time
        self._now = self._gained = 0
        self._taken: Counter[str] = Counter()  # points by cause
        self._depth, self._went = 0, ""  # the level, and that it was weak when it chose to go down to it

    def note(self, beliefs: Beliefs, facts: tuple[Fact, ...], turn: int) -> None:
        """Record the next command, and the facts since the last command.  This is a hot path."""
        strength = beliefs.me.strength
        if strength >= self._best:
            self._was_less = strength == self._best and (self._was_less or self._now < strength)
            self._best, self._best_turn = strength, turn
            self._gained = 0
            self._taken.clear()
        elif strength > self._now:
            self._gained += strength - self._now
        elif strength < self._now:
            self._taken += _causes(self._now - strength, facts)
        self._now = strength
        if beliefs.me.depth > self._depth:
            is_weak = 2 * strength < self._best and not any(fact.kind == "trapdoor" for fact in facts)
            where = f"level {beliefs.me.depth} on turn {turn:,}"
            self._went = f"With strength {strength} it went down to {where}." * is_weak
        self._depth = beliefs.me.depth

    def cause(self) -> Cause | None:
        """Return a Cause for the loss of more than half of the hero's strength.

        Return None if the hero lost less, or if nothing is known about the loss.
        """
        strength = self._now
        if 2 * strength >= self._best or not set(self._taken) - {_OTHER}:
            return None
        causes = [*_POISONS.values(), _OTHER]
        lost = listed([f"{self._taken[cause]} to {cause}" for cause in causes if self._taken[cause]])
        gained = f" and regained {self._gained}" if self._gained else ""
        fell = f"its strength fell from {self._best} to {strength}"
        again = f", when it was {self._best} again" if self._was_less else ""
        share = _POINT_SHARE * (self._best - strength)
        return Cause(
            share,
            self._best_turn,
            f"{fell}: since turn {self._best_turn:,}{again}, it lost {lost}{gained}",
            STRENGTH,
            more=self._went,
        )


def _causes(points: int, facts: tuple[Fact, ...]) -> Counter[str]:
    """Return how many points of strength were lost to each cause.

    All the losses happened during one command, and `points` is their sum.
    """
    poisons = [_POISONS[kind] for kind in _POISONS for fact in facts if fact.kind == kind]
    found = Counter(poisons[:points] or [_OTHER])
    return found + Counter({poisons[-1] if poisons else _OTHER: points - found.total()})
