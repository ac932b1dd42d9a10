"""A hook for `Player.overrule` that looks at every n-th choice only."""

from __future__ import annotations

from collections.abc import Callable

from rogomatic.agent.engine.rule_engine import Choice


class SeldomHook:
    """Hook that changes no choice.  It passes the first choice and then each `every`-th one to `look`."""

    __slots__ = ("_every", "_left", "_look")

    def __init__(self, look: Callable[[Choice], None], every: int) -> None:
        self._look = look
        self._every = every
        self._left = 1

    def handle(self, choice: Choice) -> Choice:
        """Return the choice unchanged."""
        self._left -= 1
        if not self._left:
            self._left = self._every
            self._look(choice)
        return choice
