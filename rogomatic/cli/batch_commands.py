"""`rogomatic batch`, `rogomatic variant`: many games of an edition or a variant."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from rogomatic.agent.beliefs.item_knowledge import NAMES
from rogomatic.agent.knobs import to_record
from rogomatic.agent.memory.memory_format import expand
from rogomatic.agent.player import Player
from rogomatic.agent.sight.page_parser import read_page
from rogomatic.agent.sight.variant_words import misunderstandings
from rogomatic.cli import agent_factory, arguments, own_game
from rogomatic.cli.arguments import add_game, program, seed, shard
from rogomatic.cli.installation import FAST, MANY_GAMES, Build, build_meanwhile, commit, start_compiled
from rogomatic.cli.rule_file import add_ladder_options
from rogomatic.run.recordings.decision_trace import DECIDED, TracedPlayers, part_of_game
from rogomatic.run.recordings.recording_store import KeptLinks, RecordingKeeper
from rogomatic.run.reports.comparison import NothingToCompareError
from rogomatic.run.reports.progress import with_progress
from rogomatic.run.reports.stats_output import balance, print_batch
from rogomatic.run.runner.batch import InMemory, Stop, most_seconds, run_batch, stopping
from rogomatic.run.runner.batch_engines import Engine, Local, OnRay, require_ray
from rogomatic.run.runner.game_loop import Limits, Row
from rogomatic.run.runner.link import GAME_OPTIONS, Link
from rogomatic.run.storage.agent_files import data_folder
from rogomatic.run.storage.run_file import Manifest, OtherRunError, RunWriter, read_run, rows_of
from rogomatic.run.storage.trace_file import TraceWriter
from rogomatic.run.viewer.batch_view import Published, folder_of
from rogue.shared.command_lines import (
    MAX_SEED,
    Commands,
    add_command,
    file_name,
    positive,
    seconds,
    whole_number,
)
from rogue.shared.errors import CommandError, printable, reason_of
from rogue.shared.files import lock_file
from rogue.shared.program_start import FAILED
from rogue.shared.wording import plural

HELP: Final = """Play games with seeds S, S+1, ... and print a row for each, then a summary. The rows
do not depend on the number of processes."""

VARIANT_HELP: Final = """Play the same number of games with a variant and with its edition, and print
the results side by side. The edition's games are saved in the data folder and reused."""
GAMES: Final = 200
FIRST_SEED: Final = 60_000
FIRST_GAMES: Final = 3
"""If this many games at the start of a batch with --rules all crash, the batch ends."""
TRACE_FORMS: Final = (".csv", ".parquet")
MAX_GAMES: Final = 100_000
"""The edition's first seed is the variant's first seed plus this number, so that no seed is used twice."""


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `batch` to `commands`."""
    parser = add_command(commands, "batch", brief, HELP, command)
    option = parser.add_argument
    option("--games", type=positive, default=10, metavar="N", help="number of games (default 10)")
    option("--first-seed", type=seed, default=1, metavar="S", help="seed of the first game (default 1)")
    option("--jobs", type=positive, metavar="J",
        help="games played at the same time (default 1; on a cluster, one per processor)")  # fmt: skip
    option("--fast", action="store_true",
        help=f"build the compiled copy first ({MANY_GAMES} games build it while they play)")  # fmt: skip
    option("--engine", choices=("local", "ray"), default="local",
        help="play in processes on this machine, or on the Ray cluster at RAY_ADDRESS")  # fmt: skip
    option("--pty", action="store_true", help="play on a pseudo-terminal, not in memory")
    option("--out", type=file_name, metavar="RUN.db", help="save the rows in this file")
    option("--trace", type=file_name, metavar="FILE.csv",
        help="write a row for each decision into this new file: CSV or, with pyarrow, Parquet; "
        "--resume continues the file")  # fmt: skip
    option("--resume", action="store_true", help="continue the unfinished batch in the file of --out")
    option("--shard", type=shard, metavar="I/N",
        help="play only every N-th game, starting with the I-th; `rogomatic merge` joins them")  # fmt: skip
    option("--json", action="store_true", help="print one JSON object instead of rows and summary")
    option("-q", "--quiet", action="store_true", help="print only the summary")
    option("--limit-commands", type=positive, default=200_000, metavar="N",
        help="maximum commands per game (default 200000)")  # fmt: skip
    option("--limit-turns", type=positive, metavar="N", help="maximum turns per game")
    option("--limit-cpu", type=seconds, metavar="S", help="maximum CPU seconds per game")
    option("--limit-seconds", type=seconds, metavar="S", help="maximum seconds of real time per game")
    agent_factory.add_knobs(parser)
    add_ladder_options(parser)
    arguments.add_keeping(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=False)
    add_game(parser)


def command(args: argparse.Namespace) -> int:
    """Play many games.  Print their rows, and store the rows on request.  Return the exit code."""
    if args.first_seed + args.games - 1 > MAX_SEED:
        args.misused(f"--first-seed and --games: the last seed must be at most {MAX_SEED}")
    if args.resume and args.out is None:
        args.misused("--resume needs --out with the file to continue")
    if args.engine == "ray" and (args.pty or args.game is not None):
        args.misused("--engine ray cannot play on terminals (--pty, --game); use --shard instead")
    if args.engine == "ray" and args.keep_from is not None:
        args.misused("--keep-from records on this machine; it cannot be used with --engine ray")
    if args.engine == "ray" and args.trace is not None:
        args.misused("--trace writes on this machine; it cannot be used with --engine ray")
    if args.trace is not None and args.trace.suffix.lower() not in TRACE_FORMS:
        args.misused(
            f"--trace: the file's name must end in {' or '.join(TRACE_FORMS)}, not {args.trace.name!r}"
        )
    if args.fast and args.plain:
        args.misused("--fast and --plain cannot be used together")
    if args.fast:
        start_compiled(args.words)
    try:
        if args.engine == "ray":
            require_ray()  # before a file is made
        with stopping() as stop:
            code = _play(args, stop)
        if stop.asked:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        if args.out is not None and args.out.exists():
            print(f"rogomatic: {args.out} has the finished games; --resume plays the rest", file=sys.stderr)
        raise
    return code


def _play(args: argparse.Namespace, stop: Stop) -> int:
    """Play the games that the file of --out lacks, and return the exit code."""
    chosen = agent_factory.chosen_memory(args)
    agents = agent_factory.agents_of(args, chosen)
    limits, recorder = _limits(args), arguments.keeper_of(args, agents)
    seeds = _wanted(args)
    is_again = args.resume and chosen.path is not None
    if is_again and _is_whole(args.out, _manifest(args, agents, limits), seeds):
        if args.trace is not None:
            with _tracing(args, ()):  # a killed batch may have kept games that are missing in the trace
                pass
        whole = f"{args.out} already has all {plural(len(seeds), 'game')}"
        other = f"{chosen.path} is not the memory with which it began, and learns nothing"
        print(f"rogomatic: {whole}; {other}", file=sys.stderr)
        return print_batch((), args.quiet, args.json, rows_of(args.out))
    takers: list[Callable[[Row], None]] = [] if recorder is None else [recorder.finish]
    start = _Start(stop)
    if args.rules is not None:
        takers.append(start.add)

    def keep(row: Row) -> None:
        for take in takers:
            take(row)

    with ExitStack() as files:
        files.callback(arguments.report_recordings, None, recorder)
        batch = files.enter_context(agent_factory.learning(chosen, seeds, args.out))
        if args.out is not None:
            manifest = _manifest(args, agents, limits)
            jobs = args.jobs or (0 if args.engine == "ray" else 1)
            if args.out.exists() and not args.resume:
                raise CommandError(
                    f"{args.out} already exists and is not overwritten; use --resume to continue it."
                )
            writer = files.enter_context(RunWriter(args.out, manifest, args.resume, args.engine, jobs))
            seeds = [number for number in seeds if number not in writer.seeds]
            takers.append(writer.add)

        if args.trace is not None:
            takers.append(files.enter_context(_tracing(args, seeds)).add)
        kept = _kept_rows(args, seeds)
        build = _build_meanwhile(args, len(seeds), files)
        play = _games(args, limits, recorder, start, build)

        def rows(done: Callable[[Row], None]) -> Iterator[Row]:
            if batch is None:
                return play(seeds, agents, done)
            return batch.rows(lambda some, memory: play(some, replace(agents, memory=memory), done))

        notice = build.notice if build is not None else str
        games = with_progress(rows, len(seeds), keep, shown=not args.quiet, notice=notice)
        code = print_batch(files.enter_context(closing(games)), args.quiet, args.json, kept)
        if start.is_vain and (left := len(seeds) - start.games):
            why = f"the first {FIRST_GAMES} games played all crashed with the rules of {args.rules}"
            print(printable(f"rogomatic: {why}; {left:,} of {len(seeds):,} were not played"), file=sys.stderr)
        return code


class _Start:
    """Counts crashes at the start of a batch.  Called as a function, it returns whether to end the batch."""

    def __init__(self, stop: Stop) -> None:
        self.games, self.is_vain, self._crashed, self._stop = 0, False, 0, stop

    def add(self, row: Row) -> None:
        """Count a finished game."""
        self.games += 1
        self._crashed += row.end_reason == "crashed"
        self.is_vain |= self.games == self._crashed == FIRST_GAMES

    def __call__(self) -> bool:
        return self.is_vain or self._stop()


@contextmanager
def _tracing(args: argparse.Namespace, seeds: Sequence[int]) -> Iterator[TraceWriter]:
    """Provide the writer that stores the games' decisions in the file of --trace.  Raises CommandError."""
    folder = _parts_of(args.trace)
    kept = rows_of(args.out) if args.resume else None
    with _kept_from_others(folder, args.trace):
        writer = TraceWriter(args.trace, DECIDED, seeds, partial(part_of_game, folder), kept)
        try:
            yield writer
        finally:
            writer.close()
            if writer.is_whole:
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _kept_from_others(folder: Path, trace: Path) -> Iterator[None]:
    """Make the folder for the decisions of a batch, and lock it.  Raises CommandError."""
    try:
        folder.mkdir(exist_ok=True)
        lock = lock_file(folder)
    except BlockingIOError:
        raise CommandError(f"{trace} is being written by another batch.") from None
    except OSError as error:
        raise CommandError(f"{trace} cannot be written: {reason_of(error)}.") from None
    try:
        yield
    finally:
        with suppress(OSError):  # it contains decisions
            folder.rmdir()
        os.close(lock)


def _parts_of(path: Path) -> Path:
    """Return the folder that keeps decisions until they are written into the trace file `path`."""
    return path.with_name(f"{path.name}.parts")


def _is_whole(run: Path, manifest: Manifest, seeds: Sequence[int]) -> bool:
    """Return whether the file `run` has the games of all seeds, but another memory than `manifest`.

    Apart from the memory, the manifest of the file must be the same as `manifest`.
    """
    if not run.exists():
        return False
    kept, rows = read_run(run)
    others = kept.differs_in(manifest)
    same_but_memory = not kept.differs_in(replace(manifest, memory_digest=kept.memory_digest))
    return bool(others) and same_but_memory and set(seeds) <= {row.seed for row in rows}


def _wanted(args: argparse.Namespace) -> Sequence[int]:
    """Return the seeds of the batch.  With --shard, return only the seeds of that part."""
    part, parts = args.shard or (1, 1)
    return range(args.first_seed + part - 1, args.first_seed + args.games, parts)


def _kept_rows(args: argparse.Namespace, missing: Sequence[int]) -> Iterator[Row]:
    """If a batch is resumed, print how many games it has, and yield their rows.  Skip the seeds `missing`."""
    if not args.resume:
        return
    again = frozenset(missing)
    count = sum(row.seed not in again for row in rows_of(args.out))
    if count and not args.quiet:
        left = f"{len(missing):,} of {len(_wanted(args)):,} are left to play"
        print(
            f"rogomatic: {args.out} already has {plural(count, 'game')}, {left}; "
            "the summary covers the whole file", file=sys.stderr,
        )  # fmt: skip
    yield from (row for row in rows_of(args.out) if row.seed not in again)


def _is_foreign(args: argparse.Namespace) -> bool:
    """Return whether the games are played on terminals or on a cluster."""
    return bool(args.pty or args.game is not None or args.engine == "ray")


def _build_meanwhile(args: argparse.Namespace, games: int, files: ExitStack) -> Build | None:
    """If a batch is long, start to build a compiled copy of this program in the background.

    The copy plays the later games of the batch.  Return None if nothing is built.
    """
    if games < MANY_GAMES or args.plain or _is_foreign(args):
        return None
    build = build_meanwhile()
    if build is not None:
        files.callback(_report_trouble, files.enter_context(build))
        if not args.quiet:
            print(f"rogomatic: building a compiled copy in {FAST}, once, for later games (not with --plain)",
                  file=sys.stderr)  # fmt: skip
    return build


def _report_trouble(build: Build) -> None:
    if build.trouble:
        print(printable(f"rogomatic: {build.trouble} The games were played without it."), file=sys.stderr)


def _games(
    args: argparse.Namespace,
    limits: Limits,
    recorder: RecordingKeeper | None,
    stopped: Callable[[], bool],
    build: Build | None,
) -> Callable[[Sequence[int], agent_factory.AgentFactory, Callable[[Row], None]], Iterator[Row]]:
    """Return a function (seeds, agents, done) that yields the rows of games in the order of their seeds.

    As soon as a game is over, this function calls `done` with the row of the game.
    """
    links = _links(args) if recorder is None else KeptLinks(_links(args), recorder)
    is_shown = args.out is not None and args.engine != "ray"  # viewers show only games on this machine

    def play(
        seeds: Sequence[int], agents: agent_factory.AgentFactory, done: Callable[[Row], None]
    ) -> Iterator[Row]:
        players: Callable[[int], Player] = agents
        if is_shown:
            players = Published(agents, folder_of(args.out.absolute()))
        if args.trace is not None:
            players = TracedPlayers(players, _parts_of(args.trace.absolute()))
        return run_batch(
            seeds, links, players, limits, args.jobs or 1,
            engine=_engine(args, limits, build), done=done, stopped=stopped,
            keep_keys=args.game is not None,
        )  # fmt: skip

    return play


def _engine(args: argparse.Namespace, limits: Limits, build: Build | None) -> Engine[Row]:
    if args.engine == "local":
        return Local(args.jobs or 1, most_seconds(limits), None if build is None else build.packages)
    return OnRay(own_game.packages(), args.jobs, most_seconds(limits))


def _links(args: argparse.Namespace) -> Callable[[int], Link]:
    if args.pty or args.game is not None:
        return program(args)
    return InMemory(own_game.OwnGame(args.edition or own_game.EDITION))


def _limits(args: argparse.Namespace) -> Limits:
    return Limits(args.limit_commands, args.limit_cpu, args.limit_seconds, args.stall, args.limit_turns)


def _manifest(args: argparse.Namespace, agents: agent_factory.AgentFactory, limits: Limits) -> Manifest:
    edition = "" if args.game else args.edition or own_game.EDITION
    seeds = range(args.first_seed, args.first_seed + args.games)
    shard = "{}/{}".format(*args.shard) if args.shard else ""
    return replace(manifest_of_own(edition, agents, limits, seeds), game=args.game or "", shard=shard)


def manifest_of_own(
    edition: str, agents: agent_factory.AgentFactory, limits: Limits, seeds: range
) -> Manifest:
    """Return the manifest of a run in which these agents play our own Rogue."""
    return Manifest(
        version=own_game.VERSION,
        commit=commit(),
        game="",
        edition=edition,
        options=GAME_OPTIONS,
        knobs=json.dumps(to_record(agents.knobs), sort_keys=True),
        memory_digest=agents.digest(),
        first_seed=seeds.start,
        games=len(seeds),
        limits=json.dumps(asdict(limits), sort_keys=True),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        rules=agents.rules.file_record,
        without=agents.rules.without_record,
    )


def add_variant(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `variant` to `commands`."""
    parser = add_command(commands, "variant", brief, VARIANT_HELP, _variant)
    parser.add_argument("variant", metavar="FILE", help="./FILE.toml, or the name of a variant")
    parser.add_argument("--games", type=partial(whole_number, least=2, most=MAX_GAMES), default=GAMES,
        metavar="N", help=f"number of games for each (default {GAMES})")  # fmt: skip
    parser.add_argument("--first-seed", type=seed, default=FIRST_SEED, metavar="S",
        help=f"seed of the variant's first game; the edition's first seed is {MAX_GAMES} higher "
            f"(default {FIRST_SEED})")  # fmt: skip
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not show progress")
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)


def _variant(args: argparse.Namespace) -> int:
    if args.first_seed + MAX_GAMES + args.games - 1 > MAX_SEED:
        args.misused(f"--first-seed must be at most {MAX_SEED - MAX_GAMES - args.games + 1}")
    variant = own_game.variant_called(args.variant)
    parent = own_game.parent_of(variant)
    for warning in misunderstandings(read_page(own_game.page_of(variant)), NAMES):
        print(printable(f"{args.variant}: warning: {warning}"), file=sys.stderr)
    agents = agent_factory.agents_of(args)
    teaching = replace(agents, learn=True)  # the lessons name the monsters met, but no memory learns them
    rows = _played(args, variant, teaching, range(args.first_seed, args.first_seed + args.games))
    usual = _parents_rows(args, parent, agents)
    met: set[str] = set()
    for row in rows:
        for book in expand(row.lessons).books.values():
            met |= book.monsters.keys()
    try:
        result = balance(variant, parent, rows, usual, own_game.monsters_of(variant) - met)
    except NothingToCompareError as reason:
        raise CommandError(f"{reason} The first run is of the edition, the second of the variant.") from None
    if args.json:
        print(json.dumps(result.as_data()))
    else:
        print("\n".join(map(printable, result.lines())))
    return FAILED if result.lost else 0


def _played(
    args: argparse.Namespace, edition: str, agents: agent_factory.AgentFactory, seeds: Sequence[int]
) -> list[Row]:
    links = InMemory(own_game.OwnGame(edition))
    rows = with_progress(
        lambda done: run_batch(seeds, links, agents, jobs=args.jobs, done=done),
        len(seeds), lambda _row: None, shown=not (args.quiet or args.json),
    )  # fmt: skip
    with closing(rows) as played:
        found = list(played)
    if not found:
        raise CommandError("No game was played.")
    return found


def _parents_rows(args: argparse.Namespace, parent: str, agents: agent_factory.AgentFactory) -> list[Row]:
    """Return rows of games in the edition `parent`.  The seeds of the games depend only on --first-seed.

    Rows that an earlier command stored in the file for `parent` are read.  The other games are played, and
    their rows are stored, except rows with `is_lost`.  Raises CommandError if the file is unusable or another
    process is writing the file.
    """
    first = args.first_seed + MAX_GAMES
    path = data_folder() / "editions" / f"{parent}-{first}.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    manifest = manifest_of_own(parent, agents, Limits(), range(first, first + MAX_GAMES))
    lost: list[Row] = []
    for resume in (path.exists(), False):
        try:
            with RunWriter(path, manifest, resume, "local", args.jobs) as writer:
                seeds = [number for number in range(first, first + args.games) if number not in writer.seeds]
                played = _played(args, parent, agents, seeds) if seeds else []
                lost = [row for row in played if row.is_lost]
                for row in played:
                    if not row.is_lost:
                        writer.add(row)
            break
        except OtherRunError:  # made with another version, memory, or knobs: play again
            path.unlink(missing_ok=True)
    wanted = range(first, first + args.games)
    return [*(row for row in rows_of(path) if row.seed in wanted and not row.is_lost), *lost]
