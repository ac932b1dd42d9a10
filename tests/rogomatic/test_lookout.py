"""Where a hero waits and rests with a bow: squares from which foes are shot at on their way."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import STAIRS
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.archery import line_up
from rogomatic.agent.experts.fight_or_flee import options
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.firing_lines import lookout, shots_from
from rogomatic.agent.think.items.item_value import can_shoot
from tests.support.agent_scenes import KIT, Scene, spot_of, status, wants

BOW = (*KIT[:2], "c) A +1,+1 mace", "d) A +1,+0 short bow (weapon in hand)", KIT[4])
HALL = """
  --------------------
  |..................|
  +@.............1...|
  |..................|
  --------------------
"""


def hall(row: str = status(), pack: tuple[str, ...] = KIT) -> Beliefs:
    return Scene(HALL.replace("1", "."), row, pack).b


@pytest.mark.parametrize(
    ("down", "right", "shots"),
    [(0, 1, 0), (0, 2, 1), (0, 10, 9), (1, 10, 8), (-1, 10, 8), (1, 1, 0), (1, 2, 0), (1, 3, 1)],
)
def test_a_foe_goes_diagonally_and_then_along_the_line_of_fire(down: int, right: int, shots: int) -> None:
    b = hall()
    assert shots_from(b.level, b.me.spot - 1 + 80 * down + right) == shots


def test_no_foe_is_shot_at_from_passages_doors_and_dark_rooms() -> None:
    b = hall()
    there = spot_of(HALL, "1")
    assert shots_from(b.level, spot_of(HALL, "+")) == 0
    assert shots_from(b.level, there) > 10
    b.level.forgotten[3] = 3
    assert shots_from(b.level, there) > 10, "the dark room is another one"
    b.level.forgotten[0] = 3
    assert shots_from(b.level, there) == 0


def test_the_lookout_is_far_from_the_door_in_its_line() -> None:
    b = hall()
    place = lookout(b, roads(b), 40)
    assert place // 80 == b.me.spot // 80
    assert shots_from(b.level, place) >= 10
    near = lookout(b, roads(b), 3)
    assert near in b.level.neighbors(b.me.spot) or near == b.me.spot + 2


def test_who_stands_well_stays() -> None:
    b = Scene(HALL.replace("@", ".").replace("1", "@")).b
    assert lookout(b, roads(b), 40) == b.me.spot


def test_without_a_door_there_is_no_lookout() -> None:
    b = Scene(HALL.replace("+", "|")).b
    assert lookout(b, roads(b), 40) == -1


@pytest.mark.parametrize(
    ("pack", "can"),
    [
        (KIT, True),
        (KIT[:4], False),
        (KIT[:3], False),
        ((*KIT[:4], f"e) {DEFAULT.bow_count - 1} arrows"), False),
    ],
)
def test_it_takes_a_bow_and_arrows(pack: tuple[str, ...], can: bool) -> None:
    assert can_shoot(hall(pack=pack)) is can


def test_a_cursed_blade_leaves_no_hand_for_the_bow() -> None:
    b = hall()
    b.cursed.add("c")
    assert not can_shoot(b)


@pytest.mark.parametrize(("hp", "rung"), [(8, "rest"), (9, "look around")])
def test_the_hurt_hero_that_knows_no_stairs_rests_at_a_lookout(hp: int, rung: str) -> None:
    assert wants(hall(status(hp=hp)))[0] == rung


def test_it_goes_there_draws_the_bow_and_stays_until_it_is_well() -> None:
    there = HALL.replace("@", ".").replace("1", "@")
    assert wants(hall(status(hp=6))) == ("rest", b"2l")
    assert wants(Scene(there, status(hp=6)).b) == ("rest", b"wd")
    b = Scene(there, status(hp=6), BOW).b
    assert wants(b) == ("rest", b"2s")
    b.action = Action("rest", times=2)
    b.me.hp = 11
    assert wants(b) == ("rest", b"2s")
    b.me.hp = 12
    assert wants(b)[0] != "rest"


def test_strong_and_deep_heroes_do_not_go_there_to_rest() -> None:
    for row in (status(hp=8, depth=4), status(hp=11, most=12, level=8)):
        b = hall(row)
        b.me.alert = True
        assert wants(b) == ("look around", b"h")


def test_the_last_turns_before_the_faint_are_spent_at_a_lookout() -> None:
    b = hall(status(hunger="Weak"))
    b.me.stomach = Stomach.between(200, 220)
    assert wants(b) == ("rest", b"2l")
    b.me.alert = True
    assert wants(b)[0] != "rest"


def test_the_bow_stays_in_hand_during_the_vigil() -> None:
    far = HALL.replace("@", ".").replace("1", "%").replace("%...|", "%..@|")
    b = Scene(far, pack=BOW).b
    assert wants(b)[0] == "wait to faint on the stairs"
    b.me.alert = True
    assert wants(b) == ("have a weapon ready", b"wc")


@pytest.mark.parametrize(
    ("thing", "arrows", "fetched"), [("!", 30, False), (":", 30, True), (")", 30, False), (")", 11, True)]
)
def test_food_and_scarce_arrows_are_fetched_from_farther_away(thing: str, arrows: int, fetched: bool) -> None:
    picture = HALL.replace("@", thing).replace("1", "@")
    b = Scene(picture, pack=(*BOW[:4], f"e) {arrows} +0,+0 arrows")).b
    b.level.put(b.me.spot, STAIRS)
    assert wants(b) == ("wait to faint on the stairs", b"2h" if fetched else b"2s")


def test_what_lies_beside_the_stairs_is_fetched_by_who_is_well() -> None:
    picture = HALL.replace("1", ".").replace("@...", "@..!")
    for hp, fetched in ((12, True), (5, False)):
        b = Scene(picture, status(hp=hp), KIT[:4]).b
        b.level.put(b.me.spot, STAIRS)
        assert (wants(b)[1] == b"2l") is fetched


BETWEEN = """
  -----------------
  |...............|
  |.@.......H...%.|
  |...............|
  -----------------
"""


def with_foe(picture: str, row: str = status(), pack: tuple[str, ...] = KIT) -> Beliefs:
    scene = Scene(picture, row, pack)
    return scene.awake("H")


def names(b: Beliefs) -> set[str]:
    return {option.name for option in options(b)}


def test_a_foe_before_the_stairs_is_shot_at_first() -> None:
    b = with_foe(BETWEEN)
    assert "shoot, then run to the stairs" in names(b)
    assert wants(b) == ("draw the bow", b"wd")
    assert "shoot, then run to the stairs" not in names(with_foe(BETWEEN, pack=KIT[:4]))
    assert "shoot, then run to the stairs" not in names(with_foe(BETWEEN.replace("@.......H", "@.H......")))


def test_nobody_leaves_the_stairs_to_line_up() -> None:
    skew = """
  -----------------
  |...............|
  |......%@.......|
  |...............|
  |...............|
  |...........H...|
  -----------------
"""
    b = with_foe(skew, pack=BOW)
    assert isinstance(line_up(b), Act)
    b.level.put(b.me.spot, STAIRS)
    assert not isinstance(line_up(b), Act)


def test_who_will_come_along_a_line_is_not_lined_up() -> None:
    off = """
  -----------------
  |@..............|
  |...........H...|
  -----------------
"""
    assert not isinstance(line_up(with_foe(off, pack=BOW)), Act)


def test_the_fight_before_free_stairs_is_weighed_up_on_the_first_levels() -> None:
    behind = BETWEEN.replace(".@.......H...%.", ".%...@...H.....")
    option = "fight here, then run to the stairs"
    assert option in names(with_foe(behind))
    assert option not in names(with_foe(behind, status(depth=4)))
    assert option not in names(with_foe(BETWEEN))
    assert option not in names(with_foe(behind.replace("@...H", "@H..."), status(hp=8)))
