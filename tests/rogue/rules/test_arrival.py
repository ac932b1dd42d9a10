"""Coming to a level: what is seen at once, who wakes, what comes along (GEN-40, AMU)."""

from __future__ import annotations

from rogue.rules import arrival, turn
from rogue.rules.scoring import final_score
from rogue.rules.vision import sees_foe
from rogue.state.entities import AWAKE, DETECTS, HALLUCINATING
from rogue.state.world import Command, World
from rogue.tables.glyphs import OBJECTS
from scripts.lib.notation import carry, find_foe, hall, read_world

TWO_HALLS = """
    --------    ------
    |@..!..|    |.X..|
    |..Z...+####+.T..|
    --------    ------
"""


def test_gen_40_the_room_is_shown_and_its_mean_monsters_may_wake() -> None:
    woken = 0
    for seed in range(100):
        world = read_world(TWO_HALLS, seed=seed)
        arrival.enter_level(world)
        woken += find_foe(world, "Z").has_flag(AWAKE)
        assert not find_foe(world, "T").has_flag(AWAKE)
        assert world.canvas.cells[find_foe(world, "Z").spot] == ord("Z")
        assert world.canvas.cells[world.level.things[0].spot] == ord("!")
    assert 47 <= woken <= 86  # 2/3 of 100, four standard errors


def test_gen_40_pot_8_detected_monsters_show_as_what_they_are() -> None:
    world = read_world(TWO_HALLS)
    xeroc = find_foe(world, "X")
    xeroc.disguise = ord("!")
    world.player.flags |= DETECTS
    arrival.enter_level(world)
    for foe in world.level.foes:
        assert world.canvas.cells[foe.spot] == ord(foe.kind.letter)
        assert (foe.spot in world.canvas.bright) is not sees_foe(world, foe)


def test_gen_40_con_4_hallucination_is_applied_to_the_new_level() -> None:
    shown = set()
    for seed in range(60):
        world = read_world(TWO_HALLS, seed=seed)
        world.player.flags |= HALLUCINATING
        arrival.enter_level(world)
        shown.add(world.canvas.cells[world.level.things[0].spot])
    assert len(shown) > 5
    assert shown <= OBJECTS | {ord("%")}


def up(deepest: int, depth: int, seed: int = 0) -> World:
    """Return the world of one who has just gone up with the amulet."""
    world = read_world(hall("@.."), under="%", depth=depth, seed=seed)
    world.deepest = deepest
    carry(world, "amulet")
    world.player.has_amulet = True
    turn.begin(world)
    turn.do(world, Command("<"))
    return world


def test_amu_3_items_lie_only_below_the_deepest_depth() -> None:
    world = up(deepest=26, depth=26)
    assert (world.depth, world.level.things) == (25, [])
    found = 0
    for depth in range(26, 31):  # down again, and deeper than ever
        world.player.spot = world.level.stairs
        world.ending = None
        world.player.hp = world.player.max_hp = 10**6
        turn.do(world, Command(">"))
        assert world.depth == depth
        found += len(world.level.things)
        assert not any(thing.kind.cls == "amulet" for thing in world.level.things)
    assert found > 5


def test_amu_3_foo_6_with_the_amulet_food_lasts_and_may_even_grow() -> None:
    world = up(deepest=26, depth=26)
    world.player.food = 500
    turn.do(world, Command("."))
    assert world.player.food == 500
    ring = carry(world, "ring", "slow digestion")
    world.player.left = ring
    world.player.hp = world.player.max_hp = 10**6
    for _ in range(40):
        turn.do(world, Command("s"))
    assert 510 <= world.player.food <= 530


def test_amu_4_the_way_up_has_monsters_and_traps_as_ever() -> None:
    foes = traps = 0
    for seed in range(20):
        world = up(deepest=26, depth=21, seed=seed)
        foes += len(world.level.foes)
        assert all(not foe.pack for foe in world.level.foes)
        traps += sum(world.level.is_hidden_trap(spot) for spot in range(80 * 23))
    assert foes > 20
    assert traps > 20


def test_amu_1_the_dungeon_has_no_bottom() -> None:
    world = read_world(hall("@.."), under="%", depth=59)
    turn.begin(world)
    for depth in (60, 61, 62):
        world.player.spot = world.level.stairs
        turn.do(world, Command(">"))
        assert (world.depth, world.deepest) == (depth, depth)
        assert [thing.kind.cls for thing in world.level.things].count("amulet") == 1


def test_amu_5_bug_13_a_stolen_amulet_is_not_owned_any_more() -> None:
    world = read_world(hall("@N."), under="%", awake=True)
    carry(world, "amulet")
    world.player.has_amulet = True
    find_foe(world, "N").level = 100  # she does not miss
    turn.begin(world)
    turn.do(world, Command("."))
    assert world.player.pack == []
    assert not world.player.has_amulet
    turn.do(world, Command("<"))
    assert world.said[-1] == "Your way is magically blocked"


def test_amu_6_a_dropped_amulet_is_not_owned_and_not_made_anew_above_26() -> None:
    world = up(deepest=26, depth=26)
    world.player.spot = next(spot for spot, symbol in enumerate(world.level.cells) if symbol == ord("."))
    for foe in list(world.level.foes):
        world.level.drop_foe(foe)
    turn.do(world, Command("d", letter="a"))
    assert not world.player.has_amulet
    assert [thing.kind.cls for thing in world.level.things] == ["amulet"]
    turn.do(world, Command(","))
    assert world.player.has_amulet
    turn.do(world, Command("d", letter="a"))
    world.depth, world.player.spot = 24, world.level.stairs
    turn.do(world, Command(">"))
    assert world.depth == 25
    assert not any(thing.kind.cls == "amulet" for thing in world.level.things)


def test_end_3_amu_2_climbing_out_wins_and_sells_the_pack() -> None:
    world = read_world(hall("@.."), under="%", kit=True)
    carry(world, "amulet")
    world.player.has_amulet = True
    world.player.purse = 123
    turn.begin(world)
    turn.do(world, Command("<"))
    assert world.ending is not None
    assert (world.ending.how, world.depth) == ("won", 0)
    assert final_score(world) == 123 + 2 + 335 + 56 + 60 + 32 + 1000
