"""Engines, which do tasks in one process, in many processes, or on a Ray cluster."""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import shlex
import signal
import socket
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final, Generic, NoReturn, TypeVar

from rogue.shared.errors import RogomaticError
from rogue.shared.import_path import start_process

Result = TypeVar("Result")
Engine = Callable[
    [Sequence[int], Callable[[int], Result], Callable[[int, str, bool], Result], Callable[[], bool]],
    Generator[Result, None, None],
]
"""Does tasks, and yields the results in any order.  `Local` and `OnRay` are engines."""

LEAVE_SECONDS: Final = 5.0  # seconds for a worker to end its game before it is killed
PARENT_SECONDS: Final = 0.5  # seconds between a worker's checks for its parent
_INTERRUPT: Final = {signal.SIGINT}

RETRIES: Final = 3  # of a task whose process or machine was lost; its seed is the same
LOOK_SECONDS: Final = 1.0  # seconds between two checks for a stop request
KNOCK_SECONDS: Final = 5.0
_BEHIND: Final = 19  # niceness of processes during a build
_PER_CPU: Final = 2  # tasks handed out for each processor, so that none waits for the next


@dataclass(frozen=True, slots=True)
class Local:
    """Engine that runs tasks in processes on this machine.

    If `packages` is not given and there is only one job or only one task, the tasks run in this process.

    most_seconds  seconds after which a worker process with an unfinished task is killed
    packages      function that returns the folder from which a worker process imports our packages.  While
                  that folder is still being built, the function returns None.  Until it is complete, the
                  worker processes import our packages from the usual place; they run at low priority if
                  there is no time limit.  After it is complete, each worker process is replaced before its
                  next task
    """

    jobs: int = 1
    most_seconds: float | None = None
    packages: Callable[[], Path | None] | None = None

    def __call__(
        self,
        tasks: Sequence[int],
        do: Callable[[int], Result],
        lost: Callable[[int, str, bool], Result],
        stopped: Callable[[], bool],
    ) -> Generator[Result, None, None]:
        """Yield `do(task)` for every task, in any order.

        `do` must be picklable if there is more than one job.  If a process is lost (killed, out of memory),
        its task yields `lost(task, why, late)`, and the process is replaced.  `late` says whether the task
        took too long.  Once `stopped()` returns True, no task is started, but started tasks are finished.
        No process keeps running at the end.
        """
        if self.packages is None and (self.jobs == 1 or len(tasks) < 2):
            yield from (do(task) for task in tasks if not stopped())
            return
        todo = iter(tasks)
        workers: list[_Worker[Result]] = []
        try:
            number = min(self.jobs, len(tasks))
            workers += [_Worker(do, self.most_seconds, self.packages) for _ in range(number)]
            busy = [worker for worker in workers if not stopped() and worker.give(todo)]
            while busy:
                for worker in _ready(busy):
                    result = worker.poll(lost)
                    if result is None:
                        continue
                    if stopped() or not worker.give(todo):
                        busy.remove(worker)
                    yield result[0]
        finally:
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.end()


class _Worker(Generic[Result]):
    def __init__(
        self,
        do: Callable[[int], Result],
        most_seconds: float | None,
        packages: Callable[[], Path | None] | None,
    ) -> None:
        self._do = do
        self._most_seconds = most_seconds
        self._packages = packages or (lambda: None)
        self._may_wait = packages is not None and most_seconds is None
        self._late = False
        self.until: float | None = None  # by the monotonic clock, when the task must be done
        self.task = 0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # safe beside threads, the same everywhere
        self.pipe, theirs = context.Pipe()
        self._folder = self._packages()
        # Ctrl-C reaches every process of the terminal, but only this one must react: the worker starts with
        # the signal blocked, and ignores it before unblocking it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPT)
        try:
            folder = None if self._folder is None else str(self._folder)
            niceness = _BEHIND if self._may_wait and folder is None else 0
            self.process = start_process(context, _work, theirs, self._do, niceness, packages=folder)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def give(self, tasks: Iterator[int]) -> bool:
        """Send the process the next task.  Return False if no task is left."""
        for task in tasks:
            self.task, self._late = task, False
            if self._folder != self._packages():
                self.pipe.close()  # this ends the process
                self.end()
            if not self.process.is_alive():
                self._start()
            with contextlib.suppress(OSError):  # a process lost this early shows in poll()
                self.pipe.send(task)
            return True
        return False

    def kill(self) -> None:
        """Kill the process because it takes too long.  poll() then reports its loss."""
        self._late, self.until = True, None
        self.process.kill()

    def poll(self, lost: Callable[[int, str, bool], Result]) -> tuple[Result] | None:
        """Return a tuple with the result, or with the substitute from `lost` if the process was lost.

        Return None if the process reports the beginning of the task.  The time limit counts from this report.
        """
        try:
            result: tuple[Result] | None = self.pipe.recv()
        except Exception:  # the pipe has ended, or a message is incomplete
            self.until = None
            self.process.kill()
            self.end()
            return (lost(self.task, _farewell(self.process.exitcode), self._late),)
        begun = result is None and self._most_seconds is not None
        self.until = time.monotonic() + (self._most_seconds or 0.0) if begun else None
        return result

    def end(self) -> None:
        """Wait for the process to exit.  If it does not exit, kill it."""
        self.process.join(LEAVE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


def _ready(busy: Sequence[_Worker[Result]]) -> list[_Worker[Result]]:
    """Wait until workers report something, and return them.  Kill workers that exceed their time."""
    while True:
        untils = [worker.until for worker in busy if worker.until is not None]
        patience = max(0.0, min(untils) - time.monotonic()) if untils else None
        ready = wait([worker.pipe for worker in busy], patience)
        if ready:
            return [worker for worker in busy if worker.pipe in ready]
        for worker in busy:
            if worker.until is not None and worker.until <= time.monotonic():
                worker.kill()


def _farewell(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return (
                f"its process was ended by {signal.Signals(-code).name} (out of memory, or another program)"
            )
    return f"its process ended with exit code {code}"


def _work(pipe: Connection, do: Callable[[int], object], niceness: int) -> None:
    """Do tasks in a worker process until its pipe is closed."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPT)
    _watch_parent()
    with contextlib.suppress(EOFError, BrokenPipeError):  # nothing is at the other end
        while True:
            task = pipe.recv()
            pipe.send(None)
            pipe.send((do(task),))


def _watch_parent() -> None:
    """Make this process exit, even in mid-game, once its parent is gone: nothing would receive the result."""
    parent = os.getppid()

    def look(number: int, frame: object) -> None:
        if os.getppid() != parent:
            _leave(number, frame)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, PARENT_SECONDS, PARENT_SECONDS)


def _leave(_number: int, _frame: object) -> NoReturn:
    """Exit cleanly, so that a game on a terminal also ends."""
    sys.exit(0)


class ClusterError(RogomaticError):
    """Exception if Ray is missing or its cluster is unreachable.  Its text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class OnRay:
    """Engine that runs tasks on a Ray cluster.

    It uses the cluster at RAY_ADDRESS if that is set, otherwise the cluster that runs on this machine,
    otherwise it starts a new one.

    packages      folders of the packages that the tasks need; Ray copies them to each machine
    jobs          maximum number of tasks handed out at the same time; None: two for each processor
    most_seconds  seconds after which a process with an unfinished task ends itself
    """

    packages: tuple[Path, ...]
    jobs: int | None = None
    most_seconds: float | None = None

    def __call__(
        self,
        tasks: Sequence[int],
        do: Callable[[int], Result],
        lost: Callable[[int, str, bool], Result],
        stopped: Callable[[], bool],
    ) -> Generator[Result, None, None]:
        """Yield `do(task)` for every task, in any order.

        If the process or machine of a task is lost, the task is repeated elsewhere.  After RETRIES
        repetitions, the task yields `lost(task, why, False)`.  Once `stopped()` returns True, no task is
        handed out.
        Raises ClusterError.
        """
        if not tasks:
            return
        with _cluster(self.packages) as ray:
            todo = iter(tasks)
            remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_do)
            everywhere = ray.put(do)
            playing: dict[Any, int] = {}  # what will be the result -> its task
            while True:
                while not stopped() and len(playing) < self._most_at_once(ray):
                    task = next(todo, None)
                    if task is None:
                        break
                    playing[remote.remote(everywhere, task, self.most_seconds)] = task
                if not playing:
                    return
                for ready in _ready_on_ray(ray, list(playing)):
                    yield _result(ray, ready, playing.pop(ready), lost)

    def _most_at_once(self, ray: Any) -> int:
        return self.jobs or max(1, int(_PER_CPU * ray.cluster_resources().get("CPU", 1)))


def require_ray() -> None:
    """Raise ClusterError if Ray is not installed."""
    try:
        import_module("ray")
    except ImportError:
        raise ClusterError(
            f"Ray is not installed; to install it: {shlex.quote(sys.executable)} -m pip install ray"
        ) from None


@contextmanager
def _cluster(packages: Sequence[Path]) -> Iterator[Any]:
    require_ray()
    ray = import_module("ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no reports without a request
    _knock(os.environ.get("RAY_ADDRESS", ""))
    brought = {"py_modules": [str(package) for package in packages]}
    terminated = signal.getsignal(signal.SIGTERM)
    try:
        # Ray puts the folder in which it is begun first on the import path of its workers.
        with contextlib.chdir(os.sep):
            ray.init(runtime_env=brought, log_to_driver=False, logging_level="error")
    except Exception as error:  # Ray raises whatever its parts raise
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise ClusterError(f"The Ray cluster cannot be used: {reason}") from None
    signal.signal(signal.SIGTERM, terminated)  # Ray has put its own in place
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise ClusterError if nothing listens at an address, because Ray would retry for minutes."""
    host, colon, port = address.rpartition(":")
    if not (colon and port.isdecimal()) or "/" in host:
        return
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except OSError as error:
        reason = error.strerror or error
        raise ClusterError(f"The Ray cluster at {address} (RAY_ADDRESS) cannot be used: {reason}.") from None


def _ready_on_ray(ray: Any, playing: list[Any]) -> list[Any]:
    """Return the members of `playing` whose results are available.  If there are none, wait briefly."""
    some, _ = ray.wait(playing, num_returns=1, timeout=LOOK_SECONDS)
    if some:
        some, _ = ray.wait(playing, num_returns=len(playing), timeout=0)
    ready: list[Any] = some
    return ready


def _result(ray: Any, ready: Any, task: int, lost: Callable[[int, str, bool], Result]) -> Result:
    try:
        result: Result = ray.get(ready)
    except ray.exceptions.RayError as error:
        return lost(task, str(error).strip().rstrip("."), False)
    return result


def _do(do: Callable[[int], Result], task: int, most_seconds: float | None) -> Result:
    if most_seconds is not None:
        faulthandler.dump_traceback_later(most_seconds, exit=True)
    try:
        return do(task)
    finally:
        faulthandler.cancel_dump_traceback_later()
