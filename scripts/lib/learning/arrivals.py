"""Heroes on arrival at a level: what they have, and the gold that it predicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.think.items.item_value import arrow_count, best_blade, blade_value, provisions

_PENALTY: Final = 30.0  # as many cases speak for no effect at all
_ESCAPES: Final = (
    "teleportation", "teleport away", "slow monster", "polymorph", "cold", "fire", "lightning",
    "hold monster", "sleep", "haste self", "scare monster", "monster confusion", "magic missile",
    "drain life", "cancellation",
)  # fmt: skip
_HEALING: Final = ("healing", "extra healing")
_UNKNOWN: Final = "?"
_MAGIC: Final = ("potion", "scroll", "ring", "stick")


class Arrival(NamedTuple):
    """A hero on arrival at a level, and its later gain.

    seed     of the game
    gold     that counts and was found from there on
    figures  what it had, in the order and units of FIGURES
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
    """Return the figures of a hero."""
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


def gold_foretold(prices: Sequence[float], figures: Sequence[float]) -> float:
    """Return the gold that prices predict; the first price is a constant."""
    return prices[0] + sum(price * has for price, has in zip(prices[1:], figures, strict=True))


def solve_prices(arrivals: Sequence[Arrival]) -> list[float]:
    """Fit the constant and the price of each figure by least squares with a small penalty."""
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
    """Solve a system of equations with a symmetric positive definite matrix."""
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
