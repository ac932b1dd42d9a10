"""The hero comes to a level: what is known of the old one is left behind."""

from __future__ import annotations

from rogomatic.agent.beliefs.food_counter import due_chance, next_counter
from rogomatic.agent.beliefs.known_monsters import Foes
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import TerrainMap


def arrive(beliefs: Beliefs) -> None:
    """A new level: everything known of the old one is worthless, but for what it says of food to come."""
    beliefs.food_counter = next_counter(beliefs.food_counter, beliefs.level)
    beliefs.level = TerrainMap(beliefs.me.depth)
    beliefs.level.due_food = due_chance(beliefs.food_counter)
    beliefs.level.is_plain = beliefs.facts_of_edition.has_plain_levels
    beliefs.foes = Foes()
    beliefs.plan = None
    beliefs.me.held = False
    beliefs.me.trapped = 0
    watch = beliefs.watch
    watch.level_turn, watch.swept, watch.refused = beliefs.turn, 0, 0
    watch.acted.clear()
