"""Wizard mode for monsters that think: the maps of sound and scent, and a monster's mind (MNP-6)."""

from __future__ import annotations

from typing import Final

from rogue.minds.ways import squares_apart
from rogue.rules.output import emit
from rogue.state.actors import AWAKE
from rogue.state.grid import COLS, SIZE
from rogue.state.mind_state import SILENT
from rogue.state.world import Window, World

DIGITS: Final = b"0123456789abcdefghijklmnopqrstuvwxyz"
BEYOND: Final = ord("~")  # for what is more than the digits can say


def show_noise(world: World) -> None:
    """Show the steps from the last flood's centre, 0 to 9 and a to z."""
    minds = world.minds
    if minds is None or not minds.centre:
        emit(world, "Nobody listens")
        return
    noise = minds.noise
    marks = tuple([(spot, _digit(noise[spot])) for spot in range(SIZE) if noise[spot] != SILENT])
    world.windows.append(Window(f"Steps from you, as they hear it; {minds.moved} taken since", marks))


def show_scent(world: World) -> None:
    """Show the ages of the trail in turns, in the same digits."""
    minds = world.minds
    if minds is None or not any(minds.scent):
        emit(world, "You have left no trail")
        return
    now = world.turns
    marks = tuple([(spot, _digit(now - minds.scent[spot])) for spot in range(SIZE) if minds.scent[spot]])
    world.windows.append(Window("Age of your trail in turns", marks))


def _digit(number: int) -> int:
    return DIGITS[number] if number < len(DIGITS) else BEYOND


def show_mind(world: World) -> None:
    """Tell what the monster nearest to the player has in mind, and the row of the table that acted last."""
    foes = [foe for foe in world.level.foes if foe.mind is not None]
    if not foes:
        emit(world, "Nobody thinks here")
        return
    foe = min(foes, key=lambda other: squares_apart(other.spot, world.player.spot))
    mind = foe.mind
    assert mind is not None
    mood = "afraid" if mind.afraid else "idle" if mind.idle else "hunting"
    if not foe.flags & AWAKE:
        mood = "asleep"
    elif world.turns < mind.off:
        mood = "not interested"
    row, col = divmod(mind.aim, COLS)
    aim = f"{row},{col}" if mind.aim else "nothing"
    emit(world, f"{foe.kind.name}, {mood}, aims at {aim}, row {mind.row}, store {mind.store}")
