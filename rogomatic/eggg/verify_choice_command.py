"""The command `eggg verify`, which checks a sealed choice."""

from __future__ import annotations

import argparse
import os

from rogomatic.eggg import own_tables
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_command import game_of, read_journal
from rogomatic.eggg.match_journal import SUFFIX, MatchJournalError
from rogomatic.eggg.real_time_match import RealTimeMatch
from rogomatic.eggg.seals import SealedDeck, check_deck, open_choice
from rogue.shared.errors import CommandError, printable
from rogue.shared.sealed_text import SealedText, SealError
from rogue.shared.wording import plural


def verify(args: argparse.Namespace) -> int:
    """Check a sealed choice, or a match by its journal.  Raises CommandError, LaunchError.

    A sealed text has blanks; what has none is the name of a journal.
    """
    if args.text.endswith(SUFFIX) or " " not in args.text or os.path.exists(args.text):
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
    head, text = read_journal(args.text)
    try:
        game = game_of(head)
        if own_tables.is_in_real_time(game):
            RealTimeMatch(game, head.seed, {}).play_again(text)
            print(printable(f"Every step of {head.game} follows from the keys."))
            return 0
        match = GameMatch(own_tables.in_turns(game), head.seed, {})
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
