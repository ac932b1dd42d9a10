"""Training and testing memories, kept in a folder so that an interrupted experiment goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory, default_memory
from rogomatic.agent.memory.memory_format import digest_of
from rogomatic.agent.memory.monster_estimates import Experience
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.player import Player
from rogomatic.run.runner.batch import InMemory, LearningBatch, run_batch
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.runner.link import GAME_OPTIONS
from rogomatic.run.storage.agent_files import load_memory, save_memory
from rogomatic.run.storage.run_writer import Manifest, RunWriter, read_run
from rogue.shared.confidence import Interval, mean_interval

from scripts.lib.learning.exchange import Exchanged  # isort: skip


@dataclass(frozen=True)
class Readers:
    """Makes players with a memory, who have read the manual or nothing."""

    memory: Memory
    manual: bool
    learn: bool = False

    def __call__(self, seed: int) -> Player:
        mind = _mind(self.memory, self.manual)
        return Player(self.memory, DEFAULT, seed, self.learn, mind)


_minds: dict[tuple[int, bool], tuple[Memory, Experience]] = {}


def _mind(memory: Memory, manual: bool) -> Experience:
    """Return what is made of a memory, the same for every game of a process."""
    key = id(memory), manual
    if key not in _minds:
        _minds.clear()
        _minds[key] = memory, Experience(memory, KINDS if manual else {})
    return _minds[key][1]


@dataclass(frozen=True)
class Laboratory:
    """A folder in which every batch and memory has a name.  `report` is called with what is being done."""

    folder: Path
    jobs: int = 1
    manual: bool = True
    report: Callable[[str], None] = field(default=print)

    def train(self, name: str, start: Memory, bestiary: int | None, seeds: Sequence[int]) -> Memory:
        """Return the memory after so many games more; it is kept, so that it is made once."""
        path = self.folder / f"{self._named(name)}.txt"
        if path.exists():
            return load_memory(path)
        kept = self._lessons(name)
        batch = LearningBatch(seeds, start, kept)
        for _ in self._keep(name, start, bestiary, seeds, lambda links: batch.rows(
            lambda some, memory: run_batch(some, links, Readers(memory, self.manual, True), jobs=self.jobs)
        )):  # fmt: skip
            pass
        save_memory(path, batch.memory, [f"{name}: {len(seeds)} games from seed {seeds[0]} on"])
        return load_memory(path)

    def test(self, name: str, memory: Memory, bestiary: int | None, seeds: Sequence[int]) -> list[int]:
        """Return the scores of games with a frozen memory."""
        done = set(self._lessons(name))
        todo = [seed for seed in seeds if seed not in done]
        for _ in self._keep(name, memory, bestiary, seeds, lambda links: run_batch(
            todo, links, Readers(memory, self.manual), jobs=self.jobs
        )):  # fmt: skip
            pass
        return self.scores(name)

    def scores(self, name: str) -> list[int]:
        """Return the scores of a batch that was played, in the order of its seeds."""
        return [row.score for row in read_run(self._path(name))[1]]

    def _keep(
        self,
        name: str,
        memory: Memory,
        bestiary: int | None,
        seeds: Sequence[int],
        play: Callable[[InMemory], Iterator[Row]],
    ) -> Iterator[Row]:
        """Play a batch into its file, going on with what is there."""
        self.report(f"{name}: {len(seeds)} games from seed {seeds[0]} on")
        manifest = Manifest(
            version="experiment", commit="", game="", edition=f"5.4, bestiary {bestiary}",
            options=GAME_OPTIONS, knobs="", memory_digest=digest_of(memory),
            first_seed=seeds[0], games=len(seeds),
            limits=f"manual {self.manual}", created=datetime.now(UTC).isoformat(timespec="seconds"),
        )  # fmt: skip
        with RunWriter(self._path(name), manifest, resume=True, jobs=self.jobs) as record:
            yield from record.keep(_none_lost(play(InMemory(Exchanged(bestiary)))))

    def _lessons(self, name: str) -> dict[int, str]:
        path = self._path(name)
        rows = read_run(path)[1] if path.exists() else []
        return {row.seed: row.lessons for row in rows if not row.is_lost}

    def _named(self, name: str) -> str:
        return name if self.manual else f"{name}-unread"

    def _path(self, name: str) -> Path:
        return self.folder / f"{self._named(name)}.db"


def _none_lost(rows: Iterator[Row]) -> Iterator[Row]:
    """Pass rows on; exit with a sentence at one that a crash has ended, as its score would count as one."""
    for row in rows:
        if row.is_lost:
            raise SystemExit(f"learning: a crash took the game of seed {row.seed}; the same command goes on.")
        yield row


NEWBORN = default_memory()


def mean(scores: Sequence[int]) -> float:
    """Return the mean score."""
    return sum(scores) / len(scores)


def difference(one: Sequence[int], other: Sequence[int]) -> tuple[float, Interval]:
    """Return how much better the second scores are than the first on the same seeds, with its interval."""
    gains = [b - a for a, b in zip(one, other, strict=True)]
    return mean(gains), mean_interval(gains)


def ratio(one: Sequence[int], other: Sequence[int]) -> tuple[float, Interval]:
    """Return the mean of the first scores as a share of that of the others, same seeds, with its interval."""
    import numpy as np

    from rogue.shared.confidence import RESAMPLES, dice, tails

    a, b, rng = np.asarray(one, dtype=float), np.asarray(other, dtype=float), dice()
    drawn = [rng.integers(len(a), size=len(a)) for _ in range(RESAMPLES)]
    return float(a.mean() / b.mean()), tails(np.array([a[some].mean() / b[some].mean() for some in drawn]))
