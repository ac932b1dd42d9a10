"""The command `eggg arena`, which lets the computer players that can play a game play against each other."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rogomatic.eggg import own_tables
from rogomatic.eggg.move_choice import DRAW, WIN
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.opponents import KINDS, budget_of, kinds_for, make_opponent
from rogomatic.eggg.player_records import keep_preferred, preferred_kind
from rogomatic.eggg.playouts import MOST_TURNS
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.roshambo.tournament import Skill, skill_of
from rogue.shared.board_games import Game
from rogue.shared.errors import CommandError, printable
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed, plural

_BEYOND: Final = 0.95
_MEASURE: Final = "random"  # the kind that is never the default
Pair = tuple[str, str]
"""Two kinds of computer players."""


class KindStanding(NamedTuple):
    """How a kind of computer player did in all its games.  `skill` estimates its share of the points."""

    kind: str
    games: int
    points: float
    skill: Skill


def pair_games(
    game: Game, kinds: Pair, games: int, budgets: tuple[int, int], seed: int, *, alternates: bool = True
) -> Iterator[float]:
    """Yield the points of the first kind in each game: a win counts 1, a draw 0.5.

    If `alternates` is true, the kinds change sides after each game.  Otherwise the first kind always moves
    first.  With simultaneous turns, the kinds never change sides, and the players learn from game to game.
    If there are more than two players, the kinds take alternate seats.
    """
    players = range(len(game.players))
    together = "simultaneous" in game.traits
    seats, sides = list[Opponent](), list[int]()
    solved = SolvedGame(game)
    for number in range(games):
        order = (1, 0) if number % 2 and alternates and not together else (0, 1)
        if not seats or not together:
            sides, seats = [order[player % 2] for player in players], []
            for player, one in enumerate(sides):
                dice = Dice(seed, *kinds, number, player)
                seats.append(make_opponent(kinds[one], Seat(game, player, budgets[one], dice, solved)))
        payoffs = play(game, seats, seed + number)
        paid = [[payoffs[player] for player in players if sides[player] == one] for one in (0, 1)]
        means = [sum(row) / len(row) if row else DRAW for row in paid]
        yield DRAW + (means[0] - means[1]) / 2


def play(game: Game, seats: Sequence[Opponent], seed: int) -> tuple[float, ...]:
    """Play a round and return each player's payoff.  A round of more than MOST_TURNS turns is a draw."""
    state = game.start(seed)
    for _ in range(MOST_TURNS):
        outcome = game.result(state)
        if outcome is not None:
            return outcome
        moves = [seats[player].choose(game.view(state, player)) for player in game.to_move(state)]
        for player, seat in enumerate(seats):
            seat.saw([game.seen(move, player) for move in moves])
        state = game.after(state, moves)
    return (DRAW,) * len(game.players)


def standings(kinds: Sequence[str], pairs: Mapping[Pair, Sequence[float]]) -> list[KindStanding]:
    """Return the results of the kinds, highest skill first.  Equally skilled kinds keep the given order.

    pairs  for each pair of kinds, the points of the first kind in each game
    """
    found: list[KindStanding] = []
    for kind in kinds:
        points = [one for (first, _), scores in pairs.items() if first == kind for one in scores]
        points += [WIN - one for (_, second), scores in pairs.items() if second == kind for one in scores]
        found.append(KindStanding(kind, len(points), sum(points), skill_of(points, fade=1.0)))
    return sorted(found, key=lambda one: -one.skill.mean())


def best_kind(ranked: Sequence[KindStanding], usual: str) -> str:
    """Return the kind that should be the opponent.  The kind that moves at random is never returned.

    If the mean skill of the first kind in `ranked` lies above the 90 % interval of the kind `usual`, return
    the first kind.  Otherwise return `usual`.
    """
    by_kind = {one.kind: one.skill for one in ranked if one.kind != _MEASURE}
    best = next(iter(by_kind), usual)
    if usual in by_kind and by_kind[best].mean() <= by_kind[usual].quantile(_BEYOND):
        return usual
    return best


def arena(args: argparse.Namespace) -> int:
    """Let all pairs play, keep the best kind for this game, and print the standings.  Return the exit code.

    Raises CommandError, LaunchError.
    """
    game = own_tables.load(args.game)
    kinds = _kinds(args.players, kinds_for(game))
    budget = budget_of(game, args.level)
    pairs: dict[tuple[str, str], list[float]] = {}
    for pair in combinations(kinds, 2):
        points = pairs[pair] = list(pair_games(game, pair, args.games, (budget, budget), args.seed))
        if not args.json:
            whole = plural(len(points), "point")
            print(f"{pair[0]} against {pair[1]}: {sum(points):g} of {whole}", flush=True)
    ranked = standings(kinds, pairs)
    best = best_kind(ranked, kinds_for(game)[0])
    how = {"level": args.level, "games": args.games, "seed": args.seed}
    before = preferred_kind(own_tables.players_file(), game)
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
    leader = next(one.kind for one in ranked if one.kind != _MEASURE)
    few = "" if leader == best else f": {plural(args.games, 'game')} per pair are too few to prefer {leader}"
    print(printable(f"\nThe opponent in {game.name} {'stays' if before == best else 'is now'} {best}{few}."))
    return 0


def _kinds(asked: str | None, fitting: Sequence[str]) -> list[str]:
    """Return the requested kinds.  Raises CommandError if a kind does not fit or if only one is requested."""
    kinds = list(dict.fromkeys(asked.split(","))) if asked is not None else list(fitting)
    wrong = [kind for kind in kinds if kind not in fitting]
    if wrong:
        raise CommandError(
            f"The player {wrong[0]!r} does not fit this game: choose from {listed(fitting)}.", 2
        )
    if len(kinds) < 2:
        raise CommandError("An arena needs at least two players.", 2)
    return kinds
