"""What the experts do: a picture, and the keys that follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import STAIRS
from rogomatic.agent.beliefs.update import note_sent
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.acts import zap
from rogomatic.agent.engine.rule_engine import choose
from rogomatic.agent.knobs import KNOBS, Knobs
from rogomatic.agent.ladder import ANSWERS, LADDER
from rogomatic.agent.monster_manual import stranger
from rogomatic.agent.sight.prompt_parser import Waiting
from rogomatic.agent.think.items.item_value import to_identify
from tests.rogomatic.foe_scenes import FOE, foe_scene, refusal
from tests.support.agent_scenes import KIT, ROOM, STATUS, Scene, chosen, spot_of, status, wants


def answers(b: Beliefs, waiting: Waiting) -> bytes:
    b.waiting = waiting
    choice = chosen(b, ANSWERS)
    return choice.act.keys


def test_a_neighbor_is_struck() -> None:
    assert wants(foe_scene("E")) == ("hit what is adjacent", b"l")


def test_a_sleeping_ice_monster_is_left_alone() -> None:
    b = foe_scene("I", awake=False)
    rung, _ = wants(b)
    assert rung in ("look around", "search for secrets")
    assert refusal(b, "wake a sleeper") == "no sleeper worth waking"


def test_who_hallucinates_leaves_those_alone_that_have_not_stirred() -> None:
    s = Scene(FOE.replace("H", "E"))
    s.b.me.hallucinating_until = s.b.turn + 100
    for awake, strikes in ((None, False), (False, False), (True, True)):
        assert (wants(s.awake("E", awake))[0] == "hit what is adjacent") is strikes


@pytest.mark.parametrize("depth", [5, 8, 13])
def test_who_hallucinates_takes_whoever_comes_for_a_stranger_of_its_depth(depth: int) -> None:
    s = Scene(FOE.replace("H", "."), status(depth=depth))
    s.b.me.hallucinating_until = s.b.turn + 100
    s.show(FOE.replace("H", "E"), status(depth=depth))
    assert [foe.kind for foe in s.b.foes.seen.values()] == [stranger(depth)]


ON_STAIRS = FOE.replace("@", "%")


@pytest.mark.parametrize(("hp", "rung"), [(9, "hit what is adjacent"), (8, "fight or flee")])
def test_the_stairs_are_taken_when_one_round_could_kill(hp: int, rung: str) -> None:
    scene = Scene(ON_STAIRS.replace("%H", "%.").replace("|.", "|@", 1), status(level=4, hp=30, most=30))
    scene.show(FOE, status(level=4, hp=hp, most=30))
    scene.b.level.stairs = scene.b.me.spot
    b = scene.awake("H")
    assert wants(b)[0] == rung


@pytest.mark.parametrize(("hp", "quaffed"), [(8, True), (30, False)])
def test_healing_is_drunk_when_one_round_could_kill(hp: int, quaffed: bool) -> None:
    pack = [*KIT, "f) A potion of extra healing(grey)"]
    b = foe_scene("C", status(level=6, hp=hp, most=40), pack)
    assert (wants(b) == ("fight or flee", b"qf")) is quaffed


def test_a_foe_far_off_in_line_is_shot_at_with_the_bow_in_hand() -> None:
    picture = FOE.replace("@H.....", "@....H.")
    pack = [line.replace(" (weapon in hand)", "") for line in KIT]
    pack[3] += " (weapon in hand)"
    b = Scene(picture, STATUS, pack).awake("H")
    assert wants(b) == ("shoot", b"tle")


def test_reasons_fit_what_is_done() -> None:
    def reason(picture: str, pack: Iterable[str] = KIT) -> str:
        choice = choose(LADDER, Scene(picture, pack=pack).b)
        assert choice is not None
        return choice.act.because

    assert reason(FOE.replace("@H....", "@....S")) == "wield the bow, and see whether the snake is asleep"
    assert reason(FOE.replace("@H....", "@....S"), KIT[:4]) == "is the snake asleep?"


def test_a_foe_that_comes_is_awaited() -> None:
    b = Scene(FOE.replace("@H.", "@.E")).awake("E")
    assert wants(b) == ("let a foe come", b"s")


def test_a_stranger_that_may_sleep_is_watched_for_a_turn() -> None:
    picture = FOE.replace("@H....", "@....S")
    assert wants(Scene(picture, pack=KIT[:4]).b) == ("look twice", b"s")
    assert wants(Scene(picture).b) == ("look twice", b"wd"), "with arrows the bow is drawn in that turn"
    assert wants(Scene(FOE.replace("@H...", "@..S.")).b) == ("look twice", b"s"), "it is too near for that"


def test_better_armor_is_put_on_after_the_old_comes_off() -> None:
    pack = [*KIT, "f) Plate mail"]
    assert wants(Scene(ROOM, pack=pack).b) == ("wear the best armor", b"T")
    bare = [KIT[0], "b) +1 ring mail [4]", *KIT[2:], "f) Plate mail"]
    assert wants(Scene(ROOM, status(arm=0), bare).b) == ("wear the best armor", b"Wf")


def test_a_cursed_suit_stays() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) Plate mail"]).b
    b.cursed.add("b")
    assert refusal(b, "wear the best armor") == "the armor is cursed"


def test_an_unknown_scroll_is_read_in_peace_and_a_good_one_at_once() -> None:
    assert wants(Scene(ROOM, pack=[*KIT, "f) A scroll titled 'xy'"]).b) == ("try a scroll", b"rf")
    assert wants(Scene(ROOM, pack=[*KIT, "f) A scroll of enchant armor"]).b) == ("read what is good", b"rf")
    watched = foe_scene("E", pack=[*KIT, "f) A scroll titled 'xy'"])
    assert wants(watched)[0] == "hit what is adjacent"


@pytest.mark.parametrize(("level", "tries"), [(4, False), (5, True)])
def test_unknown_potions_wait_for_a_stronger_hero(level: int, tries: bool) -> None:
    b = _on_stairs(Scene(ROOM, status(level=level), [*KIT, "f) A grey potion"]).b)
    assert (wants(b) == ("try a potion", b"qf")) is tries


def test_unknown_potions_are_drunk_on_the_stairs_where_the_blind_can_wait() -> None:
    b = Scene(ROOM, status(level=5), [*KIT, "f) A grey potion"]).b
    far = "the stairs are too far away for unknown potions"
    assert refusal(b, "try a potion") == far
    assert wants(_on_stairs(b)) == ("try a potion", b"qf")
    b.me.floating_until = b.turn + 20
    assert refusal(b, "try a potion") == "floating in the air", "who floats cannot go down"
    b.knobs = replace(b.knobs, potion_squares=KNOBS["potion_squares"].most)
    assert wants(b) == ("try a potion", b"qf")


@pytest.mark.parametrize(("squares", "drinks"), [(0, False), (2, False), (3, True), (200, True)])
def test_how_far_from_the_stairs_unknown_potions_are_drunk_is_a_knob(squares: int, drinks: bool) -> None:
    b = Scene(ROOM, status(level=5), [*KIT, "f) A grey potion"], Knobs(potion_squares=squares)).b
    b.level.put(b.me.spot - 2, STAIRS)
    assert (wants(b)[0] == "try a potion") is drinks


def _on_stairs(b: Beliefs) -> Beliefs:
    b.level.put(b.me.spot, STAIRS)
    assert b.on_stairs
    return b


LOOT = """
  ----------
  |........|
  |..*.@...+
  |.......?|
  ----------
"""


def test_things_are_fetched_the_nearest_first() -> None:
    scene = Scene(LOOT)
    assert wants(scene.b) == ("fetch things", b"2h")
    scene.b.level.ignored.add(spot_of(LOOT, "*"))
    choice = chosen(scene.b)
    assert choice.act.plan is not None
    assert choice.act.plan.goal == spot_of(LOOT, "?")


def test_with_a_full_pack_only_gold_is_fetched_and_junk_is_dropped() -> None:
    b = Scene(LOOT, pack=[*KIT, "f) A scroll of sleep"]).b
    b.full_pack = True
    assert wants(b) == ("make room", b"df")
    del b.pack["f"]
    assert wants(b) == ("fetch things", b"2h")


def test_an_explored_level_is_left_by_the_stairs() -> None:
    picture = """
  ----------
  |...@...%|
  ----------
"""
    scene = Scene(picture)
    scene.b.me.alert = True
    assert wants(scene.b) == ("go down", b"2l")  # no long counts where foes can be seen coming
    scene.b.level.forgotten[0] = 1  # a dark room: nothing is seen from afar
    assert wants(scene.b) == ("go down", b"4l")
    scene.b.me.floating_until = 50
    assert refusal(scene.b, "go down") == "floating in the air"


def test_the_blind_wait_and_strike_back_at_what_strikes_them() -> None:
    scene = Scene(ROOM)
    scene.b.me.blind_until = 500
    assert wants(scene.b)[0] == "wait it out"
    scene.show(ROOM, status(hp=9), said=["It hit"])
    scene.b.me.blind_until = 500
    assert wants(scene.b)[0] == "strike an unseen attacker"


@pytest.mark.parametrize(
    ("waiting", "keys"),
    [
        (Waiting("more", "You hit", sure=True), b" "),
        (Waiting("return", sure=True), b"\r"),
        (Waiting("call", ";", sure=True), b"?\r"),
        (Waiting("item", "quaff"), b"\x1b;"),
        (Waiting("direction"), b"\x1b;"),
        (Waiting("more", "'z' is not a valid item", sure=True, again="item"), b" \x1b;"),
        (Waiting("hand"), b"l"),
        (Waiting("yes", "Really quit?"), b"n"),
    ],
)
def test_every_prompt_has_a_safe_answer(waiting: Waiting, keys: bytes) -> None:
    assert answers(Scene(ROOM).b, waiting) == keys


@pytest.mark.parametrize("waiting", [Waiting("item", "quaff"), Waiting("direction")])
def test_each_third_escape_has_no_key_behind_it(waiting: Waiting) -> None:
    b = Scene(ROOM).b
    b.waiting = waiting
    sent = []
    for _ in range(6):
        choice = chosen(b, ANSWERS)
        assert choice.act.raw == (choice.act.keys == b"\x1b")
        sent.append(choice.act.keys)
        note_sent(b, choice.act.action, None)
    assert sent == [b"\x1b;", b"\x1b;", b"\x1b"] * 2


def test_a_question_that_cannot_be_seen_behind_a_complaint_is_looked_at() -> None:
    b = Scene(ROOM).b
    b.waiting = Waiting("more", "';' is not a valid item", sure=True, again="item")
    b.answers = 8
    choice = chosen(b, ANSWERS)
    assert (choice.act.keys, choice.act.raw) == (b" ", True)


def test_a_question_that_no_escape_ends_gets_what_is_wanted_least() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) A potion of blindness(red)"]).b
    b.waiting = Waiting("more", "Please specify a letter between 'a' and 'f'", sure=True, again="item")
    sent = []
    for _ in range(19):
        choice = chosen(b, ANSWERS)
        sent.append(choice.act.keys)
        note_sent(b, choice.act.action, None)
    letters = [keys[1:].decode() for keys in sent if keys[1:].isalpha()]
    assert sent.index(b" f") > 9
    assert letters[0] == "f"


def test_the_identify_scroll_gets_unknown_things_first() -> None:
    """What is believed of the pack may be wrong, and a list or a complaint may take a space in between."""
    b = Scene(ROOM, pack=[*KIT, "f) A potion of healing(red)", "g) A grey potion"]).b
    b.identify = "identify potion"
    assert to_identify(b) == ["g", "f"]
    given = b""
    for _ in range(11):
        b.waiting = Waiting("more", "';' is not a valid item", sure=True, again="item")
        choice = chosen(b, ANSWERS)
        given += choice.act.keys
        note_sent(b, choice.act.action, None)
        assert answers(b, Waiting("more", "You must identify a potion", sure=True)) == b" "
        note_sent(b, Action("answer"), None)
    assert given.replace(b" ", b"") == b"gf*abcdefgg"


def test_other_editions_get_a_name_of_its_own() -> None:
    b = Scene(ROOM).b
    b.version, b.takes_true_name = "5.4.4", False
    assert answers(b, Waiting("call", ";", sure=True)) == b"\x08k0\r"


def test_an_identify_scroll_of_the_older_editions_takes_anything() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) A grey potion"]).b
    b.identify = "identify"
    assert to_identify(b)[0] == "f"
    assert answers(b, Waiting("item", "identify")) == b"f"


def test_genocide_gets_a_letter_at_once_and_after_a_wrong_one() -> None:
    b = Scene(ROOM).b
    assert answers(b, Waiting("monster")) == b"T"
    refused = "Please specifiy a letter between 'A' and 'Z'"
    assert answers(b, Waiting("more", refused, sure=True, again="monster")) == b" T"


@pytest.mark.parametrize(("edition", "key"), [("5.4", b"z"), ("5.2", b"z"), ("3.6", b"p")])
def test_sticks_are_zapped_with_the_key_of_the_edition(edition: Edition, key: bytes) -> None:
    b = Scene(ROOM).b
    b.edition = edition
    assert zap(b, 1, "f", "").keys == key + b"lf"


ROUND_THE_CORNER = """
  -----
  |...|
  --@--
   H#
    ##
"""
BOW_IN_HAND = (*KIT[:2], "c) A +1,+1 mace", "d) A +1,+0 short bow (weapon in hand)", KIT[4])


def test_an_arrow_flies_round_a_corner_where_no_blow_reaches() -> None:
    b = Scene(ROUND_THE_CORNER, STATUS, BOW_IN_HAND).awake("H")
    assert wants(b) == ("shoot", b"tbe")


@pytest.mark.parametrize(("still", "rung"), [(2, "let a foe come"), (3, "draw the bow")])
def test_the_bow_is_drawn_for_a_foe_that_has_stopped_short(still: int, rung: str) -> None:
    b = Scene(FOE.replace("@H.", "@.H")).awake("H")
    next(iter(b.foes.seen.values())).still = still
    assert wants(b)[0] == rung


@pytest.mark.parametrize(
    ("pack", "rung", "because"),
    [
        ((*KIT, "f) A +1 banded mail [8]"), "wear the best armor",
         "banded mail protects better (armor 8 instead of 4)"),
        (("f) A +1 banded mail [8]",), "wear the best armor", "banded mail protects best (armor 8)"),
        ((*KIT, "f) A ring of dexterity(opal)", "g) 3 rations of food"), "put on a ring",
         "a ring of dexterity: blows hit more often"),
        (("c) A +1,+1 mace", "a) Some food", "b) +1 ring mail [4] (being worn)"), "have a weapon ready",
         "the mace, for foes that may come"),
    ],
    ids=["off", "on", "ring", "weapon"],
)  # fmt: skip
def test_a_change_of_equipment_says_why(pack: tuple[str, ...], rung: str, because: str) -> None:
    choice = chosen(Scene(pack=pack).b)
    assert (choice.rung, choice.act.because) == (rung, because)
