"""Rog-O-Matic, an agent that plays Rogue from the screen alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rogomatic.agent.player import Player, Report

__all__ = ["Player", "Report"]


def __getattr__(name: str) -> object:
    """Import Player and Report only on first use, because `rogomatic --help` starts faster without them."""
    if name in __all__:
        from rogomatic.agent import player

        value: object = getattr(player, name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
