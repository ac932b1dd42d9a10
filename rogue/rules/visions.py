"""Hallucination: false pictures of things, stairs and monsters, and the true ones afterwards.

Owns   the redraw before each turn (CON-4) and when the trip is over (CON-5).
Leaves single pictures (senses), names while hallucinating (describe), its timer (timers).
"""

from __future__ import annotations

from rogue.rules import senses
from rogue.rules.sight import sees_foe, sees_spot
from rogue.state.creature import DETECTS, HALLUCINATING
from rogue.state.level import SEEN
from rogue.state.world import World
from rogue.tables.symbols import LETTER


def redraw(world: World) -> None:
    """While hallucinating show everything in sight anew, falsely; no dice of play (CON-4)."""
    player, level, canvas = world.player, world.level, world.canvas
    if not player.flags & HALLUCINATING:
        return
    for thing in level.things:
        if level.foe_at[thing.spot] is None and sees_spot(world, thing.spot):
            canvas.put(thing.spot, senses.fake_object(world))
    stairs = level.stairs
    hidden = level.flags[stairs] & SEEN == 0 and level.foe_at[stairs] is None
    if hidden and sees_spot(world, stairs):
        canvas.put(stairs, senses.fake_object(world))
    for foe in level.foes:
        if sees_foe(world, foe):
            false = LETTER[foe.disguise] == 0
            symbol = senses.fake_object(world) if false else senses.letter_of(world, foe)
            foe.under = foe.under or canvas.cells[foe.spot]
            canvas.put(foe.spot, symbol)
        elif player.flags & DETECTS:
            canvas.put_bright(foe.spot, senses.letter_of(world, foe))


def clear(world: World) -> None:
    """Show the true things, stairs and monsters in sight again, hallucination being over (CON-5)."""
    player, level, canvas = world.player, world.level, world.canvas
    for spot in (*(thing.spot for thing in level.things), level.stairs):
        if level.foe_at[spot] is None and sees_spot(world, spot):
            canvas.put(spot, level.cells[spot])
    for foe in level.foes:
        if sees_foe(world, foe):
            canvas.put(foe.spot, foe.disguise)
        elif player.flags & DETECTS:
            canvas.put_bright(foe.spot, ord(foe.kind.letter))
