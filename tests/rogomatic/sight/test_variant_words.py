"""What a variant calls otherwise is understood as what it is in the edition."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from rogomatic.agent.beliefs.item_knowledge import NAMES
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.player import Player
from rogomatic.agent.sight.item_parser import ThingKind
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.page_parser import GamePage, read_page
from rogomatic.agent.sight.variant_words import in_usual_words, misunderstandings
from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogue.tables.messages import WORDS_54
from rogue.ui.session import Session
from rogue.variants.schema import WORDS
from tests.rogue.variants.describing import told

AMULETS = (
    "chest of Kidd", "the Amulet of Kidd", "an old boot", "Excalibur", "the one crown", "X-1 (mk 2)",
    "potion of life",
)  # fmt: skip


def page_of(text: str) -> GamePage:
    return read_page(told(text + "\n").rules.page)


def beliefs_in(text: str, commands: int, edition: str = "5.4", seed: int = 60_000) -> Beliefs:
    agents = default_players()
    player = Player(agents.memory, agents.knobs, seed)
    rules = told(f'like = "{edition}"\n{text}\n').rules
    play(MemoryLink(Session(seed, rules, GAME_OPTIONS)), player, Limits(commands=commands), Played())
    return player.beliefs


def test_there_are_no_other_words_than_these() -> None:
    assert set(WORDS) == {"amulet", "welcome", "say"}


AMULET_NEAR: Final = "[dungeon]\namulet_level = 1\n[hero]\nhit_points = 99\n"


@cache
def commands_to_the_amulet(edition: str) -> int:
    b = beliefs_in(AMULET_NEAR, 1_000, edition)
    assert b.has_amulet
    return b.commands


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "edition"), [*((name, "5.4") for name in AMULETS), (AMULETS[0], "5.2"), (AMULETS[0], "3.6")]
)
def test_the_amulet_is_known_by_any_name(name: str, edition: str) -> None:
    b = beliefs_in(f'{AMULET_NEAR}[words]\namulet = "{name}"', 1_000, edition)
    assert (b.page.amulet, b.has_amulet, b.commands) == (name, True, commands_to_the_amulet(edition))


@pytest.mark.slow
def test_a_greeting_in_other_words_changes_nothing() -> None:
    text = '[words]\nwelcome = "{name} falls down a trap.  You have the Amulet"'
    assert beliefs_in(text, 200).pack == beliefs_in('about = "x"', 200).pack


MESSAGES = [
    ("You hit {who}", "You smite {who}", "You smite the bat", "you-hit"),
    ("You now have {item} ({letter})", "Yours: {item} (as {letter})", "Yours: a mace (as f)", "picked-up"),
    ("You found {n} gold pieces", "Cha-ching, {n}!", "Cha-ching, 17!", "gold"),
    ("You are starting to get hungry", "Time for tea", "Time for tea", "hungry"),
    ("{Who} hit you", "Ouch: {Who}", "Ouch: The bat", "monster-hits"),
    ("You begin to feel better", "Ah", "Ah", "healing"),
]


@pytest.mark.parametrize(("usual", "instead", "shown", "kind"), MESSAGES)
def test_a_message_in_other_words_says_the_same(usual: str, instead: str, shown: str, kind: str) -> None:
    page = page_of(f'[words.say]\n"{usual}" = "{instead}"')
    assert page.sayings == ((instead, usual),)
    assert [fact.kind for fact in read_message(shown)] != [kind]
    for line in (shown, shown + ".", shown + " --More--"):
        facts = [fact for usual in in_usual_words([line], page) for fact in read_message(usual)]
        assert [fact.kind for fact in facts] == [kind], line
    assert misunderstandings(page, NAMES) == []


def test_what_is_caught_keeps_its_place() -> None:
    page = page_of('[words.say]\n"You now have {item} ({letter})" = "({letter}) takes {item}"')
    assert in_usual_words(["(f) takes a mace"], page) == ["You now have a mace (f)"]


def test_messages_in_one_line_are_read_one_by_one() -> None:
    page = page_of('[words.say]\n"You hit {who}" = "You smite {who}"\n"Defeated {who}" = "Down goes {who}"')
    line = in_usual_words(["You smite the bat.  Down goes the bat"], page)
    assert line == ["You hit the bat.  Defeated the bat"]


def test_a_sentence_that_the_page_has_to_wrap_is_known() -> None:
    long = "Hey, this tastes great.  It make you feel warm all over"
    page = page_of(
        f'[words.say]\n"{long}" = "Warm, and all of it in a way that is hard to put in a few words"'
    )
    assert len(page.sayings) == 1
    line = in_usual_words(["Warm, and all of it in a way that is hard to put in a few words"], page)
    assert [fact.kind for fact in read_message(line[0])] == ["restore-strength"]


@pytest.mark.slow
def test_games_with_other_messages_are_played_as_the_edition() -> None:
    say = "\n".join(f'"{usual}" = "{instead}"' for usual, instead, _, _ in MESSAGES)
    usual, b = beliefs_in('about = "x"', 300), beliefs_in(f"[words.say]\n{say}", 300)
    assert (b.me, b.pack, b.turn) == (usual.me, usual.pack, usual.turn)


THINGS: list[tuple[str, str, str, ThingKind, str]] = [
    ("weapon", "katana", "long sword", "weapon", "long sword"),
    ("weapon", "torch", "mace", "weapon", "mace"),
    ("weapon", "bat", "mace", "weapon", "mace"),
    ("armor", "robe", "ring mail", "armor", "ring mail"),
    ("armor", "iron mail", "plate mail", "armor", "plate mail"),
    ("food", "bagel", "food", "food", "food"),
    ("potion", "stout", "healing", "potion", "healing"),
    ("scroll", "better coats", "enchant armor", "scroll", "enchant armor"),
    ("ring", "sloth", "slow digestion", "ring", "slow digestion"),
    ("stick", "flames", "fire", "stick", "fire"),
]


@pytest.mark.parametrize(("cls", "new", "like", "kind", "name"), THINGS)
def test_a_thing_under_a_new_name_is_known(cls: str, new: str, like: str, kind: str, name: str) -> None:
    nouns = {"potion": "potion of ", "scroll": "scroll of ", "ring": "ring of ", "stick": "wand of "}
    kit = f'{{ item = "{nouns.get(cls, "")}{new}" }}'
    b = beliefs_in(f'[items.{cls}."{new}"]\nlike = "{like}"\n[hero]\nkit = [{kit}, {{ item = "food" }}]', 20)
    assert (kind, name) in [(one.kind, b.name_of(one)) for one in b.pack.things()]


def test_monsters_are_not_taken_for_things_of_their_name() -> None:
    page = GamePage(things=(("bats", "maces"),))
    for line in ("You hit the bat", "The bat hit you", "You have defeated the bat"):
        assert in_usual_words([line], page) == [line]
    assert in_usual_words(["A +1,+1 bat (weapon in hand)", "3 bats (c)"], page) == [
        "A +1,+1 mace (weapon in hand)", "3 maces (c)",
    ]  # fmt: skip


def test_a_kind_that_only_changed_its_name_keeps_its_odds() -> None:
    b = beliefs_in(
        '[items.potion.healing]\ngone = true\n[items.potion.stout]\nlike = "healing"\nodds = 13', 20
    )
    assert b.lore.kinds["potion"]["healing"] > 0


@pytest.mark.parametrize(
    "text",
    [
        '[words]\namulet = "mace"',
        '[words]\namulet = "some food"',
        '[words]\namulet = "a potion of healing"',
        '[words.say]\n"You hit {who}" = "You miss {who}"',
        '[words.say]\n"You hit {who}" = "Smack {who}"\n"You miss {who}" = "Smack {who}"',
        '[words.say]\n"You now have {item} ({letter})" = ""',
    ],
)
def test_words_that_cannot_be_understood_are_told(text: str) -> None:
    assert len(misunderstandings(page_of(text), NAMES)) in (1, 2)


@pytest.mark.parametrize("name", AMULETS)
def test_nothing_is_told_of_words_that_are_understood(name: str) -> None:
    assert misunderstandings(page_of(f'[words]\namulet = "{name}"'), NAMES) == []
    assert misunderstandings(page_of(""), NAMES) == []


def test_the_usual_name_of_the_amulet_is_the_agents() -> None:
    assert WORDS_54.amulet == in_usual_words(["You now have a boot (j)"], GamePage(amulet="a boot"))[0][13:-4]
