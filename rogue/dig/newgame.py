"""A new game: the player, the words of this game, the first level, the first clock.

Owns   the state in which a game begins.
Leaves the first look around (rules.turn), the level (dig.level), the kit (state.kit).
"""

from __future__ import annotations

from typing import Final

from rogue.dig.appearance import assign
from rogue.dig.level import make_level
from rogue.dig.things import next_group
from rogue.state.kit import give_kit
from rogue.state.options import Options
from rogue.state.world import World
from rogue.tables.ruleset import Ruleset
from rogue.tables.strength import FULL

EXCEPTIONAL_ONE_IN: Final = 100  # games that begin with an exceptional strength (V36-4)


def new_world(rules: Ruleset, seed: int, options: Options | None = None) -> World:
    """Return a game at its beginning, on level 1, with nothing shown yet.

    The same edition and seed give the same game.  The delay of the wandering monsters runs (WND-1).
    """
    world = World(rules, seed, options)
    player, rng = world.player, world.rng
    assign(world)
    if rules.strength.exceptional and rng.one_in(EXCEPTIONAL_ONE_IN):
        player.strength = player.best_strength = FULL + rng.between(1, 100)
    player.food = rng.between(*rules.times.food)
    give_kit(player, rules, arrows=25 + rng.rnd(15), group=next_group(world))
    make_level(world)
    world.start_timer("wander", rng.between(*rules.times.wander))
    return world
