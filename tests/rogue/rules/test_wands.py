"""Wands and staffs, one by one (STK); beams are in test_beams.py."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.rules import wands
from rogue.state.entities import (
    AWAKE,
    CANCELLED,
    DETECTS,
    GRABBED,
    HALLUCINATING,
    HASTED,
    HELD,
    SEES_INVISIBLE,
    SLOWED,
)
from rogue.state.grid import RIGHT, UP, spot_of
from rogue.state.world import Duel, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import carry, find_foe, plain_item, read_world

HALL = "------------\n|.@......H.|\n|..........|\n------------"


def zap(name: str, world: World, step: int = RIGHT) -> World:
    """Zap a stick with five charges; it loses one."""
    stick = carry(world, "stick", name, value=5)
    assert wands.zap(world, stick, step)
    assert stick.value == 4
    return world


def knows(world: World, name: str) -> bool:
    return world.rules.kind("stick", name) in world.knowledge.true


def test_every_kind_of_every_edition_has_exactly_one_effect() -> None:
    kinds = [kind for rules in EDITIONS.values() for kind in rules.sticks]
    assert set(wands.EFFECTS) == {kind.effect or kind.name for kind in kinds}


def test_cmd_8_what_is_no_stick_is_refused_free() -> None:
    world = read_world(HALL)
    assert not wands.zap(world, carry(world, "potion"), RIGHT)
    assert world.said == ["You can't zap with that!"]


def test_stk_1_an_empty_stick_costs_the_turn() -> None:
    world = read_world(HALL)
    stick = carry(world, "stick", "cold", value=0)
    assert wands.zap(world, stick, RIGHT)
    assert (stick.value, world.said) == (0, ["Nothing happens"])
    assert not knows(world, "cold")


@pytest.mark.parametrize(
    ("name", "identified"),
    [
        ("light", True), ("invisibility", False), ("lightning", True), ("fire", True),
        ("cold", True), ("polymorph", False), ("magic missile", True), ("haste monster", False),
        ("slow monster", False), ("drain life", False), ("nothing", False),
        ("teleport away", False), ("teleport to", False), ("cancellation", False),
    ],
)  # fmt: skip
def test_stk_15_17_identified_by_use_without_a_target(name: str, identified: bool) -> None:
    world = zap(name, read_world("-----\n|@..|\n|...|\n-----", hp=99), UP)
    assert knows(world, name) is identified
    assert world.question is None
    assert (world.said == []) is (not identified and name != "drain life")


@pytest.mark.parametrize(
    ("terse", "text"), [(True, "The room is lit"), (False, "The room is lit by a shimmering blue light")]
)
def test_stk_3_light_in_a_room(terse: bool, text: str) -> None:
    world = zap("light", read_world(HALL, dark=True, terse=terse))
    room = world.player.room
    assert room is not None
    assert not room.dark
    assert world.said == [text]
    assert world.canvas.cells[find_foe(world, "H").spot] == ord("H")


@pytest.mark.parametrize("picture", ["-----\n|...+##@#\n-----"])
def test_stk_3_light_in_a_passage(picture: str) -> None:
    world = zap("light", read_world(picture))
    assert world.said == ["The corridor glows and then fades"]


@pytest.mark.parametrize(("hp", "works"), [(1, False), (2, True)])
def test_stk_4_drain_needs_two_hit_points(hp: int, works: bool) -> None:
    world = read_world(HALL)
    world.player.hp = hp
    stick = carry(world, "stick", "drain life", value=3)
    assert wands.zap(world, stick, RIGHT)
    assert stick.value == (2 if works else 3)
    assert (world.said == ["You are too weak to use it"]) is not works


TWO_ROOMS = """
    -----     -----
    |@..+#####+.T.|
    -----     -----
"""


@pytest.mark.parametrize(
    ("picture", "options", "hp", "left", "foes", "said", "exp"),
    [
        ("-------\n|@.T.Y|\n-------", {"hp": 20}, 13, 6, [17, 17], [], 0),
        ("-------\n|@.B..|\n-------", {"hp": 6}, 12, 6, [], ["You have defeated the bat"], 1),
        ("-------\n|@.B..|\n-------", {"hp": 6, "dark": True}, 12, 6, [], [], 1),  # out of sight
        (TWO_ROOMS, {}, 12, 12, [27], ["You have a tingling feeling"], 0),  # no victim
    ],
)
def test_stk_4_drain_halves_and_shares(
    picture: str, options: dict[str, int], hp: int, left: int, foes: list[int], said: list[str], exp: int
) -> None:
    world = read_world(picture, **options)  # type: ignore[arg-type]
    world.player.hp = hp
    zap("drain life", world)
    assert (world.player.hp, world.player.exp, world.said) == (left, exp, said)
    assert [foe.hp for foe in world.level.foes] == foes
    assert all(foe.has_flag(AWAKE) is (left < hp) for foe in world.level.foes)


@pytest.mark.parametrize(
    ("player", "victims"),
    [
        ((2, 1), "A"),  # in the room: the monster in it
        ((2, 4), "AB"),  # on the door: the passages too
        ((2, 6), "BC"),  # in the passage: also who stands on its other door
    ],
)
def test_stk_4_whom_it_reaches(player: tuple[int, int], victims: str) -> None:
    world = read_world(
        """
        -----     -----
        |.A.+#####+..D|
        -----     -----
    """,
        hp=50,
    )
    level = world.level
    for letter, spot in (("B", spot_of(2, 8)), ("C", spot_of(2, 10))):
        foe = find_foe(read_world(f"---\n|{letter}|\n---", hp=50), letter)
        foe.spot = spot
        level.add_foe(foe)
    world.player.spot = spot_of(*player)
    world.player.room = level.room_at(world.player.spot)
    zap("drain life", world)
    drained = sorted(foe.kind.letter for foe in level.foes if foe.hp < 50)
    assert "".join(drained) == victims


def test_stk_14_magic_missile_saved_or_hit_for_one_to_four_and_the_pluses() -> None:
    """Level 1 saves with 20 %: 300 zaps, 60 saves, 5 sigma = 35."""
    saved, losses = 0, set()
    for seed in range(300):
        world = read_world(HALL, seed=seed, hp=99)
        foe = find_foe(world, "H")
        zap("magic missile", world)
        if foe.hp == 99:
            saved += 1
            assert world.said == ["The missile vanishes with a puff of smoke"]
        else:
            losses.add(99 - foe.hp)
            assert world.said == ["You hit the hobgoblin"]
        assert knows(world, "magic missile")
    assert abs(saved - 60) <= 35
    assert losses == {3, 4, 5, 6}  # 1d4 + 1, strength 16 adds 1


def test_stk_14_the_wielded_weapon_adds_its_damage_plus() -> None:
    losses = set()
    for seed in range(80):
        world = read_world(HALL, seed=seed, hp=99)
        world.player.wielded = carry(world, "weapon", "mace", hit_plus=3, damage_plus=4)
        zap("magic missile", world)
        losses.add(99 - find_foe(world, "H").hp)
    assert losses == {0, 7, 8, 9, 10}


@pytest.mark.parametrize(
    ("terse", "text"), [(True, "Missile vanishes"), (False, "The missile vanishes with a puff of smoke")]
)
def test_stk_14_a_missile_stops_at_doors(terse: bool, text: str) -> None:
    world = read_world("-----\n|.@.+#H\n-----", hp=9, terse=terse)
    zap("magic missile", world)
    assert world.said == [text]
    assert find_foe(world, "H").hp == 9


@pytest.mark.parametrize("name", ["lightning", "fire", "cold"])
def test_stk_16_bolts_hurt(name: str) -> None:
    hurt = 0
    for seed in range(30):
        world = read_world(HALL.replace("..H.", "H..."), seed=seed, hp=99)
        world.player.hp = 99
        zap(name, world)
        assert knows(world, name)
        hurt += find_foe(world, "H").hp < 99
    assert hurt > 15


def test_hallucination_names_no_colour_of_light() -> None:
    world = read_world(HALL)
    world.player.flags |= HALLUCINATING
    zap("light", world)
    assert world.said[0].startswith("The room is lit by a shimmering ")


AIMED = (
    "invisibility", "polymorph", "haste monster", "slow monster", "teleport away", "teleport to",
    "cancellation",
)  # fmt: skip


@pytest.mark.parametrize("name", AIMED)
def test_stk_5_beams_reach_any_distance_and_pass_doors(name: str) -> None:
    world = read_world("""
        -----           ------------
        |.@.+###########+.......H..|
        -----           ------------
    """)
    foe = find_foe(world, "H")
    before = (foe.flags, foe.spot)
    zap(name, world)
    changed = foe not in world.level.foes or (foe.flags, foe.spot) != before
    assert changed


@pytest.mark.parametrize("name", sorted({*AIMED, "drain life"} - {"polymorph"}))
def test_stk_17_others_are_never_identified_by_use(name: str) -> None:
    assert not knows(zap(name, read_world(HALL, hp=50)), name)


@pytest.mark.parametrize("name", AIMED)
def test_stk_5_beams_end_at_walls_and_miss_what_is_aside(name: str) -> None:
    world = read_world("-------\n|.@...|\n|...H.|\n-------")
    foe = find_foe(world, "H")
    before = (foe.flags, foe.spot)
    zap(name, world)
    assert world.level.foes == [foe]
    assert (foe.flags, foe.spot) == before


def test_stk_5_beams_pass_over_a_disguised_xeroc() -> None:
    world = read_world("---------\n|@.X..H.|\n---------")
    xeroc = find_foe(world, "X")
    xeroc.disguise = ord("!")
    zap("haste monster", world)
    assert find_foe(world, "H").has_flag(HASTED)
    assert not xeroc.has_flag(HASTED)


@pytest.mark.parametrize(
    ("name", "frees"), [(name, name not in ("haste monster", "slow monster")) for name in AIMED]
)
def test_stk_7_a_flytrap_that_is_changed_lets_go(name: str, frees: bool) -> None:
    world = read_world("--------\n|.@F...|\n--------")
    world.player.flags |= GRABBED
    zap(name, world)
    assert world.player.has_flag(GRABBED) is not frees


@pytest.mark.parametrize("name", AIMED)
def test_stk_6_who_wakes(name: str) -> None:
    world = read_world(HALL)
    foe = find_foe(world, "H")
    foe.flags |= HELD
    zap(name, world)
    wakes = name in ("haste monster", "slow monster", "teleport away", "teleport to")
    (now,) = world.level.foes
    assert now.has_flag(AWAKE) is wakes
    if wakes:
        assert not now.has_flag(HELD)
        assert now.goal is None


def test_stk_8_invisibility_hides_the_monster() -> None:
    world = read_world(HALL)
    foe = find_foe(world, "H")
    world.canvas.put(foe.spot, ord("H"))
    foe.under = ord(".")
    zap("invisibility", world)
    assert foe.has_flag(INVISIBLE)
    assert world.canvas.cells[foe.spot] == ord(".")


def test_stk_8_who_sees_the_invisible_goes_on_seeing_it() -> None:
    world = read_world(HALL)
    world.player.flags |= SEES_INVISIBLE
    foe = find_foe(world, "H")
    world.canvas.put(foe.spot, ord("H"))
    foe.under = ord(".")
    zap("invisibility", world)
    assert world.canvas.cells[foe.spot] == ord("H")


def test_stk_9_cancellation_shows_the_true_monster() -> None:
    world = read_world("--------\n|.@P...|\n--------")
    phantom = find_foe(world, "P")
    zap("cancellation", world)
    assert phantom.has_flag(CANCELLED)
    assert not phantom.has_flag(INVISIBLE)
    assert world.canvas.cells[phantom.spot] == ord("P")


def test_stk_10_teleport_away_never_lands_on_the_player() -> None:
    spots = set()
    for seed in range(200):
        world = read_world("------\n|@..H|\n------", seed=seed)
        zap("teleport away", world)
        foe = find_foe(world, "H")
        spots.add(foe.spot)
        assert world.level.foe_at[foe.spot] is foe
    assert spots == {spot_of(2, 2), spot_of(2, 3)}


def test_stk_11_teleport_to_brings_it_next_to_the_player() -> None:
    world = zap("teleport to", read_world(HALL))
    foe = find_foe(world, "H")
    assert foe.spot == world.player.spot + RIGHT
    assert world.canvas.cells[foe.spot] == ord("H")


def test_stk_11_bug_19_a_hidden_xeroc_keeps_its_square() -> None:
    world = read_world("---------\n|@X...H.|\n---------")
    xeroc, foe = find_foe(world, "X"), find_foe(world, "H")
    xeroc.disguise = ord("!")
    before = foe.spot
    zap("teleport to", world)
    assert (foe.spot, world.level.foe_at[xeroc.spot]) == (before, xeroc)
    assert foe.has_flag(AWAKE)


def test_stk_12_polymorph_makes_any_letter_equally_often() -> None:
    """520 zaps, each of 26 letters 20 times, 5 sigma = 22."""
    counts: Counter[str] = Counter()
    for seed in range(520):
        world = read_world("-----\n|@.H|\n-----", seed=seed)
        zap("polymorph", world)
        (foe,) = world.level.foes
        counts[foe.kind.letter] += 1
        assert foe.hp == foe.max_hp
        assert not foe.has_flag(AWAKE)
        assert knows(world, "polymorph") is (foe.kind.letter != "P")
    assert len(counts) == 26
    assert all(count <= 42 for count in counts.values())


def test_stk_12_polymorph_keeps_the_pack_and_ends_a_fight() -> None:
    world = read_world("-----\n|@H.|\n-----")
    old = find_foe(world, "H")
    loot = plain_item(world, "potion")
    old.pack.append(loot)
    world.duel = Duel(old, RIGHT, to_death=True)
    zap("polymorph", world)
    (foe,) = world.level.foes
    assert foe is not old
    assert (foe.pack, foe.spot) == ([loot], old.spot)
    assert world.duel is None
    assert world.level.foe_at[foe.spot] is foe


def test_stk_12_polymorph_shows_the_new_letter_or_what_lies_below() -> None:
    shown = set()
    for seed in range(200):
        world = read_world("-----\n|@.H|\n-----", seed=seed)
        old = find_foe(world, "H")
        world.canvas.put(old.spot, ord("H"))
        old.under = ord(".")
        zap("polymorph", world)
        (foe,) = world.level.foes
        wanted = ord(".") if foe.kind.letter == "P" else foe.disguise
        assert world.canvas.cells[foe.spot] == wanted
        shown.add(wanted)
    assert ord(".") in shown


def test_stk_12_polymorph_out_of_sight_is_not_identified() -> None:
    world = read_world(HALL, dark=True)
    zap("polymorph", world)
    assert not knows(world, "polymorph")
    world.player.flags |= DETECTS
    zap("polymorph", world)
    (foe,) = world.level.foes
    if world.canvas.bright:
        assert world.canvas.bright == {foe.spot}


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("haste monster", 0, HASTED), ("haste monster", SLOWED, 0),
        ("haste monster", HASTED, HASTED), ("slow monster", 0, SLOWED),
        ("slow monster", HASTED, 0), ("slow monster", SLOWED, SLOWED),
    ],
)  # fmt: skip
def test_stk_13_haste_and_slow_cancel_each_other(name: str, before: int, after: int) -> None:
    world = read_world(HALL)
    foe = find_foe(world, "H")
    foe.flags |= before
    foe.toggle = False
    zap(name, world)
    assert foe.flags & (HASTED | SLOWED) == after
    assert foe.toggle is (name == "slow monster")
