"""Rooms and pages for games from descriptions, over the network."""
