"""Gold, monsters, items, traps and stairs (GEN-16, GEN-17, GEN-31 to GEN-43)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.levelgen import level_builder as whole
from rogue.levelgen.floor_plan import lay_rooms
from rogue.levelgen.level_builder import (
    fill_treasure_room,
    lay_traps,
    make_level,
    people_rooms,
    place_player,
    place_stairs,
    scatter_items,
)
from rogue.levelgen.spawning import inside
from rogue.state.level import REAL
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, STAIRS
from rogue.tables.monsters import MEAN
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import plain_item, read_world
from tests.rogue.levelgen.levels import one, worlds
from tests.support.odds import assert_mean

pytestmark = pytest.mark.slow


HALL = ["-" * 20, *["|" + "." * 18 + "|"] * 5, "-" * 20]
CLOSET = ["----", "|..|", "|..|", "----"]
NO_ROOM = ["####"]


def hall(depth: int = 1, seed: int = 0) -> World:
    return read_world(HALL, depth=depth, seed=seed)


def hidden_traps(world: World) -> list[int]:
    level = world.level
    return [s for s, cell in enumerate(level.cells) if cell == FLOOR and not level.flags[s] & REAL]


@pytest.mark.parametrize("depth", [1, 10])
def test_gen_16_gold_is_known_to_its_room(depth: int) -> None:
    piles = 0
    for world in worlds(depth, 50):
        for room in world.level.rooms:
            if not room.gold:
                assert room.gold_spot == 0
                continue
            pile = world.level.thing_at[room.gold_spot]
            assert (pile.kind.cls, pile.value) == ("gold", room.gold)
            assert 2 <= room.gold <= 51 + 10 * depth
            assert room.gold_spot in inside(room)
            piles += 1
    assert piles > 100


def with_amulet(depth: int, deepest: int, seed: int) -> World:
    world = one(depth, seed)
    world.deepest = deepest
    world.player.has_amulet = True
    world.player.pack.append(plain_item(world, "amulet"))
    make_level(world)
    return world


def test_gen_32_no_gold_and_no_items_above_the_deepest_depth() -> None:
    for seed in range(60):
        world = with_amulet(27, 28, seed)
        assert world.level.things == []
        assert all(room.gold == 0 for room in world.level.rooms)
        assert all(not foe.pack for foe in world.level.foes), "MON-12"
        assert len(world.level.foes) <= 9, "no treasure room"


def test_gen_32_at_the_deepest_depth_all_is_as_ever() -> None:
    things = [thing for seed in range(20) for thing in with_amulet(27, 27, seed).level.things]
    assert any(thing.kind.cls == "gold" for thing in things)
    assert any(thing.kind.cls == "potion" for thing in things)
    assert not any(thing.kind.cls == "amulet" for thing in things)


@pytest.mark.parametrize(("depth", "amulets"), [(25, 0), (26, 1), (27, 1)])
def test_gen_35_one_amulet_from_depth_26_on(depth: int, amulets: int) -> None:
    for world in worlds(depth, 20):
        assert sum(thing.kind.cls == "amulet" for thing in world.level.things) == amulets


def test_gen_33_a_treasure_room_in_twenty_levels() -> None:
    levels = 1500
    rich = 0
    for seed in range(levels):
        world = hall(seed=seed)
        scatter_items(world)
        rich += bool(world.level.foes)
    assert abs(rich - levels / 20) < 3.5 * (levels * 0.05 * 0.95) ** 0.5


def test_gen_41_and_42_treasure_rooms() -> None:
    items: Counter[int] = Counter()
    for seed in range(600):
        world = hall(seed=seed)
        fill_treasure_room(world, world.level.rooms[0])
        level = world.level
        items[len(level.things)] += 1
        assert len(level.things) + 2 <= len(level.foes) <= max(9, len(level.things) + 2)
        assert all(foe.has_flag(MEAN) for foe in level.foes)
    assert set(items) == set(range(2, 10))
    assert all(abs(count - 75) < 3.5 * (600 * 7 / 64) ** 0.5 for count in items.values())


def test_gen_41_the_smallest_treasure_room() -> None:
    items = set()
    for seed in range(100):
        world = read_world(CLOSET, seed=seed)
        fill_treasure_room(world, world.level.rooms[0])
        items.add(len(world.level.things))
        assert 3 <= len(world.level.foes) <= 4, "never more than squares"
    assert items == {2, 3}


def test_bug_20_a_treasure_that_fits_nowhere_is_left_out() -> None:
    full = ["----", "|!!|", "|!!|", "----"]
    world = read_world(full)
    fill_treasure_room(world, world.level.rooms[0])
    assert len(world.level.things) == 4
    assert len(world.level.foes) == 4


def test_mon_8_treasure_rooms_count_one_deeper() -> None:
    """At depth 1 no ice monster, at depth 2 one in ten; and MON-12 holds one level above the deepest."""
    letters: Counter[str] = Counter()
    loads = 0
    for seed in range(80):
        world = hall(depth=1, seed=seed)
        fill_treasure_room(world, world.level.rooms[0])
        letters.update(foe.kind.letter for foe in world.level.foes)
        world = hall(depth=20, seed=seed)
        world.deepest = 21
        fill_treasure_room(world, world.level.rooms[0])
        loads += sum(len(foe.pack) for foe in world.level.foes)
    assert 0.05 < letters["I"] / letters.total() < 0.15
    assert loads > 0


@pytest.mark.parametrize(
    ("depth", "least", "most"), [(1, 0, 1), (7, 0, 1), (8, 0, 2), (10, 1, 2), (12, 1, 3), (26, 1, 6)]
)
def test_gen_36_number_of_traps(depth: int, least: int, most: int) -> None:
    counts = set()
    for seed in range(400):
        world = hall(depth, seed)
        lay_traps(world)
        counts.add(len(hidden_traps(world)))
    assert (min(counts), max(counts)) == (least, most)


def test_gen_36_ten_traps_at_most() -> None:
    counts = set()
    for seed in range(200):
        world = hall(200, seed)
        lay_traps(world)
        counts.add(len(hidden_traps(world)))
    assert max(counts) == 10


def test_gen_37_all_eight_kinds_under_floor() -> None:
    kinds: Counter[int] = Counter()
    for world in worlds(20, 100):
        spots = hidden_traps(world)
        assert all(world.level.is_hidden_trap(spot) for spot in spots)
        kinds.update(world.level.trap_kind(spot) for spot in spots)
    assert set(kinds) == set(range(8))


def test_bug_2_no_traps_where_there_is_no_floor() -> None:
    world = read_world(NO_ROOM, depth=20)
    lay_traps(world)
    assert hidden_traps(world) == []


def test_gen_38_stairs_silence_a_trap_below() -> None:
    world = read_world(["---", "|t|", "---"])
    assert place_stairs(world)
    spot = world.level.stairs
    assert world.level.cells[spot] == STAIRS
    assert not world.level.is_hidden_trap(spot)
    assert world.level.flags[spot] & REAL


def test_bug_2_stairs_and_player_find_no_place() -> None:
    assert not place_stairs(read_world(["---", "|!|", "---"]))
    assert not place_player(read_world(["----", "|%B|", "----"]))
    assert place_player(read_world(["-----", "|%B.|", "-----"]))


def test_bug_2_a_level_without_place_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = [False, True]
    counters = []

    def fail_once(world: World) -> bool:
        counters.append(world.levels_without_food)
        return outcomes.pop(0) and place_stairs(world)

    monkeypatch.setattr(whole, "place_stairs", fail_once)
    monkeypatch.setattr(whole, "scatter_items", lambda world: None)
    world = World(ROGUE_54, 1)
    make_level(world)
    assert outcomes == []
    assert len(counters) == 2
    assert world.level.stairs
    assert max(counters) == 1, "the failure is not counted"


def test_gen_17_17b_monsters_per_existing_room() -> None:
    per_room = []
    for seed in range(500):
        world = World(ROGUE_54, seed)
        lay_rooms(world)
        people_rooms(world)
        rooms = [room for room in world.level.rooms if not room.gone]
        standing = [world.level.foe_at[spot] for room in rooms for spot in inside(room)]
        assert sum(foe is not None for foe in standing) == len(world.level.foes)
        per_room += [sum(world.level.foe_at[spot] is not None for spot in inside(room)) for room in rooms]
    assert_mean(per_room, 0.525)


def test_gen_17a_31_loads_of_monsters_are_made_before_floor_items() -> None:
    """With four levels without food behind, the first item made is food: a monster's, where one carries."""
    loaded = 0
    for seed in range(40):
        world = one(26, seed)
        world.levels_without_food = 4
        make_level(world)
        first = next((foe for foe in reversed(world.level.foes) if foe.pack), None)
        if first is not None:
            loaded += 1
            assert first.pack[0].kind.cls == "food"
    assert loaded >= 20


def test_gen_43_the_player_may_start_in_a_treasure_room() -> None:
    started_inside = more = 0
    for seed in range(120):
        world = hall(seed=seed)
        people_rooms(world)
        before = len(world.level.foes)
        fill_treasure_room(world, world.level.rooms[0])
        assert len(world.level.foes) >= before + 4
        more += before
        assert place_player(world)
        started_inside += world.player.room is world.level.rooms[0]
    assert more > 30
    assert started_inside == 120
