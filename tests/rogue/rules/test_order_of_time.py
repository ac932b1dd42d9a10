"""What happens when in a turn, and how many actions it has (TRN)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from rogue.rules import (
    attributes,
    awareness,
    effects,
    hunger,
    monster_ai,
    pack,
    timers,
    traps,
    turn,
    turn_phases,
)
from rogue.state.actors import (
    ALERT,
    AWAKE,
    BLIND,
    CONFUSED,
    DETECTS,
    GRABBED,
    HALLUCINATING,
    HASTED,
    RED_HANDS,
    SEES_INVISIBLE,
)
from rogue.state.grid import RIGHT, spot_of
from rogue.state.item import CURSED
from rogue.state.world import Command, World
from tests.support.minimal_world import key, started
from tests.support.notation import carry, find_foe, plain_item
from tests.support.odds import assert_share


def test_trn_1_3_7_the_order_of_the_processes_of_a_turn() -> None:
    """Seen in the calls of two turns: the first turn's processes before are over when its key comes."""
    processes = (
        *("monster_ai.move_foes", "attributes.heal", "hunger.digest", "timers.burn_after"),
        *("monster_ai.check_wanderers", "vision.redraw_hallucination", "timers.burn_before"),
    )
    order: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        module = str(frame.f_globals.get("__name__"))
        name = f"{module.rpartition('.')[2]}.{frame.f_code.co_name}"
        if event == "call" and module.startswith("rogue.rules.") and name in processes:
            order.append(name)

    world = started()
    sys.setprofile(note)
    try:
        key(world, "..")
    finally:
        sys.setprofile(None)
    assert order == [*processes, *processes]


def test_trn_7_8_after_the_action_monsters_then_healing_then_hunger_then_timers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []

    def note(name: str) -> Callable[[World], None]:
        return lambda _world: order.append(name)

    world = started()
    world.player.left = plain_item(world, "ring", "searching")
    monkeypatch.setattr(turn_phases, "before_turn", note("before"))
    monkeypatch.setattr(monster_ai, "move_foes", note("foes"))
    monkeypatch.setattr(attributes, "heal", note("heal"))
    monkeypatch.setattr(hunger, "digest", note("food"))
    monkeypatch.setattr(timers, "burn_after", note("timers"))
    monkeypatch.setattr(traps, "search", note("ring"))
    key(world, "..")
    assert order == ["foes", "heal", "food", "timers", "ring", "before"] * 2


def test_trn_8_a_timer_set_in_an_action_loses_its_first_turn_at_once() -> None:
    world = started()
    world.start_timer("confusion", 3)
    key(world, ".")
    assert [timer.turns for timer in world.timers] == [2]


@pytest.mark.parametrize(("hasted", "turns"), [(False, 6), (True, 3)])
def test_trn_5_a_hasted_player_sleeps_twice_as_fast(hasted: bool, turns: int) -> None:
    world = started()
    if hasted:
        world.player.flags |= HASTED
    key(world, ".")  # the turn that has begun counts one action
    begun = world.turns
    world.player.helpless = 6
    turn._go_on(world)
    assert world.player.helpless == 0
    assert world.turns - begun in (turns - 1, turns)


def test_trn_6_itm_20_a_thing_stepped_on_is_taken_before_the_monsters_move() -> None:
    world = started("-------\n|@!...|\n|...O.|\n-------", awake=True)
    potion = world.level.things[0]
    find_foe(world, "O").goal = potion
    key(world, "l")
    assert world.player.pack == [potion]
    assert find_foe(world, "O").goal is None
    assert find_foe(world, "O").pack == []


def test_trn_9_rings_act_at_the_end_left_hand_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(traps, "search", lambda _world: order.append("search"))
    monkeypatch.setattr(effects, "teleport", lambda _world: order.append("teleport"))
    world = started()
    world.player.left = plain_item(world, "ring", "searching")
    world.player.right = plain_item(world, "ring", "teleportation")
    world.player.food = 10**6
    key(world, "." * 3000)
    jumps = order.count("teleport")
    assert order.count("search") == 3000
    assert_share(jumps, 3000, 1 / 50)
    assert order[order.index("teleport") - 1] == "search"


def test_src_5_rng_5_a_searching_ring_gives_one_free_search_a_turn_and_two_give_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[World] = []
    monkeypatch.setattr(traps, "search", calls.append)
    world = started()
    for rings, wanted in ((0, 0), (1, 1), (2, 2)):
        calls.clear()
        ring = plain_item(world, "ring", "searching")
        world.player.left = ring if rings else None
        world.player.right = ring if rings == 2 else None
        key(world, ".")
        assert len(calls) == wanted
    key(world, "s")
    assert len(calls) == 2 + 2 + 1


def test_trn_11_stairs_cost_nothing_a_trapdoor_its_turn() -> None:
    stairs = key(started("-----\n|@..|\n-----", under="%"), ">")
    assert (stairs.depth, stairs.turns) == (2, 0)
    door = key(started("-----\n|@^.|\n-----", traps={(2, 2): "trapdoor"}), "l")
    assert (door.depth, door.turns) == (2, 1)


def test_trn_18_after_the_stairs_the_player_acts_first_after_a_trapdoor_the_monsters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves: list[int] = []
    monkeypatch.setattr(monster_ai, "move_foes", lambda world: moves.append(world.depth))
    stairs = started("-----\n|@..|\n-----", under="%")
    key(stairs, ">")
    assert moves == []
    key(stairs, ".")
    assert moves == [2]
    moves.clear()
    key(started("-----\n|@^.|\n-----", traps={(2, 2): "trapdoor"}), "l")
    assert moves == [2]


@pytest.mark.parametrize("hasted", [False, True])
def test_trn_12_14_15_monsters_act_once_a_turn_haste_is_the_only_speed(hasted: bool) -> None:
    corridor = "#" * 30
    world = started(f"@{corridor}Z", awake=True)
    foe = find_foe(world, "Z")
    if hasted:
        world.player.flags |= HASTED
        key(world, ".")
    gap = foe.spot - world.player.spot
    food, quiet = world.player.food, world.player.quiet
    key(world, "ll" if hasted else "l")
    steps = 2 if hasted else 1
    assert foe.spot - world.player.spot == gap - steps - 1
    assert (world.player.food, world.player.quiet) == (food - 1, quiet + 1)


def test_trn_16_a_command_that_fails_but_costs_lets_the_monsters_act() -> None:
    world = started("----------\n|@......Z|\n----------", awake=True, kit=True)
    foe = find_foe(world, "Z")
    for item in world.player.pack:
        item.flags |= CURSED
    key(world, "T")
    assert foe.spot == spot_of(2, 7)
    turn.do(world, Command("W", letter="a"))  # free: something is worn already
    assert foe.spot == spot_of(2, 7)
    turn.do(world, Command("q", letter="a"))  # no potion, but the turn is used
    assert foe.spot == spot_of(2, 6)


def test_trn_17_vis_3_a_sleeping_player_may_still_wake_neighbours() -> None:
    woken = 0
    for seed in range(60):
        world = started("-----\n|@Z.|\n-----", seed=seed)
        foe = find_foe(world, "Z")
        foe.flags &= ~AWAKE
        foe.attacks = ()
        world.player.helpless = 3
        turn.do(world, Command("."))
        woken += foe.has_flag(AWAKE)
    assert woken >= 55  # four looks at least: 1 - (1/3)**4 = 99 %


def test_trn_13_bug_3_a_hundred_timers_run_side_by_side() -> None:
    world = started()
    for turns in range(1, 101):
        world.start_timer("detect monsters", turns)
    key(world, "." * 60)
    assert len(world.timers) == 40
    key(world, "." * 40)
    assert world.timers == []


def test_trn_10_arm_1_one_round_more_and_no_ring_effects_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[World] = []
    monkeypatch.setattr(traps, "search", searches.append)
    world = started(kit=True)
    world.player.left = plain_item(world, "ring", "searching")
    key(world, "T")
    assert (world.turns, len(searches)) == (2, 1)


def test_mov_15_rest_only_lets_a_turn_pass() -> None:
    world = started(kit=True)
    player = world.player
    player.hp, player.max_hp = 5, 50
    for _ in range(19):
        key(world, ".")
    rested = player.hp
    other = started(kit=True)
    other.player.hp, other.player.max_hp = 5, 50
    key(other, "lhlhlhlhlhlhlhlhlhl")
    assert rested == other.player.hp == 6
    assert (player.spot, player.food) == (spot_of(3, 3), other.player.food)


def test_con_10_cmb_9_helpless_turns_add_up_and_their_end_alerts() -> None:
    world = started("-----\n|@^.|\n-----", traps={(2, 2): "sleeping gas"})
    world.player.helpless = 0
    world.player.flags |= ALERT
    key(world, "l")
    assert world.turns == 6
    assert world.player.has_flag(ALERT)
    scroll = carry(world, "scroll", "sleep")
    before = world.turns
    turn.do(world, Command("r", letter=scroll.letter))
    turn.answer(world, "")
    assert 5 <= world.turns - before <= 9
    assert world.player.has_flag(ALERT)


def test_con_7_cmd_8_a_drunk_haste_ends_by_its_timer() -> None:
    world = started()
    potion = carry(world, "potion", "haste self")
    turn.do(world, Command("q", letter=potion.letter))
    turn.answer(world, "")
    assert world.player.has_flag(HASTED)
    key(world, "." * 20)
    assert not world.player.has_flag(HASTED)
    assert "You feel yourself slowing down" in world.said


def test_pot_12_chk_26_a_haste_of_t_turns_gives_t_minus_1_extra_actions() -> None:
    for seed in range(12):
        world = started(seed=seed)
        potion = carry(world, "potion", "haste self")
        turn.do(world, Command("q", letter=potion.letter))
        (haste,) = [timer.turns for timer in world.timers if timer.name == "haste"]
        world.question = None
        actions = 0
        while world.player.has_flag(HASTED):
            key(world, ".")
            actions += 1
        assert actions - world.turns == haste - 1


def test_con_14_all_but_the_hold_survive_a_new_level() -> None:
    marks = BLIND | CONFUSED | DETECTS | HALLUCINATING | HASTED | RED_HANDS | SEES_INVISIBLE | ALERT
    world = started("-----\n|@..|\n-----", under="%")
    world.player.flags = marks | GRABBED
    world.player.grip = 3
    world.player.bear_trap = 2
    key(world, ">")
    assert world.depth == 2
    assert world.player.flags == marks
    assert (world.player.grip, world.player.bear_trap) == (3, 2)  # the counters stay (GEN-1, BUG-14)


def test_cmd_21_vis_3_looks_come_before_every_action(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[bool] = []
    world = started()
    monkeypatch.setattr(awareness, "look", lambda _world: looks.append(True))
    key(world, "...")
    assert looks == [True, True, True]
    turn.look_again(world)
    assert looks == [True] * 4


def test_mov_13_trn_6_with_m_the_thing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bool] = []
    monkeypatch.setattr(pack, "step_onto", lambda _world, pick_up: taken.append(pick_up))
    world = started("-----\n|@!:|\n-----")
    key(world, "l")
    turn.do(world, Command("m", step=RIGHT))
    assert taken == [True, False]
    assert world.player.spot == spot_of(2, 3)
