"""Wandering monsters: when, where, who (WND, CHK-16)."""

from __future__ import annotations

from rogue.rules import monster_ai, turn_phases
from rogue.state.entities import AWAKE, DETECTS
from rogue.state.world import World
from scripts.lib.notation import hall, read_world
from tests.support.odds import assert_mean, assert_share

TWO_ROOMS = """
    -----     -----
    |.@.+#####+...|
    |...|     |.!.|
    -----     -----
"""


def world_of(seed: int, *, depth: int = 1) -> World:
    return read_world(TWO_ROOMS, seed=seed, depth=depth)


def turn(world: World) -> bool:
    """Run the processes of a turn that matter here; tell whether a monster came."""
    before = len(world.level.foes)
    monster_ai.check_wanderers(world)
    turn_phases.burn_before(world)
    turn_phases.burn_after(world)
    return len(world.level.foes) > before


def next_arrival(world: World) -> int:
    """Return after how many turns a monster comes, and send it away."""
    turns = 1
    while not turn(world):
        turns += 1
    world.level.drop_foe(world.level.foes[0])
    return turns


def test_chk_16_the_first_comes_from_turn_71_on_and_in_the_mean_in_turn_94() -> None:
    firsts = []
    for seed in range(300):
        world = world_of(seed)
        world.start_timer("wander", world.rng.between(*world.rules.times.wander))
        firsts.append(next_arrival(world))
    assert 71 <= min(firsts) <= 77
    assert_mean(firsts, 94)


def test_chk_16_later_gaps_begin_at_70_and_their_mean_is_93() -> None:
    world = world_of(0)
    world.start_timer("wander", 1)
    next_arrival(world)
    gaps = [next_arrival(world) for _ in range(500)]
    assert 70 <= min(gaps) <= 76
    assert_mean(gaps, 93)


def test_wnd_2_checks_every_fourth_turn_with_one_in_six() -> None:
    came = 0
    for seed in range(600):
        world = world_of(seed)
        world.wander_on = True
        assert not any(turn(world) for _ in range(3))
        assert world.rng.drawn == 0
        came += turn(world)
    assert_share(came, 600, 1 / 6)


def test_wnd_2_no_check_while_the_delay_runs() -> None:
    world = world_of(0)
    for _ in range(50):
        monster_ai.check_wanderers(world)
    assert (world.rng.drawn, world.wander_count) == (0, 0)


def test_wnd_2_an_arrival_stops_the_checks_and_starts_a_before_timer() -> None:
    world = world_of(0)
    world.wander_on = True
    while not world.level.foes:
        monster_ai.check_wanderers(world)
    assert not world.wander_on
    (timer,) = world.timers
    assert (timer.name, timer.before) == ("wander", True)
    assert 67 <= timer.turns <= 73


def test_wnd_3_4_outside_the_players_room_awake_and_with_empty_hands() -> None:
    letters = set()
    for seed in range(300):
        world = world_of(seed, depth=8)
        monster_ai.bring_wanderer(world)
        (foe,) = world.level.foes
        assert foe.room is not world.player.room
        assert foe.flags & AWAKE
        assert foe.pack == []
        letters.add(foe.kind.letter)
    assert letters == set("BSHROZCQ")  # depth 8 without I and L (DEP-8, DEP-33)


def test_wnd_4_chs_3_it_may_go_for_a_thing() -> None:
    goals = 0
    for seed in range(400):
        world = world_of(seed, depth=30)
        monster_ai.bring_wanderer(world)
        goals += world.level.foes[0].goal is world.level.things[0]
    assert 0 < goals < 400


def test_wnd_3_in_a_single_room_nothing_comes_and_the_delay_restarts() -> None:
    world = read_world(hall(".@."))
    world.wander_on = True
    while world.wander_on:
        monster_ai.check_wanderers(world)
    assert world.level.foes == []
    assert [timer.name for timer in world.timers] == ["wander"]


def test_wnd_5_with_detection_it_is_drawn_at_once() -> None:
    world = world_of(2)
    world.player.flags |= DETECTS
    monster_ai.bring_wanderer(world)
    (foe,) = world.level.foes
    assert world.canvas.bright == {foe.spot}
    assert world.canvas.cells[foe.spot] == ord(foe.kind.letter)


def test_wnd_5_without_it_nothing_is_drawn() -> None:
    world = world_of(2)
    monster_ai.bring_wanderer(world)
    (foe,) = world.level.foes
    assert world.canvas.cells[foe.spot] == ord(" ")
    assert foe.under == 0


def test_wiz_4_a_wizard_is_told_and_nobody_else() -> None:
    for wizard in (False, True):
        world = world_of(2)
        world.wizard = wizard
        monster_ai.bring_wanderer(world)
        name = world.level.foes[0].kind.name
        assert world.said == [f"Started a wandering {name}"] * wizard
