"""Kernels: the twin for the compiler returns what the plain one returns."""

from __future__ import annotations

from math import fsum
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rogomatic.agent.beliefs.box_contents import COUNT, HEIGHTS, WIDTHS, contents_of, measured
from rogomatic.agent.beliefs.terrain_map import FLOOR, PASSAGE, UNKNOWN, TerrainMap
from rogomatic.agent.kernels import level_grid, plain_kernels
from rogomatic.agent.kernels.cost_map import Costs
from rogomatic.agent.kernels.level_grid import FORBIDDEN
from rogomatic.agent.screen import vt100
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE, Screen
from rogomatic.agent.think.fight import combat_odds

pytest.importorskip("librt.vecs", reason="librt, which has the arrays of the kernels, is not installed")
from librt.vecs import vec

from rogomatic.agent.kernels import array_kernels

SEEDS = range(12)


def a_level(dice: Random) -> TerrainMap:
    """Return a level of floor with holes, with squares that are dear or shut."""
    level = TerrainMap(1)
    for row in range(2, ROWS - 2):
        for col in range(3, COLS - 3):
            if dice.random() < 0.7:
                level.put(row * COLS + col, FLOOR)
    for _ in range(80):
        level.avoid[dice.randrange(COLS, SIZE - COLS)] = dice.choice((1, 3, 9, 30, FORBIDDEN))
    return level


def fields_of(found: Costs) -> tuple[bytes, dict[int, int], bytes]:
    return found.near, found.large, found.order


def test_walkable_squares_and_steps_are_those_of_the_grid() -> None:
    assert {*range(1, level_grid.TRAP + 1)} == level_grid.WALKABLE
    assert [*array_kernels.STEPS] == [*level_grid.AROUND]


@pytest.mark.slow
def test_ways_and_costs_are_those_of_the_models() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        level, start = a_level(dice), 10 * COLS + dice.randrange(5, 70)
        for most in (4000, 12):
            goals = {dice.randrange(SIZE) for _ in range(4)} | {-1, start}
            found = array_kernels.find_path(level, level.avoid, start, goals, goals, most)
            assert found == plain_kernels.find_path(level, level.avoid, start, goals, goals, most)
            known = array_kernels.path_costs(level, level.avoid, start, most)
            assert fields_of(known) == fields_of(plain_kernels.path_costs(level, level.avoid, start, most))


@pytest.mark.slow
def test_searches_of_a_map_full_of_floor_are_those_of_the_models() -> None:
    """No step leads around an edge, what is dear waits its turn, and the queue comes round."""
    for seed in SEEDS[:3]:
        dice, level = Random(seed), TerrainMap(1)
        for spot in range(COLS, SIZE - COLS):
            if seed < 2 or dice.random() < 0.8:
                level.put(spot, FLOOR)
                level.avoid[spot] = dice.choice((0, 0, seed, 254 if seed % 2 else 1))
        goal = dice.randrange(COLS, SIZE - COLS)
        for start in (COLS, 12 * COLS - 1, SIZE - COLS - 1):
            known = array_kernels.path_costs(level, level.avoid, start, 4000)
            assert fields_of(known) == fields_of(plain_kernels.path_costs(level, level.avoid, start, 4000))
            found = array_kernels.find_path(level, level.avoid, start, {goal}, {goal}, 4000)
            assert found == plain_kernels.find_path(level, level.avoid, start, {goal}, {goal}, 4000)


def test_only_goals_are_goals_whatever_else_is_named() -> None:
    level = TerrainMap(1)
    for spot in range(161, 166):
        level.put(spot, FLOOR)
    assert array_kernels.find_path(level, level.avoid, 163, {165}, {161, 162, 165}, 4000) == (164, 165)


def test_a_round_leaves_what_the_model_leaves() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        left = [dice.random() for _ in range(dice.randrange(2, 30))]
        harm = tuple(dice.choice((0.0, dice.random())) for _ in range(dice.randrange(1, 40)))
        part = dice.random()
        assert array_kernels.after_harm(left, part, harm) == plain_kernels.after_harm(left, part, harm)


def test_sums_are_those_of_the_models() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        a, b = (tuple(dice.choice((0.0, dice.random())) for _ in range(dice.randrange(2, 40))) for _ in "ab")
        for cap in (160, 20, 3):
            assert array_kernels.add_spreads(a, b, cap) == plain_kernels.add_spreads(a, b, cap)


def test_a_foe_that_holds_takes_what_it_takes_in_the_model() -> None:
    for seed in SEEDS:
        dice = Random(seed)
        curve = tuple(sorted((dice.random() for _ in range(dice.randrange(2, 40))), reverse=True))
        chance, hp, grip = dice.randrange(-1, 22), dice.randrange(1, 60), dice.randrange(30)
        hit = min(max(chance, 0), 20) / 20
        case = curve, hit, hp, grip, combat_odds._GRIPS, combat_odds._CERTAIN
        known = plain_kernels.held_fight(*case)
        assert array_kernels.held_fight(*case) == known
        for bound in (0.0, 0.1, dice.random(), known[0], 1.0):
            early = plain_kernels.held_fight(*case, bound)
            assert array_kernels.held_fight(*case, bound) == early
            assert (early[0] > bound) is (known[0] > bound)


@pytest.mark.slow
def test_a_foe_survives_as_in_the_model() -> None:
    for seed in range(30):
        dice = Random(seed)
        health, harm = (tuple(dice.random() for _ in range(dice.randrange(1, 50))) for _ in "ab")
        left = tuple(share / fsum(health) for share in health)
        hit = dice.choice((0.0, 0.05, dice.random(), 1.0))
        harm = dice.choice((harm, (1.0,), (0.0, 1.0), (0.0,) * 120 + harm))
        limits = combat_odds._ROUNDS, combat_odds._CERTAIN
        by_hit = plain_kernels.survival_by_hit(left, harm, combat_odds.CAP, *limits)
        assert array_kernels.survival_by_hit(left, harm, combat_odds.CAP, *limits) == by_hit
        by_blow = plain_kernels.survival_by_blow(by_hit, hit, *limits)
        assert array_kernels.survival_by_blow(by_hit, hit, *limits) == by_blow


def test_a_tail_is_the_sum_of_what_it_holds() -> None:
    dice = Random(1)
    spread = tuple(dice.random() ** 9 for _ in range(50))
    for first in (0, 1, 20, 49, 50, 60):
        assert array_kernels.tail_of(spread, first) == fsum(spread[first:])


def test_a_foe_is_struck_down_as_in_the_model() -> None:
    for seed in range(40):
        dice = Random(seed)
        left = [dice.random() / 10 for _ in range(dice.randrange(2, 27))]
        curve = tuple(sorted((dice.random() for _ in range(dice.randrange(1, 30))), reverse=True))
        combat_odds = [
            tuple(dice.choice((0.0, dice.random())) for _ in range(dice.randrange(30))) for _ in "abc"
        ]
        harms = [(dice.choice(combat_odds), dice.choice(combat_odds)) for _ in curve]
        assert array_kernels.strike_down(left, curve, harms) == plain_kernels.strike_down(left, curve, harms)


@example([2e-276, -5.421267398435973e-112, -5.421267398435973e-112, -5.421267398435973e-112])
@given(st.lists(st.floats(-1e30, 1e30)) | st.lists(st.sampled_from((1e16, 1.0, -1.0, 1e-16, 0.1, -1e16))))
def test_exact_sums_are_those_of_the_library(values: list[float]) -> None:
    assert array_kernels.exact_sum(vec[float](values)) == fsum(values)


def a_drawn_level(seed: int) -> TerrainMap:
    """Return a level of any terrain, partly looked at and searched."""
    dice = Random(seed)
    level = TerrainMap(dice.randrange(1, 15))
    for _ in range(30):
        spot, step, kind = dice.randrange(SIZE), dice.choice((1, COLS)), dice.randrange(8)
        for at in range(dice.randrange(2, 20)):
            level.put(min(spot + at * step, SIZE), kind)
    for spot in dice.sample(range(2 * COLS, SIZE - 2 * COLS), 60):
        level.visit(spot)
        level.note_search(spot, dice.randrange(12))
    level.update_frontier()
    return level


def test_boxes_and_squares_of_rooms_are_worth_what_the_models_say() -> None:
    for seed in SEEDS:
        level = a_drawn_level(seed)
        code, looked = bytes(level.code), level.looked
        values = tuple(float(2**at) for at in range(9))
        for number in range(COUNT):
            box, contents = measured(code, number), contents_of(code)[number]
            assert (contents.floor, contents.passages) == (box.floor, box.passages)
            rows, cols = HEIGHTS[number // 3], WIDTHS[number % 3]
            edges = box.top, box.left, box.bottom, box.right
            assert array_kernels.measure_box(code, *rows, *cols) == (box.floor, box.passages, *edges)
            assert plain_kernels.measure_box(code, *rows, *cols) == (box.floor, box.passages, *edges)
            assert array_kernels.sides_of_floor(code, *edges) == plain_kernels.sides_of_floor(code, *edges)
            for spot in range(rows[0] * COLS + cols[0], rows[1] * COLS - COLS, 7):
                worth = plain_kernels.floor_worth(code, looked, spot, edges, values)
                assert array_kernels.floor_worth(code, looked, spot, edges, values) == worth


def test_the_frontier_is_that_of_the_model() -> None:
    for seed in SEEDS:
        level, dice = a_drawn_level(seed), Random(seed)
        for _ in range(5):
            level.put(dice.randrange(COLS, SIZE - COLS), dice.randrange(8))
            level.visit(dice.randrange(2 * COLS, SIZE - 2 * COLS), blind=dice.randrange(4) == 0)
        frontier, tips = set(level.frontier), set(level.tips)
        code, been, looked = bytes(level.code), level.been, level.looked
        array_kernels.mark_frontier(frontier, tips, level._dirty, code, been, looked)
        before = set(level.frontier)
        level.update_frontier()
        assert frontier == level.frontier != before
        assert tips == level.tips == {spot for spot in frontier if code[spot] == PASSAGE} != set()
        whole: set[int] = set()
        every = set(range(COLS, SIZE - COLS))
        plain_kernels.mark_frontier(whole, set(), every, code, been, looked)
        assert whole == level.frontier, "changes are noted where they matter"


@pytest.mark.parametrize("kind", [FLOOR, PASSAGE])
@pytest.mark.parametrize("unseen", [COLS, 2 * COLS - 1, SIZE - 2 * COLS, SIZE - COLS - 1])
def test_the_frontier_beside_a_corner_of_the_map_is_the_same_in_both_kernels(unseen: int, kind: int) -> None:
    code = bytearray(SIZE + COLS)
    code[COLS : SIZE - COLS] = bytes([kind]) * (SIZE - 2 * COLS)
    code[unseen] = UNKNOWN
    been, looked = bytearray(len(code)), bytearray(len(code))
    found = list[set[int]]()
    for mark_frontier in (array_kernels.mark_frontier, plain_kernels.mark_frontier):
        found.append(set())
        mark_frontier(found[-1], set(), set(range(COLS, SIZE - COLS)), bytes(code), been, looked)
    assert found[0] == found[1] != set()


pieces = st.one_of(
    st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), min_size=1).map(str.encode),
    st.builds(lambda row, col: b"\x1b[%d;%dH" % (row, col), st.integers(0, 130), st.integers(0, 2000)),
    st.sampled_from(
        (b"\x1b[H", b"\x1b[2J", b"\x1b[K", b"\b\b", b"\r", b"\n", b"\x1b[7m", b"\x1b[m", b"\x1b[;5H")
    ),
    st.binary(max_size=8),
)
usual_pieces = st.one_of(
    st.text(alphabet="HKm1; ", min_size=1, max_size=9).map(str.encode),
    st.builds(lambda row, col: b"\x1b[%d;%dH" % (row, col), st.integers(0, 25), st.integers(0, 81)),
    st.sampled_from((b"\x1b[1;1H", b"\x1b[K", b"\x1b[7m", b"\x1b[m", b"\x1b[3;5", b"\x1b[", b"\x1b[K")),
)


@settings(max_examples=75)
@given(
    st.one_of(st.lists(pieces, max_size=12), st.lists(usual_pieces, max_size=20)).map(b"".join),
    st.integers(0, 200),
)
@example(b"x\x1b[3;5H" + b"a" * 85 + b"\x1b[22;5H" + b"b" * 170 + b"\x1b[3;5H", 0)
@example(b"x\x1b[1;1H\x1b[KHi\x1b[3;5H#\x1b[Kc\x1b[7mHd\x1b[3;6H@\x1b[1;2Hx\x1b[m\x1b[5;5H", 9)
def test_any_stream_draws_the_same_screen(data: bytes, cut: int) -> None:
    plain = Screen()
    plain.feed(data[:cut])
    plain.feed(data[cut:])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vt100, "read_stream", array_kernels.read_stream)
        other = Screen()
        other.feed(data[:cut])
        other.feed(data[cut:])
    flags = ("drawn", "top_written", "status_written")
    for name in ("cells", "bright", "row", "col", "strange", "beyond", *flags):
        assert getattr(other, name) == getattr(plain, name), name
    assert other.take_changes() == plain.take_changes()
    assert other.take_lines() == plain.take_lines()
