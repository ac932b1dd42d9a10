"""Openings: first moves that scored better or worse than an equal game in finished matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from math import erfc, sqrt
from typing import Final, NamedTuple

from rogomatic.eggg.move_choice import DRAW, LOSS, WIN
from rogue.shared.board_games import Game, State

FALSE_SHARE: Final = 0.05  # of the moves that are kept, or chance of each one
LEAST_GAMES: Final = 10  # of a move: a chi-square test needs five on either side
MOST_MOVES: Final = 1024
PLIES: Final = 40  # of a match that are kept


class MatchBeginning(NamedTuple):
    """The beginning of a finished match: its seed, the payoff of each player, and its first moves as text."""

    seed: int
    payoffs: tuple[float, ...]
    moves: tuple[str, ...]


class MoveRecord(NamedTuple):
    """The results of a move in a position, for the player who made it.

    position  key of the position
    path      moves that led to the position
    """

    position: str
    path: tuple[str, ...]
    move: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Number of matches in which the move was made."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Share of the points (0 to 1) that the mover scored.  A draw counts as half a point."""
        return (self.wins + self.draws * DRAW) / self.games

    def chance(self, *, better: bool) -> float:
        """Return the probability that a move with an expected share of 0.5 scores at least `share`.

        If `better` is false, return the probability of at most `share`.  (One-sided chi-square test.)
        """
        off = sqrt(self.games) * (2 * self.share - 1)
        return erfc((off if better else -off) / sqrt(2)) / 2

    def sentence(self) -> str:
        """Return the record as a sentence for players."""
        return f"It has scored {100 * self.share:.0f} % in {self.games} matches."


class Openings(NamedTuple):
    """Moves with significantly good or bad results: position key -> move text -> record of the move."""

    better: Mapping[str, Mapping[str, MoveRecord]]
    worse: Mapping[str, Mapping[str, MoveRecord]]


NONE: Final = Openings({}, {})


def can_be_learned(game: Game) -> bool:
    """Return whether openings can be learned: two players move in turn, and the game hides nothing."""
    return len(game.players) == 2 and not game.traits & {"simultaneous", "hidden", "cards"}


def position_key(state: State) -> str:
    """Return a key of a position.  Equal positions have equal keys in every process."""
    parts = (state.squares, state.mover, state.step, state.passes, state.touched, state.numbers)
    return sha256(repr(parts).encode()).hexdigest()[:16]


def records_of(game: Game, lines: Iterable[MatchBeginning], most: int = MOST_MOVES) -> list[MoveRecord]:
    """Return up to `most` records of frequent moves, sorted by ply, then from frequent to rare positions."""
    return list(islice(_records(game, sorted(lines)), most))


def _records(game: Game, lines: Sequence[MatchBeginning]) -> Iterator[MoveRecord]:
    left = [(game.start(line.seed), line) for line in lines]
    for ply in range(PLIES):
        groups: dict[str, list[tuple[State, MatchBeginning]]] = defaultdict(list)
        for state, line in left:
            if ply < len(line.moves):
                groups[position_key(state)].append((state, line))
        left = []
        for key, group in sorted(groups.items(), key=lambda one: (-len(one[1]), one[0])):
            counts = Counter(line.moves[ply] for _, line in group)
            often = {text for text, count in counts.items() if count >= LEAST_GAMES}
            mover = group[0][0].mover
            for text, _ in counts.most_common():
                if text in often:
                    payoffs = [line.payoffs[mover] for _, line in group if line.moves[ply] == text]
                    ends = [payoffs.count(end) for end in (WIN, DRAW, LOSS)]
                    yield MoveRecord(key, group[0][1].moves[:ply], text, *ends)
            left += [one for one in _after(game, group, ply) if one[1].moves[ply] in often]


def _after(
    game: Game, group: Sequence[tuple[State, MatchBeginning]], ply: int
) -> Iterator[tuple[State, MatchBeginning]]:
    """Make the next move of each line.  Yield (position, line), but leave out lines with an illegal move."""
    made: dict[str, State | None] = {}
    for state, line in group:
        text = line.moves[ply]
        if text not in made:
            move = game.find(state, state.mover, text)
            made[text] = None if move is None else game.after(state, (move,))
        after = made[text]
        if after is not None:
            yield after, line


def openings_of(records: Sequence[MoveRecord], *, each: bool = False) -> Openings:
    """Return the moves whose results are significantly better or worse than an equal share of the points.

    each  whether to test each move on its own, with a 5 % chance of error.  If `each` is false, at most 5 %
          of all returned moves are expected to be errors (Benjamini-Hochberg).
    """
    tests = [(one.chance(better=better), better, one) for one in records for better in (True, False)]
    tests.sort()
    count = len(tests)
    bounds = [FALSE_SHARE * place / count for place in range(1, count + 1)]
    limit = max([bound for bound, test in zip(bounds, tests, strict=True) if test[0] <= bound], default=0.0)
    found: dict[bool, dict[str, dict[str, MoveRecord]]] = {True: {}, False: {}}
    for chance, better, one in tests:
        if chance <= (FALSE_SHARE if each else limit):
            found[better].setdefault(one.position, {})[one.move] = one
    return Openings(found[True], found[False])
