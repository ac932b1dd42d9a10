"""Conversion of agents to bytes, from which another process can restore them."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Stagnation
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.timeline import CheckpointStore


class AgentStates:
    """Converter of agents to bytes, and of these bytes to agents."""

    def __init__(self, memory: Memory, knobs: Knobs) -> None:
        """Prepare to convert agents that all have this memory and these knobs.

        The process that restores an agent must use a converter with the same memory and knobs.
        """
        self._memory, self._knobs = memory, knobs
        self._store = CheckpointStore(memory, knobs)

    def put(self, onlooker: Onlooker) -> bytes:
        """Return the bytes of an agent whose beliefs and screen are those of the onlooker.

        They are from the moment when the game last waited for a command.
        """
        player = Player(self._memory, self._knobs, 0)
        player.take_over(onlooker.beliefs, onlooker.screen)
        return self._store.put(player.screen, player)

    def take(self, state: bytes) -> Player:
        """Restore an agent from bytes.  It never resigns, and it counts turns without progress from zero."""
        _, player = self._store.take(state)
        assert player is not None
        beliefs = player.beliefs
        beliefs.resigns = False
        beliefs.watch = Stagnation(level_turn=beliefs.watch.level_turn, swept=beliefs.watch.swept)
        return player
