"""Changes of a description to the hero and the starting kit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rogue.shared.errors import meant
from rogue.shared.wording import listed
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import HeroRules, KitItem
from rogue.variants.forms import shown
from rogue.variants.item_changes import span_of
from rogue.variants.problems import Problem
from rogue.variants.schema import CLASSES

STACKED: Final = ("potion", "scroll", "food")  # classes of which many go under one letter
_NOUNS: Final[dict[ItemClass, tuple[str, ...]]] = {
    "potion": ("potion of ",),
    "scroll": ("scroll of ",),
    "ring": ("ring of ",),
    "stick": ("wand of ", "staff of "),
}


def changed_kit(rules: Ruleset, data: Mapping[str, Any], problems: list[Problem]) -> Ruleset:
    """Apply the hero of a description to the rules; add errors to `problems`."""
    said: Mapping[str, Any] = data.get("hero", {})
    hero = rules.hero
    if "kit" in said:
        kit = _kit(rules, said["kit"], problems)
    else:
        kit = hero.kit
        for part in kit:
            if part.name not in [kind.name for kind in rules.kinds(part.cls)]:
                text = f"the kit has the {part.cls} {part.name!r}, which is gone: say another kit"
                problems.append(Problem(("hero", "kit"), text))
    return rules.replace(
        hero=HeroRules(said.get("hit_points", hero.hit_points), said.get("strength", hero.strength), kit)
    )


def _kit(rules: Ruleset, rows: list[dict[str, Any]], problems: list[Problem]) -> tuple[KitItem, ...]:
    parts: list[KitItem] = []
    chosen: dict[str, bool] = {}  # what is in use -> whether the description says so itself
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
                Problem((*path, "count"), f"count is {shown(row['count'])}; of these one is enough")
            )
        place = "worn" if kind.cls == "armor" else "in hand"
        if row.get("use"):
            if kind.cls not in ("armor", "weapon", "stick"):
                problems.append(
                    Problem((*path, "use"), f"use is true; nobody begins with a {kind.cls} in use")
                )
            elif place in chosen:
                problems.append(Problem((*path, "use"), f"use is true of two things that are {place}"))
            chosen[place] = True
        units += 1 if kind.grouped else count[1]
        hit, damage = row.get("plus", (0, 0))
        charges = row.get("charges") if kind.cls == "stick" else None
        parts.append(KitItem(kind.cls, kind.name, count, hit, damage, charges, bool(row.get("use"))))
    if units > rules.pack_units:
        text = f"the kit has {units} things; the pack holds {rules.pack_units}"
        problems.append(Problem(("hero", "kit"), text))
    return tuple(_in_use(rules, parts, rows, set(chosen)))


def _in_use(
    rules: Ruleset, parts: list[KitItem], rows: list[dict[str, Any]], chosen: set[str]
) -> list[KitItem]:
    """Put on the first armour and take the first weapon for the hand, where the description is silent."""
    if len(parts) != len(rows):  # something is wrong anyway
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
    rules: Ruleset, name: str, path: tuple[str | int, ...], problems: list[Problem]
) -> ItemKind | None:
    """Return the kind that a name of the kit means, with or without the word for its class."""
    kinds = [kind for cls in CLASSES for kind in rules.kinds(cls)]
    found = [kind for kind in kinds if kind.name == name or name in full_names(kind)]
    if len(found) == 1:
        return found[0]
    if found:
        names = [full_names(kind)[0] for kind in found]
        problems.append(Problem((*path, "item"), f"item is {shown(name)}; say {listed(names, 'or')}"))
    elif name:
        near = meant(name, [each for kind in kinds for each in (kind.name, *full_names(kind))])
        problems.append(Problem((*path, "item"), f"item is {shown(name)}; there is no such thing{near}"))
    return None


def full_names(kind: ItemKind) -> list[str]:
    """Return the names of a kind with the word for its class, such as "wand of cold"."""
    return [noun + kind.name for noun in _NOUNS.get(kind.cls, ("",))]
