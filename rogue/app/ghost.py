"""The agent's game in the dungeon of a day, shown beside a person's game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Final

from rogue.shared.files import MAX_BYTES, read_bounded, write_atomically
from rogue.shared.import_path import own_environment

WAIT_SECONDS: Final = 20.0  # wait for a ghost that outlasts the person's game
_LOOK_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class GhostMoment:
    """The state of a game at one turn."""

    turn: int
    depth: int
    gold: int
    hp: int = 0
    end: str = ""  # how it ended there, in words; "" while it goes on


def moments_of(data: bytes) -> list[GhostMoment]:
    """Parse moments, one JSON object per line.  Stop at the first incomplete or invalid line.

    >>> moments_of(b'{"turn": 1, "depth": 1, "gold": 0, "hp": 12, "end": ""}' + bytes([10]) + b'{"turn"')
    [GhostMoment(turn=1, depth=1, gold=0, hp=12, end='')]
    """
    found: list[GhostMoment] = []
    for line in data.split(b"\n"):
        try:
            found.append(_moment_of(json.loads(line)))
        except (ValueError, TypeError, KeyError, RecursionError):
            break
    return found


def _moment_of(row: Any) -> GhostMoment:
    numbers = [row[name] for name in ("turn", "depth", "gold", "hp")]
    if not all(type(number) is int for number in numbers) or not isinstance(row["end"], str):
        raise TypeError("it is not a moment")
    turn, depth, gold, hp = numbers
    return GhostMoment(turn, depth, gold, hp, row["end"])


def at_turn(moments: Sequence[GhostMoment], turn: int) -> GhostMoment | None:
    """Return the last moment at or before a turn, or None if there is none."""
    place = bisect_right(moments, turn, key=lambda moment: moment.turn)
    return moments[place - 1] if place else None


def first_of_levels(moments: Sequence[GhostMoment]) -> dict[int, GhostMoment]:
    """Return a dict from each depth to the first moment at that depth."""
    firsts: dict[int, GhostMoment] = {}
    for moment in moments:
        firsts.setdefault(moment.depth, moment)
    return firsts


class Ghost:
    """The agent's game, played in a separate process that writes its progress to a nameless file.

    So two games of one day, each with its ghost, do not meet in a file, and nothing stays after a kill.  A
    finished game is kept, so that the agent plays each day's dungeon only once.
    """

    def __init__(self, path: Path, seed: int) -> None:
        """Start the agent's game in dungeon `seed`, unless the file `path` already holds a finished game.

        If the agent is not installed, there are no moments, and `is_lost` becomes true.
        """
        self._kept = path
        self._process: subprocess.Popen[bytes] | None = None
        self._out: BinaryIO | None = None
        self._moments: list[GhostMoment] = []
        self._size = 0
        with suppress(OSError, ValueError):
            self._moments = moments_of(read_bounded(path, MAX_BYTES))
        if not (self._moments and self._moments[-1].end):
            self._start(seed)

    def _start(self, seed: int) -> None:
        self._moments, self._size = [], 0
        command = [sys.executable, "-P", "-m", "rogomatic", "ghost", "--seed", str(seed)]
        with suppress(OSError):
            self._out = TemporaryFile()  # noqa: SIM115  (`close` closes it)
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._out,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=True,  # so that keys such as control-C do not reach it
            )

    @property
    def moments(self) -> Sequence[GhostMoment]:
        """The moments of the game so far, in order of turns."""
        if self._out is not None and (size := os.fstat(self._out.fileno()).st_size) != self._size:
            self._moments, self._size = moments_of(os.pread(self._out.fileno(), MAX_BYTES, 0)), size
        return self._moments

    @property
    def is_lost(self) -> bool:
        """Whether the ghost has no moments and its process has ended, so that no moment will come."""
        return not self.moments and (self._process is None or self._process.poll() is not None)

    def close(self, *, wait: bool) -> Sequence[GhostMoment]:
        """Stop the ghost, and return its moments.  A finished game is kept on disk.

        If `wait` is true, first wait up to WAIT_SECONDS for the game to end.
        """
        if self._process is None or self._out is None:
            return self._moments
        end = time.monotonic() + WAIT_SECONDS
        while wait and self._process.poll() is None and time.monotonic() < end:
            time.sleep(_LOOK_SECONDS)
        moments = self.moments
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()
        data = os.pread(self._out.fileno(), MAX_BYTES, 0)
        self._out.close()
        self._process = self._out = None
        with suppress(OSError):
            if moments and moments[-1].end:
                self._kept.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._kept, data)
        return moments


def _environment() -> dict[str, str]:
    return {**os.environ, **own_environment()}
