"""Fear of monsters that think, followed by flight (VMN-34 to VMN-37)."""

from __future__ import annotations

from typing import Final

from rogue.minds.line_of_sight import step_to_cover
from rogue.minds.sound_and_scent import sound_for_flight, uphill
from rogue.minds.ways import remembers, steps_from
from rogue.rules import vision
from rogue.rules.mind_reports import report_fear
from rogue.rules.monster_steps import place_foe
from rogue.state.actors import TARGET, Monster
from rogue.state.mind_state import SILENT
from rogue.state.world import World

SAFE_STEPS: Final = 8  # VMN-35
REMEMBERED_STEPS: Final = 24  # range in steps of a flight from a remembered player


def feel(world: World, foe: Monster) -> None:
    """Start or end a monster's fear by its hit points (VMN-34)."""
    mind, kind, rules = foe.mind, foe.kind.mind, world.rules.minds
    if mind is None or kind is None or rules is None or not kind.flee or not rules.fear:
        return
    if mind.afraid:
        if 100 * foe.hp >= kind.brave * foe.max_hp or _sees_victory(world, foe):
            mind.afraid = False
    elif 100 * foe.hp <= kind.flee * foe.max_hp and not _sees_victory(world, foe):
        mind.afraid = True
        mind.at_bay = False
        report_fear(world, foe)


def _sees_victory(world: World, foe: Monster) -> bool:
    """Return whether a monster that learns expects to kill the player with its next blow."""
    kind = foe.kind.mind
    if kind is None or not kind.learns:
        return False
    twice_mean = sum([count * (sides + 1) for count, sides in foe.attacks if sides])
    return twice_mean >= 2 * world.player.hp


def flees(world: World, foe: Monster) -> bool:
    """Return whether a monster keeps away: it is afraid, or has just learned of a scroll."""
    mind = foe.mind
    return mind is not None and (mind.afraid or world.turns < mind.wary)


def sound_of_threat(world: World, foe: Monster, *, senses: bool) -> bytearray | None:
    """Return step counts from where the monster believes the player is, or None.

    A monster that neither sees nor hears the player uses its memory only, even if that is wrong.
    """
    mind = foe.mind
    assert mind is not None
    if senses:
        return sound_for_flight(world, foe.spot)
    if remembers(world, mind):
        return steps_from(world, mind.aim, REMEMBERED_STEPS)
    return None


def is_hidden(noise: bytearray, foe: Monster) -> bool:
    """Return whether a monster out of sight is far enough from the player, in steps (VMN-35)."""
    return noise[foe.spot] >= SAFE_STEPS or noise[foe.spot] == SILENT


def flee_step(world: World, foe: Monster, noise: bytearray) -> int:
    """Return the square to flee to: toward cover, else away, else the monster's own square (VMN-36)."""
    mind = foe.mind
    assert mind is not None
    return step_to_cover(world, foe, noise, mind.aim) or uphill(world, foe.spot, noise)


def swap(world: World, foe: Monster, other: Monster) -> None:
    """Swap the squares of two monsters (VMN-37)."""
    level, here, there = world.level, foe.spot, other.spot
    vision.hide_foe(world, other)
    if other.flags & TARGET:
        world.stop_duel()
    level.foe_at[there] = None
    place_foe(world, foe, there)
    other.spot = here  # this square is free now
    place_foe(world, other, here)
    if other.mind is not None:
        other.mind.back = there
