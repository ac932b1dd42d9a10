"""The window's parts: cells and their differences, colors, the layout, the pace, the table of keys."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import cast

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.beliefs.model import Action, Plan
from rogomatic.agent.beliefs.terrain_map import DOOR, WALKABLE
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.experts.fight_or_flee import reasons_of
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.agent.think.fight.combat_sim import FightCost
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.run.viewer.canvas import Canvas, Line, Style, changes, line, palette_of, text_of
from rogomatic.run.viewer.controls import ACTIONS, KEYS, SYMBOLS, Pace, PlaybackMoment, StepKind, help_page
from rogomatic.run.viewer.frame import (
    GOAL,
    LAYOUTS,
    PANELS,
    WHY_ROW,
    Showing,
    bare_frame,
    frame_of,
    layout_of,
    places,
    reason_lines,
)
from rogomatic.run.viewer.state_panels import hidden_in
from rogue.shared.playback import SPEEDS, faster, slower
from tests.support.agent_scenes import Scene

LOOKS = st.sampled_from(list(Style))
WORDS = st.text(
    st.one_of(st.characters(min_codepoint=32, max_codepoint=126), st.sampled_from("\u0142\u592a\u00e9")),
    min_size=1,
    max_size=30,
)
Puts = list[tuple[int, int, str, Style]]
PUTS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 19), WORDS, LOOKS), max_size=8)


def filled(puts: Puts) -> Canvas:
    canvas = Canvas(20, 6)
    for row, col, text, look in puts:
        canvas.put(row, col, line((text, look)), len(text))
    return canvas


@settings(max_examples=30, deadline=None)
@given(st.lists(PUTS, min_size=1, max_size=4))
def test_a_window_fed_with_differences_shows_the_last_frame(frames: list[Puts]) -> None:
    screen = pyte.Screen(20, 6)
    stream, before = pyte.Stream(screen), None
    for puts in frames:
        now = filled(puts)
        stream.feed(changes(now, before, palette_of(0)))
        before = now
    assert before is not None
    shown = [row.rstrip() for row in screen.display]
    assert shown[:5] == before.rows()[:5]
    end = 118 if before.cells(119, 120) == "" else 119  # the corner is never written
    assert shown[5] == before.cells(100, end).rstrip()
    for row, col in itertools.product(range(5), range(20)):
        bold = screen.buffer[row][col].bold
        assert bold == (before.looks[row * 20 + col] in (Style.STRONG, Style.DANGER, Style.FOE, Style.HERO))


def test_nothing_is_written_when_nothing_has_changed() -> None:
    puts = [(1, 1, "abc", Style.GOLD)]
    assert changes(filled(puts), filled(puts), palette_of(8)) == ""


def test_far_changes_of_a_row_are_written_apart() -> None:
    before, now = filled([]), filled([(2, 0, "a", Style.PLAIN), (2, 15, "b", Style.PLAIN)])
    assert changes(now, before, palette_of(0)) == "\x1b[3;1H\x1b[ma\x1b[3;16H\x1b[mb\x1b[m"


def test_letters_of_any_script_take_the_cells_that_terminals_give_them() -> None:
    canvas = filled([(1, 18, "x\u592a", Style.PLAIN)])
    canvas.put(0, 0, line("Zoe\u0308 \u592a\u90ce|"), 20)
    assert canvas.rows()[:2] == ["Zoe\u0308 \u592a\u90ce|", " " * 18 + "x"]
    assert canvas.cells(0, 9) == "Zoe\u0308 \u592a\u90ce|"
    canvas.put(0, 0, line("abcdef"), 9)
    assert canvas.rows()[0] == "abcdef"
    assert not canvas.others


@pytest.mark.parametrize("text", ["It\u009b31mbe\u202eats.", "It\x1b31mbe\x7fats.", "\u592a\x1b\u2028"])
def test_control_characters_never_reach_the_terminal(text: str) -> None:
    window = Canvas(20, 1)
    window.put(0, 0, line(text), 20)
    drawn = changes(window, None, palette_of(0))
    assert drawn.replace("\x1b[", "").isprintable()
    assert window.rows() == ["".join(char if char.isprintable() else "?" for char in text)]


@pytest.mark.parametrize(
    ("at", "text", "shown"),
    [(0, "abcd", "abcd  z"), (1, "a", " a\u90ce  z"), (2, "a", "\u592aa   z"), (0, "a\u592a", "a\u592a   z")],
)
def test_half_of_a_wide_letter_is_never_left(at: int, text: str, shown: str) -> None:
    window, small = Canvas(7, 1), Canvas(len(text) + text.count("\u592a"), 1)
    window.put(0, 0, line("\u592a\u90ce  z"), 7)
    small.put(0, 0, line(text), small.width)
    copied = Canvas(7, 1)
    copied.copy(window, 0, 0, 1)
    copied.copy(small, 0, at, 1)
    window.put(0, at, line(text), small.width)
    assert window.rows() == copied.rows() == [shown]


def test_a_wide_letter_that_is_cut_leaves_a_blank() -> None:
    window, large = Canvas(4, 1), Canvas(6, 1)
    large.put(0, 0, line("a\u592a\u90ce"), 6)
    window.copy(large, 0, 0, 1)
    assert window.cells(0, 4) == "a\u592a "


def test_a_new_look_of_the_right_half_draws_the_letter_again() -> None:
    before, now = Canvas(4, 2), Canvas(4, 2)
    for window in (before, now):
        window.put(0, 0, line("\u592a"), 4)
    now.mark(0, 1, Style.GOAL)
    assert changes(now, before, palette_of(0)).startswith("\x1b[1;1H")


def test_a_line_is_cut_at_the_edge_and_blank_behind() -> None:
    canvas = filled([(0, 0, "x" * 20, Style.PLAIN)])
    canvas.put(0, 15, line("abcdefghi"), 9)
    canvas.put(0, 2, line("12"), 5)
    canvas.put(6, 0, line("below"), 5)
    assert canvas.rows()[0] == "xx12   xxxxxxxxabcde"


def test_what_matters_differs_without_color() -> None:
    mono = palette_of(0)
    plain = mono[Style.PLAIN]
    assert all(mono[look] != plain for look in (Style.DANGER, Style.PATH, Style.GOAL, Style.FOE, Style.HERO))


WINDOWS = sorted(
    {(one.columns + wider, one.rows + more) for one in LAYOUTS for wider in (0, 1, 17) for more in (0, 1, 9)}
)


def misplaced(width: int, height: int) -> Iterator[str]:
    """Yield what is wrong with the panels of a window of this size."""
    taken = set(itertools.product(range(ROWS), range(COLS)))
    for place in places(width, height):
        window = f"{place.panel} at {width} x {height}"
        if place.panel not in PANELS or place.width < 16:
            yield f"{window} is none or too narrow"
        rows = range(place.row, place.row + place.height)
        cells = set(itertools.product(rows, range(place.col, place.col + place.width)))
        if cells & taken:
            yield f"{window} covers another or the map"
        if max(row for row, _ in cells) >= height or max(col for _, col in cells) >= width:
            yield f"{window} stands outside"
        taken |= cells


def test_panels_stand_in_the_window_clear_of_the_map_and_of_each_other() -> None:
    assert [wrong for size in [*WINDOWS, (300, 100)] for wrong in misplaced(*size)] == []


def test_every_window_has_a_layout_and_a_larger_one_shows_no_less() -> None:
    assert layout_of(80, 24) is LAYOUTS[-1]
    shown = {size: {place.panel: place.width for place in places(*size)} for size in [*WINDOWS, (300, 100)]}
    for (width, height), panels in shown.items():
        for (less_wide, less_high), fewer in shown.items():
            if less_wide <= width and less_high <= height:
                assert fewer.keys() <= panels.keys(), f"{less_wide} x {less_high}, {width} x {height}"
                if "danger" in fewer:
                    assert danger_columns(fewer["danger"]) <= danger_columns(panels["danger"])
    assert {place.panel for place in places(240, 60)} == {*PANELS} - {"memory", "knobs"}


@cache
def danger_columns(width: int) -> int:
    """The columns of the table of foes that a width has room for."""
    scene = Scene("  ----------\n  |........|\n  |....O...+\n  |...@....|\n  ----------")
    player = Player(default_memory(), DEFAULT, 1)
    player.beliefs = scene.awake("O")
    return len(text_of(PANELS["danger"].show(player, None, width, 9)[0]).split())


def at(command: int = 1, turn: int = 1, rung: str = "rest", depth: int = 1) -> PlaybackMoment:
    return PlaybackMoment(command, turn, rung, depth)


@pytest.mark.parametrize(
    ("step", "on", "there"),
    [
        ("command", [], at(2)),
        ("turn", [at(2), at(3)], at(4, 2)),
        ("rung", [at(2, 2), at(3, 5)], at(4, 5, "explore")),
        ("level", [at(2, 2, "explore"), at(3, 5)], at(4, 6, "rest", 2)),
    ],
)
def test_a_step_goes_on_until_wanted(step: str, on: list[PlaybackMoment], there: PlaybackMoment) -> None:
    pace = Pace(15.0)
    pace.pause()
    pace.step(cast(StepKind, step), at())
    for moment in on:
        pace.arrive(moment)
        assert not pace.paused
    pace.arrive(there)
    assert pace.paused
    pace.pause()
    pace.arrive(at(9, 9, "eat", 9))
    assert not pace.paused


def test_every_speed_is_reached_from_both_ends() -> None:
    up, down = [SPEEDS[0]], [0.0]
    while up[-1]:
        up.append(faster(up[-1]))
    while down[-1] != SPEEDS[0]:
        down.append(slower(down[-1]))
    assert up == [*SPEEDS, 0]
    assert down == up[::-1]


def test_every_key_is_there_once_and_every_panel_has_one() -> None:
    assert len(ACTIONS) == sum(len(row.keys) for row in KEYS)
    opened = {what for action, what in ACTIONS.values() if action == "panel"}
    assert opened == set(PANELS)


def test_the_help_page_lists_every_key_and_fits_a_bare_window() -> None:
    page = [text_of(one) for one in help_page()]
    assert len(page) <= ROWS - 4
    assert all(len(row) <= COLS - 2 for row in page)
    for row in KEYS:
        assert not row.name or sum(f"{row.name:>5} {row.help}" in one for one in page) == 1


def test_the_walk_is_drawn_on_the_map_and_can_be_left_out() -> None:
    scene = Scene()
    player = Player(default_memory(), DEFAULT, 1)
    player.screen, player.beliefs = scene.screen, scene.b
    spot = scene.b.me.spot
    goal = 20 * COLS + 40  # rock so far
    walk = Choice("look around", Act(b"l", "", Action("walk", 1), Plan("explore", goal, (spot + 1, goal))))
    frame = frame_of(player, walk, 80, 24, Showing())
    assert frame.looks[spot] == Style.HERO
    assert frame.looks[spot + 1] == Style.PATH
    assert frame.looks[goal] == Style.GOAL
    mark = chr(frame.text[goal])
    assert mark == GOAL
    assert not mark.isalnum(), "a letter is a monster"
    assert f"{mark} its goal" in SYMBOLS
    plain = frame_of(player, walk, 80, 24, Showing(path=False))
    assert plain.looks[spot + 1] == Style.PLAIN
    assert plain.text[goal] == ord(" ")


def test_the_chances_of_a_search_stand_on_floor_only_and_stay_at_a_more() -> None:
    scene = Scene("  ------\n  |....|\n  |.@%.|\n  |....+\n  ------")
    player = Player(default_memory(), DEFAULT, 1)
    player.screen, player.beliefs = scene.screen, scene.b
    before = frame_of(player, None, 80, 24, Showing()).rows()
    for kind, spot in (("command", scene.screen.spot), ("more", 10)):
        scene.b.waiting = Waiting(kind, sure=True)  # type: ignore[arg-type]
        scene.screen.spot = spot
        shown = frame_of(player, None, 80, 24, Showing(hidden=True))
        changed = {
            (old, new) for row, other in zip(before, shown.rows(), strict=True)
            for old, new in zip(row, other, strict=True) if old != new
        }  # fmt: skip
        assert changed, kind
        assert all(old == "." and new.isdigit() for old, new in changed), (kind, changed)
    scene.screen.spot = 20 * COLS + 3
    assert frame_of(player, None, 80, 24, Showing(hidden=True)).rows() == before, "a page is no map"


def test_no_chance_is_drawn_outside_the_map() -> None:
    level = Scene("\n" * 18 + "  ------\n  |....|\n  |.@..|\n  ------").b.level
    assert all(COLS <= spot < 23 * COLS and level.code[spot] in WALKABLE for spot in hidden_in(level))
    assert hidden_in(level)


REST = Choice("rest", Act(b"s", "weak"))
WEAK = reason_lines(REST)
FULL = f"{'.......K' * 10}"[:80]


def framed_with_reason(
    last: str, first: str, cursor: tuple[int, int] | None = None, because: tuple[Line, ...] = WEAK
) -> list[str]:
    """Return the window of a game whose last and first rows of the map begin like this."""
    player, scene = Player(default_memory(), DEFAULT, 1), Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    scene.screen.feed(f"\x1b7\x1b[23;1H{last}\x1b[2;1H{first}\x1b8".encode())
    if cursor is not None:
        scene.screen.spot = cursor[0] * COLS + cursor[1]
    return frame_of(player, REST, 80, 24, Showing(why=because)).rows()


@pytest.mark.parametrize(
    ("last", "first", "row", "shown"),
    [
        ("", "", WHY_ROW, "Why: rest: weak"),
        ("  |..---", "", WHY_ROW, "  |..--- Why: rest: weak"),
        (f"{'':72}*", "", WHY_ROW, f"{'Why: rest: weak':72}*"),
        (f"{'':60}*", "", 7, "Why: rest: weak"),
        (FULL, "", 7, "Why: rest: weak"),
    ],
    ids=["blank", "behind a wall", "before a thing", "a row with room for most reasons", "another row"],
)
def test_a_reason_covers_nothing_of_the_map(last: str, first: str, row: int, shown: str) -> None:
    rows = framed_with_reason(last, first)
    assert rows[row].rstrip() == shown
    without = framed_with_reason(last, first, because=())
    pairs = [pair for texts in zip(without, rows, strict=True) for pair in zip(*texts, strict=False)]
    assert [old for old, new in pairs if new != old != " "] == []


def test_a_reason_takes_a_narrow_gap_where_no_row_has_room_for_most_reasons() -> None:
    player, scene = Player(default_memory(), DEFAULT, 1), Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    scene.screen.feed(
        b"\x1b7" + b"".join(b"\x1b[%d;1H%s" % (row, FULL[:50].encode()) for row in range(2, 24))
    )
    scene.screen.feed(b"\x1b8@\x1b8")
    rows = frame_of(player, REST, 80, 24, Showing(why=WEAK)).rows()
    assert rows[WHY_ROW] == f"{FULL[:50]} Why: rest: weak".ljust(len(rows[WHY_ROW]))


def test_a_reason_without_room_is_cut_to_the_largest_gap() -> None:
    player, scene = Player(default_memory(), DEFAULT, 1), Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    scene.screen.feed(b"\x1b7" + b"".join(b"\x1b[%d;1H%s" % (row, FULL.encode()) for row in range(2, 24)))
    scene.screen.feed(b"\x1b[9;9H" + b" " * 12 + b"\x1b8@\x1b8")
    rows = frame_of(player, REST, 80, 24, Showing(why=WEAK)).rows()
    assert rows[8].startswith(".......K Why: weak  ...K")


def test_hero_and_monsters_are_lit_where_they_are_while_a_message_is_read() -> None:
    player, scene = Player(default_memory(), DEFAULT, 1), Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    b, here = scene.b, scene.b.me.spot
    b.waiting = Waiting("more", "")
    b.plan = Plan("explore", here + 3, (here, here + 1, here + 2, here + 3))
    row, col = divmod(here, COLS)
    scene.screen.feed(f"\x1b[{row + 1};{col + 1}H.@E\x1b[1;12H".encode())
    canvas = frame_of(player, None, 80, 24, Showing())
    looks = [Style(look) for look in canvas.looks[here : here + 4]]
    assert looks == [Style.PATH, Style.HERO, Style.FOE, Style.GOAL]


def test_a_page_is_no_map_to_write_a_reason_on() -> None:
    assert framed_with_reason("--+--H---", "", cursor=(5, 40))[WHY_ROW].strip() == "--+--H---"


def why_shown(choice: Choice, *, is_advice: bool = False) -> str:
    """Return the reason in a window whose map is blank."""
    empty = framed_with_reason("", "", because=())
    rows = framed_with_reason("", "", because=reason_lines(choice, is_advice=is_advice))
    return next(new for old, new in zip(empty, rows, strict=True) if old != new).strip()


def test_a_reason_that_names_an_option_stands_alone() -> None:
    weighed = Choice("fight or flee", Act(b"h", "run on, 68% to die; next best: fight here, 77% to die"))
    assert why_shown(weighed) == "Why: run on, 68% to die; next best: fight here, 77% to die"


ZAP, RUN = "zap a wand of teleport away", "run to the stairs"
DEAR = "use up the scroll"


@pytest.mark.parametrize(
    ("best", "second", "shown"),
    [
        (("rest", 8, 9.0), None, "rest, 8% to die, 9 hit points lost"),
        (("x" * 50, 8, 9.0), None, f"{'x' * 50}, 8% to die"),
        (("x" * 70, 8, 9.0), None, "x" * 70),
        (("fight", 8, 9.0), (RUN, 9, 2.0), "fight, 8% to die; next best: run to the stairs, 9% to die"),
        ((ZAP, 78, 9.0), (RUN, 80, 9.0), f"{ZAP}, 78% to die; next: {RUN}, 80%"),
        ((ZAP + ", far from here", 78, 9.0), (RUN, 80, 9.0), f"{ZAP}, far from here, 78% to die; else 80%"),
        ((f"{ZAP} {'x' * 30}", 78, 9.0), (RUN, 80, 9.0), f"{ZAP} {'x' * 30}, 78% to die"),
        (("fight", 9, 9.0), ("run", 8, 9.0), f"fight, 9% to die; next: run, 8%, but that would {DEAR}"),
        (("run on", 74, 9.0), (ZAP, 71, 9.0), f"run on, 74% to die; else 71%, but that would {DEAR}"),
        ((f"{'x' * 60}", 74, 9.0), (ZAP, 71, 9.0), f"{'x' * 60}, 74% to die"),
    ],
)
def test_a_comparison_with_little_room_keeps_its_numbers(
    best: tuple[str, int, float], second: tuple[str, int, float] | None, shown: str
) -> None:
    found = (best,) if second is None else (best, second)
    because, *shorter = reasons_of(
        tuple(
            Option(name, FightCost(percent / 100, loss), price, gives_up=DEAR)
            for price, (name, percent, loss) in zip((0.0, 99.0), found, strict=False)
        ),
        DEFAULT,
    )
    assert why_shown(Choice("fight or flee", Act(b"h", because, shorter=tuple(shorter)))) == f"Why: {shown}"


@pytest.mark.parametrize(
    ("because", "shorter", "shown"),
    [
        ("weak", (), "rest: weak"),
        (f"{'x' * 35} {'y' * 35}", (), f"{'x' * 35} {'y' * 35}"),
        (f"{'x' * 35} {'y' * 45}", (), "rest"),
        (f"{'x' * 35} {'y' * 45}", ("x" * 75, "x"), "x" * 75),
    ],
)
def test_a_reason_without_room_is_told_in_fewer_words(
    because: str, shorter: tuple[str, ...], shown: str
) -> None:
    assert why_shown(Choice("rest", Act(b"s", because, shorter=shorter))) == f"Why: {shown}"
    assert why_shown(Choice("rest", Act(b"s", "")), is_advice=True).startswith("Advice: rest")


@pytest.mark.parametrize("col", [2, 40, 77])
def test_the_believed_map_stands_where_the_map_stands_whole(col: int) -> None:
    scene = Scene()
    player = Player(default_memory(), DEFAULT, 1)
    player.screen, player.beliefs = scene.screen, scene.b
    scene.b.level.code[:] = bytes(len(scene.b.level.code))
    for spot in (COLS, 2 * COLS - 1, (ROWS - 2) * COLS, (ROWS - 1) * COLS - 1):
        scene.b.level.code[spot] = DOOR
    scene.b.me.spot = 12 * COLS + col
    rows = frame_of(player, None, 80, 24, Showing(overlay="chart")).rows()
    assert rows[0].startswith(" The agent's map ")
    assert [rows[row][place] for row in (1, ROWS - 2) for place in (0, COLS - 1)] == ["+"] * 4
    assert rows[12][col] == "@"
    assert rows[ROWS - 1].startswith("Level:")


@pytest.mark.parametrize("name", [name for name, entry in PANELS.items() if entry.heads])
def test_the_titles_of_columns_stay_while_a_panel_is_scrolled(name: str) -> None:
    player = Player(default_memory(), DEFAULT, 1)
    scene = Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    heads = PANELS[name].heads
    tops = [
        frame_of(player, None, 80, 24, Showing(overlay=name, scroll=scroll)).rows()[2 : 2 + heads]
        for scroll in (0, 10)
    ]
    assert tops[0] == tops[1]


def test_a_scrolled_panel_goes_on_below_its_titles() -> None:
    player = Player(default_memory(), DEFAULT, 1)
    scene = Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    rows = frame_of(player, None, 80, 24, Showing(overlay="memory", scroll=5)).rows()
    assert rows[3].split()[:2] == ["monster", "level"]
    assert rows[4].startswith(" F ")


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((80, 24), ""),
        ((80, 36), "coffee, seed 123456789, game 12"),
        ((120, 40), "coffee, seed 123456789"),
        ((220, 60), "rogomatic watch: coffee, seed 123456789, game 12"),
    ],
)
def test_a_panel_title_with_room_says_which_game_this_is(size: tuple[int, int], shown: str) -> None:
    player = Player(default_memory(), DEFAULT, 1)
    scene = Scene()
    player.screen, player.beliefs = scene.screen, scene.b
    short = "coffee, seed 123456789"
    titles = (f"rogomatic watch: {short}, game 12", f"{short}, game 12", short)
    rows = frame_of(player, None, *size, Showing(titles=titles)).rows()
    found = [row for row in rows if short in row]
    assert len(found) == bool(shown)
    assert all(shown in row for row in found)


def test_a_long_sentence_of_a_replay_is_shown_whole() -> None:
    words = "This game has no fight with 'zzzyx'; the hero fought " + ", ".join(["hobgoblin"] * 20) + "."
    showing = Showing(top=((words, Style.STRONG),), notice="30/3,408 15/s")
    told = []
    for showing.page in range(4):
        first, *others = bare_frame(Screen(), 80, 24, showing, "").rows()
        assert not any(others), "nothing lies over the map"
        told.append(first.removesuffix(" ..."))
    assert " ".join(told) == words
