"""The command `eggg verify`, which checks a sealed choice."""

from __future__ import annotations

import argparse
from typing import Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import Commands, add_command
from rogue.shared.errors import CommandError, printable
from rogue.shared.wording import plural

HELP: Final = """Check that a revealed choice is the one for which a digest was shown; or that a match, by its
journal, was played by the rules, with cards dealt from the deck that was sealed and cut before it."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    brief = "check a revealed choice"
    parser = add_command(commands, "verify", brief, HELP, _verify)
    parser.add_argument("text", metavar="TEXT|FILE", help="as it was revealed, in quotes; or a journal")
    parser.add_argument("digest", nargs="?", default="", help="as it was shown before")
    parser.add_argument("--game", metavar="NAME|FILE", help="the description that it belongs to")


def _verify(args: argparse.Namespace) -> int:
    """Check a sealed choice."""
    from rogomatic.eggg.sealed_choice import open_choice
    from rogue.shared.sealed_text import SealError

    if args.text.endswith(".match.jsonl"):
        return _verify_match(args)
    if not args.digest:
        args.misused("the argument digest is missing")
    try:
        found = open_choice(args.text, args.digest)
    except SealError as refusal:
        raise CommandError(str(refusal)) from None
    if args.game and own_tables.load(args.game).digest != found.game:
        raise CommandError(f"The choice belongs to another description, with the digest {found.game}.")
    chosen = f"in round {found.round}, {found.player} chose {found.choice}"
    print(printable(f"The digest is that of this text: {chosen}."))
    return 0


def _verify_match(args: argparse.Namespace) -> int:
    """Check the deck of a match, if it was sealed, and its moves.  Raises CommandError, LaunchError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.match_command import game_of, read_journal, real_game_of
    from rogomatic.eggg.match_journal import MatchJournalError
    from rogomatic.eggg.real_time_match import RealTimeMatch
    from rogomatic.eggg.sealed_deck import SealedDeck, check_deck
    from rogue.shared.sealed_text import SealedText, SealError

    head, text = read_journal(args.text)
    try:
        if real := real_game_of(head):
            RealTimeMatch(real, head.seed, {}).play_again(text)
            print(printable(f"Every step of {head.game} follows from the keys."))
            return 0
        match = GameMatch(game_of(head), head.seed, {})
        if args.digest:
            sealed = SealedText(head.secret, args.digest.lower())
            check_deck(match.game, head.seed, SealedDeck(sealed, head.cut), args.digest)
        match.play_again(text)
    except (SealError, MatchJournalError) as refusal:
        raise CommandError(f"{refusal}") from None
    rounds = plural(match.state.rounds + 1, "round")
    if args.digest:
        print(printable(f"The cards of {rounds} follow from the sealed secret and the cut {head.cut!r}."))
    else:
        print(printable(f"All moves of {rounds} of {head.game} are legal."))
    return 0
