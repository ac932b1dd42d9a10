"""The last decisions of a watched game, whose agent can be made again as it was at each of them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final, NamedTuple, cast

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.player import Player
from rogomatic.run.recordings.timeline import CheckpointStore, answer

LENGTH: Final = 30
"""Decisions with news that a film shows."""
_SHARE: Final = 0.02  # of the CPU time that states may take while the game is played


class FilmedDecision(NamedTuple):
    """A decision of a game.

    choice   of the agent     decided  what was carried out     knobs  from then on
    is_new   whether it is shown: there was news before it
    since_meal  turns since the last meal, None if not known
    """

    choice: Choice
    decided: Choice
    knobs: Knobs
    is_new: bool
    since_meal: int | None


class _FilmPart(NamedTuple):
    """A part of a game: the agent's state at its beginning; then what was drawn, and the decisions on it."""

    state: bytes
    played: list[tuple[bytes, list[FilmedDecision]]]

    @property
    def shown(self) -> int:
        """The number of decisions that are shown."""
        return sum(one.is_new for _, decisions in self.played for one in decisions)


class Film:
    """The last part of a game: states of its agent from time to time, and all decisions since then."""

    def __init__(self, player: Player) -> None:
        """Begin with an agent that makes no choice just now."""
        self._player, self._store = player, CheckpointStore(player.ladder)
        self._parts: deque[_FilmPart] = deque()
        self._drawn = b""
        self._decisions: list[FilmedDecision] = []
        self._kept_cpu = self._cost = 0.0  # CPU seconds: when a state was kept, and for that
        self._keep()

    @property
    def count(self) -> int:
        """The number of decisions that it shows."""
        return min(sum(part.shown for part in self._parts), LENGTH)

    def draw(self, data: bytes) -> None:
        """Take what the game drew."""
        self._drawn += data

    def decide(self, one: FilmedDecision) -> None:
        """Take a decision.  Hot: for every one."""
        self._decisions.append(one)

    def send(self) -> None:
        """Note that the keys of the decisions are sent, and keep a state if it is time for that."""
        self._parts[-1].played.append((self._drawn, self._decisions))
        self._drawn, self._decisions = b"", []
        if (time.process_time() - self._kept_cpu) * _SHARE >= self._cost:
            self._keep()

    def _keep(self) -> None:
        """Keep the agent's state, and drop parts that are not needed any more."""
        player, started = self._player, time.process_time()
        overrule, player.overrule = player.overrule, None  # which no state can hold
        self._parts.append(_FilmPart(self._store.put(player.screen, player), []))
        player.overrule = overrule
        self._kept_cpu = time.process_time()
        self._cost = self._kept_cpu - started
        while len(self._parts) > 1 and sum(part.shown for part in [*self._parts][1:]) >= LENGTH:
            self._parts.popleft()

    def show(self, see: Callable[[Player, FilmedDecision], object]) -> None:
        """Make the agent again and call `see` at each decision that is shown, before it is acted on.

        Those are fewer than `count` if the agent cannot be made again, as with a game that was often silent.
        """
        hidden = sum(part.shown for part in self._parts) - self.count
        player = cast(Player, self._store.take(self._parts[0].state)[1])  # every state has one
        decisions: Iterator[FilmedDecision] = iter(())

        def act(choice: Choice) -> Choice:
            nonlocal hidden
            one = next(decisions, None)
            if one is None:
                return choice
            if one.is_new and hidden <= 0:
                see(player, one)
            hidden -= one.is_new
            player.play_by(one.knobs)
            return one.decided

        player.overrule = act
        for drawn, made in chain.from_iterable(part.played for part in self._parts):
            decisions = iter(made)
            answer(player, drawn)
