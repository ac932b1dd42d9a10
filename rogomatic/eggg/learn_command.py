"""The command `eggg learn`, which turns journals into a file of openings for each game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rogomatic.eggg import own_tables
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import MAX_JOURNAL, SUFFIX, read_head
from rogomatic.eggg.move_choice import DRAW, LOSS, WIN
from rogomatic.eggg.openings import (
    NONE,
    PLIES,
    MatchBeginning,
    MoveRecord,
    Openings,
    can_be_learned,
    openings_of,
    records_of,
)
from rogue.shared.board_games import Game
from rogue.shared.errors import CommandError, RogomaticError, printable, reason_of
from rogue.shared.files import read_bounded, write_atomically
from rogue.shared.wording import plural

MAX_FILE: Final = 1 << 26  # bytes
_HEAD: Final = '{"openings": 1, '


class OpeningsError(CommandError):
    """Exception raised when a file does not hold openings."""


class OpeningsFile(NamedTuple):
    """Content of a file of openings.  Two files of a game are merged by uniting their `lines`.

    text   statements of the game and of its parents
    """

    digest: str
    text: str
    lines: frozenset[MatchBeginning]
    openings: Openings


def learn(args: argparse.Namespace) -> int:
    """Learn openings from files, or from all journals if no file is named.  Return the exit code.

    Raises CommandError if a named file cannot be used.
    """
    folder = own_tables.openings_folder()
    games: dict[str, tuple[Game, str, set[MatchBeginning]]] = {}
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
        print("Found no finished match of a game in which positions recur.")
    return 0


def _found(paths: Sequence[Path]) -> Iterator[tuple[Game, str, set[MatchBeginning]]]:
    """Yield (game, description, matches) of each file.  If `paths` is empty, use each readable journal."""
    for path in paths or sorted(own_tables.journals().glob(f"*{SUFFIX}")):
        try:
            found = _lines_in(path)
        except (RogomaticError, OSError, ValueError) as error:
            if paths:
                raise CommandError(f"Cannot learn from {path}: {reason_of(error)}.") from None
            continue
        if found is not None:
            yield found


def _lines_in(path: Path) -> tuple[Game, str, set[MatchBeginning]] | None:
    """Return (game, description, matches) of a file.  Return None if the file teaches nothing."""
    data = read_bounded(path, MAX_FILE)
    if data.startswith(_HEAD.encode()):
        file = from_text(data.decode())
        game = own_tables.in_turns(own_tables.read(file.text))
        return (game, file.text, set(file.lines)) if can_be_learned(game) else None
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
    return game, head.text, {MatchBeginning(head.seed, match.outcome, tuple(texts))}


def to_text(file: OpeningsFile) -> str:
    """Return a file of openings as text."""
    row = {"openings": 1, "digest": file.digest, "text": file.text, "lines": sorted(file.lines)}
    judged = {word: sorted(_records(found)) for word, found in file.openings._asdict().items()}
    return json.dumps({**row, **judged}) + "\n"


def from_text(text: str) -> OpeningsFile:
    """Return the file of openings that a text holds.  Raises OpeningsError."""
    try:
        row = json.loads(text)
        lines = [_line(*one) for one in row["lines"]]
        found = Openings(*(_by_position(row[word]) for word in Openings._fields))
        return OpeningsFile(str(row["digest"]), str(row["text"]), frozenset(lines), found)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise OpeningsError("it contains no openings") from None


def _line(seed: int, ends: Sequence[float], moves: Iterable[str]) -> MatchBeginning:
    if len(ends) != 2 or not {WIN, DRAW, LOSS}.issuperset(ends):
        raise ValueError
    return MatchBeginning(int(seed), tuple(map(float, ends)), tuple(map(str, moves)))


def _by_position(rows: Iterable[list[Any]]) -> dict[str, dict[str, MoveRecord]]:
    found: dict[str, dict[str, MoveRecord]] = {}
    for position, path, move, *counts in rows:
        record = MoveRecord(str(position), tuple(map(str, path)), str(move), *map(int, counts))
        if record.games < 1:
            raise ValueError
        found.setdefault(record.position, {})[record.move] = record
    return found


def kept_file(folder: Path, digest: str) -> OpeningsFile:
    """Return the openings of the game with this digest.  They are empty if the file is missing or damaged."""
    try:
        return from_text(read_bounded(_path_of(folder, digest), MAX_FILE).decode())
    except (OSError, ValueError, OpeningsError):
        return OpeningsFile(digest, "", frozenset(), NONE)


def write_openings(folder: Path, file: OpeningsFile) -> Path:
    """Write openings to a file, and return the path of the file.  Raises CommandError."""
    path = _path_of(folder, file.digest)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, to_text(file).encode())
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None
    return path


def _path_of(folder: Path, digest: str) -> Path:
    return folder / f"{digest[:32]}.json"


def told(openings: Openings) -> Iterator[str]:
    """Yield a line for each move that scored better or worse than an equal game, early moves first."""
    rows = [(len(one.path), one.path, word, one.move, one)
            for word, found in openings._asdict().items() for one in _records(found)]  # fmt: skip
    for _, path, word, move, one in sorted(rows):
        behind = f"after {' > '.join(path)}" if path else "at the start"
        yield f"  {move} {behind}: {word} than even, {100 * one.share:.0f} % of {one.games} matches"


def _records(found: Mapping[str, Mapping[str, MoveRecord]]) -> Iterator[MoveRecord]:
    return (one for moves in found.values() for one in moves.values())
