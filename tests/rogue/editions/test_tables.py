"""The rows of 5.2 and 3.6: complete, and what their depths, odds and times are."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase

import pytest

from rogue.levelgen.new_game import make_title, new_world
from rogue.levelgen.spawning import choose_letter, draw_kind, make_item, make_of
from rogue.state.checksum import checksum
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.items import ItemClass
from rogue.tables.monsters import FLIES, GREEDY, MEAN, REGENERATES
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.notation import draw, find_foe, read_world
from tests.support.odds import assert_share

DRAWN: tuple[ItemClass, ...] = ("potion", "scroll", "food", "weapon", "armor", "ring", "stick")
older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])


@older
def test_letters_are_a_to_z_once_each(rules: Ruleset) -> None:
    assert "".join(sorted(rules.monsters)) == "".join(sorted(rules.order)) == ascii_uppercase
    assert all(kind.letter == letter for letter, kind in rules.monsters.items())
    pairs = list(zip(rules.order, rules.wanderers, strict=True))
    assert all(wandering in (normal, " ") for normal, wandering in pairs)


def test_v52_8_the_monsters_that_are_no_longer_in_5_4() -> None:
    names = {ROGUE_52.monsters[letter].name for letter in "AEFGIJKMPQRUX"}
    assert names == {
        *("giant ant", "floating eye", "violet fungi", "gnome", "invisible stalker", "jackal", "kobold"),
        *("mimic", "purple worm", "quasit", "rust monster", "umber hulk", "xorn"),
    }
    assert not any(kind.traits & FLIES for kind in ROGUE_52.monsters.values())


@pytest.mark.parametrize(
    ("rules", "absent"), [(ROGUE_52, "ELNFMD"), (ROGUE_36, "ELNTFMDP")], ids=["5.2", "3.6"]
)
def test_who_never_wanders(rules: Ruleset, absent: str) -> None:
    stays = {letter for letter in rules.order if letter not in rules.wanderers}
    assert stays == set(absent)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "letter", "first", "last"),
    [
        (ROGUE_52, "K", 1, 6), (ROGUE_52, "A", 3, 12), (ROGUE_52, "F", 15, 24), (ROGUE_52, "M", 19, None),
        (ROGUE_52, "P", 21, None), (ROGUE_52, "D", 22, None), (ROGUE_36, "D", 21, None),
        (ROGUE_36, "P", 22, None),
    ],
)  # fmt: skip
def test_v52_8_depths_where_a_kind_lives(rules: Ruleset, letter: str, first: int, last: int | None) -> None:
    found = set()
    for depth in range(1, 34):
        world = World(rules, depth)
        found |= {depth for _ in range(250) if choose_letter(world, depth=depth) == letter}
    assert min(found) == first
    assert max(found) == (33 if last is None else last)


def test_v36_5_7_and_8_traits_of_3_6() -> None:
    """V36-7: troll and vampire heal; V36-8: the dragon is greedy and breathes no fire, the orc nothing."""
    kinds = ROGUE_36.monsters
    assert {letter for letter, kind in kinds.items() if kind.traits & REGENERATES} == {"T", "V"}
    assert (kinds["D"].traits, kinds["D"].breathes, kinds["O"].traits) == (GREEDY, False, 0)
    assert (kinds["V"].on_hit, ROGUE_52.monsters["V"].on_hit) == ("", "drain life")
    assert ROGUE_52.monsters["D"].traits == MEAN
    assert ROGUE_52.monsters["D"].breathes


@older
@pytest.mark.parametrize("cls", DRAWN)
def test_odds_of_a_class_are_per_cent_or_all_the_same(rules: Ruleset, cls: ItemClass) -> None:
    odds = [kind.odds for kind in rules.kinds(cls)]
    assert sum(odds) == 100 or set(odds) == {1}


@older
def test_odds_of_the_classes_sum_to_100(rules: Ruleset) -> None:
    assert sum(odds for _, odds in rules.class_odds) == 100
    assert tuple(cls for cls, _ in rules.class_odds) == DRAWN


@pytest.mark.parametrize(("rules", "kinds"), [(ROGUE_52, 10), (ROGUE_36, 12)], ids=["5.2", "3.6"])
def test_v52_18_weapons_are_equally_likely(rules: Ruleset, kinds: int) -> None:
    world = World(rules, 7)
    drawn = Counter(draw_kind(world, "weapon").name for _ in range(6000))
    assert len(drawn) == kinds
    for count in drawn.values():
        assert_share(count, 6000, 1 / kinds)


@pytest.mark.parametrize(
    ("rules", "stacked"),
    [(ROGUE_52, {"arrow", "dart", "crossbow bolt"}), (ROGUE_36, {"arrow", "dart", "crossbow bolt", "rock"})],
    ids=["5.2", "3.6"],
)
def test_v52_18_what_comes_in_stacks_of_8_to_15(rules: Ruleset, stacked: set[str]) -> None:
    world = World(rules, 3)
    for kind in rules.weapons:
        counts = {make_of(world, kind).count for _ in range(200)}
        assert counts == (set(range(8, 16)) if kind.name in stacked else {1})
        assert kind.grouped is (kind.name in stacked)


def test_fruit_is_11_per_cent_of_the_food_of_3_6() -> None:
    world = World(ROGUE_36, 5)
    fruit = sum(draw_kind(world, "food").name == "fruit" for _ in range(5000))
    assert_share(fruit, 5000, 0.11)


@pytest.mark.parametrize(
    ("rules", "counts"), [(ROGUE_52, (27, 26, 33, 22)), (ROGUE_36, (24, 20, 22, 11))], ids=["5.2", "3.6"]
)
def test_words_for_the_unknown(rules: Ruleset, counts: tuple[int, ...]) -> None:
    lists = (rules.colors, rules.stones, rules.woods, rules.metals)
    assert tuple(len(set(words)) for words in lists) == counts
    assert len(set(rules.syllables)) == 159
    looks = new_world(rules, 4).knowledge.looks
    assert {looks[kind] for kind in rules.potions} <= set(rules.colors)
    assert {looks[kind] for kind in rules.rings} <= {name for name, _ in rules.stones}
    assert {looks[kind] for kind in rules.sticks} <= {*rules.woods, *rules.metals}


@pytest.mark.slow
def test_titles_have_two_to_five_words_and_only_those_of_3_6_no_limit() -> None:
    rng = Rng(1)
    in52 = [make_title(rng, ROGUE_52) for _ in range(3000)]
    in36 = [make_title(rng, ROGUE_36) for _ in range(3000)]
    assert {title.count(" ") for title in in52 + in36} == {1, 2, 3, 4}
    assert max(map(len, in52)) == 40
    assert max(map(len, in36)) > 45


def test_v52_5_everything_is_spread_by_a_tenth_each_way() -> None:
    def spread(turns: int) -> tuple[int, int]:
        least = turns - turns // 10
        return least, least + turns // 5 - 1

    times = ROGUE_52.times
    assert times.confusion == times.monster_detection == spread(20) == (18, 21)
    assert times.wander == spread(70) == (63, 76)
    assert times.see_invisible == times.blindness == spread(850) == (765, 934)
    assert times.food == spread(1300) == (1170, 1429)


def test_durations_of_3_6_are_fixed() -> None:
    times = ROGUE_36.times
    assert times.confusion == (20, 20)
    assert times.wander == (70, 70)
    assert times.see_invisible == times.blindness == (850, 850)


@older
def test_hpx_5_thresholds_double_up_to_level_20(rules: Ruleset) -> None:
    thresholds = rules.thresholds
    assert len(thresholds) == 19
    assert (thresholds[7], thresholds[11], thresholds[12], thresholds[-1]) == (1280, 20480, 40920, 2621440)
    assert list(thresholds) == sorted(thresholds)


def test_v36_14_what_rings_of_3_6_eat() -> None:
    eats = {kind.name: kind.food_use for kind in ROGUE_36.rings if kind.food_use[0]}
    assert eats == {
        "regeneration": (2, 1, 1), "sustain strength": (1, 1, 1), "searching": (1, 33, 100),
        "slow digestion": (-1, 50, 100),
    }  # fmt: skip
    assert ROGUE_52.rings is ROGUE_54.rings
    assert "maintain armor" not in {kind.name for kind in ROGUE_36.rings}


@older
def test_a_picture_of_every_letter_and_thing_can_be_read_and_drawn(rules: Ruleset) -> None:
    picture = [
        "---------------------------",
        "|ABCDEFGHIJKLMNOPQRSTUVWXY|",
        "|Z@!?:)]=/*...............|",
        "---------------------------",
    ]
    world = read_world(picture, rules=rules)
    assert draw(world)[:4] == picture
    assert find_foe(world, "P").kind.name == "purple worm"
    assert checksum(world) == checksum(read_world(picture, rules=rules))
    assert checksum(world) != checksum(read_world(picture))


def test_v52_15_one_scroll_of_genocide_is_made_the_next_is_one_of_identify() -> None:
    world = World(ROGUE_52.replace(class_odds=(("scroll", 100),)), 2)
    made = Counter(make_item(world).kind.name for _ in range(2000))
    assert made["genocide"] == 1
    assert_share(made["identify"], 2000, 0.28)


@older
def test_games_of_an_edition_repeat(rules: Ruleset) -> None:
    assert checksum(new_world(rules, 12)) == checksum(new_world(rules, 12))
    assert checksum(new_world(rules, 12)) != checksum(new_world(rules, 13))
