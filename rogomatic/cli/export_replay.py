"""The file forms of a replayed game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from rogue.shared.errors import CommandError
from rogue.shared.wording import listed, plural

if TYPE_CHECKING:
    from rogomatic.cli.replay_sources import Found
    from rogomatic.run.recordings.timeline import Timeline
    from rogomatic.run.viewer.window_export import ShownFrame


class ExportForm(NamedTuple):
    """A form of file, made from moments of a game, with the arguments it accepts.

    has_pace     a number of commands per second
    has_window   a size of the whole window
    is_readable  a terminal can show it
    """

    pieces: Callable[[argparse.Namespace, Found, range], Iterable[bytes]]
    has_pace: bool = False
    has_window: bool = False
    is_readable: bool = False


def _cast(args: argparse.Namespace, found: Found, moments: range) -> Iterable[bytes]:
    from rogomatic.run.recordings.recording_formats import Header
    from rogomatic.run.recordings.replay_export import as_asciicast, part_of
    from rogomatic.run.viewer.window_export import window_cast

    if args.window is None:
        return as_asciicast(part_of(found.timeline, moments[0], moments[-1]), args.speed)
    header = Header(_title(found), found.timeline.recording.header.timestamp, *args.window)
    return window_cast(_shown(args, found, moments), header)


def _ttyrec(args: argparse.Namespace, found: Found, moments: range) -> Iterable[bytes]:
    from rogomatic.run.recordings.replay_export import as_ttyrec, part_of

    return as_ttyrec(part_of(found.timeline, moments[0], moments[-1]), args.speed)


def _txt(_args: argparse.Namespace, found: Found, moments: range) -> Iterable[bytes]:
    from rogomatic.run.recordings.replay_export import as_text

    return as_text(found.timeline, moments)


def _html(_args: argparse.Namespace, found: Found, moments: range) -> Iterable[bytes]:
    from rogomatic.run.recordings.chronicle import GameStory
    from rogomatic.run.recordings.game_frames import timeline_frames
    from rogomatic.run.reports.game_page import game_page

    timeline, first = found.timeline, moments[0]
    shown = [one._replace(number=one.number - first) for one in timeline.happenings if one.number in moments]
    story = GameStory(shown, timeline.why if moments[-1] == len(timeline) - 1 else ())
    frames = timeline_frames(timeline, moments)
    return game_page(_title(found), _lead(timeline, moments), found.notes, frames, story)


def _title(found: Found) -> str:
    """Return the title of a page: the game, and that the agent played it."""
    header = found.timeline.recording.header
    return found.title if header.origin is None else header.title.replace("rogomatic", "Rog-O-Matic", 1)


def _lead(timeline: Timeline, moments: range) -> str:
    """Return a sentence about a game and the part shown."""
    last = timeline.moments[-1]
    parts = [plural(timeline.commands, "command" if timeline.is_keyed else "picture")]
    turns = max(moment.turn for moment in timeline.moments)
    if turns >= 0:
        parts.append(plural(turns, "turn"))
    parts.append(timeline.ending or (f"to level {last.depth}" if last.depth else ""))
    shown = f" Shown are {moments[0] + 1:,} to {moments[-1] + 1:,}." if len(moments) < len(timeline) else ""
    return f"{', '.join(filter(None, parts))}.{shown}"


def _shown(args: argparse.Namespace, found: Found, moments: range) -> Iterable[ShownFrame]:
    from rogomatic.run.viewer.controls import Pace
    from rogomatic.run.viewer.window_export import shown_frames

    pace = Pace(args.speed or SPEED, one_pace=args.one_pace)
    return shown_frames(found.timeline, moments, args.window, pace, every_turn=args.every_turn)


def _svg(args: argparse.Namespace, found: Found, moments: range) -> Iterable[bytes]:
    from rogomatic.run.viewer.window_export import window_svg

    return window_svg(_few(args, found, moments), _title(found))


def _gif(args: argparse.Namespace, found: Found, moments: range) -> Iterable[bytes]:
    from rogomatic.run.viewer.window_export import window_gif

    return window_gif(_few(args, found, moments))


def _few(args: argparse.Namespace, found: Found, moments: range) -> list[ShownFrame]:
    """Return the frames of a moving picture.  Raises CommandError if there are too many."""
    frames = list(islice(_shown(args, found, moments), MAX_PICTURES + 1))
    if len(frames) > MAX_PICTURES:
        raise CommandError(
            f"{args.export} is for some seconds of a game, at most {MAX_PICTURES} pictures: "
            "choose a part with --from and --to."
        )
    return frames


MAX_PICTURES: Final = 400  # in a picture that moves: about a megabyte
SPEED: Final = 15.0  # commands per second
FORMS: Final[dict[str, ExportForm]] = {
    "html": ExportForm(_html),
    "svg": ExportForm(_svg, has_pace=True, has_window=True),
    "gif": ExportForm(_gif, has_pace=True, has_window=True),
    "cast": ExportForm(_cast, has_pace=True, has_window=True, is_readable=True),
    "ttyrec": ExportForm(_ttyrec, has_pace=True),
    "txt": ExportForm(_txt, is_readable=True),
}


def check(args: argparse.Namespace) -> None:
    """Raise CommandError for arguments that the form does not take, or if the file exists."""
    if args.export is None:
        for option, value in (("--out", args.out), ("--window", args.window), ("--to", args.to)):
            if value is not None:
                args.misused(f"{option} is for --export")
        return
    name, form = args.export, FORMS[args.export]
    if args.out is None and not form.is_readable and sys.stdout.isatty():
        args.misused(f"{name} is no text for a terminal: name a file with --out")
    if args.window is not None:
        _check_window(args)
    if args.speed is not None and not form.has_pace:
        args.misused(f"--speed is for --export {_having('has_pace')}")
    if args.speed == 0:
        args.misused("--speed 0 is for a window: a recording needs a pace")
    if name == "gif":
        from rogomatic.run.pixels import require_pillow

        require_pillow("GIF files", "an export as svg")
    if args.out is not None and args.out.exists():
        raise CommandError(f"{args.out} is there already and is not overwritten.")


def _check_window(args: argparse.Namespace) -> None:
    from rogomatic.agent.screen.vt100 import COLS, ROWS

    if not FORMS[args.export].has_window:
        args.misused(f"--window is for --export {_having('has_window')}")
    if args.window[0] < COLS or args.window[1] < ROWS:
        args.misused(f"--window: to show a game, {COLS} x {ROWS} are needed")


def _having(what: str) -> str:
    """Return the names of the forms that take an argument."""
    return listed([name for name, form in FORMS.items() if getattr(form, what)], "or")


def export(args: argparse.Namespace, found: Found, moments: range) -> None:
    """Write these moments of a game to the file, or to standard output.  Raises CommandError."""
    from rogue.shared.files import write_new

    pieces = FORMS[args.export].pieces(args, found, moments)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    write_new(args.out, pieces)
