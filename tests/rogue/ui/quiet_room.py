"""A session in a quiet room, whose messages are dismissed."""

from __future__ import annotations

from rogue.state.entities import ALERT
from scripts.lib.notation import carry, read_world
from tests.support.session_driver import Hands

ROOM = """
    ----------
    |........|
    |..@.....|
    |........|
    ----------
"""


def scene(picture: str = ROOM, seed: int = 0, under: str = "") -> Hands:
    """Return hands in the scene, with monsters that do nothing by themselves."""
    world = read_world(picture, seed=seed, kit=True, under=under, hp=40)
    carry(world, "potion", "healing", count=3)
    carry(world, "potion", "haste self")
    carry(world, "scroll", "remove curse")
    carry(world, "scroll", "identify potion")
    carry(world, "ring", "adornment")
    carry(world, "stick", "nothing")
    rules = world.rules
    for kinds in (rules.potions, rules.scrolls, rules.rings, rules.sticks):
        world.knowledge.true.update(kinds)
    world.player.hp = world.player.max_hp = 100
    world.player.flags |= ALERT
    hands = Hands()
    hands.enter(world)
    return hands


def dismiss(hands: Hands) -> None:
    while hands.session.mode in ("more", "page"):
        hands.type(b" ")
