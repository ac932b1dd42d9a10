"""What the player and a wizard can see of monsters that think (MNP-1 to MNP-7)."""

from __future__ import annotations

import pytest

from rogue.minds.sound_and_scent import sound_at
from rogue.rules import mind_acts, mind_lore, monster_ai, wizard_mode
from rogue.rules.awareness import come_without_aim
from rogue.state.entities import Monster
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_54, ROGUE_MINDS
from rogue.ui.help import (
    MINDS_LINES,
    MINDS_TITLE,
    WIZARD_OF_MINDS,
    explain_key,
    habit_lines,
    help_rows,
    mind_page,
)
from rogue.ui.session import Session
from scripts.lib.notation import find_foe, hall
from tests.rogue.minds.mind_scenes import mind_of, minds_of, scene, turn


def session(wizard: bool = False, edition: str = "minds") -> Session:
    game = Session(5, edition, "jump,name=Ann", wizard=wizard)
    game.feed(b"")
    return game


def top(game: Session) -> str:
    return game.screen[0].rstrip()


def test_mnp_3_the_help_ends_in_a_page_on_minds() -> None:
    assert all(len(line) <= 79 for line in (MINDS_TITLE, *MINDS_LINES))
    assert mind_page(ROGUE_54) == ()
    game = session()
    game.feed(b"?*  ")
    assert [row.rstrip() for row in game.screen[:10]] == [MINDS_TITLE, "", *MINDS_LINES]
    plain = session(edition="5.4")
    plain.feed(b"?*  ")
    assert plain.mode == "command"


def test_mnp_4_a_letter_tells_the_mind_behind_the_name() -> None:
    game = session()
    for letter, words in (
        ("E", "emu, an animal that keeps to its flock"),
        ("O", "orc, one of the folk that goes in bands"),
        ("Z", "zombie, mindless"),
        ("V", "vampire, cunning"),
    ):
        game.feed(f"/{letter}".encode())
        assert top(game) == f"'{letter}': {words}"
    plain = session(edition="5.4")
    plain.feed(b"/E")
    assert top(plain) == "'E': emu"


def test_mnp_5_habits_that_were_seen_are_listed_and_kept() -> None:
    game = session()
    game.feed(b"DM")
    assert top(game) == "Haven't discovered anything about any monsters"
    minds_of(game.world).habits |= {"E flees", "E calls", "D flame", "C distance", "O gives up", "T ambush"}
    game.feed(b"DM")
    shown = [row.rstrip() for row in game.screen[:5]]
    assert shown == [
        "Centaur: keeps its distance", "Dragon: breathes fire", "Emu: flees when hurt, calls its flock",
        "Orc: gives up", "Troll: lies in wait",
    ]  # fmt: skip
    game.feed(b" D*")
    assert any(row.startswith("Troll: lies in wait") for row in game.screen)


def test_mnp_5_the_class_is_known_only_where_monsters_think() -> None:
    for edition, kinds in (("minds", "!?=/*M"), ("5.4", "!?=/")):
        game = session(edition=edition)
        game.feed(b"Dx ")
        assert top(game) == f"Please type one of {kinds} (ESCAPE to quit) --More--"
    assert habit_lines(Session(1, "5.4").world) == ["Haven't discovered anything about any monsters"]


def test_mnp_5_a_habit_is_noted_when_it_is_seen() -> None:
    world = scene(hall("@....H"))
    hobgoblin = find_foe(world, "H")
    hobgoblin.hp, hobgoblin.max_hp = 1, 10
    turn(world)
    assert minds_of(world).habits == {"H flees"}
    dark = scene(hall("@....H"), dark=True)
    find_foe(dark, "H").max_hp = 40
    turn(dark)
    assert minds_of(dark).habits == set()
    assert dark.said == []


def test_mnp_2_an_arrow_is_drawn_on_its_way() -> None:
    world = scene(hall("@....C"))
    world.canvas.cells[:] = world.level.cells
    world.frames = []
    while not mind_acts.try_act(world, find_foe(world, "C")):
        assert world.rng.drawn < 1000
    drawn = [
        [spot % 80 for spot in range(161, 167) if frame.canvas.cells[spot] == ord(")")]
        for frame in world.frames
        if frame.canvas is not None
    ]
    assert [cols for cols in drawn if cols] == [[5], [4], [3], [2]]


def test_mnp_6_wizards_see_sound_scent_and_minds() -> None:
    world = scene(hall("@....H"))
    wizard_mode.show_noise(world)
    wizard_mode.show_scent(world)
    assert world.said == ["Nobody listens", "You have left no trail"]
    world.turns = 4
    turn(world)
    wizard_mode.show_mind(world)
    assert world.said[-1] == "hobgoblin, hunting, aims at 2,1, row 12, store 1"
    wizard_mode.show_scent(world)
    assert dict(world.windows[-1].marks) == {spot_of(2, 1): ord("0"), spot_of(2, 2): ord("1")}
    sound_at(world, spot_of(2, 6))
    wizard_mode.show_noise(world)
    marks = dict(world.windows[-1].marks)
    assert [chr(marks[spot_of(2, col)]) for col in range(1, 7)] == list("012345")


def test_mnp_6_the_keys_are_a_wizards_in_this_edition_only() -> None:
    wizard, plain = session(wizard=True), Session(5, "5.4", "jump", wizard=True)
    for line in WIZARD_OF_MINDS:
        wizard.feed(line.key.encode() + b" ")
        plain.feed(line.key.encode())
        assert top(plain).startswith("Illegal command")
        assert explain_key(ord(line.key), wizard=True, minds=True).startswith(line.key)
        assert explain_key(ord(line.key), wizard=True).startswith("Unknown")
        assert any(line.does in row for row in help_rows(wizard=True, minds=True))
    wizard.feed(b"\\")
    assert "aims at" in top(wizard) or "Nobody thinks" in top(wizard)


def test_mnp_7_the_version_names_the_edition() -> None:
    game = session()
    game.feed(b"v")
    assert top(game) == "Rogue version 5.4.5 release 2026-08-03 minds dungeon 5 (chongo was here)"
    game.feed(b"Qy")
    assert game.outcome is not None
    assert game.outcome.edition == "minds"
    assert "think" in ROGUE_MINDS.words.welcome


@pytest.mark.parametrize(("letter", "sound"), [
    ("E", "a screech"), ("K", "a screech"), ("O", "a war cry"), ("Q", "a whinny"), ("Y", "a howl"),
    ("H", "a call"),
])  # fmt: skip
def test_mnp_1_an_unseen_call_is_heard_by_its_sound(letter: str, sound: str) -> None:
    world = scene(hall(f"@........{letter}"), dark=True)
    mind_lore.report_call(world, world.level.foes[0])
    assert world.said == [f"You hear {sound}"]
    far = scene(hall("@"))
    far.level.add_foe(Monster(far.rules.monsters[letter], spot_of(10, 10)))
    mind_lore.report_call(far, far.level.foes[0])
    assert far.said == []


def wanderer(seed: int) -> World:
    world = Session(seed, "minds").world
    for foe in list(world.level.foes):
        world.level.drop_foe(foe)
    monster_ai.bring_wanderer(world)
    return world


@pytest.mark.parametrize("seed", range(5))
def test_vmn_42_wanderers_come_without_an_aim(seed: int) -> None:
    for foe in wanderer(seed).level.foes:
        assert (mind_of(foe).aim, foe.goal) == (0, None)
        mind_of(foe).aim = 9
        come_without_aim(foe)
        assert mind_of(foe).aim == 0
