"""What each trap does (TRP), sprung through `spring` as a step does."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rogue.rules.traps import EFFECTS, MYSTERIES, spring
from rogue.state.entities import ALERT
from rogue.state.grid import spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import Ending, World
from rogue.tables.items import COLORS
from rogue.tables.ruleset import TrapName
from scripts.lib.notation import plain_item, read_world
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


@pytest.mark.parametrize("kind", [name for name in get_args(TrapName) if name != "trapdoor"])
def test_trp_1_2_a_trap_that_went_off_is_visible_and_ends_run_and_count(kind: str) -> None:
    world = room(kind)
    world.run, world.count = 1, 9
    spring(world, TRAP_SPOT)
    assert world.level.cells[TRAP_SPOT] == ord("^")
    assert world.level.flags[TRAP_SPOT] & (REAL | SEEN) == REAL | SEEN
    assert (world.run, world.count) == (0, 0)


def test_trp_1_traps_never_disappear() -> None:
    world = sprung("bear trap")
    spring(world, TRAP_SPOT)
    assert world.player.bear_trap == 6
    assert world.level.cells[TRAP_SPOT] == ord("^")


def test_trp_3_a_trapdoor_leads_one_level_down() -> None:
    world = room("trapdoor")
    old = world.level
    assert spring(world, TRAP_SPOT) == "trapdoor"
    assert (world.depth, world.deepest) == (2, 2)
    assert world.level is not old
    assert world.said[-1] == "You fell into a trap!"


def test_trp_4_bear_trap() -> None:
    world = sprung("bear trap")
    assert (world.player.bear_trap, world.said) == (3, ["You are caught in a bear trap"])


def test_trp_5_sleeping_gas() -> None:
    world = room("sleeping gas")
    world.player.flags |= ALERT
    world.player.helpless = 2
    spring(world, TRAP_SPOT)
    assert (world.player.helpless, world.player.flags & ALERT) == (7, 0)
    assert world.said == ["A strange white mist envelops you and you fall asleep"]


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


def test_trp_8_a_missing_dart_vanishes() -> None:
    world = room("poison dart")
    world.player.level = -20
    spring(world, TRAP_SPOT)
    assert (world.said, world.level.things) == (["A small dart whizzes by your ear and vanishes"], [])


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


def test_trp_9_rust() -> None:
    world = sprung("rust")
    assert world.player.worn is not None
    assert world.player.worn.value == 7
    assert world.said == [
        "A gush of water hits you on the head",
        "Your armor appears to be weaker now. Oh my!",
    ]


def test_trp_7_teleport_leaves_the_trap_on_the_screen() -> None:
    moved = 0
    for seed in range(10):
        world = room("teleport", seed=seed)
        start = world.player.spot
        assert spring(world, TRAP_SPOT) == "teleport"
        assert world.canvas.cells[TRAP_SPOT] == ord("^")
        moved += world.player.spot != start
    assert moved > 0


def test_trp_10_eleven_mysteries_equally_likely_with_any_colour() -> None:
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


def test_trp_10_the_colour_draws_no_play_dice() -> None:
    world = sprung("mysterious")
    assert world.rng.drawn == 1
