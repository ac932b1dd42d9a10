"""Sentences about the hero of a variant, one for each difference."""

from __future__ import annotations

from typing import Any

from rogue.shared.wording import plural_of
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import KitItem


def hero_sentences(old: Ruleset, new: Ruleset) -> list[str]:
    """Return a sentence for each difference of how you begin."""
    a, b = old.hero, new.hero
    found = []
    if a.hit_points != b.hit_points:
        found.append(f"You begin with {b.hit_points} hit points.")
    if a.strength != b.strength:
        found.append(f"You begin with strength {b.strength}.")
    if [_kit_fields(part) for part in a.kit] != [_kit_fields(part) for part in b.kit]:
        found.append(f"You begin with: {', '.join([_part_in_words(new, part) for part in b.kit])}.")
    return found


def _kit_fields(part: KitItem) -> tuple[Any, ...]:
    return (
        part.cls,
        part.name,
        part.count,
        part.hit_plus,
        part.damage_plus,
        part.charges,
        part.in_use,
    )


def _part_in_words(rules: Ruleset, part: KitItem) -> str:
    kind = rules.kind(part.cls, part.name)
    least, most = part.count
    number = f"{least}" if least == most else f"{least} to {most}"
    pluses = {
        "weapon": f"{part.hit_plus:+d},{part.damage_plus:+d} ",
        "armor": f"{part.hit_plus:+d} ",
        "ring": f"{part.hit_plus:+d} " if kind.valued else "",
    }.get(part.cls, "")
    noun = {"potion": "potion of ", "scroll": "scroll of ", "ring": "ring of ", "stick": "wand of "}.get(
        part.cls, ""
    )
    if part.cls == "food":
        text = f"some {part.name}" if most == 1 else f"{number} rations of {part.name}"
    elif part.cls == "armor":
        text = f"{pluses}{part.name}"
    elif most == 1:
        text = f"a {pluses}{noun}{part.name}"
    else:
        many = f"{noun.replace(' of', 's of')}{part.name}" if noun else plural_of(part.name)
        text = f"{number} {pluses}{many}"
    if part.charges is not None:
        text += f" [{part.charges} charges]"
    return text + (" (in use)" if part.in_use else "")
