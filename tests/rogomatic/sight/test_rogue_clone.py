"""The clone of the BSDs: its screens and sentences are read as those of Rogue 5.4."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import CLONE, read_as, warning_of
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.memory.monster_estimates import experience
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.clone_words import in_known_words, sensed_spots
from rogomatic.agent.sight.item_parser import read_pack_line, read_picked_up
from rogomatic.agent.sight.last_pages import EndScreen, read_tombstone
from rogomatic.agent.sight.message_parser import Fact, read_message
from rogomatic.agent.sight.prompt_parser import SPACE_LEAVES, Waiting, messages, waiting
from rogomatic.agent.sight.status_parser import read_status
from rogomatic.agent.think.items.food_value import can_faint

VERSION = "rogue-clone: Version III. (Tim Stoehr was here), tektronix!zeus!tims"
STATUS = "Level: 1  Gold: 0      Hp: 12(12)   Str: 16(16) Arm: 4  Exp: 1/0"
HERO = b"\x1b[10;5H@\b"
COMPLAINT = b"\x1b[Hunknown command \x1b[10;5H"
VERSION_SHOWN = (
    b"\x1b[24;1H" + STATUS.encode() + b"\x1b[H" + VERSION.encode() + b" \x1b[H\x1b[K" + HERO + COMPLAINT
)
WINDOW = (
    b"\x1b[1;49H a) some food\x1b[2;49H b} +1 ring mail [4] being worn\x1b[3;49H c) a +1,+1 mace in hand"
    b"\x1b[4;49H d) 35 +0,+0 arrows\x1b[5;49H --press space to continue--"
)

KINDS = {
    "the kestrel misses": "monster-misses", "the hobgoblin hit": "monster-hits", "you hit": "you-hit",
    "you miss": "you-miss", "defeated the venus fly-trap": "defeated", "the arrow misses": "missile-misses",
    "the arrows hit": "missile-hits", "the fire hits the bat": "missile-hits",
    "the fire hits": "bolt-hits-you", "the ice misses": "bolt-misses-you",
    "the ice misses the bat": "bolt-misses-monster", "the fire bounces": "bolt-bounces",
    "your armor weakens": "armor-rusts", "the rattlesnake's bite has weakened you": "poison-bite",
    "the gaze of the medusa has confused you": "gaze-confuses", "you feel weaker": "drained",
    "wait, that's a xeroc!": "mimic-shown", "she stole a blue potion!": "item-stolen",
    "you fell down a trap": "trapdoor", "sleeping gas trap": "trap-found", "no trap there": "trap-asked-none",
    "hungry": "hungry", "weak": "weak", "faint": "faint", "you faint": "faint",
    "yum, that tasted good": "eat-good", "yuk, that food tasted awful": "eat-bad",
    "my, that was a yummy slime-mold": "eat-fruit", "12 pieces of gold": "gold",
    "pack too full": "no-room", "was wearing +1 ring mail [4]": "armor-off",
    "you can't, it appears to be cursed": "cursed", "your armor glows blue for a moment": "enchant-armor",
    "your long sword glows blue for a moment": "enchant-weapon", "your hands glow blue for a moment":
    "monster-confusion", "this scroll seems to have a map on it": "magic-mapping",
    "this is a scroll of identify": "identify",
    "you feel stronger now, what bulging muscles!": "gain-strength",
    "this tastes great, you feel warm all over": "restore-strength",
    "hmm, this potion tastes like apricot juice": "see-invisible", "oh wow, everything seems so cosmic":
    "hallucination", "you feel confused": "confusion", "you feel less trippy now": "confusion-ends",
    "the monster is frozen": "hold-monster-one", "your skin crawls": "sense-of-loss",
    "no such item, try again": "bad-letter",
    "No such item.": "bad-letter", "trap door": "trap-found", "wearing two rings already": "two-rings-on",
    "removed a ring of stealth": "ring-off", "your already wearing some": "armor-already",
}  # fmt: skip


def shown(*parts: bytes) -> Screen:
    screen = Screen()
    for part in parts:
        screen.feed(part)
    return screen


def kinds_of(line: str) -> list[str]:
    return [fact.kind for known in in_known_words([line]) for fact in read_message(known)]


def test_each_sentence_is_the_one_of_rogue_that_means_the_same() -> None:
    assert {line: kinds_of(line) for line in KINDS} == {line: [kind] for line, kind in KINDS.items()}


def test_two_blanks_part_two_sentences() -> None:
    assert kinds_of("you hit  the hobgoblin misses") == ["you-hit", "monster-misses"]


@pytest.mark.parametrize(
    "prompt", ["throw what?", "what would you like to identify?", "direction?", "call it: k0"]
)
def test_an_answered_prompt_says_nothing(prompt: str) -> None:
    assert kinds_of(prompt) == []


def test_names_are_those_of_rogue() -> None:
    facts = [fact for line in in_known_words(["defeated the venus fly-trap"]) for fact in read_message(line)]
    assert facts == [Fact("defeated", "venus flytrap")]


@pytest.mark.parametrize(
    ("theirs", "name", "use"),
    [
        ("c) a +1,+1 mace in hand", "mace", "wielded"),
        ("b) +1 ring mail [4] being worn", "ring mail", "worn"),
        ("f) a two-handed sword", "two handed sword", ""), ("g) 2 scrolls of confuse monster",
         "monster confusion", ""), ("h) a potion of increase strength", "gain strength", ""),
        ("i) a ring of stealth on left hand", "stealth", "left"),
        ("j) a wand of do nothing [3]", "nothing", ""),
    ],
)  # fmt: skip
def test_a_pack_line_is_read(theirs: str, name: str, use: str) -> None:
    line = read_pack_line(in_known_words([theirs])[0])
    assert line is not None
    assert (line[1].name, line[1].use) == (name, use)


def test_what_was_picked_up_is_read_with_its_letter() -> None:
    found = read_picked_up(in_known_words(["a scroll entitled: 'foo bar' (f)"])[0])
    assert found is not None
    assert (found[0], found[1].kind, found[1].looks) == ("f", "scroll", "foo bar")


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        (HERO + COMPLAINT, Waiting("command", sure=True)),
        (b"\x1b[Hthe bat hit-more-", Waiting("more", "the bat hit", True)),
        (WINDOW, Waiting("more", "", True)),
        (b"\x1b[Hthrow what? ", Waiting("item", "throw")),
        (b"\x1b[Hput on what? ", Waiting("item", "put on")),
        (b"\x1b[Hwhat would you like to identify? ", Waiting("item", "identify")),
        (b"\x1b[Hwhat would you like to identify? \x1b[1;48Ha) some food\x1b[2;48Hb} +1 ring mail [4]"
         b"\x1b[3;48H--select item--", Waiting("item", "identify")),
        (b"\x1b[Hdirection? ", Waiting("direction")),
        (b"\x1b[Hleft or right hand? ", Waiting("hand")),
        (b"\x1b[Hcall it: ", Waiting("call", "")),
        (b"\x1b[Hreally quit? ", Waiting("yes", "really quit?")),
        (b"\x1b[Hquit with 41 gold-more-", Waiting("dead", SPACE_LEAVES, True)),
        (b"\x1b[22;30Hrogo\x1b[23;25HKilled by a bat with 9 gold\x1b[1;12H-more-",
         Waiting("dead", SPACE_LEAVES, True)),
    ],
)  # fmt: skip
def test_what_it_waits_for(drawn: bytes, expected: Waiting) -> None:
    assert waiting(shown(drawn)) == expected


def test_the_lines_of_a_window_are_taken_from_its_left_edge() -> None:
    screen = shown(b"\x1b[2;1H|....|", WINDOW)
    lines = [*map(read_pack_line, in_known_words(messages(screen, waiting(screen))))]
    assert [(line[0], line[1].name) for line in lines if line] == [
        ("a", "food"), ("b", "ring mail"), ("c", "mace"), ("d", "arrow"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("drawn", "end"),
    [
        (b"\x1b[23;25HKilled by an orc with 93 gold", EndScreen("killed", 93, "orc")),
        (b"\x1b[Hdied of starvation with 5 gold-more-", EndScreen("killed", 5, "starvation")),
        (b"\x1b[Hkilled by a dart with 5 gold-more-", EndScreen("killed", 5, "dart")),
        (b"\x1b[Hquit with 41 gold-more-", EndScreen("quit", 41)),
        (b"\x1b[11;1H\x1b[7m 1      5321   rogo: a total winner on level 26 \x1b[m",
         EndScreen("won", 5321)),
    ],
)  # fmt: skip
def test_the_last_page_is_read(drawn: bytes, end: EndScreen) -> None:
    assert read_tombstone(shown(drawn)) == end


def test_the_status_row_is_read_with_its_small_words() -> None:
    status = read_status(STATUS + "         hungry")
    assert status is not None
    assert (status.armor, status.level, status.hunger) == (4, 1, "Hungry")


def test_it_is_a_known_version_read_as_the_newest() -> None:
    assert read_message(VERSION)[0].item == CLONE
    assert (read_as(CLONE), warning_of(CLONE, read_as(CLONE))) == ("5.4.5", "")


def believing() -> Beliefs:
    beliefs = Beliefs(knobs=Knobs(), monster_source=experience(Memory({})))
    screen = shown(b"\x1b[24;1H" + STATUS.encode() + HERO + COMPLAINT)
    update.see(beliefs, screen, waiting(screen), [VERSION])
    return beliefs


def test_its_memory_is_kept_apart() -> None:
    assert believing().game_name == "5.4 clone"


def test_nobody_fasts_where_an_empty_stomach_kills() -> None:
    player = Player(Memory({}), Knobs(), 1)
    player.feed(b"")
    player.feed(VERSION_SHOWN)
    assert player.beliefs.food.begin == (1250, 1250)
    assert not can_faint(player.beliefs)


def test_the_game_is_left_by_spaces() -> None:
    player = Player(Memory({}), Knobs(), 1)
    player.feed(b"")
    assert player.feed(b"\x1b[Hquit with 41 gold-more-") == b"   "
    assert (player.report().how, player.report().score) == ("quit", 41)


def test_monsters_that_are_only_sensed_are_known_from_those_in_sight() -> None:
    rows = ["     B  ", "|.......|  S", "|..K..@.|", "|......H|", "---------"]
    screen = shown(*(f"\x1b[{at};10H{row}".encode() for at, row in enumerate(rows, 5)), b"\x1b[7;16H")
    there = {screen.cells.index(letter) for letter in b"S"}
    assert sensed_spots(screen, CLONE) == there
    assert sensed_spots(screen, "5.4.5") == set()
