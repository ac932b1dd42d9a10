"""The parser of the status row."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rogomatic.agent.editions import EDITION_FACTS, Edition

Hunger = Literal["", "Hungry", "Weak", "Faint"]


class StatusLine(NamedTuple):
    """Numbers of the status row."""

    depth: int
    gold: int
    hp: int
    max_hp: int
    strength: int
    max_strength: int  # 0 where it is not shown (3.6)
    armor: int  # 10 less the armor class: more is better
    level: int  # experience level
    exp: int  # experience points
    hunger: Hunger


_STATUS: Final = re.compile(
    r"Level: *(\d+) +Gold: *(\d+) +Hp: *(-?\d+)\( *(\d+)\) +"
    r"Str: *(\d+)(?:/\d+)?(?:\( *(\d+)\))? +(Arm|Ac): *(-?\d+) +"
    r"Exp: *(\d+)/(-?\d+)((?: +\S+)*) *"
)
_WORDS: Final[tuple[Hunger, ...]] = ("Hungry", "Weak", "Faint")
_FULL: Final = 79  # a row of this length may be cut within its last word


_OLD_FORMS: Final = {
    ("Ac", facts.has_one_strength): edition
    for edition, facts in EDITION_FACTS.items()
    if facts.has_armor_class
}


@lru_cache(maxsize=256)
def read_status(row: str) -> StatusLine | None:
    """Parse the status row.  Return None if it is incomplete or not a status row.

    >>> tuple(read_status("Level: 3  Gold: 70     Hp:  5(12)  Str: 15(16)  Arm: 4   Exp: 2/17  Weak"))
    (3, 70, 5, 12, 15, 16, 4, 2, 17, 'Weak')
    >>> read_status("Level: 1  Gold: 0      Hp: 12(12)  Str: 18/50  Ac: 6   Exp: 1/0").armor
    4
    """
    found = _STATUS.fullmatch(row)
    if not found:
        return None
    hunger = _hunger(found[11], cut=len(row) >= _FULL)
    if hunger is None:
        return None
    depth, gold, hp, max_hp, strength, armor, level, exp = map(int, found.group(1, 2, 3, 4, 5, 8, 9, 10))
    max_strength = int(found[6] or 0)
    armor = armor if found[7] == "Arm" else 10 - armor
    return StatusLine(depth, gold, hp, max_hp, strength, max_strength, armor, level, exp, hunger)


def edition_shown(row: str) -> Edition | None:
    """Return the edition of a status row if the row has the form of an edition before 5.4.

    Return None for the form of 5.4 and for a row that is no status row.

    >>> edition_shown("Level: 1  Gold: 0      Hp: 12(12)  Str: 11  Ac: 6   Exp: 1/0")
    '3.6'
    """
    found = _STATUS.fullmatch(row)
    return _OLD_FORMS.get((found[7], not found[6])) if found else None


def _hunger(tail: str, *, cut: bool) -> Hunger | None:
    """Return the hunger in the text after the figures.  Return None if the word for the hunger is incomplete.

    Words that do not name a hunger are ignored.  They tell a mode or version of the program, such as "w3".
    """
    for word in tail.split():
        state = next((state for state in _WORDS if word[0].upper() == state[0]), None)
        if state and word.isalpha():
            # The BSD clone writes them in lower case, and a full row may cut off the last word.
            return state if word.capitalize().startswith(state) or cut else None
    return ""
