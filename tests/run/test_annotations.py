"""What is shown slower or faster: fights, walks, and rests in which nothing changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action, Plan
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.annotations import FASTS, LIMITED, Caption, Stillness, Tempo, Tempos
from rogomatic.run.story.deed_words import WEIGHS
from rogomatic.run.story.helplessness import SPELLS
from rogomatic.run.story.shown_danger import ESTIMATES
from rogomatic.run.viewer.controls import Controls, Pace, ViewOptions, caution, rate_of
from rogomatic.run.viewer.viewer_terminal import Terminal
from tests.rogomatic.foe_scenes import foe_scene
from tests.run.frames import Clock, Film, Stood, one_by_one, watched
from tests.support.agent_scenes import STATUS, Scene

HIT = Choice("hit what is adjacent", Act(b"l", "", Action("fight", 1)))
WALK = Choice("look around", Act(b"l", "", Action("walk", 1)))
SEARCH = Choice("search for secrets", Act(b"s", "", Action("search")))
MORE = Choice("dismiss --More--", Act(b" ", "", Action("answer")))
WEAK = STATUS.replace("Hp: 12(12)", "Hp: 3(12) ")


def test_a_dangerous_blow_is_a_fight() -> None:
    assert Tempos().note(foe_scene("H", WEAK), HIT) is Tempo.FIGHT
    assert Tempos().note(foe_scene("B", STATUS.replace("12(12)", "99(99)")), HIT) is Tempo.PLAIN


def test_a_walk_is_one_while_nobody_is_after_the_hero() -> None:
    assert Tempos().note(Scene().b, WALK) is Tempo.WALK
    assert Tempos().note(foe_scene("H", WEAK), WALK) is Tempo.FIGHT
    assert Tempos().note(foe_scene("H", awake=False), WALK) is Tempo.WALK
    assert Tempos().note(Scene().b, SEARCH) is Tempo.PLAIN


def test_lost_hit_points_are_a_fight_once_half_are_gone() -> None:
    b, tempos = Scene().b, Tempos()
    tempos.note(b, WALK)
    b.me.hp -= 1
    assert tempos.note(b, MORE) is Tempo.WALK
    b.me.hp = 5
    assert tempos.note(b, MORE) is Tempo.FIGHT
    b.me.hp -= 1
    assert [tempos.note(b, WALK) for _ in range(3)] == [Tempo.FIGHT, Tempo.FIGHT, Tempo.WALK]


def test_a_stand_off_is_no_fight_to_look_at() -> None:
    b = foe_scene("H", WEAK)
    b.watch.danced = 50
    assert Tempos().note(b, HIT) is Tempo.PLAIN


@pytest.mark.parametrize(
    ("speed", "fight", "walk"), [(15, 6, 25), (60, 24, 100), (8, 4, 8), (5, 4, 5), (1, 1, 1)]
)
def test_the_speed_scales_the_pace_of_a_fight(speed: float, fight: float, walk: float) -> None:
    assert [rate_of(speed, tempo) for tempo in (Tempo.FIGHT, Tempo.WALK)] == pytest.approx([fight, walk])


def test_the_top_line_says_that_a_fight_is_slower() -> None:
    pace = Pace(15.0)
    pace.tempo = Tempo.FIGHT
    assert (pace.notice, pace.seconds) == ("fight, 6/s", pytest.approx(1 / 6))
    pace.take(Tempo.FIGHT, 58.8)
    assert pace.notice == "fight here: 59% to die"
    pace.one_pace = True
    assert (pace.notice, pace.seconds) == ("15/s", 1 / 15)
    assert Pace(0.0).seconds == 0.0


@pytest.mark.parametrize(("speed", "percent", "rate"), [(15, 20, 6), (40, 20, 6), (40, 60, 4), (2, 60, 2)])
def test_a_dangerous_fight_is_never_too_fast_to_read(speed: float, percent: float, rate: float) -> None:
    pace = Pace(speed)
    pace.take(Tempo.FIGHT, percent)
    assert pace.rate == pytest.approx(rate)
    pace.one_pace = True
    assert pace.rate == speed


@pytest.mark.parametrize(
    ("tempo", "is_tour", "one_pace", "seconds"),
    [
        (Tempo.FIGHT, False, False, 1.3 / 6), (Tempo.PLAIN, False, False, 1 / 15),
        (Tempo.PLAIN, True, False, 2.5 / 15), (Tempo.FIGHT, False, True, 1 / 15),
    ],
)  # fmt: skip
def test_a_fight_is_slower_the_fewer_hit_points_are_left_and_so_is_a_tour(
    tempo: Tempo, is_tour: bool, one_pace: bool, seconds: float
) -> None:
    pace = Pace(15.0, one_pace=one_pace)
    pace.is_tour = is_tour
    pace.take(tempo, 20.0, caution(10, 40))
    assert pace.seconds == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("shown", "tempo", "rate"),
    [(0, Tempo.PLAIN, 4), (0, Tempo.WALK, 4), (180, Tempo.PLAIN, 9.375), (240, Tempo.WALK, 25),
     (180, Tempo.FIGHT, 6)],
)  # fmt: skip
def test_a_game_begins_slowly_unless_one_pace_is_asked_for(shown: int, tempo: Tempo, rate: float) -> None:
    pace = Pace(15.0)
    pace.shown = shown
    pace.take(tempo)
    assert pace.rate == pytest.approx(rate)
    assert pace.notice == ("slow start, 4/s" if not shown else pace.notice)
    pace.one_pace = True
    assert pace.rate == 15.0


@pytest.mark.parametrize(
    ("action", "notice"),
    [("pause", "paused, 15/s"), ("faster", "25/s"), ("slower", "10/s"), ("full", "full speed")],
)
def test_a_speed_that_is_chosen_ends_the_slow_start(action: str, notice: str) -> None:
    pace = Pace(15.0)
    pace.shown = 0
    pace.do(action)
    assert pace.notice == notice
    assert pace.shown == (0 if action == "pause" else 240)


def test_a_sentence_that_explains_gives_way_to_a_fight() -> None:
    controls = Controls(cast(Terminal, Film(Clock())), ViewOptions(15.0, Path("unused")), [])
    controls.notify("what a faint is for", 60.0, gives_way=True)
    controls.pace.take(Tempo.FIGHT)
    assert controls.notice == ""
    controls.pace.take(Tempo.WALK)
    assert controls.notice == "what a faint is for"
    controls.notify("this is the last stand", 60.0)
    controls.pace.take(Tempo.FIGHT)
    assert controls.notice == "this is the last stand"


def test_a_key_and_an_option_switch_it_off() -> None:
    controls = Controls(cast(Terminal, Film(Clock())), ViewOptions(15.0, Path("unused")), [])
    controls.do("one pace", "")
    assert controls.pace.one_pace
    assert "one speed" in controls.notice
    options = ViewOptions(15.0, Path("unused"), one_pace=True)
    assert Controls(cast(Terminal, Film(Clock())), options, []).pace.one_pace


SEEDS = range(40_001, 40_003, 2)
MAX_SAME = 0.16  # with most of a second for a fast
FAST = Choice("wait to faint on the stairs", Act(b"2s", "", Action("rest", times=2)))
REST = Choice("rest", Act(b"2s", "", Action("rest", times=2)))
STILL_WALK = Choice("look around", Act(b"l", "", Action("walk", 1)))
LOOK = Choice("check the inventory", Act(b"i", "", Action("stock")))
STILL_MORE = Choice("dismiss --More--", Act(b" ", "", Action("answer")))


def same_share(watchings: list[tuple[Stood, Stood]]) -> float:
    """The larger share: of pictures taken as commands are shown, or at the same rate all the time."""
    columns = [one for one, _ in watchings], [one for _, one in watchings]
    return max(sum(one.same_map for one in some) / sum(one.pictures for one in some) for some in columns)


def test_few_pictures_of_the_first_minute_show_the_map_of_the_one_before() -> None:
    assert same_share([watched(seed, clock=Clock(one_by_one())) for seed in SEEDS]) <= MAX_SAME


@pytest.mark.parametrize("how", [{"every_turn": True}, {"keys": ("z", "e")}], ids=["option", "key"])
def test_every_turn_is_shown_to_those_who_want_it(how: dict[str, Any]) -> None:
    watching = watched(SEEDS[0], seconds=30.0, clock=Clock(one_by_one()), **how)
    assert same_share([watching]) > 3 * MAX_SAME


def test_what_changes_the_picture_or_the_rung_is_no_stillness() -> None:
    scene, still = Scene(), Stillness()
    b, screen = scene.b, scene.screen
    assert not still.note(b, screen, REST, b.turn)
    assert still.note(b, screen, REST, b.turn)
    b.me.hp += 1
    assert not still.note(b, screen, REST, b.turn)
    assert still.note(b, screen, REST, b.turn)
    assert not still.note(b, screen, FAST, b.turn)
    assert still.note(b, screen, FAST, b.turn)
    screen.cells[20 * 80 + 40] = ord("#")
    assert not still.note(b, screen, FAST, b.turn)
    assert not still.note(b, screen, STILL_WALK, b.turn)
    assert not still.note(b, screen, STILL_WALK, b.turn)  # walked into something: no rest


TO_SEARCH = Choice("search first", Act(b"l", "", Action("walk", 1), Plan("search", 9, (8, 9))))
SEARCH_FIRST = Choice("search first", Act(b"5s", "", Action("search", times=5)))


def test_a_walk_to_a_place_to_search_is_hurried_through_until_there_is_news() -> None:
    scene, still = Scene(), Stillness()
    b, screen = scene.b, scene.screen
    assert not still.note(b, screen, TO_SEARCH, b.turn)
    screen.cells[20 * 80 + 40] = ord("@")
    assert still.note(b, screen, TO_SEARCH, b.turn)
    b.me.hp -= 1
    assert not still.note(b, screen, TO_SEARCH, b.turn)
    b.facts = (Fact("faint"),)
    screen.cells[20 * 80 + 41] = ord("@")
    assert not still.note(b, screen, TO_SEARCH, b.turn)


@pytest.mark.parametrize(
    ("choice", "swept", "caption"),
    [
        (SEARCH_FIRST, 14, Caption("searching for a hidden door:", 0.25, "14 of up to 56 turns")),
        (TO_SEARCH, 14, Caption("searching for a hidden door:", 0.25, "14 of up to 56 turns")),
        (SEARCH_FIRST, 57, Caption("searching for a hidden door: 57 turns on this level")),
        (SEARCH, 1, Caption("searching for a hidden door: 1 turn on this level")),
    ],
)
def test_a_search_tells_how_long_it_has_lasted_and_may(choice: Choice, swept: int, caption: Caption) -> None:
    scene, still = Scene(), Stillness()
    scene.b.watch.swept = swept
    still.note(scene.b, scene.screen, choice, scene.b.turn)
    assert still.caption == caption


def test_a_fight_tells_the_chance_to_die() -> None:
    tempos = Tempos()
    tempos.note(foe_scene("H", WEAK), HIT)
    assert tempos.percent > 10
    tempos.note(Scene().b, WALK)
    assert tempos.percent == 0


@pytest.mark.parametrize("kind", ["frozen", "faint", "you-miss"])
def test_a_page_on_which_the_hero_cannot_act_is_no_stillness(kind: str) -> None:
    scene, still = Scene(), Stillness()
    still.note(scene.b, scene.screen, STILL_WALK, scene.b.turn)
    scene.b.facts = (Fact(kind),)
    assert still.note(scene.b, scene.screen, STILL_MORE, scene.b.turn) == (kind not in SPELLS)


@pytest.mark.parametrize(("kind", "tempo"), [("frozen", Tempo.FIGHT), ("you-miss", Tempo.PLAIN)])
def test_a_helpless_hero_in_grave_danger_is_shown_at_the_pace_of_a_fight(kind: str, tempo: Tempo) -> None:
    tempos = Tempos()
    b = foe_scene("H", WEAK)
    tempos.note(Scene().b, REST)
    tempos._hp = b.me.hp
    b.facts = (Fact(kind),)
    assert tempos.note(b, STILL_MORE) == tempo
    assert (tempos.percent > 10) == (tempo == Tempo.FIGHT)


def test_the_pages_of_the_pack_are_hurried_through() -> None:
    scene, still = Scene(), Stillness()
    still.note(scene.b, scene.screen, STILL_WALK, scene.b.turn)
    assert still.note(scene.b, scene.screen, LOOK, scene.b.turn)
    scene.screen.cells[5 * 80 : 5 * 80 + 9] = b"a) a mace"
    assert still.note(scene.b, scene.screen, STILL_MORE, scene.b.turn)


def test_a_fast_tells_how_long_it_will_take_and_how_long_it_took() -> None:
    scene, still = Scene(), Stillness()
    b = scene.b
    b.me.stomach = Stomach.between(1000, 1200)
    still.note(b, scene.screen, FAST, b.turn)
    b.me.stomach, b.turn = Stomach.between(100, 300), b.turn + 900
    assert still.note(b, scene.screen, FAST, b.turn)
    assert still.caption == Caption("fasting here:", 0.75, "300 turns left")
    b.me.stomach = Stomach.between(-10, 0)
    still.note(b, scene.screen, FAST, b.turn)
    assert still.caption == Caption("fasting here: about to faint")
    still.note(b, scene.screen, STILL_WALK, b.turn)
    assert (still.caption, still.over) == (None, "fasted for 900 turns")


@pytest.mark.parametrize(("turns", "told"), [(19, ""), (20, "rested for 20 turns")])
def test_a_short_rest_is_not_told_of(turns: int, told: str) -> None:
    scene, still = Scene(), Stillness()
    still.note(scene.b, scene.screen, REST, scene.b.turn)
    scene.b.turn += turns
    still.note(scene.b, scene.screen, STILL_WALK, scene.b.turn)
    assert still.over == told


def test_the_rules_that_views_know_by_name_are_rules_of_the_ladder() -> None:
    """A rule that gets another name must get it in the views, too."""
    named = {LIMITED, *FASTS, *WEIGHS, ESTIMATES}
    assert named <= {rung.name for rung in LADDER}
