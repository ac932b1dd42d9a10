"""What panels look at: an agent that lets its mind be seen.

Owns   what a panel needs of an agent.
Leaves the agent (player), who shows it (view, replay).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rogomatic.beliefs.model import Beliefs
from rogomatic.learn.memory import Memory
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line
from rogomatic.trace import Trace


class Subject(Protocol):
    """The blackboard, what was done so far, and the memory of earlier games; panels change none of them."""

    @property
    def beliefs(self) -> Beliefs: ...
    @property
    def trace(self) -> Trace: ...
    @property
    def memory(self) -> Memory: ...


Panel = Callable[[Subject, Choice | None, int, int], list[Line]]
"""(agent, what it is about to do, columns, rows) -> at most so many lines, none longer."""
