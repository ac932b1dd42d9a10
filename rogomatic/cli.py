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
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

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
STATS_HELP: Final = """Sum up the games of a kept batch: score, depth, turns, killers, ends. With --trouble:
why games ended that went wrong, with their last screens and decisions."""
GAME_HELP: Final = """play this Rogue program, not our own, on a terminal of 24 x 80 with a folder of its own;
{seed} in it stands for the seed"""
COMPARE_HELP: Final = """Compare the scores of two kept batches on the seeds that both played: the difference
with its interval, and a verdict that respects it."""

EXPLAIN_HELP: Final = """Play the game of a seed in memory up to a moment and lay the agent's decision open:
the screen, the rule that fired, why those above it did not, the danger, the plan, the hero and the pack."""


class Failure(Exception):
    """What went wrong, as a sentence for the user."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = _parser()
    args = parser.parse_args(argv)
    if getattr(args, "resume", False) and args.out is None:
        parser.error("--resume goes on with a file: name it with --out")
    if getattr(args, "game", None) is not None and args.edition is not None:
        parser.error("--edition is for our own game; another is asked which Rogue it is")
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
        row = watch(seed, _program(args), default_players(), Limits(stall_seconds=args.stall), args.speed)
    except NoTerminal as reason:
        raise Failure(str(reason)) from None
    except KeyboardInterrupt:
        print(f"rogomatic: interrupted; the seed was {seed}", file=sys.stderr)
        return INTERRUPTED
    print(line_of(row))
    for sentence in filter(None, (row.error, row.warning)):
        print(sentence, file=sys.stderr)
    return FAILED if row.end_reason in BROKEN else 0


def batch_command(args: argparse.Namespace) -> int:
    """Play many games, print and keep their rows."""
    from rogomatic.run.batch import InMemory, run_batch
    from rogomatic.run.printing import print_batch
    from rogomatic.run.record import Record, RunFileError

    links: Callable[[int], Link]
    on_terminal = args.pty or args.game is not None
    links = _program(args) if on_terminal else InMemory(OwnGame(args.edition or EDITION))
    seeds: Sequence[int] = range(args.first_seed, args.first_seed + args.games)
    players, limits = default_players(), _limits(args)
    try:
        with _leaving_in_order():
            if args.out is None:
                games = run_batch(seeds, links, players, limits, args.jobs)
                return print_batch(games, len(seeds), args.quiet, args.json)
            with Record(args.out, _manifest(args, players, limits), args.resume) as record:
                todo = [seed for seed in seeds if seed not in record.seeds]
                games = run_batch(todo, links, players, limits, args.jobs)
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


def stats_command(args: argparse.Namespace) -> int:
    """Say what a kept run amounts to."""
    from rogomatic.run.printing import print_trouble
    from rogomatic.run.record import RunFileError, read_run
    from rogomatic.run.stats import lines_of, summary_of

    try:
        manifest, rows = read_run(args.run)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    if args.trouble:
        print_trouble(rows)
        return 0
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


def explain_command(args: argparse.Namespace) -> int:
    """Lay one decision open."""
    from rogomatic.run.explain import GameOver, Halting, explain
    from rogomatic.run.link import MemoryLink

    players = default_players()
    player = Halting(players.memory, players.knobs, args.seed, args.turn or 0, args.at_command or 0)
    try:
        lines = explain(MemoryLink(OwnGame(args.edition)(args.seed)), player)
    except GameOver as sentence:
        raise Failure(str(sentence)) from None
    print(*lines, sep="\n")
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
        line = (sys.executable, "-m", "rogue", "--edition", args.edition or EDITION)
        return Program(line, (("PYTHONPATH", path),))
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

    return Limits(args.limit_commands, args.limit_cpu, args.limit_seconds, args.stall)


def _manifest(args: argparse.Namespace, players: Players, limits: Limits) -> Manifest:
    from dataclasses import asdict
    from datetime import UTC, datetime

    from rogomatic.run.link import GAME_OPTIONS
    from rogomatic.run.record import Manifest

    return Manifest(
        version=__version__,
        commit=_commit(),
        game=args.game or "",
        edition="" if args.game else args.edition or EDITION,
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
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
    return number


def _seed(text: str) -> int:
    return _whole(text, 0)


def _positive(text: str) -> int:
    return _whole(text, 1)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return number


def _speed(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a speed")
    return number


def _add_game(parser: argparse.ArgumentParser) -> None:
    from rogue.tables.editions import EDITIONS

    parser.add_argument("--game", metavar="CMD", help=GAME_HELP)
    parser.add_argument("--edition", choices=tuple(EDITIONS), help=f"of our own game (default {EDITION})")
    parser.add_argument("--stall", type=_seconds, default=10.0, metavar="SECONDS",
        help="a game that is not ready for a command for so long has stalled (default 10)")  # fmt: skip


def _parser() -> argparse.ArgumentParser:
    from rogue.tables.editions import EDITIONS

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
    _add_game(batch)
    batch.set_defaults(command=batch_command)

    stats = commands.add_parser("stats", help="sum up a kept batch", description=STATS_HELP)
    stats.add_argument("run", type=Path, metavar="RUN.db", help="a file that batch --out made")
    how = stats.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print exactly one JSON object")
    how.add_argument("--trouble", action="store_true", help="show the games that went wrong")
    stats.set_defaults(command=stats_command)

    explain = commands.add_parser("explain", help="explain one decision", description=EXPLAIN_HELP)
    explain.add_argument("--seed", type=_seed, required=True, help="the dungeon's number")
    moment = explain.add_mutually_exclusive_group(required=True)
    moment.add_argument("--turn", type=_seed, metavar="T",
        help="at the first command on or after this turn of the agent's clock")  # fmt: skip
    moment.add_argument("--command", type=_seed, metavar="N", dest="at_command",
        help="at the first decision on or after this command of the agent")  # fmt: skip
    explain.add_argument("--edition", choices=tuple(EDITIONS), default=EDITION, help=f"(default {EDITION})")
    explain.set_defaults(command=explain_command)

    ladder = commands.add_parser("ladder", help="print the order of the agent's rules")
    ladder.set_defaults(command=ladder_command)

    compare = commands.add_parser("compare", help="compare two kept batches", description=COMPARE_HELP)
    compare.add_argument("first", type=Path, metavar="A.db", help="the run before")
    compare.add_argument("second", type=Path, metavar="B.db", help="the run after")
    compare.set_defaults(command=compare_command)
    return parser
