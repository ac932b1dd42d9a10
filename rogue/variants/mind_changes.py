"""The minds that a description defines: ways in which monsters think."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rogue.shared.errors import meant
from rogue.tables.monster_minds import ACTS, MINDS, KindAct, MonsterMind
from rogue.tables.ruleset import Ruleset
from rogue.variants.problems import Diagnostic
from rogue.variants.schema import shown

BLANK: Final = MonsterMind("", "mindless", 4)
_SAME: Final = ("ears", "nose", "flee", "cry", "pack", "store", "regain", "distant")
_OTHER: Final = {"kind": "cast", "return": "brave", "lies_in_wait": "ambushes"}
"""Key of a mind -> field, where the two differ in name."""


def own_minds(base: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> dict[str, MonsterMind]:
    """Return a dict from names to the minds that a description defines.  Append errors to `problems`."""
    rows: Mapping[str, Mapping[str, Any]] = data.get("minds", {})
    if rows and base.minds is None:
        problems.append(Diagnostic(("minds",), "no monster thinks in this game; add [rules.minds]"))
        return {}
    found: dict[str, MonsterMind] = {}
    for name, row in rows.items():
        found[name] = _mind(name, row, found, problems)
    return found


def _mind(
    name: str, row: Mapping[str, Any], known: Mapping[str, MonsterMind], problems: list[Diagnostic]
) -> MonsterMind:
    path = ("minds", name)
    model, like = BLANK, row.get("like")
    if like is not None:
        names = {**MINDS, **known}
        if like in names:
            model = names[like]
        else:
            text = f"like is {shown(like)}; there is no such mind{meant(like, names)}"
            problems.append(Diagnostic((*path, "like"), text))
    changes: dict[str, Any] = {key: row[key] for key in _SAME if key in row}
    changes |= {field: row[key] for key, field in _OTHER.items() if key in row}
    if "group" in row:
        changes["group"] = "" if row["group"] == "none" else row["group"]
    if "acts" in row:
        changes["acts"] = tuple([KindAct(act, *numbers) for act, numbers in row["acts"].items()])
    mind = replace(model, like=name, **changes)
    if mind.brave < mind.flee:
        text = f"return is {mind.brave}; it must not be below flee, which is {mind.flee}"
        problems.append(Diagnostic((*path, "return"), text))
    dear = [own.name for own in mind.acts if ACTS[own.name].price > mind.store]
    if dear:
        price = ACTS[dear[0]].price
        problems.append(
            Diagnostic(
                (*path, "store"), f"store is {mind.store}; it must be at least {price}, the cost of {dear[0]}"
            )
        )
    if mind.pack and not mind.group:
        problems.append(Diagnostic((*path, "pack"), 'pack needs a group: "flock" or "band"'))
    return mind
