"""Searching the neighbour squares for what is hidden."""

from __future__ import annotations

from typing import Final

from rogue.rules import vision
from rogue.rules.output import emit
from rogue.state.actors import BLIND, HALLUCINATING
from rogue.state.grid import AROUND
from rogue.state.level import REAL
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, PASSAGE, ROCK, TRAP, WALL_H, WALL_V

FOUND_AS: Final = {WALL_H: DOOR, WALL_V: DOOR, FLOOR: TRAP, ROCK: PASSAGE}
"""Symbol that hides something -> what it turns out to be (MAP-4)."""

HALLUCINATING_ADDS: Final = 3  # SRC-3
BLIND_ADDS: Final = 2


def search(world: World) -> None:
    """Search the eight neighbours once.  Draws a die per hidden thing (SRC-1 to SRC-4).

    In some editions the blind find nothing (V52-7).
    """
    level, player, looking = world.level, world.player, world.rules.looking
    if player.flags & BLIND and not looking.blind_search:
        return
    flags, cells = level.flags, level.cells
    harder = 0
    if player.flags & HALLUCINATING:
        harder += HALLUCINATING_ADDS
    if player.flags & BLIND:
        harder += BLIND_ADDS
    found = False
    for step in AROUND:
        spot = player.spot + step
        if flags[spot] & REAL:
            continue
        hidden = FOUND_AS.get(cells[spot])
        if hidden is None:
            continue
        hits, of = {DOOR: looking.secret_door, TRAP: looking.trap, PASSAGE: looking.secret_passage}[hidden]
        if world.rng.rnd(of + harder) >= hits:
            continue
        found = True
        if hidden == DOOR:
            emit(world, "A secret door")
        elif hidden == TRAP:
            emit(world, f"You found {trap_title(world, spot)}", terse=trap_title(world, spot))
        level.reveal(spot, hidden)
    if found:
        world.interrupt()
        vision.observe(world)


def trap_title(world: World, spot: int) -> str:
    """Return the name of the trap on a square, any trap's while hallucinating (SRC-4, CMD-14)."""
    traps = world.rules.traps
    if world.player.flags & HALLUCINATING:
        return world.deco.pick(traps).title
    return traps[world.level.trap_kind(spot)].title
