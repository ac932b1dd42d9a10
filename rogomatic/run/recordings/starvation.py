"""The reasons why a hero starved."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.run.recordings.annotations import FASTS
from rogomatic.run.recordings.fight_instants import ReadFact
from rogue.shared.wording import listed, plural

_MEALS: Final = ("eat-good", "eat-bad", "eat-fruit")
_LEAST_PCT: Final = 10  # of all turns, from which on a way to spend them is worth words
_LONG_TURNS: Final = 300  # on one level without stairs, from which on that was a reason


class Diet:
    """The meals of a hero, and how its turns were spent."""

    def __init__(self) -> None:
        """Begin at the first turn."""
        self._meals = self._ate_turn = self._ate_depth = self._turn = 0
        self._doing = ""
        self._spent: Counter[str] = Counter()

    def note(self, beliefs: Beliefs, choice: Choice, facts: tuple[ReadFact, ...]) -> None:
        """Take the next command, with the facts since the last one.  Hot: for every command."""
        for one in facts:
            if one.fact.kind in _MEALS:
                self._meals += 1
                self._ate_turn, self._ate_depth = one.turn, beliefs.me.depth
        self._spent[self._doing] += beliefs.turn - self._turn
        self._turn, verb = beliefs.turn, choice.act.action.verb
        rests = "fasting" if choice.rung in FASTS else "resting"
        self._doing = rests if verb in ("rest", "wait") else "searching for hidden doors" * (verb == "search")

    def sentences(self, beliefs: Beliefs) -> list[str]:
        """Return why the hero starved."""
        me, turn = beliefs.me, beliefs.turn
        count = f"the last of its {self._meals} meals" if self._meals > 1 else "its last meal"
        when = f"on turn {self._ate_turn:,}, on level {self._ate_depth}"
        meal = f"{count} was {when}" if self._meals else "it never ate"
        health = f"{me.hp} of {plural(me.max_hp, 'hit point')}"
        since = me.depth - self._ate_depth
        where = f" on the {plural(since, 'level')} below" if self._meals and since > 0 else ""
        starved = f"It starved on turn {turn:,} with {health} left: {meal}, and it found no more food{where}."
        spent = [
            f"{turns:,} {doing}"
            for doing, turns in self._spent.most_common()
            if doing and 100 * turns >= _LEAST_PCT * turn
        ]
        went = [f"Of all its turns, it spent {listed(spent)}."] if spent else []
        here = turn - beliefs.watch.level_turn
        lost = f"It was on level {me.depth} for its last {plural(here, 'turn')} and never found the stairs."
        is_lost = beliefs.level.stairs < 0 and here >= _LONG_TURNS
        return [starved, *went, *[lost] * is_lost]
