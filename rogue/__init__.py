"""Rogue, the dungeon game: `Session` is a game without a terminal, `Outcome` is its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rogue.ui.end_screens import Outcome
    from rogue.ui.session import Session

__all__ = ["Outcome", "Session", "__version__"]
__version__ = "0.3.1"  # of both programs: the package and `rogomatic --version` take it from here


def __getattr__(name: str) -> object:
    """Load the game on first use, so that `rogue --help` does not load it."""
    if name in ("Outcome", "Session"):
        from rogue.ui import session

        value: object = getattr(session, name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
