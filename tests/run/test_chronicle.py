"""The chronicle of a game: what it tells of, and what it leaves out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.engine.trace import HeardMessage
from rogomatic.agent.player import Player
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.message_table import TABLE
from rogomatic.run.recordings.timeline import Timeline, play_timeline, read_timeline
from rogomatic.run.runner.game_loop import Limits, play_game
from rogomatic.run.story.annotations import FASTS
from rogomatic.run.story.attackers import WEARING
from rogomatic.run.story.chronicle import MOST, SIMPLE, Chronicle, Happening, lines_of
from rogomatic.run.story.death_account import DeathAccount
from rogomatic.run.story.fight_instants import Instant, Way
from rogomatic.run.story.helplessness import SPELLS
from rogomatic.run.story.turning_points import TurningPoint
from rogomatic.run.viewer.replay import stops_of
from tests.rogomatic.foe_scenes import foe_scene
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.support.agent_scenes import ROOM, Scene, status

STEP = Choice("look around", Act(b"l", "", Action("walk")))
MORE = Choice("dismiss --More--", Act(b" ", "", Action("answer")))


def a_game(depth: int = 3, hp: int = 40, most: int = 40) -> Beliefs:
    return Scene(ROOM, status(depth=depth, hp=hp, most=most)).b


def told(one: Chronicle) -> list[str]:
    return [happening.text for happening in one.best()]


def face(
    monkeypatch: pytest.MonkeyPatch, b: Beliefs, percent: float, *foes: str, ways: tuple[Way, ...] = ()
) -> None:  # fmt: skip
    """Put foes before the hero, with a chance to die."""
    now = Instant(b.turn, b.me.hp, b.me.max_hp, (), (), foes, percent, "", ways)
    monkeypatch.setattr(DeathAccount, "now", now)


def kill(b: Beliefs, who: str = "troll") -> None:
    b.facts = (Fact("defeated", who),)


@pytest.mark.parametrize(
    ("hp", "odds_pct", "who", "text"),
    [
        (2, 0.0, "troll", "Killed a troll and had 2 hit points left"),
        (1, 60.0, "ice monster", "Killed an ice monster and had 1 hit point left"),
        (-1, 60.0, "troll", "Killed a troll in its last turn"),
        (40, 60.0, "troll", "Killed a troll (up to 60% to die)"),
        (40, 5.0, "troll", "Killed the first troll"),
    ],
)
def test_a_victory_is_told_by_what_made_it_close(
    monkeypatch: pytest.MonkeyPatch, hp: int, odds_pct: float, who: str, text: str
) -> None:
    b, one = a_game(), Chronicle()
    face(monkeypatch, b, odds_pct, who)
    one.note(b, STEP, 0)
    b.turn, b.me.hp = 5, hp
    kill(b, who)
    one.note(b, STEP, 1)
    assert told(one)[:1] == [text]


def test_the_odds_of_a_fight_are_told_with_those_of_what_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = (Way("run to the stairs", 0.4), Way("fight here", 79.0, is_here=True))
    b, one = a_game(), Chronicle()
    face(monkeypatch, b, 79.0, "kestrel", ways=ways)
    one.note(b, Choice("fight or flee", STEP.act), 0)
    b.turn = 5
    kill(b, "kestrel")
    one.note(b, STEP, 1)
    assert told(one) == ["Killed a kestrel (79% to die; at first it chose to run to the stairs, <1%)"]


@pytest.mark.parametrize(
    ("victim", "text"),
    [
        ("griffin", "Killed a griffin (up to 85% to die, a bat with it)"),
        ("vampire", "Killed the first vampire"),
    ],
    ids=["of a crowd", "another foe's"],
)
def test_the_odds_of_a_win_are_for_this_foe(monkeypatch: pytest.MonkeyPatch, victim: str, text: str) -> None:
    b, one = a_game(), Chronicle()
    face(monkeypatch, b, 85.0, "griffin", "bat")
    one.note(b, STEP, 0)
    b.turn = 5
    face(monkeypatch, b, 1.0, "vampire")
    one.note(b, STEP, 1)
    kill(b, victim)
    one.note(b, STEP, 2)
    assert told(one) == [text]


@pytest.mark.parametrize(
    ("turns", "hp", "texts"),
    [
        (5, 2, ["Turned a griffin (85% to die) into a vampire, and killed it, with 2 hit points left"]),
        (5, 40, ["Turned a griffin (85% to die) into a vampire, and killed it"]),
        (400, 40, ["Turned a griffin (85% to die) into a vampire", "Killed the first vampire"]),
    ],
    ids=["close", "soon", "another one, much later"],
)
def test_a_monster_turned_into_another_is_told_with_the_odds_of_before(
    monkeypatch: pytest.MonkeyPatch, turns: int, hp: int, texts: list[str]
) -> None:
    b, one = a_game(depth=20), Chronicle()
    face(monkeypatch, b, 85.0, "griffin")
    one.note(b, STEP, 0)
    b.turn = 2
    face(monkeypatch, b, 1.0, "vampire")
    change = TurningPoint(2, "", 150, 20, 0.8, "griffin", "vampire")
    with monkeypatch.context() as now:
        now.setattr(DeathAccount, "changed", change)
        one.note(b, STEP, 1)
        one.note(b, MORE, 2)  # the change is not told again
    b.turn, b.me.hp = b.turn + turns, hp
    kill(b, "vampire")
    one.note(b, STEP, 2)
    assert told(one) == texts


@pytest.mark.parametrize("who", ["", "it", "something"])
def test_a_victim_without_a_name_is_not_told_of(who: str) -> None:
    b, one = a_game(hp=2), Chronicle()
    kill(b, who)
    one.note(b, STEP, 0)
    assert told(one) == []


def test_names_seen_in_a_dream_are_not_told() -> None:
    b, one = a_game(hp=2), Chronicle()
    b.me.hallucinating_until = b.turn + 100
    kill(b)
    one.note(b, STEP, 0)
    assert told(one) == []


FASTED = (
    "Fainted from hunger on purpose. In this Rogue, monsters hit a hero more easily until it has fainted once"
)


@pytest.mark.parametrize(
    ("rung", "text"),
    [
        (FASTS[0], FASTED),
        ("rest", "Fainted from hunger, which cost no hit points"),
    ],
)
def test_a_faint_is_told_once_with_whether_it_was_planned(rung: str, text: str) -> None:
    b, one = a_game(), Chronicle()
    one.note(b, Choice(rung, Act(b"s", "", Action("rest"))), 0)
    b.facts = (Fact("faint"),)
    one.note(b, MORE, 1)
    b.turn, b.facts = 5, (Fact("faint"), Fact("hands-free"))
    one.note(b, STEP, 2)
    b.turn, b.facts = 8, (Fact("faint"), Fact("hands-free"))
    one.note(b, STEP, 3)
    assert told(one) == [text]
    b.turn = 90
    one.note(b, STEP, 4)
    assert told(one) == list(dict.fromkeys([text, "Fainted from hunger, which cost no hit points"]))
    b.turn, b.me.hp = 200, 33
    one.note(b, STEP, 5)
    assert told(one)[-1] == "Fainted from hunger, and woke with 7 hit points less"


def test_what_happened_just_before_the_death_is_told_whatever_else_there_was() -> None:
    b, one = a_game(hp=2), Chronicle()
    for turn in range(100, 1400, 100):
        b.turn = turn
        kill(b, f"troll {turn}")
        one.note(b, STEP, turn)
    b.turn, b.facts = 1500, (Fact("gas"),)
    one.note(b, STEP, 1500)
    asleep = "Fell asleep in a gas trap"
    assert one.story("killed", "bat").happenings[-1].text == asleep
    assert asleep not in [happening.text for happening in one.story("won", "").happenings]


def test_an_escape_is_told_once_it_has_succeeded() -> None:
    b, one = a_game(), Chronicle()
    for turn, hp in ((1, 40), (2, 6), (3, 2), (4, 3), (5, 19)):
        b.turn, b.me.hp = turn, hp
        one.note(b, STEP, turn)
    assert told(one) == []
    b.turn, b.me.hp = 60, 20
    one.note(b, STEP, 60)
    assert [(h.turn, h.text) for h in one.best()] == [(3, "Was down to 2 of 40 hit points, and lived")]


def test_who_struck_a_hero_that_escaped_is_named() -> None:
    b, one = a_game(), Chronicle()
    for turn, hp in ((1, 40), (2, 2), (60, 20)):
        b.turn, b.me.hp, b.facts = turn, hp, (Fact("monster-hits", "emu"),) * (turn == 2)
        one.note(b, STEP, turn)
    assert told(one) == ["Was down to 2 of 40 hit points after a blow by an emu, and lived"]


def test_a_close_kill_before_a_later_death_is_told_with_the_recovery() -> None:
    b, one = a_game(hp=3), Chronicle()
    kill(b)
    one.note(b, STEP, 1)
    b.turn, b.me.hp, b.facts = 130, 39, ()
    one.note(b, STEP, 2)
    texts = [happening.text for happening in one.story("killed", "bat").happenings]
    assert texts == ["Killed a troll and had 3 hit points left; well again on turn 130"]


def test_an_escape_by_the_stairs_is_told_before_the_new_level() -> None:
    b, one = a_game(depth=7), Chronicle()
    one.note(b, STEP, 0)
    b.turn, b.me.hp, one._danger_pct, one._danger_turn = 8, 6, 60.0, 8
    one.note(b, STEP, 1)
    b.turn, b.me.depth = 9, 8
    one._danger_pct = 90.0
    one.note(b, STEP, 2)
    b.turn, b.me.hp = 90, 40
    one.note(b, STEP, 90)
    escape = "Down to 6 of 40 hit points on level 7, it escaped by the stairs"
    assert told(one) == [escape, "Reached level 8"]


def test_weaker_armor_is_told_without_a_cause_that_the_message_does_not_name() -> None:
    b, one = a_game(depth=3), Chronicle()
    one.note(b, STEP, 0)
    b.turn, b.facts = 9, (Fact("monster-hits", "rust monster"), Fact("armor-rusts"))
    one.note(b, STEP, 1)
    assert told(one) == ["The armor became weaker"]


def test_a_fall_is_told_with_its_level_and_stairs_are_not_told_twice() -> None:
    b, one = a_game(depth=3), Chronicle()
    one.note(b, STEP, 0)
    b.turn, b.facts = 9, (Fact("trapdoor"),)
    one.note(b, MORE, 1)  # the old level is still in view
    b.me.depth = 4
    one.note(b, MORE, 2)
    b.turn = 14  # the run ended on the trap door
    one.note(b, STEP, 3)
    b.turn, b.me.depth, b.facts = 99, 5, ()
    one.note(b, MORE, 4)  # in the middle of the climb
    b.turn = 103
    one.note(b, STEP, 5)
    assert [(one.turn, one.text) for one in one.best()] == [
        (14, "Fell through a trap door to level 4"), (103, "Reached level 5"),
    ]  # fmt: skip


def test_no_more_is_told_than_was_asked_for_in_order_with_the_deepest_level() -> None:
    b, one = a_game(depth=1), Chronicle()
    for depth in range(1, 20):
        b.turn, b.me.depth = 100 * depth, depth
        kill(b, f"monster {depth}")
        one.note(b, STEP, depth)
    best = one.best()
    assert len(best) == MOST
    assert [h.number for h in best] == sorted(h.number for h in best)
    assert "Reached level 19" in [h.text for h in best]
    assert len(one.best(3)) == 3


def test_what_changes_a_hero_for_longer_is_told() -> None:
    b, one = foe_scene("A"), Chronicle()
    one.note(b, STEP, 0)
    letter = b.wielded()[0]  # type: ignore[index]  # there is a weapon
    b.turn, b.cursed = 10, {letter}
    one.note(b, STEP, 10)
    b.turn, b.me.strength, b.me.hunger = 20, 12, "Hungry"
    one.note(b, STEP, 20)
    b.turn, b.me.hunger = 320, ""
    one.note(b, Choice("save the armor", Act(b"T", "the aquator would rust it", Action("strip"))), 320)
    one.note(b, STEP, 321)
    assert told(one) == [
        "The mace in hand turned out to be cursed",
        "Its strength fell from 16 to 12",
        "Ate after 300 turns of hunger, a planned fast: monsters hit a hero less often once it has fainted",
        "Took off its armor: the aquator would rust it",
    ]


@pytest.mark.parametrize(("edition", "is_alert", "food", "why"), [
    ("5.4", True, 1, ", though it had food"), ("5.4", True, 0, ""), ("5.4", False, 0, ""),
    ("3.6", False, 1, ", though it had food"),
])  # fmt: skip
def test_hunger_without_a_wait_for_a_faint_is_told_as_it_was(
    edition: Edition, is_alert: bool, food: int, why: str
) -> None:
    b, one = foe_scene("A"), Chronicle()
    b.edition, b.me.alert = edition, is_alert
    for letter in [letter for letter, thing in b.pack.items() if thing.kind == "food" and not food]:
        del b.pack[letter]
    one.note(b, STEP, 0)
    b.turn, b.me.hunger = 20, "Hungry"
    one.note(b, STEP, 20)
    b.turn, b.me.hunger = 320, ""
    one.note(b, STEP, 320)
    assert told(one) == [f"Ate after 300 turns of hunger{why}"]


def test_a_new_level_is_told_with_a_long_stay_before_it_and_few_hit_points() -> None:
    b, one = a_game(depth=3), Chronicle()
    one.note(b, STEP, 0)
    b.turn, b.me.depth, b.me.hp = 1200, 4, 12
    one.note(b, STEP, 1)
    assert told(one) == ["Reached level 4 after 1,200 turns on level 3 with 12 of 40 hit points"]


def test_what_is_told_is_spread_over_the_game() -> None:
    b, one = a_game(), Chronicle()
    for turn in [100, *range(5000, 6000, 50)]:
        b.turn = turn
        b.facts = (Fact("gas" if turn == 100 else "item-stolen", item=f"mace {turn}"),)
        one.note(b, STEP, turn)
    assert len(one.best()) == MOST
    assert told(one)[0] == "Fell asleep in a gas trap"


def test_a_screen_before_the_game_says_nothing() -> None:
    b, one = a_game(), Chronicle()
    b.me.max_hp = 0
    kill(b)
    one.note(b, STEP, 0)
    assert told(one) == []


def test_happenings_of_one_turn_share_a_line() -> None:
    found = [
        Happening(7, 1, "A", 1.0),
        Happening(7, 2, "B", 1.0),
        Happening(7, 2, "B", 1.0),
        Happening(1_007, 3, "C", 1.0),
    ]
    assert lines_of(found) == ["Turn 7: A. B.", "Turn 1,007: C."]


@pytest.fixture(scope="module")
def seed() -> int:
    return short_games(1, deepest=2)[0].seed


@pytest.fixture(scope="module")
def timeline(seed: int) -> Timeline:
    return play_timeline(seed, LINKS, PLAYERS)[0]


@pytest.mark.slow
def test_a_tour_of_a_game_visits_what_happened_in_order_and_ends_with_it(timeline: Timeline) -> None:
    stops = stops_of(timeline)
    assert all(stop.first <= stop.last < len(timeline) for stop in stops)
    assert all(one.last < other.first for one, other in pairwise(stops))
    shown = ". ".join(stop.title for stop in stops).lower()
    told = [happening.text for happening in timeline.happenings]
    assert shown == ". ".join([*told, timeline.ending]).lower()
    assert stops[-1].last == len(timeline) - 1


@pytest.mark.slow
def test_a_game_has_one_chronicle_however_it_is_seen(seed: int, timeline: Timeline) -> None:
    watched, read = Chronicle(), read_timeline(timeline.recording, lambda: PLAYERS(seed)).story
    said = set[HeardMessage]()

    def player(number: int) -> Player:
        one = PLAYERS(number)

        def look(choice: Choice) -> Choice:
            watched.note(one.beliefs, choice, one.beliefs.commands)
            said.update(one.trace.said)
            return choice

        one.overrule = look
        return one

    row = play_game(seed, LINKS, player, Limits())
    stories = watched.story(row.how, row.killer), timeline.story, read
    assert len({(*lines_of(one.happenings), *one.why) for one in stories}) == 1
    assert read.why
    shown = [(timeline.moments[one.number].turn, one.turn) for one in read.happenings]
    assert all(turn == told for turn, told in shown), "as in the page and the window"
    kills = {one.turn for one in read.happenings if one.text.startswith("Killed ")}
    assert kills <= {one.turn for one in said if "efeated" in one.text}, "as among the messages"
    assert kills


def test_what_is_told_and_what_kills_are_kinds_of_facts() -> None:
    """A fact that gets another name must get it here, too."""
    named = {*SIMPLE, *SPELLS, *WEARING}
    assert named <= {kind for kind, _ in TABLE}
