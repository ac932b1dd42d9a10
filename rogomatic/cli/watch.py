"""`rogomatic watch`: show one game."""

from __future__ import annotations

import argparse
import shlex
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli import memories, players, recordings
from rogomatic.cli.arguments import Commands, add_command, add_game, program, seed, speed
from rogomatic.cli.failure import FAILED, INTERRUPTED, Failure

if TYPE_CHECKING:
    from rogomatic.run.play.game import Row

HELP: Final = """Watch the agent play in this window: which rule chose the keys and why, in a larger
window the whole of its mind. Keys: ? lists them all, space pauses, + and - change the speed, Tab takes
over, q quits."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "watch", "watch one game", HELP, command)
    parser.add_argument("--seed", type=seed, help="the dungeon's number; chosen when not given")
    parser.add_argument(
        "--speed", type=speed, default=15.0,
        help="commands per second, 0 for as fast as possible (default 15)",
    )  # fmt: skip
    players.add_knobs(parser)
    memories.add_memory(parser, memories.OWN, learns=True)
    parser.add_argument("--loop", action="store_true", help="go on with the next seed after each game")
    parser.add_argument("--record", type=Path, metavar="FILE.cast",
        help="record the game in this new file, for `rogomatic replay` and asciinema")  # fmt: skip
    recordings.add_keeping(parser)
    parser.add_argument("--attach", type=Path, metavar="RUN.db",
        help="look into a running batch that keeps its rows in this file")  # fmt: skip
    add_game(parser)


def command(args: argparse.Namespace) -> int:
    """Show one game."""
    import secrets

    from rogomatic.run.play.game import BROKEN, Limits
    from rogomatic.run.show.watch import line_of, watch
    from rogomatic.run.show.window.terminal import NoTerminal
    from rogomatic.run.tapes.keeping import NotRecorded

    if args.attach is not None:
        if args.game or args.edition or args.knobs or args.loop or args.seed is not None:
            args.misused("--attach shows what a batch plays: no game, seed or agent of its own can be chosen")
        if args.record is not None or args.keep_from is not None:
            args.misused("--attach looks at games that a batch plays: there it is that --keep-from records")
        return _attach(args.attach)
    if args.record is not None and (args.loop or args.keep_from is not None):
        args.misused("--record is for one game; --keep-from records one after the other")
    chosen = memories.chosen_memory(args)
    agents = players.with_knobs(players.players_with(chosen), args.knobs)
    links = program(args)
    file, keeper = recordings.one_file(args, agents), recordings.keeper_of(args, agents)
    first = secrets.randbelow(10**9) if args.seed is None else args.seed
    limits = Limits(stall_seconds=args.stall)
    seeds = count(first) if args.loop else (first,)
    rows: list[tuple[Row, Path | None]] = []
    interrupted = False
    try:
        watch(seeds, links, agents, limits, args.speed, rows, file or keeper or NotRecorded())
    except NoTerminal as reason:
        if file is not None:
            file.discard()
        raise Failure(str(reason)) from None
    except KeyboardInterrupt:
        interrupted = True
    for row, kept in rows:
        print(line_of(row))
        if kept is not None:
            print(f"The game was saved; go on with it: rogue {shlex.quote(str(kept))}")
        for sentence in filter(None, (row.error, row.warning)):
            print(sentence, file=sys.stderr)
    recorded = recordings.tell(file, keeper)
    memories.learn_from(chosen, [row.lessons for row, _ in rows])
    if interrupted:
        print(f"rogomatic: interrupted; the seed was {first + len(rows)}", file=sys.stderr)
        return INTERRUPTED
    return FAILED if not recorded or any(row.end_reason in BROKEN for row, _ in rows) else 0


def _attach(run: Path) -> int:
    """Show what the workers of a running batch play."""
    from rogomatic.run.show.attach import attach
    from rogomatic.run.show.window.terminal import NoTerminal

    if not run.is_file():
        raise Failure(f"There is no run {run}; a batch makes it with --out.")
    try:
        attach(run)
    except NoTerminal as reason:
        raise Failure(str(reason)) from None
    except OSError as error:
        raise Failure(f"The folder beside {run} cannot be used: {error.strerror}.") from None
    return 0
