"""Calculations about the level."""
