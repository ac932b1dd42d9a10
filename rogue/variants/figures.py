"""Figures of a variant that the game keeps secret."""

from __future__ import annotations

from fractions import Fraction

from rogue.tables.ruleset import Ruleset
from rogue.variants.schema import CLASSES

_BLANK = " "


def letter_chances(order: str, depth: int) -> dict[str, Fraction]:
    """Return the chance of each letter that is drawn for a depth (MON-1, MON-2).

    Places depth - 6 to depth + 3 of the order, from 0, are equally likely.  The five at either end stand for
    those beyond it, and a blank is drawn again.

    >>> letter_chances("ABCDE", 1)["A"]
    Fraction(1, 5)
    """
    last = len(order) - 1
    chances: dict[str, Fraction] = {}
    for place in range(depth - 6, depth + 4):
        ends = range(5) if place < 0 else range(last - 4, last + 1) if place > last else [place]
        for at in ends:
            if order[at] != _BLANK:
                share = Fraction(1, 10 * len(ends))
                chances[order[at]] = chances.get(order[at], Fraction(0)) + share
    whole = sum(chances.values(), Fraction(0))
    return {letter: chance / whole for letter, chance in chances.items()}


def figures(rules: Ruleset) -> list[str]:
    """Return lines of all that the pages of the help only hint at."""
    lines = ["Monsters by level, per cent:"]
    for depth in range(1, rules.amulet_depth + 1):
        chances = letter_chances(rules.order, rules.difficulty(depth))
        parts = [
            f"{letter} {float(chances[letter]) * 100:.0f}" for letter in rules.order if letter in chances
        ]
        lines.append(f"{depth:3}  {', '.join(parts)}")
    lines += ["", "Monsters: level, armor class, experience, attacks"]
    for letter, kind in sorted(rules.monsters.items()):
        attacks = " ".join([f"{count}d{sides}" for count, sides in kind.attacks])
        lines.append(f"{letter}  {kind.name:18} {kind.level:3} {kind.armor:3} {kind.exp:6}  {attacks}")
    lines += ["", "Items, per cent:"]
    classes = dict(rules.class_odds)
    for cls in CLASSES:
        kinds = rules.kinds(cls)
        whole = sum(kind.odds for kind in kinds)
        lines.append(f"{cls} {classes[cls]}")
        lines += [f"  {kind.name:30} {100 * kind.odds / whole:5.1f}" for kind in kinds]
    return lines
