"""The command `eggg arena`, which pits the computer players of a game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import MAX_SEED, Commands, add_command, positive
from rogue.shared.errors import CommandError, printable
from rogue.shared.seeds import read_seed
from rogue.shared.wording import listed, plural

HELP: Final = """Pit the computer players that fit a game, each pair with both sides beginning in turn. The
best player becomes the opponent in `eggg play`, for exactly this description."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(commands, "arena", "find the best player", HELP, _arena)
    option = parser.add_argument
    option("game", metavar="NAME|FILE", help="a shipped game, or a description")
    option("--games", type=positive, default=20, metavar="N", help="of each pair (default 20)")
    option("--seed", type=partial(read_seed, end=MAX_SEED + 1), default=1, help="of the dice (default 1)")
    option("--level", choices=("easy", "fair", "hard"), default="fair", help="of thought (default fair)")
    option("--players", default="", metavar="A,B,...", help="kinds of players (default all that fit)")
    option("--json", action="store_true", help="print exactly one JSON object")


def _arena(args: argparse.Namespace) -> int:
    """Play all pairs, keep the best player, and print the standings."""
    from rogomatic.eggg.arena import best_kind, pair_games, standings
    from rogomatic.eggg.opponents import KINDS, LEVELS, kinds_for
    from rogomatic.eggg.player_records import keep_preferred

    game = own_tables.load(args.game)
    kinds = _kinds(args.players, kinds_for(game))
    budget = LEVELS[args.level]
    pairs: dict[tuple[str, str], list[float]] = {}
    for pair in combinations(kinds, 2):
        points = pairs[pair] = list(pair_games(game, pair, args.games, (budget, budget), args.seed))
        if not args.json:
            print(
                f"{pair[0]} against {pair[1]}: {sum(points):g} of {plural(len(points), 'point')}", flush=True
            )
    ranked = standings(kinds, pairs)
    best = best_kind(ranked, kinds_for(game)[0])
    how = {"level": args.level, "games": args.games, "seed": args.seed}
    keep_preferred(own_tables.players_file(), game, best, how)
    if args.json:
        table = [{**one._asdict(), "skill": one.skill._asdict()} for one in ranked]
        rows = [{"first": one, "second": other, "points": scores} for (one, other), scores in pairs.items()]
        named = {"game": game.name, "digest": game.digest, **how, "best": best}
        print(json.dumps({**named, "standings": table, "pairs": rows}))
        return 0
    print(f"\n{'player':<11} points  games  share (90 %)     what it is")
    for row in ranked:
        low, high = (row.skill.quantile(share) for share in (0.05, 0.95))
        share = f"{row.points / row.games:.2f} {low:.2f}-{high:.2f}"
        print(f"{row.kind:<11} {row.points:>6g} {row.games:>6}  {share:<15}  {KINDS[row.kind]}")
    print(printable(f"\nThe opponent in {game.name} is now {best}."))
    return 0


def _kinds(asked: str, fitting: Sequence[str]) -> list[str]:
    """Return the kinds that are asked for, each once.  Raises CommandError for others than fit."""
    kinds = list(dict.fromkeys(asked.split(","))) if asked else list(fitting)
    wrong = [kind for kind in kinds if kind not in fitting]
    if wrong:
        raise CommandError(f"The player {wrong[0]!r} does not fit: choose from {listed(fitting)}.", 2)
    if len(kinds) < 2:
        raise CommandError("An arena needs two players or more.", 2)
    return kinds
