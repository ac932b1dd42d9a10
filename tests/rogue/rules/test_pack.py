"""The pack: room, letters, stacks, order, picking up and falling (ITM)."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from rogue.rules import pack
from rogue.rules.output import add_text
from rogue.state.entities import BLIND, CURSED, KNOWN, LEVITATING, MARKED, Item
from rogue.state.grid import AROUND, spot_of
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, PASSAGE, POTION
from rogue.tables.items import ItemClass
from scripts.lib.notation import carry, find_foe, plain_item, read_world

ROOM = """
    -------
    |.....|
    |..@..+#
    |.....|
    -------
"""


CLASSES: Final[dict[str, ItemClass]] = {
    "!": "potion", "?": "scroll", "*": "gold", ",": "amulet", ")": "weapon", ":": "food",
}  # fmt: skip


def on(thing: str, kind: str = "", **options: object) -> World:
    """A player standing on a thing."""
    world = read_world(ROOM, **options)  # type: ignore[arg-type]
    item = plain_item(world, CLASSES[thing], kind)
    world.level.add_thing(item, world.player.spot)
    return world


def fill(world: World, units: int) -> None:
    """Fill the pack up to some units with rings, which never stack."""
    while pack.units(world.player) < units:
        carry(world, "ring", "adornment")


def letters(world: World) -> str:
    return "".join(item.letter for item in world.player.pack)


@pytest.mark.parametrize(
    ("cls", "count", "units"),
    [("potion", 3, 3), ("scroll", 2, 2), ("food", 4, 4), ("weapon", 1, 1), ("armor", 1, 1)],
)
def test_itm_9_units(cls: str, count: int, units: int) -> None:
    world = read_world(ROOM)
    carry(world, cls, count=count)  # type: ignore[arg-type]
    assert pack.units(world.player) == units


def test_itm_9_a_group_of_missiles_is_one_unit() -> None:
    world = read_world(ROOM, kit=True)
    assert pack.units(world.player) == 5
    pack.take(world, world.player.pack[4])
    assert pack.units(world.player) == 5  # ITM-29
    pack.take(world, world.player.pack[4], everything=True)
    assert pack.units(world.player) == 4


@pytest.mark.parametrize(("before", "fits"), [(25, True), (26, False)])
def test_itm_13_the_26th_unit_is_the_last(before: int, fits: bool) -> None:
    world = on("!")
    fill(world, before)
    pack.take_up(world)
    assert (world.player.spot in world.level.thing_at) is not fits
    if fits:
        assert world.said == ["You now have an amber potion (z)"]
    else:
        assert world.said == ["There's no room in your pack", "You moved onto an amber potion"]


def test_itm_13_no_room_in_terse_words() -> None:
    world = on("!", terse=True)
    fill(world, 26)
    pack.take_up(world)
    assert world.said == ["No room", "moved onto an amber potion"]


def test_itm_11_a_full_pack_takes_no_potion_even_of_a_kind_it_holds() -> None:
    world = on("!")
    carry(world, "potion")
    fill(world, 26)
    pack.take_up(world)
    assert world.player.spot in world.level.thing_at


def test_itm_29_a_full_pack_takes_missiles_that_join_their_group() -> None:
    world = read_world(ROOM, kit=True)
    fill(world, 26)
    one = pack.take(world, world.player.pack[4])
    world.level.add_thing(one, world.player.spot)
    pack.take_up(world)
    assert world.player.pack[4].count == 32
    assert world.said == ["You now have 32 +0,+0 arrows (e)"]


def test_itm_13_adding_to_a_full_pack_is_refused() -> None:
    world = read_world(ROOM)
    fill(world, 26)
    assert not pack.add(world, plain_item(world, "potion"))
    assert world.said == ["There's no room in your pack"]
    assert pack.add(world, plain_item(world, "potion"), silent=True) is False


def test_adding_in_silence_says_nothing() -> None:
    world = read_world(ROOM)
    assert pack.add(world, plain_item(world, "potion"), silent=True)
    assert world.said == []


def test_itm_10_a_new_entry_takes_the_lowest_free_letter() -> None:
    world = read_world(ROOM, kit=True)
    pack.take(world, world.player.pack[1], everything=True)
    pack.add(world, plain_item(world, "potion"))
    assert [item.letter for item in world.player.pack if item.kind.cls == "potion"] == ["b"]


@pytest.mark.parametrize("cls", ["potion", "scroll", "food"])
def test_itm_11_same_kinds_stack(cls: str) -> None:
    world = read_world(ROOM)
    for _ in range(2):
        pack.add(world, plain_item(world, cls, ""))  # type: ignore[arg-type]
    assert [(item.count, item.letter) for item in world.player.pack] == [(2, "a")]


@pytest.mark.parametrize(("cls", "name"), [("armor", ""), ("ring", ""), ("stick", ""), ("weapon", "mace")])
def test_itm_11_single_things_never_stack(cls: str, name: str) -> None:
    world = read_world(ROOM)
    for _ in range(2):
        pack.add(world, plain_item(world, cls, name))  # type: ignore[arg-type]
    assert [(item.count, item.letter) for item in world.player.pack] == [(1, "a"), (1, "b")]


def test_itm_11_food_and_fruit_are_different_entries() -> None:
    world = read_world(ROOM)
    pack.add(world, plain_item(world, "food", "food"))
    pack.add(world, plain_item(world, "food", "fruit"))
    assert len(world.player.pack) == 2


@pytest.mark.parametrize(("group", "entries"), [(7, 1), (8, 2), (0, 2)])
def test_itm_11_missiles_stack_with_their_own_group_only(group: int, entries: int) -> None:
    world = read_world(ROOM)
    pack.add(world, plain_item(world, "weapon", "dart", count=8, group=7))
    pack.add(world, plain_item(world, "weapon", "dart", count=3, group=group))
    assert len(world.player.pack) == entries
    assert world.player.pack[0].count == (11 if entries == 1 else 8)


def test_itm_12_order_is_by_class_then_kind_of_first_appearance() -> None:
    world = read_world(ROOM)
    wanted = [
        ("potion", "healing"), ("potion", "poison"), ("weapon", "mace"), ("weapon", "mace"),
        ("weapon", "spear"), ("ring", "stealth"),
    ]  # fmt: skip
    for at in (0, 2, 4, 5, 1, 3):
        pack.add(world, plain_item(world, *wanted[at]))  # type: ignore[arg-type]
    assert [(item.kind.cls, item.kind.name) for item in world.player.pack] == wanted
    assert letters(world) == "aebfcd"


def test_itm_14_one_of_a_stack_leaves_the_rest_under_its_letter() -> None:
    world = read_world(ROOM)
    darts = carry(world, "weapon", "dart", count=8, hit_plus=2, damage_plus=1, label="x", flags=KNOWN)
    one = pack.take(world, darts)
    assert (darts.count, darts.letter, one.count, one.letter) == (7, "a", 1, "")
    assert (one.hit_plus, one.damage_plus, one.label, one.group) == (2, 1, "x", darts.group)
    assert one.has_flag(KNOWN)
    assert one.has_flag(MARKED)


def test_itm_14_the_last_one_is_the_entry_itself() -> None:
    world = read_world(ROOM)
    potion = carry(world, "potion")
    assert pack.take(world, potion) is potion
    assert (world.player.pack, potion.letter) == ([], "")


@pytest.mark.parametrize("count", [1, 3])
def test_itm_19_using_up_a_wielded_stack_empties_the_hand(count: int) -> None:
    world = read_world(ROOM)
    food = carry(world, "food", count=count)
    world.player.wielded = food
    pack.use_up(world, food)
    assert world.player.wielded is None
    assert (food in world.player.pack) is (count > 1)


def test_itm_16_17_gold_goes_to_the_purse_and_the_room_forgets_it() -> None:
    world = on("*")
    assert world.player.room is not None
    world.player.room.gold = 10
    pack.step_onto(world, pick_up=True)
    assert (world.player.purse, world.player.room.gold, world.player.pack) == (10, 0, [])
    assert world.said == ["You found 10 gold pieces"]
    assert world.level.cells[world.player.spot] == FLOOR


def test_pick_up_in_a_passage_leaves_passage() -> None:
    world = read_world("-----\n|...+#@\n-----")
    world.level.add_thing(plain_item(world, "potion"), world.player.spot)
    pack.take_up(world)
    assert world.level.cells[world.player.spot] == PASSAGE
    assert world.canvas.cells[world.player.spot] == PASSAGE


def test_itm_15_scare_monster_can_be_carried_and_dropped_once() -> None:
    world = on("?", "scare monster")
    pack.take_up(world)
    (scroll,) = world.player.pack
    assert scroll.has_flag(MARKED)
    world.level.add_thing(pack.take(world, scroll), world.player.spot)
    pack.take_up(world)
    assert world.player.pack == []
    assert world.player.spot not in world.level.thing_at
    assert world.said[-1] == "The scroll turns to dust as you pick it up"


def test_itm_15_other_marked_scrolls_are_picked_up() -> None:
    world = on("?", "sleep")
    world.level.thing_at[world.player.spot].flags |= MARKED
    pack.take_up(world)
    assert len(world.player.pack) == 1


def test_itm_18_the_amulet_is_owned_while_it_is_in_the_pack() -> None:
    world = on(",")
    pack.take_up(world)
    assert world.player.has_amulet
    assert world.said == ["You now have the Amulet of Yendor (a)"]
    pack.take(world, world.player.pack[0])
    assert not world.player.has_amulet


def test_itm_20_a_floating_player_picks_nothing_up() -> None:
    world = on("!")
    world.player.flags |= LEVITATING
    pack.step_onto(world, pick_up=True)
    pack.step_onto(world, pick_up=False)
    assert world.said == []
    assert pack.pick_up_here(world)
    assert world.said == ["You can't.  You're floating off the ground!"]
    assert world.player.pack == []


def test_cmd_12_stepping_over_only_names_the_thing() -> None:
    world = on("!")
    pack.step_onto(world, pick_up=False)
    assert world.said == ["You moved onto an amber potion"]
    assert world.player.pack == []


def test_cmd_4_comma_costs_a_turn_with_and_without_a_thing() -> None:
    world = on("!", terse=True)
    assert pack.pick_up_here(world)
    assert pack.pick_up_here(world)
    assert world.said == ["an amber potion (a)", "Nothing here"]


def test_chs_6_who_wanted_the_thing_comes_for_the_player() -> None:
    world = read_world("-------\n|.@..O|\n-------")
    orc = find_foe(world, "O")
    for stacked in (False, True):
        item = plain_item(world, "potion")
        world.level.add_thing(item, world.player.spot)
        orc.goal = item
        pack.take_up(world)
        assert orc.goal is None, stacked
        assert len(world.player.pack) == 1


@pytest.mark.parametrize(("under", "free"), [("", True), ("%", False), ("^", False)])
def test_itm_21_only_bare_floor_takes_a_dropped_thing(under: str, free: bool) -> None:
    world = read_world(ROOM, under=under)
    assert pack.can_drop_here(world) is free
    assert world.said == ([] if free else ["There is something there already"])


def test_itm_21_passages_take_things_doors_do_not() -> None:
    world = read_world("---\n|.+@\n---")
    assert pack.free_to_drop(world)
    world.player.spot -= 1
    assert not pack.free_to_drop(world)


def test_itm_24_things_fall_uniformly_around_a_square() -> None:
    """Nine squares less the player's: 800 falls, each square 100 times, 5 sigma = 47."""
    world = read_world(ROOM)
    near = spot_of(3, 2)
    counts: Counter[int] = Counter()
    for _ in range(800):
        item = plain_item(world, "potion")
        assert pack.fall(world, item, near)
        counts[item.spot] += 1
        world.level.take_thing(item)
    assert set(counts) == {near, *(near + step for step in AROUND)} - {world.player.spot}
    assert all(53 <= count <= 147 for count in counts.values())


@pytest.mark.parametrize(
    ("cls", "name", "word"),
    [("weapon", "arrow", "arrow"), ("potion", "hallucination", "long sword"), ("food", "food", "mace"),
     ("stick", "haste monster", "shuriken"), ("ring", "regeneration", "(null)"),
     ("stick", "nothing", "(null)"), ("ring", "teleportation", "monster confusion"),
     ("scroll", "create monster", "sleep")],
)  # fmt: skip
def test_itm_24_without_a_free_square_it_is_lost(cls: str, name: str, word: str) -> None:
    """What is no weapon is reported under the weapon of its number, as recorded games have it."""
    world = read_world("---\n|@|\n---")
    item = plain_item(world, cls, name)  # type: ignore[arg-type]
    add_text(world, "You miss")
    assert not pack.fall(world, item, world.player.spot, announce=True)
    assert world.said == ["You miss", f"The {word} vanishes as it hits the ground"]
    assert world.level.things == []


def test_itm_24_a_dead_monsters_things_are_lost_in_silence() -> None:
    world = read_world("---\n|@|\n---")
    assert not pack.fall(world, plain_item(world, "potion"), world.player.spot)
    assert world.said == []


def test_vis_17c_a_fallen_thing_is_drawn_if_seen_and_below_a_seen_monster() -> None:
    world = read_world("------\n|.@B.|\n------")
    bat = find_foe(world, "B")
    world.canvas.put(bat.spot, ord("B"))
    bat.under = FLOOR
    thing = plain_item(world, "potion")
    world.level.add_thing(thing, bat.spot)
    pack.show_thing(world, thing)
    assert (world.canvas.cells[bat.spot], bat.under) == (ord("B"), POTION)
    other = plain_item(world, "potion")
    world.level.add_thing(other, spot_of(2, 4))
    pack.show_thing(world, other)
    assert world.canvas.cells[other.spot] == POTION


def test_vis_18_a_thing_that_falls_out_of_sight_is_not_drawn() -> None:
    world = read_world(ROOM)
    world.player.flags |= BLIND
    assert pack.fall(world, plain_item(world, "potion"), spot_of(2, 2))
    assert POTION not in world.canvas.cells


def test_arm_10_a_curse_holds_only_what_is_in_use() -> None:
    world = read_world(ROOM, kit=True)
    mail, mace, bow = world.player.pack[1:4]
    for item in (mail, mace, bow):
        item.flags |= CURSED
    assert [pack.refuses(world, item) for item in (mail, mace, bow)] == [True, True, False]
    assert world.said == ["You can't.  It appears to be cursed"] * 2


def test_arm_3_in_use() -> None:
    world = read_world(ROOM, kit=True)
    mace, bow = world.player.pack[2:4]
    assert (pack.in_use(world, bow), pack.in_use(world, mace)) == (False, True)
    assert world.said == ["That's already in use"]


def test_itm_10_letters_run_to_z() -> None:
    world = read_world(ROOM)
    fill(world, 26)
    assert letters(world) == "abcdefghijklmnopqrstuvwxyz"
    assert isinstance(world.player.pack[25], Item)
