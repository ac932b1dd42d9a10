"""What a hero does at once about something too strong that strikes unseen."""

from __future__ import annotations

import pytest

from rogomatic.experts.special_monsters import escape_unseen
from rogomatic.knobs import Knobs
from rogomatic.monster_manual import letters_of
from rogomatic.rule_engine import Act
from tests.support.agent_scenes import KIT, Scene, status

HALL = """
  ---------------------
  |...................|
  |....@..............|
  |...................+
  ---------------------
"""
READY = Knobs(escape_pct=60)


def struck(*things: str, hp: int = 20, picture: str = HALL, knobs: Knobs = READY) -> Scene:
    """A hero in 3.6 whom something unseen, which stands to its right, has just struck."""
    scene = Scene(picture, status(depth=16, level=8, hp=hp, most=50), (*KIT, *things), knobs)
    scene.b.edition, scene.b.names = "3.6", letters_of("3.6")
    scene.b.foes.unseen_turn = scene.b.turn
    scene.b.foes.unseen_spots = frozenset({scene.b.me.spot + 1})
    return scene


@pytest.mark.parametrize(
    ("thing", "keys"),
    [
        ("f) A potion of see invisible(red)", b"qf"),
        ("f) A scroll of teleportation", b"rf"),
        ("f) A wand of teleport away [3 charges](tin)", b"plf"),
        ("f) A wand of slow monster(tin)", b"plf"),
        ("f) A wand of polymorph(tin)", b"plf"),
        ("f) A tin wand", b"plf"),
    ],
)
def test_magic_is_used_on_what_strikes_unseen(thing: str, keys: bytes) -> None:
    scene = struck(thing)
    assert scene.b.pack["f"].count == 1
    answer = escape_unseen(scene.b)
    assert isinstance(answer, Act)
    assert answer.keys == keys


def test_magic_is_spared_by_who_is_well_and_where_it_does_not_help() -> None:
    scroll = "f) A scroll of teleportation"
    off, light = Knobs(), "f) A wand of light [3 charges](tin)"
    shallow, earlier, anywhere = struck(scroll), struck(scroll), struck("f) A wand of slow monster(tin)")
    shallow.b.me.depth, earlier.b.turn = 12, earlier.b.turn + 2
    anywhere.b.foes.unseen_spots |= {anywhere.b.me.spot - 1}
    scenes = [struck(scroll, hp=30), struck(light), struck(scroll, knobs=off), shallow, earlier, anywhere]
    assert not [scene for scene in scenes if isinstance(escape_unseen(scene.b), Act)]


def test_a_stick_is_not_zapped_twice_running() -> None:
    scene = struck("f) A wand of slow monster(tin)")
    first = escape_unseen(scene.b)
    assert isinstance(first, Act)
    scene.b.action = first.action
    assert not isinstance(escape_unseen(scene.b), Act)


def test_the_stairs_underfoot_come_before_magic_and_before_blows() -> None:
    scene = struck("f) A scroll of teleportation", hp=50, picture=HALL.replace(".@", "T@"))
    scene.awake("T").level.stairs = scene.b.me.spot
    answer = escape_unseen(scene.b)
    assert isinstance(answer, Act)
    assert answer.keys == b">"


def test_stairs_that_are_near_are_walked_to_when_others_strike_as_well() -> None:
    scene = struck(hp=50, picture=HALL.replace(".@", "T@"))
    scene.awake("T").level.stairs = scene.b.me.spot + 4
    answer = escape_unseen(scene.b)
    assert isinstance(answer, Act)
    assert answer.action.verb == "walk"
    scene.b.level.stairs = -1
    assert not isinstance(escape_unseen(scene.b), Act)
