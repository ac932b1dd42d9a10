"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from rogomatic.agent.knobs import to_record
from rogomatic.agent.memory.memory_format import compact
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.own_game import EDITION, EDITIONS, own_program
from rogomatic.run.recordings.recording_formats import MAX_COLS, MAX_ROWS, Origin
from rogomatic.run.recordings.recording_store import (
    LastGames,
    OneFile,
    RecordingKeeper,
    usual_folder,
    watched_folder,
)
from rogomatic.run.runner.pty import Program
from rogomatic.run.storage.agent_files import data_folder
from rogue.shared.command_lines import MAX_SEED, decimal_number, file_name, positive, seconds, whole_number
from rogue.shared.errors import CommandError
from rogue.shared.seeds import read_seed

ANY_TIME: Final = "*"
"""Value of --last without a time stamp."""
GAME_HELP: Final = """play this Rogue program on an 80x24 terminal with a private HOME; {seed} in CMD
stands for the seed"""


def add_edition(parser: argparse.ArgumentParser, what: str) -> None:
    """Add --edition and --variant.  Both set `args.edition` to the full name of an edition or variant."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--edition", choices=EDITIONS, help=f"{what} (default {EDITION})")
    which.add_argument("--variant", dest="edition", type=own_game.variant_called,
        metavar="NAME", help="a variant: its name (see `rogue variant list`) or ./FILE.toml")  # fmt: skip


def add_last(parser: argparse.ArgumentParser, what: str) -> None:
    """Add --last, which selects the newest watched game or, with a time stamp, an earlier watched game."""
    parser.add_argument("--last", nargs="?", const=ANY_TIME, type=_time_stamp, metavar="WHEN",
        help=f"{what}; WHEN, which is printed at the end of a game, names an earlier one")  # fmt: skip


def _time_stamp(text: str) -> str:
    """Return `text` if it is a time stamp or ANY_TIME.  Raises ArgumentTypeError."""
    if text != ANY_TIME and not re.fullmatch(r"\d{8}-\d{6}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 20260131-235959")
    return text


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which Rogue to play, and after how many seconds it counts as stalled."""
    parser.add_argument("--game", metavar="CMD", help=GAME_HELP)
    add_edition(parser, "edition of our own Rogue")
    parser.add_argument("--stall", type=seconds, default=10.0, metavar="SECONDS",
        help="give up a game that is not ready for a command within this time (default 10)")  # fmt: skip


def program(args: argparse.Namespace) -> Program:
    """Return the program that --game names.  Without --game, return our own Rogue.  Raises CommandError."""
    if args.game is None:
        return own_program(args.edition or EDITION)
    if args.edition is not None:
        args.misused("--edition and --variant are for our own Rogue; they cannot be used with --game")
    return program_of(args.game, f"Cannot find the program of --game {args.game!r}")


def program_of(command: str, missing: str) -> Program:
    """Return the program that a command starts.

    Raises CommandError, with the text `missing` if there is no such program.
    """
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise CommandError(f"The command {command!r} cannot be read: {error}.") from None
    found = shutil.which(argv[0]) if argv else None
    if found is None:
        raise CommandError(f"{missing}.")
    return Program((found, *argv[1:]))


def seed(text: str) -> int:
    """Parse the seed of a dungeon.  A seed is less than 2**63, because files of games store only 63 bits."""
    return read_seed(text, MAX_SEED + 1)


def turn_number(text: str) -> int:
    """Parse the number of a turn.  It may be 0."""
    return whole_number(text, 0)


def shard(text: str) -> tuple[int, int]:
    """Parse which part of a batch to play.  The text "2/5" means part 2 of 5 and gives (2, 5)."""
    part, slash, parts = text.partition("/")
    if not slash:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 2/5")
    of = positive(parts)
    return whole_number(part, 1, of), of


def speed(text: str) -> float:
    """Parse a number of commands per second.  The number 0 means as fast as possible."""
    return decimal_number(text, 0, 1_000_000)


def size(text: str) -> tuple[int, int]:
    """Parse the size of a window as (columns, rows).

    >>> size("120x40")
    (120, 40)
    """
    found = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 120x40 (columns and rows)")
    return whole_number(found[1], 1, MAX_COLS), whole_number(found[2], 1, MAX_ROWS)


def add_keeping(parser: argparse.ArgumentParser) -> None:
    """Add --keep-from and --keep-in, the options for recording many games."""
    parser.add_argument("--keep-from", type=positive, metavar="LEVEL",
        help="record every game; keep those that reach this level, get stuck, stall, or crash")  # fmt: skip
    parser.add_argument("--keep-in", type=file_name, metavar="FOLDER",
        help="the folder for --keep-from (default: recordings in the data folder)")  # fmt: skip


def add_files_in(parser: argparse.ArgumentParser) -> None:
    """Add --files-in, the folder for the files that the keys x and S write."""
    parser.add_argument("--files-in", type=file_name, metavar="FOLDER",
        help="the folder for the files of the keys x and S (default: files in the data folder)")  # fmt: skip


def files_folder(args: argparse.Namespace) -> Path:
    """Return the folder for the files that the keys x and S write."""
    folder: Path | None = args.files_in
    return data_folder() / "files" if folder is None else folder


def keeper_of(args: argparse.Namespace, agents: agent_factory.AgentFactory) -> RecordingKeeper | None:
    """Return the recorder for --keep-from.  Return None without this option.  Raises CommandError."""
    if args.keep_from is None:
        if args.keep_in is not None:
            args.misused("--keep-in needs --keep-from")
        return None
    folder = args.keep_in or usual_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"Recordings cannot be saved in {folder}: {error.strerror or error}.") from None
    return RecordingKeeper(folder, origin_of_game(args, agents), args.keep_from, str(os.getpid()))


def one_file(args: argparse.Namespace, agents: agent_factory.AgentFactory) -> OneFile | None:
    """Return the recorder for --record.  Return None without this option.  Raises CommandError."""
    if args.record is None:
        return None
    try:
        return OneFile(args.record, origin_of_game(args, agents))
    except FileExistsError:
        raise CommandError(f"{args.record} already exists and is not overwritten.") from None
    except OSError as error:
        raise CommandError(f"{args.record} cannot be written: {error.strerror or error}.") from None


def origin_of(agents: agent_factory.AgentFactory, edition: str = "", game: str = "") -> Origin:
    """Return the origin for recordings of these agents' games.  The seed of this origin is 0."""
    knobs = json.dumps(to_record(agents.knobs), sort_keys=True)
    return Origin(
        0, edition, game, own_game.VERSION, knobs, compact(agents.memory), resigns=agents.resigns,
        rules=agents.rules.file_record, without=agents.rules.without_record,
    )  # fmt: skip


def report_recordings(
    file: OneFile | None, keeper: RecordingKeeper | None, last: LastGames | None = None
) -> bool:
    """Print the paths of kept recordings, and print all errors.  Return whether there were no errors."""
    troubles: list[str] = []
    if file is not None:
        troubles += filter(None, [file.trouble])
        print(f"recorded: {file.path}", file=sys.stderr)
    if keeper is not None:
        keeper.sweep()
        troubles += keeper.troubles
        for path in keeper.kept:
            print(f"kept: {path}", file=sys.stderr)
    if last is not None:
        last.sweep()
        troubles += last.troubles
    for trouble in troubles:
        print(f"rogomatic: {trouble}", file=sys.stderr)
    return not troubles


def game_of(args: argparse.Namespace) -> str:
    """Return the name of the Rogue to play: an edition, a variant, or the command of another program."""
    return args.game or args.edition or own_game.EDITION


def last_games(
    args: argparse.Namespace, agents: agent_factory.AgentFactory, turns_before: int = 0
) -> LastGames:
    """Return a recorder that keeps the last watched games.

    turns_before  number of turns that were played before, if a saved game is continued
    """
    origin = replace(origin_of_game(args, agents), turns_before=turns_before)
    return LastGames(watched_folder(), origin, str(os.getpid()))


def origin_of_game(args: argparse.Namespace, agents: agent_factory.AgentFactory) -> Origin:
    """Return the origin for recordings in which these agents play the Rogue that the arguments name."""
    game = getattr(args, "game", None)
    return origin_of(agents, "" if game else args.edition or own_game.EDITION, game or "")
