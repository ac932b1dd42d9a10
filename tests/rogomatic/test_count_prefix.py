"""A number before a command is a count; where it is a step, as in a clone of today, none is sent."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Action, Plan
from rogomatic.agent.experts.movement import follow, run, stay
from rogomatic.agent.screen.vt100 import COLS
from tests.support.agent_scenes import ROOM, Scene, spot_of

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
