"""Playouts, which try a move in one world, then let the agent play on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.fight_options import is_unseen_near
from rogomatic.review.alternatives import MoveOption
from rogomatic.review.unknowns import ContinuedGame

TURNS: Final = 200
"""Turns that a playout lasts.  A hero who is alive then has survived."""
_LEAST_TURNS: Final = 20  # minimum turns until the danger can be over
_SAFE_PCT: Final = 60  # hit points with which danger ends once no monster is awake
_WEAK_PCT: Final = 30  # hit points with which it ends after some turns without a monster
_QUIET_TURNS: Final = 15
_CLOSE_PCT: Final = 25  # hit points below which death was close
_MOST_COMMANDS: Final = 2000
_MOST_SILENCES: Final = 4


class PlayoutResult(NamedTuple):
    """Result of one playout.

    gold   gold that the hero gained.  A death costs a tenth of the purse.
    close  whether the hero died, or nearly died because few hit points were left
    """

    alive: bool
    gold: int
    close: bool = False


def play_out(
    player: Player,
    world: ContinuedGame,
    option: MoveOption,
    seen: Callable[[Choice], None] = lambda _: None,
    most: int = _MOST_COMMANDS,
    *,
    until_safe: bool = False,
) -> PlayoutResult:
    """Make a move, and let the agent play on for TURNS turns, or for `most` commands.

    seen        function that is called with each choice before its keys are sent
    until_safe  whether the playout ends as soon as the danger is over
    """
    steering = player.overrule = _Steering(player.beliefs, option, seen)
    start, gold = world.turns, world.gold
    drawn = world.feed(player.act(Choice(option.words.doing, option.commands[0], (), LADDER)))
    commands = silences = 0
    while not player.done and world.turns - start < TURNS and commands < most and silences < _MOST_SILENCES:
        if until_safe and steering.is_safe and world.turns - start >= _LEAST_TURNS:
            break
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
    return PlayoutResult(not world.is_lost, kept - gold, world.is_lost or steering.was_close)


def is_out_of_danger(beliefs: Beliefs, quiet: int) -> bool:
    """Return whether the danger is over.

    quiet  number of turns since a monster was last in view
    """
    me = beliefs.me
    is_impaired = beliefs.is_blind or beliefs.is_confused or beliefs.is_hallucinating or me.held or me.trapped
    if is_impaired or me.hunger == "Faint" or is_unseen_near(beliefs):
        return False
    if 100 * me.hp >= _SAFE_PCT * me.max_hp:
        return all(foe.awake is False for foe in beliefs.foes.seen.values())
    return quiet >= _QUIET_TURNS and 100 * me.hp >= _WEAK_PCT * me.max_hp


class _Steering:
    """A callable that replaces the agent's first choices with the commands of a move.

    is_safe    whether the danger is over
    was_close  whether the hero was close to death
    """

    def __init__(self, beliefs: Beliefs, option: MoveOption, seen: Callable[[Choice], None]) -> None:
        self._beliefs, self._stops, self._seen = beliefs, option.stops, seen
        self._left = deque(option.commands)
        self._name = option.words.doing
        self._hp, self._foes = beliefs.me.hp, len(beliefs.foes.seen)
        self.was_close = self.is_safe = False
        self._last_seen = beliefs.turn  # last turn with a monster in view, by the agent's clock

    def __call__(self, choice: Choice) -> Choice:
        if choice.ladder is not LADDER:
            return choice
        me = self._beliefs.me
        self.was_close = self.was_close or 100 * me.hp <= _CLOSE_PCT * me.max_hp
        if self._left and self._is_interrupted():
            self._left.clear()
        if self._beliefs.foes.seen:
            self._last_seen = self._beliefs.turn
        quiet = self._beliefs.turn - self._last_seen
        self.is_safe = not self._left and is_out_of_danger(self._beliefs, quiet)
        if self._left:
            choice = Choice(self._name, self._left.popleft(), (), LADDER)
        self._seen(choice)
        return choice

    def _is_interrupted(self) -> bool:
        """Return whether a monster or an injury makes the rest of the move pointless."""
        beliefs = self._beliefs
        ahead = beliefs.me.spot + self._left[0].action.step
        if self._left[0].action.verb == "walk" and ahead in beliefs.foes.seen:
            return True
        return self._stops and (beliefs.me.hp < self._hp or len(beliefs.foes.seen) > self._foes)
