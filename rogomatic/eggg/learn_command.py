"""The command `eggg learn`, which learns openings from journals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import Commands, add_command
from rogue.shared.errors import CommandError, RogomaticError, printable
from rogue.shared.wording import plural

if TYPE_CHECKING:
    from rogomatic.eggg.openings import Line
    from rogue.shared.board_games import Game

HELP: Final = """Learn from finished matches which first moves score more, or less, than half. The machine
plays the better ones and avoids the worse ones. A match counts once, however often it is given."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    option = add_command(commands, "learn", "learn openings from matches", HELP, _learn).add_argument
    option("files", nargs="*", type=Path, metavar="FILE",
        help="journals, or openings of somebody else (default: your journals)")  # fmt: skip
    option("--each", action="store_true", help="test each move alone at 5 %%, instead of all at once")
    option("--json", action="store_true", help="print one JSON object per game")


def _learn(args: argparse.Namespace) -> int:
    """Learn from all files.  Raises CommandError for a file that was named and cannot be used."""
    from rogomatic.eggg.openings import openings_of, records_of
    from rogomatic.eggg.openings_file import OpeningsFile, kept_file, told, write_openings

    folder = own_tables.openings_folder()
    games: dict[str, tuple[Game, str, set[Line]]] = {}
    for game, text, lines in _found(args.files):
        games.setdefault(game.digest, (game, text, set()))[2].update(lines)
    for digest, (game, text, lines) in sorted(games.items(), key=lambda one: one[1][0].name):
        whole = kept_file(folder, digest).lines | lines
        openings = openings_of(records_of(game, whole), each=args.each)
        path = write_openings(folder, OpeningsFile(digest, text, frozenset(whole), openings))
        better, worse = (sum(map(len, found.values())) for found in openings)
        if args.json:
            row = {"game": game.name, "digest": digest, "matches": len(whole), "better": better}
            print(json.dumps({**row, "worse": worse, "file": str(path)}))
            continue
        print(f"{printable(game.name)}: {plural(len(whole), 'match')}, {better} better, {worse} worse moves")
        print(*map(printable, told(openings)), sep="\n", end="\n" if better + worse else "")
    if not games and not args.json:
        print("There is no finished match of a game whose positions come again.")
    return 0


def _found(paths: Sequence[Path]) -> Iterator[tuple[Game, str, set[Line]]]:
    """Yield game, text, and matches of each file; own journals that cannot be read are passed over."""
    from rogomatic.eggg.match_journal import SUFFIX

    for path in paths or sorted(own_tables.journals().glob(f"*{SUFFIX}")):
        try:
            found = _lines_in(path)
        except (RogomaticError, OSError, ValueError) as error:
            if paths:
                reason = getattr(error, "strerror", None) or error
                raise CommandError(f"{path} cannot be learned from: {reason}.") from None
            continue
        if found is not None:
            yield found


def _lines_in(path: Path) -> tuple[Game, str, set[Line]] | None:
    """Return what is in a file, None for a game or match that teaches nothing."""
    from rogomatic.eggg.match_journal import MAX_JOURNAL, read_head
    from rogomatic.eggg.openings import can_be_learned
    from rogomatic.eggg.openings_file import HEAD, MAX_FILE, from_text
    from rogue.shared.files import read_bounded

    data = read_bounded(path, MAX_FILE)
    if data.startswith(HEAD.encode()):
        file = from_text(data.decode())
        return own_tables.read(file.text), file.text, set(file.lines)
    text = data[:MAX_JOURNAL].decode()
    head = read_head(text)
    if own_tables.in_real_time(text=head.text):
        return None
    game = own_tables.read(head.text)
    line = _line_of(game, head.seed, text) if can_be_learned(game) and game.digest == head.digest else None
    return None if line is None else (game, head.text, {line})


def _line_of(game: Game, seed: int, journal: str) -> Line | None:
    """Return the line of a journal, None if its first round is not finished.  Raises MatchJournalError."""
    from rogomatic.eggg.match import GameMatch
    from rogomatic.eggg.openings import PLIES, Line

    match = GameMatch(game, seed, {})
    match.play_again(journal)
    if match.outcome is None or match.state.rounds:
        return None
    texts = [game.text(move) for turn in match.turns[:PLIES] for move in turn]
    return Line(seed, match.outcome, tuple(texts))
