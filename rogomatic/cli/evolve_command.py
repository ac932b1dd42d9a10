"""`rogomatic evolve`: breed the agent's knobs over many games."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.arguments import Commands, add_command, file_name, positive, seed, whole_number
from rogomatic.cli.cli_errors import FAILED, CommandError, report_at_once
from rogomatic.cli.installation import commit

if TYPE_CHECKING:
    from rogomatic.agent.knobs import Knobs
    from rogomatic.breeding.selection import Verdict
    from rogomatic.run.breed.evolve import Arena
    from rogomatic.run.breed.gene_pool_file import PoolFile
    from rogomatic.run.runner.batch import Stop

HELP: Final = """Breed the agent's thresholds. The genotypes of a generation play the same dungeons; who is
hardly better than the leader drops out; the next generation descends from the best, by what all games
together say. Every game is kept in the pool at once: the same command goes on after an interrupt."""
RULES: Final = "rules of a new pool (one that is there keeps its own)"
RETEST_GAMES: Final = 1000
_OPTIONS: Final = ("population", "block", "effort", "error_pct", "seed", "first_seed", "objective", "bred")


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "evolve", "breed the agent's thresholds", HELP, command)
    option = parser.add_argument
    option(
        "--pool", type=file_name, required=True, metavar="FILE", help="the pool; made when it is not there"
    )
    option("--games", type=positive, metavar="N",
        help="play until the pool has N games; without it, only report")  # fmt: skip
    option("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    option("--retest", type=_retest_games, metavar="N",
        help="play the best against the defaults on N fresh dungeons each")  # fmt: skip
    option("--ship", type=Path, metavar="FILE",
        help=f"write the best knobs, if the re-test ({RETEST_GAMES} dungeons) shows them better")  # fmt: skip
    option(
        "--picture",
        type=Path,
        metavar="FILE",
        help="draw score by generation as SVG, or as PNG with matplotlib",
    )
    option("--edition", choices=own_game.EDITIONS, default=own_game.EDITION,
        help=f"which Rogue they play (default {own_game.EDITION})")  # fmt: skip
    option("--limit-commands", type=positive, default=200_000, metavar="N",
        help="commands after which a game ends (default 200000)")  # fmt: skip
    option("-q", "--quiet", action="store_true", help="no progress, only the report")
    _add_rules(parser.add_argument_group(RULES).add_argument)


def _add_rules(option: Any) -> None:
    option("--population", type=_population, metavar="N", help="genotypes in a generation (default 16)")
    option("--breed", type=_knob_names, dest="bred", metavar="A,B,...",
        help="the knobs that are bred, or `all` (default: those that matter most)")  # fmt: skip
    option("--block", type=positive, metavar="N", help="dungeons between two looks at who drops out (20)")
    option("--effort", type=positive, metavar="N", help="games per genotype and generation (default 60)")
    option("--error-pct", type=_per_cent, metavar="P",
        help="who is better than the leader with less than this chance drops out (default 10)")  # fmt: skip
    option("--objective", choices=("mean", "log"),
        help="breed for the mean score, or for that of log(1 + score) (default mean)")  # fmt: skip
    option("--seed", type=seed, metavar="S", help="of the dice that breed (default 1)")
    option("--first-seed", type=_first_seed, metavar="S", help="the first dungeon (default 1)")


def command(args: argparse.Namespace) -> int:
    """Go on with an evolution, report, re-test and ship."""
    from rogomatic.breeding.selection import PoolExhaustedError
    from rogomatic.run.breed.evolve import LostGamesError
    from rogomatic.run.breed.evolve_view import check_picture
    from rogomatic.run.breed.gene_pool_file import PoolFile, PoolFileError
    from rogomatic.run.reports.mpl_plots import PlotError
    from rogomatic.run.runner.batch import stopping
    from rogomatic.run.storage.agent_files import KnobsFileError

    wanted = {name: value for name in _OPTIONS if (value := getattr(args, name)) is not None}
    if args.ship is not None and (args.ship.is_dir() or not args.ship.resolve().parent.is_dir()):
        raise CommandError(f"{args.ship} cannot be written: it is a folder, or in none.")
    try:
        if args.picture is not None:
            check_picture(args.picture)
        with (
            PoolFile(args.pool, None if args.games is None else wanted, _agent(args)) as file,
            stopping(report_at_once) as stop,
        ):
            code = _run(args, file, stop)
            if stop.asked:
                raise KeyboardInterrupt
    except (PoolFileError, PlotError, PoolExhaustedError, LostGamesError, KnobsFileError) as refusal:
        raise CommandError(str(refusal)) from None
    except KeyboardInterrupt:
        print(f"rogomatic: all games are kept in {args.pool}; the same command goes on", file=sys.stderr)
        raise
    return code


def _run(args: argparse.Namespace, file: PoolFile, stop: Stop) -> int:
    """Play what is asked for, then print and write the result."""
    from rogomatic.run.breed.evolve import evolve
    from rogomatic.run.breed.evolve_view import follow, report

    arena = _arena(args, stop)
    follow(evolve(file, arena, args.games or 0), file, args.games or 0, args.quiet)
    print(*report(file), sep="\n", flush=True)
    if args.picture is not None:
        _draw(args.picture, file)
    if stop.asked or not (args.retest or args.ship):
        return 0
    return _judge(args, file, arena)


def _judge(args: argparse.Namespace, file: PoolFile, arena: Arena) -> int:
    """Re-test the best, print the verdict, and write its knobs if that allows."""
    from rogomatic.run.breed.evolve import due_retests, play_retest, verdict
    from rogomatic.run.breed.evolve_view import best_of, follow_retest

    best = best_of(file)
    if best is None:
        raise CommandError(f"{args.pool} has nothing to re-test yet.")
    result = None
    for retest in due_retests(file, best, args.retest or RETEST_GAMES):
        left = 2 * retest.games - len(file.retest_scores(retest))
        follow_retest(play_retest(file, arena, retest), retest, left, args.quiet)
        if arena.stopped():
            return 0
        result = verdict(file, retest)
        print(f"Re-test {retest.number}, of #{retest.genotype}: {result.sentence()}", flush=True)
    if args.ship is None or result is None:
        return 0
    if not result.is_better:
        print(f"{args.ship} is not written: the gain is not shown.")
        return FAILED
    _ship(args.ship, file, best, result)
    return 0


def _ship(path: Path, file: PoolFile, best: int, result: Verdict) -> None:
    """Write the knobs with where they come from."""
    from datetime import UTC, datetime

    from rogomatic.run.storage.agent_files import save_knobs

    tested = file.retests()
    pool, seeds = file.pool, [one.seed for one in file.pool.results]
    retest = next(one for one in reversed(tested) if one.genotype == best and one.games == result.games)
    provenance = {
        "command": shlex.join(["rogomatic", *sys.argv[1:]]),
        "version": own_game.VERSION,
        "commit": commit(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "bred": f"genotype {best} in {len(pool.starters)} generations, dice {pool.rules.seed}",
        "bred_in_games": str(len(seeds)),
        "bred_on_seeds": f"{min(seeds)} to {max(seeds)}",
        "tested_on_seeds": f"{retest.first_seed} to {retest.seeds[-1]}",
        "tested": f"re-test {retest.number} of {len(tested)} of this pool",
        "score": result.sentence(),
    }
    save_knobs(path, pool.genotypes[best].knobs, provenance)
    print(f"{path} is written.")


def _draw(path: Path, file: PoolFile) -> None:
    """Draw the curve."""
    from rogomatic.breeding.genotypes import REFERENCE
    from rogomatic.run.breed.evolve_view import curve, draw

    pool = file.pool
    scores = [one.score for one in pool.results if one.genotype == REFERENCE]
    if not scores:
        raise CommandError(
            f"{path} is not drawn: {file.pool.rules.population} genotypes have not played yet."
        )
    is_mean = pool.rules.objective == "mean"
    unit = "mean score" if is_mean else "gain over the defaults, thousandths of log(1 + score)"
    draw(path, curve(pool, pool.worths()), unit, sum(scores) / len(scores) if is_mean else 0.0)
    print(f"{path} is drawn.")


def _arena(args: argparse.Namespace, stop: Stop) -> Arena:
    """Return what games are played with."""
    from dataclasses import replace

    from rogomatic.run.breed.evolve import Arena
    from rogomatic.run.runner.batch import InMemory
    from rogomatic.run.runner.game_loop import Limits

    agents = agent_factory.default_players()

    def with_these(knobs: Knobs) -> agent_factory.AgentFactory:
        return replace(agents, knobs=knobs)

    links = InMemory(own_game.OwnGame(args.edition))
    return Arena(links, with_these, Limits(args.limit_commands), args.jobs, stop)


def _agent(args: argparse.Namespace) -> dict[str, str]:
    """Return who plays what: games of different ones cannot be compared."""
    from json import dumps

    from rogomatic.agent.knobs import DEFAULT

    return {
        "version": own_game.VERSION,
        "commit": commit(),
        "edition": args.edition,
        "memory": agent_factory.default_players().digest(),
        "default knobs": dumps(DEFAULT.values(), sort_keys=True),
        "limit of commands": str(args.limit_commands),
    }


def _population(text: str) -> int:
    return whole_number(text, 4, 1000)


def _retest_games(text: str) -> int:
    return whole_number(text, 2, 1_000_000)


def _per_cent(text: str) -> int:
    return whole_number(text, 0, 50)


def _first_seed(text: str) -> int:
    from rogomatic.breeding.selection import FIRST_SEED

    return seed(text, FIRST_SEED)


def _knob_names(text: str) -> tuple[str, ...]:
    from rogomatic.agent.knobs import KNOBS

    names = tuple(KNOBS) if text == "all" else tuple(text.split(","))
    for name in names:
        if name not in KNOBS:
            raise argparse.ArgumentTypeError(f"{name!r} is no knob; `rogomatic knobs show` lists them")
    if len(set(names)) < len(names):
        raise argparse.ArgumentTypeError("a knob is named twice")
    return names
