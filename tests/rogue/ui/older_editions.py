"""Games of 5.2 and 3.6 in which nothing disturbs."""

from __future__ import annotations

import pytest

from rogue.state.item import Item
from rogue.tables.items import ItemClass
from tests.support.session_driver import Hands

OLD = ("5.2", "3.6")
each = pytest.mark.parametrize("edition", OLD)


def calm(edition: str, options: str = "terse") -> Hands:
    """A session in which nothing interrupts."""
    hands = Hands(options, edition=edition)
    for foe in list(hands.session.world.level.foes):
        hands.session.world.level.drop_foe(foe)
    return hands


def new_item(hands: Hands, cls: ItemClass, name: str, letter: str = "f") -> Item:
    return hands.give(cls, name, letter)


def turns(hands: Hands, keys: bytes) -> int:
    """How many turns some keys took."""
    before = hands.session.world.turns
    hands.type(keys)
    return hands.session.world.turns - before
