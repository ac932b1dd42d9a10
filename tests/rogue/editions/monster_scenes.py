"""A room in which a monster stands beside the player, in any edition."""

from __future__ import annotations

from rogue.state.world import World
from rogue.tables.ruleset import Ruleset
from scripts.lib.notation import read_world

BESIDE = """
    -------
    |.....|
    |..@{}.|
    |.....|
    -------
"""


def beside(letter: str, rules: Ruleset, *, seed: int = 0, awake: bool = False) -> World:
    """Return the world of BESIDE with this letter in the braces; "." for nobody."""
    return read_world(BESIDE.replace("{}", letter), rules=rules, seed=seed, awake=awake)
