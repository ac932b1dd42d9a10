"""Sentences about items, one for each difference from an edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rogue.shared.wording import SAME_IN_PLURAL, listed, plural_of, with_article
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.ruleset import Ruleset
from rogue.variants.monster_sentences import doubled_mean
from rogue.variants.schema import CLASSES

_CLASS_WORDS: Final[dict[ItemClass, str]] = {
    "potion": "potions",
    "scroll": "scrolls",
    "food": "food",
    "weapon": "weapons",
    "armor": "armor",
    "ring": "rings",
    "stick": "wands and staffs",
}


def item_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference of a class or a kind."""
    found = _class_sentences(dict(old.class_odds), dict(new.class_odds))
    for cls in CLASSES:
        before = {kind.name: kind for kind in old.kinds(cls)}
        after = {kind.name: kind for kind in new.kinds(cls)}
        only = _only_kinds(before, after)
        found += (
            [only]
            if only
            else [f"No {things_of(kind)}." for name, kind in before.items() if name not in after]
        )
        for name, kind in after.items():
            model = before.get(name)
            if model is None:
                like = _like_of(old, kind)
                found.append(f"There are {things_of(kind)}, like {things_of(like)}.")
                model = replace(like, odds=kind.odds)
            parts = _item_parts(model, kind)
            found += [part for part in parts if not (only and part == f"No {things_of(kind)}.")]
    return found


def _only_kinds(before: Mapping[str, ItemKind], after: Mapping[str, ItemKind]) -> str:
    """Return which kinds of a class are left, where more of them are gone or never found; else ""."""
    found = [name for name, kind in before.items() if kind.odds]
    left = [after[name] for name in found if name in after and after[name].odds]
    if not left or len(found) <= 2 * len(left):
        return ""
    noun, of, _ = things_of(left[0]).partition(" of ")
    if not of:
        return f"Only {listed([things_of(kind) for kind in left])}."
    return f"Only {noun} of {listed([kind.name for kind in left])}."


def _class_sentences(old: Mapping[ItemClass, int], new: Mapping[ItemClass, int]) -> list[str]:
    """Return a sentence for each class that became more or less frequent."""
    if old == new:
        return []
    rest = [cls for cls in old if old[cls] or new[cls]]
    said: dict[ItemClass, bool] = {}  # whether there is more of a class than of the rest
    while rest:
        a, b = sum(old[cls] for cls in rest), sum(new[cls] for cls in rest)
        far = {cls: abs(new[cls] * a - old[cls] * b) for cls in rest}  # times a: all in whole numbers
        outlier = max(rest, key=lambda cls: far[cls])
        if far[outlier] <= a:  # no more than one per cent from its share of the rest
            break
        said[outlier] = new[outlier] * a > old[outlier] * b
        rest.remove(outlier)
    found = []
    for cls in old:
        if cls in said or (old[cls] and not new[cls]):
            less = "Less" if cls in ("food", "armor") else "Fewer"
            found.append(f"{'No' if not new[cls] else 'More' if said[cls] else less} {_CLASS_WORDS[cls]}.")
    return found or ["Classes of things have slightly other shares."]


def things_of(kind: ItemKind) -> str:
    """Return the many of a kind: potions of healing, arrows, food."""
    if kind.cls in ("weapon", "armor", "food"):
        return plural_of(kind.name)
    return f"{_CLASS_WORDS[kind.cls].replace(' and ', ' or ')} of {kind.name}"


def _like_of(old: Ruleset, kind: ItemKind) -> ItemKind:
    """Return the kind of the edition whose effect a new one has; one of equal figures, if it has none."""
    kinds = old.kinds(kind.cls)
    by_effect = next((each for each in kinds if each.does == kind.does), None)
    return by_effect or min(kinds, key=lambda each: (each.armor != kind.armor, each.wield != kind.wield))


def _item_parts(old: ItemKind, new: ItemKind) -> list[str]:
    """Return a sentence for each figure of a kind that differs."""
    things = things_of(new)
    subject = things[0].upper() + things[1:]
    found = []
    if old.odds != new.odds:
        less = "Less" if things.endswith(SAME_IN_PLURAL) else "Fewer"
        found.append(f"{'No' if not new.odds else 'More' if new.odds > old.odds else less} {things}.")
    for field, more, less in (
        ("worth", "sell for more", "sell for less"),
        ("wield", "hit harder in hand", "hit softer in hand"),
        ("thrown", "hit harder when thrown", "hit softer when thrown"),
        ("armor", "protect less", "protect more"),
        ("count", "lie in larger heaps", "lie in smaller heaps"),
        ("charges", "hold more", "hold less"),
        ("food_use", "make you hungrier", "make you less hungry"),
    ):
        a, b = _figure(old, field), _figure(new, field)
        if a != b:
            found.append(f"{subject} {more if b > a else less}.")
        elif getattr(old, field) != getattr(new, field):
            found.append(f"{subject} vary otherwise ({field.replace('_', ' ')}).")
    for field, yes, no in (
        ("rusts", "can rust", "do not rust"),
        ("cursed", "are always cursed", "need not be cursed"),
    ):
        if getattr(old, field) != getattr(new, field):
            found.append(f"{subject} {yes if getattr(new, field) else no}.")
    if old.launcher != new.launcher:
        found.append(
            f"{subject} need {with_article(new.launcher) if new.launcher else 'nothing'} to be thrown well."
        )
    return found


def _figure(kind: ItemKind, field: str) -> float:
    value: Any = getattr(kind, field)
    if field in ("wield", "thrown"):
        return doubled_mean((value,))
    if field == "food_use":
        units, share, of = value
        return float(units) * float(share) / float(of)
    return float(sum(value)) if isinstance(value, tuple) else float(value)
