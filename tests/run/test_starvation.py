"""Why a hero starved: its meals, its turns, the level that it could not leave."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Action, Verb
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.recordings.annotations import FASTS
from rogomatic.run.recordings.fight_instants import ReadFact
from rogomatic.run.recordings.starvation import Diet
from tests.support.agent_scenes import ROOM, Scene, status


class Told:
    """A game told by what the hero does up to a turn."""

    def __init__(self) -> None:
        self.b = Scene(ROOM, status(depth=4, hp=12, most=30)).b
        self.b.level.stairs = 300
        self.diet = Diet()

    def until(self, turn: int, verb: Verb, *facts: Fact, rung: str = "rest") -> None:
        self.diet.note(self.b, Choice(rung, Act(b"s", "", Action(verb))), self._read(facts))
        self.b.turn = turn

    def _read(self, facts: tuple[Fact, ...]) -> tuple[ReadFact, ...]:
        return tuple(ReadFact(self.b.turn, fact) for fact in facts)


def test_a_hero_that_never_ate_is_told_so() -> None:
    told = Told()
    told.until(2000, "walk")
    assert told.diet.sentences(told.b) == [
        "It starved on turn 2,000 with 12 of 30 hit points left: it never ate, and it found no more food."
    ]


def test_meals_turns_and_a_level_without_stairs_are_the_reasons() -> None:
    told = Told()
    told.until(300, "rest", rung=FASTS[0])
    told.until(1000, "walk", Fact("eat-good"))
    told.b.me.depth = 2
    told.until(1050, "walk", Fact("eat-fruit"))
    told.b.me.depth = 4
    told.until(2000, "rest")
    told.b.watch.level_turn = 2000
    told.until(3000, "search")
    told.until(3000, "walk")
    told.b.level.stairs = -1
    assert told.diet.sentences(told.b) == [
        "It starved on turn 3,000 with 12 of 30 hit points left: the last of its 2 meals was on turn 1,000, "
        "on level 2, and it found no more food on the 2 levels below.",
        "Of all its turns, it spent 1,000 searching for hidden doors, 950 resting and 300 fasting.",
        "It was on level 4 for its last 1,000 turns and never found the stairs.",
    ]
