"""Power of the kinds of pieces."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from math import fsum
from typing import Final, Literal

from rogue.shared.board_games import Game

Measure = Literal["reach", "paper"]
"""How motility is measured: by the squares that a piece reaches, or by the length of its rules."""
_DIMENSIONS: Final = 2
_SQUARE: Final = _DIMENSIONS**_DIMENSIONS
_SLIDES: Final = re.compile(r"\bslides?\b")
_ANY_WAY: Final = re.compile(r"\bany direction\b")


def powers(game: Game, measure: Measure = "reach") -> tuple[float, ...]:
    """Return the power of each kind of piece, the product of motility, rank, and rarity.

    Beside the reach, rarity counts by its square root, which won 5 of 6 games of chess against the whole.
    """
    sides = starting_sides(game)
    counts = [mean_over(sides, kind, lambda _, count: count) for kind in range(len(game.kinds))]
    if measure == "paper":
        motility, root = paper_motility(rule_sums(game), counts), 1.0
    else:
        motility, root = reach_motility(game), 0.5
    rarities = [mean_over(sides, kind, lambda size, count: size / count) for kind in range(len(game.kinds))]
    factors = zip(motility, ranks(game.captures, counts), rarities, strict=True)
    return tuple(one * rank * rarity**root for one, rank, rarity in factors)


def starting_sides(game: Game) -> list[Counter[int]]:
    """Return how many pieces of each kind each side has at the start."""
    sides: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for code in game.start().squares:
        if 0 < code < len(game.pieces):
            sides[game.pieces[code].owner][game.pieces[code].kind] += 1
    return list(sides.values())


def mean_over(sides: Sequence[Counter[int]], kind: int, value: Callable[[int, int], float]) -> float:
    """Return the mean of a value of the sides that have a kind, by their sizes and counts; 1 if none has.

    >>> chess = Counter({0: 1, 1: 2, 2: 13})
    >>> [mean_over([chess, chess], kind, lambda size, count: size / count) for kind in (0, 1)]
    [16.0, 8.0]
    """
    found = [value(side.total(), side[kind]) for side in sides if side[kind]]
    return fsum(found) / len(found) if found else 1.0


def reach_motility(game: Game) -> list[float]:
    """Return the mean number of squares that each kind reaches on the empty board; the least is 1."""
    squares = range(len(game.board.names))
    found: list[list[float]] = [[] for _ in game.kinds]
    for code, piece in enumerate(game.pieces):
        if piece.kind >= 0:
            found[piece.kind].append(fsum(len(game.reach(code, square)) for square in squares) / len(squares))
    return _scaled([fsum(means) / len(means) if means else 0.0 for means in found])


def paper_motility(sums: Sequence[float], counts: Sequence[float]) -> list[float]:
    """Return motility by the length of the rules: their sum by the count squared; the least is 1."""
    return _scaled([one / max(1.0, count) ** 2 for one, count in zip(sums, counts, strict=True)])


def rule_sums(game: Game) -> list[float]:
    """Return for each kind the lengths of its rules of movement, plus d^d - d^c for each.

    d is 2, the number of dimensions, and c the number of them in which the rule leaves no choice.
    """
    statements = [str(one).lower() for one in game.described()["statements"]]
    sums: list[float] = []
    for kind in game.kinds:
        moves = re.compile(rf"(\S+ means )?{re.escape(kind.lower())} (moves?|slides?|leaps?|jumps?)\b")
        rules = [text for text in statements if moves.match(text)]
        sums.append(fsum(len(text) + _SQUARE - _DIMENSIONS ** constrained(text) for text in rules))
    return sums


def constrained(rule: str) -> int:
    """Return in how many dimensions a rule of movement leaves no choice.

    >>> [constrained(rule) for rule in ("queen slides in any direction", "rook slides orthogonally")]
    [0, 1]
    >>> constrained("knight leaps (1, 2)")
    2
    """
    if not _SLIDES.search(rule):
        return _DIMENSIONS
    return 0 if _ANY_WAY.search(rule) else 1


def ranks(captures: Sequence[frozenset[int]], counts: Sequence[float]) -> list[float]:
    """Return the rank of each kind: kinds that it takes one-sidedly, less those that take it so.

    The least rank is 1.  Among equals, kinds with fewer takers on the board rank higher, by less than 1.

    >>> ranks([frozenset({0, 1}), frozenset({0, 1})], [8, 1]), ranks([frozenset({1}), frozenset()], [1, 1])
    ([1.0, 1.0], [3.0, 1.0])
    """
    kinds = range(len(captures))
    takers = [[one for one in kinds if kind in captures[one] and one not in captures[kind]] for kind in kinds]
    prey = [[one for one in captures[kind] if kind not in captures[one]] for kind in kinds]
    leads = [len(prey[kind]) - len(takers[kind]) for kind in kinds]
    threats = [fsum(counts[other] for other in takers[kind]) for kind in kinds]
    found: list[float] = []
    for kind in kinds:
        rivals = sorted({threats[other] for other in kinds if leads[other] == leads[kind]}, reverse=True)
        found.append(leads[kind] - min(leads) + 1 + rivals.index(threats[kind]) / len(rivals))
    return found


def _scaled(values: Sequence[float]) -> list[float]:
    """Return values by the least of them that is above 0; those that are not become 1."""
    least = min((value for value in values if value > 0), default=1.0)
    return [max(1.0, value / least) for value in values]
