"""The tables are complete and consistent."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase
from typing import get_args

import pytest

from rogue.tables import glyphs, items
from rogue.tables.edition_table import EDITIONS
from rogue.tables.items import SYMBOL_OF, ItemClass
from rogue.tables.monsters import HitEffect
from rogue.tables.ruleset import ROGUE_54, Ruleset, TrapName

DRAWN: tuple[ItemClass, ...] = ("potion", "scroll", "food", "weapon", "armor", "ring", "stick")
editions = pytest.mark.parametrize("rules", EDITIONS.values(), ids=str)


@pytest.mark.parametrize("cls", DRAWN)
def test_odds_of_a_class_sum_to_100(cls: ItemClass) -> None:
    assert sum(kind.odds for kind in ROGUE_54.kinds(cls)) == 100


def test_odds_of_the_classes_sum_to_100() -> None:
    assert sum(odds for _, odds in ROGUE_54.class_odds) == 100
    assert tuple(cls for cls, _ in ROGUE_54.class_odds) == DRAWN


@pytest.mark.parametrize("cls", get_args(ItemClass))
def test_every_class_has_kinds_and_a_symbol(cls: ItemClass) -> None:
    kinds = ROGUE_54.kinds(cls)
    assert kinds
    assert {kind.cls for kind in kinds} == {cls}
    assert len({kind.name for kind in kinds}) == len(kinds)
    assert {kind.symbol for kind in kinds} == {SYMBOL_OF[cls]}


def test_symbols_of_the_classes_differ() -> None:
    assert set(SYMBOL_OF) == set(get_args(ItemClass))
    assert set(SYMBOL_OF.values()) == glyphs.OBJECTS
    assert len(glyphs.OBJECTS) == len(SYMBOL_OF)


def test_a_kind_is_found_by_name_or_refused() -> None:
    assert ROGUE_54.kind("stick", "light").charges == (10, 19)
    with pytest.raises(KeyError, match="no potion is called 'light'"):
        ROGUE_54.kind("potion", "light")


def test_letters_are_a_to_z_once_each() -> None:
    monsters = ROGUE_54.monsters
    assert "".join(sorted(monsters)) == ascii_uppercase
    assert all(kind.letter == letter for letter, kind in monsters.items())
    assert len({kind.name for kind in monsters.values()}) == 26


def test_mon_10_orders_name_every_letter_and_differ_only_by_blanks() -> None:
    assert sorted(ROGUE_54.order) == sorted(ascii_uppercase)
    assert len(ROGUE_54.wanderers) == 26
    pairs = list(zip(ROGUE_54.order, ROGUE_54.wanderers, strict=True))
    assert {normal for normal, wandering in pairs if wandering == " "} == set("ILNFXD")
    assert all(wandering in (normal, " ") for normal, wandering in pairs)


def test_dice_are_possible() -> None:
    for monster in ROGUE_54.monsters.values():
        assert monster.attacks
        assert all(count >= 0 and sides >= 0 for count, sides in monster.attacks)
    for weapon in ROGUE_54.weapons:
        assert min(*weapon.wield, *weapon.thrown) >= 1
        assert 1 <= weapon.count[0] <= weapon.count[1]


def test_every_special_hit_belongs_to_one_monster() -> None:
    of_each = [
        Counter(kind.on_hit for kind in rules.monsters.values() if kind.on_hit) for rules in EDITIONS.values()
    ]
    assert all(set(effects.values()) == {1} for effects in of_each)
    assert {name for effects in of_each for name in effects} == set(get_args(HitEffect)) - {""}


def test_rnd_3_times_are_spread_by_a_twentieth_each_way() -> None:
    def spread(turns: int) -> tuple[int, int]:
        least = turns - turns // 20
        return least, least + max(0, turns // 10 - 1)

    times = ROGUE_54.times
    assert times.confusion == spread(20) == (19, 20)
    assert times.levitation == spread(30) == (29, 31)
    assert times.wander == spread(70) == (67, 73)
    assert times.hallucination == times.see_invisible == times.blindness == spread(850) == (808, 892)


def test_itm_4_stacks_and_missiles() -> None:
    grouped = {kind.name for kind in ROGUE_54.weapons if kind.grouped}
    missiles = {kind.name for kind in ROGUE_54.weapons if kind.missile}
    assert grouped == {"arrow", "dagger", "dart", "shuriken"}
    assert missiles == grouped | {"spear"}
    assert {kind.launcher for kind in ROGUE_54.weapons} == {"", "short bow"}


def test_itm_6_special_rings() -> None:
    rings = ROGUE_54.rings
    assert {kind.name for kind in rings if kind.cursed} == {"aggravate monster", "teleportation"}
    valued = {"protection", "add strength", "dexterity", "increase damage"}
    assert {kind.name for kind in rings if kind.valued} == valued
    assert sum(kind.odds for kind in rings if kind.cursed) == 15
    assert sum(kind.odds for kind in rings if kind.valued) == 34


def test_itm_7_charges() -> None:
    assert {kind.charges for kind in ROGUE_54.sticks if kind.name != "light"} == {(3, 7)}


def test_trp_11_eight_traps_in_their_order() -> None:
    assert [kind.name for kind in ROGUE_54.traps] == list(get_args(TrapName))
    assert len(ROGUE_54.traps) == 8


def test_hpx_5_thresholds_rise() -> None:
    thresholds = ROGUE_54.thresholds
    assert len(thresholds) == 20
    assert list(thresholds) == sorted(set(thresholds))
    assert (thresholds[0], thresholds[10], thresholds[-1]) == (10, 13000, 8000000)


def test_syllables() -> None:
    lengths = Counter(len(syllable) for syllable in items.SYLLABLES)
    assert lengths == {1: 6, 2: 32, 3: 91, 4: 18}
    assert len(items.SYLLABLES) == 147


@pytest.mark.parametrize(
    ("words", "count"),
    [(items.COLORS, 27), (items.WOODS, 33), (items.METALS, 22), ([name for name, _ in items.STONES], 26)],
)
def test_words_of_one_list_differ(words: list[str], count: int) -> None:
    assert len(words) == len(set(words)) == count


def test_woods_and_metals_share_no_word() -> None:
    assert not set(items.WOODS) & set(items.METALS)


def test_map_5_what_can_be_stepped_on() -> None:
    allowed = {code for code in range(256) if glyphs.STEP_OK[code]}
    assert not allowed & set(b" |-ABCMYZ")
    assert set(b".+#%^*!?:)]=/,") <= allowed
    letters = {code for code in range(256) if glyphs.LETTER[code]}
    assert letters == set(ascii_uppercase.encode())
    assert not letters & allowed


def test_mon_7_only_the_last_disguise_is_the_amulet() -> None:
    *others, last = glyphs.FAKE_OBJECTS
    assert last == glyphs.AMULET
    assert len(set(others)) == 9
    assert glyphs.AMULET not in others


@editions
def test_an_edition_can_be_exchanged_in_part(rules: Ruleset) -> None:
    changed = rules.replace(edition="own", amulet_depth=5)
    assert (changed.edition, changed.amulet_depth) == ("own", 5)
    assert changed.monsters is rules.monsters
    assert rules.amulet_depth == 26
