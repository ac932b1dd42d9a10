"""Games that write into shared arrays, in this process or in worker processes."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from threading import RLock
from time import monotonic
from typing import Any, Final, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rogue.gym.environment import RogueEnv, row_of
from rogue.shared.errors import RogueError
from rogue.shared.import_path import start_process
from rogue.ui.input_modes import ModeName

CallLock = RLock
"""Lock of the thread whose call uses the games."""
Finals = list[tuple[int, dict[str, Any]]]
"""Number of a game, and the extra info of its last step."""

_MODES: Final = get_args(ModeName)
_MODE_NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(_MODES)}
_MODE_NAMES: Final = np.array(_MODES, object)
_END: Final = "end"
_PATIENCE_SECONDS: Final = 2.0  # wait for a process to end by itself
_AWAKE_SECONDS: Final = 0.003  # time for which a process polls before it sleeps


class GameTable:
    """Arrays with a row for each game, in memory shared with worker processes.

    shown                             observations by name
    actions                           the next actions
    rewards, terminated, truncated    results of the last step
    dungeons, turns, modes            info about each game
    """

    def __init__(self, games: int, space: spaces.Space[dict[str, Any]]) -> None:
        """Create the arrays for `games` games with observations of this space."""
        self._games = games
        self._parts: dict[str, tuple[tuple[int, ...], str]] = {}
        assert isinstance(space, spaces.Dict)
        for name, part in space.spaces.items():
            assert part.shape is not None
            assert part.dtype is not None
            self._parts[name] = (part.shape, part.dtype.str)
        figures = {"actions": "<i8", "rewards": "<f8", "terminated": "|b1", "truncated": "|b1"}
        figures |= {"dungeons": "<u8", "turns": "<i8", "modes": "|u1"}
        self._figures = {name: ((), kind) for name, kind in figures.items()}
        self._memory = {
            name: RawArray(ctypes.c_byte, games * int(np.prod(shape, dtype=int)) * np.dtype(kind).itemsize)
            for name, (shape, kind) in {**self._parts, **self._figures}.items()
        }
        self._look()

    def _look(self) -> None:
        """Create the arrays as views of the shared memory."""
        self.shown = {name: self._array(name, *part) for name, part in self._parts.items()}
        self.actions = self._array("actions", *self._figures["actions"])
        self.rewards = self._array("rewards", *self._figures["rewards"])
        self.terminated = self._array("terminated", *self._figures["terminated"])
        self.truncated = self._array("truncated", *self._figures["truncated"])
        self.dungeons = self._array("dungeons", *self._figures["dungeons"])
        self.turns = self._array("turns", *self._figures["turns"])
        self.modes = self._array("modes", *self._figures["modes"])

    def _array(self, name: str, shape: tuple[int, ...], kind: str) -> NDArray[Any]:
        rows: NDArray[Any] = np.frombuffer(memoryview(self._memory[name]), kind)
        return rows.reshape(self._games, *shape)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to send to another process: the shared memory, without the arrays that view it."""
        return {name: self.__dict__[name] for name in ("_games", "_parts", "_figures", "_memory")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Create the arrays as views of the memory that the sending process shares."""
        self.__dict__.update(state)
        self._look()

    def known(self) -> dict[str, NDArray[Any]]:
        """Return the info of every game by name, in new arrays."""
        return {
            "dungeon": self.dungeons.copy(), "turns": self.turns.copy(), "mode": _MODE_NAMES[self.modes],
        }  # fmt: skip


class Games:
    """The games for a range of rows of a table, played in this process."""

    def __init__(self, table: GameTable, first: int, last: int, choices: dict[str, Any]) -> None:
        """Create environments with the arguments `choices` for the rows from `first` to `last` - 1."""
        self._first = first
        self._envs = [RogueEnv(**choices) for _ in range(first, last)]
        self._ended = [False] * (last - first)
        self._rows = [row_of({name: rows[number] for name, rows in table.shown.items()})
                      for number in range(first, last)]  # fmt: skip
        self._actions = table.actions[first:last]
        self._figures: dict[str, Any] = {
            name: getattr(table, name)[first:last].data
            for name in ("rewards", "terminated", "truncated", "dungeons", "turns", "modes")
        }

    def reset(
        self, seeds: list[int | None], options: dict[str, Any] | None, which: NDArray[np.bool_]
    ) -> None:
        """Start the selected games.  `seeds` and `which` have an element for each row of the table."""
        for place, env in enumerate(self._envs):
            number = place + self._first
            if which[number]:
                env.begin(seeds[number], options)
                self._write(place, 0.0, terminated=False, truncated=False)

    def step(self) -> Finals:
        """Send each game its action.  If a game ended in the previous step, start a new game instead.

        Return the row and the extra info of each game that ended in this step.
        """
        finals: Finals = []
        ended = self._ended
        for place, (env, action) in enumerate(zip(self._envs, self._actions.tolist(), strict=True)):
            if ended[place]:
                env.begin()
                self._write(place, 0.0, terminated=False, truncated=False)
                continue
            reward, terminated, truncated = env.press(env.keys[action])
            self._write(place, reward, terminated=terminated, truncated=truncated)
            if terminated:
                finals.append((place + self._first, env.end_info()))
        return finals

    def render(self) -> list[Any]:
        """Return the rendered frame of each game."""
        return [env.render() for env in self._envs]

    def _write(self, place: int, reward: float, *, terminated: bool, truncated: bool) -> None:
        """Write a game's observation and results into its row.  Called in every step, so speed matters."""
        env, figures = self._envs[place], self._figures
        env.write_to(self._rows[place])
        figures["rewards"][place] = reward
        figures["terminated"][place], figures["truncated"][place] = terminated, truncated
        dungeon, turns, mode = env.known
        figures["dungeons"][place], figures["turns"][place] = dungeon, turns
        figures["modes"][place] = _MODE_NUMBERS[mode]
        self._ended[place] = terminated or truncated


_give_way = getattr(os, "sched_yield", lambda: None)


class WorkerError(RogueError):
    """Raised when a worker process has ended unexpectedly."""


class WorkerProcess:
    """A handle for a worker process.  The process writes its results into the table."""

    def __init__(
        self, table: GameTable, first: int, last: int, choices: dict[str, Any], context: str | None
    ) -> None:
        """Start a process for the rows `first` to `last` - 1.

        RogueVectorEnv explains `choices` and `context`.
        """
        self._calls = 0  # numbers them, because an interrupted caller does not take the result
        begin: Any = multiprocessing.get_context(context)
        self._line, other = begin.Pipe()
        self._process = start_process(begin, _work, other, table, first, last, choices)
        other.close()

    def begin(self, call: str, *arguments: Any) -> None:
        """Tell the worker process to call the method `call` of its games.

        Do not wait for the result.  Raises WorkerError.
        """
        try:
            self._calls += 1
            self._line.send((call, arguments, self._calls))
        except (OSError, ValueError) as error:
            raise WorkerError("a game process has ended") from error

    def wait(self) -> Any:
        """Return the result of the last call.  If the call raised an exception, raise that exception.

        Raises WorkerError if the worker process has ended.
        """
        number = 0
        try:
            while number != self._calls:
                _stay_awake(self._line)
                number, answer, error = self._line.recv()
        except (EOFError, OSError) as gone:
            raise WorkerError("a game process has ended") from gone
        if error is not None:
            raise error
        return answer

    def close(self) -> None:
        """End the process."""
        with suppress(OSError, ValueError):
            self._line.send((_END, (), 0))
        self._process.join(_PATIENCE_SECONDS)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()
        self._line.close()


def _stay_awake(line: Connection) -> None:
    """Poll for a message for up to 3 milliseconds.  Other processes may run between the polls.

    The process polls so that it does not fall asleep: waking it can take as long as many steps of a game.
    """
    until = monotonic() + _AWAKE_SECONDS
    while not line.poll(0) and monotonic() < until:
        _give_way()


def _work(line: Connection, table: GameTable, first: int, last: int, choices: dict[str, Any]) -> None:
    """Answer calls until this worker process is told to end, or until the parent process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # control-C is for the parent process
    games = Games(table, first, last, choices)
    while True:
        try:
            _stay_awake(line)
            call, arguments, number = line.recv()
        except (EOFError, OSError):
            return
        if call == _END:
            return
        try:
            line.send((number, getattr(games, call)(*arguments), None))
        except Exception as error:  # the caller raises it
            try:
                line.send((number, None, error))
            except Exception:  # an exception that cannot be sent
                line.send((number, None, WorkerError(f"{type(error).__name__}: {error}")))
