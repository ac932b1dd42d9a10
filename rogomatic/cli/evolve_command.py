"""The command `evolve`, which breeds the agent's knobs."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from rogomatic.agent.knobs import DEFAULT, KNOBS
from rogomatic.breeding.evolve import Arena, evolve
from rogomatic.breeding.genotypes import BOUNDS, FIRST_TEST_SEED, EvolutionRules
from rogomatic.breeding.pool import Pool
from rogomatic.breeding.pool_file import PoolFile
from rogomatic.breeding.report import draw, report, show_progress
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.installation import commit
from rogomatic.run.reports.picture_file import check_form
from rogomatic.run.runner.batch import InMemory, Stop, stopping
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.storage.agent_files import save_knobs
from rogue.shared.command_lines import Commands, add_command, file_name, positive, runnable, whole_number
from rogue.shared.errors import CommandError
from rogue.shared.seeds import read_seed
from rogue.shared.wording import signed

HELP: Final = """Breed the agent's thresholds. All genotypes of a generation play the same dungeons.
Genotypes that are unlikely to beat the leader drop out. The next generation descends from the best
genotypes of all games so far. Each game is saved in the pool as soon as it ends, so the same command
continues after an interrupt. No file is overwritten: to play more games in a finished pool, use new
names for --ship and --picture."""
_TEST: Final = """To test them on {games:,} new dungeons:
  `rogomatic batch{same} --out before.db`
  `rogomatic batch{same} --out after.db --knobs {path}`
  `rogomatic compare before.db after.db`"""
_TEST_GAMES: Final = 1000


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `evolve` to `commands`."""
    parser = add_command(commands, "evolve", brief, HELP, _evolve)
    # fmt: off
    option = parser.add_argument
    option("--pool", type=file_name, required=True, metavar="FILE", help="the pool file; created if missing")
    option("--games", type=positive, metavar="N",
        help="play until the pool has N games (default: only print the report)")
    option("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    option("--ship", type=file_name, metavar="FILE",
        help="write the best knobs, and print the commands that test them on new dungeons")
    option("--picture", type=file_name, metavar="FILE",
        help="draw the score by generation in this SVG or PNG file (PNG needs Pillow)")
    option("--edition", choices=own_game.EDITIONS, default=own_game.EDITION,
        help=f"the edition to play (default {own_game.EDITION})")
    option("--limit-commands", type=positive, default=200_000, metavar="N",
        help="maximum commands per game (default 200000)")
    option("-q", "--quiet", action="store_true", help="print only the report")

    rule = parser.add_argument_group("rules of a new pool (an existing pool keeps its rules)").add_argument
    rule("--population", type=_rule("population"), metavar="N", help="genotypes in a generation (default 16)")
    rule("--breed", type=_knob_names, dest="bred", metavar="A,B,...",
        help="the knobs to breed, or `all` (default: the most important ones)")
    rule("--block", type=_rule("block"), metavar="N",
        help="weak genotypes drop out after every N dungeons (default 20)")
    rule("--effort", type=_rule("effort"), metavar="N", help="games per genotype and generation (default 60)")
    rule("--error-pct", type=_rule("error_pct"), metavar="P",
        help="a genotype drops out if its chance to beat the leader is below P percent (default 10)")
    rule("--objective", choices=("mean", "log"),
        help="maximize the mean score, or the mean of log(1 + score) (default mean)")
    rule("--seed", type=_rule("seed"), metavar="S", help="seed of the random choices in breeding (default 1)")
    rule("--first-seed", type=_rule("first_seed"), metavar="S", help="seed of the first dungeon (default 1)")
    # fmt: on


def _rule(name: str) -> Callable[[str], int]:
    """Return a function that parses the number for the rule `name`."""

    def read(text: str) -> int:
        least, most = BOUNDS[name]
        return read_seed(text, most + 1) if "seed" in name else whole_number(text, least, most)

    return read


def _knob_names(text: str) -> tuple[str, ...]:
    names = tuple(KNOBS) if text == "all" else tuple(text.split(","))
    for name in names:
        if name not in KNOBS:
            raise argparse.ArgumentTypeError(f"there is no knob {name!r}; `rogomatic knobs show` lists them")
    if len(set(names)) < len(names):
        raise argparse.ArgumentTypeError("a knob is named twice")
    return names


def _evolve(args: argparse.Namespace) -> int:
    wanted = {name: value for name in EvolutionRules._fields if (value := getattr(args, name)) is not None}
    for path in filter(None, (args.ship, args.picture)):
        if path.is_dir() or not path.resolve().parent.is_dir():
            raise CommandError(f"{path} cannot be written: it is a folder, or its folder does not exist.")
        if path.exists():
            raise CommandError(f"{path} already exists and is not overwritten.")
    try:
        if args.picture is not None:
            check_form(args.picture)
        with (
            _pool(args, wanted) as file,
            stopping() as stop,
        ):
            _continue(args, file, stop)
            if stop.asked:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        print(f"rogomatic: {args.pool} has the finished games; the same command continues", file=sys.stderr)
        raise
    return 0


def _pool(args: argparse.Namespace, wanted: dict[str, object]) -> PoolFile:
    """Open the pool.  If there are games to play, the pool's rules and players must match the arguments."""
    return PoolFile(args.pool) if args.games is None else PoolFile(args.pool, wanted, _players(args))


def _players(args: argparse.Namespace) -> dict[str, str]:
    """Describe the agent and the game.  Only games with equal descriptions may share a pool."""
    return {
        "version": own_game.VERSION,
        "commit": commit(),
        "edition": args.edition,
        "memory": agent_factory.default_players().digest(),
        "default knobs": json.dumps(DEFAULT.values(), sort_keys=True),
        "limit of commands": str(args.limit_commands),
    }


def _continue(args: argparse.Namespace, file: PoolFile, stop: Stop) -> None:
    """Play the games and print the report.  Write the requested files unless the user asked to stop."""
    games, links = args.games or 0, InMemory(own_game.OwnGame(args.edition))
    arena = Arena(links, agent_factory.default_players, Limits(args.limit_commands), args.jobs, stop)
    show_progress(file.pool, evolve(file, arena, games), games, args.quiet)
    print(*report(file.pool), sep="\n", flush=True)
    if stop.asked:
        return
    if args.picture is not None:
        draw(args.picture, file.pool)
        print(f"{args.picture} is drawn.")
    if args.ship is not None:
        _ship(args, file.pool, file.agent["edition"])


def _ship(args: argparse.Namespace, pool: Pool, edition: str) -> None:
    """Write the best genotype's knobs and their provenance.  Print the commands that test these knobs."""
    worths = pool.worths()
    best = pool.surest(worths)
    if best is None:
        raise CommandError(f"{args.pool} has no knobs to write yet.")
    seeds = [one.seed for one in pool.games]
    provenance = {
        "command": shlex.join(["rogomatic", *sys.argv[1:]]),
        "version": own_game.VERSION,
        "commit": commit(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "bred": f"genotype {best} in {len(pool.starters)} generations, dice {pool.rules.seed}",
        "bred_in_games": str(len(seeds)),
        "bred_on_seeds": f"{min(seeds)} to {max(seeds)}",
        "gain": f"{signed(worths.estimates[best].gain)} ± {worths.estimates[best].error:.0f}, not yet tested",
    }
    save_knobs(args.ship, pool.genotypes[best].knobs, provenance)
    played = "" if edition == own_game.EDITION else f" --edition {edition}"
    same = f"{played} --first-seed {FIRST_TEST_SEED} --games {_TEST_GAMES}"
    print(f"{args.ship} is written.")
    print(runnable(_TEST.format(games=_TEST_GAMES, same=same, path=shlex.quote(str(args.ship)))))
