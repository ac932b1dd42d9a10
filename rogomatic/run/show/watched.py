"""What those who show a game need of its agent.

Owns   the interface.
Leaves the agent (player), showing one game (view) or those of a batch (publish, attach).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rogomatic.rules import Choice
from rogomatic.run.play.game import Agent
from rogomatic.run.show.panels.subject import Subject
from rogomatic.screen import Screen


class Watched(Agent, Subject, Protocol):
    """An agent that lets itself be watched and overruled."""

    @property
    def screen(self) -> Screen: ...
    @property
    def seed(self) -> int: ...
    @property
    def last_choice(self) -> Choice | None: ...

    overrule: Callable[[Choice], Choice] | None
