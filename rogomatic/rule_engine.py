"""What a rule is: it reads beliefs and answers with an act or with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rogomatic.beliefs.model import NO_ACTION, Action, Beliefs, Plan


class Act(NamedTuple):
    """Keys to send, why, what they are meant to do, and the walk they belong to.

    keys  without the marker, which the player adds; raw: send them as they are
    """

    keys: bytes
    because: str
    action: Action = NO_ACTION
    plan: Plan | None = None
    raw: bool = False


class No(NamedTuple):
    """A refusal with its reason."""

    why_not: str


TIRED: Final = No("it has acted often enough on this level")
# Refusals of more than one expert.
CALM: Final = No("nobody is after us")
WATCHED: Final = No("a foe is awake in sight")
OTHERS_AWAKE: Final = No("others are awake")
FLOATING: Final = No("floating in the air")
CURSED: Final = No("cursed")
NOT_IN_PACK: Final = No("nothing of that kind in the pack")

Rule = Callable[[Beliefs], Act | No]
"""It sends nothing, writes nothing and draws no dice."""


class Rung(NamedTuple):
    """A rule with its name, and what it does in one sentence for people.

    after  rungs that must stand above it
    most   how often it may act on one level, so that no two rungs undo each other for ever; 0: no limit
    """

    name: str
    summary: str
    rule: Rule
    after: tuple[str, ...] = ()
    most: int = 0


class Choice(NamedTuple):
    """The rung that fired, what it wants, and what the rungs of the ladder above it answered."""

    rung: str
    act: Act
    refusals: tuple[No, ...] = ()
    ladder: Sequence[Rung] = ()

    @property
    def passed(self) -> tuple[tuple[str, str], ...]:
        """The rungs above it with their reasons why not."""
        pairs = zip(self.ladder, self.refusals, strict=False)
        return tuple((rung.name, refusal.why_not) for rung, refusal in pairs)


def choose(ladder: Sequence[Rung], b: Beliefs) -> Choice | None:
    """Ask the rungs, top first; the first act wins.  None if every rung refuses.

    Hot, some thirty rungs for each command (scripts/bench): a rung is taken apart once,
    and reasons are put into words when somebody reads them.
    """
    refusals: list[No] = []
    acted = b.watch.acted
    for name, _, rule, _, most in ladder:
        answer = TIRED if most and acted.get(name, 0) >= most else rule(b)
        if isinstance(answer, Act):
            return Choice(name, answer, tuple(refusals), ladder)
        refusals.append(answer)
    return None
