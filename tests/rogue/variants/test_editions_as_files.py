"""An older edition, told as a file over 5.4, resolves to that edition as far as the form reaches."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rogue.tables.edition_table import EDITIONS
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import ROGUE_54, Ruleset
from rogue.variants import schema
from rogue.variants.monster_changes import TRAIT_FIELDS, TRAIT_FLAGS
from rogue.variants.problems import Diagnostic
from rogue.variants.shape import shape_problems
from rogue.variants.variant import changed, plain


def monster(kind: MonsterKind, wanders: bool) -> dict[str, Any]:
    traits = [name for name, flag in TRAIT_FLAGS.items() if kind.traits & flag]
    traits += [name for name in TRAIT_FIELDS if getattr(kind, name)]
    return {
        "name": kind.name, "level": kind.level, "armor": kind.armor, "exp": kind.exp, "carries": kind.carry,
        "attacks": [f"{count}d{sides}" for count, sides in kind.attacks], "hit": kind.on_hit or "none",
        "traits": traits, "erratic": kind.erratic, "wanders": wanders,
    }  # fmt: skip


def weapon(kind: ItemKind, known: set[str]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "odds": kind.odds, "worth": kind.worth, "count": list(kind.count), "launcher": kind.launcher,
        "wield": f"{kind.wield[0]}d{kind.wield[1]}", "throw": f"{kind.thrown[0]}d{kind.thrown[1]}",
    }  # fmt: skip
    if kind.name not in known:
        row["like"] = "arrow" if kind.missile else "mace"
    return row


FIGURES: Final[dict[ItemClass, dict[str, str]]] = {
    "potion": {}, "scroll": {}, "food": {}, "ring": {"cursed": "cursed"}, "stick": {"charges": "charges"},
    "armor": {"class": "armor", "rusts": "rusts"},
}  # fmt: skip
"""Class -> key of a description and field of a kind, beside odds and worth.  What a ring eats in 3.6 and what
the effects of older potions, scrolls and sticks are is beyond the form."""


def things(edition: Ruleset, cls: ItemClass) -> dict[str, dict[str, Any]]:
    """Return the kinds of a class as a description over 5.4: those whose effect 5.4 knows, and those gone."""
    ours, theirs = ({kind.name: kind for kind in one.kinds(cls)} for one in (ROGUE_54, edition))
    keys = {"odds": "odds", "worth": "worth", **FIGURES[cls]}
    rows: dict[str, dict[str, Any]] = {
        name: {key: rule(getattr(theirs[name], field)) for key, field in keys.items()}
        for name in ours.keys() & theirs.keys()
    }
    return rows | {name: {"gone": True} for name in ours.keys() - theirs.keys()}


def rule(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return schema.NONE if value is None else value


def told(edition: Ruleset) -> dict[str, Any]:
    """Return an edition as a description over 5.4."""
    known = {kind.name for kind in ROGUE_54.weapons}
    weapons = {kind.name: weapon(kind, known) for kind in edition.weapons}
    gone = {name: {"gone": True} for name in known - weapons.keys()}
    start = edition.times.food
    return {
        "like": "5.4",
        "dungeon": {
            "order": edition.order, "items": edition.item_odds, "mazes": edition.digging.maze_one_in,
            "treasure_rooms": edition.digging.treasure_one_in,
        },
        "food": {"start": list(start), "starves": edition.hunger.starves},
        "monsters": {
            letter: monster(kind, letter in edition.wanderers) for letter, kind in edition.monsters.items()
        },
        "items": {"weapon": weapons | gone, **{cls: things(edition, cls) for cls in FIGURES}},
        "odds": dict(edition.class_odds),
        "rules": {
            topic: {name: rule(getattr(getattr(edition, topic), name)) for name in keys}
            for topic, keys in schema.RULES.items()
            if getattr(edition, topic) is not None
        },
    }  # fmt: skip


def named(kinds: tuple[ItemKind, ...]) -> dict[str, Any]:
    return {kind.name: plain(kind) for kind in kinds}


@pytest.mark.parametrize("name", ["5.2", "3.6"])
def test_var_1_an_edition_told_as_a_file_is_that_edition(name: str) -> None:
    edition = EDITIONS[name]
    data = told(edition)
    assert shape_problems(data) == []
    problems: list[Diagnostic] = []
    made = changed(ROGUE_54, data, problems)
    assert problems == []
    assert plain(made.monsters) == plain(edition.monsters)
    assert (made.order, made.wanderers) == (edition.order, edition.wanderers)
    assert (made.class_odds, made.item_odds) == (edition.class_odds, edition.item_odds)
    assert made.times.food == edition.times.food
    assert made.minds is None
    for topic, keys in schema.RULES.items():
        for field in keys if topic != "minds" else ():
            assert getattr(getattr(made, topic), field) == getattr(getattr(edition, topic), field), field
    for field in ("maze_one_in", "treasure_one_in"):
        assert getattr(made.digging, field) == getattr(edition.digging, field)
    ours, theirs = named(made.weapons), named(edition.weapons)
    assert ours.keys() == theirs.keys()
    for weapon_name, figures in theirs.items():
        figures = {key: value for key, value in figures.items() if key not in ("effect", "missile")}
        assert {key: ours[weapon_name][key] for key in figures} == figures


@pytest.mark.parametrize("name", ["5.2", "3.6"])
@pytest.mark.parametrize("cls", FIGURES)
def test_var_1_the_things_of_an_edition_told_as_a_file_are_those(name: str, cls: ItemClass) -> None:
    edition = EDITIONS[name]
    made = changed(ROGUE_54, told(edition), [])
    ours, theirs = named(made.kinds(cls)), named(edition.kinds(cls))
    assert ours.keys() == theirs.keys() & named(ROGUE_54.kinds(cls)).keys()
    fields = ("odds", "worth", *FIGURES[cls].values())
    wrong = [
        f"{thing} {field}: {ours[thing][field]}, not {theirs[thing][field]}"
        for thing in ours for field in fields if ours[thing][field] != theirs[thing][field]
    ]  # fmt: skip
    assert wrong == []
    assert len(ours) >= 1
