"""Shares of the classes of items."""

from __future__ import annotations

from collections.abc import Mapping

from rogue.tables.items import ItemClass
from rogue.tables.ruleset import Ruleset
from rogue.variants.problems import Problem


def class_shares(
    base: Ruleset, said: Mapping[str, int], problems: list[Problem]
) -> tuple[tuple[ItemClass, int], ...]:
    """Return per cent of each class: as said, the others sharing the rest as before."""
    rest = 100 - sum(said.values())
    before = {cls: odds for cls, odds in base.class_odds if cls not in said}
    whole = sum(before.values())
    if rest < 0:
        problems.append(Problem(("odds",), f"the odds are {100 - rest} together; they may be 100 at most"))
        return base.class_odds
    if rest and not whole:
        problems.append(
            Problem(("odds",), f"the odds are {100 - rest} together, and no class is left for the rest")
        )
        return base.class_odds
    shares = {cls: odds * rest // whole for cls, odds in before.items()} if whole else {}
    by_remainder = sorted(shares, key=lambda cls: -(before[cls] * rest % whole))  # a stable sort
    for cls in by_remainder[: rest - sum(shares.values())]:
        shares[cls] += 1
    return tuple([(cls, said[cls] if cls in said else shares[cls]) for cls, _ in base.class_odds])
