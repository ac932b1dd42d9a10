"""Items used at random on real levels: nothing raises, and the world stays in order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogue.levelgen.new_game import new_world
from rogue.levelgen.spawning import make_item
from rogue.rules import arrival, equipment, item_names, pack, potions, scrolls, turn_phases, wands
from rogue.rules.scoring import final_score, winnings
from rogue.state.entities import Item
from rogue.state.grid import KEY_STEP
from rogue.state.rng import Rng
from rogue.state.world import Options, World
from rogue.tables.ruleset import ROGUE_54

STEPS = tuple(KEY_STEP.values())
ACTIONS: tuple[Callable[[World, Item, int], bool], ...] = (
    lambda world, item, _: potions.quaff(world, item),
    lambda world, item, _: scrolls.read(world, item),
    wands.zap,
    lambda world, item, _: equipment.put_on_ring(world, item, "left"),
    lambda world, item, _: equipment.remove_ring(world, "right"),
    lambda world, item, _: equipment.wield(world, item),
    lambda world, item, _: equipment.wear(world, item),
    lambda world, item, _: equipment.take_off(world),
    lambda world, item, _: equipment.drop(world, item),
    equipment.throw,
    lambda world, item, _: pack.pick_up_here(world),
)


def explorer(seed: int) -> World:
    """A sturdy player with a full pack on some level."""
    world = new_world(ROGUE_54, seed, Options(terse=seed % 2 == 0))
    world.depth = seed % 30 + 1
    arrival.arrive(world)
    world.player.hp = world.player.max_hp = 500
    for _ in range(25):
        if pack.units(world.player) < world.rules.pack_units:
            pack.add(world, make_item(world))
    return world


def answer(world: World, dice: Rng) -> None:
    """Settle an open question with whatever fits."""
    if world.question is None:
        return
    if world.question.about == "name":
        item_names.answer(world, dice.pick(("", "?", "fizz")))
        return
    assert any(item_names.answer(world, letter) for letter in "*" + pack.LETTERS)


def assert_in_order(world: World) -> None:
    player, level = world.player, world.level
    letters = [item.letter for item in player.pack]
    assert all(letters)
    assert len(set(letters)) == len(letters)
    assert pack.units(player) <= world.rules.pack_units
    assert all(item.count > 0 for item in player.pack)
    classes = [item.kind.cls for item in player.pack]
    blocks = [cls for at, cls in enumerate(classes) if at == 0 or classes[at - 1] != cls]
    assert len(set(blocks)) == len(blocks)  # ITM-12
    for item in (player.worn, player.wielded, *player.rings()):
        assert item is None or item in player.pack
    assert sorted(level.thing_at) == sorted(thing.spot for thing in level.things)
    assert all(level.cells[spot] == thing.symbol for spot, thing in level.thing_at.items())
    assert all(level.foe_at[foe.spot] is foe for foe in level.foes)
    assert player.has_amulet is any(item.kind.cls == "amulet" for item in player.pack)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_items_in_any_order_leave_the_world_in_order(seed: int) -> None:
    world, dice = explorer(seed), Rng(seed)
    for action in range(60):
        if world.ending is not None or not world.player.pack:
            break
        dice.pick(ACTIONS)(world, dice.pick(world.player.pack), dice.pick(STEPS))
        answer(world, dice)
        assert_in_order(world)
        if action % 5 == 0 and world.ending is None:
            turn_phases.after_turn(world)
    assert len(winnings(world)) == len(world.player.pack)
    assert final_score(world) >= 0
