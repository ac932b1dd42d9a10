"""The rules engine, which turns checked statements into a playable game."""
