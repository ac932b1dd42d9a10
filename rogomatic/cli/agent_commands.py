"""The commands about the agent itself: ladder, knobs, memory."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from rogomatic.agent.beliefs.knob_sets import knobs_at
from rogomatic.agent.editions import EDITIONS as KNOWN
from rogomatic.agent.editions import Edition
from rogomatic.agent.knobs import DEFAULT, KNOBS
from rogomatic.agent.memory.long_term_memory import Memory, contained, default_memory, merge
from rogomatic.agent.memory.memory_format import write_memory
from rogomatic.cli.agent_factory import HELP as WHICH
from rogomatic.cli.agent_factory import OWN, knobs_of_file, named_memory, report
from rogomatic.cli.own_game import EDITIONS, window_size
from rogomatic.cli.rule_file import add_ladder_options, ladder_settings
from rogomatic.run.reports.memory_view import show_difference, show_memory, show_monster
from rogomatic.run.storage.agent_files import KnobText, own_path, remarks_of, save_memory, set_aside
from rogue.shared.command_lines import Commands, add_command, add_commands, file_name, positive, some_name
from rogue.shared.errors import CommandError, printable
from rogue.shared.wording import listed

KNOBS_HELP: Final = """Show the agent's thresholds (knobs), with the default, range, and meaning of each.
Show what a knob file changes, or compare two knob files."""
SHOW_HELP: Final = """Show all knobs: value, default, range, unit, meaning. A * marks a value that
differs from the default. Some editions and deep levels have their own values, which --edition and
--depth show. A value from a knob file applies to all editions and levels."""
DIFF_HELP: Final = "Show the knobs that differ between two files. `default` means the default knobs."
_DEFAULT: Final = "default"
_READ_AS: Final[Edition] = "5.4"  # edition assumed for games without their own knobs
_WIDTH: Final = 110  # default line width without a terminal
_MIN_MEANING: Final = 40  # minimum columns beside the numbers, otherwise below them
_INDENT: Final = 6

HELP: Final = """The long-term memory holds experience from fights with each kind of monster. `watch` adds
to your own memory. `batch --learn` adds to the memory that --memory names."""


def add_ladder(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `ladder` to `commands`."""
    parser = add_command(
        commands, "ladder", brief, "Print the rules in order of priority, and what each does.", _ladder
    )
    add_ladder_options(parser)


def _ladder(args: argparse.Namespace) -> int:
    rungs = ladder_settings(args).ladder()
    print("| rung | what it does |\n|---|---|")
    for rung in rungs:
        print(f"| {rung.name} | {rung.summary} |")
    return 0


def add_knobs(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `knobs` to `commands`."""
    parser = commands.add_parser("knobs", help=brief, description=KNOBS_HELP)
    actions = add_commands(parser, "action")
    show = add_command(actions, "show", "show all knobs", SHOW_HELP, _show_knobs)
    show.add_argument("file", nargs="?", type=some_name, default=_DEFAULT, metavar="FILE", help="a knob file")
    show.add_argument("--edition", choices=EDITIONS, help="show the values for this edition")
    show.add_argument(
        "--depth", type=positive, metavar="D", help="show the values for this depth (default 1, edition 5.4)"
    )
    show.add_argument("--json", action="store_true", help="print one JSON object")
    diff = add_command(actions, "diff", "compare two knob files", DIFF_HELP, _diff_knobs)
    diff.add_argument("first", type=some_name, metavar="A", help="a knob file, or `default`")
    diff.add_argument("second", type=some_name, metavar="B", help="a knob file, or `default`")


def _show_knobs(args: argparse.Namespace) -> int:
    read = _read_knobs(args.file)
    knobs, provenance = read.knobs, read.provenance
    if args.edition or args.depth:
        edition: Edition = next((one for one in KNOWN if one == args.edition), _READ_AS)
        knobs = knobs_at(edition, args.depth or 1, knobs)
    rows = [{"knob": name, "value": value, **KNOBS[name]._asdict()} for name, value in knobs.values().items()]
    if args.json:
        print(json.dumps({"knobs": rows, "provenance": dict(provenance)}))
        return 0
    for name, text in provenance.items():
        print(printable(f"{name}: {text}"))
    print(f"  {'knob':<19}{'value':>6}{'default':>9}  {'range':<13}{'unit':<12}meaning")
    for row in rows:
        mark = "*" if row["value"] != row["default"] else " "
        ends = f"{row['least']}..{row['most']}"
        unit, meaning = str(row["unit"]), str(row["meaning"])
        unit = "" if meaning.startswith(unit) else unit  # to say it only once
        head = f"{mark} {row['knob']:<19}{row['value']:>6}{row['default']:>9}  {ends:<13}{unit:<12}"
        _print_wrapped(head, meaning)
    return 0


def _diff_knobs(args: argparse.Namespace) -> int:
    first, second = (_read_knobs(name).knobs.values() for name in (args.first, args.second))
    differing = [name for name in first if first[name] != second[name]]
    if not differing:
        print("The knobs are the same.")
        return 0
    print(f"{'knob':<19}{'A':>6}{'B':>7}  {'range':<13}meaning")
    for name in differing:
        ends = f"{KNOBS[name].least}..{KNOBS[name].most}"
        _print_wrapped(f"{name:<19}{first[name]:>6}{second[name]:>7}  {ends:<13}", KNOBS[name].meaning)
    return 0


def _read_knobs(name: str) -> KnobText:
    """Return the knobs in a file.  The name "default" means the default knobs."""
    return KnobText(DEFAULT, {}) if name == _DEFAULT else knobs_of_file(Path(name))


def _print_wrapped(head: str, text: str) -> None:
    """Print `text`, wrapped, beside `head`.  In a narrow window, print it below `head`."""
    width = window_size(sys.stdout.fileno())[0] if sys.stdout.isatty() else _WIDTH
    indent = len(head)
    if width - indent < _MIN_MEANING:
        print(head.rstrip())
        indent, head = _INDENT, " " * _INDENT
    lines = textwrap.wrap(text, max(width - indent, 20))
    print(head + f"\n{' ' * indent}".join(lines))


def add_memory(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `memory` with its sub-commands to `commands`."""
    parser = commands.add_parser("memory", help=brief, description=HELP)
    parts = add_commands(parser, "command")

    show = add_command(parts, "show", "print a memory", "Print a memory as tables.", _show)
    _add_which(show)
    show.add_argument("--monster", metavar="NAME", help="print everything known about this monster")

    diff = add_command(parts, "diff", "compare two memories", "Print where two memories differ.", _diff)
    diff.add_argument("old", type=some_name, metavar="OLD", help=WHICH)
    diff.add_argument("new", type=some_name, metavar="NEW", help="the other memory, named the same way")

    words = "Merge memories into a new file. Games that two memories share count twice, with a warning."
    merge = add_command(parts, "merge", "merge memories", words, _merge)
    merge.add_argument("parts", nargs="+", type=some_name, metavar="MEMORY", help=WHICH)
    merge.add_argument("--out", type=file_name, required=True, metavar="FILE", help="the new file")

    export = add_command(parts, "export", "write a memory to a file", "Write a copy of a memory.", _export)
    _add_which(export)
    export.add_argument(
        "--out", type=file_name, required=True, metavar="FILE", help="the new file, or - for standard output"
    )
    export.add_argument("--run", type=file_name, metavar="RUN.db",
        help="describe in the file the batch that trained the memory, with its learning curve")  # fmt: skip

    aside = "set your memory aside and start a new one"
    words = f"{aside.capitalize()} from the shipped memory. The old memory is kept under another name."
    add_command(parts, "reset", aside, words, _reset)


def _add_which(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "which", nargs="?", type=some_name, default=OWN, metavar="WHICH", help=f"{WHICH} (default {OWN})"
    )


def _show(args: argparse.Namespace) -> int:
    memory = named_memory(args.which)
    if args.monster is None:
        print(*show_memory(memory), sep="\n")
        return 0
    lines = list(show_monster(memory, args.monster.lower()))
    if not lines:
        known = sorted({name for book in memory.books.values() for name in book.monsters})
        raise CommandError(
            f"This memory does not know {args.monster!r}; it knows {', '.join(known) or 'no monster at all'}."
        )
    print(*lines, sep="\n")
    return 0


def _diff(args: argparse.Namespace) -> int:
    lines = list(show_difference(named_memory(args.old), named_memory(args.new)))
    print(*(lines or ["The memories are the same."]), sep="\n")
    return 0


def _merge(args: argparse.Namespace) -> int:
    memory, parts = default_memory(), [(which, named_memory(which)) for which in args.parts]
    for _, part in parts:
        memory = merge(memory, part)
    code = _write(args.out, memory)
    for (which, one), (whose, other) in combinations(parts, 2):
        if editions := sorted({*contained(one, other), *contained(other, one)}):
            same = f"the same games of {listed(editions)}"
            report(f"{which} and {whose} seem to contain {same}; {args.out} counts these games twice.")
    return code


def _export(args: argparse.Namespace) -> int:
    memory = named_memory(args.which)
    remarks = list(remarks_of(args.run, memory)) if args.run is not None else []
    return _write(args.out, memory, remarks)


def _reset(_args: argparse.Namespace) -> int:
    aside = set_aside(own_path(), "old")
    report(f"Your old memory is kept as {aside}." if aside else "You had no memory of your own.")
    return 0


def _write(path: Path, memory: Memory, remarks: Sequence[str] = ()) -> int:
    """Write a memory to a new file or to standard output.  Return the exit code."""
    if str(path) == "-":
        sys.stdout.write(write_memory(memory, remarks))
        return 0
    if path.exists():
        raise CommandError(f"{path} already exists and is not overwritten.")
    save_memory(path, memory, remarks)
    return 0
