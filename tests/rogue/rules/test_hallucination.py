"""Hallucinated pictures and the return of the true ones (CON-3 to CON-5)."""

from __future__ import annotations

import pytest

from rogue.rules import vision
from rogue.state.entities import BLIND, DETECTS, HALLUCINATING
from rogue.state.grid import spot_of
from rogue.state.level import SEEN
from rogue.state.world import World
from rogue.tables.glyphs import FAKE_OBJECTS, FLOOR, LETTER, POTION, ROCK, STAIRS
from scripts.lib.notation import find_foe, read_world

ROOM = """
    --------      -----
    |@.!.B.|      |...|
    |..%.X.+######+.T.|
    --------      -----
"""
THING, STEPS = spot_of(2, 3), spot_of(3, 3)


def tripping(**options: object) -> World:
    world = read_world(ROOM, **options)  # type: ignore[arg-type]
    find_foe(world, "X").disguise = POTION
    world.player.flags |= HALLUCINATING
    return world


def pictures(world: World, spot: int, times: int = 200) -> set[int]:
    """What a square shows over many redraws."""
    seen = set()
    for _ in range(times):
        vision.redraw_hallucination(world)
        seen.add(world.canvas.cells[spot])
    return seen


def test_con_4_without_hallucination_nothing_is_drawn() -> None:
    world = read_world(ROOM)
    vision.redraw_hallucination(world)
    assert world.canvas.dirty == set()
    assert world.deco.drawn == 0


def test_con_4_things_and_unseen_stairs_look_like_any_object() -> None:
    world = tripping()
    assert pictures(world, THING) == set(FAKE_OBJECTS[:-1])
    assert pictures(world, STEPS) == set(FAKE_OBJECTS[:-1])


def test_con_4_the_amulet_is_among_them_at_its_depth() -> None:
    assert pictures(tripping(depth=26), THING) == set(FAKE_OBJECTS)


def test_con_3_stairs_once_seen_stay_stairs() -> None:
    world = tripping()
    world.level.flags[STEPS] |= SEEN
    world.canvas.put(STEPS, STAIRS)
    assert pictures(world, STEPS, 20) == {STAIRS}


def test_con_4_monsters_are_any_letter_but_a_disguised_xeroc_an_object() -> None:
    world = tripping()
    letters = pictures(world, find_foe(world, "B").spot)
    assert len(letters) > 20
    assert all(LETTER[symbol] for symbol in letters)
    assert pictures(world, find_foe(world, "X").spot) == set(FAKE_OBJECTS[:-1])


def test_con_4_monsters_out_of_sight_show_only_when_detected() -> None:
    world = tripping()
    troll = find_foe(world, "T")
    assert pictures(world, troll.spot, 20) == {ROCK}
    world.player.flags |= DETECTS
    assert len(pictures(world, troll.spot)) > 20
    assert troll.spot in world.canvas.bright


def test_con_4_a_thing_below_a_monster_is_not_drawn_over_it() -> None:
    world = tripping()
    bat = find_foe(world, "B")
    world.level.shift_foe(bat, THING)
    assert all(LETTER[symbol] for symbol in pictures(world, THING))


def test_con_5_detected_monsters_show_their_true_letters_again() -> None:
    world = tripping()
    world.player.flags |= DETECTS
    vision.redraw_hallucination(world)
    world.player.flags &= ~HALLUCINATING
    vision.clear_hallucination(world)
    troll = find_foe(world, "T")
    assert world.canvas.cells[troll.spot] == ord("T")
    assert troll.spot in world.canvas.bright


def test_drawing_takes_no_dice_from_play() -> None:
    world = tripping()
    vision.redraw_hallucination(world)
    assert world.rng.drawn == 0
    assert world.deco.drawn > 0


@pytest.mark.parametrize("mark", [0, BLIND])
def test_con_5_at_the_end_what_is_seen_shows_its_true_symbol(mark: int) -> None:
    world = tripping()
    for _ in range(5):
        vision.redraw_hallucination(world)
    world.player.flags &= ~HALLUCINATING
    false = world.canvas.cells[THING]
    world.player.flags |= mark
    vision.clear_hallucination(world)
    cells = world.canvas.cells
    if mark:
        assert cells[THING] == false
    else:
        assert (cells[THING], cells[STEPS]) == (POTION, STAIRS)
        assert cells[find_foe(world, "B").spot] == ord("B")
        assert cells[find_foe(world, "X").spot] == POTION


def test_vis_16_hallucination_keeps_what_lies_below_a_monster() -> None:
    world = tripping()
    bat = find_foe(world, "B")
    world.canvas.put(bat.spot, FLOOR)
    vision.redraw_hallucination(world)
    assert bat.under == FLOOR
