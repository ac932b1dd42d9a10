"""The clock of monsters that think: sound, scent, recovery, waking (VMN-41, VMN-44)."""

from __future__ import annotations

from typing import Final

from rogue.minds.player_steps import watch_player
from rogue.minds.sound_and_scent import REST, STEP, lay_scent, take_loudness
from rogue.minds.ways import drop_aim
from rogue.state.actors import CONFUSED, HASTED, SLOWED, Monster
from rogue.state.world import World
from rogue.tables.monsters import REGENERATES

BEAT: Final = 10  # turns
CLEAR_ONE_IN: Final = 3
PACE_ONE_IN: Final = 8
LEVELS_PER_POINT: Final = 6
EVEN_ODDS: Final = {2: REST, 3: STEP}
"""Quarters of the chance to wake -> the maximum loudness for them (VMN-44)."""


def begin(world: World) -> None:
    """Begin the monsters' part of a turn: loudness, scent, claims, and every 10 turns recovery."""
    minds = world.minds
    assert minds is not None
    take_loudness(world)
    minds.claims.clear()
    lay_scent(world)
    watch_player(world)
    if world.turns % BEAT == 0:
        for foe in world.level.foes:
            _recover(world, foe)


def _recover(world: World, foe: Monster) -> None:
    """Let a monster recover what time restores, wherever it is (VMN-41)."""
    mind, kind, rules, turn = foe.mind, foe.kind.mind, world.rules.minds, world.turns
    if mind is None or kind is None or rules is None:
        return
    if kind.regain and mind.store < kind.store and turn % kind.regain < BEAT:
        mind.store += 1
    if foe.flags & CONFUSED and world.rng.one_in(CLEAR_ONE_IN):
        foe.flags &= ~CONFUSED
    if foe.flags & SLOWED and foe.kind.speed != "slow" and world.rng.one_in(PACE_ONE_IN):
        foe.flags &= ~SLOWED
    if foe.flags & HASTED and not _born_fast(world, foe) and world.rng.one_in(PACE_ONE_IN):
        foe.flags &= ~HASTED
    if turn % rules.heals_every < BEAT and foe.hp < foe.max_hp:
        points = 1 + foe.level // LEVELS_PER_POINT
        if foe.flags & REGENERATES:
            points *= 2
        healed = min(points, foe.max_hp - foe.hp)
        foe.hp += healed
        mind.hp += healed


def _born_fast(world: World, foe: Monster) -> bool:
    """Return whether a monster is hasted by nature (MON-5)."""
    below = world.rules.bestiary.hasted_below
    deep = below is not None and world.rules.difficulty(world.depth) > below
    return deep or foe.kind.speed == "fast"


def come_without_aim(foe: Monster) -> None:
    """Let a wandering monster arrive without knowing where the player is (VMN-42)."""
    foe.goal = None
    if foe.mind is not None:
        drop_aim(foe.mind)


def wakes(world: World) -> bool:
    """Roll whether a sleeper wakes, by the loudness of the turn (MON-14, VMN-44)."""
    hits, of = world.rules.bestiary.wakes
    if world.minds is None:
        return world.rng.rnd(of) >= of - hits
    loud = max(REST, world.minds.loud)
    quarters = next((part for part, most in EVEN_ODDS.items() if loud <= most), 4)
    return world.rng.rnd(4 * of) >= 4 * of - hits * quarters
