"""The order in which depth brings the monsters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rogue.tables.monsters import (
    MonsterKind,
)
from rogue.tables.ruleset import Ruleset
from rogue.variants.forms import shown
from rogue.variants.problems import Problem

MIN_ORDER: Final = 5


def monster_order(
    base: Ruleset,
    rows: Mapping[str, Mapping[str, Any]],
    models: Mapping[str, MonsterKind],
    said: str | None,
    problems: list[Problem],
) -> str:
    """Return the letters by depth: as said or as before, then moved behind others, without those gone."""
    order = base.order if said is None else said
    twice = sorted({letter for letter in order if order.count(letter) > 1})
    if twice:
        problems.append(Problem(("dungeon", "order"), f"order has {', '.join(twice)} more than once"))
        return base.order
    for letter, row in rows.items():
        behind = row.get("after")
        if (
            behind is None
            and said is None
            and row.get("like") is not None
            and models[letter].letter != letter
        ):
            behind = models[letter].letter
            if behind not in order:
                continue
        if behind is None:
            continue
        if behind not in order or behind == letter:
            text = f"after is {shown(behind)}, which is not in the order {order}"
            problems.append(Problem(("monsters", letter, "after"), text))
            continue
        order = order.replace(letter, "").replace(behind, behind + letter)
    order = "".join([letter for letter in order if not rows.get(letter, {}).get("gone")])
    if len(order) < MIN_ORDER:
        at = ("dungeon", "order") if said is not None else ("monsters",)
        text = f"the order has {len(order)} letters left; it needs {MIN_ORDER}"
        problems.append(Problem(at, text))
        return base.order
    return order
