"""How a hero lost its armor, in a sentence."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.agent.beliefs.inventory import Item
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.linked_story import ARMOR, Cause
from rogue.shared.wording import listed, plural_of, times, with_article

_WORTH_POINTS: Final = 2  # of armor lost, from which on that is worth a sentence
_TRAP, _ACID = _NAMELESS = ("a rust trap", "acid or water")  # causes that are no monsters
_POINT_SHARE: Final = 0.08  # of a death, explained by a point of armor


class ArmorLoss:
    """The best armor that a hero has worn, and how the hero lost it."""

    def __init__(self) -> None:
        """Begin with no armor."""
        self._best = self._best_turn = self._armor = 0
        self._best_suit = self._worn = ("", "")  # letter in the pack and name
        self._value = self._gained = 0  # of the best armor when last worn, and what enchantment gave back
        self._rusted: Counter[str] = Counter()  # points of it by cause
        self._rusts: list[str] = []  # causes whose effect was not seen yet, because it was taken off
        self._then = ""  # what happened to it last, besides rust
        self._because = ""  # why it was taken off
        self._dared: dict[str, int] = {}  # what it did itself near a sleeper that rusts it, with the turn
        self._later: Counter[str] = Counter()  # points of the suit in use by cause, if it is another

    def note(self, beliefs: Beliefs, choice: Choice, facts: tuple[Fact, ...], turn: int) -> None:
        """Record the next command, and the facts since the last command.  This is a hot path."""
        suit, me = _suit(beliefs, beliefs.worn()), beliefs.me
        if suit[0] and me.armor >= self._best:
            self._best, self._best_turn, self._best_suit = me.armor, turn, suit
            self._value, self._gained = me.armor, 0
            self._then = self._because = ""
            self._rusted.clear()
            self._rusts.clear()
            self._dared.clear()
        else:
            rusts = [_cause(facts) for fact in facts if fact.kind == "armor-rusts"]
            if self._best_suit in (suit, self._worn):
                self._rusts += rusts
            if suit == self._best_suit:
                self._compare(me.armor)
            elif suit == self._worn:
                self._later.update(rusts[: max(self._armor - me.armor, 0)])
            if suit != self._worn:
                self._later.clear()
                self._then = f"it was taken off{self._because}"
            if any(fact.kind == "item-stolen" and self._best_suit[1] in fact.item for fact in facts):
                self._then = "a nymph stole it"
        self._worn, self._armor = suit, me.armor
        if choice.act.action.verb == "strip":
            self._because = " so that it would not rust" * (choice.rung == "take the armor off")
        self._note_daring(beliefs, choice, turn)

    def _note_daring(self, beliefs: Beliefs, choice: Choice, turn: int) -> None:
        """Note if the hero risks its armor near a sleeping monster that rusts armor.  This is a hot path.

        The hero does so when it puts the armor on, or when it wears the armor while it attacks the monster.
        """
        verb = choice.act.action.verb
        if verb not in ("wear", "fight"):
            return
        target = target_of(beliefs, choice.act.action) if verb == "fight" and self._worn[0] else None
        for foe in [target] if target is not None else beliefs.foes.seen.values() if verb == "wear" else []:
            if foe.kind.special == "rust" and foe.awake is False:
                did = "put its armor on near" if verb == "wear" else "wore its armor to attack"
                self._dared[f"{did} {with_article(foe.kind.name)} that seemed asleep"] = turn

    def _compare(self, armor: int) -> None:
        """Record the present value of the best armor.  Count the rust that lowered the value."""
        self._rusted.update(self._rusts[: max(self._value - armor, 0)])
        self._gained += max(armor - self._value, 0)
        self._value = armor
        self._rusts.clear()

    def cause(self, beliefs: Beliefs) -> Cause | None:
        """Return how the hero lost armor.  Return None if the hero lost less than 2 points."""
        rusted = (self._rusted + Counter(self._rusts)).most_common()
        late = self._later.most_common()
        rusters = [cause for cause, _ in (*rusted, *late) if cause not in _NAMELESS]
        names = {cause: f"{cause}, whose touch rusts armor," for cause in rusters[:1]}  # told once
        how = [f"{names.pop(cause, cause)} weakened it {times(count)}" for cause, count in rusted]
        suit, then = self._worn, self._then  # as at the last command: what came of that is no reason
        if suit == self._best_suit:
            then = ""
        elif suit[0]:
            then = f"the hero changed to {suit[1]}{', which was cursed' * (suit[0] in beliefs.cursed)}"
            later = [f"{names.pop(cause, cause)} weakened that {times(count)}" for cause, count in late]
            then += f"; {listed(later)}" if later else ""
        how += [f"enchantment gave back {self._gained}"] if self._gained else []
        how += [then] if then else []
        lost = self._best - self._armor
        if lost < _WORTH_POINTS or not how:
            return None
        fell = f"its armor fell from {self._best} to {self._armor}, so monsters hit the hero more often"
        words = f"{fell}: since turn {self._best_turn:,}, {listed(how)}"
        dared = listed([f"on turn {turn:,} it {did}" for did, turn in self._dared.items()] if rusted else [])
        more = f"{dared[:1].upper()}{dared[1:]}." if dared else ""
        return Cause(_POINT_SHARE * lost, self._best_turn, words, ARMOR, more=more)


def _cause(facts: tuple[Fact, ...]) -> str:
    """Return what weakened the armor, as told by the messages since the last command.

    >>> _cause((Fact("monster-hits", "aquator"),)), _cause((Fact("rust"),)), _cause(())
    ('aquators', 'a rust trap', 'acid or water')
    """
    rusters = [fact.who for fact in facts if fact.who in KINDS and KINDS[fact.who].special == "rust"]
    if rusters:
        return plural_of(rusters[0])
    return _TRAP if any(fact.kind == "rust" for fact in facts) else _ACID


def _suit(beliefs: Beliefs, worn: Item | None) -> tuple[str, str]:
    """Return the pack letter and the name of the armor worn, ("", "") without armor."""
    return (worn[0], beliefs.name_of(worn[1])) if worn is not None else ("", "")
