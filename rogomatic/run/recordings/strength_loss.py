"""How a hero lost its strength, in a sentence."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.sight.message_parser import Fact
from rogue.shared.wording import listed, plural

POISONS: Final = {
    "poison-bite": "poisonous bite", "poison": "potion of poison", "dart-hits": "poison dart",
}  # fmt: skip
"""Kind of fact -> what takes strength (SPC-9, POT-3, TRP-8)."""


class StrengthLoss:
    """The strength of a game at its best, and what took it since then."""

    def __init__(self) -> None:
        """Begin without any."""
        self._best = self._best_turn = 0
        self._taken: Counter[str] = Counter()

    def note(self, beliefs: Beliefs, facts: tuple[Fact, ...]) -> None:
        """Take the next command, with the facts since the last one.  Hot: for every command."""
        strength = beliefs.me.strength
        if strength >= self._best:
            self._best, self._best_turn = strength, beliefs.turn
            self._taken.clear()
        self._taken.update(POISONS[fact.kind] for fact in facts if fact.kind in POISONS)

    def sentences(self, beliefs: Beliefs) -> list[str]:
        """Return in a sentence how the hero lost most of its strength, [] if it has not."""
        strength = beliefs.me.strength
        if 2 * strength >= self._best or not self._taken:
            return []
        poisons = listed([plural(count, name) for name, count in self._taken.most_common()])
        best = f"{self._best} until turn {self._best_turn:,}"
        return [f"Its strength was {strength} at the end and {best}; then {poisons} weakened it."]
