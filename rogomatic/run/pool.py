"""Worker processes: one task at a time each, results in the order of the tasks.

Owns   starting, feeding and ending the processes; what happens when one of them is lost.
Leaves what a task is (run.batch).
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, NoReturn, TypeVar

Result = TypeVar("Result")

LEAVE_SECONDS: Final = 5.0   # for a worker to end its game before it is killed
PARENT_SECONDS: Final = 0.5  # how often a worker looks whether it is still wanted
_INTERRUPT: Final = {signal.SIGINT}


def in_order(
    tasks: Sequence[int],
    do: Callable[[int], Result],
    lost: Callable[[int, str], Result],
    jobs: int,
) -> Iterator[Result]:
    """Yield `do(task)` for every task, in order, computed by `jobs` processes.

    `do` must survive pickling.  When a process is lost (killed, out of memory), its task gives
    `lost(task, why)` and a fresh process takes its place.  On KeyboardInterrupt the results that
    are there are still yielded, then it goes on.  No process is left afterwards.
    """
    todo = iter(tasks)
    results: dict[int, Result] = {}  # those that wait for an earlier one
    workers: list[_Worker[Result]] = []
    order = iter(tasks)
    try:
        workers += [_Worker(do) for _ in range(min(jobs, len(tasks)))]
        busy = [worker for worker in workers if worker.give(todo)]
        for due in order:
            while due not in results:
                ready = wait([worker.pipe for worker in busy])
                for worker in [worker for worker in busy if worker.pipe in ready]:
                    task = worker.task
                    results[task] = worker.take(lost)
                    if not worker.give(todo):
                        busy.remove(worker)
            yield results.pop(due)
    except KeyboardInterrupt:
        yield from (results.pop(task) for task in order if task in results)
        raise
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.end()


class _Worker(Generic[Result]):
    """One process, its pipe and the task it has now."""

    def __init__(self, do: Callable[[int], Result]) -> None:
        self._do = do
        self.task = 0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # safe beside threads, the same everywhere
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self._do), daemon=True)
        # Ctrl-C reaches every process of the terminal, and only this one must react: the worker
        # starts with the signal blocked and ignores it before it lets it through.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPT)
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def give(self, tasks: Iterator[int]) -> bool:
        """Hand out the next task; return False when there is none."""
        for task in tasks:
            self.task = task
            if not self.process.is_alive():
                self._start()
            with contextlib.suppress(OSError):  # a process lost this early shows in take()
                self.pipe.send(task)
            return True
        return False

    def take(self, lost: Callable[[int, str], Result]) -> Result:
        """Return the result that has come, or what stands for it when the process was lost."""
        try:
            result: Result = self.pipe.recv()
        except (EOFError, OSError):
            self.end()
            return lost(self.task, f"its process ended with exit code {self.process.exitcode}")
        return result

    def end(self) -> None:
        """Wait for the process to leave, and kill it if it does not."""
        self.process.join(LEAVE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


def _work(pipe: Connection, do: Callable[[int], object]) -> None:
    """Do tasks until the pipe is closed; this is what runs in the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPT)
    _watch_parent()
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(do(task))


def _watch_parent() -> None:
    """Leave, in mid-game too, when the process that gives the tasks is gone, however it went: nobody
    would take the result.
    """
    parent = os.getppid()

    def look(number: int, frame: object) -> None:
        if os.getppid() != parent:
            _leave(number, frame)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, PARENT_SECONDS, PARENT_SECONDS)


def _leave(_number: int, _frame: object) -> NoReturn:
    """Leave in order, so that a game behind a terminal is ended too."""
    sys.exit(0)
