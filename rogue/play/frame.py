"""A frame: what the screen showed at one moment in the middle of a command.

Owns   what is kept of such a moment until its turn to be drawn comes.
Leaves which moments there are (state.world), noting and drawing them (play.stage).
"""

from __future__ import annotations

from typing import NamedTuple

from rogue.play.status import Status
from rogue.state.canvas import Canvas


class Frame(NamedTuple):
    """The map at one moment."""

    canvas: Canvas  # a copy, with the marks of what changed since the frame before
    hero: int  # the player's spot
    status: Status | None  # None while the status line stays as it is
    lasts: bool  # a person should have time to see it
