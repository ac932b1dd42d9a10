"""The pack: room, letters, stacks, order, picking up and falling (ITM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from rogue.rules import pack
from rogue.state.entities import BLIND, CURSED, KNOWN, LEVITATING, MARKED
from rogue.state.grid import AROUND, spot_of
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, PASSAGE, POTION
from rogue.tables.items import ItemClass
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, using, view

ROOM = """
    -------
    |.....|
    |..@..+#
    |.....|
    -------
"""


def fill(world: World, units: int) -> None:
    """Fill the pack up to some units with rings, which never stack."""
    while pack.units(world.player) < units:
        carry(world, "ring", "adornment")


def on(cls: ItemClass, kind: str = "") -> World:
    """Return a player standing on a thing."""
    world = read_world(ROOM)
    world.level.add_thing(plain_item(world, cls, kind), world.player.spot)
    return world


def adding(*items: tuple[str, str, dict[str, object]], silent: bool = False) -> Callable[[World], list[bool]]:
    def add(world: World) -> list[bool]:
        made = [plain_item(world, cls, kind, **fields) for cls, kind, fields in items]  # type: ignore[arg-type]
        return [pack.add(world, item, silent=silent) for item in made]

    return add


def falling(item: tuple[str, str, dict[str, object]], *, announce: bool = False) -> Callable[[World], bool]:
    def fall(world: World) -> bool:
        cls, kind, _ = item
        return pack.fall(world, plain_item(world, cls, kind), world.player.spot, announce)  # type: ignore[arg-type]

    return fall


def rings(count: int, *others: object) -> dict[str, object]:
    """Return a pack with rings, which never stack."""
    return {"carries": [an_item("ring", "adornment")] * count + list(others)}


def darts(count: int, group: int) -> tuple[str, str, dict[str, object]]:
    return an_item("weapon", "dart", count=count, group=group)


def units(world: World) -> int:
    return pack.units(world.player)


def comma(world: World) -> list[bool]:
    return [pack.pick_up_here(world), pack.pick_up_here(world)]


ONE, CLOSET = an_item("potion"), "---\n|@|\n---"
ON = {"below": ONE}
TAKE, LEAVE = partial(pack.step_onto, pick_up=True), partial(pack.step_onto, pick_up=False)
FULL, NO_ROOM = rings(26), "There's no room in your pack"
MACE = an_item("weapon", "mace", flags=CURSED)
PACKS = [
    *(scene(f"ITM-9 {count} {cls}s", ROOM, units, {"carries": [an_item(cls, count=count)]}, costs=count)
      for cls, count in (("potion", 3), ("scroll", 2), ("food", 4), ("weapon", 1), ("armor", 1))),
    scene("ITM-13 the 26th unit", ROOM, pack.take_up, {**rings(25), **ON}, things=[],
          said=["You now have an amber potion (z)"]),
    scene("ITM-13 no 27th", ROOM, pack.take_up, {**FULL, **ON}, things=["confusion"],
          said=[NO_ROOM, "You moved onto an amber potion"]),
    scene("ITM-13 terse", ROOM, pack.take_up, {**FULL, **ON, "terse": True},
          said=["No room", "moved onto an amber potion"]),
    scene("ITM-11 not even of a kind it holds", ROOM, pack.take_up, {**rings(25, ONE), **ON},
          things=["confusion"]),
    scene("ITM-13 adding is refused", ROOM, adding(ONE), FULL, costs=[False], said=[NO_ROOM]),
    scene("ITM-13 in silence, too", ROOM, adding(ONE, silent=True), FULL, costs=[False]),
    scene("silence", ROOM, adding(ONE, silent=True), costs=[True], said=[]),
    *(scene(f"ITM-11 {cls}s stack", ROOM, adding(an_item(cls), an_item(cls)), counts=[2], letters="a")
      for cls in ("potion", "scroll", "food")),
    *(scene(f"ITM-11 {cls}s do not", ROOM, adding(an_item(cls, name), an_item(cls, name)), counts=[1, 1],
            letters="ab")
      for cls, name in (("armor", ""), ("ring", ""), ("stick", ""), ("weapon", "mace"))),
    scene("ITM-11 food and fruit", ROOM, adding(an_item("food", "food"), an_item("food", "fruit")),
          pack=["food", "fruit"]),
    *(scene(f"ITM-11 missiles of group 7 and {group}", ROOM,
            adding(darts(8, 7), darts(3, group)),
            counts=counts) for group, counts in ((7, [11]), (8, [8, 3]), (0, [8, 3]))),
    *(scene(f"ITM-19 one of {count} in hand is used up", ROOM, using(pack.use_up),
            {"wielded": an_item("food", count=count)}, wielded=None, counts=left)
      for count, left in ((1, []), (3, [2]))),
    scene("ITM-16 ITM-17 gold goes to the purse", ROOM,
          TAKE, {"below": an_item("gold")}, purse=10, pack=[], things=[],
          said=["You found 10 gold pieces"]),
    scene("ITM-20 floating, nothing is taken", ROOM, TAKE, {**ON, "flags": LEVITATING}, things=["confusion"],
          said=[]),
    scene("ITM-20 nor named", ROOM, LEAVE, {**ON, "flags": LEVITATING}, said=[]),
    scene("ITM-20 nor with a comma", ROOM, pack.pick_up_here, {**ON, "flags": LEVITATING}, costs=True,
          pack=[], said=["You can't.  You're floating off the ground!"]),
    scene("CMD-12 stepping over names it", ROOM, LEAVE, ON, pack=[], said=["You moved onto an amber potion"]),
    scene("CMD-4 comma with and without a thing", ROOM, comma, {**ON, "terse": True}, costs=[True, True],
          said=["an amber potion (a)", "Nothing here"]),
    scene("ITM-21 bare floor", ROOM, pack.can_drop_here, costs=True, said=[]),
    *(scene(f"ITM-21 not on {under}", ROOM, pack.can_drop_here, {"under": under}, costs=False,
            said=["There is something there already"]) for under in "%^"),
    # What is no weapon is reported under the weapon of its number, as recorded games have it.
    *(scene(f"ITM-24 a {name} without a free square", CLOSET, falling(an_item(cls, name), announce=True),
            {"sentence": "You miss"}, costs=False, things=[],
            said=["You miss", f"The {word} vanishes as it hits the ground"])
      for cls, name, word in (
          ("weapon", "arrow", "arrow"), ("potion", "hallucination", "long sword"), ("food", "food", "mace"),
          ("stick", "haste monster", "shuriken"), ("ring", "regeneration", "(null)"),
          ("stick", "nothing", "(null)"), ("ring", "teleportation", "monster confusion"),
          ("scroll", "create monster", "sleep"),
      )),
    scene("ITM-24 things of the dead are lost in silence", CLOSET, falling(ONE), costs=False, said=[]),
    scene("ARM-10 a curse holds what is in use", ROOM, using(pack.refuses), {"wielded": MACE}, costs=True,
          said=["You can't.  It appears to be cursed"]),
    scene("ARM-10 nothing else", ROOM, using(pack.refuses), {"carries": [MACE]}, costs=False, said=[]),
    scene("ARM-3 in use", ROOM, using(pack.in_use), {"wielded": MACE}, costs=True,
          said=["That's already in use"]),
    scene("ARM-3 not in use", ROOM, using(pack.in_use), {"carries": [MACE]}, costs=False, said=[]),
]  # fmt: skip


@pytest.mark.parametrize("row", PACKS)
def test_the_pack(row: Scene) -> None:
    assert row.seen() == row.then


def test_itm_17_the_room_forgets_gold_that_was_taken() -> None:
    world = on("gold")
    assert world.player.room is not None
    world.player.room.gold = 10
    pack.step_onto(world, pick_up=True)
    assert world.player.room.gold == 0
    assert world.level.cells[world.player.spot] == FLOOR


def test_itm_9_a_group_of_missiles_is_one_unit() -> None:
    world = read_world(ROOM, kit=True)
    assert pack.units(world.player) == 5
    pack.take(world, world.player.pack[4])
    assert pack.units(world.player) == 5  # ITM-29
    pack.take(world, world.player.pack[4], everything=True)
    assert pack.units(world.player) == 4


def test_itm_29_a_full_pack_takes_missiles_that_join_their_group() -> None:
    world = read_world(ROOM, kit=True)
    fill(world, 26)
    one = pack.take(world, world.player.pack[4])
    world.level.add_thing(one, world.player.spot)
    pack.take_up(world)
    assert world.player.pack[4].count == 32
    assert world.said == ["You now have 32 +0,+0 arrows (e)"]


def test_itm_10_a_new_entry_takes_the_lowest_free_letter() -> None:
    world = read_world(ROOM, kit=True)
    pack.take(world, world.player.pack[1], everything=True)
    pack.add(world, plain_item(world, "potion"))
    assert [item.letter for item in world.player.pack if item.kind.cls == "potion"] == ["b"]


def test_itm_12_order_is_by_class_then_kind_of_first_appearance() -> None:
    world = read_world(ROOM)
    wanted = [
        ("potion", "healing"), ("potion", "poison"), ("weapon", "mace"), ("weapon", "mace"),
        ("weapon", "spear"), ("ring", "stealth"),
    ]  # fmt: skip
    for at in (0, 2, 4, 5, 1, 3):
        pack.add(world, plain_item(world, *wanted[at]))  # type: ignore[arg-type]
    assert [(item.kind.cls, item.kind.name) for item in world.player.pack] == wanted
    assert view(world, "letters") == "aebfcd"


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


def test_pick_up_in_a_passage_leaves_passage() -> None:
    world = read_world("-----\n|...+#@\n-----")
    world.level.add_thing(plain_item(world, "potion"), world.player.spot)
    pack.take_up(world)
    assert world.level.cells[world.player.spot] == PASSAGE
    assert world.canvas.cells[world.player.spot] == PASSAGE


@pytest.mark.parametrize(("name", "left"), [("scare monster", []), ("sleep", ["sleep"])])
def test_itm_15_scare_monster_can_be_carried_and_dropped_once(name: str, left: list[str]) -> None:
    world = on("scroll", name)
    pack.take_up(world)
    (scroll,) = world.player.pack
    assert scroll.has_flag(MARKED)
    world.level.add_thing(pack.take(world, scroll), world.player.spot)
    pack.take_up(world)
    assert (view(world, "pack"), world.level.things) == (left, [])
    assert (world.said[-1] == "The scroll turns to dust as you pick it up") is (left == [])


def test_itm_18_the_amulet_is_owned_while_it_is_in_the_pack() -> None:
    world = on("amulet")
    pack.take_up(world)
    assert world.player.has_amulet
    assert world.said == ["You now have the Amulet of Yendor (a)"]
    pack.take(world, world.player.pack[0])
    assert not world.player.has_amulet


def test_chs_6_who_wanted_the_thing_comes_for_the_player() -> None:
    world = read_world(hall(".@..O"))
    orc = find_foe(world, "O")
    for stacked in (False, True):
        item = plain_item(world, "potion")
        world.level.add_thing(item, world.player.spot)
        orc.goal = item
        pack.take_up(world)
        assert orc.goal is None, stacked
        assert len(world.player.pack) == 1


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


def test_vis_17c_a_fallen_thing_is_drawn_if_seen_and_below_a_seen_monster() -> None:
    world = read_world(hall(".@B."))
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


def test_itm_10_letters_run_to_z() -> None:
    world = read_world(ROOM)
    fill(world, 26)
    assert view(world, "letters") == "abcdefghijklmnopqrstuvwxyz"
