"""Scrolls, one by one (SCR)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.rules import item_names, scrolls
from rogue.state.entities import (
    ALERT,
    AWAKE,
    CURSED,
    DETECTS,
    HALLUCINATING,
    HELD,
    KNOWN,
    PROTECTED,
    RED_HANDS,
)
from rogue.state.grid import AROUND, spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import Question, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.glyphs import DOOR, FLOOR, FOOD, PASSAGE, ROCK, SCROLL, STAIRS, TRAP, WALL_H
from rogue.tables.items import COLORS, ItemClass
from scripts.lib.notation import carry, draw, find_foe, plain_item, read_world

ROOM = """
    --------
    |......|
    |..@...|
    |......|
    --------
"""
IDENTIFY: dict[str, tuple[ItemClass, ...]] = {
    "identify potion": ("potion",),
    "identify scroll": ("scroll",),
    "identify weapon": ("weapon",),
    "identify armor": ("armor",),
    "identify ring, wand or staff": ("ring", "stick"),
}


def read(name: str, world: World | None = None, **options: object) -> World:
    """Read one scroll of a kind."""
    if world is None:
        world = read_world(ROOM, **options)  # type: ignore[arg-type]
    assert scrolls.read(world, carry(world, "scroll", name))
    return world


def knows(world: World, name: str) -> bool:
    return world.rules.kind("scroll", name) in world.knowledge.true


def test_every_kind_of_every_edition_has_exactly_one_effect() -> None:
    kinds = [kind for rules in EDITIONS.values() for kind in rules.scrolls]
    assert set(scrolls.EFFECTS) == {kind.effect or kind.name for kind in kinds}


LOSS = "You feel a strange sense of loss"
SAID = [
    # scroll, whether it is identified, and what is said in an empty room with nothing on
    ("monster confusion", False, "Your hands begin to glow red"),
    ("magic mapping", True, "Oh, now this scroll has a map on it"),
    ("hold monster", False, LOSS),
    ("sleep", True, "You fall asleep"),
    ("enchant armor", False, ""),
    ("scare monster", False, "You hear maniacal laughter in the distance"),
    ("food detection", False, "Your nose tingles"),
    ("teleportation", False, ""),
    ("enchant weapon", False, LOSS),
    ("create monster", False, ""),
    ("remove curse", False, "You feel as if somebody is watching over you"),
    ("aggravate monsters", False, "You hear a high pitched humming noise"),
    ("protect armor", False, LOSS),
]


@pytest.mark.parametrize(("name", "identified", "said"), SAID, ids=[row[0] for row in SAID])
def test_nam_7_scr_1_7_what_is_said_and_identified_or_a_name_is_asked(
    name: str, identified: bool, said: str
) -> None:
    world = read(name)
    kind = world.rules.kind("scroll", name)
    assert knows(world, name) is identified
    assert world.question == (None if identified else Question("name", kind=kind))
    assert world.player.pack == []  # SCR-15
    assert world.windows == []
    assert "|".join(world.said) == said
    assert world.player.has_flag(RED_HANDS) is (name == "monster confusion")  # SCR-1


@pytest.mark.parametrize(
    ("terse", "text"), [(True, "Nothing to read"), (False, "There is nothing on it to read")]
)
def test_cmd_9_other_things_are_refused_and_cost_the_turn(terse: bool, text: str) -> None:
    world = read_world(ROOM, terse=terse)
    assert scrolls.read(world, carry(world, "potion"))
    assert (world.said, len(world.player.pack)) == ([text], 1)


def test_reading_looks_around_with_waking() -> None:
    world = read_world("-----\n|@H.|\n-----")
    read("scare monster", world)
    assert world.canvas.cells[find_foe(world, "H").spot] == ord("H")


def test_scr_2_magic_mapping_reveals_what_is_hidden() -> None:
    world = read_world("""
        -----
        |@.t|
        |.^.d#p#
        -----  #
            ---+--
            |.%!.|
            ------
    """)
    door, gap, trap = spot_of(3, 4), spot_of(3, 6), spot_of(2, 3)
    read("magic mapping", world)
    cells, flags = world.level.cells, world.level.flags
    assert (cells[door], cells[gap], cells[trap]) == (DOOR, PASSAGE, TRAP)
    assert all(flags[spot] & REAL for spot in (door, gap, trap))
    assert flags[gap] & SEEN
    assert flags[trap] & SEEN
    shown = world.canvas.cells
    assert (shown[door], shown[gap], shown[trap]) == (DOOR, PASSAGE, TRAP)
    assert shown[spot_of(6, 6)] == STAIRS
    assert shown[spot_of(7, 5)] == WALL_H


def test_scr_2_floor_things_known_traps_and_monsters_are_not_shown() -> None:
    world = read_world("""
        -----
        |@..|
        |...+#
        ----- #
            --+---
            |^.!B|
            ------
    """)
    read("magic mapping", world)
    for col in range(5, 9):
        assert world.canvas.cells[spot_of(6, col)] == ROCK


def test_scr_2_a_map_keeps_seen_monsters_and_remembered_things() -> None:
    world = read_world("-----\n|@..+#B\n-----")
    bat = find_foe(world, "B")
    world.canvas.put(bat.spot, ord("B"))
    thing = spot_of(2, 5)
    world.level.add_thing(plain_item(world, "scroll"), thing)
    world.canvas.put(thing, SCROLL)
    read("magic mapping", world)
    assert (world.canvas.cells[bat.spot], bat.under) == (ord("B"), PASSAGE)
    assert world.canvas.cells[thing] == SCROLL
    assert world.level.cells[thing] == SCROLL


@pytest.mark.parametrize(
    ("picture", "text", "held"),
    [
        ("-------\n|@.I..|\n-------", "The monster freezes", 1),
        ("-------\n|@II..|\n-------", "The monsters around you freeze", 2),
        ("-------\n|@..I.|\n-------", "You feel a strange sense of loss", 0),
    ],
)
def test_scr_3_awake_monsters_within_two_squares_freeze(picture: str, text: str, held: int) -> None:
    world = read_world(picture, awake=True)
    read("hold monster", world)
    assert world.said == [text]
    assert sum(foe.flags & (AWAKE | HELD) == HELD for foe in world.level.foes) == held
    assert knows(world, "hold monster") is (held > 0)


def test_scr_3_sleepers_are_not_held() -> None:
    world = read_world("-------\n|@B...|\n-------")
    read("hold monster", world)
    assert not find_foe(world, "B").has_flag(HELD)


def test_scr_4_sleep_lasts_four_to_eight_turns_and_ends_alertness() -> None:
    naps = set()
    for seed in range(80):
        world = read_world(ROOM, seed=seed)
        world.player.flags |= ALERT
        read("sleep", world)
        naps.add(world.player.helpless)
        assert not world.player.has_flag(ALERT)
    assert naps == {4, 5, 6, 7, 8}


@pytest.mark.parametrize(
    ("name", "value", "mark", "said"),
    [
        ("enchant armor", 5, 0, "Your armor glows silver for a moment"),
        ("protect armor", 6, CURSED | PROTECTED, "Your armor is covered by a shimmering gold shield"),
    ],
)
def test_scr_5_14_armor_that_is_worn(name: str, value: int, mark: int, said: str) -> None:
    world = read_world(ROOM, kit=True)
    worn = world.player.worn
    assert worn is not None
    worn.flags |= CURSED
    read(name, world)
    assert (worn.value, worn.flags & (CURSED | PROTECTED)) == (value, mark)
    assert world.said == [said]


def test_scr_10_enchant_weapon_raises_either_plus_equally_often() -> None:
    """200 scrolls, to-hit 100 times, 5 sigma = 36."""
    hits = 0
    for seed in range(200):
        world = read_world(ROOM, seed=seed)
        darts = carry(world, "weapon", "dart", count=9, flags=CURSED)
        world.player.wielded = darts
        read("enchant weapon", world)
        assert darts.hit_plus + darts.damage_plus == 1
        assert not darts.has_flag(CURSED)
        hits += darts.hit_plus
    assert abs(hits - 100) <= 36
    assert world.said == ["Your dart glows blue for a moment"]


def test_scr_10_a_wielded_thing_that_is_no_weapon_gains_nothing() -> None:
    world = read_world(ROOM)
    wand = world.player.wielded = carry(world, "stick", flags=CURSED)
    read("enchant weapon", world)
    assert wand.has_flag(CURSED)
    assert (wand.hit_plus, wand.damage_plus) == (0, 0)


def test_scr_12_remove_curse_lifts_curses_of_things_in_use_only() -> None:
    world = read_world(ROOM, kit=True)
    player = world.player
    player.left, player.right = carry(world, "ring"), carry(world, "ring")
    for item in player.pack:
        item.flags |= CURSED
    read("remove curse", world)
    cursed = [item.letter for item in player.pack if item.has_flag(CURSED)]
    assert cursed == ["a", "d", "e"]


def test_con_3_colours_and_words_while_hallucinating() -> None:
    world = read_world(ROOM, kit=True)
    world.player.flags |= HALLUCINATING
    read("remove curse", world)
    assert world.said == ["You feel in touch with the Universal Onenes"]
    colors = set()
    for _ in range(60):
        world.said.clear()
        read("monster confusion", world)
        colors.add(world.said[0].removeprefix("Your hands begin to glow "))
    assert len(colors) > 10
    assert colors <= set(COLORS)


@pytest.mark.parametrize(("name", "classes"), IDENTIFY.items())
def test_scr_6_and_16_identify_names_itself_then_asks(name: str, classes: tuple[ItemClass, ...]) -> None:
    world = read_world(ROOM, kit=True)
    read(name, world)
    assert knows(world, name)
    assert world.question == Question("identify", classes=classes)
    assert world.said == [f"This scroll is an {name} scroll"]


def test_scr_6_from_scroll_to_answer() -> None:
    world = read_world(ROOM, kit=True)
    wand = carry(world, "stick", "cold", value=5)
    read("identify ring, wand or staff", world)
    assert not item_names.answer_identify(world, "c")
    assert item_names.answer_identify(world, wand.letter)
    assert wand.has_flag(KNOWN)
    assert world.said[-1] == f"A staff of cold [5 charges]({world.knowledge.looks[wand.kind]})"


def test_scr_6_the_only_item_was_the_scroll_itself() -> None:
    world = read("identify potion")
    assert world.question is None
    assert world.said[1:] == ["You don't have anything in your pack to identify"]


def test_scr_8_food_detection_in_a_window() -> None:
    world = read_world(ROOM)
    spot = spot_of(2, 2)
    world.level.add_thing(plain_item(world, "food"), spot)
    world.level.add_thing(plain_item(world, "potion"), spot_of(2, 3))
    read("food detection", world)
    (window,) = world.windows
    assert (window.title, window.marks) == ("Your nose tingles and you smell food.", ((spot, FOOD),))
    assert knows(world, "food detection")


def test_scr_9_teleportation_is_identified_if_the_room_changed() -> None:
    known = set()
    for seed in range(30):
        world = read_world(
            """
            ------     ------
            |.@..|     |....|
            |....+#####+....|
            ------     ------
        """,
            seed=seed,
        )
        before = world.player.room
        read("teleportation", world)
        changed = world.player.room is not before
        assert knows(world, "teleportation") is changed
        assert world.said == []
        known.add(changed)
    assert known == {True, False}


def test_scr_11_create_monster_on_a_free_neighbour_asleep() -> None:
    """Eight neighbours, 400 scrolls: each 50 times, 5 sigma = 33."""
    counts: Counter[int] = Counter()
    for seed in range(400):
        world = read_world(ROOM, seed=seed)
        read("create monster", world)
        (foe,) = world.level.foes
        counts[foe.spot - world.player.spot] += 1
        assert foe.pack == []
    assert set(counts) == set(AROUND)
    assert all(abs(count - 50) <= 33 for count in counts.values())


@pytest.mark.parametrize("picture", ["---\n|@|\n---", "----\n|@B|\n----"])
def test_scr_11_without_a_free_neighbour_there_is_a_cry(picture: str) -> None:
    world = read_world(picture)
    foes = len(world.level.foes)
    read("create monster", world)
    assert len(world.level.foes) == foes
    assert world.said == ["You hear a faint cry of anguish in the distance"]


def test_scr_11_not_on_a_scare_monster_scroll() -> None:
    world = read_world("----\n|@?|\n----", kinds={"?": "scare monster"})
    read("create monster", world)
    assert world.level.foes == []
    other = read_world("----\n|@?|\n----", kinds={"?": "sleep"})
    read("create monster", other)
    assert len(other.level.foes) == 1


def test_scr_13_aggravate_wakes_everyone_and_ends_holds() -> None:
    world = read_world("-------\n|@B.XI|\n-------")
    find_foe(world, "I").flags |= HELD
    read("aggravate monsters", world)
    assert all(foe.flags & (AWAKE | HELD) == AWAKE for foe in world.level.foes)


def test_detected_monsters_stay_on_the_map_when_it_is_drawn() -> None:
    world = read_world("-----\n|@..+#B\n-----")
    bat = find_foe(world, "B")
    world.player.flags |= DETECTS
    world.canvas.put_bright(bat.spot, ord("B"))
    read("magic mapping", world)
    assert bat.spot in world.canvas.bright
    assert bat.under == PASSAGE
    assert draw(world)[1] == "|@..+#B"
    assert world.level.cells[spot_of(2, 1)] == FLOOR
