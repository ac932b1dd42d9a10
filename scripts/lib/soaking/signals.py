"""Signals at random moments: the terminal is given back, nothing runs on, what is kept is whole."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import sys
import tempfile
import termios
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pexpect

from rogomatic.run.storage.databases import open_database
from rogue.storage.game_files import SaveFileError, read_save
from scripts.lib.soaking.limits import Report

ROOT: Final = Path(__file__).resolve().parents[3]
GENTLE: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
LATEST: Final = 1.5  # seconds after the start
FULL_SCREEN: Final = b"\x1b[?1049h"
USUAL_SCREEN: Final = b"\x1b[?1049l"
PATIENCE: Final = 15.0  # seconds that a program may take to end
LINES: Final = (
    "rogue --seed 3", "rogue --plain --seed 3", "rogomatic watch --seed 3 --speed 50",
    "rogomatic watch --seed 3 --speed 0 --record game.cast", "rogomatic replay --seed 3",
    "rogomatic batch --games 50 --jobs 2 --out run.db", "rogomatic batch --games 9 --pty",
    "rogomatic evolve --pool pool.db --games 500 --population 4 --effort 2", "rogue replay",
)  # fmt: skip


def soak_signals(amount: int, seed: int) -> Report:
    """Send so many signals, each to a program of its own."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(seed, seed + amount):
        again = f"scripts/soak signals --amount 1 --seed {number}"
        wrong += [f"{again}: {one}" for one in try_signal(number, counts)]
    ends = ", ".join(f"{count} {end}" for end, count in sorted(counts.items()))
    return Report(f"{amount} signals to {len(LINES)} programs: {ends}", wrong)


def try_signal(number: int, counts: Counter[str]) -> Iterator[str]:
    """Yield what goes wrong when a program gets a signal, twice if need be, and then SIGTERM."""
    dice = random.Random(number)
    line, how = LINES[number % len(LINES)], dice.choice(GENTLE)
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        child = _start(line, Path(folder))
        before = termios.tcgetattr(child.child_fd)
        _drain(child, dice.uniform(0.05, LATEST))
        for sent in (how, how, signal.SIGTERM):
            if child.isalive():
                os.kill(child.pid, sent)
                _drain(child, PATIENCE if sent is not signal.SIGINT else 2.0)
        what = f"{line}, {how.name}"
        if child.isalive():
            yield f"{what}: it runs on"
            child.kill(signal.SIGKILL)
        elif b"Traceback" in child.seen:
            yield f"{what}: {child.seen[-800:]!r}"
        after = termios.tcgetattr(child.child_fd)
        if after[3] != before[3]:
            yield f"{what}: the terminal is not given back"
        if child.seen.count(FULL_SCREEN) > child.seen.count(USUAL_SCREEN):
            yield f"{what}: the screen is not given back"
        child.close(force=True)
        counts[f"ended with {-child.signalstatus if child.exitstatus is None else child.exitstatus}"] += 1
        yield from (f"{what}: {left}" for left in _left(Path(folder)))


def _start(line: str, home: Path) -> Any:
    program, *words = line.split()
    names = ("HOME", "ROGUE_HOME", "ROGOMATIC_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    env = {**os.environ, **dict.fromkeys(names, str(home)), "TERM": "xterm", "PYTHONPATH": str(ROOT)}
    child: Any = pexpect.spawn(
        sys.executable, ["-P", "-m", program, *words], env=env, cwd=str(home), dimensions=(24, 80)
    )  # fmt: skip
    child.seen = b""
    return child


def _drain(child: Any, seconds: float) -> None:
    """Read what a program draws until it has ended or the time is up."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            child.seen += child.read_nonblocking(65536, 0.05)
        except pexpect.TIMEOUT:
            continue
        except pexpect.EOF:
            if child.isalive():
                child.wait()
            return


def _left(home: Path) -> Iterator[str]:
    """Yield what runs on or is damaged in a home after its program has ended."""
    until = time.monotonic() + 5
    while (running := _processes_of(home)) and time.monotonic() < until:
        time.sleep(0.1)
    for args in running:
        yield f"{args} runs on"
    for save in home.glob(".rogue.save*"):
        try:
            read_save(save)
        except SaveFileError as refusal:
            yield str(refusal)
    for database in home.glob("*.db"):
        with contextlib.closing(open_database(database)) as db:
            (found,) = db.execute("PRAGMA quick_check").fetchone()
        if found != "ok":
            yield f"{database.name} is damaged: {found}"


def _processes_of(home: Path) -> list[str]:
    """Return the command lines of processes whose home this is."""
    found = []
    wanted = rb"(?:^|\0)ROGOMATIC_HOME=" + re.escape(bytes(home)) + rb"\0"
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if re.search(wanted, environ.read_bytes()):
                found.append(environ.with_name("cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [one for one in found if one.strip()]
