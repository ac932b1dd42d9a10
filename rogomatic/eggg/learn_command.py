"""The command `eggg learn`, which learns openings from journals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from rogomatic.eggg import own_tables
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import MAX_JOURNAL, SUFFIX, read_head
from rogomatic.eggg.openings import PLIES, Line, can_be_learned, openings_of, records_of
from rogomatic.eggg.openings_file import (
    HEAD,
    MAX_FILE,
    OpeningsFile,
    from_text,
    kept_file,
    told,
    write_openings,
)
from rogue.shared.board_games import Game
from rogue.shared.errors import CommandError, RogomaticError, printable, reason_of
from rogue.shared.files import read_bounded
from rogue.shared.wording import plural


def learn(args: argparse.Namespace) -> int:
    """Learn from all files.  Raises CommandError for a file that was named and cannot be used."""
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
        twins = [one.name for one, _, _ in games.values()].count(game.name)
        name = f"{game.name} ({digest[:8]})" if twins > 1 else game.name
        print(f"{printable(name)}: {plural(len(whole), 'match')}, {better} better, {worse} worse moves")
        print(*map(printable, told(openings)), sep="\n", end="\n" if better + worse else "")
    if not games and not args.json:
        print("There is no finished match of a game whose positions come again.")
    return 0


def _found(paths: Sequence[Path]) -> Iterator[tuple[Game, str, set[Line]]]:
    """Yield game, text, and matches of each file; own journals that cannot be read are passed over."""
    for path in paths or sorted(own_tables.journals().glob(f"*{SUFFIX}")):
        try:
            found = _lines_in(path)
        except (RogomaticError, OSError, ValueError) as error:
            if paths:
                raise CommandError(f"{path} cannot be learned from: {reason_of(error)}.") from None
            continue
        if found is not None:
            yield found


def _lines_in(path: Path) -> tuple[Game, str, set[Line]] | None:
    """Return what is in a file, None for a game or match that teaches nothing."""
    data = read_bounded(path, MAX_FILE)
    if data.startswith(HEAD.encode()):
        file = from_text(data.decode())
        return own_tables.in_turns(own_tables.read(file.text)), file.text, set(file.lines)
    text = data[:MAX_JOURNAL].decode()
    head = read_head(text)
    described = own_tables.read(head.text)
    if own_tables.is_in_real_time(described) or described.digest != head.digest:
        return None
    game = own_tables.in_turns(described)
    match = GameMatch(game, head.seed, {})
    if can_be_learned(game):
        match.play_again(text)
    if match.outcome is None or match.state.rounds:  # the first round is not finished
        return None
    texts = [game.text(move) for turn in match.turns[:PLIES] for move in turn]
    return game, head.text, {Line(head.seed, match.outcome, tuple(texts))}
