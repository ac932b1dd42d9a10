"""The starting kit: what every player carries into the dungeon.

Owns   the five entries of the first pack and what is worn and wielded (ITM-10, ITM-28, NAM-9).
Leaves how many arrows (dig.newgame), the pack's order later on (rules.pack).
"""

from __future__ import annotations

from typing import Final

from rogue.state.creature import Player
from rogue.state.item import HARMLESS, KNOWN, MARKED, Item
from rogue.tables.ruleset import Ruleset

MEAN_ARROWS: Final = 32


def give_kit(player: Player, rules: Ruleset, arrows: int = MEAN_ARROWS, group: int = 1) -> None:
    """Replace the player's pack by the starting kit; ring mail is worn, the mace is in hand.

    `group` is the stack number of the arrows (ITM-4).
    """
    food = Item(rules.kind("food", "food"))
    food.flags |= HARMLESS
    mail = Item(rules.kind("armor", "ring mail"))
    mail.value = mail.kind.armor - 1
    mace = Item(rules.kind("weapon", "mace"))
    mace.hit_plus = mace.damage_plus = 1
    bow = Item(rules.kind("weapon", "short bow"))
    bow.hit_plus = 1
    quiver = Item(rules.kind("weapon", "arrow"), count=arrows, group=group)
    player.pack = [food, mail, mace, bow, quiver]
    for letter, item in zip("abcde", player.pack, strict=True):
        item.letter = letter
        item.flags |= KNOWN | MARKED
    player.worn = mail
    player.wielded = mace
