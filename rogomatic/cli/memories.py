"""Which memory a command plays with, and whether it learns.

Owns   the arguments --memory, --learn and --frozen, finding and updating the memory they name.
Leaves files (run.files.memory_file), what ships (run.files.shipped), learning (run.play.learning).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.failure import Failure, as_said

if TYPE_CHECKING:
    from rogomatic.learn.memory import Memory

SHIPPED: Final = "shipped"
OWN: Final = "own"
NONE: Final = "none"
HELP: Final = f"""what the agent knows of monsters by experience: {SHIPPED} (what comes with the program),
{OWN} (yours), {NONE}, or a file"""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A memory to play with.  path: the file that learns from the games, None when nothing does."""

    memory: Memory
    path: Path | None


def add_memory(parser: argparse.ArgumentParser, default: str, learns: bool | None) -> None:
    """Add which memory is used.

    default  what is used when nothing is said
    learns   whether that learns when nothing is said; None: this command never does
    """
    parser.add_argument("--memory", metavar="WHICH", default=None, help=f"{HELP} (default {default})")
    parser.set_defaults(usual_memory=default, usually_learns=bool(learns), learn=False, frozen=learns is None)
    if learns is None:
        return
    how = parser.add_mutually_exclusive_group()
    said = " (default)"
    how.add_argument(
        "--learn", action="store_true",
        help=f"have that memory learn from the games{said * learns}; a new file begins with nothing",
    )  # fmt: skip
    how.add_argument(
        "--frozen", action="store_true",
        help=f"leave it as it is, for a fair comparison{said * (not learns)}",
    )  # fmt: skip


def chosen_memory(args: argparse.Namespace) -> Chosen:
    """Return the memory that the arguments name."""
    from rogomatic.run.files.memory_file import own_path

    which = args.memory or args.usual_memory
    learn = args.learn or (args.memory is None and args.usually_learns and not args.frozen)
    if learn and which in (SHIPPED, NONE):
        args.misused(f"--learn needs a memory that may change: --memory {OWN} or --memory FILE")
    path = own_path() if which == OWN else Path(which)
    begins = learn and which != OWN and not path.exists()
    return Chosen(named_memory(NONE if begins else which), path if learn else None)


def named_memory(which: str) -> Memory:
    """Return a memory by its name or file; a damaged one of the user's own is told of and set aside."""
    from rogomatic.learn.memory import default_memory
    from rogomatic.run.files import memory_file
    from rogomatic.run.files.shipped import shipped_memory

    try:
        if which == SHIPPED:
            return shipped_memory()
        if which == NONE:
            return default_memory()
        if which != OWN:
            return memory_file.load_memory(Path(which))
        memory, warning = memory_file.load_or_set_aside(memory_file.own_path(), shipped_memory)
    except memory_file.MemoryFileError as why:
        raise Failure(str(why)) from None
    tell(warning)
    return memory


def learn_from(chosen: Chosen, lessons: Sequence[str]) -> None:
    """Add what games have taught to the file that learns, in their order."""
    from rogomatic.learn.memory import absorb, default_memory
    from rogomatic.learn.text import expand
    from rogomatic.run.files import memory_file
    from rogomatic.run.files.shipped import shipped_memory

    taught = [expand(text) for text in lessons if text]
    if chosen.path is None or not taught:
        return
    start = shipped_memory if chosen.path == memory_file.own_path() else default_memory
    try:
        tell(memory_file.change_memory(chosen.path, lambda memory: absorb(memory, taught), start))
    except memory_file.MemoryFileError as why:
        raise Failure(str(why)) from None
    games = f"{len(taught)} games" if len(taught) > 1 else "this game"
    tell(f"{chosen.path} has learned from {games}.")


def tell(sentence: str) -> None:
    """Say something on standard error, if there is something to say."""
    if sentence:
        print(f"rogomatic: {as_said(sentence)}", file=sys.stderr)
