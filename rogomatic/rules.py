"""What a rule is: it reads beliefs and answers with an act or with the reason why not.

Owns   Act, No, Rung, and asking rungs in their order.
Leaves the rungs and their order (experts, ladder), doing what was chosen (player).

A rule sends nothing, writes nothing and draws no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rogomatic.beliefs.model import NO_DEED, Beliefs, Deed, Plan


class Act(NamedTuple):
    """Keys to send, why, what they are meant to do, and the walk they belong to.

    keys  without the marker, which the player adds; raw: send them as they are
    """

    keys: bytes
    because: str
    deed: Deed = NO_DEED
    plan: Plan | None = None
    raw: bool = False


class No(NamedTuple):
    """A refusal with its reason."""

    why_not: str


Rule = Callable[[Beliefs], Act | No]


class Rung(NamedTuple):
    """A rule with its name; `after` names rungs that must stand above it.

    most  how often it may act on one level, so that no two rungs undo each other for ever; 0: no limit
    """

    name: str
    rule: Rule
    after: tuple[str, ...] = ()
    most: int = 0


TIRED: Final = "it has acted often enough on this level"


class Choice(NamedTuple):
    """The rung that fired, what it wants, and the rungs above it with their reasons why not."""

    rung: str
    act: Act
    passed: tuple[tuple[str, str], ...]


def choose(ladder: Sequence[Rung], b: Beliefs) -> Choice | None:
    """Ask the rungs, top first; the first act wins.  None if every rung refuses."""
    passed: list[tuple[str, str]] = []
    acted = b.watch.acted
    for rung in ladder:
        if rung.most and acted.get(rung.name, 0) >= rung.most:
            passed.append((rung.name, TIRED))
            continue
        answer = rung.rule(b)
        if isinstance(answer, Act):
            return Choice(rung.name, answer, tuple(passed))
        passed.append((rung.name, answer.why_not))
    return None
