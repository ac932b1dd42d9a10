"""The last decisions of a watched game, which can be shown again with the agent's beliefs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final, NamedTuple, cast

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.player import Player
from rogomatic.run.recordings.timeline import CheckpointStore, answer, parted_at_clear

LENGTH: Final = 30
"""Maximum number of decisions that a film shows."""
_SHARE: Final = 0.02  # of the CPU time that states may take while the game is played


class FilmedDecision(NamedTuple):
    """A decision of a game.

    choice      choice of the agent
    decided     choice that was carried out
    knobs       knobs that apply from this decision on
    is_new      whether there was news before the decision; only such decisions are shown
    since_meal  turns since the last meal; None if unknown
    """

    choice: Choice
    decided: Choice
    knobs: Knobs
    is_new: bool
    since_meal: int | None


_See = Callable[[Player, FilmedDecision], object]


class _FilmPart(NamedTuple):
    """A part of a game: the agent's initial state, and the decisions that followed each output."""

    state: bytes
    played: list[tuple[bytes, list[FilmedDecision]]]

    @property
    def shown(self) -> int:
        """Number of decisions in this part that are shown."""
        return sum(one.is_new for _, decisions in self.played for one in decisions)


class Film:
    """The last part of a game: states of the agent, and all decisions since the oldest of these states."""

    def __init__(self, player: Player) -> None:
        """Begin with the present state of `player`, which must not be in the middle of a choice."""
        self._player, self._store = player, CheckpointStore(player.ladder)
        self._parts: deque[_FilmPart] = deque()
        self._drawn = b""
        self._decisions: list[FilmedDecision] = []
        self._kept_cpu = self._cost = 0.0  # CPU seconds: when a state was kept, and for that
        self._keep()

    @property
    def count(self) -> int:
        """Number of decisions that the film shows."""
        return min(sum(part.shown for part in self._parts), LENGTH)

    def draw(self, data: bytes) -> None:
        """Record output of the game."""
        self._drawn += data

    def decide(self, one: FilmedDecision) -> None:
        """Record a decision.  Hot: called for every decision."""
        self._decisions.append(one)

    def send(self) -> None:
        """Record that the keys of the last decisions were sent.  Now and then, keep the agent's state."""
        self._parts[-1].played.append((self._drawn, self._decisions))
        self._drawn, self._decisions = b"", []
        if (time.process_time() - self._kept_cpu) * _SHARE >= self._cost:
            self._keep()

    def _keep(self) -> None:
        player, started = self._player, time.process_time()
        overrule, player.overrule = player.overrule, None  # which no state can hold
        self._parts.append(_FilmPart(self._store.put(player.screen, player), []))
        player.overrule = overrule
        self._kept_cpu = time.process_time()
        self._cost = self._kept_cpu - started
        while len(self._parts) > 1 and sum(part.shown for part in [*self._parts][1:]) >= LENGTH:
            self._parts.popleft()

    def show(self, see: _See, fall: _See | None = None) -> None:
        """Run the agent again from its oldest kept state, and show the last decisions.

        Call `see` with the agent and each decision, before the agent acts on it.  There are fewer calls than
        `count` if the agent cannot repeat its decisions.  If `fall` is given, and the game cleared the screen
        after the last decision, call `fall` when the screen shows what happened before that.
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
        played = [*chain.from_iterable(part.played for part in self._parts), (self._drawn, [])]
        last = max((at for at, (_, made) in enumerate(played) if made), default=-1)
        for drawn, made in played[: last + 1]:
            decisions = iter(made)
            answer(player, drawn)
        before, _ = parted_at_clear(played[last + 1][0])
        if fall is not None and last >= 0 and before:
            player.screen.feed(before)
            fall(player, played[last][1][-1])
