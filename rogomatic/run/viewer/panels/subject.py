"""What panels and windows need of an agent: that it lets its mind be seen, and be overruled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rogomatic.beliefs.model import Beliefs
from rogomatic.memory.long_term_memory import Memory
from rogomatic.rule_engine import Choice
from rogomatic.run.runner.game_loop import Agent
from rogomatic.run.viewer.panels.styled_lines import Line
from rogomatic.trace import Trace
from rogomatic.vt100 import Screen


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


class Watched(Agent, Subject, Protocol):
    """An agent that lets itself be watched and overruled."""

    @property
    def screen(self) -> Screen: ...
    @property
    def seed(self) -> int: ...
    @property
    def last_choice(self) -> Choice | None: ...

    overrule: Callable[[Choice], Choice] | None
