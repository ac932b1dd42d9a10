"""Warnings about a variant that can be played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rogue.shared.errors import meant
from rogue.shared.wording import listed
from rogue.tables.items import ItemKind
from rogue.tables.ruleset import Ruleset
from rogue.variants.figures import letter_chances
from rogue.variants.forms import shown
from rogue.variants.item_sentences import things_of
from rogue.variants.known_messages import is_said, said_by
from rogue.variants.schema import CLASSES
from rogue.variants.variant import Variant

_ARTICLE: Final = re.compile(r"^(?:an?|some|the) ")
MAX_LISTED: Final = 36  # kinds of a class that the wizard's list has letters for


def warnings(variant: Variant) -> list[str]:
    """Return a sentence for each thing that may be a mistake, in an order that is always the same."""
    rules = variant.rules
    found = [*_of_monsters(rules), *_of_items(rules), *_of_food(rules)]
    return [*found, *_of_the_amulet(rules), *_of_messages(variant)]


def _of_monsters(rules: Ruleset) -> Iterator[str]:
    met: set[str] = set()  # a monster that wanders in has its place in the order, too
    for depth in range(1, rules.amulet_depth + 1):
        met |= set(letter_chances(rules.order, rules.difficulty(depth)))
    never = [letter for letter in rules.order if letter not in met]
    if never:
        names = listed([f"{rules.monsters[letter].name} ({letter})" for letter in never])
        yield f"never met on levels 1 to {rules.amulet_depth}: {names}"
    counts = Counter(rules.monsters[letter].name for letter in rules.order)
    for name in sorted(name for name, count in counts.items() if count > 1):
        yield f"two monsters are called {name}"


def _of_items(rules: Ruleset) -> Iterator[str]:
    classes = dict(rules.class_odds)
    for cls in CLASSES:
        kinds = rules.kinds(cls)
        if not classes[cls] and (cls != "food" or not rules.hunger.levels_without):
            yield f"no {cls} is ever found: the odds of the class are 0"
        never = [kind for kind in kinds if not kind.odds]
        if never:
            yield f"never found, as their odds are 0: {listed([things_of(kind) for kind in never], 'and')}"
        if len(kinds) > MAX_LISTED:
            yield f"{len(kinds)} kinds of {cls}: the wizard's list has room for {MAX_LISTED}"
    yield from _of_launchers(rules)


def _of_launchers(rules: Ruleset) -> Iterator[str]:
    kit = {part.name for part in rules.hero.kit}

    def is_had(kind: ItemKind) -> bool:
        return kind.odds > 0 or kind.name in kit

    weapons = {kind.name: kind for kind in rules.weapons}
    missiles = [kind for kind in rules.weapons if kind.launcher and is_had(kind)]
    for kind in missiles:
        launcher = weapons.get(kind.launcher)
        if launcher is None or not is_had(launcher):
            yield f"{things_of(kind)} can be had, but no {kind.launcher} to shoot them"
    served = {kind.launcher for kind in missiles}
    for name in sorted({kind.launcher for kind in rules.weapons if kind.launcher} - served):
        if name in weapons and is_had(weapons[name]):
            yield f"a {name} can be had, but nothing to shoot with it"


def _of_food(rules: Ruleset) -> Iterator[str]:
    no_food = not dict(rules.class_odds)["food"] and not rules.hunger.levels_without
    if no_food and rules.hunger.starves:
        yield "there is no food, so everybody starves"


def _of_the_amulet(rules: Ruleset) -> Iterator[str]:
    """Yield a warning if a message about the Amulet reads like one about another thing."""
    bare = _ARTICLE.sub("", rules.words.amulet.lower())
    for cls in CLASSES:
        for kind in rules.kinds(cls):
            one = f"{cls} of {kind.name}" if cls in ("potion", "scroll", "ring") else kind.name
            names = (one, f"wand of {one}", f"staff of {one}") if cls == "stick" else (one,)
            if bare in names or bare == things_of(kind):
                yield f"the Amulet has the name of another thing: {rules.words.amulet}"
                return


def _of_messages(variant: Variant) -> Iterator[str]:
    """Yield a warning for each changed message that the game never says."""
    changed = variant.layers[-1].get("words", {}).get("say", {})
    if changed:
        parent = variant.parent_rules
        known = said_by(parent)
        for message in changed:
            if not is_said(message, known):
                game = parent.variant or f"Rogue {parent.edition}"
                yield f"[words.say]: {game} never says {shown(message)}{meant(message, known)}"
    told = [instead for instead in changed.values() if instead]
    for instead in sorted({one for one in told if told.count(one) > 1}):
        yield f"[words.say]: two messages become {shown(instead)}"
