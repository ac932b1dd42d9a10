"""The quest: what is done with the Amulet near, in sight, or in the pack."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rogomatic.agent.beliefs.knob_sets import (
    REACH,
    STAGES,
    all_knobs,
    knobs_at,
    quest_knobs,
    stage_of,
    tune,
)
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.archery import clear_way
from rogomatic.agent.experts.leaving import is_hurried, keep_gold
from rogomatic.agent.experts.loot import seize_amulet, take_ring_off
from rogomatic.agent.experts.rest import rest
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.sight.page_parser import GamePage
from rogomatic.agent.think.ground.exits import exits, is_seeking, way_out
from rogomatic.run.recordings.timeline import CheckpointStore
from tests.support.agent_scenes import KIT, ROOM, Scene, act_of, beliefs, spot_of, status, wants

OWNED = [*KIT, "f) The Amulet of Yendor"]
LYING = """
  ----------
  |........|
  |..,.@..!+
  |........|
  ----------
"""
WAY = """
  ----------
  |..^.@..%+
  ----------
"""


def scene(
    picture: str, depth: int = 26, pack: Iterable[str] = KIT, hp: int = 90, hunger: str = ""
) -> Beliefs:
    b = Scene(picture, status(depth, hp=hp, most=90, level=12, hunger=hunger), pack).b
    b.me.alert = True
    return b


def test_the_amulet_is_taken_before_other_things() -> None:
    assert wants(scene(LYING)) == ("seize the Amulet", b"2h")
    assert seize_amulet(scene(ROOM)) == No("the Amulet is not in sight")
    assert seize_amulet(scene(LYING, pack=OWNED)) == No("the Amulet is in the pack")


def test_a_foe_comes_before_the_amulet_and_nobody_lifts_it_from_the_air() -> None:
    b = Scene(LYING.replace("@.", "@K"), status(26, hp=90, most=90, level=12)).awake("K")
    assert seize_amulet(b) == No("a foe is beside the hero")
    b = scene(LYING)
    b.me.floating_until = 50
    assert seize_amulet(b) == No("floating in the air")


def test_for_the_amulet_anything_may_be_dropped() -> None:
    b = scene(LYING, pack=[*KIT, "f) A scroll of teleportation"])
    b.full_pack = True
    b.level.ignored.add(spot_of(LYING, ","))  # as after a first try to lift it
    rung, keys = wants(b)
    assert (rung, keys[:1]) == ("room for the Amulet", b"d")
    b.full_pack = False
    assert wants(b) == ("seize the Amulet", b"2h")


@pytest.mark.parametrize(("depth", "pack", "seeks"), [(25, KIT, False), (26, KIT, True), (26, OWNED, False)])
def test_from_26_on_levels_are_searched_until_the_amulet(depth: int, pack: list[str], seeks: bool) -> None:
    b = scene(WAY, depth, pack)
    assert is_seeking(b) is seeks
    assert is_hurried(b) is not seeks


def test_a_search_for_the_amulet_has_an_end() -> None:
    b = scene(WAY)
    b.turn = b.knobs.level_turns + 1
    assert is_hurried(b)


def test_with_the_amulet_the_way_leads_up_and_round_trapdoors() -> None:
    down, up = scene(WAY), scene(WAY, pack=OWNED)
    for b in (down, up):
        b.level.name_trap(spot_of(WAY, "^"), "trapdoor")
    stairs = spot_of(WAY, "%")
    assert way_out(down) == (b">", Action("down"))
    assert way_out(up) == (b"<", Action("up"))
    assert exits(down) == {stairs, spot_of(WAY, "^")}
    assert exits(up) == {stairs}
    assert wants(up) == ("hurry down", b"2l")


def on_stairs(hp: int, most: int, pack: Iterable[str]) -> Scene:
    """Return one who stands on stairs seen before, next to a hobgoblin."""
    before = WAY.replace("@..%", ".@H%")
    drawn = Scene(before, status(12, hp=hp, most=most, level=12), pack)
    drawn.b.me.alert = True
    drawn.show(before.replace("@H%", ".H@"), status(12, hp=hp, most=most, level=12))
    drawn.awake("H")
    return drawn


@pytest.mark.parametrize(("pack", "key"), [(KIT, b">"), (OWNED, b"<")])
def test_whoever_flees_by_the_stairs_flees_homewards(pack: list[str], key: bytes) -> None:
    assert wants(on_stairs(3, 90, pack).b) == ("fight or flee", key)


def test_the_owner_of_the_amulet_rests_on_the_stairs_without_food() -> None:
    for pack, answer in (((*OWNED[1:],), Act), (KIT[1:], No)):
        b = scene(WAY.replace("@..%", ".@.%"), pack=pack, hp=89, hunger="Weak")
        b.me.spot = b.level.stairs
        assert isinstance(rest(b), answer)


@pytest.mark.parametrize(("rings", "keys"), [(1, b"R"), (2, b"Rl")])
def test_rings_come_off_when_they_alone_would_starve_the_owner(rings: int, keys: bytes) -> None:
    worn = ["g) A +1 ring of dexterity (on left hand)", "h) A +1 ring of protection (on right hand)"][:rings]
    b = scene(ROOM, pack=[*OWNED[1:], *worn], hunger="Hungry")
    assert len(b.rings()) == rings
    assert wants(b) == ("take a ring off", keys)
    b.cursed |= {"g", "h"}
    assert take_ring_off(b) == No("the rings are cursed")


def test_rings_stay_on_while_food_is_needed_anyway_or_there_is_some() -> None:
    ring = "g) A +1 ring of dexterity (on left hand)"
    assert take_ring_off(scene(ROOM, pack=[*KIT, ring], hunger="Hungry")) == No(
        "the hero does not have the Amulet"
    )
    fed = scene(ROOM, pack=[*OWNED, ring], hunger="Hungry")
    assert take_ring_off(fed) == No("there is food in the pack")
    assert take_ring_off(scene(ROOM, pack=OWNED[1:], hunger="Hungry")) == No("no rings in use")


def test_a_flytrap_that_once_struck_is_cleared_out_of_the_way() -> None:
    picture = """
  -------
  |.....|
  |..@..+####F
  |.....|
  -------
"""
    drawn = Scene(picture, status(12, hp=190, most=190, level=15))
    drawn.b.level.frontier.clear()
    drawn.b.watch.swept = drawn.b.knobs.swept_turns
    for awake in (False, True):
        b = drawn.awake("F", awake)
        assert act_of(clear_way(b)).because == "the venus flytrap may be in the way"


FOE = """
  -----------
  |.........|
  |..@T.....|
  |.........|
  -----------
"""


def told(depth: int, amulet_level: int = 8) -> Beliefs:
    """Return the beliefs of a hero on a level, who has read where the Amulet lies."""
    b = beliefs(row=f"Level: {depth}  Gold: 900    Hp: 30(40)  Str: 16(16)  Arm: 4   Exp: 6/200")
    b.page, b.amulet_depth = GamePage("mine", "1", "5.4")._replace(amulet_level=amulet_level), amulet_level
    return b


@pytest.mark.parametrize(
    ("depth", "stage"), [(1, "before"), (6, "before"), (7, "above"), (8, "seek"), (9, "seek")]
)
def test_the_stage_follows_from_the_depth_and_the_amulets_level(depth: int, stage: str) -> None:
    assert stage_of(told(depth)) == stage


def test_who_has_the_amulet_carries_it_home() -> None:
    b = told(8)
    b.pack["z"] = read_thing("The Amulet of Yendor")
    assert stage_of(b) == "carry"


def test_there_is_no_quest_where_no_page_tells_or_the_way_is_too_long() -> None:
    assert stage_of(told(1, REACH)) == "before"
    assert stage_of(told(1, REACH + 1)) == ""
    assert stage_of(told(25, 0)) == ""
    b = told(25, 26)
    tune(b, DEFAULT)
    assert b.knobs is knobs_at(b.edition, 25, DEFAULT)


def test_every_stage_changes_knobs_within_their_ranges_and_no_others() -> None:
    for stage, changes in STAGES.items():
        made = quest_knobs(Knobs(flee_pct=9), stage).values()
        assert made == {**Knobs(flee_pct=9).values(), **changes}
        assert [name for name in changes if not KNOBS[name].least <= changes[name] <= KNOBS[name].most] == []


def test_on_the_level_above_the_hero_leaves_on_sight_of_the_stairs() -> None:
    for depth, hurried in ((6, False), (7, True), (8, False)):
        b = told(depth)
        tune(b, DEFAULT)
        assert is_hurried(b) is hurried, depth


def test_nobody_quits_who_may_still_win() -> None:
    scene = Scene(FOE, status(gold=900, hp=3))
    b = scene.awake("T")
    assert isinstance(keep_gold(b), Act)
    b.page = GamePage("mine", "1", "5.4")._replace(amulet_level=8)
    b.amulet_depth = 8
    tune(b, DEFAULT)
    assert not isinstance(keep_gold(b), Act)


def test_a_state_can_be_taken_from_another_store_of_the_same_knobs() -> None:
    player = Player(Memory(), DEFAULT, 1)
    player.beliefs = told(7)
    tune(player.beliefs, DEFAULT)
    one, other = (CheckpointStore(player.memory, DEFAULT) for _ in range(2))
    _, again = other.take(one.put(player.screen, player))
    assert again is not None
    assert again.beliefs.knobs is quest_knobs(DEFAULT, "above")
    assert again.beliefs.knobs in all_knobs(DEFAULT)
