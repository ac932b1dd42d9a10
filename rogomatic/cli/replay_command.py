"""`rogomatic replay`: a game again, at any speed, forwards and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rogomatic.cli import agent_factory, replay_sources
from rogomatic.cli.arguments import (
    Commands,
    add_command,
    add_edition,
    add_files_in,
    files_folder,
    positive,
    seed,
    speed,
)
from rogomatic.cli.cli_errors import FAILED, CommandError, printable
from rogomatic.cli.watch_commands import EVERY_TURN_HELP, ONE_PACE_HELP

if TYPE_CHECKING:
    from rogomatic.run.recordings.timeline import Moment, Timeline

HELP: Final = """Show a game again with the agent's reasons: the last one that was watched, the game of a seed
(--seed: played again, with the memory that ships), one of a kept batch (RUN.db --seed S), a recording
(asciicast, of `watch --record` or of another program; ttyrec), or a journal or
saved game of our own Rogue. Space pauses, the arrows step, ? shows all keys.
`rogue replay` shows a journal without the agent."""
FORMS: Final = ("cast", "ttyrec", "txt")


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "replay", "show a game again", HELP, command)
    option = parser.add_argument
    option("file", type=Path, nargs="?", metavar="FILE", help="a recording, a journal, or a kept batch")
    option("--seed", type=seed, help="the dungeon's number; in a kept batch: which game")
    option("--game", metavar="CMD", help="the program that is to play a kept game of another program again; "
        "none is started because a file names it")  # fmt: skip
    add_edition(parser, "of the game of a seed")
    option(
        "--last", action="store_true",
        help="the last game that was watched (so without a file or a seed, too), or the last of --seed",
    )  # fmt: skip
    add_files_in(parser)
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--to-turn", type=seed, metavar="T", help="begin on turn T of the agent's clock")
    place.add_argument("--to-command", type=positive, metavar="N", help="begin at command N")
    place.add_argument("--to-level", type=positive, metavar="L", help="begin with the first visit to level L")
    place.add_argument("--to-fight", metavar="NAME", help="begin with the first fight with this monster")
    place.add_argument("--at", choices=replay_sources.PLACES, help="begin at the last command before the "
        "death, at the end, or when hit points fall below a fifth")  # fmt: skip
    option("--speed", type=speed, default=15.0, help="commands per second, 0 for as fast as possible (15)")
    option("--every-turn", action="store_true", help=EVERY_TURN_HELP)
    option("--one-pace", action="store_true", help=ONE_PACE_HELP)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--print", action="store_true", help="print that moment and end")
    how.add_argument("--export", choices=FORMS, help="write the whole game in this form: to standard output")
    option("--out", type=Path, metavar="FILE", help="write the export to this new file")


def command(args: argparse.Namespace) -> int:
    """Show, print or export a game."""
    if args.out is not None and args.export is None:
        args.misused("--out is for --export")
    if args.export == "ttyrec" and args.out is None and sys.stdout.isatty():
        args.misused("ttyrec is no text for a terminal: name a file with --out")
    if args.out is not None and args.out.exists():
        raise CommandError(f"{args.out} is there already and is not overwritten.")
    found = _written(args) if args.print or args.export is not None else _shown(args)
    if found is None:
        return 0
    for sentence in found.notes:
        print(printable(sentence), file=sys.stderr)
    return FAILED if found.failed else 0


def _place(args: argparse.Namespace, timeline: Timeline) -> int:
    """Return the number of the moment that is asked for.  Raises CommandError when there is none such."""
    from rogomatic.run.recordings import seek

    finders: tuple[tuple[Any, Callable[[list[Moment], Any], int]], ...] = (
        (args.to_turn, seek.turn), (args.to_command, seek.command), (args.to_level, seek.level),
        (args.to_fight, seek.fight), (args.at, seek.named),
    )  # fmt: skip
    try:
        return next((find(timeline.moments, what) for what, find in finders if what is not None), 0)
    except seek.PlaceNotFoundError as sentence:
        raise CommandError(str(sentence)) from None


def _export(args: argparse.Namespace, timeline: Timeline) -> None:
    from rogomatic.run.recordings.replay_export import FORMS as WRITERS
    from rogomatic.run.storage.file_io import NewFileError, write_new

    pieces: Iterable[bytes] = WRITERS[args.export](timeline)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    try:
        write_new(args.out, pieces)
    except NewFileError as refusal:
        raise CommandError(str(refusal)) from None


def _print(timeline: Timeline) -> None:
    from rogomatic.run.recordings.replay_export import picture

    print(*picture(timeline), sep="\n")


def _written(args: argparse.Namespace) -> replay_sources.Found:
    """Print or export a game."""
    found = replay_sources.find_timeline(args)
    found.timeline.go(_place(args, found.timeline))
    if args.print:
        _print(found.timeline)
    else:
        _export(args, found.timeline)
    return found


def _shown(args: argparse.Namespace) -> replay_sources.Found | None:
    """Show a game in a window; None when the person has left before it was there."""
    from rogomatic.run.viewer.controls import Quit, ViewOptions
    from rogomatic.run.viewer.replay import ReplayWindow
    from rogomatic.run.viewer.viewer_terminal import TerminalError

    try:
        with ReplayWindow() as window:
            found = replay_sources.find_timeline(args, window.progress)
            found.timeline.go(_place(args, found.timeline))
            options = ViewOptions(args.speed, files_folder(args), args.every_turn, args.one_pace)
            paused = found.timeline.at > 0
            window.replay(found.timeline, found.title, found.notes, options, paused)
    except TerminalError as reason:
        raise CommandError(f"{reason}  --print prints one moment, --export writes them all.") from None
    except Quit:
        return None
    return found
