"""What becomes known of things within one game."""

from __future__ import annotations

import pytest

from rogomatic.beliefs.lore import KINDS, POTIONS, RINGS, SCROLLS, STICKS, Lore, looks_of
from rogomatic.sight.things import read_thing


@pytest.mark.parametrize("odds", [POTIONS, SCROLLS, RINGS, STICKS])
def test_odds_sum_to_a_hundred(odds: dict[str, int]) -> None:
    assert sum(odds.values()) == 100


def test_a_kind_learnt_by_its_looks_is_known_again() -> None:
    lore = Lore()
    grey = read_thing("2 grey potions")
    assert lore.name_of(grey) == ""
    lore.tried.add(("potion", "grey"))
    lore.learn("potion", "grey", "healing")
    assert (lore.name_of(grey), lore.is_tried(grey)) == ("healing", False)
    assert lore.name_of(read_thing("a blue potion")) == ""


def test_a_true_name_given_as_a_label_counts_and_another_does_not() -> None:
    lore = Lore()
    assert lore.name_of(read_thing("a scroll called enchant armor")) == "enchant armor"
    assert lore.name_of(read_thing("a scroll called k3")) == ""
    assert looks_of(read_thing("a scroll called k3")) == "k3"


def test_the_last_kind_left_over_follows_by_elimination() -> None:
    lore = Lore()
    names = [*STICKS]
    for number, name in enumerate(names[:-1]):
        lore.learn("stick", f"wood {number}", name)
    assert lore.name_of(read_thing("a teak staff")) == names[-1]
    assert set(lore.open_kinds("stick")) == {names[-1]}


def test_every_class_has_its_kinds() -> None:
    assert set(KINDS) == {"potion", "scroll", "ring", "stick"}
