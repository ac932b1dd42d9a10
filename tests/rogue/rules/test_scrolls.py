"""Scrolls, one by one (SCR)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.rules import item_names, scrolls
from rogue.state.entities import ALERT, CURSED, DETECTS, HALLUCINATING, HELD, KNOWN, RED_HANDS
from rogue.state.grid import AROUND, spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import Question, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.glyphs import DOOR, FLOOR, FOOD, PASSAGE, ROCK, SCROLL, STAIRS, TRAP, WALL_H
from rogue.tables.items import COLORS, ItemClass
from scripts.lib.notation import carry, draw, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, using

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
def test_nam_7_scr_1_7_15_what_is_said_and_identified_or_a_name_is_asked(
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


READ = using(scrolls.read)


def scroll(name: str, **more: object) -> dict[str, object]:
    return {"carries": [an_item("scroll", name)], **more}


CLOSE = hall("@.I..")
CLOSET, BLOCKED, BESIDE = hall("@"), hall("@B"), hall("@?")
CRY = "You hear a faint cry of anguish in the distance"
BAD_MAIL = an_item("armor", "ring mail", value=6, flags=CURSED)
BAD_WAND, BAD_RING = an_item("stick", flags=CURSED), an_item("ring", flags=CURSED)
PERFORMED = [
    scene("CMD-9 no scroll costs the turn", ROOM, READ, {"carries": [an_item("potion")]}, costs=True,
          counts=[1], said=["There is nothing on it to read"]),
    scene("CMD-9 terse", ROOM, READ, {"carries": [an_item("potion")], "terse": True},
          said=["Nothing to read"]),
    scene("SCR-3 one freezes", CLOSE, READ, scroll("hold monster", awake=True), held="I", sleepers="I",
          knows=["hold monster"], said=["The monster freezes"]),
    scene("SCR-3 two freeze", hall("@II.."), READ, scroll("hold monster", awake=True),
          held="II", sleepers="II", said=["The monsters around you freeze"]),
    scene("SCR-3 too far away", hall("@..I."), READ, scroll("hold monster", awake=True),
          held="", knows=[], said=[LOSS]),
    scene("SCR-3 sleepers are not held", CLOSE, READ, scroll("hold monster"), held=""),
    scene("SCR-5 worn armor", ROOM, READ, scroll("enchant armor", worn=BAD_MAIL), worn_value=5, cursed=[],
          said=["Your armor glows silver for a moment"]),
    scene("SCR-14 worn armor", ROOM, READ, scroll("protect armor", worn=BAD_MAIL), worn_value=6,
          cursed=["b"], protected=["b"], said=["Your armor is covered by a shimmering gold shield"]),
    scene("SCR-10 what is no weapon gains nothing", ROOM, READ, scroll("enchant weapon", wielded=BAD_WAND),
          cursed=["b"], said=[LOSS]),
    scene("SCR-12 things in use only", ROOM, READ,
          {"carries": [an_item("scroll", "remove curse"), BAD_WAND, BAD_RING], "left": BAD_RING,
           "right": BAD_RING, "worn": BAD_MAIL, "wielded": BAD_WAND}, cursed=["b", "c"]),
    *(scene(f"SCR-6 SCR-16 {name} names itself and asks", ROOM, READ,
            {"carries": [an_item("scroll", name), an_item("food")]}, knows=[name],
            question=Question("identify", classes=classes), said=[f"This scroll is an {name} scroll"])
      for name, classes in IDENTIFY.items()),
    scene("SCR-6 nothing but the scroll itself", ROOM, READ, scroll("identify potion"), asks=None,
          last_said="You don't have anything in your pack to identify"),
    scene("SCR-11 no neighbor", CLOSET, READ, scroll("create monster"), foes="", said=[CRY]),
    scene("SCR-11 no free neighbor", BLOCKED, READ, scroll("create monster"), foes="B", said=[CRY]),
    scene("SCR-11 none on a scare monster scroll", BESIDE, READ,
          scroll("create monster", kinds={"?": "scare monster"}), foes=""),
    scene("SCR-11 on any other thing", BESIDE, READ, scroll("create monster", kinds={"?": "sleep"}),
          foe_at=[(2, 2)]),
    scene("SCR-13 all wake and are free", hall("@B.XI"), READ,
          scroll("aggravate monsters", foe_flags=HELD), sleepers="", held=""),
    scene("reading looks around", hall("@H."), READ, scroll("scare monster"), foe_shown="H"),
]  # fmt: skip


@pytest.mark.parametrize("row", PERFORMED)
def test_what_scrolls_do(row: Scene) -> None:
    assert row.seen() == row.then


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


def test_scr_4_cmb_9_sleep_lasts_four_to_eight_turns_and_ends_alertness() -> None:
    naps = set()
    for seed in range(80):
        world = read_world(ROOM, seed=seed)
        world.player.flags |= ALERT
        read("sleep", world)
        naps.add(world.player.helpless)
        assert not world.player.has_flag(ALERT)
    assert naps == {4, 5, 6, 7, 8}


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


def test_con_3_colors_and_words_while_hallucinating() -> None:
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


def test_scr_6_from_scroll_to_answer() -> None:
    world = read_world(ROOM, kit=True)
    wand = carry(world, "stick", "cold", value=5)
    read("identify ring, wand or staff", world)
    assert not item_names.answer_identify(world, "c")
    assert item_names.answer_identify(world, wand.letter)
    assert wand.has_flag(KNOWN)
    assert world.said[-1] == f"A staff of cold [5 charges]({world.knowledge.looks[wand.kind]})"


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


def test_scr_11_create_monster_on_a_free_neighbor_asleep() -> None:
    """Eight neighbors, 400 scrolls: each 50 times, 5 sigma = 33."""
    counts: Counter[int] = Counter()
    for seed in range(400):
        world = read_world(ROOM, seed=seed)
        read("create monster", world)
        (foe,) = world.level.foes
        counts[foe.spot - world.player.spot] += 1
        assert foe.pack == []
    assert set(counts) == set(AROUND)
    assert all(abs(count - 50) <= 33 for count in counts.values())


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
