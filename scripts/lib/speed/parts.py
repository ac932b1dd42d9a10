"""How fast the parts are that whole games do not show: ways, starts, memory, a game on a terminal."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from rogomatic.agent.beliefs.terrain_map import FLOOR, TerrainMap
from rogomatic.agent.think.ground.pathfinding import Roads, costs
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import own_program
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import Played
from scripts.lib.speed.clock import Unit

Measured = dict[str, tuple[float, Unit]]
_ROWS: Final = (2, 5, 11, 22)  # of open floor, 80 columns each
_DEAR: Final = (0, 3, 30)  # what every third square costs more
_SEARCHES: Final = 8
_PTY_COMMANDS: Final = 400
_WORKER: Final = (
    "import rogomatic.cli.agent_factory, rogomatic.agent.player, "
    "rogomatic.run.runner.game_loop, rogue.ui.session"
)
_ONE_GAME: Final = """
import resource
from rogomatic.cli.own_game import OwnGame
from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
games, players = OwnGame(), default_players()
play(MemoryLink(games(0)), players(0), Limits(commands=20), Played())
before = most()
play(MemoryLink(games(1)), players(1), Limits(commands=2000), Played())
print(before, most() - before)
"""


def paths() -> Measured:
    """Measure one search of a whole map from its corner, for maps that grow and squares that cost more."""
    found: Measured = {}
    for rows, dear in [(rows, 0) for rows in _ROWS] + [(_ROWS[-1], dear) for dear in _DEAR[1:]]:
        level = _open_map(rows, dear)
        costs(Roads(level), 80)  # works the links out, which a level keeps
        found[f"ways, {rows * 80} squares" + (f", +{dear}" if dear else "")] = (
            1e6 * _least(partial(costs, Roads(level), 80)),
            "CPU us",
        )
    return found


def starts() -> Measured:
    """Measure what starting takes beyond a bare interpreter: the help of the game, a worker of a batch."""
    bare = _child("pass")
    return {
        "rogue --help": (1e3 * (_child("import rogue.cli; rogue.cli.main(['--help'])") - bare), "CPU ms"),
        "a worker": (1e3 * (_child(_WORKER) - bare), "CPU ms"),
    }


def memory() -> Measured:
    """Measure the memory of a process that is about to play, and how much more one game takes."""
    done = subprocess.run(_python(_ONE_GAME), env=_env(), capture_output=True, text=True, check=True)
    before, more = map(float, done.stdout.split())
    return {"memory of a worker": (before, "MB"), "of a game": (max(more, 0.1), "MB")}


def terminal() -> Measured:
    """Measure a game on a pseudo-terminal: keys there and a screen back, both processes counted."""
    link = own_program("5.4")(1)
    played = Played()
    started = time.process_time()
    try:
        play(link, default_players()(1), Limits(commands=_PTY_COMMANDS), played)
    finally:
        seconds = link.close(over=False)
    seconds += time.process_time() - started
    return {"round trips": (played.commands / seconds, "per CPU second")}


PARTS: Final[dict[str, Callable[[], Measured]]] = {
    "paths": paths,
    "starts": starts,
    "memory": memory,
    "terminal": terminal,
}


def _open_map(rows: int, dear: int) -> TerrainMap:
    level = TerrainMap(1)
    for spot in range(80, 80 + rows * 80):
        level.put(spot, FLOOR)
        if spot % 3 == 0:
            level.avoid[spot] = dear
    return level


def _least(what: Callable[[], object]) -> float:
    """Return the CPU seconds of the quickest of some runs."""
    runs = []
    for _ in range(_SEARCHES):
        started = time.process_time()
        what()
        runs.append(time.process_time() - started)
    return min(runs)


def _child(code: str) -> float:
    """Return the least CPU seconds of three processes that run this."""
    runs = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(_python(code), env=_env(), stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        runs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(runs)


def _python(code: str) -> list[str]:
    return [sys.executable, "-P", "-c", code]


def _env() -> dict[str, str]:
    """Have a child find what this process has found."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
