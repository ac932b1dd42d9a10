"""The digest of a variant: the same for the same rules, another for any other rule (VAR-9)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from rogue.storage.variant_files import BEST, load_variant
from rogue.tables.edition_table import EDITIONS
from rogue.tables.messages import Translation
from rogue.tables.ruleset import ROGUE_54
from rogue.variants.variant import LEFT_OUT, digest_of
from tests.rogue.variants.describing import told

PINNED = {
    "coffee": "036fd2fd",
    "famine": "f0d914e3",
    "kennel": "e6f1c326",
    "bowman": "c52d1712",
    "candle": "105474d5",
    "moor": "be2920c8",
}


def test_var_9_the_rules_of_the_editions_are_those_of_this_version() -> None:
    """Saved games of a variant are refused when the digest of its edition is another one."""
    digests = {name: digest_of(rules)[:8] for name, rules in EDITIONS.items()}
    assert digests == {"5.4": "ade9e9c9", "5.2": "6a1db2b9", "3.6": "81ea7e4a", "minds": "43634e4a"}


@pytest.mark.parametrize("name", BEST)
def test_var_9_the_digests_of_what_ships_are_known(name: str) -> None:
    assert load_variant(name, {}).short_digest == PINNED[name]


def test_var_9_comments_order_and_form_do_not_count() -> None:
    one = told(
        'about = "x"\nauthor = "y"\n[dungeon]\ngold = 5\nitems = 9\n[food]\nstart = 800\n'
    ).rules.digest
    two = told("food = { start = 800 }\ndungeon.items = 9  # few\ndungeon.gold = 5\n").rules.digest
    assert one == two
    assert told('version = "2"\n[dungeon]\ngold = 5\nitems = 9\n[food]\nstart = 800\n').rules.digest != one


def other(value: Any) -> Any:
    """Return a value of the same form that is another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if value is None:
        return 1
    if isinstance(value, tuple):
        return (*value, value[0] if value else 1)
    if isinstance(value, dict):
        return dict(list(value.items())[1:])
    if isinstance(value, Translation):
        return Translation((*value.pairs, ("a", "b")))
    raise AssertionError(f"a field of rules has a form that this test does not know: {value!r}")


@pytest.mark.slow
def test_var_9_every_field_counts() -> None:
    digests = {digest_of(ROGUE_54)}
    count = 1
    for field in fields(ROGUE_54):
        value = getattr(ROGUE_54, field.name)
        if field.name in LEFT_OUT:
            continue
        if not is_dataclass(value):
            digests.add(digest_of(ROGUE_54.replace(**{field.name: other(value)})))
            count += 1
            continue
        for part in fields(value):
            changed = replace(value, **{part.name: other(getattr(value, part.name))})  # type: ignore[type-var]
            digests.add(digest_of(ROGUE_54.replace(**{field.name: changed})))
            count += 1
    assert len(digests) == count > 100


@pytest.mark.slow
def test_var_9_every_figure_of_a_kind_counts() -> None:
    bat, mace = ROGUE_54.monsters["B"], ROGUE_54.weapons[0]
    digests = {digest_of(ROGUE_54)}
    for field in fields(bat):
        changed = replace(bat, **{field.name: other(getattr(bat, field.name))})
        digests.add(digest_of(ROGUE_54.replace(monsters=ROGUE_54.monsters | {"B": changed})))
    given = [field for field in fields(mace) if field.init]  # the others follow from these
    for field in given:
        item = replace(mace, **{field.name: other(getattr(mace, field.name))})
        digests.add(digest_of(ROGUE_54.replace(weapons=(item, *ROGUE_54.weapons[1:]))))
    assert len(digests) == 1 + len(fields(bat)) - 1 + len(given)  # but for whom it is like
