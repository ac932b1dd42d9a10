"""`rogomatic knobs`: the thresholds of the agent, shown and compared."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli.arguments import Commands, add_command
from rogomatic.cli.failure import Failure, as_said

if TYPE_CHECKING:
    from rogomatic.learn.knobfile import KnobText

HELP: Final = """Show every threshold of the agent with its default, range and meaning; with a knob
file, what it changes; or compare two knob files."""
SHOW_HELP: Final = """Show all knobs: value, default, range, unit, meaning. Those marked * differ from
the default."""
DIFF_HELP: Final = "Show the knobs in which two files differ. The word `default` stands for the defaults."
_DEFAULT: Final = "default"
_WIDTH: Final = 110  # of a line, where no terminal says otherwise
_LEAST_MEANING: Final = 40  # columns beside the figures; with fewer it goes below them
_INDENT: Final = 6


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("knobs", help="show or compare the agent's thresholds", description=HELP)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    show = add_command(actions, "show", "show all knobs", SHOW_HELP, _show)
    show.add_argument("file", nargs="?", default=_DEFAULT, metavar="FILE", help="a knob file")
    show.add_argument("--json", action="store_true", help="print exactly one JSON object")
    diff = add_command(actions, "diff", "compare two knob files", DIFF_HELP, _diff)
    diff.add_argument("first", metavar="A", help="a knob file, or `default`")
    diff.add_argument("second", metavar="B", help="another one")


def _show(args: argparse.Namespace) -> int:
    """Print every knob, or those of a file."""
    from dataclasses import asdict

    from rogomatic.knobs import DEFAULT, RANGES
    from rogomatic.learn.meanings import unit_of

    knobs, provenance = _read(args.file)
    meanings, defaults = _meanings(), asdict(DEFAULT)
    rows = [
        {"knob": name, "value": value, "default": defaults[name], "least": RANGES[name].least,
         "most": RANGES[name].most, "unit": unit_of(name), "meaning": meanings[name]}
        for name, value in asdict(knobs).items()
    ]  # fmt: skip
    if args.json:
        print(json.dumps({"knobs": rows, "provenance": dict(provenance)}))
        return 0
    for name, text in provenance.items():
        print(as_said(f"{name}: {text}"))
    print(f"  {'knob':<19}{'value':>6}{'default':>9}  {'range':<13}{'unit':<8}meaning")
    for row in rows:
        mark = "*" if row["value"] != row["default"] else " "
        ends = f"{row['least']}..{row['most']}"
        head = f"{mark} {row['knob']:<19}{row['value']:>6}{row['default']:>9}  {ends:<13}{row['unit']:<8}"
        _print_wrapped(head, str(row["meaning"]))
    return 0


def _diff(args: argparse.Namespace) -> int:
    """Print the knobs that differ."""
    from dataclasses import asdict

    from rogomatic.knobs import RANGES

    first, second = (asdict(_read(name).knobs) for name in (args.first, args.second))
    meanings = _meanings()
    differing = [name for name in first if first[name] != second[name]]
    if not differing:
        print("The knobs are the same.")
        return 0
    print(f"{'knob':<19}{'A':>6}{'B':>7}  {'range':<13}meaning")
    for name in differing:
        ends = f"{RANGES[name].least}..{RANGES[name].most}"
        _print_wrapped(f"{name:<19}{first[name]:>6}{second[name]:>7}  {ends:<13}", meanings[name])
    return 0


def _read(name: str) -> KnobText:
    """Read a knob file; the word for the defaults stands for one that changes nothing."""
    from rogomatic.knobs import DEFAULT
    from rogomatic.learn.knobfile import KnobText
    from rogomatic.run.files.knobs_file import KnobsFileError, load_knobs

    if name == _DEFAULT:
        return KnobText(DEFAULT, {})
    try:
        return load_knobs(Path(name))
    except KnobsFileError as refusal:
        raise Failure(str(refusal)) from None


def _meanings() -> Mapping[str, str]:
    """Read what the knobs mean from beside them, in the source."""
    from importlib.resources import files

    from rogomatic.learn.meanings import meanings_of

    try:
        return meanings_of(files("rogomatic").joinpath("knobs.py").read_text("utf-8"))
    except OSError:
        raise Failure("The source rogomatic/knobs.py, which has the meanings, is not installed.") from None


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
