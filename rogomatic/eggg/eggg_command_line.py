"""The command `eggg`: descriptions, with the players who sit down to them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from rogomatic.eggg import (
    arena_command,
    learn_command,
    match_command,
    own_tables,
    pack_command,
    serve_games_command,
    verify_choice_command,
)
from rogue.shared.command_lines import ArgumentParser, complain, print_error
from rogue.shared.errors import CommandError, LaunchError
from rogue.shared.program_start import need_output, run_program


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    return run_program("eggg", lambda: _obey(words), complain)


def _obey(words: list[str]) -> int:
    """Carry out a command line; return its exit code.  Raises OSError."""
    try:
        args = parser().parse_args(words)
        need_output()
        command: Callable[[argparse.Namespace], int] = args.command
        return command(args)
    except LaunchError as refusal:
        for sentence in refusal.sentences:
            print_error(sentence)
        return refusal.code
    except CommandError as failure:
        complain("eggg", str(failure))
        return failure.code


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found: argparse.ArgumentParser = ArgumentParser(
        prog="eggg",
        description="Games from a page of text: check, explain, and play them.",
        epilog="`eggg words` shows what a page can say.",
    )
    commands = found.add_subparsers(dest="name", metavar="COMMAND", required=True)
    match_command.add(commands)
    own_tables.add_commands(commands)
    arena_command.add(commands)
    serve_games_command.add(commands)
    learn_command.add(commands)
    verify_choice_command.add(commands)
    pack_command.add(commands)
    return found
