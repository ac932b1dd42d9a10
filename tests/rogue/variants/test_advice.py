"""Each warning of `rogue variant check` has a description that brings it out."""

from __future__ import annotations

import pytest

from rogue.storage.variant_files import BEST, load_variant
from rogue.variants.advice import warnings
from rogue.variants.figures import letter_chances
from tests.rogue.variants.describing import told

WARNED = [
    ("[dungeon]\namulet_level = 1", "never met on levels 1 to 1: "),
    ('[monsters]\nK = { name = "emu" }', "two monsters are called emu"),
    ("[odds]\npotion = 0", "no potion is ever found: the odds of the class are 0"),
    ("[odds]\nfood = 0\n[food]\nat_least_every = 0", "there is no food, so everybody starves"),
    ("[items.potion.healing]\nodds = 0", "never found, as their odds are 0: potions of healing"),
    ('[items.weapon."short bow"]\nodds = 0\n[hero]\nkit = [ { item = "mace" } ]',
     "arrows can be had, but no short bow to shoot them"),
    ('[items.weapon.arrow]\nodds = 0\n[hero]\nkit = [ { item = "mace" } ]',
     "a short bow can be had, but nothing to shoot with it"),
    ("".join(f'[items.scroll."tale {a}{b}"]\nlike = "sleep"\n' for a in "abcd" for b in "abcde"),
     "38 kinds of scroll: the wizard's list has room for 36"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "warning"), WARNED, ids=[warning[:20] for _, warning in WARNED])
def test_each_warning_is_told(text: str, warning: str) -> None:
    found = warnings(told(text + "\n"))
    assert any(line.startswith(warning) for line in found), found


@pytest.mark.parametrize("name", BEST)
def test_what_ships_has_none(name: str) -> None:
    assert warnings(load_variant(name, {})) == []


def test_chances_are_those_of_the_draw() -> None:
    order = "KEBSHIROZLCQANYFTWPXUMVGJD"
    assert sum(letter_chances(order, 9).values()) == 1
    assert {letter for letter, chance in letter_chances(order, 9).items() if chance} == set("SHIROZLCQA")
    assert set(letter_chances(order, 1)) == set("KEBSH")
    assert set(letter_chances(order, 40)) == set("MVGJD")
