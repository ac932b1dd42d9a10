"""Lasting changes of a hero: curses, lost strength, hunger, armor taken off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.items.food_value import is_fasting
from rogomatic.agent.think.items.item_value import spare_food
from rogue.shared.wording import plural

_STRENGTH_POINTS: Final = 3  # lost, that are worth a line
_HUNGER_TURNS: Final = 150  # of hunger, from which on it is worth one
_FOR_A_FAINT: Final = ", a planned fast: monsters hit a hero less often once it has fainted"


HeroChange = tuple[str, float]
"""A change as a clause, with its weight for the chronicle."""


class HeroChanges:
    """Finder of the lasting changes that a hero goes through."""

    def __init__(self) -> None:
        """Begin with nothing known of the hero."""
        self._cursed: set[str] = set()  # letters of the pack that were told
        self._strength = 0  # when it was told last, or the best since then
        self._hungry_turn: int | None = None  # since when
        self._had_food = self._waits = False  # when hunger began: whether it had food, and waits for a faint

    def note(self, beliefs: Beliefs, choice: Choice, turn: int, *, is_own: bool) -> Iterator[HeroChange]:
        """Yield the changes since the last choice.  This is a hot path."""
        if beliefs.cursed != self._cursed:
            yield from self._curses(beliefs)
        strength, hunger = beliefs.me.strength, beliefs.me.hunger
        if self._strength - strength >= _STRENGTH_POINTS:
            yield f"Its strength fell from {self._strength} to {strength}", 2.0
            self._strength = strength
        self._strength = max(self._strength, strength)
        if hunger and self._hungry_turn is None:
            self._hungry_turn, self._had_food = turn, spare_food(beliefs) > 0
            self._waits = is_fasting(beliefs)
        elif not hunger and self._hungry_turn is not None:
            turns, self._hungry_turn = turn - self._hungry_turn, None
            if turns >= _HUNGER_TURNS:
                why = _FOR_A_FAINT if self._waits else ", though it had food" * self._had_food
                yield f"Ate after {plural(turns, 'turn')} of hunger{why}", 1 + turns / 500
        if is_own and choice.act.action.verb == "strip" and _is_for_rust(beliefs):
            yield f"Took off its armor: {choice.act.because}", 1.5

    def _curses(self, beliefs: Beliefs) -> Iterator[HeroChange]:
        for item, where in (beliefs.wielded(), " in hand"), (beliefs.worn(), ""):
            if item is not None and item[0] in beliefs.cursed - self._cursed:
                yield f"The {beliefs.name_of(item[1])}{where} turned out to be cursed", 2.5
        self._cursed = set(beliefs.cursed)


def _is_for_rust(beliefs: Beliefs) -> bool:
    return any(foe.kind.special == "rust" for foe in beliefs.foes.seen.values())
