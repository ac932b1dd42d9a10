"""Kinds that a description gives another letter and name do what those do that they are like (VAR-4)."""

from __future__ import annotations

import pytest

from rogue.rules import monster_specials, move, projectiles
from rogue.state.entities import GRABBED
from rogue.state.world import World
from rogue.variants.author_help import warnings
from scripts.lib.notation import read_world
from tests.rogue.variants.describing import told

ROOM = """
    -------
    |.....|
    |..@B.|
    |.....|
    -------
"""
EAST = 1


def beside(name: str, like: str, edition: str) -> World:
    """Return a world in which a kind of that name, written B, stands beside the player."""
    row = f'B = {{ name = "{name}", like = "{like}" }}'
    variant = told(f'like = "{edition}"\n[monsters]\n{row}\n')
    return read_world(ROOM, rules=variant.rules, seed=1)


@pytest.mark.parametrize(("like", "edition"), [("venus flytrap", "5.4"), ("violet fungi", "5.2")])
def test_who_is_held_can_fight_what_holds_it_under_any_letter(like: str, edition: str) -> None:
    world = beside("vine", like, edition)
    world.player.flags |= GRABBED
    foe = world.level.foes[0]
    before = foe.hp
    for _ in range(20):
        move.step(world, EAST)
    assert foe.hp < before
    assert not any("being held" in said for said in world.said)
    world.said.clear()
    move.step(world, -EAST)
    assert world.said == ["You are being held"]


def test_flames_bounce_off_by_the_name_of_who_breathes_them() -> None:
    world = beside("salamander", "dragon", "5.4")
    world.level.foes[0].level = -40  # so that it does not save
    projectiles.fire(world, world.player.spot, EAST, "flame")
    assert world.said == ["The flame bounces off the salamander"]


def test_messages_that_name_a_kind_can_be_reworded_for_all_of_them() -> None:
    row = 'B = { name = "salamander", like = "dragon" }'
    words = '"The flame bounces off the {who}" = "The {who} bathes in fire"'
    variant = told(f'like = "5.4"\n[monsters]\n{row}\n[words.say]\n{words}\n')
    assert warnings(variant) == []
    said = variant.rules.words.phrases.turned("The flame bounces off the salamander")
    assert said == "The salamander bathes in fire"


def test_the_gaze_that_transfixes_is_of_the_kind_that_is_there() -> None:
    world = beside("basilisk", "floating eye", "5.2")
    monster_specials.take_effect(world, world.level.foes[0])
    assert world.said == ["You are transfixed by the gaze of the basilisk"]
