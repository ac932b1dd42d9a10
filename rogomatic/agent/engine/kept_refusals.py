"""Asks the rungs of a ladder, and keeps what they refuse until what they read has changed."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import TIRED, Choice, No, Rung, choose, is_tired
from rogomatic.agent.engine.rung_inputs import ALL, InputWatch

_PRIME: Final = 67  # powers of 2 up to the 65th differ modulo this number
_PLACES: Final = bytes(
    next((place for place in range(66) if 2**place % _PRIME == rest), 0) for rest in range(_PRIME)
)


@final
class KeptRefusals:
    """What the rungs of one ladder have refused in one game.

    Kept are refusals while no foe is in view; a rung is asked again when one of the inputs has changed that
    it names (`Rung.reads`).  Which rungs to ask is one number, a bit for each rung, so that those that would
    refuse as before take no time at all, however many they are.
    """

    __slots__ = ("_action", "_alone", "_always", "_ladder", "_open", "_readers", "_refusals", "_watch")

    def __init__(self) -> None:
        self._ladder: tuple[Rung, ...] = ()
        self._refusals: list[No] = []  # of each rung the last one
        self._open: i64 = 0  # rungs to ask whatever has changed
        self._always: i64 = 0  # rungs of which no refusal is kept
        self._alone: i64 = 0  # rungs that have an answer for when no foe is in view
        self._readers: dict[int, int] = {}  # changed inputs -> rungs that read one of them
        self._action: Action | None = None  # the last one that was chosen while no foe was in view
        self._watch = InputWatch()

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), ()  # a copy begins with nothing kept

    def choose(self, ladder: tuple[Rung, ...], beliefs: Beliefs) -> Choice | None:
        """Return what `rule_engine.choose` returns, but ask only rungs that may answer otherwise than before.

        Hot, for each command (scripts/bench).
        """
        if ladder is not self._ladder:
            self._take(ladder)
        if beliefs.foes.seen:
            self._action = None
            return choose(ladder, beliefs)
        changed = self._watch.changes(beliefs)
        if changed == ALL or beliefs.action is not self._action:
            self._begin(beliefs)
        choice = self._climb(beliefs, changed)
        self._action = None if choice is None else choice.act.action
        return choice

    def _climb(self, beliefs: Beliefs, changed: i64) -> Choice | None:
        """Ask the rungs that are open, or read what has changed, top first."""
        ladder, refusals = self._ladder, self._refusals
        readers: i64 = self._readers.get(changed, -1)
        if readers < 0:
            readers = self._readers[changed] = _readers_of(ladder, changed)
        waiting: i64 = (self._open | readers) & ~self._alone
        still = self._always
        while waiting:
            bit: i64 = waiting & -waiting
            number: i64 = _PLACES[bit % _PRIME]
            rung = ladder[number]
            answer = TIRED if rung.most and is_tired(rung, beliefs) else rung.rule(beliefs)
            if not isinstance(answer, No):
                self._open = still | waiting
                return Choice(rung.name, answer, tuple(refusals[:number]), ladder)
            refusals[number] = answer
            if answer.passing:
                still |= bit
            waiting -= bit
        self._open = still
        return None

    def _begin(self, beliefs: Beliefs) -> None:
        """Forget all refusals; answer for the rungs that have one for when no foe is in view."""
        self._open = (1 << len(self._ladder)) - 1
        for number, rung in enumerate(self._ladder):
            if rung.alone is not None:
                self._refusals[number] = TIRED if is_tired(rung, beliefs) else rung.alone

    def _take(self, ladder: tuple[Rung, ...]) -> None:
        """Begin with another ladder."""
        self._ladder, self._refusals, self._readers = ladder, [TIRED] * len(ladder), {}
        self._always = self._alone = 0
        self._action = None
        for number, rung in enumerate(ladder):
            if rung.alone is not None:
                self._alone |= 1 << number
            elif not rung.reads:
                self._always |= 1 << number


def _readers_of(ladder: tuple[Rung, ...], inputs: int) -> int:
    """Return the rungs that read one of these inputs, a bit for each."""
    return sum(1 << number for number, rung in enumerate(ladder) if rung.reads & inputs)
