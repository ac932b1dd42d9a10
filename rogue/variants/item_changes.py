"""Changes of a description to the kinds of items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rogue.shared.errors import meant
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.ruleset import Ruleset
from rogue.variants.class_shares import class_shares
from rogue.variants.forms import shown
from rogue.variants.monster_changes import dice_of
from rogue.variants.problems import Problem
from rogue.variants.schema import CLASSES


def changed_items(base: Ruleset, data: Mapping[str, Any], problems: list[Problem]) -> Ruleset:
    """Apply the items of a description to the rules; add errors to `problems`."""
    changes: dict[str, Any] = {}
    for cls, rows in data.get("items", {}).items():
        changes[f"{cls}s"] = _kinds(base, cls, rows, problems)
    rules = base.replace(**changes)
    _check_looks(rules, problems)
    if "odds" in data:
        rules = rules.replace(class_odds=class_shares(base, data["odds"], problems))
    for cls in CLASSES:
        if sum(kind.odds for kind in rules.kinds(cls)) == 0:
            problems.append(
                Problem(("items", cls), f"no {cls} is left that can be found: their odds are all 0")
            )
    return rules


def _kinds(
    base: Ruleset, cls: ItemClass, rows: Mapping[str, Mapping[str, Any]], problems: list[Problem]
) -> tuple[ItemKind, ...]:
    kinds = {kind.name: kind for kind in base.kinds(cls)}
    weapons = [*(kind.name for kind in base.weapons), *(rows if cls == "weapon" else ())]
    for name, row in rows.items():
        path = ("items", cls, name)
        model = _model(cls, name, row, kinds, problems)
        if model is None:
            continue
        launcher = row.get("launcher", "")
        if launcher and launcher not in weapons:
            text = f"launcher is {shown(launcher)}; there is no such weapon{meant(launcher, weapons)}"
            problems.append(Problem((*path, "launcher"), text))
        kinds[name] = _kind(model, row)
    left = tuple([kind for name, kind in kinds.items() if not rows.get(name, {}).get("gone")])
    if not left:
        problems.append(Problem(("items", cls), f"no {cls} is left; one must stay"))
        return base.kinds(cls)
    return left


def _model(
    cls: ItemClass,
    name: str,
    row: Mapping[str, Any],
    kinds: Mapping[str, ItemKind],
    problems: list[Problem],
) -> ItemKind | None:
    """Return the kind that a row changes, under its new name, or None."""
    path = ("items", cls, name)
    like = row.get("like")
    if like is None:
        if name in kinds:
            return kinds[name]
        text = f"there is no {cls} {shown(name)}{meant(name, kinds)}"
        problems.append(Problem(path, text if "?" in text else f"{text}; a new one needs like"))
        return None
    if like not in kinds:
        problems.append(Problem((*path, "like"), f"there is no {cls} {shown(like)}{meant(like, kinds)}"))
        return None
    if not 2 <= len(name) <= 32 or not all("a" <= char <= "z" or char in " -" for char in name):
        problems.append(Problem(path, f"{shown(name)} is no name of 2 to 32 of a to z, blank and -"))
        return None
    model = kinds[like]
    kept = kinds.get(name, model)
    effect = "" if name == model.does else model.does
    return replace(model, name=name, odds=kept.odds, worth=kept.worth, effect=effect)


def _kind(model: ItemKind, row: Mapping[str, Any]) -> ItemKind:
    changes: dict[str, Any] = {}
    for key, field in (
        ("odds", "odds"),
        ("worth", "worth"),
        ("launcher", "launcher"),
        ("class", "armor"),
        ("rusts", "rusts"),
        ("cursed", "cursed"),
    ):
        if key in row:
            changes[field] = row[key]
    for key, field in (("wield", "wield"), ("throw", "thrown")):
        if key in row:
            changes[field] = dice_of(row[key])
    for key in ("count", "charges"):
        if key in row:
            changes[key] = span_of(row[key])
    if "count" in row:
        changes["grouped"] = changes["count"] != (1, 1)
        changes["missile"] = model.missile or changes["grouped"]
    if "food" in row:
        changes["food_use"] = (row["food"], 1, 1)
    return replace(model, **changes)


def span_of(value: int | list[int]) -> tuple[int, int]:
    """Return a number or a pair of numbers as a pair.

    >>> span_of(3), span_of([1, 2])
    ((3, 3), (1, 2))
    """
    return (value, value) if isinstance(value, int) else (value[0], value[1])


def _check_looks(rules: Ruleset, problems: list[Problem]) -> None:
    """Report classes with more kinds than they have looks."""
    looks = {
        "potion": (len(rules.colors), "colours"),
        "ring": (len(rules.stones), "stones"),
        "stick": (min(len(rules.woods), len(rules.metals)) + 11, "woods and metals"),
        "scroll": (100, "titles"),
    }
    for cls in CLASSES:
        count = len(rules.kinds(cls))
        most, what = looks.get(cls, (60, "names"))
        if count > most:
            problems.append(Problem(("items", cls), f"{count} kinds of {cls} are more than {most} {what}"))
