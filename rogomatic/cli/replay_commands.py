"""`rogomatic replay`: a game shown again, printed, or exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rogomatic.cli import agent_factory, own_game, replay_sources
from rogomatic.cli.arguments import add_edition, add_files_in, files_folder, seed, size, speed, turn_number
from rogomatic.cli.watch_commands import EVERY_TURN_HELP, ONE_PACE_HELP
from rogue.shared.command_lines import Commands, add_command, positive
from rogue.shared.errors import CommandError, printable
from rogue.shared.program_start import FAILED

if TYPE_CHECKING:
    from rogomatic.run.recordings.timeline import Moment, Timeline


HELP: Final = """Show a game again with the agent's reasons: the last one that was watched, the game of a seed
(--seed: played again, with the memory that ships), one of a kept batch (RUN.db --seed S), a recording
of `watch --record` or of another program (asciicast 1 to 3, ttyrec, ttyrec3; also packed by gzip, bzip2, xz
or Zstandard), or a journal or saved game of our own Rogue. Space pauses, the arrows step, ? shows all keys.
`rogue replay` shows a journal without the agent."""
SPEED: Final = 15.0  # commands per second in a window
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
    option("--size", type=size, metavar="COLSxROWS", help="how large the window of a recording was, as in "
        "120x40; a ttyrec does not say it (80x24)")  # fmt: skip
    add_files_in(parser)
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--to-turn", type=turn_number, metavar="T", help="begin on turn T of the agent's clock"
    )
    place.add_argument("--to-command", type=positive, metavar="N", help="begin at command N")
    place.add_argument("--to-level", type=positive, metavar="L", help="begin with the first visit to level L")
    place.add_argument("--to-fight", metavar="NAME", help="begin with the first fight with this monster")
    place.add_argument("--at", choices=replay_sources.PLACES, help="begin at the last command before the "
        "death, at the end, or when hit points fall below a fifth")  # fmt: skip
    option("--speed", type=speed, help="commands per second, 0 for as fast as possible (15; an export of the "
        "game keeps the pace at which it was recorded)")  # fmt: skip
    option("--every-turn", action="store_true", help=EVERY_TURN_HELP)
    option("--one-pace", action="store_true", help=ONE_PACE_HELP)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--print", action="store_true", help="print that moment and end")
    how.add_argument("--export", choices=FORMS, help="write the whole game in this form: to standard output")
    option("--window", type=size, metavar="COLSxROWS", help="with --export cast: the whole window with "
        "panels and reasons, so large, as in 120x40, instead of the game alone")  # fmt: skip
    option("--out", type=Path, metavar="FILE", help="write the export to this new file")


def command(args: argparse.Namespace) -> int:
    """Show, print or export a game."""
    if args.out is not None and args.export is None:
        args.misused("--out is for --export")
    if args.export == "ttyrec" and args.out is None and sys.stdout.isatty():
        args.misused("ttyrec is no text for a terminal: name a file with --out")
    if args.out is not None and args.out.exists():
        raise CommandError(f"{args.out} is there already and is not overwritten.")
    _check_pace(args)
    found = _written(args) if args.print or args.export is not None else _shown(args)
    if found is None:
        return 0
    for sentence in found.notes:
        print(printable(sentence), file=sys.stderr)
    return FAILED if found.failed else 0


def _check_pace(args: argparse.Namespace) -> None:
    """Refuse a pace or window that the export cannot have."""
    from rogomatic.agent.screen.vt100 import COLS, ROWS

    if args.window is not None:
        if args.export != "cast":
            args.misused("--window is for --export cast")
        from rogomatic.agent.screen.vt100 import COLS, ROWS

        if args.window[0] < COLS or args.window[1] < ROWS:
            args.misused(f"--window: to show a game, {COLS} x {ROWS} are needed")
    if args.export is None or args.speed is None:
        return
    if args.export == "txt":
        args.misused("--speed is for recordings; txt has no times")
    if args.speed == 0:
        args.misused("--speed 0 is for a window: a recording needs a pace")


def _place(args: argparse.Namespace, timeline: Timeline) -> int:
    """Return the number of the requested moment.  Raises CommandError when there is none such."""
    from rogomatic.run.recordings import seek

    finders: tuple[tuple[Any, Callable[[list[Moment], Any], int]], ...] = (
        (args.to_turn, seek.turn), (args.to_command, seek.command), (args.to_level, seek.level),
        (args.to_fight, seek.fight), (args.at, seek.named),
    )  # fmt: skip
    try:
        return next((find(timeline.moments, what) for what, find in finders if what is not None), 0)
    except seek.PlaceNotFoundError as sentence:
        raise CommandError(str(sentence)) from None


def _pieces(args: argparse.Namespace, found: replay_sources.Found) -> Iterable[bytes]:
    """Return an export, piece by piece."""
    from rogomatic.run.recordings.replay_export import FORMS as WRITERS

    if args.window is None:
        return WRITERS[args.export](found.timeline, args.speed)
    from rogomatic.run.viewer.controls import Pace
    from rogomatic.run.viewer.window_export import window_cast

    pace = Pace(args.speed or SPEED, one_pace=args.one_pace)
    return window_cast(found.timeline, found.title, args.window, pace, every_turn=args.every_turn)


def _export(args: argparse.Namespace, found: replay_sources.Found) -> None:
    from rogue.shared.files import NewFileError, write_new

    pieces = _pieces(args, found)
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
        _export(args, found)
    return found


def _shown(args: argparse.Namespace) -> replay_sources.Found | None:
    """Show a game in a window; None when the person has left before it was there."""
    from rogomatic.run.viewer.controls import Quit, ViewOptions
    from rogomatic.run.viewer.replay import ReplayWindow
    from rogomatic.run.viewer.viewer_terminal import TerminalError

    try:
        with ReplayWindow(own_game.window_size, own_game.key_decoder()) as window:
            found = replay_sources.find_timeline(args, window.progress)
            found.timeline.go(_place(args, found.timeline))
            pace = SPEED if args.speed is None else args.speed
            options = ViewOptions(pace, files_folder(args), args.every_turn, args.one_pace)
            paused = found.timeline.at > 0
            window.replay(found.timeline, found.title, found.notes, options, paused)
    except TerminalError as reason:
        raise CommandError(
            f"{reason}  --print prints one moment, --export writes them all.", reason.code
        ) from None
    except Quit:
        return None
    return found
