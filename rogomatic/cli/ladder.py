"""`rogomatic ladder`: the order of the agent's rules."""

from __future__ import annotations

import argparse

from rogomatic.cli.arguments import Commands, add_command


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "print the order of the agent's rules"
    add_command(commands, "ladder", brief, "Print the rungs in their order, each with what it does.", command)


def command(_args: argparse.Namespace) -> int:
    """Print the rungs in their order, each with what it does."""
    from rogomatic.ladder import LADDER
    from rogomatic.run.show.sentences import sentence_of

    print("| rung | what it does |\n|---|---|")
    for rung in LADDER:
        print(f"| {rung.name} | {sentence_of(rung.rule)} |")
    return 0
