"""The quest: a picture with the Amulet, or with it in the pack, and the keys that follow from it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.archery import clear_way
from rogomatic.agent.experts.leaving import is_hurried
from rogomatic.agent.experts.loot import seize_amulet, take_ring_off
from rogomatic.agent.experts.rest import rest
from rogomatic.agent.think.ground.exits import exits, is_seeking, way_out
from tests.support.agent_scenes import KIT, ROOM, Scene, act_of, spot_of, status, wants

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
    assert seize_amulet(b) == No("a foe is upon us")
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
def test_from_26_on_the_level_is_looked_through_until_the_amulet_is_found(
    depth: int, pack: list[str], seeks: bool
) -> None:
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
    assert wants(on_stairs(3, 90, pack).b) == ("battlestations", key)


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
    assert take_ring_off(b) == No("the rings cannot be taken off")


def test_rings_stay_on_while_food_is_needed_anyway_or_there_is_some() -> None:
    ring = "g) A +1 ring of dexterity (on left hand)"
    assert take_ring_off(scene(ROOM, pack=[*KIT, ring], hunger="Hungry")) == No(
        "without the Amulet food is needed anyway"
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
