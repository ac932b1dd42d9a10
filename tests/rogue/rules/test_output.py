"""What the rules leave for the interface: messages, and frames between them (SCREEN.md 4)."""

from __future__ import annotations

from rogue.rules.output import add_frame, emit
from rogue.state.world import World
from tests.support.minimal_world import started


def watched() -> World:
    world = started()
    world.said.clear()
    world.frames = []
    return world


def test_no_frame_is_taken_where_no_interface_takes_them() -> None:
    world = started()
    emit(world, "One")
    emit(world, "Two")
    add_frame(world, "turn")
    assert world.frames is None


def test_a_message_that_has_to_wait_gets_a_frame_and_keeps_its_place() -> None:
    world = watched()
    for text in ("One", "Two", "Three"):
        world.canvas.dirty.add(world.player.spot)
        emit(world, text)
    assert world.said == ["One", "Two", "Three"]
    assert world.frames is not None
    assert [(frame.said, frame.lasts) for frame in world.frames] == [(1, False), (2, False)]


def test_a_frame_is_a_copy_and_one_that_shows_nothing_new_is_left_out() -> None:
    world = watched()
    add_frame(world, "turn")
    add_frame(world, "turn")
    assert world.frames is not None
    (frame,) = world.frames
    assert frame.canvas is not world.canvas
    world.player.hp -= 1
    add_frame(world, "turn")
    assert [frame.status.hp for frame in world.frames if frame.status] == [12, 11]


def test_a_change_of_numbers_alone_has_no_map() -> None:
    world = watched()
    add_frame(world, "status")
    add_frame(world, "status")
    assert world.frames is not None
    assert [frame.canvas for frame in world.frames] == [None]
