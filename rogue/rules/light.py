"""Light: a room that is lit for good.

Owns   what the stick of light and the scroll of light do (STK-3, V36-16).
Leaves using them up (sticks, scrolls), drawing the room (senses).
"""

from __future__ import annotations

from rogue.rules import senses
from rogue.rules.describe import color
from rogue.state.world import World


def light_up(world: World) -> None:
    """Light the player's room and show it; a passage or a maze only glows for a moment (STK-3)."""
    room = world.player.room
    if room is None or room.gone:
        world.say("The corridor glows and then fades")
        return
    room.dark = False
    senses.enter_room(world, world.player.spot)
    world.say(f"The room is lit by a shimmering {color(world, 'blue')} light", terse="The room is lit")
