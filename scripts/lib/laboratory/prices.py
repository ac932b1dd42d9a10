"""What a hero is worth on arrival at a level, in gold still to come, and the price of each thing it has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.think.items.item_value import arrow_count, best_blade, blade_value, provisions
from scripts.lib.laboratory.moments import begin

Band = tuple[int, int]  # the first depth and the last

BANDS: Final[tuple[Band, ...]] = ((2, 3), (4, 6), (7, 9), (10, 12), (13, 14), (15, 26))
_PENALTY: Final = 30.0  # as many cases speak for no effect at all
_PARTS: Final = 10  # the games are divided into, each left out once
_ESCAPES: Final = (
    "teleportation", "teleport away", "slow monster", "polymorph", "cold", "fire", "lightning",
    "hold monster", "sleep", "haste self", "scare monster", "monster confusion", "magic missile",
    "drain life", "cancellation",
)  # fmt: skip
_HEALING: Final = ("healing", "extra healing")
_UNKNOWN: Final = "?"
_MAGIC: Final = ("potion", "scroll", "ring", "stick")


class Arrival(NamedTuple):
    """A hero that has come to a level, and what became of it.

    seed, depth  of which game, on which level     gold  that it found from there on, as it counts
    figures      what it had (FIGURES), in their units
    """

    seed: int
    depth: int
    gold: int
    figures: tuple[float, ...]


FIGURES: Final = (
    "all of the hit points", "10 hit points at most", "experience level", "point of armour",
    "1,000 turns of food", "point of strength", "point of damage", "10 arrows", "escape", "potion of healing",
    "unknown item", "alert", "depth",
)  # fmt: skip


def figures_of(b: Beliefs) -> tuple[float, ...]:
    """Return what a hero has, in the order of FIGURES."""
    me, blade = b.me, best_blade(b)
    known: Counter[str] = Counter()
    for kind in _MAGIC:
        for _, thing in b.pack.of_kind(kind):
            name = b.name_of(thing) or ("" if b.lore.is_tried(thing) else _UNKNOWN)
            known[name] += (thing.count or 1) if thing.charges != 0 else 0
    return (
        me.hp / max(me.max_hp, 1), me.max_hp / 10, float(me.level), float(me.armor), provisions(b) / 1000,
        float(me.strength), blade_value(b.pack[blade], b.edition) / 10 if blade else 0.0, arrow_count(b) / 10,
        float(sum(known[name] for name in _ESCAPES)), float(sum(known[name] for name in _HEALING)),
        float(known[_UNKNOWN]), float(me.alert), float(me.depth),
    )  # fmt: skip


class PricedGame(NamedTuple):
    """A game that was played to its end: its score in gold, the deepest level, how it ended, its arrivals."""

    seed: int
    score: int
    deepest: int
    ended: str
    arrivals: tuple[Arrival, ...]


def play_priced(seed: int, memory: Memory, edition: str = "5.4") -> PricedGame:
    """Play the game of a seed to its end; note its arrivals at levels below the first."""
    course = begin(seed, memory, DEFAULT, edition)
    depth, found = 1, []
    while not course.over:
        course.step()
        b = course.player.beliefs
        if b.me.depth > depth and b.waiting.kind == "command":
            depth = b.me.depth
            found.append((depth, b.me.gold, figures_of(b)))
    report = course.player.report()
    arrivals = tuple(Arrival(seed, depth, report.score - gold, figures) for depth, gold, figures in found)
    return PricedGame(seed, report.score, report.deepest, report.killer or report.how, arrivals)


def load_games(file: Path) -> Iterator[PricedGame]:
    """Yield the games of a file that has one in each line, as JSON."""
    for line in file.read_text(encoding="ascii").splitlines():
        seed, score, deepest, ended, arrivals = json.loads(line)
        rows = tuple(Arrival(one, depth, gold, tuple(figures)) for one, depth, gold, figures in arrivals)
        yield PricedGame(seed, score, deepest, ended, rows)


class Fit(NamedTuple):
    """The prices of one band of depths.

    arrivals, mean  how many, and the gold that came after them
    explained  part of its variance that the prices foretell in games that were left out
    constant   gold for a hero whose figures are all 0
    prices     gold for one unit of each of FIGURES, and its error
    """

    arrivals: int
    mean: float
    explained: float
    constant: float
    prices: tuple[tuple[float, float], ...]


def fit_prices(arrivals: Sequence[Arrival]) -> Fit:
    """Fit the prices of one band of depths; the arrivals are at least two, of games in all ten parts.

    The gold still to come, the score of the game less the purse on arrival, is fitted by least squares with a
    small penalty; errors come of leaving out one tenth of the games after the other.

    >>> rows = [Arrival(n, 8, 100 * (n % 7), (float(n % 7), 1.0)) for n in range(2000)]
    >>> fit = fit_prices(rows)
    >>> [round(price) for price, _ in fit.prices], round(fit.explained, 1)
    ([99, 0], 1.0)
    """
    count = len(arrivals)
    mean = sum(one.gold for one in arrivals) / count
    whole = solve_prices(arrivals)
    left, missed = [], 0.0
    for part in range(_PARTS):
        kept = [one for one in arrivals if one.seed % _PARTS != part]
        found = solve_prices(kept)
        left.append(found)
        missed += sum(
            (one.gold - gold_foretold(found, one.figures)) ** 2
            for one in arrivals
            if one.seed % _PARTS == part
        )
    spread = sum((one.gold - mean) ** 2 for one in arrivals)
    errors = [
        sqrt((_PARTS - 1) / _PARTS * sum((one[n] - whole[n]) ** 2 for one in left)) for n in range(len(whole))
    ]
    return Fit(count, mean, 1 - missed / spread, whole[0], tuple(zip(whole[1:], errors[1:], strict=True)))


def gold_foretold(prices: Sequence[float], figures: Sequence[float]) -> float:
    """Return the gold that a constant, with the price of each figure behind it, foretells."""
    return prices[0] + sum(price * has for price, has in zip(prices[1:], figures, strict=True))


def solve_prices(arrivals: Sequence[Arrival]) -> list[float]:
    """Return the constant and the price of each figure, by least squares with a small penalty."""
    size, count = len(arrivals[0].figures), len(arrivals)
    means = [sum(one.figures[n] for one in arrivals) / count for n in range(size)]
    gold = sum(one.gold for one in arrivals) / count
    rows = [[has - mean for has, mean in zip(one.figures, means, strict=True)] for one in arrivals]
    products = [[sum(row[i] * row[j] for row in rows) for j in range(size)] for i in range(size)]
    for n in range(size):
        products[n][n] += _PENALTY * max(products[n][n] / count, 1e-9)
    sums = [
        sum(row[n] * (one.gold - gold) for row, one in zip(rows, arrivals, strict=True)) for n in range(size)
    ]
    prices = _eliminate(products, sums)
    return [gold - sum(price * mean for price, mean in zip(prices, means, strict=True)), *prices]


def _eliminate(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system of equations whose matrix is symmetric and positive."""
    size = len(right)
    table = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n in range(size):
        for other in range(n + 1, size):
            part = table[other][n] / table[n][n]
            table[other] = [old - part * new for old, new in zip(table[other], table[n], strict=True)]
    found = [0.0] * size
    for n in reversed(range(size)):
        known = sum(table[n][other] * found[other] for other in range(n + 1, size))
        found[n] = (table[n][size] - known) / table[n][n]
    return found


def in_bands(arrivals: Sequence[Arrival]) -> Iterator[tuple[Band, list[Arrival]]]:
    """Yield the bands of depths with the arrivals in them."""
    for first, last in BANDS:
        yield (first, last), [one for one in arrivals if first <= one.depth <= last]
