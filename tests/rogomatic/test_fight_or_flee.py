"""The table of options: a picture, what can be done in it, and what is chosen."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.fight_or_flee import (
    choose_station,
    gamble_when_dying,
    is_worth_a_thought,
    options,
)
from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.agent.think.fight.threat import threat_of
from tests.support.agent_scenes import KIT, Scene, chosen, spot_of, status

ROOM = """
  ---------------
  |.............|
  |....@H.......+
  |.............|
  ---------------
"""


def scene(picture: str, row: str, pack: Iterable[str] = KIT, letters: str = "HCT") -> Scene:
    """Return somebody who sees a picture in which all of these letters are awake."""
    drawn = Scene(picture, row, pack)
    for letter in letters:
        drawn.awake(letter)
    return drawn


def table(b: Beliefs) -> dict[str, Option]:
    """Return the best option of each name."""
    found: dict[str, Option] = {}
    for option in options(b):
        found.setdefault(option.name, option)
    return found


def act(b: Beliefs) -> Act:
    answer = choose_station(b)
    assert isinstance(answer, Act), answer
    return answer


def test_a_fight_without_danger_is_not_weighed_up() -> None:
    b = scene(ROOM.replace("H", "K"), status(hp=40, most=40, level=5), letters="K").b
    assert not is_worth_a_thought(b)
    assert choose_station(b) == No("no dangerous foe is after the hero")
    assert not is_worth_a_thought(Scene(ROOM.replace("H", ".")).b)


def test_what_strikes_unseen_beside_somebody_harmless_is_weighed_up() -> None:
    b = scene(ROOM.replace("H", "K"), status(depth=15, hp=40, most=40, level=5), letters="K").b
    b.foes.unseen_turn = b.turn
    assert is_worth_a_thought(b)


def test_a_fight_that_nothing_betters_is_refused_with_its_figures() -> None:
    b = scene(ROOM, status()).b
    answer = choose_station(b)
    assert isinstance(answer, No)
    assert answer.why_not.startswith("fight here, 18% to die, 4 hit points lost")


def test_out_of_the_reach_of_what_cannot_follow_the_hero_steps() -> None:
    s = scene(ROOM.replace("H", "F"), status(depth=12, hp=25, most=50, level=6), letters="F")
    answer = act(s.b)
    assert answer.plan is not None
    assert answer.plan.kind == "step away"
    s.b.me.held = True
    assert not isinstance(choose_station(s.b), Act), "it has got hold of the hero"


STAIRS = ROOM.replace("@H", "H@").replace("@......", "@.....%")


def test_to_known_stairs_the_hero_walks_before_its_hit_points_are_low() -> None:
    b = scene(STAIRS.replace("H", "T"), status(depth=13, hp=50, most=50, level=7)).b
    found = table(b)
    assert found["fight here"].fight_cost.death_probability > 0.5
    assert 0 < found["run to the stairs"].fight_cost.death_probability < 0.05
    assert 0 < found["go to the stairs and fight there"].fight_cost.death_probability < 0.05
    assert act(b).keys == b"l"
    assert "to die" in act(b).because
    assert "; next best: " in act(b).because


def on_stairs(hp: int) -> Beliefs:
    before = STAIRS.replace("H@.....%", ".....@H%")
    drawn = scene(before, status(depth=13, hp=hp, most=60, level=7))
    drawn.show(before.replace("@H%", ".H@"), status(depth=13, hp=hp, most=60, level=7))
    return drawn.awake("H")


@pytest.mark.parametrize(("hp", "keys"), [(8, b">"), (9, b"")])
def test_on_the_stairs_the_fight_is_left_when_one_round_could_kill(hp: int, keys: bytes) -> None:
    answer = choose_station(on_stairs(hp))
    assert (answer.keys if isinstance(answer, Act) else b"") == keys


@pytest.mark.parametrize(("came", "keys"), [("I......@", b""), ("......I@", b">")])
def test_nobody_waits_on_the_stairs_for_the_touch_of_one_that_freezes(came: str, keys: bytes) -> None:
    before, row = STAIRS.replace("H@.....%", "I.....@%"), status(depth=3, hp=30, most=30)
    drawn = scene(before, row)
    drawn.show(before.replace("I.....@%", came), row)
    answer = choose_station(drawn.awake("I"))
    assert (answer.keys if isinstance(answer, Act) else b"") == keys


def test_who_faints_again_and_again_neither_runs_nor_waits_FOO_3() -> None:
    fed = scene(STAIRS, status(depth=8, hp=30, most=40, level=6)).b
    faint = scene(STAIRS, status(depth=8, hp=30, most=40, level=6, hunger="Faint"), pack=KIT[1:]).b
    run = "run to the stairs"
    assert (
        table(faint)["fight here"].fight_cost.death_probability
        > table(fed)["fight here"].fight_cost.death_probability
    )
    assert table(faint)[run].fight_cost.loss > table(fed)[run].fight_cost.loss + 5
    assert "go to the stairs and fight there" in table(fed)
    assert "go to the stairs and fight there" not in table(faint)


CROWD = """
  -------------
  |...........|
  |.......CC@.+##
  |...........|
  -------------
"""


def test_before_two_foes_the_hero_goes_where_they_come_one_by_one() -> None:
    b = scene(CROWD, status(depth=8, hp=60, most=60, level=7)).b
    found = table(b)
    door = found["fight in the door"]
    assert door.walk is not None
    assert door.walk.goal == spot_of(CROWD, "+")
    assert door.fight_cost.death_probability < found["fight here"].fight_cost.death_probability - 0.1
    assert act(b).keys == b"l"


def test_in_the_door_it_stays() -> None:
    picture = CROWD.replace("CC@.+##", "CC..+##").replace("CC..+", "..CC@")
    answer = choose_station(scene(picture, status(depth=8, hp=60, most=60, level=7)).b)
    assert isinstance(answer, No)


def test_shots_at_who_comes_make_the_fight_safer_than_a_run() -> None:
    far = ROOM.replace("@H.......", "@.......H")
    with_bow = table(scene(far, status(hp=4)).b)["fight here"]
    without = table(scene(far, status(hp=4), KIT[:3]).b)["fight here"]
    assert with_bow.fight_cost.death_probability < without.fight_cost.death_probability / 2


RING = """
  -------          -------
  |.....|          |.....|
  |.....+#@H#######+.....|
  |.....|          |.....|
  ---+---          ---+---
     #                #
     ##################
"""


@pytest.mark.parametrize(("level", "hp", "runs"), [(8, 6, True), (7, 6, False), (8, 12, False)])
def test_laps_are_run_where_they_heal(level: int, hp: int, runs: bool) -> None:
    b = scene(RING.replace("H", "T"), status(depth=13, hp=hp, most=12, level=level), KIT[:3], "T").b
    assert ("run in a circle" in table(b)) is runs


SCARE = [*KIT, "f) A scroll of scare monster"]


def test_a_scare_monster_scroll_is_dropped_and_stood_on() -> None:
    drawn = scene(ROOM.replace("H", "T"), status(depth=13, hp=60, most=60, level=7), SCARE)
    assert act(drawn.b).keys == b"df"
    update.note_sent(drawn.b, Action("drop", letter="f"), None)
    b = drawn.show(ROOM.replace("H", "T"), status(depth=13, hp=50, most=60, level=7))
    assert b.level.scares == {b.me.spot}
    assert threat_of(b).death_pct == 0.0
    assert chosen(b).rung == "hit what is adjacent"


def test_a_scare_monster_scroll_is_nothing_to_a_dragon() -> None:
    drawn = scene(ROOM.replace("H", "D"), status(depth=25, hp=60, most=60, level=9), SCARE, "D")
    assert table(drawn.b)["stand on a scroll of scare monster"].fight_cost.death_probability > 0.5


def test_who_has_left_the_scroll_has_lost_it() -> None:
    drawn = scene(ROOM.replace("H", "."), status(), SCARE)
    b = drawn.b
    update.note_sent(b, Action("drop", letter="f"), None)
    drawn.show(ROOM.replace("H", "."))
    spot = b.me.spot
    update.note_sent(b, Action("walk", 1), None)
    drawn.show(ROOM.replace("@H", "?@"))
    assert b.level.scares == {spot}
    assert spot in b.level.ignored
    update.note_sent(b, Action("walk", -1), None)
    drawn.show(ROOM.replace("H", "."), said=["The scroll turns to dust as you pick it up"])
    assert not b.level.scares


@pytest.mark.parametrize(
    ("line", "option", "keys"),
    [
        ("f) A scroll of teleportation", "read a scroll of teleportation", b"rf"),
        ("f) A scroll of hold monster", "read a scroll of hold monster", b"rf"),
        ("f) A potion of haste self(red)", "drink a potion of haste self", b"qf"),
        ("f) A scroll of monster confusion", "read a scroll of monster confusion", b"rf"),
        ("f) A wand of teleport away [3](iron)", "zap a wand of teleport away", b"zlf"),
        ("f) A wand of slow monster [3](iron)", "zap a wand of slow monster", b"zlf"),
    ],
)
def test_known_magic_stands_in_the_table(line: str, option: str, keys: bytes) -> None:
    b = scene(ROOM.replace("H", "T"), status(depth=13, hp=40, most=60, level=7), [*KIT, line]).b
    found = table(b)
    assert found[option].fight_cost.death_probability < found["fight here"].fight_cost.death_probability
    assert found[option].price > 0
    assert act(b).keys == keys


def test_a_stick_that_may_be_empty_is_worth_less() -> None:
    line = "f) A wand of teleport away(iron)"
    dice = []
    for used in (2, 4, 6):
        b = scene(ROOM.replace("H", "T"), status(depth=13, hp=40, most=60, level=7), [*KIT, line]).b
        b.zaps["f"] = used
        dice.append(table(b)["zap a wand of teleport away"].fight_cost.death_probability)
    assert dice == sorted(dice)
    assert dice[0] < dice[1] < dice[2]
    b = scene(ROOM.replace("H", "T"), status(depth=13, hp=40, most=60, level=7), [*KIT, line]).b
    b.zaps["f"] = 7
    assert "zap a wand of teleport away" not in table(b)


@pytest.mark.parametrize(
    ("picture", "near"), [(ROOM.replace("H", "T"), True), (ROOM.replace("@H.", "@.T"), False)]
)
def test_v52_16_a_staff_of_striking_hits_a_neighbor_only(picture: str, near: bool) -> None:
    line = "f) A staff of striking(teak)"
    b = scene(picture, status(depth=13, hp=40, most=60, level=7), [*KIT, line]).b
    b.edition = "5.2"
    found = table(b)
    assert ("zap a staff of striking" in found) is near
    assert (
        not near
        or found["zap a staff of striking"].fight_cost.death_probability
        < found["fight here"].fight_cost.death_probability
    )


def test_a_bolt_that_may_kill_at_once_is_worth_more_than_one_that_wounds() -> None:
    row = status(depth=13, hp=20, most=60, level=7)
    lines = {"C": "f) A wand of fire(iron)", "T": "f) A wand of fire(iron)"}
    gains = {}
    for letter, line in lines.items():
        b = scene(ROOM.replace("H", letter), row, [*KIT, line]).b
        found = table(b)
        gains[letter] = (
            found["zap a wand of fire"].fight_cost.death_probability
            / found["fight here"].fight_cost.death_probability
        )
    assert gains["C"] < gains["T"] < 1


def test_v36_19_drain_life_takes_all_that_the_hero_has_from_a_lone_foe() -> None:
    row = status(depth=13, hp=40, most=60, level=7, arm=1)
    line = "f) A wand of drain life(iron)"
    b = scene(ROOM.replace("H", "T"), row, [*KIT, line]).b
    half = table(b)["zap a wand of drain life"].fight_cost
    b.edition = "3.6"
    found = table(b)
    assert (
        found["zap a wand of drain life"].fight_cost.death_probability
        < 0.1
        < half.death_probability
        < found["fight here"].fight_cost.death_probability
    )
    assert found["zap a wand of drain life"].fight_cost.loss >= 20
    b = scene(ROOM.replace("H.", "TH"), row, [*KIT, line]).b
    assert "zap a wand of drain life" not in table(b)


def test_glowing_hands_and_a_confused_foe_make_a_fight_safer() -> None:
    drawn = scene(ROOM.replace("H", "T"), status(depth=13, hp=40, most=60, level=7), letters="T")
    before = table(drawn.b)["fight here"].fight_cost.death_probability
    drawn.b.me.red_hands = True
    glowing = table(drawn.b)["fight here"].fight_cost.death_probability
    update.note_sent(drawn.b, Action("fight", 1), None)
    said = ["You hit the troll.  Your hands stop glowing red", "The troll appears confused"]
    drawn.show(ROOM.replace("@H.", "@.T"), status(depth=13, hp=40, most=60, level=7), said)
    foe = next(iter(drawn.b.foes.seen.values()))
    assert foe.confused
    assert not drawn.b.me.red_hands
    assert table(drawn.b)["fight here"].fight_cost.death_probability < glowing < before / 2


def test_what_has_gone_on_too_long_is_left_to_the_rung_that_ends_it() -> None:
    b = scene(STAIRS.replace("H", "T"), status(depth=13, hp=50, most=50, level=7)).b
    b.watch.danced = b.knobs.dance_turns
    assert choose_station(b) == No("the stalemate has lasted too long")
    b = scene(STAIRS.replace("H", "T"), status(depth=13, hp=20, most=50, level=7)).b
    b.watch.danced = b.knobs.dance_turns
    assert isinstance(choose_station(b), Act)
    b.watch.danced *= 2
    assert choose_station(b) == No("the stalemate has lasted too long")


OWNED = [*KIT, "f) The Amulet of Yendor"]


@pytest.mark.parametrize(("pack", "price"), [(KIT, DEFAULT.leave_hp), (OWNED, 0)])
def test_who_owns_the_amulet_loses_nothing_with_a_level(pack: Iterable[str], price: int) -> None:
    b = scene(STAIRS.replace("H", "T"), status(depth=13, hp=50, most=50, level=7), pack).b
    assert table(b)["run to the stairs"].price == price


@pytest.mark.parametrize(("level", "knob", "quaffs"), [(2, 3, False), (3, 3, True)])
def test_unknown_potions_are_drunk_when_healing_would_help(level: int, knob: int, quaffs: bool) -> None:
    s = Scene(
        ROOM.replace("@H", "H@H"),
        status(hp=2, level=level),
        [*KIT, "f) A grey potion"],
        Knobs(gamble_level=knob),
    )
    s.awake("H")
    answer = gamble_when_dying(s.b)
    assert (isinstance(answer, Act) and answer.keys == b"qf") is quaffs
    assert (answer == refusals.GAMBLE_YOUNG) is not quaffs
