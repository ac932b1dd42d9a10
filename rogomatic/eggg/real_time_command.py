"""Real-time matches for the commands that play a match or show it again."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import MAX_SEED, command_for, short_path
from rogue.shared.errors import CommandError, meant, printable
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed

if TYPE_CHECKING:
    from rogomatic.eggg.match_journal import JournalHead
    from rogomatic.eggg.real_time_match import RealTimeMatch
    from rogue.shared.real_time_games import RealTimeGame


def new_head(game: RealTimeGame, level: str, seed: int, machines: tuple[int, ...]) -> JournalHead:
    """Return the head of a new match.  Raises CommandError for an unknown level."""
    from rogomatic.eggg.look_ahead import QUICKNESS
    from rogomatic.eggg.match_journal import head_of

    if level not in QUICKNESS:
        near = meant(level, QUICKNESS)
        raise CommandError(f"{level!r} is no level{near}: choose from {listed(list(QUICKNESS))}.", 2)
    return head_of(game, seed, level, machines)


def sit_down(game: RealTimeGame, head: JournalHead, before: str, new_path: Callable[[str], Path]) -> int:
    """Play on from the lines of a journal, into a new one, then other matches.  Raises CommandError."""
    from rogomatic.eggg.match_journal import head_line

    _need_terminal()
    while _play_one(game, head, before, new_path(head.game)):
        head = head._replace(seed=secrets.randbelow(MAX_SEED))
        before = head_line(head)
    return 0


def _play_one(game: RealTimeGame, head: JournalHead, before: str, path: Path) -> bool:
    """Play a match into a new journal; return whether another is wanted.  Raises CommandError."""
    from rogomatic.eggg.look_ahead import QUICKNESS, LookAhead
    from rogomatic.eggg.match_journal import continued
    from rogomatic.eggg.real_time_match import RealTimeMatch

    quickness = QUICKNESS.get(head.level, QUICKNESS["fair"])
    machines = {one: LookAhead(game, one, quickness, Dice(head.seed, "player", one)) for one in head.machines}
    match = RealTimeMatch(game, head.seed, machines)
    with continued(match.play_again, path, before) as journal:
        match.begin(journal.write)
        wants_more = _in_window(match)
        if not match.is_over:
            match.leave()
            resume = command_for("eggg", "play", "--resume")
            print(f"The match is kept; go on with it: {resume} {short_path(str(path))}")
    if match.is_over:
        print(printable(match.verdict()))
    print(f"See it again: {command_for('eggg', 'replay')} {short_path(str(path))}")
    return wants_more


def replay(game: RealTimeGame, head: JournalHead, text: str) -> int:
    """Show a match again, in this window as it was played, else its end.  Raises CommandError."""
    from rogomatic.eggg.match_journal import MatchJournalError
    from rogomatic.eggg.real_time_match import RealTimeMatch, read_steps

    match = RealTimeMatch(game, head.seed, {})
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            match.recorded, match.until = read_steps(text)
            _in_window(match)
        else:
            match.play_again(text)
    except MatchJournalError as error:
        raise CommandError(f"The journal cannot be played on: {error}.") from None
    seed = f"seed {head.seed}, " if match.state.is_over else ""  # from which all follows
    print(printable(f"{head.game}, {seed}level {head.level}, {match.state.step:,} steps"))
    cells = game.cells(match.state)
    for row in range(game.rows - 1, -1, -1):
        print(
            "".join(["|.#"[(code > 0) + (code >= 0)] for code in cells[row * game.columns :][: game.columns]])
        )
    print(printable(match.verdict() or "It was not played to its end."))
    return 0


def _need_terminal() -> None:
    """Raise CommandError without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError("A game in real time needs a terminal.", 2)


def _in_window(match: RealTimeMatch) -> bool:
    """Play in this window; return whether another match is wanted.  Raises CommandError."""
    from rogomatic.eggg.real_time_window import RealTimeWindow

    wants = own_tables.in_terminal(lambda terminal: RealTimeWindow(terminal, match, time.monotonic).run())
    return bool(wants)
