"""A batch whose memory learns, or does not: what `batch` needs to know of it.

Owns   going on with the lessons of a kept batch, writing the memory when the batch is over.
Leaves learning (run.play.learning), which memory (memories).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from rogomatic.cli.memories import Chosen, learn_from, tell

if TYPE_CHECKING:
    from rogomatic.cli.players import Players
    from rogomatic.run.play.game import Row
    from rogomatic.run.play.learning import LearningBatch


class School:
    """Plays the games of a batch, and has the chosen memory learn from them if it is to learn.

    The memory's file is written once, when all games are over; a batch that is kept in a run's file can be
    gone on with before that.
    """

    def __init__(self, chosen: Chosen, agents: Players, seeds: Sequence[int], run: Path | None) -> None:
        """Begin; `run` is the file that keeps the rows, with those that are there already.

        Raises RunFileError when that is no run.
        """
        self._chosen, self._agents, self._run = chosen, agents, run
        self._batch: LearningBatch | None = None
        if chosen.path is not None:
            from rogomatic.run.files.record import read_run
            from rogomatic.run.play.learning import LearningBatch

            rows = read_run(run)[1] if run is not None and run.exists() else []
            kept = {row.seed: row.lessons for row in rows}
            self._batch = LearningBatch(seeds, chosen.memory, kept)

    def rows(
        self, todo: Sequence[int], play: Callable[[Sequence[int], Players], Iterator[Row]]
    ) -> Iterator[Row]:
        """Return the rows of the games that are to be played, as `play` plays them."""
        agents = self._agents
        if self._batch is None:
            return play(todo, agents)
        return self._batch.rows(lambda block, memory: play(block, replace(agents, memory=memory)))

    def __enter__(self) -> School:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        batch, path = self._batch, self._chosen.path
        if batch is None or isinstance(error, Exception):
            return
        if batch.is_whole or self._run is None:
            learn_from(self._chosen, batch.lessons)
        else:
            tell(f"{path} will learn when the batch is whole; --resume plays the rest.")
