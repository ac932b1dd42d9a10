"""The command line of the agent, and the one place that knows which game it plays.

Owns   sub-commands, options, exit codes (0 done, 1 failed, 2 misused, 130 interrupted).
Leaves the doing (run), what a batch prints (run.printing), playing (player), the game (rogue).
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogue import __version__

if TYPE_CHECKING:
    from rogomatic.knobs import Knobs
    from rogomatic.learn.memory import Memory, Record
    from rogomatic.player import Player
    from rogomatic.run.game import Limits
    from rogomatic.run.link import Game, Link
    from rogomatic.run.pty import Program
    from rogomatic.run.record import Manifest

FAILED: Final = 1
INTERRUPTED: Final = 130
MOST_SEED: Final = 2**63 - 1
EDITION: Final = "5.4"
WATCH_HELP: Final = """Watch the agent play one game in this window. Its line below the map says which
rule chose the keys and why. Keys: q quits, space pauses, + and - change the speed."""
BATCH_HELP: Final = """Play games with seeds S, S+1, ... and print a row for each, then what they amount
to. The rows do not depend on the number of processes."""
STATS_HELP: Final = "Sum up the games of a kept batch: score, depth, turns, killers, ends."
COMPARE_HELP: Final = """Compare the scores of two kept batches on the seeds that both played: the difference
with its interval, and a verdict that respects it."""


class Failure(Exception):
    """What went wrong, as a sentence for the user."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = _parser()
    args = parser.parse_args(argv)
    if getattr(args, "resume", False) and args.out is None:
        parser.error("--resume goes on with a file: name it with --out")
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        return command(args)
    except Failure as failure:
        print(f"rogomatic: {failure}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("rogomatic: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def watch_command(args: argparse.Namespace) -> int:
    """Show one game."""
    import secrets

    from rogomatic.run.game import BROKEN, Limits
    from rogomatic.run.watch import NoTerminal, line_of, watch

    seed = secrets.randbelow(10**9) if args.seed is None else args.seed
    try:
        row = watch(seed, _program(args), default_players(), Limits(), args.speed)
    except NoTerminal as reason:
        raise Failure(str(reason)) from None
    except KeyboardInterrupt:
        print(f"rogomatic: interrupted; the seed was {seed}", file=sys.stderr)
        return INTERRUPTED
    print(line_of(row))
    if row.error:
        print(row.error, file=sys.stderr)
    return FAILED if row.end_reason in BROKEN else 0


def batch_command(args: argparse.Namespace) -> int:
    """Play many games, print and keep their rows."""
    from rogomatic.run.batch import InMemory, run_batch
    from rogomatic.run.printing import print_batch
    from rogomatic.run.record import Record, RunFileError

    links: Callable[[int], Link]
    links = _program(args) if args.pty or args.game is not None else InMemory(OwnGame())
    seeds: Sequence[int] = range(args.first_seed, args.first_seed + args.games)
    players, limits = default_players(), _limits(args)
    try:
        if args.out is None:
            games = run_batch(seeds, links, players, limits, args.jobs)
            return print_batch(games, len(seeds), args.quiet, args.json)
        with Record(args.out, _manifest(args, players, limits), args.resume) as record:
            todo = [seed for seed in seeds if seed not in record.seeds]
            games = run_batch(todo, links, players, limits, args.jobs)
            return print_batch(record.keep(games), len(todo), args.quiet, args.json)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None


def stats_command(args: argparse.Namespace) -> int:
    """Say what a kept run amounts to."""
    from rogomatic.run.record import RunFileError, read_run
    from rogomatic.run.stats import lines_of, summary_of

    try:
        manifest, rows = read_run(args.run)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    summary = summary_of(rows)
    if args.json:
        print(json.dumps(summary))
        return 0
    game = manifest.game or f"our own, edition {manifest.edition}"
    print(f"made {manifest.created} by version {manifest.version}, game: {game}")
    print(f"first seed {manifest.first_seed}, {manifest.games} games asked for")
    for line in lines_of(summary):
        print(line)
    return 0


def compare_command(args: argparse.Namespace) -> int:
    """Say whether the second run did better than the first."""
    from rogomatic.run.compare import NothingToCompare, compare
    from rogomatic.run.record import RunFileError, read_run

    try:
        comparison = compare(read_run(args.first)[1], read_run(args.second)[1])
    except (RunFileError, NothingToCompare) as refusal:
        raise Failure(str(refusal)) from None
    for line in comparison.lines():
        print(line)
    return 0


def ladder_command(_args: argparse.Namespace) -> int:
    """Print the rungs in their order, each with what it does."""
    from rogomatic.ladder import LADDER

    print("| rung | what it does |\n|---|---|")
    for rung in LADDER:
        print(f"| {rung.name} | {(rung.rule.__doc__ or '').splitlines()[0]} |")
    return 0


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Makes games of our own Rogue in this process."""

    edition: str = EDITION

    def __call__(self, seed: int) -> Game:
        from rogomatic.run.link import GAME_OPTIONS
        from rogue.play.session import Session

        return Session(seed, self.edition, GAME_OPTIONS)


@dataclass(frozen=True, slots=True)
class Players:
    """Makes players with the same memory and knobs."""

    memory: Memory
    knobs: Knobs

    def __call__(self, seed: int) -> Player:
        from rogomatic.player import Player

        return Player(self.memory, self.knobs, seed)

    def __reduce__(self) -> tuple[Callable[..., Players], tuple[object, ...]]:
        """Go to a worker process: the memory's own view of its records does not travel."""
        return _players_of, (self.memory.games, dict(self.memory.records), self.knobs)

    def digest(self) -> str:
        """Return a digest of the memory."""
        import hashlib

        text = repr((self.memory.games, sorted(self.memory.records.items())))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _players_of(games: int, records: dict[str, Record], knobs: Knobs) -> Players:
    from rogomatic.learn.memory import Memory

    return Players(Memory(games, records), knobs)


def default_players() -> Players:
    """Return players with the memory and the knobs that ship with the program."""
    from rogomatic.knobs import DEFAULT
    from rogomatic.learn.memory import default_memory

    return Players(default_memory(), DEFAULT)


def _program(args: argparse.Namespace) -> Program:
    """Return the program to play: the one that was named, or our own on its plain terminal."""
    from rogomatic.run.pty import Program

    if args.game is None:
        # The game must find the modules that this program has found, from any folder.
        path = os.pathsep.join(entry for entry in sys.path if entry)
        return Program((sys.executable, "-m", "rogue"), (("PYTHONPATH", path),))
    try:
        argv = tuple(shlex.split(args.game))
    except ValueError as error:
        raise Failure(f"The command {args.game!r} cannot be read: {error}.") from None
    found = shutil.which(argv[0]) if argv else None
    if found is None:
        raise Failure(f"There is no program for --game {args.game!r}.")
    return Program((found, *argv[1:]))


def _limits(args: argparse.Namespace) -> Limits:
    from rogomatic.run.game import Limits

    return Limits(args.limit_commands, args.limit_cpu, args.limit_seconds, args.stall_seconds)


def _manifest(args: argparse.Namespace, players: Players, limits: Limits) -> Manifest:
    from dataclasses import asdict
    from datetime import UTC, datetime

    from rogomatic.run.link import GAME_OPTIONS
    from rogomatic.run.record import Manifest

    return Manifest(
        version=__version__,
        commit=_commit(),
        game=args.game or "",
        edition=EDITION,
        options=GAME_OPTIONS,
        knobs=json.dumps(asdict(players.knobs), sort_keys=True),
        memory_digest=players.digest(),
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


def _whole(text: str, least: int, most: int = MOST_SEED) -> int:
    number = int(text)
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
    return number


def _seed(text: str) -> int:
    return _whole(text, 0)


def _positive(text: str) -> int:
    return _whole(text, 1)


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return number


def _speed(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a speed")
    return number


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="CMD", help="play this Rogue program, not our own")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rogomatic",
        description="Rog-O-Matic: it reads the screen of Rogue, thinks, and presses the keys.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    watch = commands.add_parser("watch", help="watch one game", description=WATCH_HELP)
    watch.add_argument("--seed", type=_seed, help="the dungeon's number; chosen when not given")
    watch.add_argument(
        "--speed", type=_speed, default=15.0,
        help="commands per second, 0 for as fast as possible (default 15)",
    )  # fmt: skip
    _add_game(watch)
    watch.set_defaults(command=watch_command)

    batch = commands.add_parser("batch", help="play many games", description=BATCH_HELP)
    add = batch.add_argument
    add("--games", type=_positive, default=10, metavar="N", help="how many (default 10)")
    add("--first-seed", type=_seed, default=1, metavar="S", help="of the first (default 1)")
    add("--jobs", type=_positive, default=1, metavar="J", help="processes (default 1)")
    add("--pty", action="store_true", help="play over a pseudo-terminal, not in memory")
    add("--out", type=Path, metavar="RUN.db", help="keep the rows in this new file")
    add("--resume", action="store_true", help="go on with a file that --out left unfinished")
    add("--json", action="store_true", help="print one JSON object instead of rows and summary")
    add("-q", "--quiet", action="store_true", help="print the summary only, no rows or progress")
    add("--limit-commands", type=_positive, default=200_000, metavar="N",
        help="commands after which a game ends (default 200000)")  # fmt: skip
    add("--limit-cpu", type=_seconds, metavar="S", help="CPU seconds per game")
    add("--limit-seconds", type=_seconds, metavar="S", help="seconds per game by the clock")
    add("--stall-seconds", type=_seconds, default=10.0, metavar="S",
        help="silence after which a game on a terminal is asked again (default 10)")  # fmt: skip
    _add_game(batch)
    batch.set_defaults(command=batch_command)

    stats = commands.add_parser("stats", help="sum up a kept batch", description=STATS_HELP)
    stats.add_argument("run", type=Path, metavar="RUN.db", help="a file that batch --out made")
    stats.add_argument("--json", action="store_true", help="print exactly one JSON object")
    stats.set_defaults(command=stats_command)

    ladder = commands.add_parser("ladder", help="print the order of the agent's rules")
    ladder.set_defaults(command=ladder_command)

    compare = commands.add_parser("compare", help="compare two kept batches", description=COMPARE_HELP)
    compare.add_argument("first", type=Path, metavar="A.db", help="the run before")
    compare.add_argument("second", type=Path, metavar="B.db", help="the run after")
    compare.set_defaults(command=compare_command)
    return parser
