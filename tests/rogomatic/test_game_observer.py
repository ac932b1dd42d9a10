"""The long-term memory as a knowledge source: what one command after the other teaches."""

from __future__ import annotations

from collections import Counter

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.editions import letters_of
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.game_observer import GameObserver
from rogomatic.agent.memory.long_term_memory import DEPTH_COLUMNS, Book, default_memory
from rogomatic.agent.memory.memory_format import expand
from rogomatic.agent.monster_manual import KINDS
from rogomatic.agent.player import Player
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogue.rules import fight
from rogue.state.world import World
from tests.support.agent_scenes import KIT, STATUS, Scene, status

pytestmark = pytest.mark.slow


BESIDE = """
  ----------
  |........|
  |...@H...+
  |........|
  ----------
"""
ALONE = BESIDE.replace("H", ".")
AFAR = """
  ----------------
  |..@........H..|
  ----------------
"""
FIGHT = Action("fight", 1)


class Lesson:
    """A scene whose commands are told to a recorder."""

    def __init__(self, picture: str = BESIDE, row: str = STATUS) -> None:
        self.scene = Scene(picture, row, KIT)
        self.recorder = GameObserver()
        self.recorder.note(self.scene.b)

    def then(self, action: Action, picture: str, row: str, *said: str) -> Lesson:
        """Do something, and see and hear what comes of it."""
        update.note_sent(self.scene.b, action, None)
        self.scene.show(picture, row, said)
        self.recorder.note(self.scene.b)
        return self

    def book(self, killer: str = "") -> Book:
        self.recorder.close(self.scene.b, killer, bool(killer))
        return self.recorder.lessons(self.scene.b).of("5.4")


def test_a_fight_is_counted_from_the_first_blow_to_the_last() -> None:
    lesson = Lesson()
    lesson.then(FIGHT, BESIDE, status(hp=8), "You miss.  The hobgoblin hit")
    lesson.then(FIGHT, BESIDE, status(hp=8), "You hit.  The hobgoblin misses you")
    lesson.then(FIGHT, ALONE, STATUS.replace("1/0", "1/3").replace("12(12)", "8(12)"), "You hit",
        "Defeated the hobgoblin")  # fmt: skip
    record = lesson.book().of("hobgoblin")
    assert record.counts == {
        "met": 1, "fights": 1, "turns": 3, "lost": 4, "killed": 1, "kill hits": 2, "kill turns": 3, "exp": 3,
        "hits": 1, "misses": 1, "felt": 1, "damage": 4, "squares": 16, "least": 5, "most": 4,
        "melee hits": 2, "melee misses": 1,
    }  # fmt: skip
    assert record.depths == {1: (1,)}
    assert record.table("wounds") == {4: (1,)}
    assert record.table("blows") == {0: (1, 1)}  # armor 4, and off guard
    assert record.table("gains") == {3: (1,)}
    (harm,) = record.table("felled")
    assert harm == 10  # a mace +1 and half of one: 2d4 + 1 + 1 for strength


def test_a_blow_of_which_only_the_death_is_told_was_a_hit() -> None:
    """The clone does not say of the last blow that it hit."""
    lesson = (
        Lesson().then(FIGHT, BESIDE, STATUS, "You miss").then(FIGHT, ALONE, STATUS, "Defeated the hobgoblin")
    )
    record = lesson.book().of("hobgoblin")
    assert (record["melee hits"], record["melee misses"], record["kill hits"]) == (1, 1, 1)


def test_who_dies_of_something_else_was_not_hit() -> None:
    lesson = Lesson().then(Action("rest"), ALONE, STATUS, "Defeated the hobgoblin")
    record = lesson.book().of("hobgoblin")
    assert (record["melee hits"], record["killed"]) == (0, 1)


def test_our_armor_at_the_time_is_noted_with_each_blow() -> None:
    lesson = Lesson(row=status(arm=7))
    lesson.scene.b.me.alert = True
    lesson.recorder.note(lesson.scene.b)
    lesson.then(FIGHT, BESIDE, status(arm=3, hp=9), "You miss.  The hobgoblin hit")
    lesson.then(FIGHT, BESIDE, status(arm=3, hp=9), "You miss.  The hobgoblin misses you")
    assert lesson.book().of("hobgoblin").table("blows") == {7: (1, 0), 3: (0, 1)}


def test_of_two_hits_at_once_nobody_knows_the_damage() -> None:
    lesson = Lesson()
    lesson.then(FIGHT, BESIDE, status(hp=5), "You miss.  The hobgoblin hit", "The bat hit")
    book = lesson.book()
    both = [book.of(name) for name in ("hobgoblin", "bat")]
    assert [(record["hits"], record["felt"]) for record in both] == [(1, 0), (1, 0)]


@pytest.mark.parametrize(
    ("said", "effect"),
    [
        ("Your armor weakens", "rust"),
        ("Your purse feels lighter", "steal gold"),
        ("A bite has weakened you", "weaken"),
        ("You are frozen by the hobgoblin", "freeze"),
        ("You suddenly feel weaker", "drain"),
        ("The hobgoblin's gaze has confused you", "gaze"),
        ("You are being held", "hold"),
    ],
)
def test_what_it_did_is_counted(said: str, effect: str) -> None:
    lesson = Lesson().then(Action("rest"), BESIDE, STATUS, "The hobgoblin hit", said)
    record = lesson.book().of("hobgoblin")
    assert record[effect] == 1  # type: ignore[index]
    assert record.signs == {effect: (1,)}


def test_an_effect_belongs_to_the_blow_before_it() -> None:
    lesson = Lesson()
    lesson.then(FIGHT, BESIDE, STATUS, "The hobgoblin hit", "Your armor weakens", "The bat hit")
    assert lesson.book().of("hobgoblin")["rust"] == 1
    assert lesson.book().of("bat")["rust"] == 0


def test_rust_without_a_blow_is_nobodys_doing() -> None:
    """A trap, or something unseen: not the one that happens to stand beside us."""
    lesson = Lesson().then(Action("rest"), BESIDE, STATUS, "Your armor weakens")
    assert lesson.book().of("hobgoblin")["rust"] == 0


def test_who_kills_us_is_remembered() -> None:
    lesson = Lesson(row=status(hp=3))
    update.note_sent(lesson.scene.b, FIGHT, None)
    lesson.scene.b.facts = ()
    lesson.then(FIGHT, BESIDE, status(hp=3), "You miss.  The hobgoblin hit")
    book = lesson.book("hobgoblin")
    assert (book.of("hobgoblin")["deaths"], book.of("hobgoblin")["lost"]) == (1, 3)
    assert dict(zip(DEPTH_COLUMNS, book.depths[1], strict=True))["deaths"] == 1


def test_arrows_and_blows_are_counted_apart() -> None:
    lesson = Lesson(AFAR)
    shot = Action("throw", 1, letter="e")
    lesson.then(shot, AFAR, STATUS, "The arrow hits the hobgoblin")
    for thing in ("c", "d"):
        held = lesson.scene.b.pack[thing]
        lesson.scene.b.pack[thing] = held._replace(use="wielded" if thing == "d" else "")
    lesson.then(shot, AFAR, STATUS, "The arrow hits the hobgoblin")
    lesson.then(shot, AFAR, STATUS, "The arrow misses the hobgoblin")
    record = lesson.book().of("hobgoblin")
    assert (record["thrown hits"], record["shot hits"], record["shot misses"]) == (1, 1, 1)
    assert record["melee hits"] == 0
    (spared,) = record.table("spared")
    assert spared > 4


def test_in_a_dream_nothing_is_learned_of_monsters() -> None:
    lesson = Lesson(ALONE)
    lesson.scene.b.me.hallucinating_until = 10_000
    lesson.then(FIGHT, BESIDE, status(hp=8), "You hit.  The dragon hit")
    assert lesson.book().monsters == {}


def test_levels_are_counted_by_depth() -> None:
    gold = ALONE.replace("..+", ".*+")
    lesson = Lesson(gold)
    lesson.then(Action("walk", 1, 2), gold.replace("@..", "..@"), STATUS)
    there = gold.replace("@", ".").replace("*", "@")
    lesson.then(Action("walk", 1, 3), there, STATUS, "You found 23 gold pieces")
    lesson.then(Action("down"), ALONE, status(depth=2))
    lesson.then(Action("rest"), ALONE, status(depth=2), "You now have some food (f)")
    rows = {depth: dict(zip(DEPTH_COLUMNS, row, strict=True)) for depth, row in lesson.book().depths.items()}
    assert rows[1]["visits"] == rows[2]["visits"] == 1
    assert (rows[1]["heaps seen"], rows[1]["heaps taken"], rows[1]["gold"]) == (1, 1, 23)
    assert rows[1]["turns"] >= 4
    assert (rows[2]["heaps seen"], rows[2]["food"]) == (0, 1)


def test_a_door_that_a_search_brings_out_is_counted() -> None:
    wall = """
  ---------
  |......@|
  ---------
"""
    lesson = Lesson(wall).then(Action("search", times=5), wall.replace("@|", "@+"), STATUS)
    assert dict(zip(DEPTH_COLUMNS, lesson.book().depths[1], strict=True))["hidden doors"] == 1


def test_two_steps_a_turn_from_afar_tell_who_flies() -> None:
    lesson = Lesson(AFAR)
    lesson.then(Action("rest"), AFAR.replace(".H", "H.").replace(".H", "H."), STATUS)
    assert lesson.book().of("hobgoblin").table("strides") == {2: (1,)}


def test_messages_tell_which_letter_is_whom() -> None:
    """A game whose H is a griffin: after a few blows its name is believed, and counted for the next game."""
    scene = Scene(BESIDE)
    b = scene.b
    b.votes = b.monster_source.votes("5.4.5")
    assert b.names == letters_of("5.4.5")
    for _ in range(3):
        assert b.names["H"] == "hobgoblin"
        update.note_sent(b, FIGHT, None)
        scene.show(BESIDE, STATUS, ["The griffin hit"])
    assert b.names["H"] == "griffin"
    (foe,) = b.foes.seen.values()
    assert foe.kind is KINDS["griffin"]
    assert GameObserver().lessons(b).of("5.4").letters == {"H griffin": (3,)}


def test_the_dead_tell_their_names_too() -> None:
    """An ice monster is never said to strike: that it is one is heard when it falls."""
    scene = Scene(BESIDE)
    scene.b.votes = scene.b.monster_source.votes("5.4.5")
    update.note_sent(scene.b, FIGHT, None)
    scene.show(ALONE, STATUS, ["You hit.  Defeated the ice monster"])
    assert scene.b.lore.letters == {("H", "ice monster"): 1}


def test_who_is_known_by_name_is_no_other_letter() -> None:
    two = BESIDE.replace(".@H", "B@H")
    scene = Scene(two)
    scene.b.votes = scene.b.monster_source.votes("5.4.5")
    update.note_sent(scene.b, FIGHT, None)
    scene.show(two, STATUS, ["The hobgoblin hit", "The griffin hit"])
    assert scene.b.lore.letters == {("H", "hobgoblin"): 1}


def test_what_was_counted_is_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of real games beside the blows that the game itself struck."""
    struck: Counter[tuple[str, bool]] = Counter()
    plain = fight._foe_hits

    def counting(world: World, foe: object) -> bool:
        hit = plain(world, foe)  # type: ignore[arg-type]
        struck[foe.kind.name, hit] += 1  # type: ignore[attr-defined]
        return hit

    monkeypatch.setattr(fight, "_foe_hits", counting)
    heard: Counter[tuple[str, bool]] = Counter()
    for seed in (11, 13):
        player = Player(default_memory(), DEFAULT, seed, learn=True)
        play(MemoryLink(OwnGame()(seed)), player, Limits(commands=1200), Played())
        for name, record in expand(player.lessons()).of("5.4").monsters.items():
            heard[name, True] += record["hits"]
            heard[name, False] += record["misses"]
    struck.pop(("ice monster", True), None)  # its blows are never told
    struck.pop(("ice monster", False), None)
    assert sum(struck.values()) > 50
    missed = sum((struck - heard).values())
    invented = sum((heard - struck).values())
    assert missed <= 0.05 * sum(struck.values())  # unseen foes, hallucination
    assert invented == 0


def test_who_is_not_to_learn_gives_no_lessons() -> None:
    assert Player(default_memory(), DEFAULT, 1).lessons() == ""
