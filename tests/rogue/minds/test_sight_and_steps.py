"""What monsters that think see, and how they step (VMN-2 to VMN-9, VMN-13, VMN-19, VMN-20)."""

from __future__ import annotations

import pytest

from rogue.minds.geometry import (
    MAX_SEARCHES,
    can_strike,
    free_ways,
    is_free,
    path_between,
    sees,
    step_to_cover,
    ways_of,
)
from rogue.minds.sound_and_scent import downhill, sound_at
from rogue.rules import mind_tactics
from rogue.rules.awareness import rouse
from rogue.rules.mind_turn import think
from rogue.state.entities import AWAKE, Mind, Monster
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.glyphs import STEP_OK
from scripts.lib.notation import carry, find_foe
from tests.rogue.minds.mind_scenes import mind_of, minds_of, path_of, place_of, scene, turn

TWO_ROOMS = """
    ----------   -----
    |........|   |...|
    |.@......+###+...|
    |........|   |...|
    ----------   -----
"""


@pytest.mark.parametrize(("a", "b", "lit", "dark"), [
    ((3, 2), (2, 3), True, True),  # a step apart
    ((2, 1), (4, 8), True, False),  # d2 53 in one room
    ((3, 2), (3, 8), True, True),  # d2 36
    ((3, 3), (3, 11), False, False),  # on a row, 8 apart
    ((3, 6), (3, 12), True, True),  # through the door, 6 apart
    ((3, 5), (3, 12), False, False),  # 7 apart
    ((2, 8), (3, 10), False, False),  # on no line
    ((3, 7), (4, 14), False, False),
    ((2, 14), (4, 16), True, True),
])  # fmt: skip
def test_vmn_8_sight(a: tuple[int, int], b: tuple[int, int], lit: bool, dark: bool) -> None:
    for is_dark, seen in ((False, lit), (True, dark)):
        world = scene(TWO_ROOMS, dark=is_dark)
        assert sees(world, spot_of(*a), spot_of(*b)) is seen
        assert sees(world, spot_of(*b), spot_of(*a)) is seen


def test_vmn_8_corners_of_rock_hide_a_neighbor() -> None:
    world = scene("""
        -----
        |@..+#
        -----#
              #
    """)
    assert not sees(world, spot_of(3, 5), spot_of(4, 6))
    assert sees(world, spot_of(2, 5), spot_of(3, 5))
    assert sees(world, spot_of(2, 4), spot_of(3, 5))  # one corner is open


def test_vmn_5_ways_are_the_legal_steps_and_things_do_not_change_them() -> None:
    world = scene(TWO_ROOMS.replace("@......", "@.H.?.."))
    assert len(ways_of(world, spot_of(3, 4))) == 8
    assert ways_of(world, spot_of(3, 9)) == (spot_of(3, 8), spot_of(3, 10))
    assert minds_of(world).ways[spot_of(3, 9)] == (spot_of(3, 8), spot_of(3, 10))


def test_vmn_9_free_squares_and_strikes() -> None:
    world = scene("-------\n|@H?E.|\n-------", kinds={"?": "scare monster"})
    hobgoblin, emu = find_foe(world, "H"), find_foe(world, "E")
    assert free_ways(world, hobgoblin.spot) == []
    assert not is_free(world, world.player.spot)
    assert free_ways(world, emu.spot) == [spot_of(2, 5)]
    assert can_strike(world, hobgoblin)
    assert not can_strike(world, emu)
    scroll = carry(world, "scroll", "scare monster")
    world.player.pack.remove(scroll)
    world.level.add_thing(scroll, world.player.spot)
    assert not can_strike(world, hobgoblin)


def test_vmn_6_who_wakes_aims_at_the_player() -> None:
    world = scene("-------\n|@..H.|\n-------", awake=False, knows=False)
    world.turns = 7
    rouse(world, find_foe(world, "H"))
    mind = mind_of(find_foe(world, "H"))
    assert (mind.aim, mind.aimed, mind.idle) == (world.player.spot, 7, 0)
    world.player.spot = spot_of(2, 2)
    assert mind.aim == spot_of(2, 1)


def test_vmn_6_a_mind_begins_with_a_full_store_and_nothing_else() -> None:
    centaur = Monster(scene("---\n|@|\n---").rules.monsters["C"], 0)
    assert mind_of(centaur).store == 2
    plain = Mind()
    plain.store = 2
    assert {name: getattr(plain, name) for name in Mind.__slots__} == {
        name: getattr(mind_of(centaur), name) for name in Mind.__slots__
    }


DEAD_END = """
    -----
    |.@.+####
    -----   #
            #####
"""


def listener(col: int) -> tuple[World, Monster]:
    world = scene(DEAD_END, knows=False)
    emu = Monster(world.rules.monsters["E"], spot_of(4, col))
    emu.flags |= AWAKE
    world.level.add_foe(emu)
    sound_at(world, emu.spot)
    return world, emu


def test_vmn_13_downhill_is_the_least_noise_but_not_back_and_forth() -> None:
    world, emu = listener(10)
    assert downhill(world, emu) == spot_of(4, 9)
    world.level.add_foe(Monster(world.rules.monsters["H"], spot_of(4, 9)))
    assert downhill(world, emu) == emu.spot  # the way is taken
    hall = scene("------\n|@...|\n|...E|\n------")
    emu = find_foe(hall, "E")
    sound_at(hall, emu.spot)
    hall.level.add_foe(Monster(hall.rules.monsters["H"], spot_of(2, 3)))
    hall.level.add_foe(Monster(hall.rules.monsters["H"], spot_of(3, 3)))
    assert downhill(hall, emu) == spot_of(2, 4)  # as near as here
    mind_of(emu).back = spot_of(2, 4)
    assert downhill(hall, emu) == emu.spot


def test_vmn_19_who_cannot_come_nearer_in_a_line_goes_by_the_noise() -> None:
    world = scene("""
        ---------
        |@......|
        ---+-----
           #   -----
           ####+..H|
               -----
    """)
    hobgoblin = find_foe(world, "H")
    mind_of(hobgoblin).aim = spot_of(2, 3)
    assert path_of(world, 13)[-1] == (2, 2)
    assert can_strike(world, hobgoblin)


def test_vmn_20_a_monster_that_is_seen_coming_ends_the_run() -> None:
    for blind, run in ((0, 0), (1 << 13, 1)):
        world = scene("--------\n|@..H..|\n--------")
        world.player.flags |= blind
        turn(world)
        world.run = 1
        turn(world)
        assert place_of(find_foe(world, "H")) == (2, 2)
        assert world.run == run


def test_vmn_17_the_mindless_do_nothing_but_follow() -> None:
    for mind in (kind.mind for kind in scene("---\n|@|\n---").rules.monsters.values()):
        assert mind is not None
        if mind.cast == "mindless":
            assert (mind.flee, mind.group, mind.acts, mind.ambushes) == (0, "", (), False)
        assert mind.learns is (mind.cast in ("folk", "cunning"))
        names = {own.name for own in mind.acts}
        if mind.cast == "animal":
            assert names <= {"flame", "burble", "leap", "spit", "spray"}
        assert mind.cast == "cunning" or not names & {"blink", "mist", "wail", "glare", "sing", "drain"}


def test_vmn_35_the_hidden_stay_8_steps_away() -> None:
    for col, steps, hidden in ((8, 7, False), (8, 8, True), (12, 12, True)):
        world, emu = listener(col)
        mind_of(emu).afraid, mind_of(emu).aim = True, world.player.spot
        assert minds_of(world).noise[emu.spot] == col
        minds_of(world).noise[emu.spot] = steps
        assert mind_tactics.is_hidden(world, emu, senses=True) is hidden


@pytest.mark.parametrize(("steps", "found"), [(13, True), (14, True), (15, False)])
def test_vmn_36_cover_is_looked_for_within_14_steps(steps: int, found: bool) -> None:
    """The first square out of sight is the one beyond the door of a lit room."""
    world = scene("-" * 25 + "\n|@" + "." * 22 + "+##\n" + "-" * 25)
    emu = Monster(world.rules.monsters["E"], spot_of(2, 25 - steps))
    world.level.add_foe(emu)
    first = step_to_cover(world, emu, bytearray(b"\xff" * 1920), world.player.spot)
    assert first == (spot_of(2, 26 - steps) if found else 0)


def test_vmn_36_no_way_leads_where_the_player_comes_first() -> None:
    world = scene("-" * 25 + "\n|@" + "." * 22 + "+##\n" + "-" * 25)
    emu = Monster(world.rules.monsters["E"], spot_of(2, 20))
    world.level.add_foe(emu)
    noise = bytearray(b"\xff" * 1920)
    for steps, free in ((6, True), (5, False)):
        noise[spot_of(2, 25)] = steps
        assert (step_to_cover(world, emu, noise, world.player.spot) != 0) is free


def test_vmn_2_wizards_see_which_row_of_the_table_acted() -> None:
    world = scene("-------\n|@H...|\n-------")
    think(world, find_foe(world, "H"))
    assert mind_of(find_foe(world, "H")).row == 10
    world = scene("-------\n|@.H..|\n-------")
    think(world, find_foe(world, "H"))
    assert mind_of(find_foe(world, "H")).row == 12


def test_vmn_7_a_revealed_square_changes_the_ways_around_it_only() -> None:
    world = scene(TWO_ROOMS)
    ways, cells = minds_of(world).ways, world.level.cells
    before = [ways_of(world, spot) if STEP_OK[cells[spot]] else None for spot in range(1920)]
    minds_of(world).terrain_changed([spot_of(3, 10)])
    changed = {divmod(spot, 80) for spot in range(1920) if ways[spot] is not before[spot]}
    assert changed == {(3, 9), (3, 10), (3, 11)}
    assert [ways_of(world, spot) for spot in range(1920) if before[spot] is not None] == [
        found for found in before if found is not None
    ]


def test_mnc_21_paths_to_one_goal_share_a_search() -> None:
    """The path that continues another search is the one that a search of its own finds."""
    world = scene(TWO_ROOMS)
    goals = [spot_of(2, 2), spot_of(4, 16)]
    asked = [((3, 8), 0), ((2, 14), 1), ((2, 14), 0), ((4, 3), 1), ((4, 3), 0)]
    pairs = [(spot_of(*place), goal) for place, goal in asked]
    shared = [path_between(world, start, goals[goal]) for start, goal in pairs]
    assert list(minds_of(world).terrain.searches) == goals
    fresh = []
    for start, goal in pairs:
        minds_of(world).terrain.searches.clear()
        fresh.append(path_between(world, start, goals[goal]))
    assert shared == fresh
    assert [path[-1] for path in shared] == [goals[goal] for _, goal in pairs]


def test_mnc_21_the_oldest_of_many_searches_is_dropped() -> None:
    world = scene(TWO_ROOMS)
    goals = range(spot_of(2, 2), spot_of(2, 2) + MAX_SEARCHES + 2)
    for goal in goals:
        path_between(world, spot_of(3, 8), goal)
    assert list(minds_of(world).terrain.searches) == list(goals[2:])


def test_chs_5_a_monster_whose_goal_was_taken_goes_for_the_player() -> None:
    world = scene("-----------\n|O...*...@|\n-----------")
    orc = find_foe(world, "O")
    orc.goal = gold = world.level.things[0]
    turn(world)
    assert place_of(orc) == (2, 2)
    world.level.take_thing(gold)
    turn(world)
    assert orc.goal is None
    assert place_of(orc) == (2, 3)
