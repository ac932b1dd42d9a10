"""What a window asks of the agent that it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.engine.trace import Trace
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.run.runner.game_loop import Agent
from rogomatic.run.viewer.canvas import Line


class AgentMind(Protocol):
    """The beliefs of an agent, read-only for panels."""

    @property
    def beliefs(self) -> Beliefs: ...


class Subject(AgentMind, Protocol):
    """An agent's beliefs, its choices so far, and its memory of earlier games."""

    @property
    def trace(self) -> Trace: ...
    @property
    def memory(self) -> Memory: ...


PanelLines = Callable[[Subject, Choice | None, int, int], list[Line]]
"""(agent, what it is about to do, columns, rows) -> at most so many lines, none longer."""


class Watched(Agent, Subject, Protocol):
    """An agent that lets itself be watched and overruled."""

    @property
    def screen(self) -> Screen: ...
    @property
    def seed(self) -> int: ...
    @property
    def last_choice(self) -> Choice | None: ...
    @property
    def own_knobs(self) -> Knobs: ...

    def play_by(self, knobs: Knobs) -> None:
        """Use these knobs from the next command on."""

    overrule: Callable[[Choice], Choice] | None
