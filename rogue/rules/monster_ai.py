"""Monster AI: how awake monsters move, how wandering monsters arrive."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.spawning import choose_letter, free_foe_spot, make_companions, make_foe
from rogue.minds.player_steps import watch_player
from rogue.minds.sound_and_scent import leave_traces
from rogue.rules import awareness, fight, mind_turn, projectiles, vision
from rogue.rules.awareness import rouse
from rogue.rules.monster_steps import (
    CONFUSED_STEADY_ONE_IN,
    LAMP,
    aim_of,
    goal_spot,
    nearest_spot,
    random_step,
    step_to_goal,
)
from rogue.rules.output import emit, finish_sentence
from rogue.rules.vision import sees_foe
from rogue.state.entities import (
    AWAKE,
    CANCELLED,
    CONFUSED,
    DETECTS,
    HASTED,
    HELD,
    NO_STEP,
    SLOWED,
    TARGET,
    Monster,
)
from rogue.state.grid import COLS, FAR, WIDE
from rogue.state.world import World
from rogue.tables.monsters import FLIES, REGENERATES

BREATH_ONE_IN: Final = 5  # CHS-18
BREATH_RANGE: Final = projectiles.LENGTH * projectiles.LENGTH
WANDER_CHECK_EVERY: Final = 4
WANDERER_ONE_IN: Final = 6
WANDERER_TRIES: Final = 500  # WND-3
BEAT: Final = 10  # turns
CLEAR_ONE_IN: Final = 3
PACE_ONE_IN: Final = 8
LEVELS_PER_POINT: Final = 6
_AWAKE_OR_HELD: Final = AWAKE | HELD
_PACED: Final = HASTED | SLOWED


def move_foes(world: World) -> None:
    """Move every monster that is awake and not held, the newest first (CHS-1, CHS-2).

    Stops early if the game ends.  Hot: runs every turn, so a sleeper costs only one test.
    """
    level = world.level
    if world.minds is not None:
        begin(world)
    foe_at = level.foe_at
    for foe in level.foes[:]:
        flags = foe.flags
        if flags & _AWAKE_OR_HELD != AWAKE:
            continue
        start = foe.spot
        if foe_at[start] is not foe:
            continue
        if flags & _PACED:
            if not _move(world, foe):
                continue
        elif _step(world, foe):
            foe.toggle = not foe.toggle
        else:
            continue
        if flags & FLIES and FAR[WIDE[world.player.spot] - WIDE[foe.spot]] >= LAMP:
            _move(world, foe)
        if flags & TARGET and foe.spot != start:
            world.stop_duel()  # CHS-21
        if world.ending is not None:
            break
    if world.sentence:
        finish_sentence(world)


def _move(world: World, foe: Monster) -> bool:
    """Let a monster make its move.  Return False if the monster is gone.

    A hasted monster takes two steps.  A slowed monster takes one step every second turn.
    """
    if (foe.toggle or not foe.flags & SLOWED) and not _step(world, foe):
        return False
    if foe.flags & HASTED and world.ending is None and not _step(world, foe):
        return False
    foe.toggle = not foe.toggle
    return True


def _step(world: World, foe: Monster) -> bool:
    """Step, strike, breathe, or stay.  Return False if the monster is gone (CHS-7 to CHS-14)."""
    if foe.mind is not None:
        return mind_turn.think(world, foe)
    kind, hero = foe.kind, world.player.spot
    goal = hero if foe.goal is None else goal_spot(world, foe)
    aim, direct = aim_of(world, foe, goal)
    if aim is None or (direct and kind.breathes and _breathes(world, foe)):
        return True
    if kind.erratic or foe.flags & CONFUSED:
        spot = _choose_spot(world, foe, aim)
    else:
        spot = nearest_spot(world, foe.spot, aim)
    if spot == hero:
        return fight.foe_attacks(world, foe)
    if spot == foe.spot and foe.goal is None:
        return True  # the usual case, because most monsters that are awake stand in a queue
    if not kind.rooted or (spot == aim and world.rules.chasing.rooted_reach):  # V52-31
        step_to_goal(world, foe, spot, goal)
    return True


def _choose_spot(world: World, foe: Monster, aim: int) -> int:
    """Return the square to which a monster moves, which may be a random one (CHS-9, CHS-12).

    The square may be the monster's own or the player's.
    """
    rng, erratic = world.rng, foe.kind.erratic
    stagger = foe.flags & CONFUSED and rng.rnd(CONFUSED_STEADY_ONE_IN) != 0
    if not stagger and not (erratic and rng.rnd(erratic) == 0):
        return nearest_spot(world, foe.spot, aim)
    return random_step(world, foe)


def _breathes(world: World, foe: Monster) -> bool:
    """Breathe fire by chance at a player in line and in range.  Return whether the monster did (CHS-18)."""
    player = world.player
    here, there = foe.spot, player.spot
    down, right = there // COLS - here // COLS, there % COLS - here % COLS
    if down and right and abs(down) != abs(right):
        return False
    if foe.flags & CANCELLED or down * down + right * right > BREATH_RANGE:
        return False
    if not world.rng.one_in(BREATH_ONE_IN):
        return False
    finish_sentence(world)
    step = ((down > 0) - (down < 0)) * COLS + (right > 0) - (right < 0)
    projectiles.fire(world, foe.spot, step, "flame", foe)
    world.interrupt()
    player.quiet = 0
    if not foe.flags & TARGET:
        world.stop_duel()
    return True


def check_wanderers(world: World) -> None:
    """Count a turn.  Every few turns, check at random whether a wandering monster arrives (WND-2).

    While these checks are switched off, this must not be called.
    """
    world.wander_count += 1
    if world.wander_count < WANDER_CHECK_EVERY:
        return
    world.wander_count = 0
    if world.rng.one_in(WANDERER_ONE_IN):
        bring_wanderer(world)
        world.wander_on = False
        world.start_timer("wander", world.rng.between(*world.rules.times.wander), before=True)


def bring_wanderer(world: World) -> None:
    """Place an awake wandering monster outside the player's room, if a square is found (WND-3 to WND-5).

    A wizard gets a message (WIZ-4).
    """
    level, player = world.level, world.player
    for _ in range(WANDERER_TRIES):
        spot = free_foe_spot(world)
        if spot is None:
            return
        if level.room_at(spot) is not player.room:
            break
    else:
        return
    foe = make_foe(world, choose_letter(world, wandering=True), spot)
    for each in (foe, *make_companions(world, foe)):
        level.add_foe(each)
        rouse(world, each)
        if each.mind is not None:
            awareness.come_without_aim(each)
        if sees_foe(world, each):
            vision.draw_foe(world, each)
        elif player.flags & DETECTS:
            each.under = world.canvas.cells[each.spot]
            world.canvas.put_bright(each.spot, vision.letter_of(world, each))
    if world.wizard:
        emit(world, f"Started a wandering {foe.kind.name}")


def begin(world: World) -> None:
    """Begin the monsters' part of a turn, in games where monsters think (VMN-10, VMN-14, VMN-41).

    Update the player's noise and scent, delete the monsters' claims on squares, let the monsters learn from
    the player's last step, and let them recover.
    """
    minds = world.minds
    assert minds is not None
    leave_traces(world)
    minds.claims.clear()
    if minds.watched or minds.last_step != NO_STEP:
        watch_player(world)
    if world.turns % BEAT == 0:
        for foe in world.level.foes:
            _recover(world, foe)


def _recover(world: World, foe: Monster) -> None:
    """Let a monster slowly regain hit points, points for acts, and its usual state (VMN-41)."""
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
