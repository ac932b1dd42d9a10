"""The parser of item descriptions, whether in the pack, on the floor, or in messages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple, cast

from rogomatic.agent.editions import ARMOR_VALUE, WEAPONS

ThingKind = Literal["food", "potion", "scroll", "weapon", "armor", "ring", "stick", "amulet", "gold", "?"]
Use = Literal["", "worn", "wielded", "left", "right"]


class Thing(NamedTuple):
    """Item as described by the game.

    name    true name of the kind, such as "healing", "mace", "food", or "mango"; "" if unknown
    looks   appearance of the kind, which is a color, scroll title, stone, wood, or metal; "" if not shown
    called  name that the player has given to the kind; "" if it has no such name
    hit     bonus to hit of a weapon; bonus of a piece of armor or a ring; None if not shown
    damage  bonus to damage of a weapon; None if not shown
    armor   10 minus the armor class; None if the description does not show it
    material  "wand" or "staff" for a stick, "" for other items
    """

    kind: ThingKind
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    name: str = ""
    looks: str = ""
    called: str = ""
    hit: int | None = None
    damage: int | None = None
    armor: int | None = None
    charges: int | None = None
    use: Use = ""
    material: str = ""


FRUITS: Final = ("slime-mold", "apricot", "mango")

_USES: Final[dict[str, Use]] = {
    "being worn": "worn", "weapon in hand": "wielded", "on left hand": "left", "on right hand": "right",
    "l": "left", "r": "right",
}  # fmt: skip
_MARK: Final = re.compile(
    r"(.*) \((being worn|weapon in hand|on left hand|on right hand|cursed|protected|L|R)\)"
)
_COUNT: Final = re.compile(r"(?:(an?|some|the)|(\d+)) (.+)", re.IGNORECASE)
_PACK: Final = re.compile(r"([a-zA-Z])\) (.+)")
_PICKED_UP: Final = re.compile(r"(?:You now have )?(.+?)\.? ?\(([a-z])\)\.?", re.IGNORECASE)

_BONUS: Final = r"(?P<front>[+-]\d+ )?"
_MAGIC: Final = re.compile(
    _BONUS + r"(?P<word>potion|scroll|ring|wand|staff)s? (?P<how>of|called) (?P<name>.*?)"
    r"(?: \[(?P<number>[+-]?\d+)(?: charges?)?\])?(?: ?\((?P<looks>[a-z][a-z -]*)\))?"
)
_TITLED: Final = re.compile(r"scrolls? titled '(.*)'")
_UNKNOWN: Final = re.compile(r"(.+) (potion|ring|wand|staff|scroll)s?")
_WEAPON: Final = re.compile(
    r"(?:([+-]\d+)(?:,([+-]\d+))? )?("
    + "|".join(sorted(WEAPONS, key=len, reverse=True))
    + r")s?(?: called (.*))?"
)
_ARMOR: Final = re.compile(
    r"(?:([+-]\d+) )?(" + "|".join(ARMOR_VALUE) + r")"
    r"(?: \[(protection |armor class )?(-?\d+)\])?(?: called (.*))?"
)
_FOOD: Final = re.compile(r"(?:rations? of )?(food)|(" + "|".join(FRUITS) + r")s?")
_GOLD: Final = re.compile(r"(?:pieces? of gold|gold pieces?)")


@lru_cache(maxsize=4096)
def read_thing(text: str) -> Thing:
    """Parse a description.  The kind of the result is "?" if the text describes no item.

    >>> read_thing("A +1,-2 mace (weapon in hand)")[:7]
    ('weapon', 1, 'mace', '', '', 1, -2)
    >>> read_thing("2 potions called fizz(grey)")[:5]
    ('potion', 2, '', 'grey', 'fizz')
    """
    use: Use = ""
    text = text.rstrip().removesuffix(".")
    while found := _MARK.fullmatch(text):
        text = found[1]
        use = _USES.get(found[2].lower(), use)
    count = 1
    if found := _COUNT.fullmatch(text):
        count = int(found[2] or 1)
        text = found[3]
    thing = _read_kind(text[:1].lower() + text[1:])
    return thing._replace(count=count, use=use)


def read_pack_line(text: str) -> tuple[str, Thing] | None:
    """Parse an inventory line.  Return None if the line does not begin with a pack letter.

    >>> letter, thing = read_pack_line("b) +1 ring mail [4] (being worn)")
    >>> letter, thing.name, thing.hit, thing.armor, thing.use
    ('b', 'ring mail', 1, 4, 'worn')
    """
    found = _PACK.fullmatch(text)
    return (found[1], read_thing(found[2])) if found else None


def read_picked_up(text: str) -> tuple[str, Thing] | None:
    """Parse a description that is followed by a pack letter.  Return None if the text is anything else.

    >>> read_picked_up("You now have 2 rations of food (a)")[1].count
    2
    """
    found = _PICKED_UP.fullmatch(text)
    if not found:
        return None
    thing = read_thing(found[1])
    return None if thing.kind == "?" else (found[2], thing)


def _read_kind(text: str) -> Thing:
    """Parse a description from which the count and marks such as "(being worn)" were already removed."""
    if found := _MAGIC.fullmatch(text):
        return _magic(found)
    if found := _TITLED.fullmatch(text):
        return Thing("scroll", looks=found[1])
    if found := _WEAPON.fullmatch(text):
        hit, damage, name, called = found.groups()
        # 3.6 leaves out a second bonus of 0
        damage = damage or (hit and "0")
        return Thing("weapon", name=name, called=called or "", hit=_int(hit), damage=_int(damage))
    if found := _ARMOR.fullmatch(text):
        return _armor(found)
    if found := _FOOD.fullmatch(text):
        return Thing("food", name=found[1] or found[2])
    if found := _UNKNOWN.fullmatch(text):
        return _with_word(found[2], looks=found[1])
    if text.lower() == "amulet of Yendor".lower():
        return Thing("amulet", name="amulet of Yendor")
    if _GOLD.fullmatch(text):
        return Thing("gold", name="gold")
    return Thing("?", name=text)


def _magic(found: re.Match[str]) -> Thing:
    word, known = found["word"], found["how"] == "of"
    thing = _with_word(word, looks=found["looks"] or "")
    bonus = found["front"]
    number = _int(found["number"])
    if word == "ring":
        thing = thing._replace(hit=int(bonus) if bonus else number)
    elif thing.kind == "stick":
        thing = thing._replace(charges=number)
    return thing._replace(name=found["name"]) if known else thing._replace(called=found["name"])


def _with_word(word: str, looks: str) -> Thing:
    if word in ("wand", "staff"):
        return Thing("stick", looks=looks, material=word)
    return Thing(cast(ThingKind, word), looks=looks)


def _armor(found: re.Match[str]) -> Thing:
    """Parse armor.  In 5.2, the brackets show the armor class, which has no label in the terse form."""
    bonus, name, word, shown, called = found.groups()
    protection = _int(shown)
    if protection is not None:
        is_class = word == "armor class " or (
            word is None and bonus is not None and protection == 10 - ARMOR_VALUE[name] - int(bonus)
        )
        protection = 10 - protection if is_class else protection
    return Thing("armor", name=name, called=called or "", hit=_int(bonus), armor=protection)


def _int(digits: str | None) -> int | None:
    return int(digits) if digits else None
