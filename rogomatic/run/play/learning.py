"""A batch that learns: the same rows and the same memory, whatever the number of processes.

Owns   playing in blocks, learning from them in the order of the games, going on with a kept batch.
Leaves playing a block (batch), what a lesson is (learn), files
       (run.files.memory_file, run.files.record).

All games of a block are played with the memory as it was at the block's beginning.  After the block its
lessons are added to the memory in the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rogomatic.learn.memory import Memory, absorb
from rogomatic.learn.text import expand
from rogomatic.run.play.game import Row

BLOCK: Final = 25  # games

Play = Callable[[Sequence[int], Memory], Iterator[Row]]
"""Plays the games of some seeds with a memory and yields their rows; fewer when it was told to stop."""


class LearningBatch:
    """Plays the games of `seeds` and learns from them.

    memory    what is known so far
    lessons   what was learned, a text per game, in their order, up to the first that is missing
    is_whole  no game is missing
    """

    def __init__(self, seeds: Sequence[int], memory: Memory, kept: Mapping[int, str] | None = None) -> None:
        """Begin with a memory; `kept` are the lessons of games that were played before, by seed."""
        self.memory = memory
        self.lessons: list[str] = []
        self._seeds = seeds
        self._kept = kept or {}

    @property
    def is_whole(self) -> bool:
        return len(self.lessons) == len(self._seeds)

    def rows(self, play: Play) -> Iterator[Row]:
        """Yield the rows of the games that are not kept, in their order.

        Stops after a block that is not whole.  What was played is learned also when this is left early.
        """
        for start in range(0, len(self._seeds), BLOCK):
            block = self._seeds[start : start + BLOCK]
            heard = {seed: self._kept[seed] for seed in block if seed in self._kept}
            todo = [seed for seed in block if seed not in heard]
            try:
                if todo:
                    for row in play(todo, self.memory):
                        heard[row.seed] = row.lessons
                        yield row
            finally:
                self._learn(list(_without_gap(block, heard)))
            if len(heard) < len(block):
                return

    def _learn(self, texts: list[str]) -> None:
        self.memory = absorb(self.memory, map(expand, texts))
        self.lessons += texts


def _without_gap(block: Sequence[int], heard: Mapping[int, str]) -> Iterator[str]:
    """Yield the lessons of a block up to the first game that was not heard of."""
    for seed in block:
        if seed not in heard:
            return
        yield heard[seed]
