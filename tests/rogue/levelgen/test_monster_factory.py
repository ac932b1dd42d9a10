"""New monsters and free squares (MON-1 to MON-12, GEN-15, SPC-14)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.levelgen.spawning import (
    choose_letter,
    exp_bonus,
    free_foe_spot,
    free_thing_spot,
    give_item,
    make_foe,
)
from rogue.state.entities import AWAKE, HASTED
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import plain_item, read_world

# DEP-1 to DEP-32: letters with their per cent.
SHARES = {
    1: "KEBSH 20", 2: "KEBSH 18 I 10", 3: "KEBSH 16 IR 10", 4: "KEBSH 14 IRO 10", 5: "KEBSH 12 IROZ 10",
    6: "KEBSHIROZL 10", 7: "EBSHIROZLC 10", 8: "BSHIROZLCQ 10", 9: "SHIROZLCQA 10", 10: "HIROZLCQAN 10",
    11: "IROZLCQANY 10", 12: "ROZLCQANYF 10", 13: "OZLCQANYFT 10", 14: "ZLCQANYFTW 10", 15: "LCQANYFTWP 10",
    16: "CQANYFTWPX 10", 17: "QANYFTWPXU 10", 18: "ANYFTWPXUM 10", 19: "NYFTWPXUMV 10", 20: "YFTWPXUMVG 10",
    21: "FTWPXUMVGJ 10", 22: "TWPXUMVGJD 10", 23: "MVGJD 12 WPXU 10", 24: "MVGJD 14 PXU 10",
    25: "MVGJD 16 XU 10", 26: "MVGJD 18 U 10", 27: "MVGJD 20", 28: "VGJD 22 M 12",
    29: "GJD 24 MV 14", 30: "JD 26 MVG 16", 31: "D 28 MVGJ 18", 32: "MVGJD 20", 50: "MVGJD 20",
}  # fmt: skip


def shares(text: str) -> dict[str, float]:
    words = text.split()
    return {c: int(pct) / 100 for group, pct in zip(words[::2], words[1::2], strict=True) for c in group}


def assert_drawn_like(expected: dict[str, float], world: World, wandering: bool, depth: int) -> None:
    draws = 1500
    counts = Counter(choose_letter(world, wandering, depth) for _ in range(draws))
    assert set(counts) == set(expected)
    for letter, share in expected.items():
        error = (draws * share * (1 - share)) ** 0.5
        assert abs(counts[letter] - draws * share) < 4 * error, letter


@pytest.mark.parametrize("depth", SHARES)
def test_mon_2_dep_1_to_32_monsters_by_depth(depth: int) -> None:
    expected = shares(SHARES[depth])
    assert sum(expected.values()) == pytest.approx(1)
    assert_drawn_like(expected, World(ROGUE_54, depth), False, depth)


@pytest.mark.parametrize("depth", [1, 2, 6, 13, 16, 22, 27, 31, 40])
def test_dep_33_wanderers_by_depth(depth: int) -> None:
    left = {c: share for c, share in shares(SHARES[min(depth, 32)]).items() if c not in "ILNFXD"}
    whole = sum(left.values())
    expected = {letter: share / whole for letter, share in left.items()}
    assert_drawn_like(expected, World(ROGUE_54, depth), True, depth)


def test_mon_1_the_depth_is_the_worlds_unless_given() -> None:
    world = World(ROGUE_54, 1)
    world.depth = 27
    assert {choose_letter(world) for _ in range(100)} == set("MVGJD")
    assert {choose_letter(world, depth=1) for _ in range(100)} == set("KEBSH")


@pytest.mark.parametrize(("depth", "extra"), [(1, 0), (26, 0), (27, 1), (35, 9)])
def test_mon_3_below_the_amulet_monsters_are_stronger(depth: int, extra: int) -> None:
    world = World(ROGUE_54, 2)
    hps = []
    for _ in range(300):
        foe = make_foe(world, "T", 500, depth)
        assert (foe.level, foe.armor) == (6 + extra, 4 - extra)
        assert foe.hp == foe.max_hp
        assert foe.exp == 120 + 10 * extra + exp_bonus(6 + extra, foe.hp)
        hps.append(foe.hp)
    dice = 6 + extra
    assert dice <= min(hps)
    assert max(hps) <= 8 * dice
    assert abs(sum(hps) / 300 - 4.5 * dice) < 4 * (dice * 5.25 / 300) ** 0.5


@pytest.mark.parametrize(
    ("level", "hp", "bonus"),
    [(1, 7, 0), (1, 8, 1), (2, 11, 1), (6, 12, 2), (7, 12, 8), (9, 12, 8), (10, 12, 40), (15, 5, 0)],
)
def test_mon_4_experience_bonus(level: int, hp: int, bonus: int) -> None:
    assert exp_bonus(level, hp) == bonus


def test_chk_22_kestrels_and_dragons() -> None:
    world = World(ROGUE_54, 3)
    kestrels = Counter(make_foe(world, "K", 500).exp for _ in range(800))
    assert set(kestrels) == {1, 2}
    assert abs(kestrels[2] - 100) < 3.5 * (800 * 7 / 64) ** 0.5
    dragon = make_foe(world, "D", 500, 22)
    assert dragon.exp == 5000 + 20 * (dragon.hp // 6)


@pytest.mark.parametrize(("depth", "hasted"), [(29, False), (30, True)])
def test_mon_5_haste_above_29(depth: int, hasted: bool) -> None:
    assert make_foe(World(ROGUE_54, 1), "E", 500, depth).has_flag(HASTED) is hasted


def test_mon_6_asleep_with_nothing() -> None:
    world = World(ROGUE_54, 1)
    foe = make_foe(world, "O", 500)
    assert not foe.has_flag(AWAKE)
    assert (foe.pack, foe.goal, foe.spot, foe.room) == ([], None, 500, None)
    assert world.level.foes == []
    world.player.right = plain_item(world, "ring", "aggravate monster")
    assert make_foe(world, "O", 500).has_flag(AWAKE)


@pytest.mark.parametrize(("depth", "looks"), [(25, set("!?=/:)]%*")), (26, set("!?=/:)]%*,"))])
def test_mon_7_a_xeroc_looks_like_a_thing(depth: int, looks: set[str]) -> None:
    world = World(ROGUE_54, 1)
    assert {chr(make_foe(world, "X", 500, depth).disguise) for _ in range(300)} == looks
    assert make_foe(world, "W", 500, depth).disguise == ord("W")


@pytest.mark.parametrize(("grip", "attacks"), [(0, ((0, 0),)), (3, ((3, 1),))])
def test_spc_14_a_new_flytrap_in_a_hold_hits_harder(grip: int, attacks: tuple[tuple[int, int], ...]) -> None:
    world = World(ROGUE_54, 1)
    world.player.grip = grip
    assert make_foe(world, "F", 500).attacks == attacks
    assert make_foe(world, "A", 500).attacks == ((0, 0), (0, 0))


def test_mon_12_carrying_ends_above_the_deepest_depth() -> None:
    world = World(ROGUE_54, 1)
    world.depth, world.deepest = 5, 6
    nymph = make_foe(world, "N", 500)
    give_item(world, nymph)
    assert nymph.pack == []
    give_item(world, nymph, depth=6)
    assert len(nymph.pack) == 1


SMALL = """
    -----
    |!B@|
    |%..|
    -----
"""


def test_gen_15_monsters_stand_on_anything_but_each_other() -> None:
    world = read_world(SMALL)
    room = world.level.rooms[0]
    spots = {free_foe_spot(world, room) for _ in range(200)}
    assert spots == {spot_of(2, 1), spot_of(2, 3), spot_of(3, 1), spot_of(3, 2), spot_of(3, 3)}


def test_gen_15_things_lie_on_floor_only() -> None:
    world = read_world(SMALL)
    spots = {free_thing_spot(world) for _ in range(200)}
    assert spots == {spot_of(2, 2), spot_of(2, 3), spot_of(3, 2), spot_of(3, 3)}


def test_gen_15_in_a_maze_things_lie_on_passages() -> None:
    world = read_world(["####", "####", "####", "####"])
    room = world.level.rooms[0]
    room.gone, room.maze = False, True
    room.top, room.left, room.height, room.width = 1, 0, 4, 4
    assert {free_thing_spot(world) for _ in range(100)} == {spot_of(r, c) for r in (2, 3) for c in (1, 2)}


def test_gen_15_anywhere_is_uniform_over_rooms_not_squares() -> None:
    world = read_world(["--- " + "-" * 20, "|.| |" + "." * 18 + "|", "--- " + "-" * 20])
    small = sum(free_foe_spot(world) == spot_of(2, 1) for _ in range(1000))
    assert abs(small - 500) < 3.5 * 250**0.5


def test_bug_2_tries_end_and_full_rooms_are_noticed() -> None:
    full = read_world(["----", "|BB|", "----"])
    assert free_foe_spot(full) is None
    assert free_foe_spot(full, full.level.rooms[0], tries=3) is None
    assert full.rng.drawn > 0
    assert free_foe_spot(read_world(["##"])) is None


def test_bug_2_the_last_free_square_of_a_large_room_is_found() -> None:
    lines = ["-" * 25, *["|" + "B" * 23 + "|"] * 5, "-" * 25]
    lines[3] = "|" + "B" * 11 + "." + "B" * 11 + "|"
    world = read_world(lines)
    assert free_foe_spot(world, tries=0) is None
    assert free_foe_spot(world) == spot_of(4, 12)
