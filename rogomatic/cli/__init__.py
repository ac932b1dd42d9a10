"""The command line of the agent.

Owns   the table of commands, exit codes (0 done, 1 failed, 2 misused, 130 interrupted), how it ends.
Leaves each command (a module beside this one), our own game (own), the doing (run).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Final

from rogomatic.cli import (
    batch,
    compare,
    evolve,
    explain,
    knobs,
    ladder,
    memory,
    merge,
    plot,
    replay,
    report,
    stats,
    watch,
)
from rogomatic.cli.failure import FAILED, INTERRUPTED, Failure, as_said
from rogomatic.cli.own import VERSION

# In the order of the help. `add` makes a command's parser, whose `command` default does the work; it
# is given the parsed arguments and returns the exit code.
COMMANDS: Final = (
    watch.add,
    replay.add,
    batch.add,
    stats.add,
    compare.add,
    merge.add,
    plot.add,
    report.add,
    explain.add,
    memory.add,
    ladder.add,
    knobs.add,
    evolve.add,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    _prepare_output()
    args = parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        code = command(args)
        sys.stdout.flush()
        return code
    except Failure as failure:
        print(f"rogomatic: {as_said(str(failure))}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("rogomatic: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has had enough
        _drop_output()
        return FAILED
    except OSError as error:  # such as a full disk behind the output
        print(f"rogomatic: {as_said(str(error.strerror or error))}", file=sys.stderr)
        _drop_output()
        return FAILED


def _prepare_output() -> None:
    """Let output be written whatever the locale, which may lack a letter, and where there is none at all."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (as long as the program runs)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Let the interpreter end in peace when its output cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole = argparse.ArgumentParser(
        prog="rogomatic",
        description="Rog-O-Matic: it reads the screen of Rogue, thinks, and presses the keys.",
    )
    whole.add_argument("--version", action="version", version=VERSION)
    commands = whole.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for add in COMMANDS:
        add(commands)
    return whole
