"""`rogomatic batch`: play many games."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from rogomatic.cli import own, players
from rogomatic.cli.arguments import Commands, add_command, add_game, positive, program, seconds, seed
from rogomatic.cli.failure import Failure

if TYPE_CHECKING:
    from rogomatic.run.game import Limits
    from rogomatic.run.link import Link
    from rogomatic.run.record import Manifest

HELP: Final = """Play games with seeds S, S+1, ... and print a row for each, then what they amount
to. The rows do not depend on the number of processes."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "batch", "play many games", HELP, command)
    option = parser.add_argument
    option("--games", type=positive, default=10, metavar="N", help="how many (default 10)")
    option("--first-seed", type=seed, default=1, metavar="S", help="of the first (default 1)")
    option("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    option("--pty", action="store_true", help="play over a pseudo-terminal, not in memory")
    option("--out", type=Path, metavar="RUN.db", help="keep the rows in this new file")
    option("--resume", action="store_true", help="go on with a file that --out left unfinished")
    option("--json", action="store_true", help="print one JSON object instead of rows and summary")
    option("-q", "--quiet", action="store_true", help="print the summary only, no rows or progress")
    option("--limit-commands", type=positive, default=200_000, metavar="N",
        help="commands after which a game ends (default 200000)")  # fmt: skip
    option("--limit-cpu", type=seconds, metavar="S", help="CPU seconds per game")
    option("--limit-seconds", type=seconds, metavar="S", help="seconds per game by the clock")
    players.add_knobs(parser)
    add_game(parser)


def command(args: argparse.Namespace) -> int:
    """Play many games, print and keep their rows."""
    from rogomatic.run.batch import InMemory, run_batch
    from rogomatic.run.printing import print_batch
    from rogomatic.run.record import Record, RunFileError

    if args.resume and args.out is None:
        args.misused("--resume goes on with a file: name it with --out")
    links: Callable[[int], Link]
    on_terminal = args.pty or args.game is not None
    links = program(args) if on_terminal else InMemory(own.OwnGame(args.edition or own.EDITION))
    seeds: Sequence[int] = range(args.first_seed, args.first_seed + args.games)
    agents, limits = players.with_knobs(players.default_players(), args.knobs), _limits(args)
    try:
        with _leaving_in_order():
            if args.out is None:
                games = run_batch(seeds, links, agents, limits, args.jobs)
                return print_batch(games, len(seeds), args.quiet, args.json)
            with Record(args.out, _manifest(args, agents, limits), args.resume) as record:
                todo = [number for number in seeds if number not in record.seeds]
                games = run_batch(todo, links, agents, limits, args.jobs)
                return print_batch(record.keep(games), len(todo), args.quiet, args.json)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None


@contextmanager
def _leaving_in_order() -> Iterator[None]:
    """When a signal ends the batch, end its games and processes and sum up, as after an interrupt."""

    def leave(number: int, _frame: object) -> NoReturn:
        sys.exit(128 + number)

    ends = (signal.SIGTERM, signal.SIGHUP)
    # One that is ignored from the start stays so, as nohup leaves it.
    before = {number: old for number in ends if (old := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _limits(args: argparse.Namespace) -> Limits:
    from rogomatic.run.game import Limits

    return Limits(args.limit_commands, args.limit_cpu, args.limit_seconds, args.stall)


def _manifest(args: argparse.Namespace, agents: players.Players, limits: Limits) -> Manifest:
    from dataclasses import asdict
    from datetime import UTC, datetime

    from rogomatic.run.link import GAME_OPTIONS
    from rogomatic.run.record import Manifest

    return Manifest(
        version=own.VERSION,
        commit=_commit(),
        game=args.game or "",
        edition="" if args.game else args.edition or own.EDITION,
        options=GAME_OPTIONS,
        knobs=json.dumps(asdict(agents.knobs), sort_keys=True),
        memory_digest=agents.digest(),
        first_seed=args.first_seed,
        games=args.games,
        limits=json.dumps(asdict(limits), sort_keys=True),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _commit() -> str:
    """Return the commit of this source, "-dirty" when files differ from it, "" when not known."""
    import subprocess

    line = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(
            line, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
