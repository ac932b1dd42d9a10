"""The commands f and F: a fight to the death, or until it gets dangerous."""

from __future__ import annotations

import pytest

from rogue.rules import fight
from rogue.state.actors import TARGET, Monster
from rogue.state.world import Duel, World
from tests.rogue.rules.fight_scenes import TOUGH, ring


def duel(*, to_death: bool, hp: int) -> tuple[World, Monster]:
    world, foe = ring("H")
    world.player.hp = hp
    foe.flags |= TARGET
    foe.level, foe.attacks = 100, ((5, 1),)
    world.duel = Duel(foe, 1, to_death=to_death)
    return world, foe


def test_cmd_11_a_fight_is_silent_until_the_kill() -> None:
    world, foe = duel(to_death=True, hp=TOUGH)
    foe.armor, foe.hp = 100, 1
    fight.foe_attacks(world, foe)
    foe.level = -100
    fight.foe_attacks(world, foe)
    assert world.said == []
    fight.attack(world, foe, None)
    assert world.said == ["You have defeated the hobgoblin"]
    assert world.duel is None


@pytest.mark.parametrize(("hp", "goes_on"), [(11, True), (10, False)])
def test_cmd_11_f_stops_when_another_such_hit_could_kill(hp: int, goes_on: bool) -> None:
    world, foe = duel(to_death=False, hp=hp)
    fight.foe_attacks(world, foe)
    assert world.player.hp == hp - 5
    assert (world.duel is not None) is goes_on


def test_cmd_11_f_remembers_the_worst_hit() -> None:
    world, foe = duel(to_death=False, hp=30)
    fight.foe_attacks(world, foe)
    foe.attacks = ((2, 1), (2, 1))
    assert world.duel is not None
    while world.duel is not None:
        fight.foe_attacks(world, foe)
    assert 1 <= world.player.hp <= 5


def test_cmd_11_big_f_ignores_the_danger() -> None:
    world, foe = duel(to_death=True, hp=7)
    fight.foe_attacks(world, foe)
    assert world.player.hp == 2
    assert world.duel is not None
