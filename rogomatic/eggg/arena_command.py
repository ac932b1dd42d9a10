"""The command `eggg arena`, which pits the computer players of a game."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import MAX_SEED, Commands, add_command, positive
from rogue.shared.errors import CommandError, printable
from rogue.shared.seeds import read_seed
from rogue.shared.wording import listed, plural

if TYPE_CHECKING:
    from rogomatic.eggg.arena import KindStanding, PairGames
    from rogue.shared.board_games import Game

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
    from rogomatic.eggg.arena import best_kind, play_all, standings
    from rogomatic.eggg.opponents import LEVELS, kinds_for
    from rogomatic.eggg.player_records import keep_preferred

    game = own_tables.load(args.game)
    kinds = _kinds(args.players, kinds_for(game))
    total = args.games * len(kinds) * (len(kinds) - 1) // 2
    pairs = play_all(game, kinds, args.games, LEVELS[args.level], args.seed, partial(_tell, total))
    ranked = standings(kinds, pairs)
    best = best_kind(ranked, kinds_for(game)[0])
    how = {"level": args.level, "games": args.games, "seed": args.seed}
    keep_preferred(own_tables.players_file(), game, best, how)
    if args.json:
        print(json.dumps(_as_data(game, how, pairs, ranked, best)))
    else:
        _print_tables(game, pairs, ranked, best)
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


def _tell(total: int, played: int) -> None:
    """Show the number of games played on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{played}/{total} games", end="" if played < total else "\n", file=sys.stderr, flush=True)


def _as_data(
    game: Game, how: dict[str, Any], pairs: Sequence[PairGames], ranked: Sequence[KindStanding], best: str
) -> dict[str, Any]:
    return {
        "game": game.name, "digest": game.digest, **how, "best": best,
        "standings": [{**one._asdict(), "skill": one.skill._asdict()} for one in ranked],
        "pairs": [pair._asdict() for pair in pairs],
    }  # fmt: skip


def _print_tables(game: Game, pairs: Sequence[PairGames], ranked: Sequence[KindStanding], best: str) -> None:
    from rogomatic.eggg.opponents import KINDS

    print(f"{'player':<11} points  games  share (90 %)     what it is")
    for one in ranked:
        low, high = (one.skill.quantile(share) for share in (0.05, 0.95))
        share = f"{one.points / one.games:.2f} {low:.2f}-{high:.2f}"
        print(f"{one.kind:<11} {one.points:>6g} {one.games:>6}  {share:<15}  {KINDS[one.kind]}")
    print()
    for pair in pairs:
        points = f"{sum(pair.points):g} of {plural(len(pair.points), 'point')}"
        print(f"{pair.first} against {pair.second}: {points}")
    print(printable(f"\nThe opponent in {game.name} is now {best}."))
