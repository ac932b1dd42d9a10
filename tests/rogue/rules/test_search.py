"""Searching: odds and finds (SRC, CHK-32)."""

from __future__ import annotations

import pytest

from rogue.rules.traps import search, trap_title
from rogue.state.entities import BLIND, HALLUCINATING
from rogue.state.grid import spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import World
from rogue.tables.ruleset import TRAPS
from scripts.lib.notation import hall, plain_item, read_world
from tests.support.odds import assert_mean, assert_share

DOOR_BESIDE = """
    -----
    |..@d##
    -----
"""
TRAP_BESIDE = hall(".@t")
PASSAGE_BESIDE = """
    -----
    |...+@p##
    -----
"""
HIDDEN = {"door": (DOOR_BESIDE, (2, 4)), "trap": (TRAP_BESIDE, (2, 3)), "passage": (PASSAGE_BESIDE, (2, 6))}


def beside(what: str, *, seed: int = 0, terse: bool = False, kind: str = "bear trap") -> World:
    picture, place = HIDDEN[what]
    return read_world(picture, seed=seed, terse=terse, traps={place: kind})


def found(world: World, what: str) -> bool:
    return bool(world.level.flags[spot_of(*HIDDEN[what][1])] & REAL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "plain", "tripping", "blind", "both"),
    [("door", 5, 8, 7, 10), ("trap", 2, 5, 4, 7), ("passage", 3, 6, 5, 8)],
)
def test_src_2_3_odds(what: str, plain: int, tripping: int, blind: int, both: int) -> None:
    odds = {0: plain, HALLUCINATING: tripping, BLIND: blind, HALLUCINATING | BLIND: both}
    for marks, one_in in odds.items():
        finds = 0
        for seed in range(600):
            world = beside(what, seed=seed)
            world.player.flags |= marks
            search(world)
            finds += found(world, what)
        assert_share(finds, 600, 1 / one_in)


@pytest.mark.parametrize(("what", "mean"), [("door", 5), ("trap", 2), ("passage", 3)])
def test_chk_32_mean_searches_until_found(what: str, mean: float) -> None:
    counts = []
    for seed in range(300):
        world = beside(what, seed=seed)
        searches = 0
        while not found(world, what):
            search(world)
            searches += 1
        counts.append(searches)
    assert_mean(counts, mean)


def find(world: World, what: str) -> None:
    world.run, world.count = 1, 7
    while not found(world, what):
        assert (world.run, world.count) == (1, 7)
        search(world)


@pytest.mark.parametrize(
    ("what", "terse", "symbol", "said"),
    [
        ("door", False, "+", ["A secret door"]),
        ("door", True, "+", ["A secret door"]),
        ("trap", False, "^", ["You found a bear trap"]),
        ("trap", True, "^", ["a bear trap"]),
        ("passage", False, "#", []),
    ],
)
def test_src_4_what_is_found_becomes_real_told_and_drawn(
    what: str, terse: bool, symbol: str, said: list[str]
) -> None:
    world = beside(what, terse=terse)
    find(world, what)
    spot = spot_of(*HIDDEN[what][1])
    assert chr(world.level.cells[spot]) == chr(world.canvas.cells[spot]) == symbol
    assert (world.said, world.run, world.count) == (said, 0, 0)


def test_src_4_a_found_trap_keeps_its_kind_and_is_marked_seen() -> None:
    world = beside("trap", kind="rust")
    find(world, "trap")
    spot = spot_of(2, 3)
    assert trap_title(world, spot) == "a rust trap"
    assert world.level.flags[spot] & SEEN


def test_src_4_a_hallucinated_trap_may_have_any_name_without_play_dice() -> None:
    world = beside("trap")
    world.player.flags |= HALLUCINATING
    titles = {trap_title(world, spot_of(2, 3)) for _ in range(200)}
    assert titles == {trap.title for trap in TRAPS}
    assert world.rng.drawn == 0


def test_src_1_only_neighbours_and_only_hidden_things() -> None:
    world = read_world(hall("@.t"))
    for _ in range(50):
        search(world)
    assert not world.level.flags[spot_of(2, 3)] & REAL
    assert world.rng.drawn == 0


def test_gen_37a_a_trap_under_a_thing_is_not_found() -> None:
    world = beside("trap")
    world.level.add_thing(plain_item(world, "potion"), spot_of(2, 3))
    for _ in range(50):
        search(world)
    assert not found(world, "trap")


def test_src_1_several_finds_in_one_search() -> None:
    both = 0
    for seed in range(600):
        world = read_world(["----", "|t@d##", "|..|", "----"], seed=seed)
        search(world)
        both += len(world.said) == 2
    assert_share(both, 600, 1 / 2 * 1 / 5)
