"""The command line of the agent.

Owns   the table of commands, exit codes (0 done, 1 failed, 2 misused, 130 interrupted), how it ends.
Leaves each command (a module beside this one), our own game (own), the doing (run).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
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
    args = parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        return command(args)
    except Failure as failure:
        print(f"rogomatic: {as_said(str(failure))}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("rogomatic: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


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
