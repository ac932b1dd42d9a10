"""`rogomatic batch`: play many games."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli import memories, own, players, recordings
from rogomatic.cli.arguments import (
    Commands,
    add_command,
    add_game,
    positive,
    program,
    seconds,
    seed,
    shard,
)
from rogomatic.cli.failure import Failure, say_at_once
from rogomatic.cli.school import School
from rogomatic.cli.source import commit

if TYPE_CHECKING:
    from rogomatic.run.files.runfile import Manifest
    from rogomatic.run.play.batch import Engine
    from rogomatic.run.play.game import Limits, Row
    from rogomatic.run.play.link import Link
    from rogomatic.run.play.stopping import Stop

HELP: Final = """Play games with seeds S, S+1, ... and print a row for each, then what they amount
to. The rows do not depend on the number of processes."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "batch", "play many games", HELP, command)
    option = parser.add_argument
    option("--games", type=positive, default=10, metavar="N", help="how many (default 10)")
    option("--first-seed", type=seed, default=1, metavar="S", help="of the first (default 1)")
    option("--jobs", type=positive, metavar="J",
        help="games at once (default 1; on a cluster as many as it has processors)")  # fmt: skip
    option("--engine", choices=("local", "ray"), default="local",
        help="where: processes on this machine, or the Ray cluster that RAY_ADDRESS names")  # fmt: skip
    option("--pty", action="store_true", help="play over a pseudo-terminal, not in memory")
    option("--out", type=Path, metavar="RUN.db", help="keep the rows in this new file")
    option("--resume", action="store_true", help="go on with a file that --out left unfinished")
    option("--shard", type=shard, metavar="I/N",
        help="only every N-th game, from the I-th on; `rogomatic merge` puts the files together")  # fmt: skip
    option("--json", action="store_true", help="print one JSON object instead of rows and summary")
    option("-q", "--quiet", action="store_true", help="print the summary only, no rows or progress")
    option("--limit-commands", type=positive, default=200_000, metavar="N",
        help="commands after which a game ends (default 200000)")  # fmt: skip
    option("--limit-turns", type=positive, metavar="N", help="turns after which a game ends")
    option("--limit-cpu", type=seconds, metavar="S", help="CPU seconds per game")
    option("--limit-seconds", type=seconds, metavar="S", help="seconds per game by the clock")
    players.add_knobs(parser)
    recordings.add_keeping(parser)
    memories.add_memory(parser, memories.SHIPPED, learns=False)
    add_game(parser)


def command(args: argparse.Namespace) -> int:
    """Play many games, print and keep their rows."""
    from rogomatic.run.files.runfile import RunFileError
    from rogomatic.run.play.cluster import NoCluster, require_ray
    from rogomatic.run.play.stopping import stopping

    if args.resume and args.out is None:
        args.misused("--resume goes on with a file: name it with --out")
    if args.engine == "ray" and (args.pty or args.game is not None):
        args.misused("--engine ray plays in memory, not on terminals; for these there is --shard")
    if args.engine == "ray" and args.keep_from is not None:
        args.misused("--keep-from records on this machine: not with --engine ray")
    try:
        if args.engine == "ray":
            require_ray()  # before a file is made
        with stopping(say_at_once) as stop:
            code = _play(args, stop)
        if stop.asked:
            raise KeyboardInterrupt
    except (RunFileError, NoCluster) as refusal:
        raise Failure(str(refusal)) from None
    except KeyboardInterrupt:
        if args.out is not None and args.out.exists():
            print(f"rogomatic: what is over is kept in {args.out}; --resume plays the rest", file=sys.stderr)
        raise
    return code


def _play(args: argparse.Namespace, stop: Stop) -> int:
    """Play the games that are wanted and not kept already; return the exit code."""
    from rogomatic.run.figures.printing import print_batch
    from rogomatic.run.figures.progress import heard
    from rogomatic.run.files.record import Record
    from rogomatic.run.play.batch import run_batch
    from rogomatic.run.show.publish import Published, folder_of
    from rogomatic.run.tapes.keeping import KeptLinks

    chosen = memories.chosen_memory(args)
    agents = players.with_knobs(players.players_with(chosen), args.knobs)
    limits, links = _limits(args), _links(args)
    keeper = recordings.keeper_of(args, agents)
    part, parts = args.shard or (1, 1)
    seeds: Sequence[int] = range(args.first_seed + part - 1, args.first_seed + args.games, parts)
    here = args.out is not None and args.engine != "ray"  # a watcher looks at games of this machine
    if keeper is not None:
        links = KeptLinks(links, keeper)

    def rows(done: Callable[[Row], None]) -> Iterator[Row]:
        return school.rows(seeds, lambda some, agents: run_batch(
            some, links, Published(agents, folder_of(args.out.absolute())) if here else agents,
            limits, args.jobs or 1, engine=_engine(args, limits), done=done, stopped=stop,
            keep_keys=args.game is not None,
        ))  # fmt: skip

    keepers: list[Callable[[Row], None]] = [] if keeper is None else [keeper.settle]

    def keep(row: Row) -> None:
        for one in keepers:
            one(row)

    with ExitStack() as files:
        files.callback(recordings.tell, None, keeper)
        school = files.enter_context(School(chosen, agents, seeds, args.out))
        if args.out is not None:
            manifest = _manifest(args, agents, limits)
            jobs = args.jobs or (0 if args.engine == "ray" else 1)
            record = files.enter_context(Record(args.out, manifest, args.resume, args.engine, jobs))
            seeds = [number for number in seeds if number not in record.seeds]
            keepers.append(record.add)
        games = heard(rows, len(seeds), keep, shown=not args.quiet)
        return print_batch(files.enter_context(closing(games)), args.quiet, args.json)


def _engine(args: argparse.Namespace, limits: Limits) -> Engine | None:
    """Return what plays the games; None is this machine."""
    if args.engine == "local":
        return None
    from rogomatic.run.play.batch import most_seconds
    from rogomatic.run.play.cluster import OnRay

    return OnRay(own.packages(), args.jobs, most_seconds(limits))


def _links(args: argparse.Namespace) -> Callable[[int], Link]:
    from rogomatic.run.play.batch import InMemory

    if args.pty or args.game is not None:
        return program(args)
    return InMemory(own.OwnGame(args.edition or own.EDITION))


def _limits(args: argparse.Namespace) -> Limits:
    from rogomatic.run.play.game import Limits

    return Limits(args.limit_commands, args.limit_cpu, args.limit_seconds, args.stall, args.limit_turns)


def _manifest(args: argparse.Namespace, agents: players.Players, limits: Limits) -> Manifest:
    from dataclasses import asdict
    from datetime import UTC, datetime

    from rogomatic.run.files.runfile import Manifest
    from rogomatic.run.play.link import GAME_OPTIONS

    return Manifest(
        version=own.VERSION,
        commit=commit(),
        game=args.game or "",
        edition="" if args.game else args.edition or own.EDITION,
        options=GAME_OPTIONS,
        knobs=json.dumps(asdict(agents.knobs), sort_keys=True),
        memory_digest=agents.digest(),
        first_seed=args.first_seed,
        games=args.games,
        limits=json.dumps(asdict(limits), sort_keys=True),
        shard="{}/{}".format(*args.shard) if args.shard else "",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
