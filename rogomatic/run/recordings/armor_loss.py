"""How a hero lost its armor, in a sentence."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.inventory import Item
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.sight.message_parser import Fact

_WORTH_POINTS: Final = 2  # of armor lost, from which on that is worth a sentence


class ArmorLoss:
    """The best armor of a game, and how it was lost."""

    def __init__(self) -> None:
        """Begin without any."""
        self._best = self._best_turn = 0
        self._best_suit = self._worn = ("", "")  # letter in the pack and name
        self._rusted = 0
        self._then = ""  # what happened to it last, besides rust
        self._because = self._rung = ""  # why it was taken off or another was put on, by which rule

    def note(self, beliefs: Beliefs, choice: Choice, facts: tuple[Fact, ...]) -> None:
        """Take the next command, with the facts since the last one.  Hot: for every command."""
        suit, me = _suit(beliefs, beliefs.worn()), beliefs.me
        if suit[0] and me.armor >= self._best:
            self._best, self._best_turn, self._best_suit = me.armor, beliefs.turn, suit
            self._rusted, self._then, self._because, self._rung = 0, "", "", ""
        else:
            self._rusted += sum(fact.kind == "armor-rusts" for fact in facts)
            if suit != self._worn:
                self._then = f"it took it off{self._reason}"
            if any(fact.kind == "item-stolen" and self._best_suit[1] in fact.item for fact in facts):
                self._then = "a nymph stole it"
        self._worn = suit
        verb = choice.act.action.verb
        if verb == "strip" or (verb == "wear" and choice.rung != self._rung):  # not twice for a change
            self._because, self._rung = choice.act.because, choice.rung

    @property
    def _reason(self) -> str:
        return f" ({self._because})" if self._because else ""

    def sentences(self, beliefs: Beliefs) -> list[str]:
        """Return in a sentence how the hero lost its armor, [] if it has not."""
        worn = beliefs.worn()
        suit = _suit(beliefs, worn)
        then = self._then
        if suit == self._best_suit:
            then = ""
        elif worn is not None:
            then = f"it put on {suit[1]}{', which was cursed' * (worn[0] in beliefs.cursed)}{self._reason}"
        times = {1: "once", 2: "twice"}.get(self._rusted, f"{self._rusted} times")
        how = [f"acid or water weakened it {times}"] if self._rusted else []
        how += [then] if then else []
        if self._best - beliefs.me.armor < _WORTH_POINTS or not how:
            return []
        armor = f"Its armor was {beliefs.me.armor} at the end and {self._best} until turn {self._best_turn:,}"
        return [f"{armor}; then {' and '.join(how)}."]


def _suit(beliefs: Beliefs, worn: Item | None) -> tuple[str, str]:
    """Return the letter and the name of the armor in use, ("", "") without any."""
    return (worn[0], beliefs.name_of(worn[1])) if worn is not None else ("", "")
