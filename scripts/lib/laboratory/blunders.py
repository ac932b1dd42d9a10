"""The agent's most expensive moves: its own games reviewed, each finding estimated again by other dice."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.cli.own_game import OwnGame, OwnKeys
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.findings import JudgedMove
from rogomatic.review.game_review import move_in, move_record
from rogomatic.review.judge import Judge
from rogomatic.review.moments import moments_of
from rogomatic.review.move_comparison import FEW_PCT
from rogomatic.review.review_effort import Effort
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.recording_store import record_game
from rogomatic.run.recordings.timeline import exchanges_of
from rogomatic.run.runner.batch import InMemory

WORST: Final = 50  # moves that are shown
_NEAR: Final = (7.0, 13.0)  # points that are about ten


@dataclass(frozen=True)
class CostlyMove:
    """A finding of a game.  again: the points that it lost in worlds that did not find it; error: of that."""

    seed: int
    move: JudgedMove
    again: float
    error: float

    @property
    def kind(self) -> str:
        """The verb of the move."""
        return self.move.made.done.split()[0]


class Search(NamedTuple):
    """Settings of a search for expensive moves.

    plays  of each of the final two moves    every  moves of which one is reviewed
    least  points that a move costs, of those that are looked for
    """

    effort: Effort
    plays: int
    every: int = 1
    least: float = 2.0


def costly_moves(
    memory: Memory, knobs: Knobs, seed: int, edition: str, search: Search
) -> Iterator[CostlyMove]:
    """Play and review the agent's game of a seed, and yield the moves that lost something."""
    recording, _ = record_game(
        seed, InMemory(OwnGame(edition)), lambda number: Player(memory, knobs, number, resigns=False)
    )
    game = OwnKeys(seed, edition, exchanges_of(recording))
    onlooker, states = Onlooker(memory, knobs, game.version), AgentStates(memory, knobs)
    moments = tuple(moments_of(onlooker, game.watched_steps(positions=True), states, search.effort))
    few_pct = max(search.least, FEW_PCT)
    judge = Judge(moments, game.worlds, memory, knobs, seed, search.plays, few_pct)
    for index in range(seed % search.every, len(moments), search.every):
        move, again, error = judge.twice(index)
        if move.is_finding and move.lost >= search.least:
            yield CostlyMove(seed, move, again, error)


def reviewed_games(
    seeds: Iterable[int], review: Callable[[int], Iterable[CostlyMove]], kept: Path | None
) -> Iterator[CostlyMove]:
    """Yield the moves of games, those in the file without a review, and add the others to it."""
    known = dict(_games_in(kept)) if kept is not None and kept.exists() else {}
    for seed in seeds:
        if seed not in known:
            known[seed] = list(review(seed))
            if kept is not None:
                with kept.open("a") as file:
                    print(json.dumps([seed, [_record(one) for one in known[seed]]]), file=file)
        yield from known[seed]


def _games_in(file: Path) -> Iterator[tuple[int, list[CostlyMove]]]:
    for line in file.read_text().splitlines():
        seed, moves = json.loads(line)
        yield seed, [CostlyMove(seed, move_in(move), again, error) for move, again, error in moves]


def _record(one: CostlyMove) -> tuple[dict[str, Any], float, float]:
    return move_record(one.move), one.again, one.error


def report_lines(moves: Sequence[CostlyMove], games: int, every: int = 1) -> Iterator[str]:
    """Yield the cost of each kind of move a game, the most expensive moves, and how far estimates hold.

    Where only every so many moves were reviewed, each stands for as many.
    """
    share = f" (every {every}. move)" if every > 1 else ""
    yield f"{len(moves)} moves that lost something in {games} games{share}; points of survival, by other dice"
    kinds = defaultdict[str, list[CostlyMove]](list)
    for one in moves:
        kinds[one.kind].append(one)
    for kind, some in sorted(kinds.items(), key=lambda item: -fsum(one.again for one in item[1])):
        lost, error = _total(some, every)
        yield f"  {kind:<12}{len(some):>5} moves {lost / games:>8.1f} ± {error / games:.1f} a game"
    yield from calibration(moves)
    for one in sorted(moves, key=lambda move: -move.again)[:WORST]:
        told = " ".join(filter(None, one.move.sentences("The agent")))
        place = f"seed {one.seed}, turn {one.move.turn}, level {one.move.depth}"
        yield f"{one.again:>6.1f} ± {one.error:.1f} (found as {one.move.lost:.1f}), {place}: {told}"


def calibration(moves: Iterable[CostlyMove]) -> Iterator[str]:
    """Yield what moves that are said to cost about ten points lose by other dice."""
    about = [one for one in moves if _NEAR[0] <= one.move.lost <= _NEAR[1]]
    if about:
        lost, error = _sum(about)
        said, count = fsum(one.move.lost for one in about), len(about)
        yield f"said {said / count:.1f}, lost {lost / count:.1f} ± {error / count:.1f} ({count} moves)"


def _total(moves: Sequence[CostlyMove], every: int) -> tuple[float, float]:
    """Return what moves cost in all with its error (Horvitz-Thompson), where every so many were reviewed."""
    lost, error = _sum(moves)
    left_out = every * (every - 1) * fsum(one.again**2 for one in moves)
    return every * lost, sqrt((every * error) ** 2 + left_out)


def _sum(moves: Sequence[CostlyMove]) -> tuple[float, float]:
    return fsum(one.again for one in moves), sqrt(fsum(one.error**2 for one in moves))
