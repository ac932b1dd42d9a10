"""Another process that plays some of the games: one message for each call, and one back."""

from __future__ import annotations

import multiprocessing
import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final

from rogue.errors import RogueError
from rogue.gym.game_table import Games, GameTable

_END: Final = "end"
_PATIENCE_SECONDS: Final = 2.0  # for a process to end by itself
_AWAKE_SECONDS: Final = 0.003  # in which a process looks for what comes, before it sleeps until it does
_give_way = getattr(os, "sched_yield", lambda: None)


class WorkerError(RogueError):
    """A process that plays games is gone."""


class WorkerProcess:
    """The end of the line to a process; what it shows lies in the table."""

    def __init__(
        self, table: GameTable, first: int, last: int, choices: dict[str, Any], context: str | None
    ) -> None:
        """Start a process for the rows from `first` to before `last`; see RogueVectorEnv for the others."""
        begin: Any = multiprocessing.get_context(context)
        self._line, other = begin.Pipe()
        self._process = begin.Process(target=_work, args=(other, table, first, last, choices), daemon=True)
        self._process.start()
        other.close()

    def begin(self, call: str, *arguments: Any) -> None:
        """Have the process call a method of its games; `wait` gets the answer.  Raises WorkerError."""
        try:
            self._line.send((call, arguments))
        except (OSError, ValueError) as error:
            raise WorkerError("a process that plays games is gone") from error

    def wait(self) -> Any:
        """Return the answer to what was begun; raises what that raised, or WorkerError."""
        try:
            _stay_awake(self._line)
            answer, error = self._line.recv()
        except (EOFError, OSError) as gone:
            raise WorkerError("a process that plays games is gone") from gone
        if error is not None:
            raise error
        return answer

    def close(self) -> None:
        """End the process."""
        with suppress(OSError, ValueError):
            self._line.send((_END, ()))
        self._process.join(_PATIENCE_SECONDS)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()
        self._line.close()


def _stay_awake(line: Connection) -> None:
    """Wait a little for something to come, without sleeping: to be woken may take as long as many games.

    What else there is to run goes first.
    """
    until = monotonic() + _AWAKE_SECONDS
    while not line.poll(0) and monotonic() < until:
        _give_way()


def _work(line: Connection, table: GameTable, first: int, last: int, choices: dict[str, Any]) -> None:
    """Answer calls until told to end, or until the other process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a control-C is for the process that called
    games = Games(table, first, last, choices)
    while True:
        try:
            _stay_awake(line)
            call, arguments = line.recv()
        except (EOFError, OSError):
            return
        if call == _END:
            return
        try:
            line.send((getattr(games, call)(*arguments), None))
        except Exception as error:  # it is for who called, there
            line.send((None, error))
