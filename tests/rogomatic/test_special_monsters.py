"""Monsters that no common rule fits, and those that think."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.foe_intents import is_fleeing, waiting_foes
from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.editions import Edition, letters_of
from rogomatic.agent.engine.refusals import FIGHTS_ON
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.archery import shoot
from rogomatic.agent.experts.equipping import wear_best
from rogomatic.agent.experts.leaving import keep_gold
from rogomatic.agent.experts.rest import rest
from rogomatic.agent.experts.special_monsters import leave_unseen, step_away, strip_for_rust
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.think.fight.threat import threat_of
from tests.rogomatic.foe_scenes import foe_scene, refusal
from tests.support.agent_scenes import KIT, ROOM, STATUS, Scene, act_of, spot_of, status, wants

HALL = """
  ---------------------
  |...................|
  |....@....A.....Z...|
  |...................+
  ---------------------
"""
ALONE = HALL.replace("Z", ".")
EMPTY = ALONE.replace("A", ".")
DEEP = status(depth=15, level=8, hp=50, most=50)


def scene(letter: str = "A", pack: tuple[str, ...] = KIT) -> Scene:
    found = Scene(ALONE.replace("A", letter), status(level=6, hp=40, most=40), pack)
    found.awake(letter)
    return found


def test_the_suit_comes_off_for_what_rusts_it_and_on_again_afterwards() -> None:
    s = scene()
    assert act_of(strip_for_rust(s.b)).keys == b"T"
    assert act_of(strip_for_rust(s.b)).because == "the aquator would rust the ring mail"
    s.b.pack["b"] = s.b.pack["b"]._replace(use="")
    assert not isinstance(wear_best(s.b), Act)
    s.show(EMPTY, DEEP, ["You have defeated the aquator"])
    assert act_of(wear_best(s.b)).keys == b"Wb"


def strips(
    picture: str = ALONE,
    suit: str = "+1 ring mail [4]",
    more: Iterable[str] = (),
    *,
    edition: Edition = "5.4",
    hp: int = 40,
    unseen: bool = False,
) -> bool:
    """Return whether the suit comes off before an aquator, and others that a picture shows awake."""
    pack = (KIT[0], f"b) {suit} (being worn)", *KIT[2:], *more)
    s = Scene(picture, status(level=6, hp=hp, most=40), pack, Knobs(strip_pct=5))
    for letter in "AHT":
        s.awake(letter)
    s.b.edition = edition
    s.b.foes.unseen_turn = s.b.turn if unseen else s.b.foes.unseen_turn
    return isinstance(strip_for_rust(s.b), Act)


BESIDE = HALL.replace("@....A", "@H...A").replace("Z", ".")


@pytest.mark.parametrize(
    ("how", "stripped"),
    [
        pytest.param({}, True, id="metal"),
        pytest.param({"suit": "Leather armor [2]"}, False, id="leather"),
        pytest.param({"suit": "Leather armor [2]", "edition": "3.6"}, True, id="leather rusts in 3.6"),
        pytest.param({"suit": "-2 ring mail [1]"}, False, id="nothing left to rust"),
        pytest.param({"more": ["f) A ring of maintain armor(opal) (on left hand)"]}, False, id="a ring"),
        pytest.param({"picture": HALL.replace("Z", "T")}, False, id="a troll comes, too"),
        pytest.param({"picture": BESIDE}, True, id="a harmless fight"),
        pytest.param({"picture": BESIDE, "hp": 4}, False, id="a dangerous fight"),
        pytest.param({"unseen": True}, False, id="something unseen strikes"),
    ],
)
def test_the_suit_comes_off_only_for_what_rusts_it(how: dict[str, Any], stripped: bool) -> None:
    assert strips(**how) is stripped


@pytest.mark.parametrize(("edition", "keys"), [("5.4", b"Wb"), ("3.6", b"Wc")])
def test_of_two_suits_in_3_6_the_known_one_is_put_on(edition: Edition, keys: bytes) -> None:
    b = Scene(
        EMPTY, status(level=6, hp=40, most=40), (KIT[0], "b) Ring mail", "c) -1 scale mail", *KIT[3:])
    ).b
    b.edition = edition
    assert act_of(wear_best(b)).keys == keys


def haunted(row: str = DEEP) -> Scene:
    s = Scene(EMPTY, row)
    s.b.foes.unseen_turn = s.b.turn
    return s


def test_what_strikes_unseen_is_left() -> None:
    s = haunted()
    assert act_of(leave_unseen(s.b)).action.verb == "walk"
    assert not isinstance(leave_unseen(haunted(status(depth=3)).b), Act)


@pytest.mark.parametrize(("pack", "keys"), [(KIT, b">"), ((*KIT, "f) The Amulet of Yendor"), b"<")])
def test_what_strikes_unseen_is_left_the_way_the_quest_goes(pack: tuple[str, ...], keys: bytes) -> None:
    s = Scene(EMPTY, DEEP, pack)
    s.b.foes.unseen_turn, s.b.level.stairs = s.b.turn, s.b.me.spot
    assert act_of(leave_unseen(s.b)).keys == keys


def test_what_bars_the_way_unseen_is_walked_round() -> None:
    s = haunted()
    first = act_of(leave_unseen(s.b))
    update.note_sent(s.b, first.action, first.plan)
    s.show(EMPTY, DEEP, ["Something misses you"])
    avoid = bytes(s.b.level.avoid)
    second = act_of(leave_unseen(s.b))
    assert second.action.step != first.action.step
    assert s.b.level.avoid == avoid, "the level's own costs stay"


@pytest.mark.parametrize(
    ("line", "hp", "keys"),
    [
        ("f) A staff of teleport away(teak)", 50, b"zlf"),
        ("f) A staff of slow monster(teak)", 50, b"zlf"),
        ("f) A staff of haste monster(teak)", 50, b""),
        ("f) A scroll of hold monster", 50, b""),
        ("f) A scroll of hold monster", 30, b"rf"),
        ("f) A scroll of teleportation", 16, b"rf"),
        ("f) A staff of fire(teak)", 50, b"zlf"),
    ],
)
def test_magic_is_used_on_what_strikes_unseen(line: str, hp: int, keys: bytes) -> None:
    b = low(hp=hp, pack=(*KIT, line))
    b.foes.unseen_spots = frozenset({b.me.spot + 1})
    answer = act_of(leave_unseen(b))
    assert (answer.keys if answer.action.verb in ("zap", "read") else b"") == keys
    assert not (keys and isinstance(keep_gold(b), Act))


def test_a_bolt_that_may_miss_does_not_keep_the_hero_from_quitting() -> None:
    for line, quits in (("f) A staff of fire(teak)", True), ("f) A staff of teleport away(teak)", False)):
        b = low(pack=(*KIT, line))
        b.foes.unseen_spots = frozenset({b.me.spot + 1})
        assert isinstance(keep_gold(b), Act) is quits


def test_what_is_unseen_is_slowed_once_and_zapped_only_where_it_stands() -> None:
    b = low(hp=50, pack=(*KIT, "f) A staff of slow monster(teak)"))
    b.foes.unseen_spots = frozenset({b.me.spot + 1, b.me.spot - 1})
    first = act_of(leave_unseen(b))
    assert first.action.verb == "walk"
    s = Scene(EMPTY, DEEP, (*KIT, "f) A staff of slow monster(teak)"))
    s.b.foes.unseen_turn, s.b.foes.unseen_spots = s.b.turn, frozenset({s.b.me.spot + 1})
    zapped = act_of(leave_unseen(s.b))
    update.note_sent(s.b, zapped.action, None)
    s.show(EMPTY, DEEP, ["Something misses you"])
    s.b.foes.unseen_spots = frozenset({s.b.me.spot + 1})
    second = act_of(leave_unseen(s.b))
    assert (zapped.action.verb, second.action.verb) == ("zap", "walk")


def low(gold: int = 2_000, hp: int = 16, depth: int = 15, pack: tuple[str, ...] = KIT) -> Beliefs:
    """A hero that something unseen has just struck."""
    row = status(depth=depth, level=8, hp=hp, most=50, gold=gold)
    s = Scene(EMPTY, row, pack)
    s.b.foes.unseen_turn = s.b.turn
    return s.b


def test_gold_is_kept_from_an_unseen_foe_whose_next_blow_may_kill() -> None:
    assert act_of(keep_gold(low())).keys == b"Qy"
    healing = (*KIT, "f) A potion of healing(red)")
    hopes = [low(gold=900), low(hp=17), low(depth=12), low(pack=healing)]
    blind, on_stairs, earlier = low(), low(), low()
    blind.me.blind_until = blind.turn + 9
    on_stairs.level.stairs = on_stairs.me.spot
    earlier.turn += 2
    assert not [b for b in (*hopes, blind, on_stairs, earlier) if isinstance(keep_gold(b), Act)]
    fighter = low()
    fighter.resigns = False
    assert keep_gold(fighter) is FIGHTS_ON


@pytest.mark.parametrize(("letter", "quits"), [("E", True), ("T", False)])
def test_a_harmless_neighbor_does_not_hide_what_strikes_unseen(letter: str, quits: bool) -> None:
    row = status(depth=15, level=8, hp=15, most=50, gold=2_000, arm=9)
    s = Scene(ROOM.replace("@.", f"@{letter}"), row)
    s.awake(letter)
    s.b.foes.unseen_turn = s.b.turn
    answer = keep_gold(s.b)
    assert quits == (isinstance(answer, Act) and "unseen" in answer.because)


def test_what_struck_unseen_follows_for_a_long_time() -> None:
    s = haunted()
    s.b.turn += s.b.knobs.haunted_turns
    assert isinstance(leave_unseen(s.b), Act)
    s.b.turn += 1
    assert not isinstance(leave_unseen(s.b), Act)


def test_who_freezes_the_hero_is_awake() -> None:
    s = Scene(ALONE.replace("....A", "I...."))
    s.awake("I", False)
    update.note_sent(s.b, Action("rest", times=6), None)
    s.show(ALONE.replace("....A", "I...."), said=["You are frozen by the ice monster"])
    assert [foe.awake for foe in s.b.foes.seen.values()] == [True]


def test_who_stands_in_a_passage_has_walked_there() -> None:
    s = Scene("""
  -----
  |..@+####I#
  -----
""")
    assert [foe.awake for foe in s.b.foes.seen.values()] == [True]


def test_where_something_unseen_stands_is_narrowed_down() -> None:
    hall = EMPTY
    s = Scene(hall, DEEP)
    update.note_sent(s.b, Action("search"), None)
    s.show(hall, DEEP, ["Something hit you"])
    assert len(s.b.foes.unseen_spots) == 8
    here = s.b.me.spot
    update.note_sent(s.b, Action("walk", 1), None)
    s.show(hall.replace("@.", ".@"), DEEP, ["Something misses you"])
    assert s.b.foes.unseen_spots == {here - 80, here + 80, here + 81, here - 79}
    update.note_sent(s.b, Action("walk", -80), None)
    s.show(hall.replace("@.", ".@"), DEEP, ["Something misses you"])
    assert s.b.foes.unseen_spots == {here + 1 - 80}
    assert act_of(leave_unseen(s.b)).action.step in (80, 79, 81)


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_what_strikes_under_its_name_and_is_not_drawn_strikes_unseen(edition: Edition) -> None:
    hall = EMPTY
    s = Scene(hall, status(depth=16, level=8, hp=30, most=50))
    s.b.edition = edition
    s.b.names = letters_of(edition)
    update.note_sent(s.b, Action("rest", times=2), None)
    s.show(hall, status(depth=16, level=8, hp=20, most=50), ["The invisible stalker hit."])
    assert s.b.foes.unseen_turn >= 0
    assert isinstance(leave_unseen(s.b), Act)
    assert not isinstance(rest(s.b), Act)


def test_who_is_drawn_beside_the_hero_does_not_strike_unseen() -> None:
    near = ALONE.replace("....A", "I....")
    s = Scene(near, status(depth=16, level=8, hp=30, most=50))
    s.b.edition, s.b.names = "3.6", letters_of("3.6")
    s.b.foes.seen = {
        spot: replace(foe, kind=KINDS["invisible stalker"]) for spot, foe in s.b.foes.seen.items()
    }
    update.note_sent(s.b, Action("rest", times=2), None)
    s.show(near, status(depth=16, level=8, hp=20, most=50), ["The invisible stalker hit."])
    assert s.b.foes.unseen_turn == -1
    s.show(near, status(depth=16, level=8, hp=19, most=50), ["The jackal hit."])
    assert s.b.foes.unseen_turn == -1


def test_nobody_stays_beside_a_bad_sleeper_that_may_wake() -> None:
    s = Scene(ALONE.replace("....A", "T...."), status(level=4, hp=20, most=30))
    assert act_of(step_away(s.awake("T", False))).action.step % 80 != 1
    assert not isinstance(step_away(Scene(HALL).awake("A", False)), Act)


def test_an_ice_monster_is_not_shot_at_in_poor_armor() -> None:
    pack = [line.replace(" (weapon in hand)", "") for line in KIT]
    pack[3] += " (weapon in hand)"
    for arm, shot in ((4, False), (9, True)):
        row = status(level=5, hp=30, most=30, arm=arm)
        s = Scene(ALONE.replace("A", "I"), row, pack)
        s.awake("I", False)
        assert isinstance(shoot(s.b), Act) is shot


def test_who_is_held_by_one_that_cannot_stir_strikes_it() -> None:
    b = foe_scene("F", status(hp=40, most=40, level=6))
    (foe,) = b.foes.seen.values()
    foe.awake, foe.held = False, True  # by a scroll of hold monster
    assert wants(b)[0] != "hit what is adjacent"
    b.me.held = True
    assert wants(b) == ("hit what is adjacent", b"l")


EMUS = """
  ----------
  |........|
  |...EE...+#
  |........|@
  |........|
  ----------
"""
PASSAGE = """
  ----------
  |........|
  |........+##@
  |........|
  |........|
  ----------
"""
SHOOTER = """
  -------------
  |...........|
  |@....O.....+
  |...........|
  |...........|
  -------------
"""
NO_BOW = ("a) Some food", "b) +1 ring mail [4] (being worn)", "c) A +1,+1 mace (weapon in hand)")


def shot_at(picture: str = SHOOTER, said: str = "The orc misses you with a dart") -> Scene:
    scene = Scene(picture, pack=NO_BOW)
    scene.awake("O")
    scene.b.turn = 100
    scene.show(picture, STATUS, [said])
    return scene


def waiting(said: str = "The emu calls its kind", passed: int = 1) -> Scene:
    """Two emus were seen awake, and are out of view of a hero in a passage."""
    scene = Scene(EMUS, pack=NO_BOW)
    scene.awake("E")
    scene.b.turn = 100
    scene.show(EMUS, STATUS, [said])
    for foe in scene.b.foes.seen.values():
        foe.seen_turn = 100
    scene.b.foes.lurking = dict(scene.b.foes.seen)
    scene.b.foes.seen.clear()
    scene.b.turn = 100 + passed
    scene.show(PASSAGE)
    return scene


def test_out_of_the_line_of_one_that_shoots() -> None:
    rung, keys = wants(shot_at().b)
    assert rung == "leave the line of fire"
    assert keys in (b"n", b"u")  # nearer, and off its row and diagonals


def test_who_comes_without_shooting_is_awaited() -> None:
    scene = shot_at(said="The orc misses")
    assert wants(scene.b)[0] == "let a foe come"
    assert refusal(scene.b, "leave the line of fire") == "no foe shoots at the hero"


@pytest.mark.parametrize("picture", [
    SHOOTER.replace("@....O", "@.O..."),  # it is there in two turns
    SHOOTER.replace("@....O.....", "@.........O"),  # too far for its shots
    SHOOTER.replace("O", ".").replace("|...........|", "|....O......|", 1),  # no row, column or diagonal
])  # fmt: skip
def test_near_far_or_out_of_line_there_is_nothing_to_leave(picture: str) -> None:
    scene = shot_at(picture)
    known = ("no foe shoots at the hero", "a foe is awake in sight")
    assert refusal(scene.b, "leave the line of fire") in known


def test_a_pack_that_waits_in_the_open_is_awaited_in_the_passage() -> None:
    scene = waiting()
    assert {foe.letter for foe in waiting_foes(scene.b)} == {"E"}
    assert wants(scene.b) == ("hold the passage", b"5s")


def test_it_is_not_awaited_for_ever() -> None:
    assert wants(waiting(passed=31).b)[0] != "hold the passage"


def test_in_games_whose_monsters_do_not_think_nobody_is_said_to_wait() -> None:
    scene = waiting(said="The emu bites you")
    assert not scene.b.foes_think
    assert waiting_foes(scene.b) == []
    assert wants(scene.b)[0] != "hold the passage"


def test_one_of_a_kind_that_lay_in_wait_before_is_awaited() -> None:
    scene = waiting(said="The emu was lying in wait")
    scene.b.foes.called_turn = -1
    assert scene.b.ambushers == {"emu"}
    assert wants(scene.b)[0] == "hold the passage"
    scene.b.ambushers.clear()
    assert wants(scene.b)[0] != "hold the passage"


FLEEING = """
  -------------
  |...........|
  |...@...E...+
  |...........|
  -------------
"""


def fled() -> tuple[Scene, Foe]:
    scene = Scene(FLEEING, pack=NO_BOW)
    scene.awake("E")
    scene.b.turn = 100
    scene.show(FLEEING, STATUS, ["The emu turns tail"])
    return scene, scene.b.foes.seen[spot_of(FLEEING, "E")]


def test_one_that_flees_is_not_waited_for_and_still_a_threat() -> None:
    """That it will not come is no reason to rest, to read or to change the suit before it."""
    scene, foe = fled()
    assert is_fleeing(foe, scene.b.turn)
    assert threat_of(scene.b).coming == (foe,)
    assert wants(scene.b)[0] != "let a foe come"


def test_two_steps_nearer_and_it_is_coming_back() -> None:
    scene, foe = fled()
    for cells in ("@..E.", "@.E.."):
        assert is_fleeing(foe, scene.b.turn)
        scene.show(FLEEING.replace("@...E", cells))
    assert not is_fleeing(foe, scene.b.turn)
    assert wants(scene.b)[0] == "let a foe come"


def test_wounds_heal_with_time_where_monsters_think() -> None:
    """One hit point more in 20 turns, for an emu; in other games nobody heals."""
    wounds = {}
    for thinks in (True, False):
        scene, foe = fled()
        scene.b.foes_think = thinks
        foe.wounds, foe.healed_turn = 3, 100
        scene.b.turn = 141
        scene.show(FLEEING.replace("@...E", "@....E"))
        wounds[thinks] = foe.wounds
    assert wounds == {True: 1, False: 3}
