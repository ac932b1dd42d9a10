"""Odd places to run in: full disks, closed folders, no home, terminals that are none, pipes that close."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.cli import main as rogomatic_main
from rogue.cli import main as rogue_main
from scripts.lib.soaking import forked
from scripts.lib.soaking.files import verdict
from scripts.lib.soaking.limits import Report
from scripts.lib.soaking.valid import COMMANDS

PROGRAMS: Final[dict[str, forked.Command]] = {"rogue": rogue_main, "rogomatic": rogomatic_main}
_BATCH: Final = f"rogomatic batch --games 2 --limit-commands {COMMANDS} -q"
LINES: Final = (
    "rogue --plain --seed 3", "rogue --plain -d", "rogue --scores", "rogue --history", "rogue --version",
    "rogue replay", "rogue", _BATCH, f"{_BATCH} --out run.db", f"{_BATCH} --memory m.txt --learn",
    f"{_BATCH} --keep-from 1", f"{_BATCH} --pty",
    f"rogomatic evolve --pool p.db --games 4 --population 4 --effort 1 --limit-commands {COMMANDS} -q",
    "rogomatic memory show", "rogomatic memory export shipped --out own.txt", "rogomatic knobs show",
    "rogomatic ladder", "rogomatic watch --seed 1", "rogomatic replay --seed 3 --to-turn 5",
)  # fmt: skip
KEYS: Final = b"jjk i 5s  "  # and then the input ends: the game is saved


def _no_room(home: Path) -> None:
    """Let no file grow: for a program the same as a full disk."""
    del home
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def _closed(home: Path) -> None:
    home.chmod(0o500)


def _gone(home: Path) -> None:
    home.rmdir()


def _full_output(_home: Path) -> None:
    opened = os.open("/dev/full", os.O_WRONLY)
    os.dup2(opened, 1)
    os.close(opened)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)


def _closed_pipe(_home: Path) -> None:
    """Let nobody read the output."""
    reader, writer = os.pipe()
    os.close(reader)
    os.dup2(writer, 1)
    os.close(writer)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)


def _no_output(_home: Path) -> None:
    os.close(1)
    sys.stdout = None  # as the interpreter has it then


def _no_input(_home: Path) -> None:
    os.close(0)
    sys.stdin = None


def _latin(_home: Path) -> None:
    sys.stdout.reconfigure(encoding="ascii")  # type: ignore[union-attr]


class Place(NamedTuple):
    """Where a command runs: what is done to its process and home before, its environment."""

    prepare: Callable[[Path], object] = lambda _home: None
    env: Mapping[str, str] = {}
    is_silent: bool = False  # nobody can read what it says


_HOMES: Final = ("HOME", "ROGUE_HOME", "ROGOMATIC_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
PLACES: Final[dict[str, Place]] = {
    "usual": Place(),
    "no room": Place(_no_room),
    "closed folder": Place(_closed),
    "folder gone": Place(_gone),
    "output full": Place(_full_output),
    "pipe closed": Place(_closed_pipe, is_silent=True),
    "no output": Place(_no_output),
    "no input": Place(_no_input),
    "home missing": Place(env=dict.fromkeys(_HOMES, "/nowhere/at/all")),
    "home a file": Place(env=dict.fromkeys(_HOMES, "/dev/null")),
    "home empty": Place(env=dict.fromkeys(_HOMES, "")),
    "home odd": Place(env=dict.fromkeys(_HOMES, "~nobody-at-all/\udcff \n'\"")),
    "ascii": Place(_latin, env={"LANG": "C", "LC_ALL": "C"}),
    "no terminal": Place(env={"TERM": ""}),
    "odd terminal": Place(env={"TERM": "no-such-\x1b[2J", "COLUMNS": "x", "LINES": "-1"}),
    "tiny window": Place(env={"COLUMNS": "1", "LINES": "1"}),
    "odd options": Place(
        env={"ROGUEOPTS": "=,,name=\x1b[2J,inven=,score=/dev/null,file=/dev/full,lock=/," * 9}
    ),
    "odd seed": Place(env={"SEED": "9" * 5000}),
}


def soak_places(amount: int, seed: int) -> Report:
    """Run every command in every place; `amount` and `seed` change nothing but how often."""
    del seed
    counts: Counter[str] = Counter()
    wrong = [one for _ in range(amount) for place in PLACES for one in try_lines(place, LINES, counts)]
    codes = ", ".join(f"{counts[f'code {code}']} ended with {code}" for code in (0, 1, 2))
    return Report(f"{len(LINES)} commands in {len(PLACES)} places: {codes}", wrong)


def try_lines(name: str, lines: Sequence[str], counts: Counter[str]) -> Iterator[str]:
    """Yield what goes wrong with commands in a place."""
    place = PLACES[name]
    for line in lines:
        program, *words = line.split()

        def command(words: Sequence[str], program: str = program) -> int:
            place.prepare(Path.cwd())
            return PROGRAMS[program](words)

        with tempfile.TemporaryDirectory(prefix="soak", ignore_cleanup_errors=True) as folder:
            home = Path(folder) / "home"
            home.mkdir()
            ended = forked.run(command, words, home, keys=KEYS, env=place.env, is_weak=True)
        counts[f"code {ended.code}"] += 1
        trouble = verdict(ended, is_screen=True)
        if trouble.startswith("it says nothing") and place.is_silent:
            trouble = ""
        if trouble:
            yield f"{name}: {line}: {trouble}"
