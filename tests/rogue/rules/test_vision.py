"""Seeing, remembering and waking (VIS, MON-14 to MON-17).  Pictures are in the notation of tests.support."""

from __future__ import annotations

from random import Random

import pytest

from rogue.rules import awareness, vision
from rogue.rules.vision import corner_hides, observe, sees_foe, sees_spot
from rogue.state.entities import AWAKE, BLIND, CONFUSED, DETECTS, HALLUCINATING, LEVITATING, SEES_INVISIBLE
from rogue.state.grid import AROUND, DOWN, RIGHT, spot_of
from rogue.state.level import PASS, REAL, SEEN
from rogue.state.world import World
from scripts.lib.notation import carry, find_foe, read_world

HALL = """
    -------
    |.....|
    |..@..|
    |.....+#
    -------
"""


def shown(world: World, rows: int = 7, cols: int = 12) -> list[str]:
    """The canvas as text, map rows 1 to `rows`."""
    cells = world.canvas.cells
    return [
        "".join(chr(cells[spot_of(row, col)]) for col in range(cols)).rstrip() for row in range(1, rows + 1)
    ]


def test_vis_3_look_shows_the_eight_neighbours_only() -> None:
    world = read_world(HALL)
    awareness.look(world)
    assert shown(world, 5) == ["", "  ...", "  . .", "  ...", ""]


def test_vis_9_entering_a_lit_room_draws_all_of_it_but_no_passage() -> None:
    world = read_world(HALL)
    awareness.enter_room(world, world.player.spot)
    assert shown(world, 5) == ["-------", "|.....|", "|.....|", "|.....+", "-------"]


def test_vis_9_a_dark_room_and_a_blind_player_draw_nothing() -> None:
    for world in (read_world(HALL, dark=True), read_world(HALL)):
        if not world.player.room or not world.player.room.dark:
            world.player.flags |= BLIND
        awareness.enter_room(world, world.player.spot)
        assert shown(world, 5) == ["", "", "", "", ""]


def test_vis_4_from_a_room_no_passage_is_seen_through_the_wall() -> None:
    world = read_world("""
        ----#
        |..|#
        |.@|#
        ----#
    """)
    awareness.look(world)
    assert "#" not in "".join(shown(world))


def test_vis_4_a_passage_shows_passage_and_door_but_not_walls() -> None:
    world = read_world("""
        -----
        |...|  #
        |...+@##
        -----
    """)
    awareness.look(world)
    assert shown(world, 4) == ["", "", "    + #", ""]


def test_vis_4_a_diagonal_passage_square_behind_two_solid_ones_is_not_seen() -> None:
    blocked = read_world("#\n @")
    awareness.look(blocked)
    assert shown(blocked, 2) == ["", ""]
    one_open = read_world("##\n @")
    awareness.look(one_open)
    assert shown(one_open, 2) == ["##", ""]


def test_vis_7_floor_around_the_old_place_is_forgotten_in_the_dark() -> None:
    world = read_world(HALL, dark=True)
    awareness.look(world)
    world.player.spot += 2
    awareness.look(world)
    assert shown(world, 5) == ["", "    ..|", "    . |", "    ..+", ""]


def test_vis_7_without_seefloor_dark_floor_is_never_drawn() -> None:
    world = read_world(HALL, dark=True, seefloor=False)
    awareness.look(world)
    assert shown(world, 5) == ["", "", "", "", ""]


def test_vis_11_leaving_forgets_monsters_but_remembers_things_and_walls() -> None:
    world = read_world("""
        ------
        |.!B.|
        |...@+#
        ------
    """)
    awareness.enter_room(world, world.player.spot)
    assert "B" in shown(world)[1]
    world.player.spot = spot_of(3, 6)
    awareness.leave_room(world, world.player.spot)
    assert shown(world, 4) == ["------", "|.!..|", "|....+", "------"]


def test_vis_11_with_detection_letters_stay_highlighted() -> None:
    world = read_world("""
        ------
        |..B.|
        |...@+#
        ------
    """)
    world.player.flags |= DETECTS
    awareness.enter_room(world, world.player.spot)
    awareness.leave_room(world, spot_of(3, 6))
    assert spot_of(2, 3) in world.canvas.bright


@pytest.mark.parametrize(
    ("picture", "seen"),
    [
        ("------\n|@..B|\n------", True),  # same lit room
        ("#\n @", None),
    ],
)
def test_vis_13_a_monster_in_the_same_lit_room_is_seen(picture: str, seen: bool | None) -> None:
    world = read_world(picture)
    if seen is None:
        assert not sees_spot(world, spot_of(1, 0))
    else:
        assert sees_foe(world, find_foe(world, "B")) is seen


def test_vis_13_dark_rooms_hide_all_but_neighbours() -> None:
    far = read_world("------\n|@..B|\n------", dark=True)
    near = read_world("------\n|@B..|\n------", dark=True)
    assert not sees_foe(far, find_foe(far, "B"))
    assert sees_foe(near, find_foe(near, "B"))


def test_vis_13_invisible_monsters_need_the_power_to_see_them() -> None:
    world = read_world("------\n|@P..|\n------")
    phantom = find_foe(world, "P")
    assert not sees_foe(world, phantom)
    world.player.flags |= SEES_INVISIBLE
    assert sees_foe(world, phantom)
    world.player.flags |= BLIND
    assert not sees_foe(world, phantom)


def test_vis_6_an_invisible_detected_neighbour_is_neither_drawn_nor_woken() -> None:
    world = read_world("------\n|@P..|\n------")
    world.player.flags |= DETECTS
    before = world.rng.drawn
    awareness.look(world)
    assert shown(world)[1] == "|"
    assert world.rng.drawn == before


@pytest.mark.slow
@pytest.mark.parametrize("letter", list("AEHKMQRSTUVZ"))
def test_mon_14_mean_monsters_wake_in_two_of_three_looks(letter: str) -> None:
    woken = 0
    for seed in range(600):
        world = read_world(f"------\n|@{letter}..|\n------", seed=seed)
        awareness.look(world)
        woken += find_foe(world, letter).has_flag(AWAKE)
    assert abs(woken - 400) < 4 * (600 * 2 / 9) ** 0.5  # four sigma, fixed seeds


@pytest.mark.parametrize("letter", list("BCIJLNPWXY"))
def test_mon_15_others_never_wake_by_being_looked_at(letter: str) -> None:
    for seed in range(40):
        world = read_world(f"------\n|@{letter}..|\n------", seed=seed)
        awareness.look(world)
        assert not find_foe(world, letter).has_flag(AWAKE)


def test_mon_14_stealth_and_levitation_let_the_mean_sleep() -> None:
    for seed in range(30):
        floating = read_world("------\n|@H..|\n------", seed=seed)
        floating.player.flags |= LEVITATING
        stealthy = read_world("------\n|@H..|\n------", seed=seed)
        stealthy.player.left = carry(stealthy, "ring", "stealth")
        for world in (floating, stealthy):
            awareness.look(world)
            assert not find_foe(world, "H").has_flag(AWAKE)


def test_mon_16_an_orc_always_wakes_and_goes_for_the_rooms_gold() -> None:
    world = read_world("-------\n|@O.*.|\n-------")
    room = world.player.room
    assert room is not None
    room.gold, room.gold_spot = 10, spot_of(2, 4)
    awareness.look(world)
    orc = find_foe(world, "O")
    assert orc.has_flag(AWAKE)
    assert orc.goal == spot_of(2, 4)
    poor = read_world("-------\n|@O...|\n-------")
    awareness.look(poor)
    assert find_foe(poor, "O").goal is None


def test_mon_17_spc_7_medusa_confuses_once_unless_saved() -> None:
    confused = 0
    for seed in range(200):
        world = read_world("-------\n|@M...|\n-------", seed=seed, awake=True)
        awareness.look(world)
        first = world.player.has_flag(CONFUSED)
        confused += first
        world.said.clear()
        awareness.look(world)
        assert not world.said
    assert abs(confused - 160) < 4 * (200 * 0.8 * 0.2) ** 0.5  # a level 1 player saves one time in five


def test_mon_17_no_gaze_while_blind_or_hallucinating() -> None:
    for mark in (BLIND, HALLUCINATING):
        world = read_world("-------\n|@M...|\n-------", awake=True)
        world.player.flags |= mark
        awareness.look(world)
        assert not world.player.has_flag(CONFUSED)


def test_con_3_looking_while_hallucinating_draws_no_dice_of_play() -> None:
    world = read_world("-------\n|@B!..|\n-------")
    world.player.flags |= HALLUCINATING
    awareness.enter_room(world, world.player.spot)
    awareness.look(world)
    assert world.rng.drawn == 0
    assert world.deco.drawn > 0


ROOM = """
    --------      -----
    |@....B|      |...|
    |......+######+.T.|
    --------      -----
"""


@pytest.mark.parametrize(("dark", "far"), [(False, True), (True, False)])
def test_vis_13_far_monsters_are_seen_in_the_same_lit_room_only(dark: bool, far: bool) -> None:
    world = read_world(ROOM, dark=dark)
    assert sees_foe(world, find_foe(world, "B")) is far
    assert not sees_foe(world, find_foe(world, "T"))
    world.player.spot = find_foe(world, "B").spot - 1
    assert sees_foe(world, find_foe(world, "B"))


def test_vis_13_blind_players_see_no_monster_not_even_close() -> None:
    world = read_world("-----\n|@B.|\n-----")
    world.player.flags |= BLIND
    assert not sees_foe(world, find_foe(world, "B"))
    assert not sees_spot(world, world.player.spot)


def test_vis_13_invisible_monsters() -> None:
    world = read_world("-----\n|@P.|\n-----")
    phantom = find_foe(world, "P")
    assert not sees_foe(world, phantom)
    world.player.flags |= SEES_INVISIBLE
    assert sees_foe(world, phantom)


def test_vis_13_and_14_a_diagonal_behind_rock_is_cut_off() -> None:
    world = read_world("""
        ----
        |..+@
        ---- H
    """)
    hobgoblin = find_foe(world, "H")
    assert corner_hides(world, world.player.spot, hobgoblin.spot)
    assert not corner_hides(world, world.player.spot, world.player.spot + RIGHT)
    assert not sees_foe(world, hobgoblin)
    assert not sees_spot(world, hobgoblin.spot)
    world.level.cells[world.player.spot + DOWN] = ord("#")
    world.level.changes += 1
    assert sees_foe(world, hobgoblin)


@pytest.mark.parametrize(("row", "col", "seen"), [(3, 6, True), (1, 0, True), (3, 8, False), (3, 15, False)])
def test_vis_14_squares_of_the_own_lit_room(row: int, col: int, seen: bool) -> None:
    assert sees_spot(read_world(ROOM), spot_of(row, col)) is seen


def test_vis_3_what_is_kept_of_a_look_holds_only_while_the_terrain_does() -> None:
    world, dice = read_world(ROOM, dark=True), Random(1)
    world.player.spot = here = spot_of(2, 4)
    level, found = world.level, set()
    for _ in range(300):
        spot = here + dice.choice((*AROUND, 0, 0))
        level.cells[spot] = dice.choice(b"..  #+|-!")
        level.flags[spot] = dice.choice((REAL, REAL | PASS, PASS, REAL | SEEN))
        level.number[spot] = dice.randrange(2)
        level.changes += 1
        steps = vision.neighbours_in_view(world).steps
        assert steps == vision._steps_in_view(world)
        assert vision.neighbours_in_view(world) is level.views[here]
        found.add(tuple(steps))
    assert len(found) > 50


def test_vis_5_what_is_drawn_falsely_is_drawn_anew_at_the_next_look() -> None:
    world = read_world(ROOM)
    observe(world)
    near = world.player.spot + RIGHT
    for symbol, shown in ((ord("%"), "."), (ord(" "), "."), (ord("."), ".")):
        world.canvas.put(near, symbol)
        observe(world)
        assert chr(world.canvas.cells[near]) == shown
    bat = find_foe(world, "B")
    world.level.shift_foe(bat, near)
    observe(world)
    assert chr(world.canvas.cells[near]) == "B"
    world.level.shift_foe(bat, near + RIGHT)
    observe(world)
    assert chr(world.canvas.cells[near]) == "."
