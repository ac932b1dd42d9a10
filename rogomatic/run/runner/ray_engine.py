"""An engine on a cluster of Ray."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import shlex
import signal
import socket
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from rogomatic.run.runner.engines import Result
from rogue.shared.errors import RogomaticError

RETRIES: Final = 3  # of a task whose process or machine was lost; its seed is the same
LOOK_SECONDS: Final = 1.0  # between two checks for a wish to stop
KNOCK_SECONDS: Final = 5.0
_PER_CPU: Final = 2  # tasks handed out for each processor, so that none waits for the next


class ClusterError(RogomaticError):
    """Ray is missing, or no cluster can be reached; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class OnRay:
    """The cluster that RAY_ADDRESS names, else the one of this machine, else one that is started for the run.

    packages      folders of the packages that the tasks need; each machine gets them from here
    jobs          tasks in play at once; None is as many as there are processors, and some to go on with
    most_seconds  after which the process that has not come back from a task ends itself
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

        A task whose process or machine is lost is done again elsewhere; one that is lost RETRIES times more
        gives `lost(task, why, False)`.  Once `stopped()` holds, no task is handed out any more.
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
    """Raise ClusterError when Ray is not installed."""
    try:
        import_module("ray")
    except ImportError:
        raise ClusterError(
            f"Ray is not installed here; to install it: {shlex.quote(sys.executable)} -m pip install ray"
        ) from None


@contextmanager
def _cluster(packages: Sequence[Path]) -> Iterator[Any]:
    require_ray()
    ray = import_module("ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody asked us to report anything
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
    """Raise ClusterError if nothing listens at an address; Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not (colon and port.isdigit()) or "/" in host:
        return
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except OSError as error:
        reason = error.strerror or error
        raise ClusterError(f"The Ray cluster at {address} (RAY_ADDRESS) cannot be used: {reason}.") from None


def _ready_on_ray(ray: Any, playing: list[Any]) -> list[Any]:
    """Return the results that are there; wait a moment for the first one."""
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
    """Do one task; this is what runs on the machines of the cluster."""
    if most_seconds is not None:
        faulthandler.dump_traceback_later(most_seconds, exit=True)
    try:
        return do(task)
    finally:
        faulthandler.cancel_dump_traceback_later()
