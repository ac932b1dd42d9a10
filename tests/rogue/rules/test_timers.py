"""Timers: countdown, and what happens at each end (TRN-3, TRN-8, CON)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogue.rules import awareness, turn_phases
from rogue.state.entities import BLIND, CONFUSED, DETECTS, HALLUCINATING, HASTED, LEVITATING, SEES_INVISIBLE
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.monsters import INVISIBLE
from scripts.lib.notation import find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, scene

ROOM = hall("@..!.H.")
TWO_ROOMS = """
    -----     -----
    |.@.+#####+.H.|
    -----     -----
"""


def room(picture: str = ROOM) -> World:
    return read_world(picture)


def row(world: World, number: int = 2) -> str:
    return world.canvas.cells[number * 80 : number * 80 + 80].decode("ascii").rstrip()


def test_trn_8_a_timer_fires_once_when_it_reaches_0() -> None:
    world = room()
    world.player.flags |= HASTED
    world.start_timer("haste", 3)
    for _ in range(2):
        turn_phases.burn_after(world)
        assert world.player.flags & HASTED
    turn_phases.burn_after(world)
    assert not world.player.flags & HASTED
    turn_phases.burn_after(world)
    assert (world.said, world.timers) == (["You feel yourself slowing down"], [])


def test_trn_3_8_before_and_after_timers_burn_apart() -> None:
    world = room()
    world.start_timer("wander", 1, before=True)
    world.start_timer("haste", 1)
    turn_phases.burn_before(world)
    assert world.wander_on
    assert [timer.name for timer in world.timers] == ["haste"]
    turn_phases.burn_after(world)
    assert world.timers == []


def ending(*names: str) -> Callable[[World], None]:
    """Return the deed of letting timers come to their ends."""

    def burn(world: World) -> None:
        for name in names:
            world.start_timer(name, 2)
        turn_phases.burn_after(world)
        turn_phases.burn_after(world)

    return burn


ENDS = [
    *(scene(f"CON {name}{', tripping' * bool(trip)}", ROOM, ending(name), {"flags": mark | trip},
            flags=trip, timers={}, said=[said])
      for name, mark, *texts in (
          ("confusion", CONFUSED, "You feel less confused now", "You feel less trippy now"),
          ("haste", HASTED, "You feel yourself slowing down", "You feel yourself slowing down"),
          ("levitation", LEVITATING, "You float gently to the ground", "Bummer!  You've hit the ground"),
          ("blindness", BLIND, "The veil of darkness lifts", "Far out!  Everything is all cosmic again"),
      ) for trip, said in zip((0, HALLUCINATING), texts, strict=True)),
    scene("TRN-8 several ends in one turn", ROOM, ending("levitation", "confusion"),
          {"flags": LEVITATING | CONFUSED},
          said=["You float gently to the ground", "You feel less confused now"]),
    scene("BUG-3 any number of timers", ROOM, ending(*["detect monsters"] * 30), timers={}),
    scene("WND-1 the checks start", ROOM, ending("wander"), wander_on=True),
    scene("CON-5 the blind notice nothing", ROOM, ending("hallucination"), {"flags": HALLUCINATING | BLIND},
          flags=BLIND, said=[]),
    scene("CON-5 only once", ROOM, turn_phases.come_down, said=[]),
    scene("CON-2 sight that was never lost", ROOM, turn_phases.see_again, said=[], shown=[""]),
]  # fmt: skip


@pytest.mark.parametrize("row", ENDS)
def test_ends_of_timers(row: Scene) -> None:
    assert row.seen() == row.then


def test_con_2_sight_comes_back_with_the_room() -> None:
    world = room()
    world.player.flags |= BLIND
    awareness.look(world)
    assert row(world) == ""
    world.start_timer("blindness", 500)
    turn_phases.see_again(world)
    assert row(world) == "|...!.H.|"
    assert world.timers == []


def test_con_5_the_true_things_come_back() -> None:
    world = room()
    world.player.flags |= HALLUCINATING
    world.start_timer("hallucination", 700)
    awareness.enter_room(world, world.player.spot)
    world.canvas.put(spot_of(2, 4), ord(")"))
    world.canvas.put(spot_of(2, 6), ord("Q"))
    turn_phases.come_down(world)
    assert row(world) == "|...!.H.|"
    assert world.said == ["Everything looks SO boring now."]
    assert (world.timers, world.player.flags) == ([], 0)


def test_con_11_invisible_monsters_vanish_from_sight() -> None:
    world = room()
    find_foe(world, "H").flags |= INVISIBLE
    world.player.flags |= SEES_INVISIBLE
    awareness.enter_room(world, world.player.spot)
    assert row(world) == "|...!.H.|"
    world.start_timer("see invisible", 1)
    turn_phases.burn_after(world)
    assert row(world) == "|...!...|"
    assert (world.player.flags, world.said) == (0, [])


def test_bug_24_a_worn_ring_keeps_the_power() -> None:
    world = room()
    world.player.flags |= SEES_INVISIBLE
    world.player.left = plain_item(world, "ring", "see invisible")
    world.start_timer("see invisible", 1)
    turn_phases.burn_after(world)
    assert world.player.flags & SEES_INVISIBLE
    world.player.left = None
    world.start_timer("see invisible", 5)
    turn_phases.lose_see_invisible(world)
    assert world.player.flags & SEES_INVISIBLE


def test_pot_8_18_the_first_end_stops_detection_and_clears_the_map() -> None:
    world = room(TWO_ROOMS)
    foe = find_foe(world, "H")
    world.player.flags |= DETECTS
    world.start_timer("detect monsters", 1)
    world.start_timer("detect monsters", 20)
    foe.under = ord(" ")
    world.canvas.put_bright(foe.spot, ord("H"))
    turn_phases.burn_after(world)
    assert (world.player.flags, world.canvas.bright) == (0, set())
    assert world.canvas.cells[foe.spot] == ord(" ")
    assert foe.under == 0


def test_pot_18_monsters_in_sight_stay_when_detection_ends() -> None:
    world = room()
    world.player.flags |= DETECTS
    awareness.enter_room(world, world.player.spot)
    turn_phases.end_detection(world)
    assert row(world) == "|...!.H.|"
