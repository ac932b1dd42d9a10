"""The command `replay`, which shows a game again, prints a moment of the game, or exports the game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from rogomatic.cli import agent_factory, own_game, replay_sources
from rogomatic.cli.arguments import (
    add_edition,
    add_files_in,
    add_last,
    files_folder,
    seed,
    size,
    speed,
    turn_number,
)
from rogomatic.cli.export_replay import FORMS, SPEED, check, export
from rogomatic.cli.rule_file import add_ladder_options
from rogomatic.cli.watch_commands import EVERY_TURN_HELP, ONE_PACE_HELP
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.replay_export import picture
from rogomatic.run.recordings.timeline import Moment, Timeline
from rogomatic.run.viewer.controls import Quit, ViewOptions
from rogomatic.run.viewer.replay import ReplayWindow, moments_of, stops_of
from rogomatic.run.viewer.viewer_terminal import TerminalError
from rogue.shared.command_lines import Commands, add_command, file_name, positive
from rogue.shared.errors import CommandError, printable
from rogue.shared.program_start import FAILED

HELP: Final = """Show a game again, with the agent's reasons: the last game that you watched, the game of
a seed (--seed S plays it again with the shipped memory), a game of a saved batch (RUN.db --seed S), a
recording by `watch --record` or another program (asciicast 1 to 3, ttyrec, ttyrec3; also compressed with
gzip, bzip2, xz, or Zstandard), or a journal or saved game of our own Rogue. Space pauses, the arrow keys
step, and ? shows all keys. `rogue replay` shows a journal without the agent."""


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `replay` to `commands`."""
    parser = add_command(commands, "replay", brief, HELP, command)
    option = parser.add_argument
    option("file", type=file_name, nargs="?", metavar="FILE", help="a recording, a journal, or a saved batch")
    option("--seed", type=seed, help="the dungeon's number; with a saved batch, the game to show")
    option("--game", metavar="CMD", help="the program on which to replay a batch of another program; a file "
    "alone never starts a program")  # fmt: skip
    add_edition(parser, "edition of the game of a seed")
    add_last(parser, "the last game watched (the default without FILE or --seed), or the last one of --seed")
    option("--size", type=size, metavar="COLSxROWS", help="the window size of a recording, such as 120x40; "
    "a ttyrec does not contain it (default 80x24)")  # fmt: skip
    add_files_in(parser)
    agent_factory.add_knobs(parser)
    add_ladder_options(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    option("--highlights", action="store_true", help="show only the close, unlikely, and new events of "
        "a game or of a batch's notable games; also with --export svg, gif, or cast --window")  # fmt: skip
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--to-turn", type=turn_number, metavar="T", help="begin on turn T")
    place.add_argument("--to-command", type=positive, metavar="N", help="begin at command N")
    place.add_argument("--to-level", type=positive, metavar="L", help="begin with the first visit to level L")
    place.add_argument("--to-fight", metavar="NAME", help="begin with the first fight with this monster")
    place.add_argument("--from", dest="start", metavar="PLACE", help="begin at this place: turn 500, #120 (a "
        "command), level 5, near-death, death, end, or the first fight with a monster")  # fmt: skip
    place.add_argument("--at", choices=replay_sources.PLACES, help="begin at the last command before the "
        "death, at the end, or when hit points fall below a fifth")  # fmt: skip
    option("--speed", type=speed, help="commands per second, 0 for as fast as possible (default 15; an "
        "export of the game alone keeps the recorded pace)")  # fmt: skip
    option("--every-turn", action="store_true", help=EVERY_TURN_HELP)
    option("--one-pace", action="store_true", help=ONE_PACE_HELP)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--print", action="store_true", help="print the chosen moment, then exit")
    how.add_argument("--export", choices=tuple(FORMS), help="export the game to --out or standard output: "
    "html is a page that plays it in any browser; svg and gif (extra `plot`) are animated pictures of a few "
    "seconds; cast is for asciinema")  # fmt: skip
    option("--to", metavar="PLACE", help="with --export: end at this place, named as in --from")
    option("--window", type=size, metavar="COLSxROWS", help="with --export svg, gif, or cast: show the "
    "whole window with panels and reasons, in a size such as 120x40, instead of the game alone")  # fmt: skip
    option(
        "--out",
        type=file_name,
        metavar="FILE",
        help="write the export to this new file; - is standard output",
    )
    parser.set_defaults(shown_by="replay")


def command(args: argparse.Namespace) -> int:
    """Show, print, or export a game.  Return the exit code."""
    check(args)
    if args.highlights:
        _check_tour(args)
    found = _written(args) if args.print or args.export is not None else _shown(args)
    if found is None:
        return 0
    _tell(found)
    return FAILED if found.failed else 0


def _tell(found: replay_sources.Found) -> None:
    for sentence in found.notes:
        print(printable(sentence), file=sys.stderr)


def _check_tour(args: argparse.Namespace) -> None:
    places = (args.to_turn, args.to_command, args.to_level, args.to_fight, args.start, args.at)
    if args.print or args.to is not None or any(place is not None for place in places):
        args.misused("--highlights chooses the places itself: leave out --print, --to, and other places")


def _place(args: argparse.Namespace, timeline: Timeline) -> int:
    """Return the index of the moment at which to begin.  Raises PlaceNotFoundError."""
    finders: tuple[tuple[Any, Callable[[list[Moment], Any], int]], ...] = (
        (args.to_turn, seek.turn), (args.to_command, seek.command), (args.to_level, seek.level),
        (args.to_fight, seek.fight), (args.at, seek.named), (args.start, seek.place),
    )  # fmt: skip
    return next((find(timeline.moments, what) for what, find in finders if what is not None), 0)


def _moments(args: argparse.Namespace, timeline: Timeline) -> Sequence[int]:
    """Return the indexes of the moments to export.  Raises CommandError."""
    if args.highlights:
        return moments_of(stops_of(timeline))
    first, last = _place(args, timeline), len(timeline) - 1
    last = last if args.to is None else seek.place(timeline.moments, args.to)
    if last < first:
        raise CommandError(f"--to {args.to} is command {last + 1:,}, before the start at {first + 1:,}.")
    return range(first, last + 1)


def _print(timeline: Timeline) -> None:
    print(*picture(timeline), sep="\n")


def _written(args: argparse.Namespace) -> replay_sources.Found:
    found = replay_sources.find_timeline(args)
    try:
        if args.print:
            found.timeline.go(_place(args, found.timeline))
            _print(found.timeline)
        else:
            export(args, found, _moments(args, found.timeline))
    except seek.PlaceNotFoundError:
        _tell(found)  # the game may have ended before
        raise
    return found


def _shown(args: argparse.Namespace) -> replay_sources.Found | None:
    """Show a game in a window.  Return this game, or None if the user quits."""
    try:
        with ReplayWindow(own_game.terminal) as window:
            pace = SPEED if args.speed is None else args.speed
            options = ViewOptions(pace, files_folder(args), args.every_turn, args.one_pace)
            games = replay_sources.notable_games(args) if args.highlights else [args]
            for number, game in enumerate(games):
                found = replay_sources.find_timeline(game, window.progress)
                found.timeline.go(_place(args, found.timeline))
                tour = stops_of(found.timeline) if args.highlights else []
                goes_on, paused = number + 1 < len(games), found.timeline.at > 0
                if not window.replay(
                    found.timeline, found.title, found.notes, options, paused, tour, goes_on=goes_on
                ):
                    break
    except TerminalError as reason:
        raise CommandError(
            f"{reason}  Use --print for one moment, or --export for the game.", reason.code
        ) from None
    except Quit:
        return None
    return found
