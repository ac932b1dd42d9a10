"""Help for authors of variants, such as a template for a variant or numbers that players are not shown."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Final, get_args

from rogue.shared.errors import meant
from rogue.shared.wording import listed, with_article
from rogue.tables.items import CLASSES, ItemKind
from rogue.tables.monster_minds import ActName
from rogue.tables.ruleset import ROGUE_54, Ruleset
from rogue.variants.schema import (
    DUNGEON,
    FOOD,
    HERO,
    ITEM,
    KIT,
    MIND,
    MONSTER,
    RULES,
    THINK,
    TOP,
    WORDS,
    Key,
    shown,
)
from rogue.variants.thing_sentences import things_of
from rogue.variants.variant import Variant

_PLACE: Final = re.compile(r"\{\w+\}")
_OWN_LETTERS: Final = 3  # letters a message needs besides its placeholders
_BLANK = " "
_ARTICLE: Final = re.compile(r"^(?:an?|some|the) ")
MAX_LISTED: Final = 36  # maximum kinds of a class in the wizard's list
_INTRODUCTION: Final = """\
# A variant of Rogue: a game described by its differences from another.
# Remove the # from what you want to change.  Everything else stays as in the game named by `like`.
#   rogue variant check ./{name}.toml    lists errors and likely mistakes
#   rogue --variant ./{name}.toml        plays it
# Each key is followed by its value in 5.4, its meaning, and its possible values.
#   rogue variant show 5.4 --spoil    lists the numbers of monsters and items, shown as ... here
"""
_MONSTERS: Final = """\
# A letter with its differences, such as
#   T = { name = "ogre", but = ["slower"] }             a slower troll with another name
#   S = { like = "jackal", name = "dog", pack = true }  for editions 5.2 and 3.6, which have jackals
# Keys of a monster:
"""
_ITEMS: Final = """\
# Items by class and name, such as
#   [items.weapon.arrow]
#   odds = 40
#   [items.potion."cold tea"]
#   like = "thirst quenching"                           a new name needs `like`, an item with the same effect
"""
_MESSAGES: Final = """\
# [words.say]
# A message = its replacement, with the same {places}.  "" removes the message.  Example:
# "You hit {who}" = "You smite {who}"
"""
_RULES: Final = "# How things work.  These are all keys of [rules]; 5.2 and 3.6 have other values.\n"


@cache
def messages() -> tuple[str, ...]:
    """Return every message and prompt of edition 5.4, with each placeholder in braces."""
    return tuple(json.loads((resources.files("rogue.variants") / "messages.json").read_text("utf-8")))


def said_by(rules: Ruleset) -> tuple[str, ...]:
    """Return all messages of an edition or variant, in its wording.

    >>> from rogue.tables.edition_table import EDITIONS
    >>> "I see no way down" in said_by(EDITIONS["5.4"]), "I see no way down." in said_by(EDITIONS["3.6"])
    (True, True)
    """
    changed: Mapping[str, str] = dict(rules.words.phrases.pairs)
    kept = [message for message in messages() if message not in changed]
    return (*kept, *filter(None, changed.values()))


def is_said(message: str, known: tuple[str, ...]) -> bool:
    """Return whether a message, which may contain placeholders, matches a known message.

    >>> [is_said(text, messages()) for text in ("You hit {foe}", "You hit the bat", "You smite {foe}")]
    [True, True, False]
    """
    sample = _PLACE.sub("it", message)
    return any(_pattern(one).fullmatch(sample) for one in known)


@cache
def _pattern(message: str) -> re.Pattern[str]:
    """Return a pattern that matches `message` with any texts in place of its placeholders.

    A message with hardly any letters besides its placeholders is matched only as it is.
    """
    parts = _PLACE.split(message)
    if sum(char.isalpha() for part in parts for char in part) < _OWN_LETTERS:
        parts = [message]
    return re.compile(".+".join(map(re.escape, parts)), re.IGNORECASE)


def letter_chances(order: str, depth: int) -> dict[str, Fraction]:
    """Return, for a depth, the chance of each letter (MON-1, MON-2).

    The game picks a position in `order` at random, with equal chances from depth - 6 to depth + 3, where the
    first letter has position 0.  If the position is negative, the game picks one of the first five positions
    instead; if it is past the end, one of the last five.  If there is a blank at the position, the game
    starts over.

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
    """Return lines with the numbers that the help page of a variant expresses only in words."""
    lines = ["Monsters by level, percent:"]
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
    lines += ["", "Items, percent:"]
    classes = dict(rules.class_odds)
    for cls in CLASSES:
        kinds = rules.kinds(cls)
        whole = sum(kind.odds for kind in kinds)
        lines.append(f"{cls} {classes[cls]}")
        lines += [f"  {kind.name:30} {100 * kind.odds / whole:5.1f}" for kind in kinds]
    return lines


def warnings(variant: Variant) -> list[str]:
    """Return a sentence for each likely mistake, in a fixed order."""
    rules = variant.rules
    found = [*_of_monsters(rules), *_of_items(rules), *_of_food(rules)]
    return [*found, *_of_the_amulet(rules), *_of_messages(variant)]


def _of_monsters(rules: Ruleset) -> Iterator[str]:
    met: set[str] = set()  # wandering monsters also come from the order
    for depth in range(1, rules.amulet_depth + 1):
        met |= set(letter_chances(rules.order, rules.difficulty(depth)))
    never = [letter for letter in rules.order if letter not in met]
    if never:
        names = listed([f"{rules.monsters[letter].name} ({letter})" for letter in never])
        levels = f"levels 1 to {rules.amulet_depth}" if rules.amulet_depth > 1 else "level 1"
        yield f"never seen on {levels}: {names}"
    counts = Counter(rules.monsters[letter].name for letter in rules.order)
    for name in sorted(name for name, count in counts.items() if count > 1):
        yield f"two monsters are called {name}"


def _of_items(rules: Ruleset) -> Iterator[str]:
    classes = dict(rules.class_odds)
    for cls in CLASSES:
        kinds = rules.kinds(cls)
        if not classes[cls] and (cls != "food" or not rules.hunger.levels_without):
            yield f"no {cls} is ever found, because the odds of the class are 0"
        never = [kind for kind in kinds if not kind.odds]
        if never:
            yield f"never found (odds 0): {listed([things_of(kind) for kind in never], 'and')}"
        if len(kinds) > MAX_LISTED:
            yield f"{len(kinds)} kinds of {cls}, but the wizard's list has room for only {MAX_LISTED}"
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
            yield f"the game has {things_of(kind)}, but no {kind.launcher} to shoot them"
    served = {kind.launcher for kind in missiles}
    for name in sorted({kind.launcher for kind in rules.weapons if kind.launcher} - served):
        if name in weapons and is_had(weapons[name]):
            yield f"the game has a {name}, but nothing to shoot with it"


def _of_food(rules: Ruleset) -> Iterator[str]:
    no_food = not dict(rules.class_odds)["food"] and not rules.hunger.levels_without
    if no_food and rules.hunger.starves:
        yield "the game has no food, so every player starves"


def _of_the_amulet(rules: Ruleset) -> Iterator[str]:
    """Yield a warning if the variant gives the Amulet the name of another thing."""
    bare = _ARTICLE.sub("", rules.words.amulet.lower())
    for cls in CLASSES:
        for kind in rules.kinds(cls):
            one = f"{cls} of {kind.name}" if cls in ("potion", "scroll", "ring") else kind.name
            names = (one, f"wand of {one}", f"staff of {one}") if cls == "stick" else (one,)
            if bare in names or bare == things_of(kind):
                yield f"the Amulet has the name of another item: {rules.words.amulet}"
                return


def _of_messages(variant: Variant) -> Iterator[str]:
    """Yield a warning for each message that the variant replaces although the game never says the message.

    Also yield a warning for each new text that replaces two or more messages.
    """
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


def template(name: str) -> str:
    """Return the text of a new description."""
    parts = [_INTRODUCTION.format(name=name), "\n", 'like = "5.4"\n', f'name = "{name}"\n']
    top = [key for key in TOP.values() if key.usual and key.name != "like"]
    parts += [_commented(key, 0) for key in top]
    for title, keys in (("dungeon", DUNGEON), ("hero", HERO)):
        parts += ["\n", f"# [{title}]\n", *_rows(keys.values())]
    parts += ["# Keys of an item of the kit:\n", *_rows(KIT.values(), 2)]
    parts += ["\n", "# [food]\n", *_rows(FOOD.values())]
    parts += ["\n", "# [monsters]\n", _MONSTERS, *_rows(MONSTER.values(), 2)]
    parts += ["\n", "# [minds.hound]\n", *_rows(MIND.values(), 2)]
    parts += [f"# Acts: {', '.join(get_args(ActName))}.\n"]
    parts += ["\n", _ITEMS]
    for cls in CLASSES:
        names = ", ".join([kind.name for kind in ROGUE_54.kinds(cls)])
        parts += [f"# Keys of {with_article(cls)} ({names}):\n", *_rows(ITEM[cls].values(), 2)]
    parts += ["\n", "# [odds]\n"]
    parts += [f"# {cls} = {odds}\n" for cls, odds in ROGUE_54.class_odds]
    parts += ["\n", _RULES]
    for topic, rules in RULES.items():
        more = (THINK,) if topic == "minds" else ()
        parts += [f"# [rules.{topic}]\n", *_rows((*more, *rules.values()))]
    parts += ["\n", "# [words]\n", *_rows(key for key in WORDS.values() if key.name != "say")]
    parts += [_MESSAGES]
    return "".join(parts)


def _rows(keys: Iterable[Key], indent: int = 0) -> list[str]:
    return [_commented(key, indent) for key in keys]


def _commented(key: Key, indent: int) -> str:
    value = key.usual or "..."
    left = f"# {' ' * indent}{key.name} = {value}"
    meaning = f"{key.meaning}; " if key.meaning else ""
    return f"{left:40} # {meaning}{key.form.words}\n"
