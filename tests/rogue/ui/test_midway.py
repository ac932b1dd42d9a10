"""What the screen shows in the middle of a command: turns, flights, the map behind a --More--.

Rules: SCREEN.md 4 and 5, VIS-3, VIS-17a, STK-25, OPT-7.
"""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.rules.output import emit
from rogue.rules.projectiles import fly
from rogue.state.entities import BLIND
from rogue.state.grid import RIGHT, spot_of
from rogue.tables.edition_table import EDITIONS
from rogue.tables.glyphs import WEAPON
from rogue.ui.input_modes import COMMAND
from rogue.ui.key_dispatch import finish_turn
from scripts.lib.notation import carry, find_foe, hall, read_world
from tests.support.narrow_screen import NarrowScreen
from tests.support.session_driver import MORE, Hands

pytestmark = pytest.mark.slow


HALL = """------------------
|................|
|.@..............|
|................|
------------------"""


def scene(picture: str = HALL, options: str = "", seed: int = 0, **fields: object) -> Hands:
    """Return hands in a picture, with an arrow in the pack and a stick of each bolt."""
    world = read_world(picture, seed=seed, kit=True, hp=90, **fields)  # type: ignore[arg-type]
    world.player.hp = world.player.max_hp = 90
    for name in ("lightning", "fire", "cold", "magic missile"):
        carry(world, "stick", name, value=5)
    hands = Hands(options)
    world.options = hands.session.options
    hands.enter(world)
    return hands


def moments(hands: Hands, keys: bytes) -> list[list[str]]:
    """Feed keys; return the screen at every place where a person's terminal waits, and at the end."""
    screen = NarrowScreen(80, 24)
    stream = pyte.ByteStream(screen)
    stream.feed(hands.session.redraw())
    data = hands.type(keys)
    ends = (*hands.session.pauses, len(data))
    shown = []
    for start, end in zip((0, *ends), ends, strict=False):
        stream.feed(data[start:end])
        shown.append([row.rstrip() for row in screen.display])
    return shown


def columns(shown: list[list[str]], symbol: str, row: int = 3) -> list[int]:
    return [rows[row].find(symbol) for rows in shown]


def test_screen_4_without_jump_every_step_of_a_run_is_drawn() -> None:
    shown = moments(scene(options="nojump"), b"L")
    assert columns(shown, "@") == list(range(3, 17))


def test_screen_4_with_jump_a_run_is_drawn_once_at_its_end() -> None:
    hands = scene(options="jump")
    shown = moments(hands, b"L")
    assert hands.session.pauses == ()
    assert columns(shown, "@") == [16]


def test_screen_4_a_counted_step_is_drawn_turn_by_turn() -> None:
    assert columns(moments(scene(), b"4l"), "@") == [3, 4, 5, 6]
    assert columns(moments(scene(options="jump"), b"4l"), "@") == [6]


def test_screen_4_nothing_is_sent_for_turns_that_change_nothing() -> None:
    hands = scene()
    hands.type(b"x;")
    assert hands.type(b"5s") == b"\x1b[1;1H\x1b[K\x1b[4;3H"
    assert hands.session.pauses == ()


@pytest.mark.parametrize("jump", ["jump", "nojump"])
def test_screen_4_turns_spent_asleep_are_drawn_in_either_case(jump: str) -> None:
    hands = scene(HALL.replace("..............|", "............H.|", 1), options=jump, awake=True)
    hands.session.world.player.helpless = 3
    places = columns(moments(hands, b"s"), "H")
    assert sorted(set(places), reverse=True) == places
    assert len(places) >= 3


def test_screen_2_the_status_line_keeps_up_with_the_turns() -> None:
    hands = scene()
    world = hands.session.world
    world.player.hp = 1
    world.player.level = 20
    shown = moments(hands, b"60s")
    points = [rows[23].split("Hp: ")[1].split("(")[0].strip() for rows in shown]
    assert points == sorted(points, key=int)
    assert len(set(points)) == len(points) > 5


def test_vis_17a_a_thrown_item_is_seen_square_by_square() -> None:
    hands = scene()
    hands.type(b"tl")
    shown = moments(hands, b"e")
    places = columns(shown, ")")
    assert places[:14] == list(range(3, 17))
    assert all(rows[3].count(")") == 1 for rows in shown[:14])
    assert sum(row.count(")") for row in shown[-1][:23]) == 1  # where it lies


def test_vis_17a_with_option_terse_a_thrown_thing_is_not_seen_in_flight() -> None:
    hands = scene(options="terse")
    hands.type(b"tl")
    hands.type(b"e")
    assert hands.session.pauses == ()


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_screen_4_older_editions_show_a_flight_with_option_terse_too(edition: str) -> None:
    world = read_world(HALL, kit=True)
    world.rules = EDITIONS[edition]
    world.options.terse = True
    world.frames = []
    fly(world, RIGHT, WEAPON)
    flights = [frame.canvas is not None and frame.lasts and frame.status is None for frame in world.frames]
    assert flights == [True] * 14


def test_vis_17a_only_squares_that_the_player_sees_show_it() -> None:
    hands = scene(dark=True)
    hands.type(b"tl")
    assert columns(moments(hands, b"e"), ")")[:1] == [3]
    assert len(hands.session.pauses) == 1
    hands.session.world.player.flags |= BLIND
    hands.type(b"tl")
    hands.type(b"e")
    assert hands.session.pauses == ()


def test_stk_14_a_magic_missile_flies_like_a_thrown_thing() -> None:
    hands = scene()
    hands.type(b"zl")
    assert columns(moments(hands, b"i"), "*")[:14] == list(range(3, 17))


@pytest.mark.parametrize("options", ["", "terse,jump"])
def test_stk_25_the_path_of_a_bolt_grows_and_goes(options: str) -> None:
    hands = scene(options=options)
    hands.type(b"zl")
    shown = moments(hands, b"h")
    for length, rows in enumerate(shown[:6], 1):
        assert rows[3] == "|.@" + "-" * length + "." * (14 - length) + "|"
    assert shown[-1][3] == "|.@..............|"
    assert len(shown) == 7


@pytest.mark.parametrize(("key", "symbol"), ["h-", "l-", "j|", "k|", "y\\", "n\\", "u/", "b/"])
def test_screen_3_a_bolt_looks_like_its_direction(key: str, symbol: str) -> None:
    open_hall = "\n".join(["-" * 21, *["|" + "." * 19 + "|"] * 15, "-" * 21])
    rows = open_hall.split("\n")
    rows[8] = "|.........@.........|"
    hands = scene("\n".join(rows), options="terse,jump")
    before = [row.replace("@", ".") for row in hands.session.screen]
    hands.type(b"z" + key.encode())
    path = moments(hands, b"f")[5]
    changed = [
        new
        for old_row, new_row in zip(before[1:23], path[1:23], strict=True)
        for old, new in zip(old_row, new_row, strict=False)
        if old != new and new != "@"
    ]
    assert changed == [symbol] * 6


def test_stk_25_a_message_in_mid_flight_waits_with_the_path_on_the_screen() -> None:
    hands = scene(hall(".@.."), options="terse,jump")
    hands.type(b"zl")
    assert hands.answer(b"h") == "The ice bounces" + MORE
    assert hands.row(2) == "|.@--|"
    while hands.session.mode == "more":
        hands.type(b" ")
    assert hands.row(2) == "|.@..|"


def test_screen_4_a_more_in_mid_command_shows_the_map_as_it_was_then() -> None:
    hands = scene(options="terse,jump")
    world, stage = hands.session.world, hands.session._ui
    emit(world, "One")
    world.canvas.put(spot_of(3, 5), ord("?"))
    emit(world, "Two")
    world.canvas.put(spot_of(3, 5), ord("!"))
    world.canvas.put(spot_of(3, 6), ord("="))
    hands.session._mode = finish_turn(stage, COMMAND)
    hands.type(b"")
    assert (hands.row(), hands.row(3)[5:7]) == ("One" + MORE, "?.")
    assert hands.cursor == (0, len("One" + MORE))
    hands.type(b" ")
    assert (hands.row(), hands.row(3)[5:7]) == ("Two", "!=")
    assert hands.cursor == hands.hero


def hit_twice() -> Hands:
    """Return hands at the More between the blows of two monsters that both hit."""
    for seed in range(50):
        hands = scene(hall("H@H"), options="terse,jump", seed=seed, awake=True)
        hands.type(b"s")
        both = hands.session.mode == "more" and hands.session._ui.line.queue[-1].text.endswith(" hit")
        if both and hands.row() == "The hobgoblin hit" + MORE:
            return hands
    raise AssertionError("two hobgoblins never hit in the same turn")


def test_screen_4_the_status_line_behind_a_more_has_the_first_blow_only() -> None:
    hands = hit_twice()
    shown = int(hands.row(23).split("Hp: ")[1].split("(")[0])
    assert hands.session.world.player.hp < shown < 90
    hands.type(b" ")
    assert f"Hp: {hands.session.world.player.hp}(" in hands.row(23)


def test_vis_3_before_a_message_that_has_to_wait_the_player_looks_round() -> None:
    hands = scene("-----\n|@..+####\n-----", options="terse,jump")
    world = hands.session.world
    emit(world, "One")
    world.player.spot = spot_of(2, 6)
    world.player.room = world.level.room_at(world.player.spot)
    assert world.canvas.cells[spot_of(2, 7)] == ord(" ")
    emit(world, "Two")
    assert world.canvas.cells[spot_of(2, 7)] == ord("#")


def test_vis_3_that_look_wakes_nobody() -> None:
    hands = scene(hall("@.H."), options="terse,jump")
    world = hands.session.world
    drawn = world.rng.drawn
    foe = find_foe(world, "H")
    before = foe.flags
    emit(world, "One")
    emit(world, "Two")
    assert (world.rng.drawn, foe.flags) == (drawn, before)


def test_screen_5_a_message_after_a_rest_shows_the_map_of_its_moment() -> None:
    for seed in range(50):
        hands = scene(hall(".@H"), options="terse,jump", seed=seed, awake=True)
        hands.type(b">")
        if hands.row() != "I see no way down":
            continue
        assert hands.answer(b".") == "I see no way down" + MORE
        assert "Hp: 90(90)" in hands.row(23)
        assert hands.answer(b" ").startswith("The hobgoblin ")
        if hands.session.world.player.hp < 90:
            assert f"Hp: {hands.session.world.player.hp}(90)" in hands.row(23)
            return
    raise AssertionError("the hobgoblin never hit")


def test_a_window_made_larger_at_a_more_shows_the_same_moment() -> None:
    hands = hit_twice()
    before = list(hands.terminal.display)
    hands.terminal.reset()
    hands._stream.feed(hands.session.redraw())
    assert hands.terminal.display == before
    hands.type(b" ")
    assert hands.agree()


KEYS = st.lists(st.sampled_from(b"hjklyubnHJKLYUBNs.5tzeiq \x1b\x0c"), max_size=50)


@settings(max_examples=20, deadline=None)
@given(keys=KEYS, seed=st.integers(0, 50))
def test_option_jump_changes_what_is_drawn_on_the_way_and_nothing_else(keys: list[int], seed: int) -> None:
    smooth, jumping = Hands("nojump", seed), Hands("jump", seed)
    for key in keys:
        smooth.type(bytes([key]))
        jumping.type(bytes([key]))
        assert smooth.session.screen == jumping.session.screen
        assert smooth.session.mode == jumping.session.mode
    assert smooth.agree()
    assert smooth.session.world.turns == jumping.session.world.turns


@settings(max_examples=25, deadline=None)
@given(keys=KEYS, seed=st.integers(0, 50))
def test_pauses_are_places_inside_the_bytes_in_order(keys: list[int], seed: int) -> None:
    hands = Hands("nojump", seed)
    for key in keys:
        data = hands.type(bytes([key]))
        places = hands.session.pauses
        assert list(places) == sorted(set(places))
        assert all(0 < place < len(data) for place in places)


def test_cmd_3_a_count_before_i_asks_so_often() -> None:
    hands = scene(options="terse,jump")
    hands.type(b"3I")
    shown = []
    for letter in b"abc":
        assert hands.row() == "Item:"
        hands.type(bytes([letter]))
        shown.append(hands.row().removesuffix(MORE))
        while hands.session.mode == "more":
            hands.type(b" ")
    assert [text[:2] for text in shown] == ["a)", "b)", "c)"]
    assert hands.session.mode == "command"
    hands.type(b"I")
    hands.type(b"a")
    assert hands.session.mode == "command"


CROWD = """------------------
|..B..B..........|
|.@..B...B.......|
|...B..B.........|
------------------"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_key_dropped_at_a_more_draws_nothing(edition: str) -> None:
    """SCREEN.md 5: behind the last --More-- the map is the one of now."""
    for seed in range(8):
        world = read_world(CROWD, seed=seed, rules=EDITIONS[edition], awake=True)
        world.player.hp = world.player.max_hp = 500
        hands = Hands(edition=edition)
        world.options = hands.session.options
        hands.enter(world)
        for _ in range(15):
            hands.type(b"4s;")
            while hands.session.mode == "more":
                hands.type(b"; ;")
            canvas, (row, col) = world.canvas, hands.hero
            shown = bytearray(canvas.cells[80 : 23 * 80])
            shown[(row - 1) * 80 + col] = ord("@")
            assert "".join(hands.terminal.display[1:23]) == shown.decode("ascii")
