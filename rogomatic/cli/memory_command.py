"""`rogomatic memory`: look at what the agent has learned of monsters, and take care of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.agent_factory import HELP as WHICH
from rogomatic.cli.agent_factory import OWN, named_memory, report
from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.cli_errors import CommandError

if TYPE_CHECKING:
    from rogomatic.memory.long_term_memory import Memory

HELP: Final = """The long-term memory: what fights with each kind of monster were like, learned from the
screen. `watch` adds to yours; `batch --learn` adds to the one it is told."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command and its sub-commands."""
    parser = commands.add_parser("memory", help="look after what was learned of monsters", description=HELP)
    parts = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    show = add_command(parts, "show", "print a memory", "Print a memory as tables.", _show)
    _add_which(show)
    show.add_argument("--monster", metavar="NAME", help="print all that is known of this one")

    diff = add_command(parts, "diff", "compare two memories", "Print where two memories differ.", _diff)
    diff.add_argument("old", metavar="OLD", help=WHICH)
    diff.add_argument("new", metavar="NEW", help="the same")

    merge = add_command(parts, "merge", "add memories up", "Add memories up into a new file.", _merge)
    merge.add_argument("parts", nargs="+", metavar="MEMORY", help=WHICH)
    merge.add_argument("--out", type=Path, required=True, metavar="FILE", help="the new file")

    export = add_command(parts, "export", "write a memory into a file", "Write a copy of a memory.", _export)
    _add_which(export)
    export.add_argument("--out", type=Path, required=True, metavar="FILE", help="the new file; - to print it")
    export.add_argument("--run", type=Path, metavar="RUN.db",
        help="the batch that it was learned in: say so in the file, with the learning curve")  # fmt: skip

    brief = "begin your memory anew"
    words = f"{brief.capitalize()} with what ships. The old one is kept under another name."
    add_command(parts, "reset", brief, words, _reset)


def _add_which(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("which", nargs="?", default=OWN, metavar="WHICH", help=f"{WHICH} (default {OWN})")


def _show(args: argparse.Namespace) -> int:
    """Print a memory, or one monster of it."""
    from rogomatic.run.reports.memory_view import show_memory, show_monster

    memory = named_memory(args.which)
    if args.monster is None:
        print(*show_memory(memory), sep="\n")
        return 0
    lines = list(show_monster(memory, args.monster.lower()))
    if not lines:
        known = sorted({name for book in memory.books.values() for name in book.monsters})
        raise CommandError(
            f"That memory knows no {args.monster!r}; it knows {', '.join(known) or 'no monster at all'}."
        )
    print(*lines, sep="\n")
    return 0


def _diff(args: argparse.Namespace) -> int:
    """Print how two memories differ."""
    from rogomatic.run.reports.memory_view import show_difference

    lines = list(show_difference(named_memory(args.old), named_memory(args.new)))
    print(*(lines or ["They are the same."]), sep="\n")
    return 0


def _merge(args: argparse.Namespace) -> int:
    """Add memories up into a new file."""
    from rogomatic.memory.long_term_memory import default_memory, merge

    memory = default_memory()
    for which in args.parts:
        memory = merge(memory, named_memory(which))
    return _write(args.out, memory)


def _export(args: argparse.Namespace) -> int:
    """Write a copy of a memory."""
    from rogomatic.run.storage.memory_file import remarks_of
    from rogomatic.run.storage.run_format import RunFileError

    memory = named_memory(args.which)
    try:
        remarks = list(remarks_of(args.run)) if args.run is not None else []
    except RunFileError as refusal:
        raise CommandError(str(refusal)) from None
    return _write(args.out, memory, remarks)


def _reset(_args: argparse.Namespace) -> int:
    """Set the user's memory aside."""
    from rogomatic.run.storage.memory_file import MemoryFileError, own_path, set_aside

    try:
        aside = set_aside(own_path(), "old")
    except MemoryFileError as why:
        raise CommandError(str(why)) from None
    report(f"What you had is kept as {aside}." if aside else "You had no memory of your own.")
    return 0


def _write(path: Path, memory: Memory, remarks: Sequence[str] = ()) -> int:
    """Write a memory into a new file, or on standard output."""
    from rogomatic.memory.memory_format import write_memory
    from rogomatic.run.storage.memory_file import MemoryFileError, save_memory

    if str(path) == "-":
        sys.stdout.write(write_memory(memory, remarks))
        return 0
    if path.exists():
        raise CommandError(f"{path} is there already and is not overwritten.")
    try:
        save_memory(path, memory, remarks)
    except MemoryFileError as why:
        raise CommandError(str(why)) from None
    return 0
