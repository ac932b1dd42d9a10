"""The file that `rogue variant new` writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogue.tables.ruleset import ROGUE_54
from rogue.variants.schema import (
    CLASSES,
    DUNGEON,
    FOOD,
    HERO,
    ITEM,
    KIT,
    MONSTER,
    RULES,
    THINK,
    TOP,
    WORDS,
    Key,
)

_INTRODUCTION: Final = """\
# A variant of Rogue: a game told by what differs from another one.
# Take the # away from what you want to change; all else stays as in the game that it is like.
#   rogue variant check ./{name}.toml    says what is wrong, and what may be
#   rogue --variant ./{name}.toml        plays it
# Behind each key stands what it is in 5.4, then what it means and may be.
"""
_MONSTERS: Final = """\
# A letter and what differs, such as
#   T = { name = "ogre", but = ["slower"] }             a troll of another name, and slower
#   S = { like = "jackal", name = "dog", pack = true }  in editions 5.2 and 3.6, which have jackals
# Keys of a monster:
"""
_ITEMS: Final = """\
# Items by class and name, such as
#   [items.weapon.arrow]
#   odds = 40
#   [items.potion."cold tea"]
#   like = "thirst quenching"                           a new name needs one whose effect it has
"""
_MESSAGES: Final = """\
# [words.say]
# A message = what is said instead, with the same {places}; "" is not said, such as
# "You hit {who}" = "You smite {who}"
"""
_RULES: Final = "# How things work.  All of [rules] is here; 5.2 and 3.6 have other values.\n"


def template(name: str) -> str:
    """Return the text of a new description of that name."""
    parts = [_INTRODUCTION.format(name=name), "\n", 'like = "5.4"\n', f'name = "{name}"\n']
    top = [key for key in TOP.values() if key.usual and key.name != "like"]
    parts += [_commented(key, 0) for key in top]
    for title, keys in (("dungeon", DUNGEON), ("hero", HERO)):
        parts += ["\n", f"# [{title}]\n", *_rows(keys.values())]
    parts += ["# Keys of a thing of the kit:\n", *_rows(KIT.values(), 2)]
    parts += ["\n", "# [food]\n", *_rows(FOOD.values())]
    parts += ["\n", "# [monsters]\n", _MONSTERS, *_rows(MONSTER.values(), 2)]
    parts += ["\n", _ITEMS]
    for cls in CLASSES:
        names = ", ".join([kind.name for kind in ROGUE_54.kinds(cls)])
        parts += [f"# Keys of a {cls} ({names}):\n", *_rows(ITEM[cls].values(), 2)]
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
