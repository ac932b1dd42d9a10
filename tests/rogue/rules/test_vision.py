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
from scripts.lib.notation import find_foe, hall, read_world
from tests.rogue.scenes import Scene, an_item, scene

HALL = """
    -------
    |.....|
    |..@..|
    |.....+#
    -------
"""


def enter(world: World) -> None:
    awareness.enter_room(world, world.player.spot)


def look_twice(world: World) -> None:
    awareness.look(world)
    world.player.spot += 2
    awareness.look(world)


def go_out(world: World) -> None:
    enter(world)
    world.player.spot += RIGHT
    awareness.leave_room(world, world.player.spot)


def sees(world: World) -> bool:
    return sees_foe(world, world.level.foes[0])


NOTHING = [""]
LIT = ["-------", "|.....|", "|.....|", "|.....+", "-------"]
BEHIND_WALL = "----#\n|..|#\n|.@|#\n----#"
DOOR = "-----\n|...|  #\n|...+@##\n-----"
LEAVING = "------\n|.!B.|\n|...@+#\n------"
SIGHT = [
    scene("VIS-3 a look shows the eight neighbors", HALL, awareness.look, shown=["  ...", "  . .", "  ..."]),
    scene("VIS-9 a lit room is drawn without passages", HALL, enter, shown=LIT),
    scene("VIS-9 a dark room is not", HALL, enter, {"dark": True}, shown=NOTHING),
    scene("VIS-9 none is for the blind", HALL, enter, {"flags": BLIND}, shown=NOTHING),
    scene("VIS-4 no passage through a wall", BEHIND_WALL, awareness.look, shown=[" ..|", " . |", " ---"]),
    scene("VIS-4 passages and doors, but no walls", DOOR, awareness.look, shown=["    + #"]),
    scene("VIS-4 no diagonal behind two solid squares", "#\n @", awareness.look, shown=NOTHING),
    scene("VIS-4 a diagonal behind one", "##\n @", awareness.look, shown=["##"]),
    scene("VIS-7 old floor is forgotten in the dark", HALL, look_twice, {"dark": True},
          shown=["    ..|", "    . |", "    ..+"]),
    scene("VIS-7 without seefloor none is drawn", HALL, awareness.look, {"dark": True, "seefloor": False},
          shown=NOTHING),
    scene("VIS-11 things and walls are remembered", LEAVING, go_out,
          shown=["------", "|.!..|", "|....+", "------"]),
    scene("VIS-13 the same lit room", hall("@..B"), sees, costs=True),
    scene("VIS-13 far in the dark", hall("@..B"), sees, {"dark": True}, costs=False),
    scene("VIS-13 near in the dark", hall("@B.."), sees, {"dark": True}, costs=True),
    scene("VIS-13 the blind", hall("@B.."), sees, {"flags": BLIND}, costs=False),
    scene("VIS-13 invisible", hall("@P.."), sees, costs=False),
    scene("VIS-13 the power to see it", hall("@P.."), sees, {"flags": SEES_INVISIBLE}, costs=True),
    scene("VIS-13 but blind", hall("@P.."), sees, {"flags": SEES_INVISIBLE | BLIND}, costs=False),
    scene("VIS-6 an invisible detected neighbor", hall("@P.."), awareness.look, {"flags": DETECTS},
          shown=["---", "|", "---"], drawn=0, sleepers="P"),
    scene("VIS-13 the blind see no square", HALL, lambda world: sees_spot(world, world.player.spot),
          {"flags": BLIND}, costs=False),
    scene("VIS-13 no square round a corner", "#\n @", lambda world: sees_spot(world, spot_of(1, 0)),
          costs=False),
]  # fmt: skip


@pytest.mark.parametrize("row", SIGHT)
def test_what_is_seen_and_drawn(row: Scene) -> None:
    assert row.seen() == row.then


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


@pytest.mark.slow
@pytest.mark.parametrize("letter", list("AEHKMQRSTUVZ"))
def test_mon_14_mean_monsters_wake_in_two_of_three_looks(letter: str) -> None:
    woken = 0
    for seed in range(600):
        world = read_world(hall(f"@{letter}.."), seed=seed)
        awareness.look(world)
        woken += find_foe(world, letter).has_flag(AWAKE)
    assert abs(woken - 400) < 4 * (600 * 2 / 9) ** 0.5  # four sigma, fixed seeds


QUIET: dict[str, dict[str, object]] = {
    "levitation": {"flags": LEVITATING},
    "stealth": {"left": an_item("ring", "stealth")},
}
LOOKS = [
    *(scene(f"MON-15 {letter} never wakes", hall(f"@{letter}.."), awareness.look, {"seed": seed},
            sleepers=letter) for letter in "BCIJLNPWXY" for seed in range(20)),
    *(scene(f"MON-14 {name} lets the mean sleep", hall("@H.."), awareness.look, {"seed": seed, **given},
            sleepers="H") for name, given in QUIET.items() for seed in range(20)),
    scene("MON-17 no gaze at the blind", hall("@M..."), awareness.look, {"awake": True, "flags": BLIND},
          flags=BLIND),
    scene("MON-17 none while hallucinating", hall("@M..."), awareness.look,
          {"awake": True, "flags": HALLUCINATING}, flags=HALLUCINATING),
]  # fmt: skip


@pytest.mark.parametrize("row", LOOKS)
def test_who_does_not_wake_or_gaze(row: Scene) -> None:
    assert row.seen() == row.then


def test_mon_16_an_orc_always_wakes_and_goes_for_the_rooms_gold() -> None:
    world = read_world(hall("@O.*."))
    room = world.player.room
    assert room is not None
    room.gold, room.gold_spot = 10, spot_of(2, 4)
    awareness.look(world)
    orc = find_foe(world, "O")
    assert orc.has_flag(AWAKE)
    assert orc.goal == spot_of(2, 4)
    poor = read_world(hall("@O..."))
    awareness.look(poor)
    assert find_foe(poor, "O").goal is None


def test_mon_17_spc_7_medusa_confuses_once_unless_saved() -> None:
    confused = 0
    for seed in range(200):
        world = read_world(hall("@M..."), seed=seed, awake=True)
        awareness.look(world)
        first = world.player.has_flag(CONFUSED)
        confused += first
        world.said.clear()
        awareness.look(world)
        assert not world.said
    assert abs(confused - 160) < 4 * (200 * 0.8 * 0.2) ** 0.5  # a level 1 player saves one time in five


def test_con_3_looking_while_hallucinating_draws_no_dice_of_play() -> None:
    world = read_world(hall("@B!.."))
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
