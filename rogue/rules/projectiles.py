"""Projectiles: thrown items or bolts in flight."""

from __future__ import annotations

from typing import Final, Literal

from rogue.minds.sound_and_scent import BOLT
from rogue.rules import fight, item_names
from rogue.rules.attributes import player_saves, saves
from rogue.rules.awareness import rouse
from rogue.rules.mind_lore import show_weapon
from rogue.rules.output import add_frame, emit
from rogue.rules.vision import sees_spot
from rogue.state.entities import STICK, Monster
from rogue.state.grid import DOWN, LEFT, RIGHT, UP
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, ROCK, STEP_OK, WALL_H, WALL_V
from rogue.tables.monsters import Dice

LENGTH: Final = 6  # squares (STK-20)
DICE: Final[Dice] = (6, 6)  # STK-16
MAGIC: Final = 3  # severity of a monster's saving throw (CMB-18, CMB-19)
PATH: Final = {
    LEFT: ord("-"), RIGHT: ord("-"), UP: ord("|"), DOWN: ord("|"), UP + LEFT: ord("\\"),
    DOWN + RIGHT: ord("\\"), UP + RIGHT: ord("/"), DOWN + LEFT: ord("/"),
}  # fmt: skip
"""Direction -> the symbol that a flying bolt draws on its squares (STK-25)."""
_TURNS_BACK: Final = frozenset((ROCK, WALL_H, WALL_V, DOOR))


def fly(world: World, step: int, symbol: int) -> int:
    """Make an item fly away from the player, drawn as the given symbol.

    Return the square where it stops (THR-2).

    The item stops at the first square that looks like a door or like an obstacle.  A disguised xeroc does not
    stop the item, except in edition 3.6 (V36-33).  The item is drawn on every square of the flight that the
    player sees.  In some editions, terse mode hides the flight (VIS-17a).
    """
    level, flying, fooled = world.level, world.canvas.flying, world.rules.looking.disguises_fool
    shown = not (world.options.terse and world.rules.looking.terse_hides_flight)
    spot = world.player.spot + step
    while STEP_OK[below := level.apparent(spot, fooled)] and below != DOOR:
        if shown and sees_spot(world, spot):
            flying[spot] = symbol
            add_frame(world, "flight")
            flying.clear()
        spot += step
    return spot


def beam_target(world: World, step: int) -> Monster | None:
    """Return the monster that stops a beam from the player, or None if the beam ends at a wall.

    Doors do not stop a beam (STK-5).
    """
    level, fooled = world.level, world.rules.looking.disguises_fool
    spot = world.player.spot + step
    while STEP_OK[level.apparent(spot, fooled)]:
        spot += step
    return level.foe_at[spot]


BoltName = Literal["bolt", "flame", "ice"]


def fire(
    world: World, start: int, step: int, name: BoltName, by: Monster | None = None, dice: Dice = DICE
) -> None:
    """Fire a bolt from `start`.  `by` is the monster that fires the bolt, or None for the player.

    At any time, a bolt can hit either only monsters or only the player.  After a miss or a bounce, it may
    switch from one to the other (STK-20 to STK-22).  In some editions, only the first bounce makes it switch
    (V36-18).  A hit does `dice` damage and may kill.  The path stays on the screen until the bolt ends
    (STK-25).
    """
    world.make_noise(BOLT)
    if world.rules.magic.bolts == "once bounced":
        _fly_until_bounced(world, start, step, name, by, dice)
    else:
        _fly(world, start, step, name, by, dice)
    world.canvas.flying.clear()


def _fly(world: World, start: int, step: int, name: BoltName, by: Monster | None, dice: Dice) -> None:
    level, player = world.level, world.player
    at_player = by is not None
    switched = False  # whether the bolt switched sides since the last bounce
    spot, left = start, LENGTH
    while left:
        spot += step
        symbol = level.apparent(spot)
        if symbol in _TURNS_BACK and not (symbol == DOOR and spot == player.spot):
            if not switched:
                at_player = not at_player
            switched = False
            step = -step
            emit(world, f"The {name} bounces")
            continue
        left -= 1
        foe = level.foe_at[spot]
        met = hit = False
        if at_player and spot == player.spot:
            met, hit = True, _meets_player(world, name, by, dice)
        elif not at_player and foe is not None:
            met, hit = True, _meets_foe(world, foe, name, by, dice)
        if met:
            at_player, switched = not at_player, not switched
        world.canvas.flying[spot] = PATH[step]
        add_frame(world, "flight")
        if hit:
            return


def _fly_until_bounced(
    world: World, start: int, step: int, name: BoltName, by: Monster | None, dice: Dice
) -> None:
    """Fire a bolt that hits only monsters before its first bounce and only the player after it (V36-18).

    The first square is `start` itself.  A bolt that only bounces in place ends after a few bounces (BUG-34).
    """
    level, player = world.level, world.player
    spot, left, bounces = start, LENGTH, 0
    while left and bounces <= LENGTH:
        hit = False
        if level.apparent(spot) in _TURNS_BACK:
            bounces += 1
            step = -step
            emit(world, f"The {name} bounces")
        else:
            left -= 1
            foe = level.foe_at[spot]
            if bounces:
                hit = spot == player.spot and _meets_player(world, name, by, dice)
            elif foe is not None:
                hit = _meets_foe(world, foe, name, by, dice)
            world.canvas.flying[spot] = PATH[step]
            add_frame(world, "flight")
        if hit:
            return
        spot += step


def _meets_player(world: World, name: BoltName, by: Monster | None, dice: Dice) -> bool:
    """Hit the player, unless a saving throw succeeds.  Return whether the bolt hits and ends (STK-23)."""
    player = world.player
    if player_saves(world, "magic"):
        emit(world, f"The {name} whizzes by you")
        return False
    player.hp -= world.rng.roll(*dice)
    if player.hp <= 0:
        world.end("killed", "bolt" if by is None else by.kind.name)
    else:
        emit(world, f"You are hit by the {name}", terse=f"The {name} hits")
    return True


def _meets_foe(world: World, foe: Monster, name: BoltName, by: Monster | None, dice: Dice) -> bool:
    """Hit a monster, unless a saving throw succeeds.  Return whether the bolt hits and ends (STK-22)."""
    if by is None:
        show_weapon(world, STICK, foe)
    if saves(world, foe.level, MAGIC):
        if foe.disguise == ord(foe.kind.letter):
            who = item_names.foe_name(world, foe)
            text = world.rules.words.bolt_passes.format(bolt=name, who=who, monster=foe.kind.name)
            emit(world, text, terse=f"{name.capitalize()} misses")
        if by is None:
            rouse(world, foe)
        return False
    if name == "flame" and foe.kind.breathes:
        emit(world, f"The flame bounces off the {foe.kind.name}", terse="The flame bounces")
    else:
        fight.bolt_hit(world, foe, dice, name)
    return True
