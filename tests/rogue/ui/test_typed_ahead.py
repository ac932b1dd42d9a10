"""What makes keys that were typed ahead void (TRP-2, CON-20, OPT-7)."""

from __future__ import annotations

import pytest

from rogue.state.world import World
from tests.support.notation import carry, read_world
from tests.support.session_driver import Hands

HALL = """------------------
|................|
|.@..............|
|................|
------------------"""


def flushed(world: World, keys: bytes, options: str = "") -> bool:
    hands = Hands(options)
    world.options = hands.session.options
    hands.enter(world)
    hands.type(keys)
    return hands.session.flushed


@pytest.mark.parametrize("name", ["arrow", "bear trap", "teleport", "rust", "mysterious", "trapdoor"])
def test_trp_2_any_trap_voids_what_was_typed_ahead(name: str) -> None:
    world = read_world(HALL.replace("@.", "@^", 1), traps={(2, 3): name}, kit=True)
    assert flushed(world, b"l", "noflush")


def test_con_20_teleporting_voids_what_was_typed_ahead() -> None:
    world = read_world(HALL, kit=True)
    carry(world, "scroll", "teleportation")
    assert flushed(world, b"rf", "noflush")


@pytest.mark.parametrize(("options", "void"), [("flush", True), ("noflush", False)])
def test_opt_7_a_blow_voids_it_with_option_flush_only(options: str, void: bool) -> None:
    assert flushed(read_world("------\n|.@H.|\n------", kit=True), b"l", options) is void


def test_opt_7_an_ordinary_step_voids_nothing() -> None:
    assert not flushed(read_world(HALL, kit=True), b"l", "flush")


def test_screen_8_the_session_itself_drops_no_key() -> None:
    world = read_world(HALL.replace("@.", "@^", 1), traps={(2, 3): "mysterious"}, kit=True)
    hands = Hands("flush")
    hands.enter(world)
    hands.type(b"l s" + b"s" * 5)
    assert hands.session.flushed
    assert hands.session.world.turns == 7
