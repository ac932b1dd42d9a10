"""How packs howl, follow a leader, take courage, and keep together (VMN-50 to VMN-52)."""

from __future__ import annotations

import pytest

from rogue.minds.geometry import drop_aim, ways_of
from rogue.rules import mind_packs, mind_tactics
from rogue.rules.monster_death import kill_foe
from rogue.state.entities import AWAKE, PATIENCE
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.edition_table import EDITIONS
from scripts.lib.notation import hall
from tests.rogue.minds.mind_scenes import mind_of, minds_of, place_of, rest, scene, turn

TRAIL = """
    --------        ---------
    |......|        |.......|
    |.@.Y..+###   ##+.......|
    |......|  #   # |.......|
    --+-----  ##### ---------
      #
    --+-------
    |...Y....|
    ----------
"""


def tracked(letter: str = "Y") -> World:
    """Two of a kind in the dark, one asleep in another room; the player has walked round four corners."""
    world = scene(TRAIL.replace("Y", letter), dark=True, knows=False)
    hunter, sleeper = world.level.foes
    sleeper.flags &= ~AWAKE
    hunter.flags &= ~AWAKE
    way = [(3, col) for col in range(3, 11)] + [(4, 10), (5, 10), (5, 11), (5, 12), (5, 13), (5, 14)]
    way += [(4, 14), (3, 14), *((3, col) for col in range(15, 24))]
    world.level.shift_foe(hunter, spot_of(2, 1))
    for place in way:
        turn(world, place)
    world.said.clear()
    world.level.shift_foe(hunter, spot_of(3, 4))
    hunter.flags |= AWAKE
    return world


def test_mnc_32_a_yeti_that_finds_the_trail_howls_and_another_comes() -> None:
    world = tracked()
    hunter, sleeper = world.level.foes
    turn(world)
    assert world.said == ["You hear a howl"]
    assert sleeper.flags & AWAKE
    assert mind_of(sleeper).aim == spot_of(3, 4)
    rest(world, 60)
    assert all(foe.spot in ways_of(world, world.player.spot) for foe in (hunter, sleeper))
    assert world.said.count("You hear a howl") == 1


def test_vmn_50_only_groups_howl_and_only_where_another_one_hears() -> None:
    world = tracked("R")
    rest(world, 5)
    assert world.said == []
    alone = tracked()
    alone.level.drop_foe(alone.level.foes[1])
    rest(alone, 5)
    assert alone.said == []


def test_vmn_50_a_howl_in_view_tells_what_was_found() -> None:
    world = scene(hall("@....Y....Y"))
    first, second = world.level.foes
    second.flags &= ~AWAKE
    mind_packs.howl(world, first)
    assert second.flags & AWAKE
    assert world.said == ["The yeti finds your trail"]
    assert "Y calls" in minds_of(world).habits


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_vmn_17_the_jackal_has_the_best_nose(edition: str) -> None:
    minds = {kind.name: kind.mind for kind in EDITIONS[edition].with_minds().monsters.values()}
    jackal = minds["jackal"]
    assert jackal is not None
    assert jackal.group == "flock"
    assert jackal.nose == max(mind.nose for mind in minds.values() if mind is not None)


PACK = hall("@......Y..Y..Y")


def pack() -> World:
    """Three awake yetis; the one in the middle leads."""
    world = scene(PACK, hp=40)
    world.level.foes[1].max_hp = 50
    return world


def test_vmn_51_a_leaders_death_ends_the_patience_of_the_pack() -> None:
    for dead, patience in ((0, PATIENCE), (1, 0)):
        world = pack()
        kill_foe(world, world.level.foes[dead])
        assert [mind_of(foe).patience for foe in world.level.foes] == [patience] * 2


def test_vmn_51_so_does_its_fear() -> None:
    world = pack()
    leader = world.level.foes[1]
    leader.hp = 1
    mind_tactics.feel(world, leader)
    assert mind_of(leader).afraid
    assert all(mind_of(foe).patience == 0 for foe in world.level.foes)


@pytest.mark.parametrize(("hp", "alone", "in_pack"), [(11, False, False), (10, True, False), (5, True, True)])
def test_vmn_51_in_numbers_there_is_courage(hp: int, alone: bool, in_pack: bool) -> None:
    for world, afraid in ((scene(hall("@...Y"), hp=40), alone), (pack(), in_pack)):
        foe = world.level.foes[0]
        foe.hp = hp
        mind_tactics.feel(world, foe)
        assert mind_of(foe).afraid is afraid


def test_vmn_51_not_if_the_leader_is_afraid() -> None:
    world = pack()
    mind_of(world.level.foes[1]).afraid = True
    assert not mind_packs.is_bold(world, world.level.foes[0])


COMING = """
    -----                              ------
    |...|                              |....|
    |..@+#########################O#O##+O...|
    |...|                              |....|
    -----                              ------
"""


def test_vmn_52_a_pack_that_hunts_by_ear_comes_together() -> None:
    """The first two let the third one catch up, and no longer than their patience lasts."""
    world = scene(COMING)
    for foe in world.level.foes:
        mind_of(foe).store = 0
    last = max(world.level.foes, key=lambda foe: foe.spot)
    last.flags &= ~AWAKE
    turn(world)
    last.flags |= AWAKE
    columns = []
    for _ in range(12):
        minds_of(world).make_noise(24)
        turn(world)
        columns.append(sorted(place_of(foe)[1] for foe in world.level.foes))
    assert columns[-1][2] - columns[-1][0] <= 4
    assert mind_of(world.level.foes[0]).patience <= PATIENCE


def test_vmn_52_a_roaming_band_follows_its_leader() -> None:
    world = scene(hall("@..............................O.O.O"), knows=False, dark=True)
    leader, *others = world.level.foes
    leader.max_hp = 50
    mind_of(leader).aim = spot_of(2, 20)
    assert mind_packs.leaders_aim(world, leader) == 0
    assert [mind_packs.leaders_aim(world, foe) for foe in others] == [spot_of(2, 20)] * 2
    drop_aim(mind_of(leader))
    assert [mind_packs.leaders_aim(world, foe) for foe in others] == [leader.spot] * 2
