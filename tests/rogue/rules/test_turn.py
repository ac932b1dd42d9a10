"""Turns, runs, counts, timers, and single steps (TRN, RUN, CMD, MOV)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from rogue.rules import arrival, awareness, fight, monster_ai, pack, traps, turn, turn_phases
from rogue.rules.vision import _AHEAD
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
from rogue.state.grid import AROUND, COLS, DOWN, KEY_STEP, LEFT, RIGHT, UP, spot_of
from rogue.state.level import REAL, SEEN
from rogue.state.world import Command, World
from rogue.tables.glyphs import FLOOR, TRAP, WALL_V
from rogue.tables.monsters import INVISIBLE, MEAN
from scripts.lib.notation import carry, draw, find_foe, hall, plain_item, read_world
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
    scene("MOV-1 a bear trap swallows moves and turns", HALL, "lll", {"bear_trap": 2},
          at=(3, 4), turns=3, said=["You are still stuck in the bear trap"] * 2),
    scene("MOV-10 floor is just stepped on", hall("@.."), "l", at=(2, 2), turns=1, said=[], drawn=0),
    scene("MOV-11 moving at a monster wakes it", hall(".@B.."), "l", {"hp": 50}, at=(2, 2), sleepers=""),
    scene("MOV-11 so it is with an unseen one", hall("@P.."), "l", {"hp": 100},
          at=(2, 1), turns=1, sleepers=""),
    scene("MOV-13 BUG-4 a thing is taken", THING, "l", at=(2, 3), letters="a", things=[]),
    scene("MOV-13 with m it stays", THING, Command("m", step=RIGHT), at=(2, 3), pack=[]),
    scene("CON-6 floating, no trap, nothing taken", HIDDEN_TRAP, "ll", {"traps": BEAR, "flags": LEVITATING},
          at=(2, 4), bear_trap=0, pack=[]),
    scene("CMD-17 no stairs", HALL, "><", said=["I see no way down", "I see no way up"]),
    scene("CMD-17 TRN-11 stairs are free", ON_STAIRS, ">", {"under": "%"}, depth=2, deepest=2, turns=0),
    scene("TRP-3 TRN-11 a trapdoor costs its turn", SEEN_TRAP, "l", {"traps": FALL},
          depth=2, turns=1, said=["You fell into a trap!"]),
    scene("CON-13 CON-14 only the hold ends on a new level", ON_STAIRS, ">",
           # the counters stay (GEN-1, BUG-14)
          {"under": "%", "flags": ALL_MARKS | GRABBED, "grip": 3, "bear_trap": 2},
          depth=2, flags=ALL_MARKS, grip=3, bear_trap=2),
]  # fmt: skip

BOTH_SIDES = "   #\n@###\n   #"

WAY_OF_THREE_ROWS = "--------\n|......|\n|@.....|\n{}\n--------"

INVISIBLE_BESIDE = "--------\n|@.....|\n|....P.|\n--------"

TWO_BESIDE = "-----------\n|.........|\n|@........|\n|...!.:...|\n-----------"

STOPS = [
    ("a thing beside", WAY_OF_THREE_ROWS.format("|....!.|"), (3, 4)),
    ("stairs beside", WAY_OF_THREE_ROWS.format("|....%.|"), (3, 4)),
    ("a trap beside", WAY_OF_THREE_ROWS.format("|....^.|"), (3, 4)),
    ("a sleeping monster", WAY_OF_THREE_ROWS.format("|....B.|"), (3, 4)),
    ("nothing at all", WAY_OF_THREE_ROWS.format("|......|"), (3, 6)),
    ("a door straight beside", "--------\n|......|\n|@.....|\n----+---\n    #", (3, 4)),
    ("walls and floor do not", hall("@....."), (2, 6)),
]

RUNS = [
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
    scene("RUN-2 until a flytrap holds", hall(".@F.."), "H",
          {"flags": GRABBED, "foe_flags": HELD}, turns=1, run=0),
    scene("RUN-2 to the door of a room with a monster", "       -----\n@######+.B.|\n       -----", "L",
          at=(2, 7)),
    scene("RUN-2 past what comes into view", "--------\n|.B....|\n|@.....|\n|..!%..|\n--------", "L",
          at=(3, 6)),
    *(scene(f"RUN-3 RUN-5 careful, {why}", picture, "\x0c", at=end) for why, picture, end in STOPS),
    *(scene(f"RUN-3 blind, {why}", picture, "\x0c", {"flags": BLIND}, at=(end[0], 6))
      for why, picture, end in STOPS),
    scene("RUN-6 an invisible monster that is detected", INVISIBLE_BESIDE, "\x0c",
          {"foe_flags": HELD, "flags": DETECTS}, at=(2, 4)),
    scene("RUN-6 and one that is not", INVISIBLE_BESIDE, "\x0c", {"foe_flags": HELD}, at=(2, 6)),
    *(scene(f"RUN-7 a careful run {times} times", TWO_BESIDE, Command("\x0c", times=times), at=(3, col))
      for times, col in ((1, 3), (2, 4), (6, 9))),
    scene("RUN-8 two usable sides", BOTH_SIDES, "L", {"passgo": True}, at=(2, 3)),
    scene("RUN-8 a hidden side", "   p\n@###\n   #\n   #", "L", {"passgo": True}, at=(4, 3)),
    scene("RUN-8 a diagonal", "#\n #\n ##@\n #", "H", {"passgo": True}, at=(3, 1)),
    scene("RUN-8 in a room", "-----\n|@..|\n|...|\n-----", "L", {"passgo": True}, at=(2, 3)),
    scene("RUN-8 blind", "@###\n   #\n   #", "L", {"passgo": True, "flags": BLIND}, at=(1, 3)),
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


@pytest.mark.parametrize("row", MOVES + RUNS + COMMANDS)
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


@pytest.mark.slow
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


def test_trn_1_3_7_8_the_order_of_the_processes_of_a_turn() -> None:
    """Seen in the calls of two turns: the first turn's processes before are over when its key comes."""
    processes = (
        *("monster_ai.move_foes", "attributes.heal", "hunger.digest", "turn_phases.burn"),
        *("monster_ai.check_wanderers", "vision.redraw_hallucination", "turn_phases.burn"),
    )
    order: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        module = str(frame.f_globals.get("__name__"))
        name = f"{module.rpartition('.')[2]}.{frame.f_code.co_name}"
        if event == "call" and module.startswith("rogue.rules.") and name in processes:
            order.append(name)

    world = started()
    world.player.flags |= HALLUCINATING
    world.wander_on = True
    world.start_timer("hallucination", 9)
    sys.setprofile(note)
    try:
        key(world, "..")
    finally:
        sys.setprofile(None)
    assert order == [*processes, *processes]


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
    monkeypatch.setattr(arrival, "teleport", lambda _world: order.append("teleport"))
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


def test_trn_17_vis_3_a_sleeping_player_may_still_wake_neighbors() -> None:
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


def test_trn_10_arm_1_one_round_more_and_no_ring_effects_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[World] = []
    monkeypatch.setattr(traps, "search", searches.append)
    world = started(kit=True)
    world.player.left = plain_item(world, "ring", "searching")
    key(world, "T")
    assert (world.turns, len(searches)) == (2, 1)


def test_trn_10_the_round_more_adds_no_action_to_a_hasted_turn() -> None:
    world = started(kit=True)
    world.player.flags |= HASTED
    key(world, "s")  # the turn in which haste began has one action
    turns = world.turns
    key(world, "sT")
    assert world.turns == turns + 2


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


def test_con_7_pot_12_chk_26_t_turns_of_haste_give_t_minus_1_actions() -> None:
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


@pytest.mark.parametrize(
    ("picture", "awake", "flags", "looks"),
    [
        ("@.", False, 0, 0), ("@.", False, HALLUCINATING, 1),
        ("@Z", False, 0, 1), ("@Z", True, 0, 0), ("@Z", True, HALLUCINATING, 1),
        ("@M", False, 0, 1), ("@M", True, 0, 1),
    ],
)  # fmt: skip
def test_cmd_21_a_second_look_at_once_is_left_out_if_no_monster_may_wake_or_gaze(
    picture: str, awake: bool, flags: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[bool] = []
    world = started(hall(picture))
    for foe in world.level.foes:
        foe.flags = foe.flags | AWAKE if awake else foe.flags & ~(AWAKE | MEAN)
    turn.look_again(world)
    world.player.flags |= flags
    monkeypatch.setattr(awareness, "look", lambda _world: taken.append(True))
    turn.look_at_once(world)
    assert len(taken) == looks


def test_mov_13_trn_6_with_m_the_thing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bool] = []
    monkeypatch.setattr(pack, "step_onto", lambda _world, pick_up: taken.append(pick_up))
    world = started(hall("@!:"))
    key(world, "l")
    turn.do(world, Command("m", step=RIGHT))
    assert taken == [True, False]
    assert world.player.spot == spot_of(2, 3)


def place(world: World) -> tuple[int, int]:
    return divmod(world.player.spot, COLS)


@pytest.mark.parametrize(("picture", "keys"), [("@##", "h"), ("@##", "k"), ("@##", "yub"), ("##\n @", "y")])
def test_mov_3_off_the_map_or_round_a_corner_is_refused_free(picture: str, keys: str) -> None:
    world = started(picture)
    here = world.player.spot
    key(world, keys)
    assert (world.player.spot, world.turns, world.said) == (here, 0, [])


def test_mov_3_the_map_ends_at_rows_1_and_22_and_at_both_sides() -> None:
    for row, col, keys in ((1, 0, "hk"), (22, 77, "j"), (22, 0, "hjb"), (1, 77, "kuy")):
        world = read_world("@", row=row, col=col)
        turn.begin(world)
        key(world, keys + keys.upper())
        assert (place(world), world.turns, world.run) == ((row, col), 0, 0)


def test_mov_7_9_14_doors_are_where_rooms_are_entered_and_left() -> None:
    world = started("------\n|..@.+##\n|....|\n------")
    room = world.player.room
    assert room is not None
    assert not room.gone
    key(world, "ll")
    assert (place(world), world.player.room) == ((2, 5), room)  # on its door one is in the room
    key(world, "l")
    assert world.player.room is world.level.room_at(world.player.spot)
    assert world.player.room is not room
    key(world, "h")
    assert world.player.room is room


def test_mov_7_the_room_is_drawn_on_entering_from_the_passage() -> None:
    world = started("------\n|!...+#@\n------")
    thing = world.level.things[0].spot
    key(world, "h")
    assert world.canvas.cells[thing] == ord(" ")
    key(world, "h")
    assert world.canvas.cells[thing] == ord("!")
    world.canvas.clear()
    key(world, "h")
    key(world, "l")
    assert place(world) == (2, 5)
    assert world.canvas.cells[thing] == ord(" ")  # not drawn anew


def test_mov_8_only_trapdoors_and_teleports_replace_the_step() -> None:
    picture = "-----\n|@^.|\n-----\n\n\n-----\n|...|\n-----"
    world = key(started(picture, traps={(2, 2): "bear trap"}), "l")
    assert (place(world), world.player.bear_trap) == ((2, 2), 3)
    away = {place(key(started(picture, traps={(2, 2): "teleport"}, seed=seed), "l")) for seed in range(30)}
    assert len(away) > 3
    floats = started(picture, traps={(2, 2): "teleport"})
    floats.player.flags |= LEVITATING
    assert place(key(floats, "l")) == (2, 2)
    assert floats.level.cells[spot_of(2, 2)] == TRAP


def test_mov_12_stairs_end_a_run_and_count_as_seen() -> None:
    world = started(hall("@.%.."))
    stairs = world.level.stairs
    assert not world.level.flags[stairs] & SEEN
    key(world, "L")
    assert world.player.spot == stairs
    assert world.level.flags[stairs] & SEEN


def test_vis_12_between_room_and_door_nothing_changes() -> None:
    world = started("-----\n|..@+#\n|Z..|\n-----")
    foe = find_foe(world, "Z")
    foe.flags |= HELD  # cannot wake
    world.canvas.put(foe.spot, ord("Z"))
    key(world, "l")
    assert place(world) == (2, 4)
    assert world.player.room is world.level.rooms[0]
    assert world.canvas.cells[foe.spot] == ord("Z")
    key(world, "l")
    assert world.canvas.cells[foe.spot] == ord(".")


BEHIND = {
    "h": {(-1, 1), (0, 1), (1, 1)},
    "l": {(-1, -1), (0, -1), (1, -1)},
    "k": {(1, -1), (1, 0), (1, 1)},
    "j": {(-1, -1), (-1, 0), (-1, 1)},
    "y": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if right + down >= 1},
    "u": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down - right >= 1},
    "n": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if right + down <= -1},
    "b": {(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down - right <= -1},
}


@pytest.mark.parametrize("run", BEHIND)
def test_run_4_what_lies_behind_stops_nobody(run: str) -> None:
    behind = {down * COLS + right for down, right in BEHIND[run]}
    assert _AHEAD[KEY_STEP[run]] == set(AROUND) - behind
    rows = ["-----------", *(["|.........|"] * 9), "-----------"]
    for step in AROUND:  # a thing beside the second square of the run
        start = spot_of(6, 5)
        at = start + KEY_STEP[run] + step
        if at in (start, start + KEY_STEP[run]):
            continue
        row, col = divmod(at, COLS)
        picture = [list(line) for line in rows]
        picture[6 - 1][5] = "@"
        picture[row - 1][col] = "!"
        world = started("\n".join("".join(line) for line in picture))
        key(world, chr(ord(run) & 0x1F))
        stopped = world.player.spot == start + KEY_STEP[run]
        ahead = step not in behind and at != start + 2 * KEY_STEP[run]
        if at != start + 2 * KEY_STEP[run]:
            assert stopped is ahead, (run, divmod(step, COLS), draw(world))


def test_run_8_the_turned_square_counts_as_seen() -> None:
    world = key(started("@###\n   #\n   #", passgo=True), "L")
    assert place(world) == (3, 3)
    assert world.level.flags[spot_of(1, 3)] & SEEN  # MAP-15


def test_mov_4_a_hidden_trap_is_not_set_off_through_a_wall_symbol() -> None:
    world = started(hall("@.."))
    door = spot_of(2, 4)
    world.level.flags[door] &= ~REAL  # a secret door is no trap
    assert world.level.cells[door] == WALL_V
    key(world, "lll")
    assert place(world) == (2, 3)
    assert world.turns == 2
    assert world.level.cells[spot_of(2, 2)] == FLOOR


ROOM = hall("@..!.H.")


TWO_ROOMS = """
    -----     -----
    |.@.+#####+.H.|
    -----     -----
"""


def room(picture: str = ROOM) -> World:
    return read_world(picture)


def row(world: World, number: int = 2) -> str:
    return world.canvas.cells[number * 80 : number * 80 + 80].decode("ascii").rstrip()


def test_trn_8_a_timer_fires_once_when_it_reaches_0() -> None:
    world = room()
    world.player.flags |= HASTED
    world.start_timer("haste", 3)
    for _ in range(2):
        turn_phases.burn(world, before=False)
        assert world.player.flags & HASTED
    turn_phases.burn(world, before=False)
    assert not world.player.flags & HASTED
    turn_phases.burn(world, before=False)
    assert (world.said, world.timers) == (["You feel yourself slowing down"], [])


def test_trn_3_8_before_and_after_timers_burn_apart() -> None:
    world = room()
    world.start_timer("wander", 1, before=True)
    world.start_timer("haste", 1)
    turn_phases.burn(world, before=True)
    assert world.wander_on
    assert [timer.name for timer in world.timers] == ["haste"]
    turn_phases.burn(world, before=False)
    assert world.timers == []


def ending(*names: str) -> Callable[[World], None]:
    """Return the deed of letting timers come to their ends."""

    def burn(world: World) -> None:
        for name in names:
            world.start_timer(name, 2)
        turn_phases.burn(world, before=False)
        turn_phases.burn(world, before=False)

    return burn


ENDS = [
    *(scene(f"CON {name}{', tripping' * bool(trip)}", ROOM, ending(name), {"flags": mark | trip},
            flags=trip, timers={}, said=[said])
      for name, mark, *texts in (
          ("confusion", CONFUSED, "You feel less confused now", "You feel less trippy now"),
          ("haste", HASTED, "You feel yourself slowing down", "You feel yourself slowing down"),
          ("levitation", LEVITATING, "You float gently to the ground", "Bummer!  You've hit the ground"),
          ("blindness", BLIND, "The veil of darkness lifts", "Far out!  Everything is all cosmic again"),
      ) for trip, said in zip((0, HALLUCINATING), texts, strict=True)),
    scene("TRN-8 several ends in one turn", ROOM, ending("levitation", "confusion"),
          {"flags": LEVITATING | CONFUSED},
          said=["You float gently to the ground", "You feel less confused now"]),
    scene("TRN-13 BUG-3 any number of timers", ROOM, ending(*["detect monsters"] * 30), timers={}),
    scene("WND-1 the checks start", ROOM, ending("wander"), wander_on=True),
    scene("CON-5 the blind notice nothing", ROOM, ending("hallucination"), {"flags": HALLUCINATING | BLIND},
          flags=BLIND, said=[]),
    scene("CON-5 only once", ROOM, turn_phases.come_down, said=[]),
    scene("CON-2 sight that was never lost", ROOM, turn_phases.see_again, said=[], shown=[""]),
]  # fmt: skip


@pytest.mark.parametrize("row", ENDS)
def test_ends_of_timers(row: Scene) -> None:
    assert row.seen() == row.then


def test_con_2_sight_comes_back_with_the_room() -> None:
    world = room()
    world.player.flags |= BLIND
    awareness.look(world)
    assert row(world) == ""
    world.start_timer("blindness", 500)
    turn_phases.see_again(world)
    assert row(world) == "|...!.H.|"
    assert world.timers == []


def test_con_5_the_true_things_come_back() -> None:
    world = room()
    world.player.flags |= HALLUCINATING
    world.start_timer("hallucination", 700)
    awareness.enter_room(world, world.player.spot)
    world.canvas.put(spot_of(2, 4), ord(")"))
    world.canvas.put(spot_of(2, 6), ord("Q"))
    turn_phases.come_down(world)
    assert row(world) == "|...!.H.|"
    assert world.said == ["Everything looks SO boring now."]
    assert (world.timers, world.player.flags) == ([], 0)


def test_con_11_invisible_monsters_vanish_from_sight() -> None:
    world = room()
    find_foe(world, "H").flags |= INVISIBLE
    world.player.flags |= SEES_INVISIBLE
    awareness.enter_room(world, world.player.spot)
    assert row(world) == "|...!.H.|"
    world.start_timer("see invisible", 1)
    turn_phases.burn(world, before=False)
    assert row(world) == "|...!...|"
    assert (world.player.flags, world.said) == (0, [])


def test_bug_24_a_worn_ring_keeps_the_power() -> None:
    world = room()
    world.player.flags |= SEES_INVISIBLE
    world.player.left = plain_item(world, "ring", "see invisible")
    world.start_timer("see invisible", 1)
    turn_phases.burn(world, before=False)
    assert world.player.flags & SEES_INVISIBLE
    world.player.left = None
    world.start_timer("see invisible", 5)
    turn_phases.lose_see_invisible(world)
    assert world.player.flags & SEES_INVISIBLE


def test_pot_8_18_the_first_end_stops_detection_and_clears_the_map() -> None:
    world = room(TWO_ROOMS)
    foe = find_foe(world, "H")
    world.player.flags |= DETECTS
    world.start_timer("detect monsters", 1)
    world.start_timer("detect monsters", 20)
    foe.under = ord(" ")
    world.canvas.put_bright(foe.spot, ord("H"))
    turn_phases.burn(world, before=False)
    assert (world.player.flags, world.canvas.bright) == (0, set())
    assert world.canvas.cells[foe.spot] == ord(" ")
    assert foe.under == 0


def test_pot_18_monsters_in_sight_stay_when_detection_ends() -> None:
    world = room()
    world.player.flags |= DETECTS
    awareness.enter_room(world, world.player.spot)
    turn_phases.end_detection(world)
    assert row(world) == "|...!.H.|"
