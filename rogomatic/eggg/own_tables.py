"""The command `eggg`: descriptions, with the players who sit down to them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rogomatic.eggg import arena_command, match_command, verify_choice_command
from rogomatic.eggg.game_source import GameSource
from rogue.eggg.eggg_commands import add_commands
from rogue.eggg.library import checked, game_of, load
from rogue.shared.command_lines import ArgumentParser, complain, print_error
from rogue.shared.errors import CommandError, LaunchError
from rogue.shared.program_start import need_output, run_program
from rogue.storage.places import matches_folder, opponents_file

if TYPE_CHECKING:
    from rogomatic.run.viewer.viewer_terminal import Terminal


def _terminal() -> Terminal:
    """Return the terminal of this window, with clicks.  Raises TerminalError."""
    from rogomatic.run.viewer.viewer_terminal import Terminal
    from rogue.terminal.window import window_size
    from rogue.ui.keyboard import Keyboard

    return Terminal(window_size, Keyboard(), clicks=True)


SOURCE: Final = GameSource(
    load, lambda: opponents_file(os.environ), lambda text: game_of(checked(text)),
    lambda: matches_folder(os.environ), _terminal,
)  # fmt: skip


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
    match_command.add(commands, SOURCE)
    add_commands(commands)
    arena_command.add(commands, SOURCE)
    verify_choice_command.add(commands, SOURCE)
    return found
