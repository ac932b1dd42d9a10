"""The changes that a variant's description makes to items, or to the hero with whom a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rogue.shared.errors import meant
from rogue.shared.wording import listed
from rogue.tables.items import CLASSES, ItemClass, ItemKind
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import HeroRules, KitItem
from rogue.variants.monster_changes import dice_of
from rogue.variants.problems import Diagnostic
from rogue.variants.schema import shown

STACKED: Final = ("potion", "scroll", "food")  # classes whose items stack under one letter
_NOUNS: Final[dict[ItemClass, tuple[str, ...]]] = {
    "potion": ("potion of ",),
    "scroll": ("scroll of ",),
    "ring": ("ring of ",),
    "stick": ("wand of ", "staff of "),
}


def class_shares(
    base: Ruleset, said: Mapping[str, int], problems: list[Diagnostic]
) -> tuple[tuple[ItemClass, int], ...]:
    """Return the percentage of each class of items.  Append errors to `problems`.

    `said` holds the percentages in the description.  The other classes share the rest in the same
    proportions as before.
    """
    rest = 100 - sum(said.values())
    before = {cls: odds for cls, odds in base.class_odds if cls not in said}
    whole = sum(before.values())
    if rest < 0:
        problems.append(Diagnostic(("odds",), f"the odds add up to {100 - rest}; the maximum is 100"))
        return base.class_odds
    if rest and not whole:
        problems.append(
            Diagnostic(("odds",), f"the odds add up to {100 - rest}, and no class is left for the rest")
        )
        return base.class_odds
    shares = {cls: odds * rest // whole for cls, odds in before.items()} if whole else {}
    by_remainder = sorted(shares, key=lambda cls: -(before[cls] * rest % whole))  # a stable sort
    for cls in by_remainder[: rest - sum(shares.values())]:
        shares[cls] += 1
    return tuple([(cls, said[cls] if cls in said else shares[cls]) for cls, _ in base.class_odds])


def changed_items(base: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> Ruleset:
    """Return the rules with changes from a description's [items] and [odds].  Append errors to `problems`."""
    changes: dict[str, Any] = {}
    for cls, rows in data.get("items", {}).items():
        changes[f"{cls}s"] = _kinds(base, cls, rows, problems)
    rules = base.replace(**changes)
    _check_looks(rules, problems)
    if "odds" in data:
        rules = rules.replace(class_odds=class_shares(base, data["odds"], problems))
    for cls in CLASSES:
        if sum(kind.odds for kind in rules.kinds(cls)) == 0:
            problems.append(Diagnostic(("items", cls), f"no {cls} can be found, because all odds are 0"))
    return rules


def _kinds(
    base: Ruleset, cls: ItemClass, rows: Mapping[str, Mapping[str, Any]], problems: list[Diagnostic]
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
            problems.append(Diagnostic((*path, "launcher"), text))
        kinds[name] = _kind(model, row)
    left = tuple([kind for name, kind in kinds.items() if not rows.get(name, {}).get("gone")])
    if not left:
        problems.append(Diagnostic(("items", cls), f"no {cls} is left; keep at least one"))
        return base.kinds(cls)
    return left


def _model(
    cls: ItemClass,
    name: str,
    row: Mapping[str, Any],
    kinds: Mapping[str, ItemKind],
    problems: list[Diagnostic],
) -> ItemKind | None:
    """Return the kind that a row of [items] starts from, or None after an error.

    This is the kind called `name`, or, if the row has the key `like`, a copy of that kind with the name
    `name`.
    """
    path = ("items", cls, name)
    like = row.get("like")
    if like is None:
        if name in kinds:
            return kinds[name]
        text = f"there is no {cls} {shown(name)}{meant(name, kinds)}"
        problems.append(Diagnostic(path, text if "?" in text else f"{text}; a new one needs the key like"))
        return None
    if like not in kinds:
        problems.append(Diagnostic((*path, "like"), f"there is no {cls} {shown(like)}{meant(like, kinds)}"))
        return None
    if not 2 <= len(name) <= 32 or not all("a" <= char <= "z" or char in " -" for char in name):
        problems.append(
            Diagnostic(
                path, f"{shown(name)} is not a name; a name has 2 to 32 of the characters a-z, space, and -"
            )
        )
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
    """Return a pair unchanged, and a number as a pair of two equal numbers.

    >>> span_of(3), span_of([1, 2])
    ((3, 3), (1, 2))
    """
    return (value, value) if isinstance(value, int) else (value[0], value[1])


def _check_looks(rules: Ruleset, problems: list[Diagnostic]) -> None:
    """Append an error for each class with more kinds than it has colors, stones, or other looks."""
    looks = {
        "potion": (len(rules.colors), "colors"),
        "ring": (len(rules.stones), "stones"),
        "stick": (min(len(rules.woods), len(rules.metals)) + 11, "woods and metals"),
        "scroll": (100, "titles"),
    }
    for cls in CLASSES:
        count = len(rules.kinds(cls))
        most, what = looks.get(cls, (60, "names"))
        if count > most:
            problems.append(Diagnostic(("items", cls), f"{count} kinds of {cls} are more than {most} {what}"))


def changed_kit(rules: Ruleset, data: Mapping[str, Any], problems: list[Diagnostic]) -> Ruleset:
    """Return the rules with the changes from a description's [hero].  Append errors to `problems`."""
    said: Mapping[str, Any] = data.get("hero", {})
    hero = rules.hero
    if "kit" in said:
        kit = _kit(rules, said["kit"], problems)
    else:
        kit = hero.kit
        for part in kit:
            if part.name not in [kind.name for kind in rules.kinds(part.cls)]:
                text = f"the kit has the {part.cls} {part.name!r}, which is gone; change the kit"
                problems.append(Diagnostic(("hero", "kit"), text))
    return rules.replace(
        hero=HeroRules(said.get("hit_points", hero.hit_points), said.get("strength", hero.strength), kit)
    )


def _kit(rules: Ruleset, rows: list[dict[str, Any]], problems: list[Diagnostic]) -> tuple[KitItem, ...]:
    parts: list[KitItem] = []
    chosen: dict[str, bool] = {}  # item in use -> whether the description says so
    units = 0
    for number, row in enumerate(rows):
        path = ("hero", "kit", number)
        kind = _thing(rules, row.get("item", ""), path, problems)
        if kind is None:
            continue
        many = kind.cls in STACKED or kind.grouped or kind.missile
        count = span_of(row.get("count", 1))
        if count[1] > 1 and not many:
            problems.append(
                Diagnostic((*path, "count"), f"count is {shown(row['count'])}; only 1 is possible here")
            )
        place = "worn" if kind.cls == "armor" else "in hand"
        if row.get("use"):
            if kind.cls not in ("armor", "weapon", "stick"):
                problems.append(
                    Diagnostic(
                        (*path, "use"),
                        f"use is true; it is only for armor, weapons, and sticks, not for {kind.cls}",
                    )
                )
            elif place in chosen:
                problems.append(
                    Diagnostic((*path, "use"), f"use is true for two items; only one can be {place}")
                )
            chosen[place] = True
        units += 1 if kind.grouped else count[1]
        hit, damage = row.get("plus", (0, 0))
        charges = row.get("charges") if kind.cls == "stick" else None
        parts.append(KitItem(kind.cls, kind.name, count, hit, damage, charges, bool(row.get("use"))))
    if units > rules.pack_units:
        text = f"the kit has {units} items; the pack holds {rules.pack_units}"
        problems.append(Diagnostic(("hero", "kit"), text))
    return tuple(_in_use(rules, parts, rows, set(chosen)))


def _in_use(
    rules: Ruleset, parts: list[KitItem], rows: list[dict[str, Any]], chosen: set[str]
) -> list[KitItem]:
    """Return the kit, changed so that the hero wears the first armor in it and wields the first melee weapon.

    If the description's row for an item has the key `use`, the key decides whether that item is worn or
    wielded.
    """
    if len(parts) != len(rows):  # another error was already reported
        return parts
    launchers = {kind.launcher for kind in rules.weapons if kind.launcher}
    found = []
    for part, row in zip(parts, rows, strict=True):
        place = "worn" if part.cls == "armor" else "in hand"
        fits = part.cls == "armor" or (
            part.cls == "weapon"
            and part.name not in launchers
            and not rules.kind("weapon", part.name).missile
        )
        if fits and place not in chosen and "use" not in row:
            chosen.add(place)
            part = replace(part, in_use=True)
        found.append(part)
    return found


def _thing(
    rules: Ruleset, name: str, path: tuple[str | int, ...], problems: list[Diagnostic]
) -> ItemKind | None:
    """Return the kind with the name `name`, such as "cold" or "wand of cold", or None after an error."""
    kinds = [kind for cls in CLASSES for kind in rules.kinds(cls)]
    found = [kind for kind in kinds if kind.name == name or name in full_names(kind)]
    if len(found) == 1:
        return found[0]
    if found:
        names = [full_names(kind)[0] for kind in found]
        problems.append(Diagnostic((*path, "item"), f"item is {shown(name)}; write {listed(names, 'or')}"))
    elif name:
        near = meant(name, [each for kind in kinds for each in (kind.name, *full_names(kind))])
        problems.append(Diagnostic((*path, "item"), f"item is {shown(name)}; there is no such item{near}"))
    return None


def full_names(kind: ItemKind) -> list[str]:
    """Return the names of a kind that include the word for its class, such as "wand of cold"."""
    return [noun + kind.name for noun in _NOUNS.get(kind.cls, ("",))]
