"""Agents that can be continued from any command of a game that was watched."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Stagnation
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.timeline import CheckpointStore


class AgentStates:
    """Converter of agents to bytes and back.  All agents have the same memory and knobs."""

    def __init__(self, memory: Memory, knobs: Knobs) -> None:
        """Use this memory and these knobs.  The process that restores a state needs the same ones."""
        self._memory, self._knobs = memory, knobs
        self._store = CheckpointStore(memory, knobs)

    def put(self, onlooker: Onlooker) -> bytes:
        """Return as bytes an agent with the beliefs and the screen of an onlooker before a command."""
        player = Player(self._memory, self._knobs, 0)
        player.take_over(onlooker.beliefs, onlooker.screen)
        return self._store.put(player.screen, player)

    def take(self, state: bytes) -> Player:
        """Return a new agent that never resigns, and that has not lost patience with the level."""
        _, player = self._store.take(state)
        assert player is not None
        beliefs = player.beliefs
        beliefs.resigns = False
        beliefs.watch = Stagnation(level_turn=beliefs.watch.level_turn, swept=beliefs.watch.swept)
        return player
