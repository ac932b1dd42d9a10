"""Games between the computer players that fit a description."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rogomatic.eggg.move_choice import DRAW, WIN
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.opponents import make_opponent
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.roshambo.tournament import Skill, skill_of
from rogue.shared.board_games import Game
from rogue.shared.seeds import Dice

MOST_TURNS: Final = 2_000  # of a game, which is then a draw
_BEYOND: Final = 0.95
_MEASURE: Final = "random"  # the kind that is never the default


class PairGames(NamedTuple):
    """Games of two kinds: points of the first in each, 1 won, 0.5 drawn, 0 lost."""

    first: str
    second: str
    points: tuple[float, ...]


class KindStanding(NamedTuple):
    """A kind of computer player, with its points over all games."""

    kind: str
    games: int
    points: float
    skill: Skill


def play_all(
    game: Game,
    kinds: Sequence[str],
    games: int,
    budget: int,
    seed: int,
    told: Callable[[int], None] = lambda _: None,
) -> list[PairGames]:
    """Play some games between all pairs; `told` is called after each game with the number played."""
    found: list[PairGames] = []
    for first, second in combinations(kinds, 2):
        points: list[float] = []
        for one in pair_games(game, (first, second), games, (budget, budget), seed):
            points.append(one)
            told(sum(len(pair.points) for pair in found) + len(points))
        found.append(PairGames(first, second, tuple(points)))
    return found


def pair_games(
    game: Game, kinds: tuple[str, str], games: int, budgets: tuple[int, int], seed: int
) -> Iterator[float]:
    """Yield the points of the first kind in each game; the sides begin by turns.

    In simultaneous turns the games are rounds of one match, in which players learn.
    """
    together = "simultaneous" in game.traits
    seats: list[Opponent] = []
    solved = SolvedGame(game)
    for number in range(games):
        swap = number % 2 if not together else 0
        if not seats or not together:
            order = (1, 0) if swap else (0, 1)
            seats = [
                make_opponent(
                    kinds[one], Seat(game, player, budgets[one], Dice(seed, *kinds, number, player), solved)
                )
                for player, one in enumerate(order)
            ]
        yield play(game, seats, seed + number)[swap]


def play(game: Game, seats: Sequence[Opponent], seed: int) -> tuple[float, ...]:
    """Return the outcome of a round; more than two players sit down in turn."""
    state = game.start(seed)
    for _ in range(MOST_TURNS):
        outcome = game.result(state)
        if outcome is not None:
            return outcome
        moves = [seats[player].choose(game.view(state, player)) for player in game.to_move(state)]
        for seat in seats:
            seat.saw(moves)
        state = game.after(state, moves)
    return (DRAW,) * len(game.players)


def standings(kinds: Sequence[str], pairs: Sequence[PairGames]) -> list[KindStanding]:
    """Return the kinds by their share of points; ties keep the order given."""
    found: list[KindStanding] = []
    for kind in kinds:
        points = [one for pair in pairs if pair.first == kind for one in pair.points]
        points += [WIN - one for pair in pairs if pair.second == kind for one in pair.points]
        found.append(KindStanding(kind, len(points), sum(points), skill_of(points, fade=1.0)))
    return sorted(found, key=lambda one: -one.skill.mean())


def best_kind(ranked: Sequence[KindStanding], usual: str) -> str:
    """Return the best kind that does not move at random.

    The usual one stays unless the best one's share of points is beyond its 90 % interval.
    """
    by_kind = {one.kind: one.skill for one in ranked if one.kind != _MEASURE}
    best = next(iter(by_kind), usual)
    if usual in by_kind and by_kind[best].mean() <= by_kind[usual].quantile(_BEYOND):
        return usual
    return best
