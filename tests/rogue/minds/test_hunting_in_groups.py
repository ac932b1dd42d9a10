"""How monsters that think hunt together and lie in wait (VMN-28 to VMN-33; MNC-5, MNC-6, MNC-10)."""

from __future__ import annotations

import pytest

from rogue.minds.geometry import path_to_aim, ways_of
from rogue.rules import mind_packs, mind_tactics
from rogue.state.entities import AWAKE, BOW, PATIENCE
from rogue.state.world import World
from scripts.lib.notation import find_foe, hall
from tests.rogue.minds.mind_scenes import Place, mind_of, minds_of, path_of, place_of, rest, scene, turn

FLOCK = """
    ---------------
    |.............|
    |.....E.......|
    |............E+##@##
    |......E......|
    |.............|
    ---------------
"""
TWO = """
    ---------------
    |.............|
    |.....EE......|
    |..........@..+####
    |.............|
    |.............|
    ---------------
"""
AMBUSH = """
    ---------------
    |.............|
    |.....O.......|
    |.............+########@##
    |.............|
    |.............|
    ---------------
"""


def outside(places: list[Place]) -> list[Place]:
    """Those in the door or the passage of FLOCK."""
    return [place for place in places if place[1] >= 14]


def test_mnc_5_a_flock_waits_out_of_sight_until_its_patience_ends() -> None:
    world = scene(FLOCK)
    after = rest(world, 27)
    assert after[0] == [(3, 6), (5, 13), (5, 7)]
    assert after[:25] == [after[0]] * 25
    assert not any(outside(places) for places in after[:26])
    assert outside(after[26])
    assert all(now != before for now, before in zip(after[26], after[24], strict=True))  # all have come


def test_vmn_30_those_that_move_twice_a_turn_wait_as_long() -> None:
    world = scene(FLOCK.replace("E", "K"))
    after = rest(world, 27)
    assert not any(outside(places) for places in after[:25])
    assert outside(after[26])


def test_mnp_5_that_a_flock_waits_is_noted_when_it_is_seen() -> None:
    world = scene(FLOCK)
    rest(world, 3)
    assert "E waits" not in minds_of(world).habits
    turn(world, (4, 14))
    assert "E waits" in minds_of(world).habits


def test_mnc_5_it_comes_at_once_when_he_steps_into_the_room() -> None:
    world = scene(FLOCK)
    for col in (16, 15, 14, 13):
        turn(world, (4, col))
    assert [mind_of(foe).patience for foe in world.level.foes] == [PATIENCE] * 3
    rest(world, 6)
    assert all(foe.spot in ways_of(world, world.player.spot) for foe in world.level.foes)


@pytest.mark.parametrize(("patience", "waits"), [(1, True), (0, False)])
def test_vmn_30_at_the_end_of_its_patience_it_comes(patience: int, waits: bool) -> None:
    world = scene(FLOCK)
    for foe in world.level.foes:
        mind_of(foe).patience = patience
    before = place_of(world.level.foes[2])
    turn(world)
    assert (place_of(world.level.foes[2]) == before) is waits


def test_vmn_29_one_alone_does_not_wait() -> None:
    world = scene(FLOCK.replace("|.....E.......|", "|.............|").replace("......E......", "." * 13))
    assert path_of(world, 2) == [(4, 14), (4, 15)]


@pytest.mark.parametrize(("steps", "waits"), [(14, True), (15, False)])
def test_vmn_29_it_waits_for_one_within_14_steps(steps: int, waits: bool) -> None:
    world = scene(FLOCK.replace("+##@##", "+" + "#" * 20 + "@"))
    emu = world.level.foes[1]
    hero = emu.spot + steps
    mind_of(emu).aim = hero
    assert len(path_to_aim(world, emu)) == steps
    assert (mind_packs.wait(world, emu, hero, senses=False, in_sight=False) is not None) is waits


def test_mnc_6_two_take_either_side() -> None:
    assert rest(scene(TWO), 4)[-1] == [(3, 10), (5, 10)]


def test_vmn_31_those_who_hunt_alone_take_the_nearest_square() -> None:
    world = scene(TWO.replace("EE", "HH"))
    assert [mind_packs.surround(world, foe) for foe in world.level.foes] == [None, None]


@pytest.mark.parametrize(("cols", "claims"), [(5, True), (6, False)])
def test_vmn_31_a_claim_is_made_from_near(cols: int, claims: bool) -> None:
    world = scene("-----------\n|@" + "." * (cols - 1) + "E" + "." * (8 - cols) + "|\n-----------")
    assert (mind_packs.surround(world, find_foe(world, "E")) is not None) is claims


def test_mnc_10_an_orc_lies_in_wait_beside_the_door_and_strikes_first() -> None:
    world = scene(AMBUSH)
    path = path_of(world, 10)
    assert path[6:] == [(3, 13)] * 4
    for col in range(22, 13, -1):
        turn(world, (4, col))
        assert place_of(find_foe(world, "O")) == (3, 13)
    assert world.said == []
    turn(world, (4, 13))
    assert world.said[0] == "The orc was lying in wait"
    assert "orc" in world.said[1]


def test_vmn_33_it_waits_20_turns_in_all() -> None:
    world = scene(AMBUSH)
    mind = mind_of(find_foe(world, "O"))
    mind.ambushed = 19
    assert mind_tactics.may_ambush(world, find_foe(world, "O"), world.player.spot)
    mind.ambushed = 20
    assert not mind_tactics.may_ambush(world, find_foe(world, "O"), world.player.spot)


def test_vmn_33_while_he_stands_in_the_door_it_waits_3_turns_more() -> None:
    world = scene(AMBUSH)
    path_of(world, 8)
    mind_of(find_foe(world, "O")).store = 0
    world.player.spot = 4 * 80 + 14
    world.player.room = world.level.room_at(world.player.spot)
    assert path_of(world, 3) == [(3, 13)] * 3
    assert path_of(world, 1) == [(4, 13)]


@pytest.mark.parametrize("letter", "HEK")
def test_vmn_33_others_do_not_lie_in_wait(letter: str) -> None:
    world = scene(AMBUSH.replace("O", letter))
    assert not mind_tactics.may_ambush(world, world.level.foes[0], world.player.spot)


BAND = hall(".@...............O...O...............................O...")


def heard(world: World) -> list[bool]:
    """Which of the monsters know where the player is."""
    return [mind_of(foe).aim == world.player.spot for foe in world.level.foes]


def test_vmn_32_one_that_sees_him_tells_its_kind_within_20_squares() -> None:
    world = scene(BAND, knows=False, dark=True)
    caller = world.level.foes[0]
    mind_of(caller).lore = BOW
    mind_packs.call(world, caller)
    assert heard(world) == [False, True, False]
    told = mind_of(world.level.foes[1])
    assert (told.aimed, told.lore) == (20, BOW)
    assert world.said == ["You hear a war cry"]


def test_vmn_32_it_calls_again_after_30_turns() -> None:
    world = scene(BAND, knows=False)
    caller = world.level.foes[0]
    for now, called in ((0, 1), (29, 1), (30, 2)):
        world.turns = now
        mind_packs.call(world, caller)
        assert len(world.said) == called


def test_vmn_32_nobody_calls_where_nobody_hears() -> None:
    world = scene(BAND.replace("O...O", "O...."), knows=False)
    mind_packs.call(world, world.level.foes[0])
    assert world.said == []


def test_vmn_32_sleepers_of_its_room_may_wake() -> None:
    woken = told = 0
    for seed in range(60):
        world = scene(BAND, knows=False, seed=seed)
        world.level.foes[1].flags &= ~AWAKE
        mind_packs.call(world, world.level.foes[0])
        woken += bool(world.level.foes[1].flags & AWAKE)
        told += world.said == ["The orc calls its kind"]
        assert world.rng.drawn == 1
    assert 10 < woken < 30
    assert told == woken


def test_mnp_1_a_call_to_which_nobody_listens_is_not_told() -> None:
    world = scene(BAND, knows=False)
    caller, mate, _ = world.level.foes
    mate.flags &= ~AWAKE
    mate.room = None
    mind_packs.call(world, caller)
    assert mind_of(caller).called == world.turns
    assert world.said == []
    assert minds_of(world).habits == set()


@pytest.mark.parametrize(("apart", "mates"), [(12, 2), (13, 1)])
def test_vmn_28_mates_are_awake_and_near(apart: int, mates: int) -> None:
    row = f"|@.E{'.' * (apart - 1)}E|"
    wall = "-" * len(row)
    world = scene(f"{wall}\n{row}\n{wall}")
    first, second = world.level.foes
    assert len(mind_packs.mates_of(world, first)) == mates
    second.flags &= ~AWAKE
    assert len(mind_packs.mates_of(world, first)) == 1
