"""Zaps down a hall."""

from __future__ import annotations

from rogue.rules import wands
from rogue.state.grid import RIGHT
from rogue.state.world import World
from tests.support.notation import carry

HALL = "------------\n|.@......H.|\n|..........|\n------------"


def zap(name: str, world: World, step: int = RIGHT) -> World:
    """Zap a stick with five charges; it loses one."""
    stick = carry(world, "stick", name, value=5)
    assert wands.zap(world, stick, step)
    assert stick.value == 4
    return world


def knows(world: World, name: str) -> bool:
    return world.rules.kind("stick", name) in world.knowledge.true
