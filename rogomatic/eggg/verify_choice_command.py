"""The command `eggg verify`, which checks a sealed choice."""

from __future__ import annotations

import argparse
from typing import Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import Commands, add_command
from rogue.shared.errors import CommandError, printable

HELP: Final = "Check that a revealed text is the one that a digest was shown for."


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "check a revealed choice"
    parser = add_command(commands, "verify", brief, HELP, _verify)
    parser.add_argument("text", help="as it was revealed, in quotes")
    parser.add_argument("digest", help="as it was shown before")
    parser.add_argument("--game", metavar="NAME|FILE", help="the description that it belongs to")


def _verify(args: argparse.Namespace) -> int:
    """Check a sealed choice."""
    from rogomatic.eggg.sealed_choice import open_choice
    from rogue.shared.sealed_text import SealError

    try:
        found = open_choice(args.text, args.digest)
    except SealError as refusal:
        raise CommandError(str(refusal)) from None
    if args.game and own_tables.load(args.game).digest != found.game:
        raise CommandError(f"The choice belongs to another description, with the digest {found.game}.")
    chosen = f"in round {found.round}, {found.player} chose {found.choice}"
    print(printable(f"The digest is that of this text: {chosen}."))
    return 0
