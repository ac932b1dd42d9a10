"""The file formats in which a game can be exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.cli import own_game
from rogomatic.cli.replay_sources import Found, last_watched
from rogomatic.review.review_html import review_section
from rogomatic.review.review_store import beside, of_seed, read_review
from rogomatic.run.recordings.game_frames import timeline_frames
from rogomatic.run.recordings.recording_formats import Header
from rogomatic.run.recordings.replay_export import as_asciicast, as_text, as_ttyrec, part_of
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.run.reports.game_page import game_page
from rogomatic.run.reports.picture_file import require_pillow
from rogomatic.run.viewer.controls import Pace
from rogomatic.run.viewer.replay import stops_of
from rogomatic.run.viewer.window_export import ShownFrame, shown_frames, window_cast, window_gif, window_svg
from rogue.shared.command_lines import command_for
from rogue.shared.errors import CommandError, printable
from rogue.shared.files import write_new
from rogue.shared.wording import listed, plural


class ExportForm(NamedTuple):
    """A file format for a game, with the options that it accepts.

    pieces       function that returns the content of the file
    has_pace     whether the format accepts --speed
    has_window   whether the format accepts --window
    has_tour     whether the format accepts --highlights
    is_readable  whether the file can be printed on a terminal
    opens        hint on how to open the file.  {replay} stands for the command that shows the game.
    """

    pieces: Callable[[argparse.Namespace, Found, Sequence[int]], Iterable[bytes]]
    opens: str
    has_pace: bool = False
    has_window: bool = False
    has_tour: bool = False
    is_readable: bool = False


def _cast(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[bytes]:
    if args.window is None:
        return as_asciicast(part_of(found.timeline, moments[0], moments[-1]), args.speed)
    header = Header(_title(found), found.timeline.recording.header.timestamp, *args.window)
    return window_cast(_shown(args, found, moments), header)


def _ttyrec(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[bytes]:
    return as_ttyrec(part_of(found.timeline, moments[0], moments[-1]), args.speed)


def _txt(_args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[bytes]:
    return as_text(found.timeline, moments)


def _html(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[bytes]:
    timeline, first = found.timeline, moments[0]
    shown = [one._replace(number=one.number - first) for one in timeline.happenings if one.number in moments]
    is_whole = moments[-1] == len(timeline) - 1
    story = timeline.story._replace(happenings=shown, why=timeline.why if is_whole else ())
    frames = timeline_frames(timeline, moments)
    return game_page(_title(found), _lead(timeline, moments), found.notes, frames, story, _review(args))


def _review(args: argparse.Namespace) -> Iterable[str]:
    """Return the lines of HTML with the stored review of a game.  Return () if there is no review."""
    if args.file is not None:
        path: Path | None = beside(args.file)
    elif args.last or args.seed is None:
        watched = last_watched(args.seed, args.last)
        path = None if watched is None else beside(watched)
    else:
        path = of_seed(args.edition or own_game.EDITION, args.seed)
    review = None if path is None else read_review(path)
    return () if review is None else review_section(review)


def _title(found: Found) -> str:
    """Return the title of an exported game.  This title calls the agent Rog-O-Matic."""
    header = found.timeline.recording.header
    return found.title if header.origin is None else header.title.replace("rogomatic", "Rog-O-Matic", 1)


def _lead(timeline: Timeline, moments: Sequence[int]) -> str:
    """Return a sentence about the length and the end of a game, and about the part that is shown."""
    last = timeline.moments[-1]
    parts = [plural(timeline.commands, "command" if timeline.is_keyed else "picture")]
    turns = max(moment.turn for moment in timeline.moments)
    if turns >= 0:
        parts.append(plural(turns, "turn"))
    parts.append(timeline.ending or (f"to level {last.depth}" if last.depth else ""))
    shown = f" Part shown: {moments[0] + 1:,} to {moments[-1] + 1:,}." if len(moments) < len(timeline) else ""
    return f"{', '.join(filter(None, parts))}.{shown}"


def _shown(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[ShownFrame]:
    pace = Pace(args.speed or SPEED, one_pace=args.one_pace)
    tour = stops_of(found.timeline) if args.highlights else ()
    return shown_frames(found.timeline, moments, args.window, pace, tour, every_turn=args.every_turn)


def _svg(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[bytes]:
    return window_svg(_few(args, found, moments), _title(found))


def _gif(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> Iterable[bytes]:
    return window_gif(_few(args, found, moments))


def _few(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> list[ShownFrame]:
    """Return the frames of an animation.  Raises CommandError if there are too many."""
    frames = list(islice(_shown(args, found, moments), MAX_PICTURES + 1))
    if len(frames) > MAX_PICTURES:
        raise CommandError(
            f"--export {args.export} can show only a few seconds of a game, at most {MAX_PICTURES} pictures; "
            "choose a part with --from and --to."
        )
    return frames


_KILO: Final = 1000
MAX_PICTURES: Final = 400  # frames of an animation: about a megabyte
SPEED: Final = 15.0  # commands per second
_BROWSER: Final = "any browser opens it, even offline"
_PICTURE: Final = "browsers and documents show it like a photo"
FORMS: Final[dict[str, ExportForm]] = {
    "html": ExportForm(_html, _BROWSER),
    "svg": ExportForm(_svg, _PICTURE, has_pace=True, has_window=True, has_tour=True),
    "gif": ExportForm(_gif, _PICTURE, has_pace=True, has_window=True, has_tour=True),
    "cast": ExportForm(_cast, "{replay}", has_pace=True, has_window=True, is_readable=True),
    "ttyrec": ExportForm(_ttyrec, "{replay}", has_pace=True),
    "txt": ExportForm(_txt, "it is plain text", is_readable=True),
}


def check(args: argparse.Namespace) -> None:
    """Raise CommandError if the file exists.  Exit with a usage error if an option does not fit the form."""
    if args.out == Path("-"):
        args.out = None  # standard output
    if args.export is None:
        for option, value in (("--out", args.out), ("--window", args.window), ("--to", args.to)):
            if value is not None:
                args.misused(f"{option} needs --export")
        return
    name, form = args.export, FORMS[args.export]
    if args.out is None and not form.is_readable and sys.stdout.isatty():
        args.misused(f"{name} cannot be printed on a terminal; name a file with --out")
    if args.window is not None:
        _check_window(args)
    if args.highlights and not (form.has_tour or (form.has_window and args.window is not None)):
        args.misused(
            f"--highlights works with --export {_having('has_tour')}, or cast with --window; "
            "an html page always lists the highlights"
        )
    if args.speed is not None and not form.has_pace:
        args.misused(f"--speed works with --export {_having('has_pace')}, not with {name}")
    if args.speed == 0:
        args.misused("--speed 0 cannot be used with --export; use a speed above 0")
    if name == "gif":
        require_pillow("GIF files", "an export as svg")
    if args.out is not None and args.out.exists():
        raise CommandError(f"{args.out} already exists and is not overwritten.")


def _check_window(args: argparse.Namespace) -> None:
    if not FORMS[args.export].has_window:
        args.misused(f"--window works only with --export {_having('has_window')}")
    if args.window[0] < COLS or args.window[1] < ROWS:
        args.misused(f"--window must be at least {COLS}x{ROWS}")


def _having(what: str) -> str:
    """Return a list, in words, of the formats whose field `what` is true."""
    return listed([name for name, form in FORMS.items() if getattr(form, what)], "or")


def export(args: argparse.Namespace, found: Found, moments: Sequence[int]) -> None:
    """Write these moments of a game to the file of --out or to standard output.  Raises CommandError."""
    pieces = FORMS[args.export].pieces(args, found, moments)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    write_new(args.out, pieces)
    opens = FORMS[args.export].opens.format(replay=command_for("rogomatic", "replay", str(args.out)))
    print(printable(f"{args.out}, {size_in_words(args.out.stat().st_size)}: {opens}"))


def size_in_words(size: int) -> str:
    """Return a number of bytes in words, rounded to kilobytes or megabytes.

    >>> size_in_words(812), size_in_words(412_345), size_in_words(2_680_000)
    ('812 bytes', '412 kB', '2.7 MB')
    """
    if size < _KILO:
        return plural(size, "byte")
    return f"{size / _KILO:,.0f} kB" if size < _KILO**2 else f"{size / _KILO**2:.1f} MB"
