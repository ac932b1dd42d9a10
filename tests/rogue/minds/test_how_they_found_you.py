"""What a person who watches a game sees of minds (MNP-8, MNP-9)."""

from __future__ import annotations

import pytest

from rogue.minds.geometry import drop_aim
from rogue.rules import mind_packs
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.mind_view import NEXT, REASONS, how_they_found_you, nearest_reason, overlay
from rogue.ui.session import Session
from scripts.lib.notation import find_foe, hall, read_world
from tests.rogue.minds.mind_scenes import mind_of, minds_of, scene, turn


def counts(world: World) -> tuple[int, int, int, int]:
    minds = minds_of(world)
    return minds.seen_by, minds.heard_by, minds.smelled_by, minds.told_of


def test_mnp_9_sight_counts_once_until_it_is_forgotten() -> None:
    world = scene(hall("@....H"), knows=False)
    for _ in range(3):
        turn(world)
    assert counts(world) == (1, 0, 0, 0)
    drop_aim(mind_of(find_foe(world, "H")))
    turn(world)
    assert counts(world) == (2, 0, 0, 0)


def test_mnp_9_so_does_hearing_with_the_distance() -> None:
    world = scene(hall("@.........H"), knows=False, dark=True)
    minds_of(world).make_noise(14)
    turn(world)
    assert counts(world) == (0, 1, 0, 0)
    assert minds_of(world).farthest_heard == 10
    assert "1 time by ear, from 10 steps away" in how_they_found_you(world)


def test_mnp_9_and_trails_and_calls() -> None:
    world = scene(hall("@.......S"), knows=False, dark=True)
    world.turns = 5
    minds_of(world).scent[find_foe(world, "S").spot - 1] = 4
    minds_of(world).scent[find_foe(world, "S").spot - 2] = 5
    turn(world)
    assert counts(world) == (0, 0, 1, 0)
    band = scene(hall("@..O......O"), knows=False)
    mind_packs.call(band, band.level.foes[0])
    assert counts(band) == (0, 0, 0, 1)
    assert how_they_found_you(band)[-1] == "1 time by a call"


def test_mnp_8_the_overlay_marks_free_squares_with_digits() -> None:
    world = scene(hall("@..H"))
    assert [NEXT[sense] for sense in ("", "sound", "scent")] == ["sound", "scent", ""]
    assert overlay(world, "") == b""
    world.turns = 4
    turn(world)
    drawn = overlay(world, "scent")
    assert b"\x1b[3;3H\x1b[7m1\x1b[m" in drawn  # one turn old, beside the player
    assert b"\x1b[3;2H" not in drawn  # where the player stands
    dark = scene(hall("@........H"), dark=True)
    minds_of(dark).make_noise(40)
    turn(dark)
    assert b"\x1b[3;5H\x1b[7m3\x1b[m" in overlay(dark, "sound")


@pytest.mark.parametrize(("row", "aim", "reason"), [
    *((row, 0, reason.format(who="you")) for row, reason in REASONS.items()), (16, 0, "roams"),
    (0, 0, "roams"), (16, 170, "goes where it believes you to be"),
])  # fmt: skip
def test_mnp_8_the_nearest_monster_is_told_with_its_reason(row: int, aim: int, reason: str) -> None:
    world = scene(hall("@...H....E"), knows=False)
    mind = mind_of(find_foe(world, "H"))
    mind.row, mind.aim, mind.aimed = row, aim, 0
    assert nearest_reason(world) == f"hobgoblin, 4 squares away, {reason}"


def test_mnp_8_where_none_thinks_or_is_awake_there_is_nothing_to_tell() -> None:
    plain = read_world(hall("@..H"), rules=ROGUE_54)
    assert how_they_found_you(plain) == ()
    assert overlay(plain, "sound") == overlay(plain, "scent") == b""
    assert nearest_reason(plain) == ""
    assert nearest_reason(scene(hall("@..H"), awake=False)) == ""


def test_mnp_9_the_list_of_habits_ends_with_it() -> None:
    game = Session(5, "minds", "jump,name=Ann")
    game.feed(b"")
    game.feed(b"DM")
    assert game.screen[0].rstrip() == "Haven't discovered anything about any monsters"
    minds = minds_of(game.world)
    minds.habits.add("E flees")
    minds.heard_by, minds.farthest_heard = 3, 11
    game.feed(b"DM")
    assert [row.rstrip() for row in game.screen[:5]] == [
        "Emu: flees when hurt", "", "How they found you", "0 times by sight",
        "3 times by ear, the farthest from 11 steps away",
    ]  # fmt: skip
