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

FIRST_WANDERER_TURNS: Final = 70


def new_world(rules: Ruleset, seed: int, options: Options | None = None) -> World:
    """Return a game at its beginning, on level 1, with nothing shown yet.

    The same edition and seed give the same game.  The delay of the wandering monsters runs (WND-1).
    """
    world = World(rules, seed, options)
    assign(world)
    give_kit(world.player, rules, arrows=25 + world.rng.rnd(15), group=next_group(world))
    make_level(world)
    world.start_timer("wander", world.rng.spread(FIRST_WANDERER_TURNS))
    return world
