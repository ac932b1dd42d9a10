"""A match of a person against a bot."""

from __future__ import annotations

from typing import Final

from rogomatic.roshambo.contest import ROSHAMBO
from rogomatic.roshambo.entrants import Explaining
from rogomatic.roshambo.habits import habits_of
from rogomatic.roshambo.strategy_lattice import Lattice
from rogomatic.roshambo.throws import NAMES, THROWS, Bot, Past, commit, points
from rogomatic.roshambo.tournament import skill_of
from rogue.shared.sealed_text import SealedText
from rogue.shared.seeds import Dice
from rogue.shared.wording import plural

_OUTCOMES: Final = {1: "you win.", 0: "a tie.", -1: "you lose."}
_SHOWN_HABITS: Final = 3
_LEAST_BELIEF: Final = 0.05
_INTERVAL: Final = (0.05, 0.95)
_STREAK: Final = 3
_BARS: Final = ("#", ".")


class PersonMatch:
    """A match of a person against a bot.  If a race is repeated, the bot remembers the earlier races.

    race  number of turns that a side must win to win the race; 0: the match is not a race
    """

    def __init__(self, bot: Bot, name: str, dice: Dice, race: int = 0) -> None:
        self.name = name
        self.race = race
        self.past = Past()  # as the bot sees it
        self.won = self.lost = 0  # by the person in this race
        self._bot = bot
        self._dice = dice
        self._throw = 0
        self._streak = 0  # consecutive turns won by the person, negative for lost ones
        self._furthest_behind = 0
        self._lattice = Lattice(habits_of(ROSHAMBO))

    def fix_throw(self, digits: str) -> SealedText:
        """Let the bot choose a throw.  Return the throw as sealed text.

        Raises ValueError if `digits` has fewer than 64 random digits.
        """
        self._throw = self._bot.choose(self.past, self._dice)
        return commit(self._throw, digits)

    def answer(self, own: int) -> list[str]:
        """Finish the turn with the person's throw.  Return the lines to print."""
        theirs, result = self._throw, points(own, self._throw)
        self._lattice.step(self.past.other, self.past.own, own)
        self.past.add(theirs, own)
        self.won += result > 0
        self.lost += result < 0
        if result:
            self._streak = self._streak + result if self._streak * result > 0 else result
        self._furthest_behind = max(self._furthest_behind, self.lost - self.won)
        lines = [f"Your {NAMES[own]} against its {NAMES[theirs]}: {_OUTCOMES[result]}  {self.standing()}"]
        return lines + (self._cheers(result) if self.race else [])

    @property
    def is_won(self) -> bool:
        """Whether one side has won the race.  False in a match without a race."""
        return bool(self.race) and max(self.won, self.lost) >= self.race

    def standing(self) -> str:
        """Return the score in words.

        For a race, the text includes bars.  For any other match, it includes the person's skill.
        """
        if self.race:
            sides = (("you", self.won), (self.name, self.lost))
            full, free = _BARS
            return "  ".join(f"{side} {full * got}{free * (self.race - got)} {got}" for side, got in sides)
        return f"Score: {signed(-self.past.score)}, {self.skill()}"

    def skill(self) -> str:
        """Return text with the person's mean skill and a 90 % interval.  Recent turns weigh more."""
        turns = zip(self.past.other, self.past.own, strict=True)
        skill = skill_of([(points(*pair) + 1) / 2 for pair in turns])
        low, high = (skill.quantile(share) for share in _INTERVAL)
        return f"skill {skill.mean():.2f} (90 %: {low:.2f} to {high:.2f})"

    def reason(self) -> str:
        """Return the reason for the bot's last throw.  Return "" if the bot gives no reason."""
        return self._bot.reason() if self.past.own and isinstance(self._bot, Explaining) else ""

    def thoughts(self) -> list[str]:
        """Return lines of text that describe the person's likely habits.

        The lines also say how many of the person's throws the bot foresaw.
        """
        turns = len(self.past.own)
        if not turns:
            return ["Nothing yet."]
        weights = zip(self._lattice.weights(), self._lattice.habits, strict=True)
        likely = sorted(weights, key=lambda pair: -pair[0])[:_SHOWN_HABITS]
        told = [
            f"  {weight:4.0%}  you {habit.words.format(choice='throw')}"
            for weight, habit in likely
            if weight >= _LEAST_BELIEF
        ]
        read = sum(
            (theirs - own) % THROWS == 1 for theirs, own in zip(self.past.own, self.past.other, strict=True)
        )
        return [*told, f"  It foresaw {read} of {plural(turns, 'throw')}; by luck, a third."]

    def again(self) -> None:
        """Begin another race.  The bot remembers the earlier races."""
        self.won = self.lost = self._streak = self._furthest_behind = 0

    def verdict(self) -> str:
        """Return a sentence on how a race ended."""
        best, least = max(self.won, self.lost), min(self.won, self.lost)
        if self.won > self.lost:
            turned = f", from {self._furthest_behind} behind" if self._furthest_behind >= _STREAK else ""
            return f"You win, {best} to {least}{turned}!"
        return f"{self.name} wins, {best} to {least}."

    def _cheers(self, result: int) -> list[str]:
        """Return remarks on a turn of a race."""
        told: list[str] = []
        if result and abs(self._streak) >= _STREAK:
            row = f"{abs(self._streak)} in a row"
            told.append(f"{row}: you have its number." if self._streak > 0 else f"{row}: it reads you.")
        if result and not self.is_won:
            last = self.race - 1
            if self.won == self.lost == last:
                told.append("It is even: the next win decides.")
            elif result > 0 and self.won == last:
                told.append("Match point for you.")
            elif result < 0 and self.lost == last:
                told.append(f"Match point for {self.name}.")
        return told


def signed(score: int) -> str:
    """Return a score with its sign.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '-2')
    """
    return f"{score:+d}" if score else "0"
