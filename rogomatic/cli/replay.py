"""`rogomatic replay`: a game again, at any speed, forwards and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rogomatic.cli import memories, own, players, tapes
from rogomatic.cli.arguments import Commands, add_command, positive, seed, speed
from rogomatic.cli.failure import FAILED, Failure, as_said
from rogomatic.cli.newfile import write_new

if TYPE_CHECKING:
    from rogomatic.run.tapes.tape import Moment, Tape

HELP: Final = """Show a game again with the agent's reasons: the game of a seed (--seed), one of a kept batch
(RUN.db --seed S), a recording (asciicast, of `watch --record` or of another program; ttyrec), or a journal or
saved game of our own Rogue. Space pauses, the arrows step, ? shows all keys."""
FORMS: Final = ("cast", "ttyrec", "txt")
PLACES: Final = ("death", "end", "near-death")


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "replay", "show a game again", HELP, command)
    option = parser.add_argument
    option("file", type=Path, nargs="?", metavar="FILE", help="a recording, a journal, or a kept batch")
    option("--seed", type=seed, help="the dungeon's number; in a kept batch: which game")
    option("--edition", choices=own.EDITIONS, help=f"of the game of a seed (default {own.EDITION})")
    players.add_knobs(parser)
    memories.add_memory(parser, memories.SHIPPED, learns=None)
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--to-turn", type=seed, metavar="T", help="begin on turn T of the agent's clock")
    place.add_argument("--to-command", type=positive, metavar="N", help="begin at command N")
    place.add_argument("--to-level", type=positive, metavar="L", help="begin with the first visit to level L")
    place.add_argument("--to-fight", metavar="NAME", help="begin with the first fight with this monster")
    place.add_argument("--at", choices=PLACES, help="begin at the last command before the death, at "
        "the end, or when hit points fall below a fifth")  # fmt: skip
    option("--speed", type=speed, default=15.0, help="commands per second, 0 for as fast as possible (15)")
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
        raise Failure(f"{args.out} is there already and is not overwritten.")
    found = _written(args) if args.print or args.export is not None else _shown(args)
    if found is None:
        return 0
    for sentence in found.notes:
        print(as_said(sentence), file=sys.stderr)
    return FAILED if found.failed else 0


def _place(args: argparse.Namespace, tape: Tape) -> int:
    """Return the number of the moment that is asked for.  Raises Failure when there is none such."""
    from rogomatic.run.tapes import seek

    finders: tuple[tuple[Any, Callable[[list[Moment], Any], int]], ...] = (
        (args.to_turn, seek.turn), (args.to_command, seek.command), (args.to_level, seek.level),
        (args.to_fight, seek.fight), (args.at, seek.named),
    )  # fmt: skip
    try:
        return next((find(tape.moments, what) for what, find in finders if what is not None), 0)
    except seek.NotFound as sentence:
        raise Failure(str(sentence)) from None


def _export(args: argparse.Namespace, tape: Tape) -> None:
    from rogomatic.run.tapes.export import FORMS as WRITERS

    pieces: Iterable[bytes] = WRITERS[args.export](tape)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    write_new(args.out, pieces)


def _print(tape: Tape) -> None:
    from rogomatic.run.tapes.export import picture

    print(*picture(tape), sep="\n")


def _written(args: argparse.Namespace) -> tapes.Found:
    """Print or export a game."""
    found = tapes.find_tape(args)
    found.tape.go(_place(args, found.tape))
    if args.print:
        _print(found.tape)
    else:
        _export(args, found.tape)
    return found


def _shown(args: argparse.Namespace) -> tapes.Found | None:
    """Show a game in a window; None when the person has left before it was there."""
    from rogomatic.run.show.replay import Window
    from rogomatic.run.show.window.controls import Quit
    from rogomatic.run.show.window.terminal import NoTerminal

    try:
        with Window() as window:
            found = tapes.find_tape(args, window.progress)
            found.tape.go(_place(args, found.tape))
            window.replay(found.tape, found.title, found.notes, args.speed, paused=found.tape.at > 0)
    except NoTerminal as reason:
        raise Failure(f"{reason}  --print prints one moment, --export writes them all.") from None
    except Quit:
        return None
    return found
