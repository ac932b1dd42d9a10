"""The ways out of a fight: what was chosen, how far the stairs were, what would have saved the hero."""

from __future__ import annotations

import re

import pytest

from rogomatic.agent.knobs import Knobs
from rogomatic.run.recordings.fight_instants import Deed, Instant, Way
from rogomatic.run.recordings.linked_story import as_text
from rogomatic.run.recordings.ways_out import (
    WEIGHS,
    distances_to,
    missed_way,
    outlook_of,
    ways_of,
    why_not_away,
)
from rogomatic.run.recordings.weaknesses import NO_STAIRS, Weakness
from tests.rogomatic.foe_scenes import foe_scene
from tests.support.agent_scenes import KIT, status

HERE, RUN = Way("fight here", 30.0), Way("run to the stairs", 4.0, 6, to_stairs=True)
LEFT = RUN._replace(drawback="that would leave the rest of the level, which counts like 5% to die")
FAR = Way("run to the stairs", 45.0, 31, to_stairs=True)
NO_NEARER = " But it came no nearer to them."
CIRCLE = Way("run in a circle", 20.0)
ARROW = Deed("shoot", "an arrow", "arrow", "troll")
BLOW = Deed("fight", foe="troll")
ZAP = Deed("zap", "a staff of slow monster", "slow monster", "troll")
HOLD = Deed("read", "a scroll of hold monster", "hold monster")
HEAL, LEAVE = Way("quaff healing", 3.0), Way("leave by the stairs", 0.0)


def instant(
    turn: int, *ways: Way, rung: str = WEIGHS[0], percent: float = 30.0, is_own: bool = True
) -> Instant:
    return Instant(turn, 9, 40, (), (), ("troll",), percent, rung, "it may heal", ways, is_own)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (instant(9, HERE), "it fought on the spot (30% to die): it found no way to the stairs."),
        (instant(9, HERE)._replace(weak=(NO_STAIRS,)),
         "it fought on the spot (30% to die)."),
        (instant(9, CIRCLE, HERE),
         "it chose to run in a circle, to gain hit points while the foe only follows (20% to die); the next "
         "best was to fight on the spot (30% to die)."),
        (instant(9, HERE, rung="shoot")._replace(deed=ARROW, apart=2),
         "it chose to shoot an arrow at the troll (30% to die), 2 squares away."),
        (instant(9, FAR, rung="shoot")._replace(deed=ARROW, apart=2),
         "it chose to shoot an arrow at the troll (30% to die) (to run to the stairs was 45% to die, 31 "
         "squares away)."),
        (instant(9, HERE, rung="zap a foe")._replace(deed=ZAP),
         "it chose to zap a staff of slow monster at the troll to slow it (to fight on the spot was 30% "
         "to die)."),
        (instant(9, rung="leave an unseen attacker")._replace(deed=HOLD, foes=(), has_unseen=True),
         "it chose to read a scroll of hold monster to hold something unseen."),
        (instant(9, HERE)._replace(weak=(Weakness("held fast"),)),
         "it fought on the spot (30% to die): it was held fast, so it could not run."),
        (instant(9, HERE)._replace(foes=()),
         "it fought on the spot (30% to die): it knew of no better way."),
        (instant(9, HERE, FAR),
         "it chose to fight on the spot (30% to die); the next best was to run to the stairs (45% to die, 31 "
         "squares away)."),
        (instant(9, HERE, LEFT),
         "it chose to fight on the spot (30% to die); the next best was to run to the stairs (4% to die, 6 "
         "squares away), but that would leave the rest of the level, which counts like 5% to die."),
        (instant(9, RUN, HERE),
         "it chose to run to the stairs (4% to die, 6 squares away); the next best was to fight on the spot "
         "(30% to die)."),
        (instant(9, HEAL, HEAL), "it chose to quaff healing (3% to die): it found no way to the stairs."),
        (instant(9, HERE, rung="try a potion"),
         "it chose to try a potion: it may heal (to fight on the spot was 30% to die)."),
        (instant(9, FAR, rung="try a potion", is_own=False),
         "the agent would have chosen to try a potion: it may heal (to run to the stairs was 45% to die, "
         "31 squares away)."),
        (instant(9, rung="try a potion")._replace(foes=(), still=("yeti",)),
         "it chose to try a potion: it may heal."),
        (instant(9, rung="try a potion"), "it chose to try a potion: it may heal."),
    ],
)  # fmt: skip
def test_the_choice_is_told_with_its_alternative(one: Instant, said: str) -> None:
    outlook = outlook_of([one], one, {})
    assert outlook is not None
    assert outlook.text == f"On turn {one.turn} {said}"


def test_a_fight_that_went_on_was_not_chosen_anew() -> None:
    every = [instant(8, HERE, percent=9.0), instant(9, HERE)]
    outlook = outlook_of(every, every[1], {})
    assert outlook is not None
    assert outlook.text == "On turn 9 it fought on (30% to die): it found no way to the stairs."


LOST = "In 9 turns on this level it had not found the stairs"
LUCK = "The fight with the troll had begun at 6% to die: this was bad luck."


@pytest.mark.parametrize(
    ("fight", "knows_stairs", "said"),
    [
        ([instant(9, HERE)], False, f"{LOST}: to fight was its only choice."),
        ([instant(9, HERE, HEAL)], False, f"{LOST}, so it could not leave by them."),
        ([instant(9, HERE)._replace(weak=(Weakness("held fast"),))], False, ""),
        ([instant(9, HERE)], True, ""),
        ([instant(8, percent=6.0), instant(9, HERE)], True, LUCK),
        ([instant(8, percent=6.0), instant(9, HERE)], False, f"{LOST}: to fight was its only choice. {LUCK}"),
        ([instant(8, percent=6.0), instant(9, HERE)._replace(foes=("troll", "bat"))], True, ""),
        ([instant(8, percent=6.0), instant(9, HERE, percent=9.0)], True, ""),
    ],
    ids=["only choice", "others", "held", "known", "luck", "both", "another came", "told elsewhere"],
)  # fmt: skip
def test_why_a_hero_could_not_get_away_is_told(fight: list[Instant], knows_stairs: bool, said: str) -> None:
    assert why_not_away(fight, 0, "troll", knows_stairs=knows_stairs) == said


@pytest.mark.parametrize(
    ("percent", "said"),
    [(6.0, f"{LUCK.partition(':')[0]}. Bad luck: 5 blows missed."), (30.0, "Bad luck: 5 blows missed.")],
)
def test_unlikely_blows_are_told_as_bad_luck(percent: float, said: str) -> None:
    fight = [instant(8, percent=percent), instant(9, HERE)]
    assert why_not_away(fight, 0, "troll", knows_stairs=True, luck="5 blows missed") == said


def test_a_hero_that_has_just_come_has_not_searched_for_the_stairs() -> None:
    said = "It had just come to this level and had not found the stairs: to fight was its only choice."
    assert why_not_away([instant(9, HERE)], 9, "troll", knows_stairs=False) == said


def test_foes_that_are_not_told_of_yet_are_named() -> None:
    one = instant(9, HERE)
    outlook = outlook_of([one], one, {}, is_early=True)
    assert outlook is not None
    assert outlook.text.startswith("On turn 9, facing a troll, it fought on the spot")


def test_a_calm_moment_has_no_choice_to_tell() -> None:
    one = instant(9)._replace(foes=())
    assert outlook_of([one], one, {}) is None


ROAD = {spot: spot for spot in range(10)}  # the stairs are on square 0


@pytest.mark.parametrize(
    ("spots", "then"),
    [((5, 4, 3), ""), ((5, 6, 7), " But its steps led away from them."), ((5, 4, 5), NO_NEARER),
     ((5, 5), NO_NEARER), ((5,), ""), ((5, 99), "")],
    ids=["nearer", "away", "there and back", "stood still", "nothing later", "unknown ground"],
)  # fmt: skip
def test_a_run_to_the_stairs_that_came_no_nearer_is_told_so(spots: tuple[int, ...], then: str) -> None:
    runs = [instant(9 + at, RUN, HERE)._replace(spot=spot) for at, spot in enumerate(spots)]
    outlook = outlook_of(runs, runs[0], ROAD)
    assert outlook is not None
    assert outlook.text.endswith(f"to fight on the spot (30% to die).{then}")
    assert as_text([outlook]) == outlook.text


@pytest.mark.parametrize(("squares", "is_told"), [(7, False), (8, True)])
def test_foes_between_the_hero_and_the_stairs_are_told(squares: int, is_told: bool) -> None:
    around = FAR._replace(squares=squares)
    every = [instant(9, RUN, HERE)._replace(spot=5), instant(10, HERE, around)._replace(spot=4, deed=BLOW)]
    outlook = outlook_of(every, every[0], ROAD)
    said = " But on turn 10 foes barred the way (around them the stairs were 8 squares away, 45% to die)"
    said += ", and it chose to strike at the troll (30% to die)."
    assert outlook is not None
    assert outlook.text.endswith(said) == is_told


def test_magic_that_was_used_once_was_not_given_up() -> None:
    heal = instant(9, HEAL, HERE)._replace(deed=Deed("quaff", "a potion of healing", "healing"))
    outlook = outlook_of([heal, instant(10, HERE)], heal, ROAD)
    assert outlook is not None
    assert " But " not in outlook.text


def test_steps_behind_another_choice_are_not_those_to_the_stairs() -> None:
    away = [instant(11 + at, HERE)._replace(spot=6 + at, deed=BLOW) for at in range(3)]
    run = instant(9, RUN, HERE)._replace(spot=5)
    back = away[0]._replace(spot=5)
    outlook = outlook_of([run, run._replace(turn=10, spot=4), back, *away], run, ROAD)
    assert outlook is not None
    gone = "it no longer found a way to run to the stairs, and it chose to strike at the troll (30% to die)"
    assert outlook.text.endswith(f" But on turn 11 {gone}.")


def test_the_way_to_the_stairs_is_measured_on_the_ground() -> None:
    b = foe_scene("H", status(hp=3))
    b.level.stairs = b.level.neighbors(b.me.spot)[0]
    ground = distances_to(b.level, b.level.stairs)
    assert ground[b.level.stairs] == 0
    assert ground[b.me.spot] == 1
    assert distances_to(b.level, -1) == {}


@pytest.mark.parametrize(
    ("fight", "said"),
    [
        ([instant(8, HERE, RUN), instant(9, HERE, rung="try a potion")],
         "On turn 8, the stairs were 6 squares away (4% to die); the hero chose to fight here."),
        ([instant(8, HERE, HEAL, rung="try a potion")],
         "On turn 8, it could still quaff healing (3% to die); the hero chose to try a potion: it may heal."),
        ([instant(8, HERE, LEFT)],
         "On turn 8, the stairs were 6 squares away (4% to die), but that would leave the rest of the level"
         ", which counts like 5% to die; the hero chose to fight here."),
        ([instant(8, HERE, LEAVE)],
         "On turn 8, it stood on the stairs and could have left; the hero chose to fight here."),
        ([instant(7, HERE, LEAVE), instant(8, HERE, RUN, is_own=False), instant(9, HERE, FAR)],
         "On turn 8, the stairs were 6 squares away (4% to die); the agent would have chosen to fight here."),
        ([instant(8, RUN, HERE)], ""),
        ([instant(8, Way("fight in the door", 9.0), RUN, HERE)], ""),
        ([instant(8, HERE, FAR)], ""),
        ([instant(8, Way("fight here", 6.0), RUN, percent=6.0)], ""),
        ([instant(8)], ""),
    ],
    ids=["gamble", "other", "drawback", "stairs", "the last", "done", "safe", "unsafe", "no better", "calm"],
)  # fmt: skip
def test_the_last_safe_way_out_is_told_whatever_came_after(fight: list[Instant], said: str) -> None:
    assert missed_way(fight) == ([said] if said else [])


def test_ways_are_compared_only_in_danger() -> None:
    b = foe_scene("H", status(hp=3))
    assert ways_of(b, 4.9) == ()
    ways = ways_of(b, 60.0)
    assert ways[0].percent > 0
    assert "fight here" in [way.name for way in ways]


def test_a_way_with_less_danger_names_what_outweighs_it() -> None:
    b = foe_scene("K", status(hp=9), [*KIT, "f) A scroll of teleportation"])
    b.knobs = Knobs(magic_pct=400, last_pct=5)
    best, *others = ways_of(b, 60.0)
    safer = [way for way in others if way.percent < best.percent]
    assert [way.name for way in safer] == ["read a scroll of teleportation"]
    assert re.fullmatch(r"that would use up the scroll, which counts like \d+% to die", safer[0].drawback)
    assert not best.drawback
