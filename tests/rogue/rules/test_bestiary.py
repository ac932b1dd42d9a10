"""Every letter of the bestiary: what it is, where it is met, how it wakes (MTB-A to MTB-Z)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from rogue.levelgen.spawning import choose_letter, give_item, make_foe
from rogue.rules import fight
from rogue.rules.awareness import choose_goal, wake_chance
from rogue.state.entities import AWAKE
from rogue.state.world import World
from rogue.tables.monsters import FLIES, GREEDY, INVISIBLE, MEAN, REGENERATES
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import find_foe, hall, read_world
from tests.support.fixed_dice import Fixed

DEEPEST_SEEN = 40
DRAWS = 300  # a kind with 10 % is missed once in 10 ** 13


class Row(NamedTuple):
    """One letter; depths are those of the normal list, 0 for no last one."""

    rule: str
    name: str
    level: int
    armor: int
    attacks: str
    first: int
    last: int
    wakes: str
    wanders: bool
    exp: int
    carry: int = 0
    special: str = ""


# fmt: off
ROWS = (
    #   rule     name           lvl  ac  attacks           depths  wakes     wanders exp, carry, special
    Row("MTB-A", "aquator",        5,  2, "0d0 0d0",         9, 18, "mean",   True, 20, 0, "rust armor"),
    Row("MTB-B", "bat",            1,  3, "1d2",             1,  8, "forced", True, 1, 0, "flies 1/2"),
    Row("MTB-C", "centaur",        4,  4, "1d2 1d5 1d5",     7, 16, "forced", True, 17, 15),
    Row("MTB-D", "dragon",        10, -1, "1d8 1d8 3d10",   22,  0, "mean",   False, 5000, 100, "breathes"),
    Row("MTB-E", "emu",            1,  7, "1d2",             1,  7, "mean",   True, 2),
    Row("MTB-F", "venus flytrap",  8,  3, "0d0",            12, 21, "mean",   False, 80, 0, "hold rooted"),
    Row("MTB-G", "griffin",       13,  2, "4d3 3d5",        20,  0, "mean",   True, 2000, 20, "flies heals"),
    Row("MTB-H", "hobgoblin",      1,  5, "1d8",             1, 10, "mean",   True, 3),
    Row("MTB-I", "ice monster",    1,  9, "0d0",             2, 11, "forced", False, 5, 0, "freeze"),
    Row("MTB-J", "jabberwock",    15,  6, "2d12 2d4",       21,  0, "forced", True, 3000, 70),
    Row("MTB-K", "kestrel",        1,  7, "1d4",             1,  6, "mean",   True, 1, 0, "flies"),
    Row("MTB-L", "leprechaun",     3,  8, "1d1",             6, 15, "forced", False, 10, 0, "steal gold"),
    Row("MTB-M", "medusa",         8,  2, "3d4 3d4 2d5",    18,  0, "mean",   True, 200, 40, "gaze"),
    Row("MTB-N", "nymph",          3,  9, "0d0",            10, 19, "forced", False, 37, 100, "steal item"),
    Row("MTB-O", "orc",            1,  6, "1d8",             4, 13, "greedy", True, 5, 15),
    Row("MTB-P", "phantom",        8,  3, "4d4",            15, 24, "forced", True, 120, 0, "invisible 1/5"),
    Row("MTB-Q", "quagga",         3,  3, "1d5 1d5",         8, 17, "mean",   True, 15),
    Row("MTB-R", "rattlesnake",    2,  3, "1d6",             3, 12, "mean",   True, 9, 0, "weaken"),
    Row("MTB-S", "snake",          1,  5, "1d3",             1,  9, "mean",   True, 2),
    Row("MTB-T", "troll",          6,  4, "1d8 1d8 2d6",    13, 22, "mean",   True, 120, 50, "heals"),
    Row("MTB-U", "black unicorn",  7, -2, "1d9 1d9 2d9",    17, 26, "mean",   True, 190),
    Row("MTB-V", "vampire",        8,  1, "1d10",           19,  0, "mean",   True, 350, 20,
        "drain life heals"),
    Row("MTB-W", "wraith",         5,  4, "1d6",            14, 23, "forced", True, 55, 0, "drain level"),
    Row("MTB-X", "xeroc",          7,  7, "4d4",            16, 25, "forced", False, 100, 30, "disguised"),
    Row("MTB-Y", "yeti",           4,  6, "1d6 1d6",        11, 20, "forced", True, 50, 30),
    Row("MTB-Z", "zombie",         2,  8, "1d8",             5, 14, "mean",   True, 6),
)
# fmt: on
letters = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)


@cache
def met(depth: int, wandering: bool) -> frozenset[str]:
    """Return the letters that many draws bring at a depth."""
    world = World(ROGUE_54, depth)
    return frozenset(choose_letter(world, wandering, depth) for _ in range(DRAWS))


def special_of(letter: str) -> str:
    kind = ROGUE_54.monsters[letter]
    words: list[str] = [kind.on_hit] if kind.on_hit else []
    words += ["flies"] if kind.traits & FLIES else []
    words += ["invisible"] if kind.traits & INVISIBLE else []
    words += [f"1/{kind.erratic}"] if kind.erratic else []
    marks = {"rooted": kind.rooted, "breathes": kind.breathes, "gaze": kind.gaze, "disguised": kind.disguised}
    words += [word for word, has in marks.items() if has]
    words += ["heals"] if kind.traits & REGENERATES else []
    return " ".join(words)


@letters
def test_its_figures(row: Row) -> None:
    kind = ROGUE_54.monsters[row.rule[-1]]
    attacks = " ".join(f"{count}d{sides}" for count, sides in kind.attacks)
    assert (kind.name, kind.level, kind.armor, attacks) == row[1:5]
    assert (kind.exp, kind.carry, special_of(kind.letter)) == (row.exp, row.carry, row.special)


@letters
def test_its_depths(row: Row) -> None:
    letter, last = row.rule[-1], row.last or DEEPEST_SEEN
    found = {depth for depth in range(1, DEEPEST_SEEN + 1) if letter in met(depth, False)}
    assert found == set(range(row.first, last + 1))


@letters
def test_whether_it_wanders(row: Row) -> None:
    wandering = any(row.rule[-1] in met(depth, True) for depth in range(1, DEEPEST_SEEN + 1))
    assert wandering is row.wanders


@letters
def test_how_it_wakes(row: Row) -> None:
    woken = 0
    for seed in range(60):
        world = read_world(hall(f"@.{row.rule[-1]}."), seed=seed)
        foe = find_foe(world, row.rule[-1])
        wake_chance(world, foe)
        woken += foe.has_flag(AWAKE)
    assert {"forced": woken == 0, "greedy": woken == 60, "mean": 25 < woken < 55}[row.wakes]


def test_mtb_a_to_z_are_all_here() -> None:
    assert [row.rule for row in ROWS] == [f"MTB-{letter}" for letter in sorted(ROGUE_54.monsters)]


def test_mon_14_16_who_wakes_how_is_a_mark_of_the_kind() -> None:
    marks = {"mean": MEAN, "greedy": GREEDY, "forced": 0}
    for row in ROWS:
        assert ROGUE_54.monsters[row.rule[-1]].traits & (MEAN | GREEDY) == marks[row.wakes], row.rule


@letters
def test_itm_31_mon_12_the_same_share_carries_and_fetches(row: Row) -> None:
    """Of a hundred numbers that the dice can show, as many load the monster as send it after an item."""
    letter = row.rule[-1]
    world = read_world(f"-----   ------\n|@..|   |.{letter}!.|\n-----   ------")
    foe = find_foe(world, letter)
    loaded = fetching = 0
    for shown in range(100):
        world.rng = Fixed(shown)
        foe.pack.clear()
        give_item(world, foe)
        loaded += bool(foe.pack)
        fetching += choose_goal(world, foe) is not None
    assert (loaded, fetching) == (row.carry, row.carry)


@pytest.mark.parametrize("letter", ["G", "T", "V"])
def test_spc_17_bug_32_monsters_do_not_regenerate(letter: str) -> None:
    world = read_world(hall(f"@{letter}"), awake=True, hp=5)
    foe = find_foe(world, letter)
    foe.max_hp = 50
    world.player.hp = world.player.max_hp = 10**6
    for _ in range(40):
        fight.foe_attacks(world, foe)
    assert foe.hp == 5


def test_spc_16_new_phantoms_are_invisible_and_no_others() -> None:
    world = World(ROGUE_54, 1)
    made = {letter: make_foe(world, letter, 100) for letter in ROGUE_54.monsters}
    assert [letter for letter, foe in made.items() if foe.has_flag(INVISIBLE)] == ["P"]
