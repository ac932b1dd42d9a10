"""The players of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, runtime_checkable

from rogomatic.roshambo.context_bots import BestContext, MarkovVotes, Meta, PredictorBot
from rogomatic.roshambo.deep_votes import DeepVotes
from rogomatic.roshambo.history_matcher import HistoryMatcher
from rogomatic.roshambo.mixing_player import MixingPlayer
from rogomatic.roshambo.open_spiel_bots import OpenSpielBot, check_turns, names_of_real_bots
from rogomatic.roshambo.program_bot import ProgramBot
from rogomatic.roshambo.simple_bots import RULES, RuleBot, SumThatReacts
from rogomatic.roshambo.strategy_lattice import LatticeBot
from rogomatic.roshambo.throws import THROWS, Bot, Past
from rogue.shared.seeds import Dice

REAL: Final = "open_spiel"  # the package with the programs of 1999, and the name of all of them


class Entrant(NamedTuple):
    """A summary of a player of the tournament, and a function that makes the player's bot for a match."""

    summary: str
    make: Callable[[], Bot]


def _rule_bot(number: int) -> Callable[[], Bot]:
    return lambda: RuleBot(RULES[number])


def _votes(swapped: bool = False) -> PredictorBot:
    return PredictorBot(MarkovVotes(THROWS), by_value=False, swapped=swapped)


def _contexts(swapped: bool = False) -> PredictorBot:
    return PredictorBot(BestContext(THROWS), by_value=True, swapped=swapped)


def _simple() -> dict[str, Entrant]:
    made = {
        f"S{number + 1}": Entrant(rule.__name__.replace("_", " "), _rule_bot(number))
        for number, rule in enumerate(RULES)
    }
    made[f"S{len(RULES) + 1}"] = Entrant("sum that reacts", SumThatReacts)
    return made


SIMPLE: Final = tuple(_simple())
ENTRANTS: Final[Mapping[str, Entrant]] = {
    **_simple(),
    "IP": Entrant("like Iocaine Powder", HistoryMatcher),
    "MH": Entrant("after MegaHAL", _contexts),
    "MN": Entrant("MH by node", lambda: PredictorBot(
        BestContext(THROWS, score_by="node"), by_value=True)),
    "MH+": Entrant("MH, six rotations", lambda: Meta(_contexts)),
    "RB": Entrant("after ROFLBOT", _votes),
    "RB+": Entrant("RB, six rotations", lambda: Meta(_votes)),
    "RD": Entrant("contexts of 500, or dice", DeepVotes),
    "VL": Entrant("Viterbi lattice", LatticeBot),
    "MX": Entrant("mixture of all", MixingPlayer),
}  # fmt: skip


@runtime_checkable
class Explaining(Protocol):
    """A bot that says why it threw."""

    def reason(self) -> str:
        """Return the reason for the last throw, addressed to the other side."""


class ReasonCounter:
    """A bot that throws what another bot throws.  If `counts` is true, it counts the other bot's reasons."""

    def __init__(self, bot: Bot, *, counts: bool) -> None:
        self._bot = bot
        self._explaining = bot if counts and isinstance(bot, Explaining) else None
        self.reasons: Counter[str] = Counter()

    def choose(self, past: Past, dice: Dice) -> int:
        """Return the throw of the other bot, and count the reason for the throw."""
        throw = self._bot.choose(past, dice)
        if self._explaining is not None:
            self.reasons[self._explaining.reason().partition(": ")[2]] += 1
        return throw

    def remark(self) -> str:
        """Return a remark on the turns that the other bot lost because it made no valid throw.

        Return "" if there are no such turns.
        """
        return remark_of(self._bot)


@runtime_checkable
class _Remarkable(Protocol):
    """A bot that may lose turns because it makes no valid throw."""

    def remark(self) -> str:
        """Return a remark on the turns that the bot lost because it made no valid throw.

        Return "" if there are no such turns.
        """


def remark_of(bot: Bot) -> str:
    """Return a remark on the turns that the bot lost because it made no valid throw.

    Return "" if there are no such turns.
    """
    return bot.remark() if isinstance(bot, _Remarkable) else ""


@dataclass(frozen=True)
class EntryList:
    """A list of the players of a tournament.  The list can be pickled.

    turns     number of turns in a match
    programs  external programs that the user adds to the tournament, each as its name and the words of its
              command
    seconds   time that a program has for a throw
    explains  whether to count the reasons of throws
    """

    turns: int = 1000
    programs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    seconds: float = 1.0
    explains: bool = False

    def open_bot(self, name: str, stack: ExitStack) -> Bot:
        """Return a new bot for one match.  When `stack` is closed, the bot is closed, too.

        Raises CommandError if a program does not start.  Raises KeyError if the name is unknown.
        """
        if name in ENTRANTS:
            return ENTRANTS[name].make()
        command = dict(self.programs).get(name)
        if command is not None:
            return stack.enter_context(ProgramBot(name, command, self.seconds))
        return OpenSpielBot(name, self.turns)

    def summary(self, name: str) -> str:
        """Return a few words that describe a player."""
        if name in ENTRANTS:
            return ENTRANTS[name].summary
        return "your program" if name in dict(self.programs) else f"from {REAL}"

    def names(self, group: str) -> list[str]:
        """Return the names in a group.

        The group "all" has all our own players.  The group "open_spiel" has all programs of that package.
        The name of a player is a group with only this player.  Raises KeyError if the name is unknown.
        Raises CommandError if the package is needed, but is missing or cannot play this many turns.
        """
        if group == "all":
            return list(ENTRANTS)
        if group in ENTRANTS or group in dict(self.programs):
            return [group]
        real = names_of_real_bots(needed=group == REAL)
        if group != REAL and group not in real:
            raise KeyError(group)
        check_turns(self.turns)
        return real if group == REAL else [group]
