"""Bolts: lightning, fire and cold, from a stick or a dragon's throat."""

from __future__ import annotations

from typing import Final, Literal

from rogue.minds.sound_and_scent import BOLT
from rogue.rules import fight, item_names
from rogue.rules.attributes import player_saves, saves
from rogue.rules.awareness import rouse
from rogue.rules.mind_lore import show_weapon
from rogue.rules.output import add_frame, emit
from rogue.state.actors import Monster
from rogue.state.grid import DOWN, LEFT, RIGHT, UP
from rogue.state.mind_state import STICK
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, ROCK, WALL_H, WALL_V
from rogue.tables.monsters import Dice

BoltName = Literal["bolt", "flame", "ice"]

LENGTH: Final = 6  # squares (STK-20)
DICE: Final[Dice] = (6, 6)  # STK-16
MAGIC: Final = 3  # severity of a monster's save (CMB-18, CMB-19)
PATH: Final = {
    LEFT: ord("-"),
    RIGHT: ord("-"),
    UP: ord("|"),
    DOWN: ord("|"),
    UP + LEFT: ord("\\"),
    DOWN + RIGHT: ord("\\"),
    UP + RIGHT: ord("/"),
    DOWN + LEFT: ord("/"),
}
"""Direction -> the symbol that a bolt leaves on its squares while it flies (STK-25)."""
_TURNS_BACK: Final = frozenset((ROCK, WALL_H, WALL_V, DOOR))


def fire(
    world: World, start: int, step: int, name: BoltName, by: Monster | None = None, dice: Dice = DICE
) -> None:
    """Let a bolt fly from `start`; `by` is the monster it comes from, None for the player.

    It first threatens monsters when the player fires, the player when a monster does; each
    creature it passes and each bounce may switch that (STK-20 to STK-22), in some editions the first bounce
    alone (V36-18).  May kill either side by `dice`.  Its path is seen until it ends (STK-25).
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
    switched = False  # since the last bounce
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
    """Fly from the own square on; what has bounced can hit the player only (V36-18).

    A bolt that bounces to and fro without getting anywhere is spent (BUG-34).
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
    """Threaten the player; return whether the bolt struck and is spent (STK-23)."""
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
    """Threaten a monster; return whether the bolt struck and is spent (STK-22)."""
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
