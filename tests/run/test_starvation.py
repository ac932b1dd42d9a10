"""Why a hero starved: its meals, its turns, the level that it could not leave."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.model import Action, Verb
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.annotations import FASTS
from rogomatic.run.story.fight_instants import ReadFact
from rogomatic.run.story.linked_story import linked
from rogomatic.run.story.starvation import Diet
from tests.support.agent_scenes import ROOM, Scene, status


class Told:
    """A game told by what the hero does up to a turn."""

    def __init__(self) -> None:
        self.b = Scene(ROOM, status(depth=4, hp=12, most=30)).b
        self.b.level.stairs = 300
        self.diet = Diet()

    def until(self, turn: int, verb: Verb, *facts: Fact, rung: str = "rest") -> None:
        self.diet.note(self.b, Choice(rung, Act(b"s", "", Action(verb))), self._read(facts), self.b.turn)
        self.b.turn = turn

    def _read(self, facts: tuple[Fact, ...]) -> tuple[ReadFact, ...]:
        return tuple(ReadFact(self.b.turn, fact) for fact in facts)


def test_a_hero_that_never_ate_is_told_so() -> None:
    told = Told()
    told.until(2000, "walk")
    assert [one.text for one in told.diet.causes(told.b, told.b.turn)] == ["It never found food."]
    assert (
        told.diet.end(told.b, told.b.turn).text
        == "It starved on turn 2,000, on level 4, with 12 of 30 hit points left."
    )


def test_meals_turns_and_a_level_without_stairs_are_the_reasons() -> None:
    told = Told()
    told.until(900, "rest", rung=FASTS[0])
    told.until(1000, "walk", Fact("eat-good"))
    told.b.me.depth = 2
    told.until(1050, "walk", Fact("eat-fruit"))
    told.b.me.depth = 4
    told.b.level.stairs = -1
    told.until(2000, "rest")
    told.until(3000, "search")
    told.until(3000, "walk")
    assert [one.text for one in told.diet.causes(told.b, told.b.turn)] == [
        "Its last meal was on turn 1,000, on level 2; it found no more food on the 2 levels below.",
        "For 1,950 turns it could not find the stairs of level 4.",
        "Of its 3,000 turns, it spent 1,000 searching for hidden doors and 950 resting.",
    ]
    assert told.diet.verdict(3000) == (
        "Its own policy: it spent 900 of its 3,000 turns fasting on purpose, and found no food in the 2,000 "
        "turns since its last meal. Monsters of this Rogue hit a hero less often once it has fainted; in a "
        "faint, it cannot defend itself."
    )


def test_the_main_reasons_for_hunger_lead_to_the_end_in_order() -> None:
    told = Told()
    told.b.level.stairs = -1
    told.until(700, "walk")
    told.b.level.stairs = 300
    told.until(900, "walk", Fact("eat-good"))
    told.until(2000, "walk")
    told.until(2000, "walk")
    assert [
        one.turn for one in linked(told.diet.causes(told.b, told.b.turn), told.diet.end(told.b, told.b.turn))
    ] == [
        700,
        700,
        2000,
    ]


@pytest.mark.parametrize(
    ("verb", "rung", "said"),
    [
        ("walk", "look around", "Bad luck: it found no food in the 2,000 turns of its game."),
        ("rest", "rest", "Its own policy: of the 2,000 turns of its game, it spent 2,000 resting, and found"),
        (
            "rest",
            FASTS[0],
            "Its own policy: it spent 2,000 of its 2,000 turns fasting on purpose, and found no food in",
        ),
    ],
)
def test_hunger_is_bad_luck_or_the_heros_own_policy(verb: Verb, rung: str, said: str) -> None:
    told = Told()
    told.until(2000, verb, rung=rung)
    told.until(2000, "walk")
    assert told.diet.verdict(2000).startswith(said)


@pytest.mark.parametrize(
    ("died", "facts", "said"),
    [
        (
            2070,
            (Fact("faint"),),
            "It fainted again and again for its last 70 turns, and starved on turn 2,070,",
        ),
        (2001, (Fact("faint"),), "It starved on turn 2,001,"),
        (2070, (), "It starved on turn 2,070,"),
    ],
)
def test_the_faints_behind_the_last_command_are_told(died: int, facts: tuple[Fact, ...], said: str) -> None:
    told = Told()
    told.until(2000, "rest")
    told.until(2000, "rest")
    told.b.facts = facts
    assert told.diet.end(told.b, died).text.startswith(said)
