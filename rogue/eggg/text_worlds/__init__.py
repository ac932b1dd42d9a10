"""Worlds of text: typed commands, a clock, players with seats."""
