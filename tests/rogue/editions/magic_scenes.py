"""Rooms of 5.2 and 3.6 where magic is tried out."""

from __future__ import annotations

import pytest

from rogue.rules import wands
from rogue.state.grid import RIGHT
from rogue.state.world import World
from rogue.tables.items import ItemClass
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import Ruleset
from tests.support.notation import carry, read_world

older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])
ROOM = """
    ---------
    |.......|
    |...@...|
    |.......|
    ---------
"""
HALL = "------------\n|.@......H.|\n|..........|\n------------"


def room(rules: Ruleset, picture: str = ROOM, *, seed: int = 0, depth: int = 1, awake: bool = False) -> World:
    world = read_world(picture, rules=rules, seed=seed, depth=depth, awake=awake)
    world.player.hp = world.player.max_hp = 60
    return world


def zap(name: str, world: World, step: int = RIGHT, charges: int = 5) -> World:
    assert wands.zap(world, carry(world, "stick", name, value=charges), step)
    return world


def knows(world: World, cls: ItemClass, name: str) -> bool:
    return world.rules.kind(cls, name) in world.knowledge.true
