"""Playouts: a move tried in one world, continued by the agent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.player import Player
from rogomatic.review.alternatives import MoveOption
from rogomatic.review.unknowns import World

TURNS: Final = 200
"""Turns after which the hero must be alive."""
_MOST_COMMANDS: Final = 2000
_MOST_SILENCES: Final = 4


class Outcome(NamedTuple):
    """Result of a move after TURNS turns.  gold: that was gained, less the tenth that death takes."""

    alive: bool
    gold: int


def play_out(
    player: Player,
    world: World,
    option: MoveOption,
    seen: Callable[[Choice], None] = lambda _: None,
    most: int = _MOST_COMMANDS,
) -> Outcome:
    """Make a move, and let the agent play on for TURNS turns, or for `most` commands.

    `seen` is called with each choice before its keys are sent.
    """
    player.overrule = _Steering(player.beliefs, option, seen)
    start, gold = world.turns, world.gold
    drawn = world.feed(player.act(Choice(option.words.doing, option.commands[0], (), LADDER)))
    commands = silences = 0
    while not player.done and world.turns - start < TURNS and commands < most and silences < _MOST_SILENCES:
        keys = player.feed(drawn) if drawn else b""
        drawn = b""
        if not keys and world.closed:
            player.eof()
            break
        if not keys and not player.done:
            silences += 1
            keys = player.timeout()
        if keys:
            silences = 0
            commands += 1
            drawn = world.feed(keys)
    kept = world.gold - world.gold // 10 if world.is_lost else world.gold
    return Outcome(not world.is_lost, kept - gold)


class _Steering:
    """The choice of keys to send: first the commands of a move, then the agent's own."""

    def __init__(self, beliefs: Beliefs, option: MoveOption, seen: Callable[[Choice], None]) -> None:
        self._beliefs, self._stops, self._seen = beliefs, option.stops, seen
        self._left = deque(option.commands)
        self._name = option.words.doing
        self._hp, self._foes = beliefs.me.hp, len(beliefs.foes.seen)

    def __call__(self, choice: Choice) -> Choice:
        if choice.ladder is not LADDER:
            return choice
        if self._left and self._is_interrupted():
            self._left.clear()
        if self._left:
            choice = Choice(self._name, self._left.popleft(), (), LADDER)
        self._seen(choice)
        return choice

    def _is_interrupted(self) -> bool:
        """Return whether the rest of the move makes no sense any more."""
        beliefs = self._beliefs
        ahead = beliefs.me.spot + self._left[0].action.step
        if self._left[0].action.verb == "walk" and ahead in beliefs.foes.seen:
            return True
        return self._stops and (beliefs.me.hp < self._hp or len(beliefs.foes.seen) > self._foes)
