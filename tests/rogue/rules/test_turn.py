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
from scripts.lib.notation import carry, find_foe, hall, plain_item
from tests.rogue.scenes import Scene, an_item, scene
from tests.support.minimal_world import HALL, key, started
from tests.support.odds import assert_share

CORNER = "##\n @"
BEND = "@####\n    #\n    #\n    ###"
THING = hall(".@!..")
NEXT = "--------\n|!.....|\n|@.....|\n--------"
BESIDE_THING = "----------\n|....!...|\n|@.......|\n----------"
ON_STAIRS = hall(".@...")
HIDDEN_TRAP = hall(".@t!.")
SEEN_TRAP = hall(".@^..")
BEAR, FALL = {(2, 3): "bear trap"}, {(2, 3): "trapdoor"}
ALL_MARKS = BLIND | CONFUSED | DETECTS | HALLUCINATING | HASTED | RED_HANDS | SEES_INVISIBLE | ALERT
MOVES = [
    scene("TRN-1 a step costs one turn", HALL, "l", at=(3, 4), turns=1),
    scene("MOV-6 walls refuse and cost nothing", hall("@.."), "hky", at=(2, 1), turns=0),
    scene("MAP-8 nobody cuts a corner", CORNER, "y", at=(2, 1), turns=0),
    scene("MAP-8 between two passages", "##\n#@", "y", at=(1, 0), turns=1),
    scene("MAP-8 out of a door", "-----\n|..@|\n|...+#\n-----", "n", at=(2, 3), turns=0),
    scene("MOV-5 held, nothing else can be struck", hall(".@F.."), "h", {"flags": GRABBED},
          at=(2, 2), turns=1, first_said="You are being held"),
    scene("MOV-13 BUG-4 a thing is taken", THING, "l", at=(2, 3), letters="a", things=[]),
    scene("MOV-13 with m it stays", THING, Command("m", step=RIGHT), at=(2, 3), pack=[]),
    scene("CON-6 floating, no trap, nothing taken", HIDDEN_TRAP, "ll", {"traps": BEAR, "flags": LEVITATING},
          at=(2, 4), bear_trap=0, pack=[]),
    scene("CMD-17 no stairs", HALL, "><", said=["I see no way down", "I see no way up"]),
    scene("CMD-17 TRN-11 stairs are free", ON_STAIRS, ">", {"under": "%"}, depth=2, deepest=2, turns=0),
    scene("TRP-3 TRN-11 a trapdoor costs its turn", SEEN_TRAP, "l", {"traps": FALL},
          depth=2, turns=1, said=["You fell into a trap!"]),
    scene("CON-14 only the hold ends on a new level", ON_STAIRS, ">",  # the counters stay (GEN-1, BUG-14)
          {"under": "%", "flags": ALL_MARKS | GRABBED, "grip": 3, "bear_trap": 2},
          depth=2, flags=ALL_MARKS, grip=3, bear_trap=2),
    scene("RUN-2 to the wall", HALL, "L", at=(3, 7), turns=4),
    scene("RUN-2 to a door", "------\n|@...+##\n------", "L", at=(2, 5)),
    scene("RUN-2 to stairs", hall("@..%.."), "L", at=(2, 4)),
    scene("RUN-2 over a trap when floating", hall("@.^..."), "L",
          {"traps": BEAR, "flags": LEVITATING}, at=(2, 6)),
    scene("RUN-3 careful, beside a thing", BESIDE_THING, "\x0c", at=(3, 4)),
    scene("RUN-3 plain, past a thing", BESIDE_THING, "L", at=(3, 8)),
    scene("RUN-3 the first step is never stopped", NEXT, "\x0c", at=(3, 6)),
    scene("RUN-5 two straight passages stop a careful run", "    #\n@########\n    #", "\x0c", at=(2, 4)),
    scene("RUN-8 a turning ends a run", BEND, "L", at=(1, 4)),
    scene("RUN-8 passgo follows it", BEND, "L", {"passgo": True}, at=(4, 6)),
]  # fmt: skip
COMMANDS = [
    scene("TRN-4 helpless turns pass and end alert", HALL, "s", {"helpless": 3},
          turns=4, helpless=0, flags=ALERT, said=["You can move again"]),
    scene("CMD-3 a count repeats", HALL, Command("s", times=7), turns=7),
    scene("CMD-3 running out ends the count", HALL, Command("q", letter="a", times=9),
          {"carries": [an_item("potion", "healing", count=2)]},
          turns=3, said=["You begin to feel better", "You begin to feel better", "You ran out"]),
    scene("CMD-8 no room to drop", ON_STAIRS, Command("d", letter="a"),
          {"under": "%", "carries": [an_item("food", "food")]},
          turns=0, said=["There is something there already"]),
    scene("CMD-10 to the death", hall(".@K.."), Command("F", step=RIGHT),
          {"foe_hp": 4, "kit": True, "hp": 100, "max_hp": 100}, foes="", duel=None),
    scene("CMD-10 nobody there", HALL, Command("f", step=UP), turns=0, said=["I see no monster there"]),
    scene("CMD-15 a repeats", HALL, "la", at=(3, 5), turns=2),
    scene("CMD-15 nothing to repeat", HALL, "a", turns=0, said=["You haven't typed a command yet"]),
]  # fmt: skip


@pytest.mark.parametrize("row", MOVES + COMMANDS)
def test_what_commands_do(row: Scene) -> None:
    assert row.seen() == row.then


@pytest.mark.parametrize(
    ("direction", "goal"),
    [("h", (3, 2)), ("j", (4, 3)), ("k", (2, 3)), ("l", (3, 4)),
     ("y", (2, 2)), ("u", (2, 4)), ("b", (4, 2)), ("n", (4, 4))],
)  # fmt: skip
def test_cmd_1_eight_directions(direction: str, goal: tuple[int, int]) -> None:
    assert divmod(key(started(HALL), direction).player.spot, COLS) == goal


def test_trn_2_hasted_players_act_twice_a_turn() -> None:
    world = started(HALL)
    world.player.flags |= HASTED
    key(world, "s")  # the turn in which haste began has one action
    turns = world.turns
    key(world, "ss")
    assert world.turns == turns + 1


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
    world = started(hall(".@t.."), traps={(2, 3): "bear trap"})
    key(world, "l")
    assert world.level.cells[spot_of(2, 3)] == TRAP
    assert world.level.flags[spot_of(2, 3)] & REAL
    assert world.player.bear_trap == 3
    assert world.player.spot == spot_of(2, 3)


def test_mov_11_moving_at_a_monster_strikes_it_and_wakes_it() -> None:
    world = key(started(hall(".@B.."), hp=50), "l")
    assert world.player.spot == spot_of(2, 2)
    assert find_foe(world, "B").has_flag(AWAKE)


def test_cmd_11_a_confused_fighter_who_staggers_away_stops_fighting() -> None:
    for seed in range(60):  # some of these stagger beside a wall: the fight must not go on for ever
        world = started("----\n|@.|\n|.M|\n----", seed=seed, hp=500)
        world.player.hp = world.player.max_hp = 1000
        world.player.flags |= CONFUSED
        turn.do(world, Command("F", step=DOWN + RIGHT))
        assert world.duel is None


def test_amu_2_only_the_amulet_opens_the_way_up() -> None:
    world = key(started(hall(".@..."), under="%"), "<")
    assert world.said == ["Your way is magically blocked"]
    carry(world, "amulet")
    world.player.has_amulet = True
    key(world, "<")
    assert world.ending is not None
    assert world.ending.how == "won"


@pytest.mark.parametrize(("direction", "step"), [("H", LEFT), ("J", DOWN), ("K", UP)])
def test_run_1_starting_a_run_is_free_each_step_costs(direction: str, step: int) -> None:
    world = started(HALL)
    start = world.player.spot
    key(world, direction)
    assert (world.player.spot - start) // step == world.turns


def test_run_2_a_run_ends_when_a_flytrap_holds() -> None:
    world = started(hall(".@F.."))
    find_foe(world, "F").flags |= HELD
    world.player.flags |= GRABBED
    key(world, "H")
    assert (world.turns, world.run) == (1, 0)


def test_vis_3_a_fight_looks_around_before_its_first_blow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = started(hall(".@B.."), hp=1, kit=True)
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


def test_trn_18_who_acts_first_after_stairs_and_after_a_trapdoor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves: list[int] = []
    monkeypatch.setattr(monster_ai, "move_foes", lambda world: moves.append(world.depth))
    stairs = started(hall("@.."), under="%")
    key(stairs, ">")
    assert moves == []
    key(stairs, ".")
    assert moves == [2]
    moves.clear()
    key(started(hall("@^."), traps={(2, 2): "trapdoor"}), "l")
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
    world = started(hall("@......Z"), awake=True, kit=True)
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
        world = started(hall("@Z."), seed=seed)
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
    world = started(hall("@^."), traps={(2, 2): "sleeping gas"})
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
    world = started(hall("@!:"))
    key(world, "l")
    turn.do(world, Command("m", step=RIGHT))
    assert taken == [True, False]
    assert world.player.spot == spot_of(2, 3)
