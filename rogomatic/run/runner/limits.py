"""The limits at which a game is taken from the agent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """When a game is taken from the agent.  Only `commands` and `turns` are the same on every machine."""

    commands: int = 200_000
    cpu_seconds: float | None = None
    seconds: float | None = None
    stall_seconds: float = 10.0  # without being ready for a command; meanwhile the agent is asked to help
    turns: int | None = None  # of the agent's clock
