"""The only writer: what a screen and a sentence do to the beliefs."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.message_effects import HALLUCINATION_TURNS
from rogomatic.agent.beliefs.model import NO_ACTION, Action, Plan
from rogomatic.agent.beliefs.terrain_map import DOOR, FLOOR, PASSAGE, STAIRS, box_of
from rogomatic.agent.editions import Edition, letters_of
from rogomatic.agent.engine.refusals import UNSEEN_NEAR
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.experts.movement import follow, run, stay
from rogomatic.agent.experts.rest import rest
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.sight.prompt_parser import COMMAND, Waiting
from tests.support.agent_scenes import KIT, ROOM, Scene, spot_of, status


def test_the_map_is_read_with_the_hero_on_it() -> None:
    picture = """
  -----
  |.%.+##
  |.@*|
  -----
"""
    b = Scene(picture).b
    level = b.level
    assert b.me.spot == spot_of(picture, "@")
    assert level.stairs == spot_of(picture, "%")
    assert [level.code[spot_of(picture, mark)] for mark in "@%+#*"] == [FLOOR, STAIRS, DOOR, PASSAGE, FLOOR]
    assert level.things == {spot_of(picture, "*"): "*"}


def test_another_level_is_a_clean_slate() -> None:
    scene = Scene(ROOM)
    old = scene.b.level
    scene.b.me.held = True
    scene.show(ROOM, status(depth=2))
    assert scene.b.level is not old
    assert (scene.b.level.depth, scene.b.deepest, scene.b.me.held) == (2, 2, False)
    scene.show(ROOM, status(depth=2, hp=11))
    assert scene.b.level.depth == 2


def test_what_is_drawn_between_commands_is_no_map() -> None:
    scene = Scene(ROOM)
    before = bytes(scene.b.level.code)
    scene.screen.feed(b"\x1b[H\x1b[J\x1b[5;5H#####\x1b[1;1HYou sense the presence of magic --More--")
    update.see(scene.b, scene.screen, Waiting("more", "", sure=True), [])
    assert bytes(scene.b.level.code) == before


@pytest.mark.parametrize(
    ("verb", "times", "said", "turns"),
    [
        ("search", 6, [], 6),
        ("search", 6, ["The bat misses"], 3),
        ("wear", 1, [], 2),
        ("down", 1, [], 0),
        ("stock", 1, [], 0),
        ("fight", 1, [], 1),
    ],
)
def test_the_clock_runs_by_what_was_done(verb: str, times: int, said: list[str], turns: int) -> None:
    scene = Scene(ROOM)
    scene.b.action = Action(verb, times=times)  # type: ignore[arg-type]
    scene.show(ROOM, said=said)
    assert scene.b.turn == turns


def test_a_walk_takes_as_many_turns_as_it_came_far_and_marks_its_squares() -> None:
    scene = Scene(ROOM)
    start = scene.b.me.spot
    scene.b.action = Action("walk", 1, 9)
    scene.show(ROOM.replace("@....", "...@."))
    assert scene.b.turn == 3
    assert all(scene.b.level.been[start + step] for step in range(4))


def test_squares_between_the_ends_of_a_jump_were_not_walked_on() -> None:
    scene = Scene(ROOM)
    start = scene.b.me.spot
    scene.b.action = Action("walk", 1, 1)
    scene.show(ROOM.replace("@....", "...@."))
    assert [bool(scene.b.level.been[start + step]) for step in range(4)] == [True, False, False, True]


def test_a_walk_that_leads_nowhere_twice_makes_the_square_dear() -> None:
    scene = Scene(ROOM)
    ahead = scene.b.me.spot + 1
    for _ in range(2):
        assert scene.b.level.avoid[ahead] == 0
        scene.b.action = Action("walk", 1, 1)
        scene.show(ROOM)
    assert scene.b.level.avoid[ahead] > 0


def test_what_is_used_leaves_the_pack() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) 2 grey potions"]).b
    update.note_sent(b, Action("quaff", letter="f"), None)
    assert b.pack["f"].count == 1
    assert b.lore.is_tried(read_thing("a grey potion"))
    update.note_sent(b, Action("quaff", letter="f"), None)
    assert "f" not in b.pack


def test_an_answer_goes_on_with_the_deed_before_it() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) A grey potion"]).b
    update.note_sent(b, Action("quaff", letter="f"), None)
    update.note_sent(b, Action("answer"), None)
    assert (b.action.verb, b.answers) == ("quaff", 1)
    assert b.action is not NO_ACTION


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("You begin to feel better", "healing"),
        ("You feel very sick now", "poison"),
        ("This potion tastes like apricot juice", "see invisible"),
    ],
)
def test_what_is_said_tells_what_was_drunk(said: str, name: str) -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) 2 grey potions"])
    update.note_sent(scene.b, Action("quaff", letter="f"), None)
    scene.show(ROOM, said=[said])
    assert scene.b.lore.names == {("potion", "grey"): name}


def test_a_jump_after_reading_was_a_teleport() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) A scroll titled 'xyz'"])
    update.note_sent(scene.b, Action("read", letter="f"), None)
    scene.show("\n".join(" " * 20 + line for line in ROOM.strip("\n").split("\n")))
    assert scene.b.lore.names == {("scroll", "xyz"): "teleportation"}


def test_a_pick_up_is_in_the_pack_with_its_letter() -> None:
    scene = Scene(ROOM)
    scene.b.full_pack = True
    scene.show(ROOM, said=["A scroll called enchant armor (f)"])
    assert scene.b.pack["f"].called == "enchant armor"
    assert not scene.b.full_pack


def test_taking_stock_replaces_the_pack() -> None:
    scene = Scene(ROOM)
    update.note_sent(scene.b, Action("stock"), None)
    assert not scene.b.pack
    scene.show(ROOM, said=["a) Some food", "c) A +1,+1 mace (weapon in hand)"])
    assert (sorted(scene.b.pack), scene.b.stock) == (["a", "c"], "known")


def test_a_thing_that_was_not_taken_is_not_wanted_again() -> None:
    picture = ROOM.replace("@....", "@*...")
    scene = Scene(picture)
    scene.b.action = Action("walk", 1, 1)
    scene.show(ROOM.replace("@....", ".@..."), said=["Moved onto a mace"])
    assert scene.b.me.spot in scene.b.level.ignored
    assert not scene.b.level.things


FOE = ROOM.replace("@....", "@S...")


def test_the_dead_are_forgotten_and_the_vanished_are_not() -> None:
    for said, lurking in ((["You hit.  Defeated the snake"], 0), ([], 1)):
        scene = Scene(FOE)
        scene.b.action = Action("fight", 1)
        scene.show(ROOM, said=said)
        assert not scene.b.foes.seen
        assert len(scene.b.foes.lurking) == lurking


def test_another_of_its_kind_in_the_place_of_the_dead_is_unhurt() -> None:
    scene = Scene(FOE)
    scene.b.action = Action("fight", 1)
    scene.show(FOE, said=["You hit.  The snake misses"])
    scene.b.action = Action("fight", 1)
    scene.show(FOE, said=["You hit.  Defeated the snake"])
    (foe,) = scene.b.foes.seen.values()
    assert foe.wounds == 0


def test_who_strikes_is_awake_and_who_is_struck_is_wounded() -> None:
    scene = Scene(FOE)
    scene.b.action = Action("fight", 1)
    scene.show(FOE, said=["You hit.  The snake misses"])
    (foe,) = scene.b.foes.seen.values()
    assert foe.awake is True
    assert foe.wounds > 0


@pytest.mark.parametrize(
    ("said", "alert"), [("You can move again", True), ("Getting hungry", False), ("You are frozen", False)]
)
def test_the_guard_is_up_only_after_helplessness_CMB_9(said: str, alert: bool) -> None:
    scene = Scene(ROOM)
    scene.b.me.alert = not alert
    scene.show(ROOM, said=[said])
    assert scene.b.me.alert is alert


@pytest.mark.parametrize(("edition", "alert"), [("5.4", False), ("5.2", True)])
def test_hunger_ends_being_alert_in_5_4_only_V52_20(edition: Edition, alert: bool) -> None:
    for said in ("Getting hungry", "You are starting to feel weak"):
        scene = Scene(ROOM)
        scene.b.edition, scene.b.me.alert = edition, True
        scene.show(ROOM, said=[said])
        assert scene.b.me.alert is alert


@pytest.mark.parametrize(("edition", "version"), [("5.2", "5.2.3"), ("3.6", "3.6.3")])
def test_an_eye_that_transfixes_is_awake_V52_12(edition: Edition, version: str) -> None:
    picture = ROOM.replace("@.", "@E")
    scene = Scene(ROOM)
    scene.b.edition, scene.b.names = edition, letters_of(version)
    scene.show(picture)
    (eye,) = scene.b.foes.seen.values()
    eye.awake, scene.b.me.alert = False, True
    scene.show(picture, said=["You are transfixed by the gaze of the floating eye"])
    assert (eye.awake, scene.b.me.alert) == (True, False)


def test_each_edition_feeds_as_it_does_V52_5() -> None:
    for version, begin in (("5.4.5", (1300, 1300)), ("5.2.3", (1170, 1429))):
        scene = Scene(ROOM)
        scene.show(ROOM, said=[f"rogue version {version} (mctesq was here)"])
        stomach = scene.b.me.stomach
        assert begin[0] - 60 <= stomach.least <= stomach.most <= begin[1]
        assert scene.b.food.begin == begin


def test_every_faint_takes_turns_that_nobody_counts_FOO_3() -> None:
    scene = Scene(ROOM, status(hunger="Weak"))
    scene.show(ROOM, status(hunger="Faint"), said=["You faint"])
    first = scene.b.me.stomach
    assert -5 < first.least <= first.most < 0
    scene.show(ROOM, status(hunger="Faint"), said=["You faint"])
    second = scene.b.me.stomach
    assert (round(first.least - second.least), round(first.most - second.most)) == (11, 4)


COSMIC = "Oh, wow!  Everything seems so cosmic!"


def test_a_hallucination_whose_end_was_not_told_ends_all_the_same() -> None:
    scene = Scene(ROOM)
    scene.show(ROOM, said=[COSMIC])
    scene.show(ROOM.replace("@..", "@.%"))
    assert scene.b.level.stairs < 0, "anything may look like stairs (CON-3)"
    scene.b.turn += HALLUCINATION_TURNS
    assert scene.show(ROOM.replace("@..", "@.%")).level.stairs == spot_of(ROOM.replace("@..", "@.%"), "%")
    assert scene.b.me.hallucinating_until == 0


def test_a_false_thing_may_be_the_stairs_of_who_hallucinates() -> None:
    scene = Scene(ROOM)
    scene.show(ROOM, said=[COSMIC])
    scene.show(ROOM.replace("@.", "@!"))
    stepped = scene.show(ROOM.replace("@.", ".@"))
    assert stepped.on_stairs
    update.note_sent(stepped, Action("down"), None)
    assert not scene.show(ROOM.replace("@.", ".@"), said=["I see no way down"]).on_stairs


# -- the object map, gold, the dark


def test_the_object_map_says_since_when_a_thing_is_seen() -> None:
    scene = Scene(ROOM)
    scene.b.action = Action("search", times=6)
    picture = ROOM.replace("@....", "@.!..")
    scene.show(picture)
    there = spot_of(picture, "!")
    assert scene.b.level.since == {there: 6}
    scene.b.action = Action("search", times=6)
    scene.show(picture)
    assert scene.b.level.since == {there: 6}
    scene.show(ROOM)
    assert scene.b.level.since == scene.b.level.things == {}


def test_gold_seen_and_taken_is_counted_per_level() -> None:
    picture = ROOM.replace("@....", "@.*.*")
    scene = Scene(picture)
    assert scene.b.level.gold_taken == 0
    scene.show(picture, said=["You found 31 gold pieces"])
    assert scene.b.level.gold_taken == 31
    scene.show(ROOM, status(depth=2))
    assert scene.b.level.gold_taken == 0


def test_what_was_sensed_and_comes_into_sight_is_a_foe() -> None:
    scene = Scene(ROOM)
    spot = scene.b.me.spot + 3
    back = b"\x1b[%d;%dH" % (scene.b.me.spot // 80 + 1, scene.b.me.spot % 80 + 1)
    place = b"\x1b[%d;%dH" % (spot // 80 + 1, spot % 80 + 1)
    scene.screen.feed(place + b"\x1b[7mK\x1b[m" + back)
    update.see(scene.b, scene.screen, COMMAND, [])
    assert spot in scene.b.level.sensed
    assert spot not in scene.b.foes.seen
    scene.screen.feed(place + b"K" + back)
    update.see(scene.b, scene.screen, COMMAND, [])
    assert scene.b.foes.seen[spot].letter == "K"
    scene.screen.feed(place + b"\x1b[7mK\x1b[m" + back)
    update.see(scene.b, scene.screen, COMMAND, [])
    assert spot not in scene.b.foes.seen


@pytest.mark.parametrize(
    ("edition", "said", "name"),
    [
        ("5.4", "The bolt bounces", "lightning"),
        ("3.6", "The bolt bounces", ""),
        ("3.6", "The flame hits the bat", "fire"),
    ],
)
def test_a_beam_tells_its_stick_unless_every_beam_is_a_bolt(edition: Edition, said: str, name: str) -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) A teak staff"])
    scene.b.edition = edition
    update.note_sent(scene.b, Action("zap", 1, letter="f"), None)
    scene.show(ROOM, said=[said])
    assert scene.b.name_of(scene.b.pack["f"]) == name


def test_a_foe_stays_who_it_is_while_its_letter_is_false_CON_3() -> None:
    scene = Scene(FOE)
    scene.b.foes.seen[spot_of(FOE, "S")].awake = False
    scene.show(FOE, said=["Oh, wow!  Everything seems so cosmic!"])
    scene.show(FOE.replace("S", "D"))
    (foe,) = scene.b.foes.seen.values()
    assert (foe.letter, foe.kind.name, foe.awake) == ("D", "snake", False)


def test_a_foe_that_a_scroll_holds_is_held_until_it_is_struck() -> None:
    scene = Scene(ROOM.replace("@.", "@B"), pack=[*KIT, "f) A scroll titled 'xyz'"])
    update.note_sent(scene.b, Action("read", letter="f"), None)
    scene.show(ROOM.replace("@.", "@B"), said=["The monster freezes"])
    (bat,) = scene.b.foes.seen.values()
    assert (bat.held, bat.awake) == (True, False)
    update.note_sent(scene.b, Action("fight", 1), None)
    scene.show(ROOM.replace("@.", "@B"), said=["You miss the bat"])
    assert (bat.held, bat.awake) == (False, True)


def test_a_thing_that_turns_out_to_be_a_monster_does_not_lie_there() -> None:
    scene = Scene(ROOM.replace("@.", "@!"))
    potion = scene.b.me.spot + 1
    assert scene.b.level.things == {potion: "!"}
    update.note_sent(scene.b, Action("fight", 1), None)
    scene.show(ROOM.replace("@.", "@X"), said=["Wait!  That's a xeroc!"])
    assert scene.b.level.things == {}
    assert potion in scene.b.foes.seen


def test_what_strikes_unseen_is_remembered_and_nobody_rests_beside_it() -> None:
    scene = Scene(ROOM, status(hp=3))
    scene.b.me.alert = True
    assert isinstance(rest(scene.b), Act)
    scene.b.action = Action("rest", times=1)
    scene.show(ROOM, status(hp=2), said=["It hit"])
    assert scene.b.foes.unseen_turn == 0
    assert rest(scene.b) is UNSEEN_NEAR
    scene.b.turn += 10
    assert isinstance(rest(scene.b), Act)


def test_a_stick_is_remembered_by_the_foe_it_was_used_on() -> None:
    scene = Scene(ROOM.replace("@..", "@.B"), pack=[*KIT, "f) A teak staff"])
    update.note_sent(scene.b, Action("zap", 1, letter="f"), None)
    (bat,) = scene.b.foes.seen.values()
    assert bat.zapped == {"f"}


def test_a_room_whose_floor_the_screen_forgets_is_counted_as_dark_VIS_7() -> None:
    scene = Scene(ROOM)
    assert scene.b.level.forgotten == {}
    scene.show(ROOM.replace("........", "        "))
    assert scene.b.level.forgotten == {box_of(spot_of(ROOM, "@")): 24}


def test_a_known_sleeper_is_the_same_when_the_hero_comes_back() -> None:
    far = """
  ------------
  |...Y......|
  |.........@|
  ------------
"""
    dark, beside = far.replace("Y", "."), far.replace("Y.", "Y@").replace(".@|", "..|")
    scene = Scene(far)
    scene.awake("Y", False)
    scene.show(dark)
    scene.show(beside)
    assert [foe.awake for foe in scene.b.foes.seen.values()] == [False]
    scene.show(dark)
    scene.show(beside.replace("Y", "."))
    assert not scene.b.foes.lurking, "it is not where it was"


HERO = spot_of(ROOM, "@")
UP, DOWN, LEFT, RIGHT = -COLS, COLS, -1, 1


def after(action: Action, moved: int) -> Scene:
    """Return a scene in which the hero is `moved` from where it was when the keys of an action were sent."""
    scene = Scene(ROOM)
    scene.b.action = action
    rows = [list(row) for row in ROOM.split("\n")]
    at = next((number, row.index("@")) for number, row in enumerate(rows) if "@" in row)
    down, right = divmod(at[1] + moved, COLS) if moved else (0, at[1])
    rows[at[0]][at[1]] = "."
    rows[at[0] + down][right] = "@"
    scene.show("\n".join("".join(row) for row in rows))
    assert scene.b.me.spot == HERO + moved
    return scene


@pytest.mark.parametrize(
    ("action", "moved", "walks"),
    [
        (Action("search", times=6), RIGHT, True), (Action("rest", times=8), UP, True),
        (Action("rest", times=10), DOWN - 1, True), (Action("search", times=62), DOWN + 1, True),
        (Action("rest", times=5), 0, False), (Action("search", times=6), DOWN, False),
        (Action("walk", RIGHT, 2), DOWN + 1, True), (Action("walk", RIGHT, 2), DOWN, True),
        (Action("walk", RIGHT, 2), 2, False), (Action("walk", RIGHT, 6), 2, False),
        (Action("walk", RIGHT), DOWN + 1, False), (Action("walk", LEFT, 3), -2, False),
    ],
)  # fmt: skip
def test_it_shows_in_where_the_digits_lead(action: Action, moved: int, walks: bool) -> None:
    assert after(action, moved).b.digits_walk is walks


def test_a_confused_hero_shows_nothing() -> None:
    scene = Scene(ROOM)
    scene.b.me.confused_until = 50
    scene.b.action = Action("search", times=6)
    scene.show(ROOM.replace("@.", ".@"))
    assert not scene.b.digits_walk


def test_where_digits_walk_each_turn_is_a_command() -> None:
    scene = Scene(ROOM)
    path = tuple(HERO + step for step in (1, 2, 3))
    assert follow(scene.b, "explore", path, "").keys == b"2l"
    assert stay(scene.b, "rest", 5, "").keys == b"5s"
    scene.b.digits_walk = True
    walk, wait = follow(scene.b, "explore", path, ""), stay(scene.b, "rest", 5, "")
    assert (walk.keys, walk.action) == (b"l", Action("walk", RIGHT))
    assert (wait.keys, wait.action) == (b"s", Action("rest"))


def test_a_run_that_led_nowhere_is_walked() -> None:
    scene = Scene(ROOM)
    path = (HERO + LEFT,)
    first = run(scene.b, path, "explore", "")
    assert (first.keys, first.plan) == (b"\x08", Plan("explore", path[0], path))
    scene.b.action = first.action
    scene.show(ROOM)  # the program took the key for backspace
    assert run(scene.b, path, "explore", "").keys == b"h"
