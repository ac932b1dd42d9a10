"""Sticks: on whom a charge is spent, and what is learnt by what a zap does."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.cached_results import Threat
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.beliefs.terrain_map import DOOR
from rogomatic.agent.editions import EDITION_FACTS, Edition
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.magic import light_room, quaff_good, try_stick, zap_foe
from rogomatic.agent.knobs import KNOBS, Knobs
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.items.item_value import empty_chance, to_identify
from tests.support.agent_scenes import KIT, Scene, status

HALL = """
  ---------------------
  |...................|
  |....@....T.........|
  |...................|
  ---------------------
"""
WAND = "f) A teak staff"
WEAK, STRONG = status(level=5, hp=30, most=30), status(level=12, hp=120, most=120, arm=9)


def stick(name: str) -> str:
    return f"f) A staff of {name}(teak)"


def scene(letter: str = "T", row: str = WEAK, line: str = WAND, picture: str = HALL) -> Scene:
    found = Scene(picture.replace("T", letter), row, [*KIT, line])
    found.b.me.alert = True
    found.awake(letter)
    return found


def keys(answer: object) -> bytes:
    return answer.keys if isinstance(answer, Act) else b""


@pytest.mark.parametrize(
    ("name", "zapped"),
    [("slow monster", True), ("polymorph", True), ("fire", True), ("haste monster", False), ("light", False)],
)
def test_a_charge_is_spent_on_a_dangerous_foe(name: str, zapped: bool) -> None:
    assert (keys(zap_foe(scene(line=stick(name)).b)) == b"zlf") is zapped


def test_no_charge_is_spent_on_a_weak_foe_or_on_a_sleeper() -> None:
    assert not isinstance(zap_foe(scene("E", line=stick("fire")).b), Act)
    assert not isinstance(zap_foe(scene(line=stick("fire")).awake("T", False)), Act)


@pytest.mark.parametrize(
    ("edition", "line", "zapped"),
    [
        ("3.6", stick("fire"), False), ("3.6", stick("slow monster"), True), ("5.4", stick("fire"), True),
    ],
)  # fmt: skip
def test_v36_18_no_bolt_leaves_a_doorway_of_3_6(edition: Edition, line: str, zapped: bool) -> None:
    b = scene(line=line).b
    b.edition = edition
    in_the_open = zap_foe(b)
    b.level.code[b.me.spot] = DOOR
    assert (isinstance(in_the_open, Act), isinstance(zap_foe(b), Act)) == (True, zapped)


def test_an_empty_stick_is_left_alone() -> None:
    b = scene(line=stick("fire")).b
    b.pack["f"] = b.pack["f"]._replace(charges=0)
    assert not isinstance(zap_foe(b), Act)


def test_a_bolt_that_would_come_back_is_not_risked() -> None:
    near = HALL.replace("@....T.........", "@T.|           ")
    b = scene("C", status(level=6, hp=30, most=40), stick("fire"), near).b
    threat = threat_of(b)
    b.results.threat = Threat(threat.near, threat.coming, threat.round_most, 20.0)
    assert not isinstance(zap_foe(b), Act)


def test_an_unknown_stick_is_tried_on_whoever_comes() -> None:
    s = scene("E")
    assert not isinstance(try_stick(s.b), Act), "no stairs are known"
    s.b.knobs = Knobs(test_squares=KNOBS["test_squares"].most)
    assert keys(try_stick(s.b)) == b"zlf"
    s.b.lore.tried.add(("stick", "teak"))
    assert not isinstance(try_stick(s.b), Act)


def _after(before: str, after: str, hp: int = 30) -> Scene:
    """Return the scene after an unknown stick was zapped to the right."""
    s = scene(picture=before)
    update.note_sent(s.b, Action("zap", 1, 1, "f"), None)
    s.show(after, status(level=5, hp=hp, most=30))
    return s


@pytest.mark.parametrize(
    ("after", "hp", "name"),
    [
        (HALL.replace("T.........", "Z........."), 30, "polymorph"),
        (HALL.replace("@....T", "@T...."), 30, "teleport to"),
        (HALL.replace("T.........", "........T."), 30, "teleport away"),
        (HALL, 15, "drain life"),
        (HALL, 30, ""),
        (HALL.replace("T", "."), 30, ""),
    ],
)
def test_what_a_zap_does_tells_the_stick(after: str, hp: int, name: str) -> None:
    b = _after(HALL, after, hp).b
    assert b.lore.name_of(b.pack["f"]) == name


def test_a_foe_that_vanished_leaves_two_kinds() -> None:
    b = _after(HALL, HALL.replace("T", ".")).b
    assert set(b.lore.chances(b.pack["f"])) == {"teleport away", "invisibility"}


def test_what_was_made_anew_sleeps() -> None:
    b = _after(HALL, HALL.replace("T", "Z")).b
    assert [foe.awake for foe in b.foes.seen.values()] == [False]


@pytest.mark.parametrize(("letter", "awake"), [("Z", None), ("B", False)])
def test_who_is_mean_and_made_anew_near_the_hero_is_awake(letter: str, awake: bool | None) -> None:
    b = _after(HALL.replace("....T", "T...."), HALL.replace("....T", f"{letter}....")).b
    assert [foe.awake for foe in b.foes.seen.values()] == [awake]
    assert bool(threat_of(b).near) is (letter == "Z")


@pytest.mark.parametrize(
    ("steps", "name"), [(("@..T..", "@T...."), "haste monster"), (("@....T", "@...T."), "slow monster")]
)
def test_the_pace_of_a_foe_tells_the_stick(steps: tuple[str, str], name: str) -> None:
    s = _after(HALL, HALL.replace("@....T", "@...T."))
    if name == "slow monster":
        s = _after(HALL, HALL)
    for step in steps:
        update.note_sent(s.b, Action("search"), None)
        s.show(HALL.replace("@....T", step), WEAK)
    assert s.b.lore.name_of(s.b.pack["f"]) == name


BESIDE = """
  ---------------------
  |...................|
  |..@T...............|
  |...................|
  ---------------------
"""


def test_who_fights_beside_the_hero_is_not_slow_for_that() -> None:
    s = _after(BESIDE, BESIDE)
    for _ in range(3):
        update.note_sent(s.b, Action("search"), None)
        s.show(BESIDE, WEAK, ["The troll hits you"])
    update.note_sent(s.b, Action("walk", -1), None)
    s.show(BESIDE.replace(".@T", "@T."), WEAK)
    assert s.b.lore.name_of(s.b.pack["f"]) == ""
    update.note_sent(s.b, Action("walk", -1), None)
    s.show(BESIDE.replace("..@T", "@.T."), WEAK)
    update.note_sent(s.b, Action("search"), None)
    s.show(BESIDE.replace("..@T", "@T.."), WEAK)
    assert s.b.lore.name_of(s.b.pack["f"]) == "slow monster"


@pytest.mark.parametrize(("edition", "awake"), [("5.4", False), ("5.2", True), ("3.6", True)])
def test_v52_16_what_polymorph_makes_is_awake(edition: Edition, awake: bool) -> None:
    s = scene()
    s.b.edition, s.b.lore.kinds = edition, EDITION_FACTS[edition].items
    update.note_sent(s.b, Action("zap", 1, 1, "f"), None)
    s.show(HALL.replace("T", "Z"), WEAK)
    assert s.b.lore.name_of(s.b.pack["f"]) == "polymorph"
    assert [foe.awake for foe in s.b.foes.seen.values()] == [awake]


@pytest.mark.parametrize(("edition", "name"), [("5.4", ""), ("5.2", "striking"), ("3.6", "striking")])
def test_v52_16_a_stick_that_strikes_is_one_of_striking(edition: Edition, name: str) -> None:
    s = scene(picture=BESIDE)
    s.b.edition, s.b.lore.kinds = edition, EDITION_FACTS[edition].items
    update.note_sent(s.b, Action("zap", 1, 1, "f"), None)
    s.show(BESIDE, WEAK, ["You hit the troll"])
    assert s.b.lore.name_of(s.b.pack["f"]) == ""
    s.show(BESIDE, WEAK, ["You miss"])
    assert s.b.lore.name_of(s.b.pack["f"]) == name


@pytest.mark.parametrize(
    ("name", "used", "empty"),
    [
        ("fire", 2, 0.0), ("fire", 3, 1 / 5), ("fire", 6, 1 / 2), ("fire", 7, 1.0), ("", 7, 1.0),
        ("light", 9, 0.0), ("light", 10, 1 / 10), ("light", 19, 1.0),
    ],
)  # fmt: skip
def test_itm_7_the_charges_of_a_stick_are_counted(name: str, used: int, empty: float) -> None:
    b = scene(line=stick(name) if name else WAND).b
    for _ in range(used):
        update.note_sent(b, Action("zap", 1, 1, "f"), None)
    assert empty_chance(b, "f") == pytest.approx(empty)
    update.note_sent(b, Action("stock"), None)
    assert b.zaps == {"f": used}


@pytest.mark.parametrize(("edition", "taken"), [("5.4", 3), ("5.2", 3), ("3.6", 2)])
def test_v52_16_v36_31_what_a_blow_and_a_miss_of_striking_take(edition: Edition, taken: int) -> None:
    b = scene(line=stick("striking"), picture=BESIDE).b
    b.edition = edition
    update.note_sent(b, Action("zap", 1, 1, "f"), None)
    update.note_sent(b, Action("zap", -1, 1, "f"), None)
    assert b.zaps == {"f": taken}


def test_charges_that_are_known_are_not_guessed() -> None:
    b = scene(line="f) A staff of fire [4 charges](teak)").b
    b.zaps["f"] = 7
    assert empty_chance(b, "f") == 0.0
    b.pack["f"] = b.pack["f"]._replace(charges=0)
    assert empty_chance(b, "f") == 1.0


def test_in_a_variant_a_stick_may_hold_more() -> None:
    b = scene(line=stick("fire")).b
    b.zaps["f"], b.variant = 9, "coffee"
    assert empty_chance(b, "f") == 0.5


def test_of_two_sticks_the_fuller_one_is_used() -> None:
    b = Scene(HALL, WEAK, [*KIT, stick("fire"), "g) A staff of fire(teak)"]).awake("T")
    b.me.alert, b.zaps["f"] = True, 5
    assert keys(zap_foe(b)) == b"zlg"
    b.zaps["f"] = b.zaps["g"] = 7
    assert not isinstance(zap_foe(b), Act)


DARK = """
  ---------
  |   ...
  |   .@.
  |   ...
"""


def test_a_dark_room_is_lit() -> None:
    b = Scene(DARK, pack=[*KIT, stick("light")]).b
    assert not isinstance(light_room(b), Act)
    b.level.forgotten[0] = 5
    assert keys(light_room(b)) == b"zlf"
    b.pack["f"] = b.pack["f"]._replace(charges=0)
    assert not isinstance(light_room(b), Act)


def test_a_slowed_foe_strikes_half_as_often() -> None:
    b = scene().b
    (foe,) = b.foes.seen.values()
    before = duel(b, foe)
    foe.slowed = True
    after = duel(b, foe)
    assert after[0] < before[0]
    assert after[1] == pytest.approx(before[1] / 2)


def test_a_stick_that_is_empty_stays_so_when_the_pack_is_looked_at() -> None:
    s = scene()
    update.note_sent(s.b, Action("zap", 1, 1, "f"), None)
    s.show(HALL, WEAK, ["Nothing happens"])
    update.note_sent(s.b, Action("stock"), None)
    s.show(HALL, WEAK, [*KIT, WAND])
    assert s.b.pack["f"].charges == 0


@pytest.mark.parametrize(
    ("action", "said", "wounds"),
    [
        (Action("fight", 1), "You hit the troll", 6),
        (Action("throw", 1, 1, "e"), "The arrow hits the troll", 1),
        (Action("zap", 1, 1, "f"), "The bolt hits the troll", 20),
    ],
)
def test_a_wound_is_what_the_weapon_usually_deals(action: Action, said: str, wounds: int) -> None:
    near = HALL.replace("@....T", "@T....")
    s = scene(picture=near)
    update.note_sent(s.b, action, None)
    s.show(near, WEAK, [said])
    assert [foe.wounds for foe in s.b.foes.seen.values()] == [wounds]


@pytest.mark.parametrize(
    ("scroll", "letters"),
    [("identify", ["h", "g", "f"]), ("identify ring, wand or staff", ["g", "h"]), ("identify potion", ["f"])],
)
def test_what_can_identify_anything_is_for_what_use_does_not_show(scroll: str, letters: list[str]) -> None:
    unknown = ("f) A pink potion", "g) A teak staff", "h) An opal ring")
    b = Scene(HALL.replace("T", "."), WEAK, unknown).b
    b.identify = scroll
    assert to_identify(b) == letters


def test_lost_strength_is_restored_where_only_what_is_left_is_shown() -> None:
    def row(strength: int) -> str:
        return f"Level: 9  Gold: 0      Hp: 40(40)  Str: {strength}  Ac: 5   Exp: 6/300"

    picture = HALL.replace("T", ".")
    s = Scene(picture, row(17), [*KIT, "f) A potion of restore strength(grey)"])
    s.b.edition = "3.6"
    assert not keys(quaff_good(s.b))
    s.show(picture, row(12))
    assert keys(quaff_good(s.b)) == b"qf"
    s.b.knobs = Knobs(restore_depth=10)
    assert not keys(quaff_good(s.b)), "it is kept for deeper levels"
    s.show(picture, row(7))
    assert keys(quaff_good(s.b)) == b"qf"
    s.show(picture, row(15), ["Hey, this tastes great.  It make you feel warm all over"])
    assert not keys(quaff_good(s.b))


def test_an_unknown_stick_may_wait_for_stairs_on_which_its_foe_can_be_left() -> None:
    picture = HALL.replace("T", "H")
    near, far = picture.replace("@.", "@%"), picture.replace("@....H....", "@....H...%")
    found = []
    for squares in (3, 200):
        for one in (near, far):
            s = Scene(one, STRONG, [*KIT, WAND], Knobs(test_squares=squares))
            s.awake("H")
            found.append(isinstance(try_stick(s.b), Act))
    assert found == [True, False, True, True]
