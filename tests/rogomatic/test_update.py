"""The only writer: what a screen and a sentence do to the beliefs."""

from __future__ import annotations

import pytest
from scenes import KIT, ROOM, Scene, spot_of, status

from rogomatic.beliefs import update
from rogomatic.beliefs.level import DOOR, FLOOR, PASSAGE, STAIRS
from rogomatic.beliefs.model import NO_DEED, Deed
from rogomatic.sight.prompts import Waiting
from rogomatic.sight.things import read_thing


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
    scene.b.deed = Deed(verb, times=times)  # type: ignore[arg-type]
    scene.show(ROOM, said=said)
    assert scene.b.turn == turns


def test_a_walk_takes_as_many_turns_as_it_came_far_and_marks_its_squares() -> None:
    scene = Scene(ROOM)
    start = scene.b.me.spot
    scene.b.deed = Deed("walk", 1, 9)
    scene.show(ROOM.replace("@....", "...@."))
    assert scene.b.turn == 3
    assert all(scene.b.level.been[start + step] for step in range(4))


def test_a_walk_that_leads_nowhere_twice_makes_the_square_dear() -> None:
    scene = Scene(ROOM)
    ahead = scene.b.me.spot + 1
    for _ in range(2):
        assert scene.b.level.avoid[ahead] == 0
        scene.b.deed = Deed("walk", 1, 1)
        scene.show(ROOM)
    assert scene.b.level.avoid[ahead] > 0


def test_what_is_used_leaves_the_pack() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) 2 grey potions"]).b
    update.note_sent(b, Deed("quaff", letter="f"), None)
    assert b.pack["f"].count == 1
    assert b.lore.is_tried(read_thing("a grey potion"))
    update.note_sent(b, Deed("quaff", letter="f"), None)
    assert "f" not in b.pack


def test_an_answer_goes_on_with_the_deed_before_it() -> None:
    b = Scene(ROOM, pack=[*KIT, "f) A grey potion"]).b
    update.note_sent(b, Deed("quaff", letter="f"), None)
    update.note_sent(b, Deed("answer"), None)
    assert (b.deed.verb, b.answers) == ("quaff", 1)
    assert b.deed is not NO_DEED


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
    update.note_sent(scene.b, Deed("quaff", letter="f"), None)
    scene.show(ROOM, said=[said])
    assert scene.b.lore.names == {("potion", "grey"): name}


def test_a_jump_after_reading_was_a_teleport() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) A scroll titled 'xyz'"])
    update.note_sent(scene.b, Deed("read", letter="f"), None)
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
    update.note_sent(scene.b, Deed("stock"), None)
    assert scene.b.pack == {}
    scene.show(ROOM, said=["a) Some food", "c) A +1,+1 mace (weapon in hand)"])
    assert (sorted(scene.b.pack), scene.b.stock) == (["a", "c"], "known")


def test_a_thing_that_was_not_taken_is_not_wanted_again() -> None:
    picture = ROOM.replace("@....", "@*...")
    scene = Scene(picture)
    scene.b.deed = Deed("walk", 1, 1)
    scene.show(ROOM.replace("@....", ".@..."), said=["Moved onto a mace"])
    assert scene.b.me.spot in scene.b.level.ignored
    assert not scene.b.level.things


FOE = ROOM.replace("@....", "@S...")


def test_the_dead_are_forgotten_and_the_vanished_are_not() -> None:
    for said, lurking in ((["You hit.  Defeated the snake"], 0), ([], 1)):
        scene = Scene(FOE)
        scene.b.deed = Deed("fight", 1)
        scene.show(ROOM, said=said)
        assert not scene.b.foes.seen
        assert len(scene.b.foes.lurking) == lurking


def test_who_strikes_is_awake_and_who_is_struck_is_wounded() -> None:
    scene = Scene(FOE)
    scene.b.deed = Deed("fight", 1)
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


def test_progress_is_anything_new() -> None:
    scene = Scene(ROOM)
    scene.b.commands = 50
    scene.show(ROOM)
    assert scene.b.watch.progress_command == 0
    scene.show(ROOM, status(gold=7))
    assert scene.b.watch.progress_command == 50
