"""Commands about the agent itself: `ladder` and `knobs`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.cli_errors import CommandError, printable

if TYPE_CHECKING:
    from rogomatic.breeding.knobs_format import KnobText

KNOBS_HELP: Final = """Show every threshold of the agent with its default, range and meaning; with a knob
file, what it changes; or compare two knob files."""
SHOW_HELP: Final = """Show all knobs: value, default, range, unit, meaning. Those marked * differ from
the default."""
DIFF_HELP: Final = "Show the knobs in which two files differ. The word `default` stands for the defaults."
_DEFAULT: Final = "default"
_WIDTH: Final = 110  # of a line, where no terminal says otherwise
_LEAST_MEANING: Final = 40  # columns beside the figures; with fewer it goes below them
_INDENT: Final = 6


def add_ladder(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "print the order of the agent's rules"
    add_command(commands, "ladder", brief, "Print the rungs in their order, each with what it does.", _ladder)


def _ladder(_args: argparse.Namespace) -> int:
    """Print the rungs in their order, each with what it does."""
    from rogomatic.ladder import LADDER

    print("| rung | what it does |\n|---|---|")
    for rung in LADDER:
        print(f"| {rung.name} | {rung.summary} |")
    return 0


def add_knobs(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "show or compare the agent's thresholds"
    parser = commands.add_parser("knobs", help=brief, description=KNOBS_HELP)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    show = add_command(actions, "show", "show all knobs", SHOW_HELP, _show_knobs)
    show.add_argument("file", nargs="?", default=_DEFAULT, metavar="FILE", help="a knob file")
    show.add_argument("--json", action="store_true", help="print exactly one JSON object")
    diff = add_command(actions, "diff", "compare two knob files", DIFF_HELP, _diff_knobs)
    diff.add_argument("first", metavar="A", help="a knob file, or `default`")
    diff.add_argument("second", metavar="B", help="another one")


def _show_knobs(args: argparse.Namespace) -> int:
    """Print every knob, or those of a file."""
    from dataclasses import asdict

    from rogomatic.knobs import KNOBS

    knobs, provenance = _read_knobs(args.file)
    rows = [{"knob": name, "value": value, **KNOBS[name]._asdict()} for name, value in asdict(knobs).items()]
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
        unit = "" if meaning.startswith(unit) else unit  # said once
        head = f"{mark} {row['knob']:<19}{row['value']:>6}{row['default']:>9}  {ends:<13}{unit:<12}"
        _print_wrapped(head, meaning)
    return 0


def _diff_knobs(args: argparse.Namespace) -> int:
    """Print the knobs that differ."""
    from dataclasses import asdict

    from rogomatic.knobs import KNOBS

    first, second = (asdict(_read_knobs(name).knobs) for name in (args.first, args.second))
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
    """Read a knob file; the word for the defaults stands for one that changes nothing."""
    from rogomatic.breeding.knobs_format import KnobText
    from rogomatic.knobs import DEFAULT
    from rogomatic.run.storage.knobs_file import KnobsFileError, load_knobs

    if name == _DEFAULT:
        return KnobText(DEFAULT, {})
    try:
        return load_knobs(Path(name))
    except KnobsFileError as refusal:
        raise CommandError(str(refusal)) from None


def _print_wrapped(head: str, text: str) -> None:
    """Print a line whose last column goes on below itself; in a narrow window it has lines of its own."""
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH
    indent = len(head)
    if width - indent < _LEAST_MEANING:
        print(head.rstrip())
        indent, head = _INDENT, " " * _INDENT
    lines = textwrap.wrap(text, max(width - indent, 20))
    print(head + f"\n{' ' * indent}".join(lines))
