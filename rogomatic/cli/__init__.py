"""The command line of the agent."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Final

from rogomatic.cli import (
    advice_server,
    agent_commands,
    batch_commands,
    evolve_command,
    explain_command,
    ghost_command,
    play_command,
    replay_commands,
    review_command,
    run_commands,
    watch_commands,
)
from rogomatic.cli.arguments import add_commands, add_plain
from rogomatic.cli.installation import start_compiled
from rogomatic.cli.own_game import VERSION
from rogomatic.roshambo import roshambo_command
from rogue.shared.command_lines import ArgumentParser, Commands, complain, print_error
from rogue.shared.errors import RogomaticError, RogueError
from rogue.shared.program_start import FAILED, INTERRUPTED, do_without_output, need_output, run_program

# In the order of the help. `add...` makes a command's parser, whose `command` default does the work; it
# is given the parsed arguments and returns the exit code.
FIRST: Final = (
    watch_commands.add,
    watch_commands.add_coach,
    replay_commands.add,
    review_command.add,
    batch_commands.add,
    batch_commands.add_variant,
)
MORE: Final = (
    explain_command.add,
    play_command.add,
    ghost_command.add,
    advice_server.add,
    run_commands.add_stats,
    run_commands.add_compare,
    run_commands.add_merge,
    run_commands.add_plot,
    run_commands.add_report,
    agent_commands.add_memory,
    agent_commands.add_ladder,
    agent_commands.add_knobs,
    evolve_command.add,
    roshambo_command.add,
)
# Commands that play many games, and do so from the compiled copy if there is one.
PLAYING: Final = ("review", "batch", "variant", "evolve")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    return run_program("rogomatic", lambda: _obey(words), complain)


def _obey(words: list[str]) -> int:
    """Carry out a command line; return its exit code.  Raises OSError."""
    try:
        args = parser().parse_args(words)
        args.words = words
        _check_output(args)
        if getattr(args, "plain", None) is False and not getattr(args, "fast", False):
            start_compiled(words, build=False)
        command: Callable[[argparse.Namespace], int] = args.command
        return command(args)
    except (RogomaticError, RogueError) as failure:
        complain("rogomatic", str(failure))
        code: int = getattr(failure, "code", FAILED)
        return code
    except KeyboardInterrupt:
        print_error("rogomatic: interrupted")
        return INTERRUPTED


def _check_output(args: argparse.Namespace) -> None:
    """Refuse a closed output, unless the result goes into a file.  Raises OSError."""
    out = getattr(args, "out", None)
    if out is None or str(out) == "-":
        need_output()
    else:
        do_without_output()


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole: argparse.ArgumentParser = ArgumentParser(
        prog="rogomatic",
        description="Rog-O-Matic plays Rogue: it reads the screen, decides, and presses the keys.",
        epilog="`rogomatic COMMAND --help` explains a command.",
    )
    whole.add_argument("--version", action="version", version=VERSION)
    commands = add_commands(whole, "command")
    for add in (*FIRST, *MORE):
        add(commands)
    for name in PLAYING:
        add_plain(commands.choices[name])
    _list_separately(whole, commands)
    return whole


def _list_separately(whole: argparse.ArgumentParser, commands: Commands[argparse.ArgumentParser]) -> None:
    """Move the commands of `MORE` into a separate section of the help."""
    listed = commands._choices_actions
    whole.add_argument_group("more")._group_actions += listed[len(FIRST) :]
    del listed[len(FIRST) :]
