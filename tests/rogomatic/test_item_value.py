"""What things are worth."""

from __future__ import annotations

import pytest

from rogomatic.agent.editions import ARMOR_VALUE, WEAPONS
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.think.items.item_value import (
    armor_value,
    best_blade,
    blade_value,
    keep_value,
    spare_food,
)
from tests.support.agent_scenes import KIT, beliefs


@pytest.mark.parametrize(
    ("text", "value"),
    [("+1 ring mail [4]", 4), ("-2 plate mail [5]", 5), ("leather armor", 2), ("plate mail", 7)],
)
def test_armor_counts_as_the_status_row_does(text: str, value: int) -> None:
    assert armor_value(read_thing(text)) == value


def test_blades_rank_by_damage_and_a_bow_is_none() -> None:
    order = ["two handed sword", "long sword", "mace", "spear", "dagger"]
    values = [blade_value(read_thing(f"a {name}")) for name in order]
    assert values == sorted(values, reverse=True)
    assert blade_value(read_thing("a short bow")) == blade_value(read_thing("12 arrows")) == 0
    assert blade_value(read_thing("leather armor")) == 0


def test_the_best_blade_depends_on_the_edition() -> None:
    mace, sword = (read_thing(text) for text in ("+1,+1 mace", "+0,+0 long sword"))
    assert blade_value(mace, "5.4") < blade_value(sword, "5.4")
    assert blade_value(mace, "3.6") > blade_value(sword, "3.6")
    b = beliefs(pack=["a) +1,+1 mace (weapon in hand)", "f) A +0,+0 long sword"])
    chosen = [best_blade(b)]
    b.edition = "3.6"
    assert [*chosen, best_blade(b)] == ["f", "a"]


def test_the_least_wanted_is_dropped_first_and_what_is_in_use_last() -> None:
    b = beliefs(
        pack=[*KIT, "f) A scroll of sleep", "g) A potion of healing(grey)", "h) The Amulet of Yendor"]
    )
    worth = {letter: keep_value(b, letter) for letter in b.pack}
    assert min(worth, key=lambda letter: worth[letter]) == "f"
    assert worth["g"] > worth["f"]
    assert worth["b"] == worth["c"] > worth["h"] > worth["a"]


def test_only_the_bow_is_kept_to_shoot_with() -> None:
    b = beliefs(pack=[*KIT, "f) A sling", "g) A crossbow", "h) A short bow"])
    b.edition = "3.6"
    assert keep_value(b, "f") == keep_value(b, "g") == 0 < keep_value(b, "h")


def test_a_name_counts_by_the_class_of_what_has_it() -> None:
    b = beliefs(pack=[*KIT, "f) A ring of teleportation", "g) A scroll of teleportation"])
    assert (keep_value(b, "f"), keep_value(b, "g")) == (5, 90)


def test_meals_are_counted() -> None:
    assert spare_food(beliefs(pack=["a) 2 rations of food", "f) An apricot"])) == 3


def test_the_tables_name_real_things() -> None:
    assert all(read_thing(f"a {name}").name == name for name in WEAPONS)
    assert all(read_thing(name).kind == "armor" for name in ARMOR_VALUE)
