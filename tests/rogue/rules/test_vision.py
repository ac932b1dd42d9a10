"""Seeing, remembering, hallucinating, and waking (VIS, CON-3 to CON-5, MON-14 to MON-17)."""

from __future__ import annotations

from random import Random

import pytest

from rogue.rules import awareness, monster_steps, potions, turn, turn_phases, vision, wands
from rogue.rules.vision import corner_hides, observe, sees_foe, sees_spot
from rogue.state.entities import (
    AWAKE,
    BLIND,
    CONFUSED,
    DETECTS,
    HALLUCINATING,
    HELD,
    LEVITATING,
    SEES_INVISIBLE,
)
from rogue.state.grid import AROUND, DOWN, RIGHT, spot_of
from rogue.state.level import PASS, REAL, SEEN
from rogue.state.world import Command, World
from rogue.tables.glyphs import FAKE_OBJECTS, FLOOR, LETTER, PASSAGE, PLAYER, POTION, ROCK, STAIRS
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.rules.chase_scenes import TWO_ROOMS, walk, world_of
from tests.rogue.scenes import Scene, an_item, scene
from tests.support.minimal_world import started
from tests.support.session_driver import Hands

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


SLEEP = [
    *(scene(f"MON-15 {letter} never wakes", hall(f"@{letter}.."), awareness.look, sleepers=letter)
      for letter in "BCIJLNPWXY"),
    scene("MON-14 levitation lets the mean sleep", hall("@H.."), awareness.look, {"flags": LEVITATING},
          sleepers="H"),
    scene("MON-14 stealth lets the mean sleep", hall("@H.."), awareness.look,
          {"left": an_item("ring", "stealth")}, sleepers="H"),
]  # fmt: skip

LOOKS = [
    scene("MON-17 no gaze at the blind", hall("@M..."), awareness.look, {"awake": True, "flags": BLIND},
          flags=BLIND),
    scene("MON-17 none while hallucinating", hall("@M..."), awareness.look,
          {"awake": True, "flags": HALLUCINATING}, flags=HALLUCINATING),
]  # fmt: skip


@pytest.mark.parametrize("row", SLEEP)
def test_who_sleeps_on_whatever_the_dice(row: Scene) -> None:
    looks = [row._replace(given={**row.given, "seed": seed}) for seed in range(20)]
    assert [look.given["seed"] for look in looks if look.seen() != look.then] == []


@pytest.mark.parametrize("row", LOOKS)
def test_who_does_not_gaze(row: Scene) -> None:
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
    world.level.views.clear()
    assert sees_foe(world, hobgoblin)


@pytest.mark.parametrize(("row", "col", "seen"), [(3, 6, True), (1, 0, True), (3, 8, False), (3, 15, False)])
def test_vis_14_squares_of_the_own_lit_room(row: int, col: int, seen: bool) -> None:
    assert sees_spot(read_world(ROOM), spot_of(row, col)) is seen


def _neighbors_perceived(world: World) -> list[int]:
    """Return what VIS-3 and VIS-4 say of each neighbor."""
    level, here = world.level, world.player.spot
    cells, in_passage = level.cells, level.flags[here] & PASS
    is_door, one_network = cells[here] == ord("+"), world.rules.looking.one_network

    def perceives(spot: int) -> bool:
        passage = level.flags[spot] & PASS
        if cells[spot] == ord("+") and not (in_passage or is_door):
            return True
        if in_passage and passage and one_network and level.number[spot] != level.number[here]:
            return is_door
        if passage != in_passage and not is_door and cells[spot] != ord("+"):
            return False
        from_room = not in_passage and not is_door
        return from_room or not (passage or cells[spot] == ord("+")) or not corner_hides(world, here, spot)

    return [here + step for step in AROUND if cells[here + step] != ord(" ") and perceives(here + step)]


def test_vis_3_what_is_kept_of_a_look_holds_only_while_the_terrain_does() -> None:
    world, dice = read_world(ROOM, dark=True), Random(1)
    world.player.spot = here = spot_of(2, 4)
    level, found = world.level, set()
    for _ in range(300):
        spot = here + dice.choice((*AROUND, 0, 0))
        level.cells[spot] = dice.choice(b"..  #+|-!")
        is_wall = level.cells[spot] in b"|-"
        level.flags[spot] = REAL if is_wall else dice.choice((REAL, REAL | PASS, PASS, REAL | SEEN))
        level.number[spot] = dice.randrange(2)
        level.open = b""
        level.drop_views(spot)
        awareness.look(world)
        view = level.views[here]
        assert view.spots == _neighbors_perceived(world)
        awareness.look(world)
        assert level.views[here] is view
        found.add(tuple(spot - here for spot in view.spots))
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


ROOM_AND_PASSAGE = """
    -------
    |..!..+###@
    -------
"""


def shown(world: World, row: int, col: int) -> str:
    return chr(world.canvas.cells[spot_of(row, col)])


def go(world: World, keys: str) -> World:
    for key in keys:
        turn.do(world, Command(key))
    return world


def test_vis_1_a_thing_taken_out_of_sight_stays_drawn_until_seen_again() -> None:
    world = go(started(ROOM_AND_PASSAGE), "hhhhlll")
    assert shown(world, 2, 3) == "!"
    world.level.take_thing(world.level.things[0])
    go(world, ".")
    assert shown(world, 2, 3) == "!"
    go(world, "hhh")
    assert shown(world, 2, 3) == "."


def test_vis_2_the_player_is_drawn_on_top_of_everything() -> None:
    for under in "%!":
        world = read_world(hall("@.."))
        if under == "!":
            world.level.add_thing(plain_item(world, "potion"), world.player.spot)
        hands = Hands()
        hands.enter(world)
        assert hands.terminal.buffer[2][1].data == chr(PLAYER)
        hands.type(b"ml")
        assert hands.terminal.buffer[2][2].data == chr(PLAYER)


def test_vis_5_neighbors_look_like_what_they_pretend_to_be() -> None:
    world = read_world("-----\n|Xt.|\n|.@.|\n--d--", traps={(2, 2): "rust"}, dark=True)
    find_foe(world, "X").disguise = ord("=")
    awareness.look(world)
    assert [shown(world, 2, col) for col in (1, 2, 3)] == ["=", ".", "."]
    assert shown(world, 4, 2) == "-"  # the secret door is a wall
    letters = set()
    world.player.flags |= HALLUCINATING
    for _ in range(40):
        awareness.look(world)
        letters.add(shown(world, 2, 1))
    assert len(letters) > 10
    assert all(LETTER[ord(letter)] for letter in letters)


def test_vis_8_drawn_passages_stay() -> None:
    world = go(started("@######"), "llllll")
    assert [shown(world, 1, col) for col in range(7)] == ["#"] * 7


def test_vis_10_what_lies_below_a_monster_of_a_room_entered_is_known() -> None:
    world = read_world("-------\n|..B..+@\n-------")
    foe = find_foe(world, "B")
    awareness.enter_room(world, spot_of(2, 6))
    assert shown(world, 2, 3) == "B"
    assert foe.under == FLOOR
    vision.hide_foe(world, foe)
    assert shown(world, 2, 3) == "."


def test_vis_15_in_passages_and_mazes_only_neighbors_are_seen() -> None:
    passage = read_world("@##S\n#\n#H")
    assert not sees_foe(passage, find_foe(passage, "S"))
    monster_steps.place_foe(passage, find_foe(passage, "S"), spot_of(1, 1))
    assert sees_foe(passage, find_foe(passage, "S"))
    maze = read_world("@###E")
    room = maze.level.rooms[0]
    room.gone, room.maze = False, True
    room.top, room.left, room.height, room.width = 1, 0, 6, 25
    maze.player.room = maze.level.room_at(maze.player.spot)
    foe = find_foe(maze, "E")
    assert maze.player.room is foe.room
    assert not sees_foe(maze, foe)


def test_vis_19_stk_3_a_room_stays_dark_until_the_stick_lights_it_for_good() -> None:
    world = started("-------\n|!...@+##\n-------", dark=True)
    assert shown(world, 2, 1) == " "
    go(world, "lllhhh")
    assert shown(world, 2, 1) == " "
    wands.zap(world, carry(world, "stick", "light"), RIGHT)
    assert shown(world, 2, 1) == "!"
    go(world, "lll")
    world.canvas.put(spot_of(2, 1), ord(" "))
    go(world, "hh")
    assert shown(world, 2, 1) == "!"


def test_vis_20_pot_5_8_18_detection_and_the_sight_of_the_invisible() -> None:
    world = started("-------   -----\n|@.P..|   |.B.|\n-------   -----")
    phantom, bat = find_foe(world, "P"), find_foe(world, "B")
    potions.quaff(world, carry(world, "potion", "monster detection"))
    assert (shown(world, 2, 3), shown(world, 2, 12)) == ("P", "B")
    assert {phantom.spot, bat.spot} <= world.canvas.bright
    world.question = None
    potions.quaff(world, carry(world, "potion", "see invisible"))
    assert phantom.spot not in world.canvas.bright
    turn_phases.end_detection(world)
    assert (shown(world, 2, 3), shown(world, 2, 12)) == ("P", " ")
    assert not world.player.has_flag(DETECTS)


def test_pot_8_a_seen_xeroc_is_unmasked_by_detection_but_not_for_good() -> None:
    world = started(hall("@..X."))
    xeroc = find_foe(world, "X")
    xeroc.disguise = ord("!")
    awareness.enter_room(world, world.player.spot)
    assert shown(world, 2, 4) == "!"
    potions.quaff(world, carry(world, "potion", "monster detection"))
    assert shown(world, 2, 4) == "X"
    assert xeroc.spot not in world.canvas.bright
    assert xeroc.disguise == ord("!")
    world.question = None
    turn.do(world, Command("l"))
    turn.do(world, Command("l"))
    assert shown(world, 2, 4) == "!"


@pytest.mark.parametrize("under", [FLOOR, PASSAGE])
def test_vis_17b_a_vanished_monsters_square_shows_what_was_remembered(under: int) -> None:
    world = started(hall("@.B.."))
    foe = find_foe(world, "B")
    foe.under = under
    vision.hide_foe(world, foe)
    assert world.canvas.cells[foe.spot] == under


@pytest.mark.parametrize("col", [0, 50])
def test_vis_11_leaving_a_room_forgets_the_monsters_of_every_row(col: int) -> None:
    world = read_world("------\n|Q...|\n|...@+#\n|Q..Q|\n------", col=col)
    for foe in world.level.foes:
        foe.flags |= HELD  # they stay asleep
    turn.begin(world)
    assert all(world.canvas.cells[foe.spot] == ord("Q") for foe in world.level.foes)
    go(world, "ll")
    assert [world.canvas.cells[foe.spot] for foe in world.level.foes] == [FLOOR] * 3


def test_con_2_a_blind_walk_leaves_its_squares_on_the_screen() -> None:
    world = read_world(hall("@...."), dark=False)
    world.player.flags |= BLIND
    turn.begin(world)
    go(world, "lll")
    assert [shown(world, 2, at) for at in range(1, 6)] == [".", ".", ".", " ", " "]


CORRIDOR = """
    ------------
    |@........{}|
    ------------
"""


def row_shown(world: World, row: int) -> str:
    return world.canvas.cells[row * 80 : row * 80 + 80].decode("ascii").rstrip()


def test_vis_16_a_seen_monster_moves_on_the_screen() -> None:
    world = world_of(CORRIDOR, "H")
    awareness.enter_room(world, world.player.spot)
    assert row_shown(world, 2) == "|.........H|"
    walk(world)
    assert row_shown(world, 2) == "|........H.|"
    assert find_foe(world, "H").under == ord(".")


def test_vis_13_an_invisible_monster_is_not_drawn() -> None:
    world = world_of(CORRIDOR, "H")
    find_foe(world, "H").flags |= INVISIBLE
    awareness.enter_room(world, world.player.spot)
    walk(world)
    assert row_shown(world, 2) == "|..........|"
    assert find_foe(world, "H").under == 0


def test_vis_16_a_detected_monster_is_drawn_highlighted() -> None:
    world = world_of(TWO_ROOMS, "H")
    world.player.flags |= DETECTS
    path = walk(world, 2)
    spots = [spot_of(*place) for place in path]
    canvas = world.canvas
    assert canvas.cells[spots[1]] == ord("H")
    assert canvas.bright == {spots[1]}
    assert canvas.cells[spots[0]] == ord(" ")


def test_vis_17_in_the_dark_what_lies_below_is_blank_again() -> None:
    world = world_of(CORRIDOR, "H", dark=True)
    awareness.look(world)
    walk(world, 8)
    foe = find_foe(world, "H")
    assert world.canvas.cells[foe.spot] == ord("H")
    assert foe.under == ord(" ")


def test_vis_17_a_thing_below_a_near_monster_is_remembered() -> None:
    world = world_of(hall("@.!H."))
    awareness.enter_room(world, world.player.spot)
    walk(world)
    assert find_foe(world, "H").under == ord("!")


def test_vis_17_the_blind_remember_what_the_screen_showed() -> None:
    world = world_of(CORRIDOR, "H")
    awareness.enter_room(world, world.player.spot)
    foe = find_foe(world, "H")
    world.player.flags |= BLIND
    walk(world)
    assert row_shown(world, 2) == "|..........|"
    assert foe.under == 0


def test_place_foe_on_a_square_out_of_sight_draws_nothing() -> None:
    world = world_of(TWO_ROOMS, "H")
    monster_steps.place_foe(world, find_foe(world, "H"), spot_of(2, 17))
    assert row_shown(world, 2) == ""
    assert world.level.foe_at[spot_of(2, 17)] is find_foe(world, "H")


STRANGE_ROOM = """
    --------      -----
    |@.!.B.|      |...|
    |..%.X.+######+.T.|
    --------      -----
"""


THING, STEPS = spot_of(2, 3), spot_of(3, 3)


def tripping(**options: object) -> World:
    world = read_world(STRANGE_ROOM, **options)  # type: ignore[arg-type]
    find_foe(world, "X").disguise = POTION
    world.player.flags |= HALLUCINATING
    return world


def pictures(world: World, spot: int, times: int = 200) -> set[int]:
    """What a square shows over many redraws."""
    seen = set()
    for _ in range(times):
        vision.redraw_hallucination(world)
        seen.add(world.canvas.cells[spot])
    return seen


def test_con_4_without_hallucination_nothing_is_drawn() -> None:
    world = read_world(STRANGE_ROOM)
    turn_phases.before_turn(world)
    assert world.canvas.dirty == set()
    assert world.deco.drawn == 0


def test_con_4_things_and_unseen_stairs_look_like_any_object() -> None:
    world = tripping()
    assert pictures(world, THING) == set(FAKE_OBJECTS[:-1])
    assert pictures(world, STEPS) == set(FAKE_OBJECTS[:-1])


def test_con_4_the_amulet_is_among_them_at_its_depth() -> None:
    assert pictures(tripping(depth=26), THING) == set(FAKE_OBJECTS)


def test_con_3_stairs_once_seen_stay_stairs() -> None:
    world = tripping()
    world.level.flags[STEPS] |= SEEN
    world.canvas.put(STEPS, STAIRS)
    assert pictures(world, STEPS, 20) == {STAIRS}


def test_con_4_monsters_are_any_letter_but_a_disguised_xeroc_an_object() -> None:
    world = tripping()
    letters = pictures(world, find_foe(world, "B").spot)
    assert len(letters) > 20
    assert all(LETTER[symbol] for symbol in letters)
    assert pictures(world, find_foe(world, "X").spot) == set(FAKE_OBJECTS[:-1])


def test_con_4_monsters_out_of_sight_show_only_when_detected() -> None:
    world = tripping()
    troll = find_foe(world, "T")
    assert pictures(world, troll.spot, 20) == {ROCK}
    world.player.flags |= DETECTS
    assert len(pictures(world, troll.spot)) > 20
    assert troll.spot in world.canvas.bright


def test_con_4_a_thing_below_a_monster_is_not_drawn_over_it() -> None:
    world = tripping()
    bat = find_foe(world, "B")
    world.level.shift_foe(bat, THING)
    assert all(LETTER[symbol] for symbol in pictures(world, THING))


def test_con_5_detected_monsters_show_their_true_letters_again() -> None:
    world = tripping()
    world.player.flags |= DETECTS
    vision.redraw_hallucination(world)
    world.player.flags &= ~HALLUCINATING
    vision.clear_hallucination(world)
    troll = find_foe(world, "T")
    assert world.canvas.cells[troll.spot] == ord("T")
    assert troll.spot in world.canvas.bright


def test_drawing_takes_no_dice_from_play() -> None:
    world = tripping()
    vision.redraw_hallucination(world)
    assert world.rng.drawn == 0
    assert world.deco.drawn > 0


@pytest.mark.parametrize("mark", [0, BLIND])
def test_con_5_at_the_end_what_is_seen_shows_its_true_symbol(mark: int) -> None:
    world = tripping()
    for _ in range(5):
        vision.redraw_hallucination(world)
    world.player.flags &= ~HALLUCINATING
    false = world.canvas.cells[THING]
    world.player.flags |= mark
    vision.clear_hallucination(world)
    cells = world.canvas.cells
    if mark:
        assert cells[THING] == false
    else:
        assert (cells[THING], cells[STEPS]) == (POTION, STAIRS)
        assert cells[find_foe(world, "B").spot] == ord("B")
        assert cells[find_foe(world, "X").spot] == POTION


def test_vis_16_hallucination_keeps_what_lies_below_a_monster() -> None:
    world = tripping()
    bat = find_foe(world, "B")
    world.canvas.put(bat.spot, FLOOR)
    vision.redraw_hallucination(world)
    assert bat.under == FLOOR
