"""The command `eggg verify`, which checks a sealed choice."""

from __future__ import annotations

import argparse
from typing import Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import Commands, add_command
from rogue.shared.errors import CommandError, printable
from rogue.shared.wording import plural

HELP: Final = """Check that a revealed choice is the one for which a digest was shown; or that the cards of a
match, by its journal, were dealt from the deck that was sealed and cut before it."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "check a revealed choice"
    parser = add_command(commands, "verify", brief, HELP, _verify)
    parser.add_argument("text", metavar="TEXT|FILE", help="as it was revealed, in quotes; or a journal")
    parser.add_argument("digest", help="as it was shown before")
    parser.add_argument("--game", metavar="NAME|FILE", help="the description that it belongs to")


def _verify(args: argparse.Namespace) -> int:
    """Check a sealed choice."""
    from rogomatic.eggg.sealed_choice import open_choice
    from rogue.shared.sealed_text import SealError

    if args.text.endswith(".match.jsonl"):
        return _verify_deck(args)
    try:
        found = open_choice(args.text, args.digest)
    except SealError as refusal:
        raise CommandError(str(refusal)) from None
    if args.game and own_tables.load(args.game).digest != found.game:
        raise CommandError(f"The choice belongs to another description, with the digest {found.game}.")
    chosen = f"in round {found.round}, {found.player} chose {found.choice}"
    print(printable(f"The digest is that of this text: {chosen}."))
    return 0


def _verify_deck(args: argparse.Namespace) -> int:
    """Check the deck of a match, and that its moves are legal.  Raises CommandError, LaunchError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_command import read_journal
    from rogomatic.eggg.match_journal import MatchJournalError
    from rogomatic.eggg.sealed_deck import SealedDeck, check_deck
    from rogue.shared.sealed_text import SealedText, SealError

    head, text, game = read_journal(args.text)
    match = GameMatch(game, head.seed, {})
    try:
        check_deck(
            game, head.seed, SealedDeck(SealedText(head.secret, args.digest.lower()), head.cut), args.digest
        )
        match.play_again(text)
    except (SealError, MatchJournalError) as refusal:
        raise CommandError(f"{refusal}") from None
    rounds = plural(match.state.rounds + 1, "round")
    print(printable(f"The cards of {rounds} follow from the sealed secret and the cut {head.cut!r}."))
    return 0
