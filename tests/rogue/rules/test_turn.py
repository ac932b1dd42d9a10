"""Turns, runs, counts and repetition (TRN, RUN, CMD) and single steps (MOV)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from rogue.rules import (
    attributes,
    awareness,
    effects,
    fight,
    hunger,
    monster_ai,
    pack,
    traps,
    turn,
    turn_phases,
)
from rogue.state.entities import (
    ALERT,
    AWAKE,
    BLIND,
    CONFUSED,
    CURSED,
    DETECTS,
    GRABBED,
    HALLUCINATING,
    HASTED,
    HELD,
    LEVITATING,
    RED_HANDS,
    SEES_INVISIBLE,
)
from rogue.state.grid import COLS, DOWN, LEFT, RIGHT, UP, spot_of
from rogue.state.level import REAL
from rogue.state.world import Command, World
from rogue.tables.glyphs import TRAP
from scripts.lib.notation import carry, find_foe, plain_item
from tests.support.minimal_world import HALL, key, started
from tests.support.odds import assert_share


def test_trn_1_a_step_moves_and_costs_one_turn() -> None:
    world = key(started(HALL), "l")
    assert (divmod(world.player.spot, COLS), world.turns) == ((3, 4), 1)


@pytest.mark.parametrize(
    ("direction", "goal"),
    [("h", (3, 2)), ("j", (4, 3)), ("k", (2, 3)), ("l", (3, 4)),
     ("y", (2, 2)), ("u", (2, 4)), ("b", (4, 2)), ("n", (4, 4))],
)  # fmt: skip
def test_cmd_1_eight_directions(direction: str, goal: tuple[int, int]) -> None:
    assert divmod(key(started(HALL), direction).player.spot, COLS) == goal


def test_mov_6_walls_refuse_and_cost_nothing() -> None:
    world = key(started("-----\n|@..|\n-----"), "hky")
    assert (world.player.spot, world.turns) == (spot_of(2, 1), 0)


def test_map_8_nobody_cuts_a_corner() -> None:
    one_corner = key(started("##\n @"), "y")
    assert (divmod(one_corner.player.spot, COLS), one_corner.turns) == ((2, 1), 0)
    both_free = key(started("##\n#@"), "y")
    assert (divmod(both_free.player.spot, COLS), both_free.turns) == ((1, 0), 1)
    beside_door = key(started("-----\n|..@|\n|...+#\n-----"), "n")
    assert (beside_door.player.spot, beside_door.turns) == (spot_of(2, 3), 0)


def test_trn_2_hasted_players_act_twice_a_turn() -> None:
    world = started(HALL)
    world.player.flags |= HASTED
    key(world, "s")  # the turn in which haste began has one action
    turns = world.turns
    key(world, "ss")
    assert world.turns == turns + 1


def test_trn_4_helpless_turns_pass_without_a_key_and_end_alert() -> None:
    world = started(HALL)
    world.player.helpless = 3
    key(world, "s")
    assert (world.turns, world.player.helpless) == (4, 0)
    assert world.player.has_flag(ALERT)
    assert "You can move again" in world.said


def test_run_2_a_run_ends_at_the_wall() -> None:
    world = key(started(HALL), "L")
    assert (divmod(world.player.spot, COLS), world.turns) == ((3, 7), 4)


def test_run_2_a_run_stops_on_a_door_and_on_stairs() -> None:
    door = key(started("------\n|@...+##\n------"), "L")
    stairs = key(started("--------\n|@..%..|\n--------"), "L")
    assert divmod(door.player.spot, COLS) == (2, 5)
    assert divmod(stairs.player.spot, COLS) == (2, 4)


def test_run_3_a_careful_run_stops_beside_a_thing_a_plain_one_does_not() -> None:
    picture = """
        ----------
        |....!...|
        |@.......|
        ----------
    """
    careful = key(started(picture), "\x0c")
    plain = key(started(picture), "L")
    assert divmod(careful.player.spot, COLS) == (3, 4)
    assert divmod(plain.player.spot, COLS) == (3, 8)


def test_run_3_the_first_step_is_never_stopped() -> None:
    world = key(started("--------\n|!.....|\n|@.....|\n--------"), "\x0c")
    assert divmod(world.player.spot, COLS) != (3, 1)


def test_run_5_two_straight_passages_stop_a_careful_run() -> None:
    fork = key(started("    #\n@########\n    #"), "\x0c")
    assert divmod(fork.player.spot, COLS) == (2, 4)


def test_run_8_passgo_follows_a_single_turning() -> None:
    bend = "@####\n    #\n    #\n    ###"
    assert divmod(key(started(bend), "L").player.spot, COLS) == (1, 4)
    assert divmod(key(started(bend, passgo=True), "L").player.spot, COLS) == (4, 6)


def test_cmd_3_a_count_repeats_and_costs_turns() -> None:
    world = started(HALL)
    turn.do(world, Command("s", times=7))
    assert world.turns == 7


def test_cmd_15_a_repeats_the_last_command() -> None:
    world = key(started(HALL), "la")
    assert (divmod(world.player.spot, COLS), world.turns) == ((3, 5), 2)


def test_cmd_15_nothing_to_repeat() -> None:
    world = key(started(HALL), "a")
    assert (world.said, world.turns) == (["You haven't typed a command yet"], 0)


def test_mov_1_a_bear_trap_swallows_moves_and_turns() -> None:
    world = started(HALL)
    world.player.bear_trap = 2
    key(world, "lll")
    assert (divmod(world.player.spot, COLS), world.turns) == ((3, 4), 3)
    assert world.said.count("You are still stuck in the bear trap") == 2


def test_mov_2_a_confused_step_is_random_four_times_in_five() -> None:
    straight = 0
    for seed in range(500):
        world = started(HALL, seed=seed)
        world.player.flags |= CONFUSED
        straight += key(world, "l").player.spot == spot_of(3, 4)
    expected = 500 * (0.2 + 0.8 / 9)
    assert abs(straight - expected) < 4 * expected**0.5


def test_mov_4_a_hidden_trap_goes_off_and_shows() -> None:
    world = started("-------\n|.@t..|\n-------", traps={(2, 3): "bear trap"})
    key(world, "l")
    assert world.level.cells[spot_of(2, 3)] == TRAP
    assert world.level.flags[spot_of(2, 3)] & REAL
    assert world.player.bear_trap == 3
    assert world.player.spot == spot_of(2, 3)


def test_con_6_who_floats_sets_off_no_trap_and_takes_nothing() -> None:
    world = started("-------\n|.@t!.|\n-------", traps={(2, 3): "bear trap"})
    world.player.flags |= LEVITATING
    key(world, "ll")
    assert world.player.bear_trap == 0
    assert not world.player.pack
    assert world.player.spot == spot_of(2, 4)


def test_mov_5_held_by_a_flytrap_only_the_flytrap_can_be_struck() -> None:
    world = started("-------\n|.@F..|\n-------")
    world.player.flags |= GRABBED
    key(world, "h")
    assert world.player.spot == spot_of(2, 2)
    assert world.said[0] == "You are being held"
    assert world.turns == 1


def test_mov_13_walking_onto_a_thing_takes_it_with_m_it_stays() -> None:
    taken = key(started("-------\n|.@!..|\n-------"), "l")
    left = started("-------\n|.@!..|\n-------")
    turn.do(left, Command("m", step=RIGHT))
    assert [item.kind.cls for item in taken.player.pack] == ["potion"]
    assert not left.player.pack
    assert left.player.spot == spot_of(2, 3)


def test_mov_11_moving_at_a_monster_strikes_it_and_wakes_it() -> None:
    world = key(started("-------\n|.@B..|\n-------", hp=50), "l")
    assert world.player.spot == spot_of(2, 2)
    assert find_foe(world, "B").has_flag(AWAKE)


def test_cmd_10_fighting_goes_on_until_one_is_dead_or_nearly() -> None:
    world = started("-------\n|.@K..|\n-------", hp=4, kit=True)
    world.player.hp = world.player.max_hp = 100
    turn.do(world, Command("F", step=RIGHT))
    assert not world.level.foes
    assert world.duel is None


def test_cmd_11_a_confused_fighter_who_staggers_away_stops_fighting() -> None:
    for seed in range(60):  # some of these stagger beside a wall: the fight must not go on for ever
        world = started("----\n|@.|\n|.M|\n----", seed=seed, hp=500)
        world.player.hp = world.player.max_hp = 1000
        world.player.flags |= CONFUSED
        turn.do(world, Command("F", step=DOWN + RIGHT))
        assert world.duel is None


def test_cmd_10_nobody_there_is_refused_free() -> None:
    world = started(HALL)
    turn.do(world, Command("f", step=UP))
    assert (world.said, world.turns) == (["I see no monster there"], 0)


def test_cmd_17_stairs() -> None:
    world = started("-------\n|.@...|\n-------", under="%")
    key(world, ">")
    assert (world.depth, world.deepest, world.turns) == (2, 2, 0)
    elsewhere = key(started(HALL), "><")
    assert elsewhere.said == ["I see no way down", "I see no way up"]


def test_amu_2_only_the_amulet_opens_the_way_up() -> None:
    world = key(started("-------\n|.@...|\n-------", under="%"), "<")
    assert world.said == ["Your way is magically blocked"]
    carry(world, "amulet")
    world.player.has_amulet = True
    key(world, "<")
    assert world.ending is not None
    assert world.ending.how == "won"


def test_trp_3_a_trapdoor_leads_down() -> None:
    world = key(started("-------\n|.@^..|\n-------", traps={(2, 3): "trapdoor"}), "l")
    assert world.depth == 2
    assert "You fell into a trap!" in world.said


def test_cmd_8_dropping_on_an_occupied_square_is_refused_free() -> None:
    world = started("-------\n|.@...|\n-------", under="%")
    carry(world, "food")
    turn.do(world, Command("d", letter="a"))
    assert (world.said, world.turns) == (["There is something there already"], 0)


@pytest.mark.parametrize(("direction", "step"), [("H", LEFT), ("J", DOWN), ("K", UP)])
def test_run_1_starting_a_run_is_free_each_step_costs(direction: str, step: int) -> None:
    world = started(HALL)
    start = world.player.spot
    key(world, direction)
    assert (world.player.spot - start) // step == world.turns


def test_run_2_a_run_over_a_trap_goes_on_when_floating() -> None:
    world = started("--------\n|@.^...|\n--------", traps={(2, 3): "bear trap"})
    world.player.flags |= LEVITATING
    key(world, "L")
    assert world.player.spot == spot_of(2, 6)


def test_run_2_a_run_ends_when_a_flytrap_holds() -> None:
    world = started("-------\n|.@F..|\n-------")
    find_foe(world, "F").flags |= HELD
    world.player.flags |= GRABBED
    key(world, "H")
    assert (world.turns, world.run) == (1, 0)


def test_vis_3_a_fight_looks_around_before_its_first_blow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = started("-------\n|.@B..|\n-------", hp=1, kit=True)
    looks = []
    monkeypatch.setattr(awareness, "look", lambda _world: looks.append(True))
    monkeypatch.setattr(fight, "swing", lambda *_: True)
    turn.do(world, Command("f", step=RIGHT))
    assert (world.turns, len(world.level.foes), looks) == (1, 0, [True])


@pytest.mark.parametrize(("letters", "turns"), [("qretzPdW", 1), ("w", 0)])
def test_cmd_9_a_repetition_without_its_item_costs_the_turn_but_wielding(letters: str, turns: int) -> None:
    for letter in letters:
        world = started(HALL)
        turn.do(world, Command(letter, letter="f", step=RIGHT))
        assert (world.said, world.turns) == (["You ran out"], turns)


def test_cmd_3_running_out_ends_the_count() -> None:
    world = started(HALL)
    carry(world, "potion", "healing", count=2)
    turn.do(world, Command("q", letter="a", times=9))
    assert (world.turns, world.said.count("You ran out")) == (3, 1)


def test_cmd_15_a_repeat_does_not_use_another_item_of_that_letter() -> None:
    world = started(HALL)
    carry(world, "potion", "healing")
    turn.do(world, Command("q", letter="a"))
    scroll = carry(world, "scroll", "scare monster")
    assert scroll.letter == "a"
    key(world, "a")
    assert world.said[-1] == "You ran out"


def test_cmd_3_a_count_before_a_repeats_any_last_command() -> None:
    world = started(HALL)
    carry(world, "food", count=5)
    world.last = Command("e", letter="a")
    turn.do(world, Command("a", times=3))
    assert (world.turns, world.player.pack[0].count) == (3, 2)


def test_trn_1_3_7_the_order_of_the_processes_of_a_turn() -> None:
    """Seen in the calls of two turns: the first turn's processes before are over when its key comes."""
    processes = (
        *("monster_ai.move_foes", "attributes.heal", "hunger.digest", "turn_phases.burn_after"),
        *("monster_ai.check_wanderers", "vision.redraw_hallucination", "turn_phases.burn_before"),
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


def test_trn_7_8_monsters_then_healing_then_hunger_then_timers(
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
    monkeypatch.setattr(turn_phases, "burn_after", note("timers"))
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


def test_src_5_rng_5_each_searching_ring_gives_a_free_search_per_turn(
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


def test_trn_18_who_acts_first_after_stairs_and_after_a_trapdoor(
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
