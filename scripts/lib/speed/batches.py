"""How fast whole batches go by the clock, and games of another program on a pseudo-terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.batch import InMemory, run_batch
from rogomatic.run.runner.game_loop import BROKEN, Limits, Row
from rogomatic.run.runner.link import Link
from scripts.lib.speed.clock import Unit

_JOBS: Final = (1, 2)  # processes


class ProgramError(Exception):
    """What went wrong with the program on the terminal."""


def batches(seeds: range, limits: Limits) -> dict[str, tuple[float, Unit]]:
    """Play the seeds in memory on one and on two processes, with their start: games a second by the clock."""
    found: dict[str, tuple[float, Unit]] = {}
    for jobs in _JOBS:
        _, seconds = _played(seeds, InMemory(OwnGame()), limits, jobs)
        found[f"batch, {jobs} process" + ("es" if jobs > 1 else "")] = (len(seeds) / seconds, "per second")
    return found


def program(seeds: range, links: Callable[[int], Link], limits: Limits) -> dict[str, tuple[float, Unit]]:
    """Play the seeds on a program, one game after the other: commands per CPU second of both sides, as the C
    agent counts them, and by the clock.  Raises ProgramError when a game goes wrong.
    """
    rows, _ = _played(seeds, links, limits, 1)
    wrong = [row for row in rows if row.end_reason in BROKEN]
    if wrong:
        raise ProgramError(
            f"The game of seed {wrong[0].seed} ended as {wrong[0].end_reason}: {wrong[0].error}"
        )
    commands = sum(row.commands for row in rows)
    return {
        "program": (commands / sum(row.cpu_seconds for row in rows), "per CPU second"),
        "program by the clock": (commands / sum(row.seconds for row in rows), "per second"),
    }


def _played(seeds: range, links: Callable[[int], Link], limits: Limits, jobs: int) -> tuple[list[Row], float]:
    """Play a batch; return its rows and its seconds by the clock."""
    started = time.monotonic()
    rows = list(run_batch(seeds, links, default_players(), limits, jobs))
    return rows, time.monotonic() - started
