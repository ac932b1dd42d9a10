"""The command line of the agent."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Final

from rogomatic.cli import (
    agent_commands,
    batch_commands,
    evolve_command,
    play_command,
    replay_commands,
    roshambo_command,
    run_commands,
    watch_commands,
)
from rogomatic.cli.arguments import add_commands
from rogomatic.cli.cli_errors import FAILED, INTERRUPTED, CommandError, printable
from rogomatic.cli.own_game import VERSION, ArgumentParser

# In the order of the help. `add...` makes a command's parser, whose `command` default does the work; it
# is given the parsed arguments and returns the exit code.
COMMANDS: Final = (
    watch_commands.add,
    replay_commands.add,
    watch_commands.add_coach,
    play_command.add,
    batch_commands.add,
    run_commands.add_stats,
    run_commands.add_compare,
    run_commands.add_merge,
    run_commands.add_plot,
    run_commands.add_report,
    replay_commands.add_explain,
    agent_commands.add_memory,
    agent_commands.add_ladder,
    agent_commands.add_knobs,
    batch_commands.add_variant,
    evolve_command.add,
    roshambo_command.add,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    _prepare_output()
    try:
        args = parser().parse_args(argv)
        args.words = sys.argv[1:] if argv is None else list(argv)
        command: Callable[[argparse.Namespace], int] = args.command
        code = command(args)
        sys.stdout.flush()
        return code
    except CommandError as failure:
        print(f"rogomatic: {printable(str(failure))}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print("rogomatic: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has had enough
        _drop_output()
        return FAILED
    except OSError as error:  # such as a full disk behind the output
        print(f"rogomatic: {printable(str(error.strerror or error))}", file=sys.stderr)
        _drop_output()
        return FAILED


def _prepare_output() -> None:
    """Let output be written whatever the locale, which may lack a letter, and where it is closed."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (as long as the program runs)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Let the interpreter end in peace when its output cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole: argparse.ArgumentParser = ArgumentParser(
        prog="rogomatic",
        description="Rog-O-Matic: it reads the screen of Rogue, thinks, and presses the keys.",
    )
    whole.add_argument("--version", action="version", version=VERSION)
    commands = add_commands(whole, "command")
    for add in COMMANDS:
        add(commands)
    return whole
