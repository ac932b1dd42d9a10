"""Bolts: flight, bounces, who is hit (STK-20 to STK-28, END-8)."""

from __future__ import annotations

import pytest

from rogue.rules.projectiles import fire
from rogue.state.entities import AWAKE
from rogue.state.grid import DOWN, LEFT, RIGHT
from rogue.state.world import Ending, World
from scripts.lib.notation import find_foe, read_world
from tests.support.odds import assert_mean, assert_share

TOUGH = 10**6
ALWAYS, NEVER = 60, -60  # levels that always or never save


def room(line: str, *, seed: int = 0, terse: bool = False, saves: int = NEVER) -> World:
    """Return a room of one row of floor; the player saves as told."""
    walls = "-" * len(line)
    world = read_world([walls, line, walls], seed=seed, terse=terse)
    world.player.level = saves
    world.player.hp = world.player.max_hp = TOUGH
    return world


def zap(world: World, step: int = RIGHT, name: str = "bolt") -> None:
    fire(world, world.player.spot, step, name)  # type: ignore[arg-type]


def breathe(world: World, step: int) -> None:
    dragon = find_foe(world, "D")
    fire(world, dragon.spot, step, "flame", dragon)


@pytest.mark.parametrize(("line", "hit"), [("|@.....H..|", True), ("|@......H..|", False)])
def test_stk_20_six_squares_far(line: str, hit: bool) -> None:
    world = room(line)
    foe = find_foe(world, "H")
    foe.hp, foe.level = TOUGH, NEVER
    zap(world)
    assert (foe.hp < TOUGH) is hit


def test_stk_16_26_a_bolt_does_6d6_and_strength_to_a_monster() -> None:
    losses = []
    for seed in range(500):
        world = room("|@..H.|", seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, NEVER
        zap(world)
        losses.append(TOUGH - foe.hp)
        assert foe.flags & AWAKE
        assert world.said == ["The bolt hits the hobgoblin"]
    assert min(losses) >= 7
    assert_mean(losses, 22)


def test_stk_21_walls_turn_it_back_and_it_hits_the_player() -> None:
    world = room("|@.|")
    zap(world)
    assert world.said == ["The bolt bounces", "You are hit by the bolt"]
    assert 6 <= TOUGH - world.player.hp <= 36


@pytest.mark.parametrize(("line", "hit"), [("|@..|", True), ("|@...|", False)])
def test_stk_20_21_the_wall_is_not_a_square_but_those_on_the_way_back_are(line: str, hit: bool) -> None:
    world = room(line)  # 2 out, 3 back to the player; or 3 out, 3 back, one short
    zap(world)
    assert world.said == ["The bolt bounces", "You are hit by the bolt"][: 1 + hit]


def test_stk_21_a_bounce_switches_the_mode_unless_something_was_met() -> None:
    world = room("|@H|", saves=ALWAYS)
    foe = find_foe(world, "H")
    foe.hp, foe.level = TOUGH, ALWAYS
    zap(world)
    # The monster saves, so the player is in danger; the wall leaves it so; the monster is passed; the player
    # saves, so monsters are in danger; the wall on the left leaves it so; the monster is met once more.
    assert world.said == [
        "The bolt whizzes past the hobgoblin",
        "The bolt bounces",
        "The bolt whizzes by you",
        "The bolt bounces",
        "The bolt whizzes past the hobgoblin",
        "The bolt bounces",
    ]


def test_stk_21_a_door_turns_it_back() -> None:
    world = read_world(["-----", "|@..+##", "|...|", "-----"])
    world.player.hp, world.player.level = TOUGH, NEVER
    zap(world)
    assert world.said == ["The bolt bounces", "You are hit by the bolt"]


def test_stk_21_a_door_with_the_player_on_it_does_not() -> None:
    world = read_world(
        """
        ------
        |.D..@##
        |....|
        ------
        """
    )
    world.player.hp, world.player.level = TOUGH, NEVER
    breathe(world, RIGHT)
    assert world.said == ["You are hit by the flame"]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "chance"), [(1, 0.20), (4, 0.30), (8, 0.40), (10, 0.45), (15, 0.55)])
def test_chk_21_stk_22_monsters_save_by_level(level: int, chance: float) -> None:
    saved = 0
    for seed in range(1000):
        world = room("|@.H......|", seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, level
        zap(world)
        saved += foe.hp == TOUGH
        assert foe.flags & AWAKE  # a bolt of the player that misses wakes too
    assert_share(saved, 1000, chance)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "chance"), [(1, 0.20), (5, 0.30), (10, 0.45)])
def test_chk_20_chk_24_stk_23_the_player_saves(level: int, chance: float) -> None:
    saved, losses = 0, []
    for seed in range(1000):
        world = room("|@...D...|", seed=seed, saves=level)
        breathe(world, LEFT)
        if world.said[0] == "The flame whizzes by you":
            saved += 1
        else:
            losses.append(TOUGH - world.player.hp)
    assert_share(saved, 1000, chance)
    assert_mean(losses, 21)


def test_stk_22_wording_of_a_miss() -> None:
    for terse, said in ((False, "The ice whizzes past the hobgoblin"), (True, "Ice misses")):
        world = room("|@.H......|", terse=terse)
        find_foe(world, "H").level = ALWAYS
        zap(world, name="ice")
        assert world.said[0] == said


def test_stk_22_a_disguised_xeroc_that_saves_is_not_mentioned() -> None:
    world = room("|@.X......|")
    foe = find_foe(world, "X")
    foe.disguise, foe.level = ord("!"), ALWAYS
    zap(world)
    assert world.said == []
    assert foe.disguise == ord("!")


def test_stk_22_fire_does_nothing_to_a_dragon_but_cold_does() -> None:
    for name, said in (("flame", "The flame bounces off the dragon"), ("ice", "The ice hits the dragon")):
        world = room("|@..D..|")
        dragon = find_foe(world, "D")
        dragon.hp, dragon.level = TOUGH, NEVER
        zap(world, name=name)
        assert world.said == [said]
        assert (dragon.hp == TOUGH) is (name == "flame")
    world = room("|@..D..|", terse=True)
    find_foe(world, "D").level = NEVER
    zap(world, name="flame")
    assert world.said == ["The flame bounces"]


def test_stk_24_a_dragons_flame_passes_other_monsters() -> None:
    world = room("|@.E.D...|")
    emu = find_foe(world, "E")
    breathe(world, LEFT)
    assert world.said == ["You are hit by the flame"]
    assert emu.hp == emu.max_hp
    assert not emu.flags & AWAKE


def test_stk_24_27_a_bounced_flame_burns_monsters_for_experience() -> None:
    world = room("|E@..D...|", saves=ALWAYS)
    emu = find_foe(world, "E")
    emu.hp, emu.level = 1, NEVER
    breathe(world, LEFT)
    assert world.said[:3] == [
        "The flame whizzes by you",
        "The flame hits the emu",
        "You have defeated the emu",
    ]
    assert world.player.exp == 2


def test_stk_22_a_dragons_flame_that_misses_a_monster_does_not_wake_it() -> None:
    world = room("|.E@..D...|", saves=ALWAYS)
    emu = find_foe(world, "E")
    emu.level = ALWAYS
    breathe(world, LEFT)
    assert "The flame whizzes past the emu" in world.said
    assert not emu.flags & AWAKE


@pytest.mark.parametrize(("by_dragon", "killer"), [(False, "bolt"), (True, "dragon")])
def test_end_8_killers(by_dragon: bool, killer: str) -> None:
    world = room("|@.D|")
    world.player.hp = 6
    find_foe(world, "D").level = ALWAYS
    if by_dragon:
        breathe(world, LEFT)
    else:
        zap(world)
    assert world.ending == Ending("killed", killer)
    assert not any(said.startswith("You are hit") for said in world.said)  # CMB-17: at once


@pytest.mark.parametrize(("hp", "dead"), [(1, True), (37, False)])
def test_stk_23_edges_of_death(hp: int, dead: bool) -> None:
    world = room("|@.|")
    world.player.hp = hp
    zap(world, name="flame")
    assert (world.ending is not None) is dead


def test_stk_21_a_bolt_in_a_closet_ends() -> None:
    world = room("|@|", saves=ALWAYS)
    zap(world, DOWN)
    assert world.said.count("The bolt bounces") <= 12
    assert world.ending is None


def test_terse_words_and_the_join_with_a_kill() -> None:
    world = room("|@.B.|", terse=True, saves=1)
    foe = find_foe(world, "B")
    foe.hp, foe.level = 1, NEVER
    zap(world)
    assert world.said == ["The bolt hits the bat.  Defeated the bat"]
    world = room("|@.|", terse=True)
    zap(world)
    assert world.said[-1] == "The bolt hits"
