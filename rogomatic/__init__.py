"""Rog-O-Matic: plays Rogue by reading the screen and sending keys, and never peeks into the game."""

from rogomatic.player import Player, Report

__version__ = "0.1.0"

__all__ = ["Player", "Report", "__version__"]
