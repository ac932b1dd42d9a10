"""Looking around, searching, forcing a way, and the reasons for it."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Plan
from rogomatic.agent.engine.rule_engine import Act, No, whereabouts
from rogomatic.agent.experts.explore import force_way, look_around
from rogomatic.agent.experts.loot import fetch
from rogomatic.agent.knobs import DEFAULT, Knobs
from tests.rogomatic.foe_scenes import refusal
from tests.support.agent_scenes import Scene, act_of, beliefs, spot_of, status, wants


def refused(answer: Act | No) -> str:
    """Return why a rule refuses, "" if it acts."""
    return answer.why_not if isinstance(answer, No) else ""


SHUT = """
  ----------
  |...@...%|
  ----------
"""


def test_a_level_that_may_hide_rooms_is_searched_before_it_is_left() -> None:
    scene = Scene(SHUT, status(depth=5))
    scene.b.me.alert = True
    assert wants(scene.b)[0] == "search before leaving"
    del scene.b.pack["a"]
    assert refusal(scene.b, "search before leaving") == "no food to spare for a search"
    poor = Scene(SHUT, status(depth=5), knobs=Knobs(search_yield_pct=10_000))
    assert refusal(poor.b, "search before leaving") == "a search is not worth the time"
    top = Scene(SHUT)
    assert refusal(top.b, "search before leaving") == "nothing is hidden on the first level"
    shut = Scene(SHUT.replace("%", "."), status(depth=5))
    assert refusal(shut.b, "search before leaving") == "no stairs are known"


BLIND_END = """
  -------
  |.....|
  |.....+####@
  |.....|
  ---+---
"""


def at_blind_end(depth: int, knobs: Knobs = DEFAULT) -> Scene:
    """Return a hero at the end of a passage; another door has not been gone through yet."""
    scene = Scene(BLIND_END, status(depth=depth), knobs=knobs)
    hero = spot_of(BLIND_END, "@")
    for spot in range(hero - 5, hero + 1):
        scene.b.level.visit(spot)
    return scene


def test_a_dead_end_is_searched_at_once() -> None:
    scene = at_blind_end(5)
    assert wants(scene.b) == ("search in passing", b"5s")
    for _ in range(3):
        scene.b.level.note_search(scene.b.me.spot, 5)
    assert wants(scene.b)[0] == "look around"
    assert refusal(scene.b, "search in passing") == "a search is not worth the time"


def test_a_dead_end_is_passed_where_nothing_is_hidden_or_food_is_short() -> None:
    assert refusal(at_blind_end(1).b, "search in passing") == "nothing is hidden on the first level"
    never = at_blind_end(5, Knobs(pass_gain_pct=101))
    assert refusal(never.b, "search in passing") == "a search is not worth the time"
    scene = at_blind_end(5)
    del scene.b.pack["a"]
    assert wants(scene.b)[0] == "search in passing", "there may be no other way to the stairs"
    scene.b.level.stairs = spot_of(BLIND_END, "@") - 8
    assert refusal(scene.b, "search in passing") == "no food to spare for a search"


def test_what_promises_too_little_is_looked_at_when_there_is_no_way_on() -> None:
    picture = """
  -- -------
  |...@....|
  ----------
"""
    scene = Scene(picture)
    assert refusal(scene.b, "look around") == "nothing unseen in reach is worth the walk"
    assert wants(scene.b)[0] == "look everywhere", "nothing is hidden on the first level"
    deeper = Scene(picture, status(depth=5))
    assert wants(deeper.b)[0] == "search first"
    deeper.b.watch.swept = deeper.b.knobs.swept_turns
    assert wants(deeper.b)[0] == "look everywhere"


def test_who_bars_the_only_way_is_fought_at_more_and_more_risk() -> None:
    scene = Scene("""
         ---
  -------|.|
  |...@H..%|
  ----------
""")
    scene.awake("H", False)
    assert isinstance(force_way(scene.b), Act)
    scene.b.me.hp = 1
    assert refused(force_way(scene.b)) == "no foe that blocks the way can be fought"
    scene.b.watch.swept = 1_000
    assert isinstance(force_way(scene.b), Act)
    scene.awake("H")
    assert refused(force_way(scene.b)) == "a foe is, or may be, after the hero"


def test_without_stairs_a_way_is_forced_only_after_a_search() -> None:
    scene = Scene("""
  ----------
  |...@H....
  ----------
""")
    scene.awake("H", False)
    assert refused(force_way(scene.b)) == "a search may still find another way"
    scene.b.watch.swept = scene.b.knobs.swept_turns
    act = act_of(force_way(scene.b))
    assert act.because == "the hobgoblin bars the way"


def test_hidden_doors_are_searched_for_when_nothing_else_is_left() -> None:
    picture = """
  ------
  |...@|
  ------
"""
    rung, keys = wants(Scene(picture).b)
    assert rung == "search for secrets"
    assert keys


LIT = """
  -------------
  |...........|
  |@..........+
  |...........|
  -------------
"""
PASSAGE = """
  -------------
  |...........|
  |...........+###@#####
  |...........|        #
  -------------        #
"""
DARK = """
  -----
  |..
  |.@.
  | ..
"""


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (LIT, "what lies behind a door, 11 squares to the east"),
        (PASSAGE, "along the passage"),
    ],
)
def test_the_reason_names_what_may_be_seen_and_where(picture: str, reason: str) -> None:
    act = act_of(look_around(beliefs(picture)))
    assert act.because == reason


@pytest.mark.parametrize(
    ("symbol", "name"), [("*", "gold"), ("!", "a potion"), (":", "food"), ("/", "a wand or staff")]
)
def test_what_is_fetched_is_named(symbol: str, name: str) -> None:
    act = act_of(fetch(beliefs(LIT.replace("|@....", f"|@...{symbol}"))))
    assert act.because == f"{name}, 4 squares to the east"


def test_a_dark_room_is_called_so() -> None:
    act = act_of(look_around(beliefs(DARK)))
    assert "unseen" not in act.because
    assert " to the " in act.because


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        (0, 9, "to the east"), (0, -9, "to the west"), (3, 0, "to the south"), (-3, 0, "to the north"),
        (3, 6, "to the southeast"), (-3, -6, "to the northwest"), (1, 9, "to the east"),
        (4, 2, "to the southeast"), (-1, -1, "to the northwest"),
        (1, -1, "to the southwest"), (9, 2, "to the south"),
    ],
)  # fmt: skip
def test_a_direction_is_the_nearest_of_eight(rows: int, columns: int, words: str) -> None:
    b = beliefs(LIT)
    b.me.spot = 12 * 80 + 40
    goal = b.me.spot + 80 * rows + columns
    assert whereabouts(b.me.spot, Plan("explore", goal, (goal,))) == f"1 square {words}"
