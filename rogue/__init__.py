"""Rogue: the dungeon game.  `Session` is a game without a terminal; `Outcome` is how one ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rogue.play.ends import Outcome
    from rogue.play.session import Session

__all__ = ["Outcome", "Session", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load the game when it is first asked for: `rogue --help` does not need it."""
    if name in ("Outcome", "Session"):
        from rogue.play import session

        value: object = getattr(session, name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
