"""What each trap does (TRP), and how hidden things are found (SRC, CHK-32)."""

from __future__ import annotations

import re
from functools import partial
from typing import get_args

import pytest

from rogue.rules import awareness
from rogue.rules.traps import EFFECTS, MYSTERIES, search, spring, trap_title
from rogue.state.entities import ALERT, BLIND, HALLUCINATING
from rogue.state.grid import spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import Ending, World
from rogue.tables.items import COLORS
from rogue.tables.ruleset import TRAPS, TrapName
from scripts.lib.notation import hall, plain_item, read_world
from tests.rogue.scenes import Scene, scene
from tests.support.odds import assert_mean, assert_share

ROOM = """
    -----
    |...|
    |.@t|
    |...|
    -----
"""

TRAP_SPOT = spot_of(3, 3)

TOUGH = 10**6


def room(kind: str, *, seed: int = 0, hp: int = TOUGH, terse: bool = False) -> World:
    world = read_world(ROOM, seed=seed, kit=True, terse=terse, traps={(3, 3): kind})
    world.player.hp = world.player.max_hp = hp
    return world


def sprung(kind: str, *, seed: int = 0, hp: int = TOUGH) -> World:
    world = room(kind, seed=seed, hp=hp)
    assert spring(world, TRAP_SPOT) == kind
    return world


def test_every_kind_of_trap_has_exactly_one_function() -> None:
    assert set(EFFECTS) == set(get_args(TrapName))


def trap(kind: str) -> dict[str, object]:
    return {"traps": {(3, 3): kind}, "kit": True, "hp": TOUGH}


SPRING = partial(spring, spot=TRAP_SPOT)

SPRUNG = [
    *(scene(f"TRP-2 a {kind} ends run and count", ROOM, SPRING, {**trap(kind), "run": 1, "count": 9},
            costs=kind, run=0, count=0) for kind in get_args(TrapName)),
    scene("TRP-3 one level down", ROOM, SPRING, trap("trapdoor"), costs="trapdoor", depth=2, deepest=2,
          said=["You fell into a trap!"]),
    scene("TRP-4 bear trap", ROOM, SPRING, trap("bear trap"), bear_trap=3,
          said=["You are caught in a bear trap"]),
    scene("TRP-5 sleeping gas", ROOM, SPRING, {**trap("sleeping gas"), "flags": ALERT, "helpless": 2},
          helpless=7, flags=0, said=["A strange white mist envelops you and you fall asleep"]),
    scene("TRP-8 a dart that misses vanishes", ROOM, SPRING, {**trap("poison dart"), "level": -20}, things=[],
          said=["A small dart whizzes by your ear and vanishes"]),
    scene("TRP-9 rust", ROOM, SPRING, trap("rust"), worn_value=7,
          said=["A gush of water hits you on the head", "Your armor appears to be weaker now. Oh my!"]),
    scene("TRP-10 the color draws no dice of play", ROOM, SPRING, trap("mysterious"), drawn=1),
]  # fmt: skip


@pytest.mark.parametrize("row", SPRUNG)
def test_what_traps_do(row: Scene) -> None:
    assert row.seen() == row.then


@pytest.mark.parametrize("kind", [name for name in get_args(TrapName) if name != "trapdoor"])
def test_trp_1_a_trap_that_went_off_is_visible_and_never_disappears(kind: str) -> None:
    world = room(kind)
    for _ in range(2):
        spring(world, TRAP_SPOT)
        assert world.level.cells[TRAP_SPOT] == ord("^")
        assert world.level.flags[TRAP_SPOT] & (REAL | SEEN) == REAL | SEEN
    assert world.player.bear_trap == (6 if kind == "bear trap" else 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "level", "chance"),
    [
        ("arrow", 1, 0.55),
        ("arrow", 9, 0.95),
        ("arrow", 10, 1),
        ("poison dart", 1, 0.65),
        ("poison dart", 10, 1),
    ],
)
def test_trp_6_8_chk_19_bug_26_chance_to_be_hit(kind: str, level: int, chance: float) -> None:
    hits = 0
    for seed in range(600):
        world = room(kind, seed=seed)
        world.player.level = level
        world.player.worn = plain_item(world, "armor", "plate mail", value=-20)  # does not count
        spring(world, TRAP_SPOT)
        hits += world.player.hp < TOUGH
    assert_share(hits, 600, chance)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "most", "said"),
    [
        ("arrow", 6, "Oh no! An arrow shot you"),
        ("poison dart", 4, "A small dart just hit you in the shoulder"),
    ],
)
def test_trp_6_8_damage(kind: str, most: int, said: str) -> None:
    losses = []
    for seed in range(700):
        world = sprung(kind, seed=seed)
        if world.player.hp < TOUGH:
            losses.append(TOUGH - world.player.hp)
            assert world.said == [said]
    assert set(losses) == set(range(1, most + 1))
    assert_mean(losses, (1 + most) / 2)


@pytest.mark.parametrize(
    ("kind", "killer", "said"),
    [("arrow", "arrow", "An arrow killed you"), ("poison dart", "dart", "A poisoned dart killed you")],
)
def test_trp_6_8_both_can_kill(kind: str, killer: str, said: str) -> None:
    for seed in range(20):
        world = sprung(kind, seed=seed, hp=1)
        if world.ending is not None:
            assert (world.ending, world.said) == (Ending("killed", killer), [said])
            assert world.player.strength == 16
            return
    raise AssertionError("no hit in 20 tries")


def test_trp_6_itm_26_a_missing_arrow_falls_beside_the_player() -> None:
    for seed in range(40):
        world = room("arrow", seed=seed)
        world.player.level = -20
        spring(world, TRAP_SPOT)
        assert world.said == ["An arrow shoots past you"]
        (arrow,) = world.level.things
        assert (arrow.kind.name, arrow.count, arrow.hit_plus, arrow.flags) == ("arrow", 1, 0, 0)
        assert arrow.group not in {item.group for item in world.player.pack}
        assert arrow.spot not in (world.player.spot, TRAP_SPOT)


@pytest.mark.parametrize(("level", "ring", "strength"), [(10, False, None), (10, True, 16), (40, False, 16)])
def test_trp_8_poison_unless_saved_or_sustained(level: int, ring: bool, strength: int | None) -> None:
    weaker = 0
    for seed in range(500):
        world = room("poison dart", seed=seed)
        world.player.level = level
        if ring:
            world.player.left = plain_item(world, "ring", "sustain strength")
        spring(world, TRAP_SPOT)
        weaker += world.player.strength == 15
        if strength is not None:
            assert world.player.strength == strength
    if strength is None:
        assert_share(weaker, 500, 1 - 0.60)


def test_trp_7_teleport_leaves_the_trap_on_the_screen() -> None:
    moved = 0
    for seed in range(10):
        world = room("teleport", seed=seed)
        start = world.player.spot
        assert spring(world, TRAP_SPOT) == "teleport"
        assert world.canvas.cells[TRAP_SPOT] == ord("^")
        moved += world.player.spot != start
    assert moved > 0


@pytest.mark.slow
def test_trp_10_eleven_mysteries_equally_likely_with_any_color() -> None:
    said: list[str] = []
    for seed in range(1100):
        world = sprung("mysterious", seed=seed)
        assert world.player.hp == TOUGH
        said += world.said
    assert len(said) == 1100
    for text in MYSTERIES:
        pattern = re.escape(text).replace(r"\{color\}", "[a-z]+")
        fits = [line for line in said if re.fullmatch(pattern, line, re.IGNORECASE)]
        assert_share(len(fits), 1100, 1 / 11)
    sparks = {
        line.removesuffix(" sparks dance across your armor").lower() for line in said if "sparks" in line
    }
    assert sparks <= set(COLORS)
    assert len(sparks) > 10
    assert all(line[0].isupper() for line in said)


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


@pytest.mark.slow
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
def test_src_4_finds_become_real_told_and_drawn(what: str, terse: bool, symbol: str, said: list[str]) -> None:
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


def test_src_1_only_neighbors_and_only_hidden_things() -> None:
    world = read_world(hall("@.t"))
    for _ in range(50):
        search(world)
    assert not world.level.flags[spot_of(2, 3)] & REAL
    assert world.rng.drawn == 0


@pytest.mark.parametrize("what", HIDDEN)
def test_src_1_searches_in_vain_end_no_later_search(what: str) -> None:
    world = beside(what)
    awareness.look(world)
    for _ in range(100):
        search(world)
    assert found(world, what)


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
