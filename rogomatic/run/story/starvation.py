"""The reasons why a hero starved."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.run.story.annotations import FASTS
from rogomatic.run.story.fight_instants import ReadFact
from rogomatic.run.story.linked_story import END, HUNGER, Cause
from rogue.shared.wording import listed, plural

_MEALS: Final = ("eat-good", "eat-bad", "eat-fruit")
_LEAST_PCT: Final = 20  # of all turns, from which on what they were spent on is a reason
_FASTING: Final = "fasting on purpose"
_WHY_FAST: Final = (
    "Monsters of this Rogue hit a hero less often once it has fainted; in a faint, it cannot defend itself."
)
_WEAK_SHARE: Final = 0.3  # of the death of a hero that is weak with hunger
_SHARE: Final = 0.8  # of the death of a hero without food, explained by its meals or its lost turns


class Diet:
    """The meals of a hero, and how the hero spent its turns.

    ate_turn  the turn of the last meal, or 0 if there has been no meal
    """

    def __init__(self) -> None:
        """Begin at the first turn."""
        self._meals = self.ate_turn = self._ate_depth = self._turn = 0
        self._doing = ""
        self._spent: Counter[str] = Counter()
        self._since: Counter[str] = Counter()  # the same, since the last meal
        self._lost: Counter[int] = Counter()  # turns on each level before its stairs were known
        self._lost_turn: dict[int, int] = {}  # the last of them
        self._lost_depth = 0  # the present level if its stairs are not known

    def note(self, beliefs: Beliefs, choice: Choice, facts: tuple[ReadFact, ...], turn: int) -> None:
        """Record the next command, and the facts since the last command.  This is a hot path."""
        for one in facts:
            if one.fact.kind in _MEALS:
                self._meals += 1
                self._since.clear()
                self.ate_turn, self._ate_depth = one.turn, beliefs.me.depth
        passed = turn - self._turn
        self._spent[self._doing] += passed
        self._since[self._doing] += passed
        if self._lost_depth:
            self._lost[self._lost_depth] += passed
            self._lost_turn[self._lost_depth] = turn
        self._lost_depth = beliefs.me.depth if beliefs.level.stairs < 0 else 0
        self._turn, verb = turn, choice.act.action.verb
        rests = _FASTING if choice.rung in FASTS else "resting"
        self._doing = rests if verb in ("rest", "wait") else "searching for hidden doors" * (verb == "search")

    def causes(self, beliefs: Beliefs, turn: int) -> list[Cause]:
        """Return why a hero that died on this turn had no food left."""
        meal = self._last_meal(beliefs)
        lost, spent = self._lost_turns(turn), self._pastimes(turn)
        pastimes = f"of its {plural(turn, 'turn')}, it spent {listed(spent)}"
        return [
            Cause(_SHARE, self.ate_turn, meal, HUNGER), *([lost] if lost is not None else []),
            *([Cause(_SHARE / 2, 0, pastimes, HUNGER)] if spent else []),
        ]  # fmt: skip

    def weakened(self, beliefs: Beliefs) -> Cause:
        """Return a Cause for the weakness of a hungry hero that can still act."""
        words = f"it was {beliefs.me.hunger} with hunger: {self._last_meal(beliefs)}"
        return Cause(_WEAK_SHARE, self.ate_turn, words, HUNGER)

    def _last_meal(self, beliefs: Beliefs) -> str:
        """Return a clause on the hero's last meal.  The clause says that no food was found after the meal."""
        ate = f"its last meal was on turn {self.ate_turn:,}, on level {self._ate_depth}"
        since = beliefs.me.depth - self._ate_depth
        where = f" on the {plural(since, 'level')} below" if since > 0 else ""
        return f"{ate}; it found no more food{where}" if self._meals else "it never found food"

    def verdict(self, turn: int) -> str:
        """Return sentences on whether hunger on this turn was the hero's own choice or bad luck."""
        since = turn - self.ate_turn
        span = f"the {plural(since, 'turn')} {'since its last meal' if self._meals else 'of its game'}"
        idle = [
            f"{turns:,} {doing}"
            for doing, turns in self._since.most_common()
            if doing and 100 * turns >= _LEAST_PCT * since
        ]
        if 100 * self._spent[_FASTING] >= _LEAST_PCT * turn:
            fasted = f"it spent {self._spent[_FASTING]:,} of its {plural(turn, 'turn')} {_FASTING}"
            return f"Its own policy: {fasted}, and found no food in {span}. {_WHY_FAST}"
        if idle:
            return f"Its own policy: of {span}, it spent {listed(idle)}, and found no food in the others."
        return f"Bad luck: it found no food in {span}."

    def _lost_turns(self, turn: int) -> Cause | None:
        """Return a Cause for the level whose stairs were unknown for the longest time.

        Return None if that time was not long.
        """
        depth, turns = max(self._lost.items(), key=lambda one: one[1], default=(0, 0))
        if not turns or 100 * turns < _LEAST_PCT * turn:
            return None
        words = f"for {plural(turns, 'turn')} it could not find the stairs of level {depth}"
        return Cause(_SHARE, self._lost_turn[depth], words, HUNGER)

    def _pastimes(self, turn: int) -> list[str]:
        """Return a phrase for each activity that took many turns.

        Walks and fights are left out, and so are fasts, which the verdict tells.
        """
        return [
            f"{turns:,} {doing}"
            for doing, turns in self._spent.most_common()
            if doing not in ("", _FASTING) and 100 * turns >= _LEAST_PCT * turn
        ]

    def end(self, beliefs: Beliefs, turn: int) -> Cause:
        """Return a Cause that tells how the hero starved on this turn."""
        me = beliefs.me
        left = f"{me.hp} of {plural(me.max_hp, 'hit point')} left"
        late = turn - self._turn
        lay = any(fact.kind == "faint" for fact in beliefs.facts) and late > 1
        faints = f"fainted again and again for its last {plural(late, 'turn')}, and " if lay else ""
        words = f"it {faints}starved on turn {turn:,}, on level {me.depth}, with {left}"
        return Cause(1.0, turn, words, place=END)
