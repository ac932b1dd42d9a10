"""Kept refusals: a rung is asked again when what it reads has changed, and its answers are the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Final

import pytest

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.kept_refusals import KeptRefusals
from rogomatic.agent.engine.rule_engine import TIRED, Act, Choice, No, Rung, choose
from rogomatic.agent.engine.rung_inputs import (
    ALERT,
    ALL,
    AMULET,
    BODY,
    CURSED,
    EXITS,
    FULL_PACK,
    HEALTH,
    HUNGRY,
    IDLE,
    LURKING,
    NOT_ALERT,
    PACK,
    SAID,
    SENSES,
    THINGS,
    THINKING,
    THROWN,
    UNSEEN,
    InputWatch,
)
from rogomatic.agent.food_rules import FoodRules
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.monster_manual import Manual
from rogomatic.agent.sight.item_parser import Thing
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from tests.support.agent_scenes import ROOM, Scene

NO: Final = No("not now")
ACT: Final = Act(b"s", "why not", Action("search"))
KOBOLD: Final = Foe("K", 900, Manual().kind("5.4", "kobold", 1))
COUNTED: Final = 400  # commands of each game that are compared


def set_to(value: object, *names: str) -> Callable[[Beliefs], None]:
    """Return what writes a value to a part of the beliefs."""

    def change(b: Beliefs) -> None:
        thing: object = b
        for name in names[:-1]:
            thing = getattr(thing, name)
        setattr(thing, names[-1], value)

    return change


# What is done to the beliefs, and the input that it changes.
CHANGES: Final[dict[str, tuple[Callable[[Beliefs], None], int]]] = {
    "an item more": (lambda b: b.pack.__setitem__("z", Thing("food")), PACK),
    "a kind is learned": (lambda b: b.lore.learn("potion", "grey", "healing"), PACK),
    "a kind is narrowed down": (lambda b: b.lore.narrow("potion", "grey", frozenset({"healing"})), PACK),
    "a kind was tried": (lambda b: b.lore.note_tried("potion", "grey"), PACK),
    "the pack is in doubt": (set_to("doubtful", "stock"), PACK),
    "stronger": (set_to(18, "me", "strength"), BODY),
    "once stronger": (set_to(18, "me", "max_strength"), BODY),
    "experienced": (set_to(3, "me", "level"), BODY),
    "wounded": (set_to(3, "me", "hp"), HEALTH),
    "more to lose": (set_to(40, "me", "max_hp"), HEALTH),
    "stairs": (set_to(900, "level", "stairs"), EXITS),
    "a map": (set_to(True, "level", "mapped"), EXITS),
    "alert": (set_to(True, "me", "alert"), ALERT),
    "hungry": (set_to("Hungry", "me", "hunger"), HUNGRY),
    "the Amulet": (lambda b: b.pack.__setitem__("z", Thing("amulet")), AMULET),
    "blind": (set_to(9, "me", "blind_until"), SENSES),
    "confused": (set_to(9, "me", "confused_until"), SENSES),
    "hallucinating": (set_to(9, "me", "hallucinating_until"), SENSES),
    "floating": (set_to(9, "me", "floating_until"), SENSES),
    "cursed": (lambda b: b.cursed.add("a"), CURSED),
    "no room": (set_to(True, "full_pack"), FULL_PACK),
    "struck by something unseen": (set_to(0, "foes", "unseen_turn"), UNSEEN),
    "a foe remembered": (lambda b: b.foes.lurking.__setitem__(900, KOBOLD), LURKING),
    "foes that think": (set_to(True, "foes_think"), THINKING),
    "a throw": (set_to(Action("throw"), "action"), THROWN),
    "a message": (set_to((Fact("gold"),), "facts"), SAID),
    "nothing new": (set_to(9000, "watch", "idle"), IDLE),
    "a thing": (lambda b: b.level.lay(900, "!", 1), THINGS),
    "other knobs": (set_to(Knobs(idle_turns=77), "knobs"), ALL),
    "other meals": (set_to(FoodRules(), "food"), ALL),
    "another edition": (set_to("5.2", "edition"), ALL),
    "another version": (set_to("5.4.4", "version"), ALL),
    "a variant": (set_to("some", "variant"), ALL),
    "a page": (lambda b: setattr(b, "page", b.page._replace(name="some")), ALL),
    "another level": (set_to(TerrainMap(1), "level"), ALL),
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_of_the_beliefs_is_a_change_of_its_input(change: str) -> None:
    b, watch = Scene(ROOM.replace("!", ".").replace("?", ".")).b, InputWatch()
    b.facts = ()
    assert watch.changes(b) == ALL
    assert watch.changes(b) == NOT_ALERT | (THINGS if b.level.things else 0)
    do, found = CHANGES[change]
    do(b)
    assert watch.changes(b) & found == found
    lasting = ALERT | HUNGRY | AMULET | SENSES | CURSED | FULL_PACK | UNSEEN | LURKING | THINKING | THROWN
    again = watch.changes(b)
    assert again & found == found & (lasting | SAID | IDLE | THINGS) or found == ALL


def test_what_was_so_until_now_has_changed_once_more() -> None:
    b, watch = Scene(ROOM).b, InputWatch()
    b.me.hunger = "Hungry"
    watch.changes(b)
    b.me.hunger = ""
    assert watch.changes(b) & HUNGRY
    assert not watch.changes(b) & HUNGRY


class Counted:
    """A ladder of three rungs that count how often they are asked; the last one acts."""

    def __init__(self, answer: No = NO) -> None:
        self.asked = [0, 0, 0]
        self.answer = answer
        self.ladder = (
            Rung("read", "", lambda _: self.count(0), reads=PACK),
            Rung("ask", "", lambda _: self.count(1)),
            Rung("act", "", self.act),
        )
        self.kept = KeptRefusals()

    def count(self, number: int) -> No:
        self.asked[number] += 1
        return self.answer

    def act(self, _: Beliefs) -> Act:
        self.asked[2] += 1
        return ACT

    def choose(self, b: Beliefs) -> Choice:
        choice = self.kept.choose(self.ladder, b)
        assert choice is not None
        assert choice.refusals == (self.answer, self.answer)
        b.action = choice.act.action
        return choice


def test_a_rung_is_asked_again_when_what_it_reads_has_changed_and_not_before() -> None:
    b, rungs = Scene(ROOM).b, Counted()
    for _ in range(4):
        rungs.choose(b)
    assert rungs.asked == [1, 4, 4]
    b.me.hp -= 1
    rungs.choose(b)
    assert rungs.asked == [1, 5, 5]
    b.stock = "doubtful"
    rungs.choose(b)
    assert rungs.asked == [2, 6, 6]


def test_a_passing_refusal_is_not_kept() -> None:
    b, rungs = Scene(ROOM).b, Counted(No("just now", passing=True))
    for _ in range(3):
        rungs.choose(b)
    assert rungs.asked == [3, 3, 3]


def test_all_are_asked_after_an_action_that_was_not_chosen_here_or_on_another_level() -> None:
    b, rungs = Scene(ROOM).b, Counted()
    rungs.choose(b)
    b.action = Action("rest")
    rungs.choose(b)
    assert rungs.asked[0] == 2
    b.level = TerrainMap(2)
    rungs.choose(b)
    assert rungs.asked[0] == 3


def test_all_are_asked_with_a_foe_in_view_and_when_it_has_gone() -> None:
    b, rungs = Scene(ROOM).b, Counted()
    rungs.choose(b)
    b.foes.seen[900] = KOBOLD
    for _ in range(2):
        rungs.choose(b)
    assert rungs.asked[0] == 3
    b.foes.seen.clear()
    rungs.choose(b)
    assert rungs.asked[0] == 4


def test_a_copy_begins_with_nothing_kept() -> None:
    b, rungs = Scene(ROOM).b, Counted()
    rungs.choose(b)
    rungs.kept = pickle.loads(pickle.dumps(rungs.kept))
    rungs.choose(b)
    assert rungs.asked[0] == 2


def test_a_rung_that_has_acted_often_enough_says_so_when_no_foe_is_in_view() -> None:
    b = Scene(ROOM).b
    ladder = (Rung("strike", "", lambda _: NO, most=2, alone=NO), Rung("act", "", lambda _: ACT))
    b.watch.acted["strike"] = 2
    choice = KeptRefusals().choose(ladder, b)
    assert choice is not None
    assert choice.refusals == (TIRED,)


def test_every_rung_of_a_long_ladder_is_asked_in_its_turn() -> None:
    asked: list[int] = []

    def rung(number: int) -> Rung:
        def rule(_: Beliefs) -> No:
            asked.append(number)
            return NO

        return Rung(str(number), "", rule)

    ladder = tuple(rung(number) for number in range(62))
    assert len(LADDER) <= len(ladder)
    assert KeptRefusals().choose(ladder, Scene(ROOM).b) is None
    assert asked == list(range(62))


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_what_is_kept_is_what_asking_all_rungs_gives(edition: Edition) -> None:
    player, compared, wrong = default_players()(7), 0, set[str]()

    def ask_all(choice: Choice) -> Choice:
        nonlocal compared
        if choice.ladder is LADDER:
            compared += 1
            every = choose(LADDER, player.beliefs)
            assert every is not None
            assert (every.rung, every.act) == (choice.rung, choice.act)
            pairs = zip(LADDER, choice.refusals, every.refusals, strict=False)
            wrong.update(rung.name for rung, kept, asked in pairs if kept != asked)
        return choice

    player.overrule = ask_all
    play(MemoryLink(OwnGame(edition)(7)), player, Limits(commands=COUNTED), Played())
    assert wrong == set()
    assert compared > COUNTED // 2
