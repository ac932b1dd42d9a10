"""The command line of the agent."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from rogomatic.cli.installation import PLAIN, start_compiled
from rogomatic.cli.own_game import VERSION
from rogue.shared.command_lines import ArgumentParser, add_commands, complain, print_error
from rogue.shared.errors import RogomaticError, RogueError
from rogue.shared.program_start import FAILED, INTERRUPTED, do_without_output, need_output, run_program


class CommandEntry(NamedTuple):
    """A command in the help, and the function that adds it to the parser.

    `add` names this function, in a module of `rogomatic`.  The function sets the parser's default for
    `command` to a callable that takes the parsed arguments, runs the command, and returns the exit code.
    """

    brief: str
    module: str
    add: str = "add"


# In the order of the help.  A module is loaded when its command is named.
FIRST: Final[Mapping[str, CommandEntry]] = {
    "watch": CommandEntry("watch the agent play", "cli.watch_commands"),
    "coach": CommandEntry("play yourself, with advice from the agent", "cli.watch_commands", "add_coach"),
    "replay": CommandEntry("show a game again", "cli.replay_commands"),
    "review": CommandEntry("find the mistakes in a game", "cli.review_command"),
    "batch": CommandEntry("play many games", "cli.batch_commands"),
    "variant": CommandEntry("compare a variant with its edition", "cli.batch_commands", "add_variant"),
}
MORE: Final[Mapping[str, CommandEntry]] = {
    "explain": CommandEntry("explain one decision, or where a game went wrong", "cli.explain_command"),
    "play": CommandEntry("play one or more games on a server", "cli.play_command"),
    "ghost": CommandEntry("write the progress of an agent's game, turn by turn", "cli.ghost_command"),
    "mcp": CommandEntry("let a language model play and ask for advice", "cli.advice_server"),
    "stats": CommandEntry("summarize saved batches", "cli.run_commands", "add_stats"),
    "compare": CommandEntry("compare two saved batches", "cli.run_commands", "add_compare"),
    "merge": CommandEntry("merge several saved batches into one file", "cli.run_commands", "add_merge"),
    "plot": CommandEntry("draw pictures of saved batches", "cli.run_commands", "add_plot"),
    "report": CommandEntry("write a web page about a saved batch", "cli.run_commands", "add_report"),
    "memory": CommandEntry("show and manage the agent's memory", "cli.agent_commands", "add_memory"),
    "ladder": CommandEntry("list the agent's rules by priority", "cli.agent_commands", "add_ladder"),
    "knobs": CommandEntry("show or compare the agent's thresholds", "cli.agent_commands", "add_knobs"),
    "evolve": CommandEntry("breed the agent's thresholds", "cli.evolve_command"),
    "roshambo": CommandEntry("play rock, paper, scissors against predictors", "roshambo.roshambo_command"),
}
# Commands that play many games, with the compiled copy if there is one.
PLAYING: Final = ("review", "batch", "variant", "evolve")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line, which is by default the command line of this process.  Return the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    return run_program("rogomatic", lambda: _obey(words), complain)


def _obey(words: list[str]) -> int:
    try:
        args = parser(words).parse_args(words)
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
    """Raise OSError if standard output is closed, unless the command writes its result into a file."""
    out = getattr(args, "out", None)
    if out is None or str(out) == "-":
        need_output()
    else:
        do_without_output()


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands.

    words  a command line.  To save time, define arguments only for the commands in `words`
    """
    whole: argparse.ArgumentParser = ArgumentParser(
        prog="rogomatic",
        description="Rog-O-Matic plays Rogue: it reads the screen, decides, and presses the keys.",
        epilog="`rogomatic COMMAND --help` explains a command.",
    )
    whole.add_argument("--version", action="version", version=VERSION)
    commands = add_commands(whole, "command")
    for name, entry in {**FIRST, **MORE}.items():
        if words is None or name in words:
            getattr(import_module(f"rogomatic.{entry.module}"), entry.add)(commands, entry.brief)
        else:
            commands.add_parser(name, help=entry.brief)
    for name in PLAYING:
        plain = "do not use or build the compiled copy"
        commands.choices[name].add_argument(PLAIN, action="store_true", help=plain)
    listed = commands._choices_actions  # commands of `MORE` have a separate section
    whole.add_argument_group("more")._group_actions += listed[len(FIRST) :]
    del listed[len(FIRST) :]
    return whole
