"""Recording games while they are played: the options, and what is said of the recordings.

Owns   --record, --keep-from and --keep-in, what a recording says of where it comes from.
Leaves recording and keeping (run.tapes.recording, run.tapes.keeping), which game and which agent (arguments,
       players).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rogomatic.cli import own, players
from rogomatic.cli.arguments import positive
from rogomatic.cli.failure import Failure

if TYPE_CHECKING:
    from rogomatic.run.tapes.cast import Origin
    from rogomatic.run.tapes.keeping import Keeper, OneFile


def add_keeping(parser: argparse.ArgumentParser) -> None:
    """Add which games are recorded and kept by themselves."""
    parser.add_argument("--keep-from", type=positive, metavar="LEVEL",
        help="record every game; keep those that come to this level, and those that get stuck, stall or "
        "crash")  # fmt: skip
    parser.add_argument("--keep-in", type=Path, metavar="FOLDER",
        help="where --keep-from keeps them (default: recordings in the data folder)")  # fmt: skip


def keeper_of(args: argparse.Namespace, agents: players.Players) -> Keeper | None:
    """Return who records and keeps games, None when that is not asked for.  Raises Failure."""
    from rogomatic.run.tapes.keeping import Keeper, usual_folder

    if args.keep_from is None:
        if args.keep_in is not None:
            args.misused("--keep-in is for --keep-from")
        return None
    folder = args.keep_in or usual_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"Recordings cannot be kept in {folder}: {error.strerror or error}.") from None
    return Keeper(folder, _origin(args, agents), args.keep_from, str(os.getpid()))


def one_file(args: argparse.Namespace, agents: players.Players) -> OneFile | None:
    """Return who records one game in the file of --record, None without.  Raises Failure."""
    from rogomatic.run.tapes.keeping import OneFile

    if args.record is None:
        return None
    try:
        return OneFile(args.record, _origin(args, agents))
    except FileExistsError:
        raise Failure(f"{args.record} is there already and is not overwritten.") from None
    except OSError as error:
        raise Failure(f"{args.record} cannot be written: {error.strerror or error}.") from None


def origin_of(agents: players.Players, edition: str = "", game: str = "") -> Origin:
    """Return what recordings say of the games of these agents; the seed is filled in for each."""
    from rogomatic.learn.text import compact
    from rogomatic.run.tapes.cast import Origin

    knobs = json.dumps(asdict(agents.knobs), sort_keys=True)
    return Origin(0, edition, game, own.VERSION, knobs, compact(agents.memory))


def tell(file: OneFile | None, keeper: Keeper | None) -> bool:
    """Say which recordings were kept, and what went wrong with others; return whether all went well."""
    troubles: list[str] = []
    if file is not None:
        troubles += filter(None, [file.trouble])
        print(f"recorded: {file.path}", file=sys.stderr)
    if keeper is not None:
        keeper.sweep()
        troubles += keeper.troubles
        for path in keeper.kept:
            print(f"kept: {path}", file=sys.stderr)
    for trouble in troubles:
        print(f"rogomatic: {trouble}", file=sys.stderr)
    return not troubles


def _origin(args: argparse.Namespace, agents: players.Players) -> Origin:
    return origin_of(agents, "" if args.game else args.edition or own.EDITION, args.game or "")
