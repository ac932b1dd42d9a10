"""What all tests share: where the project is, and a home of their own for programs."""

from __future__ import annotations

import curses
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol

# Plugins of hypothesis take longer to import than hypothesis, and nothing here needs one.
os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"

from hypothesis import HealthCheck, is_hypothesis_test, settings

from tests.support.extras import absent_extras
from tests.support.fast_selection import NOT_FAST, forbid_starts, is_left_out
from tests.support.private_home import leave_home
from tests.support.recorded_games import FOLDER, MISSING
from tests.support.shared_browser import emptied, started_browser

# A busy machine is no defect of what is tested.
settings.register_profile(
    "patient", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

ROOT = Path(__file__).resolve().parent.parent

# Nothing of what is collected is ever garbage; see pytest_collection_finish.
gc.disable()

# The suite starts hundreds of programs.  Each would compile every module anew where the environment forbids
# to write bytecode, as images of containers often do: it goes into a folder of the tests instead.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / "build" / "tests-bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell that starts the suite in the background of a script has it ignore these; programs that tests start
# would ignore them, too, and a test that ends one by such a signal would wait for ever.
for _number, _usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGQUIT, signal.SIG_DFL)):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _usual)

# curses knows one terminal a process, the first; a program that a test forks would have that of the tests.
_TESTS, _SETUPTERM = os.getpid(), curses.setupterm

_NUMBERS = count()

HANGS_SECONDS = 1800
"""Longer than any test takes, however busy the machine."""

LONG_SECONDS = 0.2
"""From where on --durations should know of a setup or a teardown."""


def _setupterm(term: str | None = None, fd: int = -1) -> None:
    """Set the terminal of a process, in those that tests fork only."""
    assert os.getpid() != _TESTS, "a test would set the terminal of all later tests: do it in a child"
    _SETUPTERM(term, fd)


curses.setupterm = _setupterm


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long and --fast."""
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")
    parser.addoption("--fast", action="store_true", help="leave out what plays games or starts programs")


class OnlyWhereThereAreDoctests:
    """Has no module read for doctests that has none; every worker would read them all."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Return the collectors of a file without those that would find nothing."""
        found = yield
        if not any(isinstance(one, DoctestModule) for one in found) or ">>>" in file_path.read_text("utf-8"):
            return found
        return [one for one in found if not isinstance(one, DoctestModule)]


class FailsWhatHangs:
    """Ends a test that waits for ever, be it for a program, for a socket, or in a loop."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        signal.alarm(HANGS_SECONDS)
        try:
            return (yield)
        finally:
            signal.alarm(0)


def _hangs(_number: int, _frame: object) -> None:
    raise TimeoutError(f"the test hangs: it has not ended in {HANGS_SECONDS} seconds")


def pytest_configure(config: pytest.Config) -> None:
    """Do what concerns the modules beside this folder, too, of which the functions here are not asked."""
    home = tempfile.mkdtemp(prefix="home-of-tests-")
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    leave_home(os.environ, home)
    config.pluginmanager.register(OnlyWhereThereAreDoctests())
    config.pluginmanager.register(FailsWhatHangs())
    signal.signal(signal.SIGALRM, _hangs)
    if config.getoption("--fast"):
        config.args = [name for name in config.args if name not in NOT_FAST]
    config.option.ignore = [*(config.option.ignore or []), *(str(ROOT / name) for name in absent_extras())]


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what --fast leaves out, and which extras are not there."""
    absent = [f"{library} is not installed: {name} is left out" for name, library in absent_extras().items()]
    fast = (
        [f"--fast leaves out {', '.join(NOT_FAST)}, what is marked slow, and tests by hypothesis"]
        if config.getoption("--fast")
        else []
    )
    return absent + fast


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what --fast leaves out."""
    if not config.getoption("--fast") or collection_path.suffix != ".py":
        return None
    return True if is_left_out(collection_path, ROOT) else None


@pytest.hookimpl(tryfirst=True)  # hypothesis reads all modules for constants if any of its tests is left
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that take minutes, unless they were asked for, and with --fast the slow ones.

    Files with a browser come first: one worker runs them, starts one, and makes their pages once.
    """
    with_browser = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path not in with_browser)
    if config.getoption("--fast"):
        is_slow = [
            bool(item.get_closest_marker("slow")) or is_hypothesis_test(getattr(item, "obj", None))
            for item in items
        ]
        config.hook.pytest_deselected(items=[item for item, slow in zip(items, is_slow, strict=True) if slow])
        items[:] = [item for item, slow in zip(items, is_slow, strict=True) if not slow]
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="takes minutes; run with --long"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Spare the collector of garbage from walking through thousands of collected tests again and again.

    It looks less often for what is no longer used, too: that took a twentieth of the time.
    """
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)
    gc.enable()
    if session.config.getoption("--fast") and hasattr(session.config, "workerinput"):
        forbid_starts()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test, and have a worker send one report of what passed where pytest would send five.

    The messages, most of them of setups and teardowns in which nothing happened, took two thirds of
    the time of a short test.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed or report.duration > LONG_SECONDS:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the project."""
    return ROOT


@pytest.fixture(scope="module", autouse=True)
def fresh_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what one module's games leave in the data folder away from the others; most leave nothing."""
    folder = tmp_path_factory.getbasetemp() / f"rogomatic-{next(_NUMBERS)}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROGOMATIC_HOME", str(folder))
        yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[Any]:
    yield from started_browser()


@pytest.fixture
def browser(shared_browser: Any) -> Iterator[Any]:
    yield emptied(shared_browser)
    shared_browser.get("about:blank")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped for want of recordings that are no part of the project."""
    skipped = [
        report for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]
    ]  # fmt: skip
    if skipped:
        number = f"{len(skipped)} tests were" if len(skipped) > 1 else "1 test was"
        terminalreporter.write_line(
            f"{number} skipped, some of which run once for each recording: there are {MISSING} in {FOLDER}, "
            "with which they compare ours.  ROGUE_RECORDINGS names another folder."
        )
