"""Lore: what monsters learn of the player, when they give up (VMN-38 to VMN-40)."""

from __future__ import annotations

from typing import Final

from rogue.minds.line_of_sight import sees
from rogue.minds.ways import drop_aim
from rogue.rules.mind_reports import report_giving_up
from rogue.state.actors import AWAKE, Monster
from rogue.state.mind_state import SCROLL
from rogue.state.world import World

VAIN_SWINGS: Final = 8  # swings without a hit until a monster gives up
OFF_TURNS: Final = 50
VAIN_HITS: Final = {"rust armor": 2, "steal item": 1}
"""Effect of a hit -> number of hits without effect until the monster gives up (VMN-40)."""
WARY_TURNS: Final = 20
PRIOR_HITS: Final = 240  # a prior of 60 % over four swings (VMN-23)
PRIOR_SWINGS: Final = 4


def learns(world: World, foe: Monster) -> bool:
    """Return whether a monster learns of the player at all."""
    rules = world.rules.minds
    return rules is not None and rules.learning and foe.kind.mind is not None


def belief_to_hit(foe: Monster) -> int:
    """Return the percentage of its own swings that a monster expects to hit (VMN-23).

    >>> from rogue.tables.ruleset import ROGUE_MINDS
    >>> belief_to_hit(Monster(ROGUE_MINDS.monsters["C"], 0))
    60
    """
    mind = foe.mind
    assert mind is not None
    return (100 * mind.hits + PRIOR_HITS) // (mind.swings + PRIOR_SWINGS)


def note_swing(world: World, foe: Monster, *, hit: bool) -> None:
    """Record whether one of a monster's swings hit the player."""
    mind = foe.mind
    if mind is not None and learns(world, foe):
        mind.swings += 1
        mind.hits += hit


def note_vain_hit(world: World, foe: Monster) -> None:
    """Record that a hit found nothing to rust or to steal (VMN-40)."""
    mind = foe.mind
    if mind is None or not learns(world, foe):
        return
    mind.off_hits += 1
    if mind.off_hits >= VAIN_HITS[foe.kind.on_hit]:
        give_up(world, foe)


def note_vain_swings(world: World, foe: Monster) -> None:
    """Let a monster give up if all its swings have missed (VMN-39)."""
    mind = foe.mind
    if mind is not None and mind.swings >= VAIN_SWINGS and not mind.hits:
        give_up(world, foe)


def give_up(world: World, foe: Monster) -> None:
    """Let a monster lose interest in the player for a while.  Mindless monsters never do (VMN-39)."""
    mind, kind = foe.mind, foe.kind.mind
    if mind is None or kind is None or kind.cast == "mindless":
        return
    drop_aim(mind)
    mind.hits = mind.swings = mind.off_hits = 0
    mind.off = world.turns + OFF_TURNS
    report_giving_up(world, foe)


def show_weapon(world: World, lore: int, target: Monster | None) -> None:
    """Let the target, and all monsters that see it, learn of the player's bow or stick (2.9)."""
    if world.minds is None:
        return
    for foe in world.level.foes:
        mind, kind = foe.mind, foe.kind.mind
        if mind is None or kind is None or not kind.learns or not learns(world, foe):
            continue
        watches = target is not None and foe.flags & AWAKE and sees(world, foe.spot, target.spot)
        if foe is target or watches:
            mind.lore |= lore


def learn_scroll(world: World, foe: Monster) -> None:
    """Let a monster beside the player learn of the scare monster scroll and keep away for a while."""
    mind, kind = foe.mind, foe.kind.mind
    if mind is not None and kind is not None and kind.learns and learns(world, foe):
        mind.lore |= SCROLL
        mind.wary = world.turns + WARY_TURNS
